import * as vscode from 'vscode';
import { isAnswered, isServiceError } from '../base/errors.ts';
import type { CommandId } from '../commandIds.ts';
import { type Connection, hasKey, isFile, isSample } from '../connections/connection.ts';
import type { ConnectionStore } from '../connections/connectionStore.ts';
import { changeConventions } from '../connections/conventionsSetting.ts';
import type { KeyStore } from '../connections/keyStore.ts';
import type { PinnedDomains } from '../connections/pinnedDomains.ts';
import type { RecentLogs } from '../connections/recentLogs.ts';
import type { Services } from '../connections/services.ts';
import { SAMPLE_BASE } from '../formats/link.ts';
import { baseUrlProblem, parseBaseUrl } from '../service/baseUrl.ts';
import { describeFault } from '../service/faults.ts';
import { local, t } from '../text/l10n.ts';
import { asLabel } from '../text/label.ts';
import { sentences } from '../text/sentences.ts';
import { registerCommand, runCommand } from '../ui/ownCommands.ts';
import { type Problem, promptChoice, promptText, type TypedAnswer } from '../ui/prompts.ts';
import { type Step, steps } from '../ui/steps.ts';
import { readExample } from './exampleCall.ts';
import { confirmExample, keyOfExample } from './fromExample.ts';

interface ConnectionCommandsOptions {
  readonly connections: ConnectionStore;
  readonly keys: KeyStore;
  readonly services: Services;
  readonly pinned: PinnedDomains;
  readonly filters: { forgetConnection(connectionId: string): Promise<void> };
  readonly recent: RecentLogs;
  readonly tree: { showConnection(connectionId: string): Promise<void> };
  /** Returns the connection in a command's argument, or prompts for one. */
  readonly ask: (argument: unknown) => Promise<Connection | undefined>;
  /** Opens a connection's first domain and the first log in it. */
  readonly showFirst: (connectionId: string) => Promise<void>;
}

/** Registers the commands to add, edit, and remove connections, replace keys, and explore the sample data. */
export function connectionCommands(options: ConnectionCommandsOptions): vscode.Disposable[] {
  return [
    registerCommand('partnerLogs.addConnection', () => addConnection(options)),
    registerCommand('partnerLogs.useSampleData', () => useSampleData(options)),
    registerCommand('partnerLogs.editConnection', (argument) => editConnection(options, argument)),
    registerCommand('partnerLogs.replaceKey', (argument) => replaceKey(options, argument)),
    registerCommand('partnerLogs.removeConnection', (argument) => removeConnection(options, argument)),
    registerCommand('partnerLogs.manageConnections', manageConnections),
  ];
}

/** Runs the command that the user chooses, which prompts for the connection. */
async function manageConnections(): Promise<void> {
  const chosen = await promptChoice<CommandId>({
    title: t('Manage Connections'),
    placeholder: t('Select what to change'),
    choices: [
      { label: t('Edit Connection…'), value: 'partnerLogs.editConnection' },
      { label: t('Replace Key…'), value: 'partnerLogs.replaceKey' },
      { label: t('Remove Connection…'), value: 'partnerLogs.removeConnection' },
    ],
  });
  if (typeof chosen === 'object') await runCommand(chosen.value);
}

/**
 * Prompts for a base URL or an example call, a key, and a name, and reads one page of domains before storing
 * anything.
 */
async function addConnection(options: ConnectionCommandsOptions): Promise<void> {
  const added = await promptConnection(options);
  if (!added) return;
  const { id, isUnread } = added;
  await vscode.commands.executeCommand('partnerLogs.domains.focus');
  await options.tree.showConnection(id);
  if (isUnread) await runCommand('partnerLogs.diagnoseConnection', { connectionId: id });
  else await options.showFirst(id);
}

/** The answers to the prompts for a connection. */
interface Typed {
  baseUrl: string;
  key: string;
  /** The header for the key in an example call, if it differs from the one in the conventions. */
  keyHeader?: string | undefined;
  name: string;
}

/**
 * Prompts for a connection and stores it; returns undefined if the user cancels. `isUnread` is true in the result if
 * the service responded but its domains could not be read.
 */
async function promptConnection({ connections, keys, services }: ConnectionCommandsOptions) {
  const title = t('Add Connection');
  const id = crypto.randomUUID();
  const typed: Typed = { baseUrl: '', key: '', name: '' };
  let isUnread = false;
  const draft = (): Connection => ({ id, name: typed.name, baseUrl: typed.baseUrl });

  const done = await steps([
    async (step) => {
      const { check, ...prompt } = baseUrlPrompt();
      const answer = await promptText({
        ...step,
        ...prompt,
        prompt: t('Base URL of the Partner Log Service, or an example call (URL or cURL command)'),
        title,
        value: typed.baseUrl,
        check: (value) => check(readExample(value)?.baseUrl ?? value),
      });
      if (!isValue(answer)) return answer;
      const example = readExample(answer.value);
      if (!example) {
        setBaseUrl(typed, answer.value);
        return answer;
      }
      const found = keyOfExample(example);
      if (!(await confirmExample(example.baseUrl, found))) return 'back';
      setBaseUrl(typed, example.baseUrl);
      typed.key = found.key ?? '';
      typed.keyHeader = found.keyHeader;
      return answer;
    },
    async (step) => {
      const prompt = keyPrompt(async (key, signal) => {
        const fault = await readFault(services, draft(), key, signal, typed.keyHeader);
        isUnread = isAnswered(fault);
        return problemOf(fault, isUnread ? t('Save and Diagnose') : undefined);
      });
      const answer = await promptText({ ...step, ...prompt, title, value: typed.key });
      if (isValue(answer)) typed.key = answer.value.trim();
      return answer;
    },
    nameStep(title, typed),
  ]);
  if (!done) return undefined;
  const { baseUrl, keyHeader } = typed;
  const undo = keyHeader === undefined ? undefined : await changeConventions(baseUrl, { keyHeader });
  try {
    await storeKey(keys, draft(), typed.key);
    await connections.save(draft());
  } catch (fault) {
    await undo?.();
    throw fault;
  }
  return { id, isUnread };
}

/** Sets the base URL that the user entered. Discards a key that was entered for another origin. */
function setBaseUrl(typed: Typed, answer: string): void {
  const { text, origin } = parseBaseUrl(answer);
  if (typed.key !== '' && new URL(typed.baseUrl).origin !== origin) typed.key = '';
  if (typed.baseUrl !== text) typed.keyHeader = undefined;
  typed.baseUrl = text;
}

async function useSampleData({ connections, showFirst }: ConnectionCommandsOptions): Promise<void> {
  if (!connections.list().some(isSample)) {
    await connections.save({ id: 'sample', name: t('Sample Data'), baseUrl: SAMPLE_BASE });
  }
  await vscode.commands.executeCommand('partnerLogs.domains.focus');
  const sample = connections.list().find(isSample);
  if (sample) await showFirst(sample.id);
}

/**
 * Edits a connection's address and name. If the origin changes, also prompts for a key, because a key is never sent to
 * another origin.
 */
async function editConnection(options: ConnectionCommandsOptions, argument: unknown): Promise<void> {
  const { connections, keys, services, recent } = options;
  const before = await options.ask(argument);
  if (!before) return;
  const title = t('Edit Connection');
  const typed: Typed = { baseUrl: before.baseUrl, name: before.name, key: '' };
  const draft = (): Connection => ({ ...before, baseUrl: typed.baseUrl, name: typed.name });
  const originChanged = () => new URL(typed.baseUrl).origin !== new URL(before.baseUrl).origin;

  const done = await steps([
    async (step) => {
      if (!hasKey(before)) return 'skip';
      const answer = await promptText({ ...step, ...baseUrlPrompt(), title, value: typed.baseUrl });
      if (isValue(answer)) setBaseUrl(typed, answer.value);
      return answer;
    },
    async (step) => {
      if (!originChanged()) return 'skip';
      const answer = await promptText({
        ...step,
        ...keyPrompt(async (key, signal) => problemOf(await readFault(services, draft(), key, signal))),
        title,
        prompt: t('The address has a different origin. Enter the API key for it'),
        value: typed.key,
      });
      if (isValue(answer)) typed.key = answer.value.trim();
      return answer;
    },
    nameStep(title, typed),
  ]);
  if (!done) return;
  if (originChanged()) await storeKey(keys, draft(), typed.key);
  const isChanged = await connections.change(before, draft());
  if (!isChanged) tellRemoved(before);
  else if (typed.baseUrl !== before.baseUrl) await recent.forgetRows(before.id);
  if (originChanged()) await removeKey(keys, isChanged ? before : draft());
}

async function replaceKey(options: ConnectionCommandsOptions, argument: unknown): Promise<void> {
  const connection = await options.ask(argument);
  if (!connection) return;
  if (isFile(connection)) return;
  if (isSample(connection)) {
    void vscode.window.showInformationMessage(
      t('The sample service creates its own key. There is no key to replace.'),
    );
    return;
  }
  const answer = await promptText({
    ...keyPrompt(async (key, signal) =>
      problemOf(await readFault(options.services, connection, key, signal)),
    ),
    title: t('Replace Key of {0}', asLabel(connection.name)),
  });
  if (!isValue(answer)) return;
  if (options.connections.get(connection.id)?.baseUrl !== connection.baseUrl) return tellRemoved(connection);
  await storeKey(options.keys, connection, answer.value.trim());
}

async function removeConnection(options: ConnectionCommandsOptions, argument: unknown): Promise<void> {
  const connection = await options.ask(argument);
  if (!connection) return;
  if (isFile(connection)) return forget(options, connection);
  const remove = t('Remove');
  const name = asLabel(connection.name);
  const [question, detail] = isSample(connection)
    ? [t('Remove the connection “{0}”?', name), t('To get the sample logs back, run Explore Sample Data.')]
    : [t('Remove the connection “{0}” and its key?', name), t("Doesn't change anything on the service.")];
  const chosen = await vscode.window.showWarningMessage(question, { modal: true, detail }, remove);
  if (chosen !== remove) return;
  await forget(options, connection);
}

async function forget(options: ConnectionCommandsOptions, connection: Connection): Promise<void> {
  const { connections, keys, pinned, filters, recent } = options;
  // Remove the connection before its key, so that no more requests are sent for it. Use the latest version of the
  // connection, because another window might have moved the key.
  const last = connections.get(connection.id) ?? connection;
  await connections.remove(connection.id);
  if (hasKey(last)) await removeKey(keys, last);
  for (const kept of [pinned, filters, recent]) await kept.forgetConnection(last.id);
}

/** Shows a warning that nothing was saved because the connection was changed or removed while a prompt was open. */
function tellRemoved({ name }: Connection): void {
  void vscode.window.showWarningMessage(
    t('The connection “{0}” was removed or changed in another window. Nothing was saved.', asLabel(name)),
  );
}

const baseUrlPrompt = () => ({
  prompt: t('Base URL of the Partner Log Service'),
  placeholder: 'https://api.example.com',
  check: (value: string) => {
    const problem = baseUrlProblem(value);
    return problem && local(problem);
  },
});

/** @param verify checks a well-formed key, and returns the problem if there is one */
const keyPrompt = (verify: (key: string, signal: AbortSignal) => Promise<Problem | undefined>) => ({
  prompt: t("API key. It's stored only in the secret storage of this computer"),
  password: true,
  check: async (typed: string, signal: AbortSignal) => {
    const key = typed.trim();
    if (key === '') return t('Enter the API key');
    return /^[\x21-\x7e]+$/.test(key)
      ? verify(key, signal)
      : t("A key can't contain spaces, line breaks, or non-ASCII characters");
  },
});

/** Returns the step that prompts for a name, which defaults to the host. */
function nameStep(title: string, typed: { readonly baseUrl: string; name: string }): Step {
  return async (step) => {
    const answer = await promptText({
      ...step,
      title,
      prompt: t('Name of this connection'),
      value: typed.name || new URL(typed.baseUrl).host,
      check: (value) => (value.trim() === '' ? t('Enter a name') : undefined),
    });
    if (isValue(answer)) typed.name = answer.value.trim();
    return answer;
  };
}

/**
 * Reads one page of domains with the key. Returns the fault if this fails; otherwise, undefined.
 * @param keyHeader the header for the key, if it differs from the one in the conventions
 */
async function readFault(
  services: Services,
  connection: Connection,
  key: string,
  signal: AbortSignal,
  keyHeader?: string,
) {
  try {
    const service = await services.candidate(connection, key, keyHeader);
    await service.domains({ page: 1, perPage: 10 }, { signal }).finally(() => service.dispose());
    return undefined;
  } catch (fault) {
    return fault;
  }
}

/**
 * Returns the problem to show for a key with which a read failed. The user can still save the key, unless the service
 * rejects it.
 * @param override the label of a button that saves the key even if the service rejects it
 */
function problemOf(fault: unknown, override?: string): Problem | undefined {
  if (fault === undefined) return undefined;
  const { headline, cause } = describeFault(fault, local);
  const message = sentences(asLabel(headline), asLabel(cause));
  if (override === undefined && isServiceError(fault, 'unauthorized')) return message;
  return { message, override: override ?? t('Save Without Verifying') };
}

/** Stores a key. If the secret storage fails, uses the key for this session only and shows a message. */
function storeKey(keys: KeyStore, connection: Connection, key: string): Promise<void> {
  return keys.store(connection, key).catch(() => {
    const warning = t(
      'The key could not be saved in the secret storage of this computer. You can use it until you close the window. After that, run Manage Connections to enter it again.',
    );
    void vscode.window.showWarningMessage(warning);
  });
}

/** Removes a key that no connection uses. If the secret storage fails, shows a message, and the key remains stored. */
function removeKey(keys: KeyStore, connection: Connection): Promise<void> {
  return keys.remove(connection).catch(() => {
    const warning = t(
      "The key for {0} could not be removed from the secret storage of this computer. It's no longer used. If others have access to this computer, ask the service provider to revoke the key.",
      asLabel(new URL(connection.baseUrl).host),
    );
    void vscode.window.showWarningMessage(warning);
  });
}

function isValue(answer: TypedAnswer | 'skip'): answer is Exclude<TypedAnswer, 'back' | undefined> {
  return typeof answer === 'object';
}
