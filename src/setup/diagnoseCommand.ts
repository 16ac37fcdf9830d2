import { arch, platform, release } from 'node:os';
import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { isServiceError } from '../base/errors.ts';
import { type Connection, hasKey } from '../connections/connection.ts';
import { notAppliedTexts } from '../formats/queryText.ts';
import type { Differences } from '../service/differences.ts';
import { describeFault } from '../service/faults.ts';
import type { Read } from '../service/requests.ts';
import { local, type Message, message, t } from '../text/l10n.ts';
import { asLabel } from '../text/label.ts';
import { sentences } from '../text/sentences.ts';
import { registerCommand, runCommand } from '../ui/ownCommands.ts';
import { acceptedItem, shownInput } from '../ui/prompts.ts';
import { showFault } from '../ui/showFault.ts';
import { type Diagnosis, diagnose, type Finding, isWorking } from './diagnosis.ts';

type Item = vscode.QuickPickItem & { readonly run?: () => PromiseLike<unknown> };

const READ_NAMES: Readonly<Record<Read, Message>> = {
  domains: message('Domains'),
  logs: message('Detection logs'),
  detail: message('One detection log'),
  counts: message('Counts'),
};

/** Registers the command that shows what each read sends and receives, and that offers a change with which they work. */
export function diagnoseCommand(app: App): vscode.Disposable {
  return registerCommand('partnerLogs.diagnoseConnection', async (argument) => {
    const connection = await app.ask.connection(argument, hasKey, t('Diagnose Connection'));
    if (connection && hasKey(connection)) await showDiagnosis(app, connection);
  });
}

async function showDiagnosis(app: App, connection: Connection): Promise<void> {
  const pick = vscode.window.createQuickPick<Item>();
  pick.title = t('Diagnose Connection: {0}', asLabel(connection.name));
  pick.placeholder = t('Reading…');
  pick.busy = true;
  pick.ignoreFocusOut = true;
  pick.matchOnDescription = true;
  const closing = new AbortController();

  const run = async () => {
    const ending = app.services.ending(connection.id);
    const diagnosis = await diagnose({
      baseUrl: connection.baseUrl,
      differences: (connection.differences ?? {}) as Differences,
      open: (differences, onRequest) =>
        app.services.candidate({ ...connection, differences }, undefined, onRequest),
      signal: AbortSignal.any([closing.signal, ending]),
      onFindings: (findings) => {
        pick.items = findings.map(findingItem);
        if (findings.length === 4 && !findings.every(isWorking)) pick.placeholder = t('Trying alternatives…');
      },
    });
    const result = resultItem(app, connection, diagnosis);
    pick.items = [
      result,
      separator(t('Requests and responses')),
      ...diagnosis.findings.map(findingItem),
      ...notAppliedTexts({ ignored: diagnosis.ignored, unasked: [] }, local).map(ignoredItem),
      separator(t('Help')),
      supportItem(app, connection, diagnosis.findings),
    ];
    pick.activeItems = [result];
    pick.busy = false;
    pick.placeholder = result.run ? t('Press Enter to continue') : t('Press Escape to close');
  };

  const listen = (answer: (given: Item) => void) => {
    pick.onDidAccept(() => {
      const item = acceptedItem(pick);
      if (item?.run) answer(item);
    });
  };
  const answered = shownInput(pick, listen, () => closing.abort());
  run().catch((fault) => {
    if (closing.signal.aborted) return;
    pick.hide();
    const target = { connectionId: connection.id };
    const retry = () => runCommand('partnerLogs.diagnoseConnection', target);
    void showFault(t('The connection could not be diagnosed.'), fault, { targets: [target], retry });
  });
  await (await answered)?.run?.();
}

/** Returns the row that states the result and runs the next step. */
function resultItem(app: App, connection: Connection, { findings, remedy }: Diagnosis): Item {
  if (remedy) {
    return {
      label: `$(wrench) ${t('Apply: {0}', asLabel(changeText(remedy.change)))}`,
      detail: t(
        'With this change, {0} of {1} reads return the requested data. It was tried, but not saved yet.',
        remedy.findings.filter(isWorking).length,
        remedy.findings.length,
      ),
      run: () => apply(app, connection, remedy.change),
    };
  }
  if (findings.every(isWorking))
    return {
      label: `$(pass) ${t('The connection works')}`,
      detail: t('All four reads return the requested data.'),
    };
  const [domains] = findings;
  const isKey = domains?.outcome.kind === 'fault' && isServiceError(domains.outcome.fault, 'unauthorized');
  if (isKey)
    return {
      label: `$(key) ${t('Replace Key…')}`,
      detail: t('The service does not accept the stored key, in any of the headers that were tried.'),
      run: () => runCommand('partnerLogs.replaceKey', { connectionId: connection.id }),
    };
  if (findings.every(({ outcome }) => outcome.kind === 'works' || outcome.kind === 'not-tried'))
    return {
      label: `$(info) ${t('No problems found, but not everything could be checked')}`,
      detail: t('The requests and responses are listed below.'),
    };
  return {
    label: `$(edit) ${t('Edit Connection…')}`,
    detail: t(
      'No alternative made the failed reads work. Check the base URL, or set differences in partnerLogs.connections.',
    ),
    run: () => runCommand('partnerLogs.editConnection', { connectionId: connection.id }),
  };
}

/** Returns the row that copies the text for support, which contains nothing from the service except statuses. */
function supportItem({ version }: App, { baseUrl }: Connection, findings: readonly Finding[]): Item {
  const { appName, uiKind, remoteName } = vscode.env;
  const host = uiKind === vscode.UIKind.Web ? 'web' : 'desktop';
  const text = [
    `Partner Logs ${version}`,
    `${appName} ${vscode.version}, ${host}${remoteName ? `, remote: ${remoteName}` : ''}`,
    `${platform()} ${release()} ${arch()}, Node ${process.versions.node}`,
    new URL(baseUrl).origin,
    ...findings.map(({ read, outcome }) => `${read}: ${resultText(outcome)}`),
  ].join('\n');
  return {
    label: `$(clippy) ${t('Copy for Support')}`,
    detail: t(
      "Includes versions, the service's origin, and the status of each request. Doesn't include keys or logs.",
    ),
    alwaysShow: true,
    run: () => vscode.env.clipboard.writeText(text),
  };
}

function resultText(outcome: Finding['outcome']): string {
  if (outcome.kind === 'not-tried') return 'not tried';
  if (outcome.kind === 'works') return '200';
  if (outcome.kind === 'wrong') return '200, but not what was requested';
  const { fault } = outcome;
  return isServiceError(fault)
    ? `${fault.facts.status ?? ''} ${fault.code}`.trim()
    : 'an error of the extension';
}

const ICONS = {
  works: '$(pass)',
  wrong: '$(warning)',
  fault: '$(error)',
  'not-tried': '$(circle-slash)',
} as const;

/** Returns the row for a read, with what was sent and what the response was. */
function findingItem({ read, sent, outcome }: Finding): Item {
  return {
    label: `${ICONS[outcome.kind]} ${local(READ_NAMES[read])}`,
    ...(sent !== undefined && { description: asLabel(`GET ${sent}`) }),
    detail: detailOf(outcome),
  };
}

/** Returns the row that states which filters the service ignores. */
function ignoredItem(text: string): Item {
  return {
    label: `$(info) ${text}`,
    detail: t('This is not a problem of the connection. Partner Logs leaves out the logs that do not match.'),
  };
}

function detailOf(outcome: Finding['outcome']): string {
  if (outcome.kind === 'works') return local(outcome.what);
  if (outcome.kind !== 'fault') return local(outcome.why);
  const { headline, cause } = describeFault(outcome.fault, local);
  return sentences(asLabel(headline), asLabel(cause));
}

/** Saves a change of the connection's differences, and offers to undo it. */
async function apply({ connections }: App, connection: Connection, change: Differences): Promise<void> {
  const changed = { ...connection, differences: { ...Object(connection.differences), ...change } };
  if (!(await connections.change(connection, changed))) return;
  const undo = t('Undo');
  const chosen = await vscode.window.showInformationMessage(
    t('Updated the connection “{0}”: {1}', asLabel(connection.name), asLabel(changeText(change))),
    undo,
  );
  if (chosen === undo) await connections.change(changed, connection);
}

function changeText(change: Differences): string {
  return Object.entries(change)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(', ');
}

function separator(label: string): Item {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}
