import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { isServiceError } from '../base/errors.ts';
import { type Connection, hasKey, sampleConnection } from '../connections/connection.ts';
import type { KeyStore } from '../connections/keyStore.ts';
import { t } from '../text/l10n.ts';
import { asLabel } from '../text/label.ts';
import { registerCommand, registerRowCommand, runCommand } from '../ui/ownCommands.ts';
import { promptText } from '../ui/prompts.ts';
import { isValue, keyPrompt, problemOf, promptConnection } from './promptConnection.ts';

/** Opens a connection's first domain and the first log in it. */
type ShowFirst = (connectionId: string) => Promise<void>;

/** Registers the commands to add, edit, and remove connections, replace keys, and explore the sample data. */
export function connectionCommands(app: App, showFirst: ShowFirst): vscode.Disposable[] {
  return [
    registerCommand('partnerLogs.addConnection', () => addConnection(app, showFirst)),
    registerCommand('partnerLogs.useSampleData', () => useSampleData(app, showFirst)),
    registerRowCommand('partnerLogs.editConnection', (argument) => editConnection(app, argument)),
    registerRowCommand('partnerLogs.replaceKey', (argument) => replaceKey(app, argument)),
    registerRowCommand('partnerLogs.removeConnection', (argument) => removeConnection(app, argument)),
    registerCommand('partnerLogs.manageConnections', manageConnections),
  ];
}

/** Runs the command that the user chooses, which prompts for the connection. */
async function manageConnections(): Promise<void> {
  const chosen = await vscode.window.showQuickPick(
    [
      { label: t('Edit Connection…'), command: 'partnerLogs.editConnection' as const },
      { label: t('Replace Key…'), command: 'partnerLogs.replaceKey' as const },
      { label: t('Remove Connection…'), command: 'partnerLogs.removeConnection' as const },
    ],
    { title: t('Manage Connections'), placeHolder: t('Select what to change') },
  );
  if (chosen) await runCommand(chosen.command);
}

/** Prompts for a connection, stores it, and opens its first log. */
async function addConnection(app: App, showFirst: ShowFirst): Promise<void> {
  const { connections, keys, tree } = app;
  const draft = await promptConnection(app, t('Add Connection'));
  if (!draft) return;
  const { connection, key, needsDiagnosis } = draft;
  // The setting might not be writable, in which case the key must not be stored.
  await connections.save(connection);
  await storeKey(keys, connection, key);
  await vscode.commands.executeCommand('partnerLogs.domains.focus');
  await tree.showConnection(connection.id);
  if (needsDiagnosis) await runCommand('partnerLogs.diagnoseConnection', { connectionId: connection.id });
  else await showFirst(connection.id);
}

async function useSampleData({ connections }: App, showFirst: ShowFirst): Promise<void> {
  const sample = sampleConnection();
  if (!connections.get(sample.id)) await connections.save(sample);
  await vscode.commands.executeCommand('partnerLogs.domains.focus');
  await showFirst(sample.id);
}

/**
 * Edits a connection's address and name. If the origin changes, also prompts for a key, because a key is never sent to
 * another origin. For a connection that cannot be used, opens the setting.
 */
async function editConnection(app: App, argument: unknown): Promise<void> {
  const { connections, keys, pinned, filters, recent } = app;
  const title = t('Edit Connection');
  const canEdit = (connection: Connection) => hasKey(connection) || connection.problem !== undefined;
  const before = await app.ask.connection(argument, canEdit, title);
  if (!before || !canEdit(before)) return;
  if (before.problem) {
    await vscode.commands.executeCommand('workbench.action.openApplicationSettingsJson', {
      revealSetting: { key: 'partnerLogs.connections' },
    });
    return;
  }
  const draft = await promptConnection(app, title, before);
  if (!draft) return;
  const { connection, needsDiagnosis } = draft;
  const isRenamed = connection.id !== before.id;
  const key = draft.key || (isRenamed && (await keys.get(before).catch(() => undefined)));
  // As above, the key must not be stored unless the setting is.
  const isChanged = await connections.change(before, connection);
  if (!isChanged) tellRemoved(before);
  else if (key) await storeKey(keys, connection, key);
  if (isChanged && isRenamed) {
    for (const kept of [pinned, recent]) await kept.renameConnection(before.id, connection.id);
    await filters.forgetConnection(before.id);
  }
  await removeKeys(keys, before);
  if (isChanged && needsDiagnosis)
    await runCommand('partnerLogs.diagnoseConnection', { connectionId: connection.id });
}

async function replaceKey(app: App, argument: unknown): Promise<void> {
  const { connections, keys, services } = app;
  const connection = await app.ask.connection(argument, hasKey, t('Replace Key'));
  if (!connection || !hasKey(connection)) return;
  const answer = await promptText({
    ...keyPrompt(connection, async (key, signal) => {
      const fault = await services.readFault(connection, key, signal);
      const problem = problemOf(fault, t('Save Without Verifying'));
      return isServiceError(fault, 'unauthorized') ? problem?.message : problem;
    }),
    title: t('Replace Key of {0}', asLabel(connection.name)),
  });
  if (!isValue(answer)) return;
  if (connections.get(connection.id)?.baseUrl !== connection.baseUrl) return tellRemoved(connection);
  await storeKey(keys, connection, answer.value.trim());
}

async function removeConnection(app: App, argument: unknown): Promise<void> {
  const { connections, keys, pinned, filters, recent } = app;
  const isUsable = (each: Connection) => each.problem === undefined;
  const connection = await app.ask.connection(argument, isUsable, t('Remove Connection'));
  if (!connection || !isUsable(connection)) return;
  if (hasKey(connection) && !(await confirmRemoval(connection))) return;
  await connections.remove(connection.id);
  if (hasKey(connection)) await removeKeys(keys, connection);
  for (const kept of [pinned, filters, recent]) await kept.forgetConnection(connection.id);
}

async function confirmRemoval({ name }: Connection): Promise<boolean> {
  const remove = t('Remove');
  const question = t('Remove the connection “{0}”?', asLabel(name));
  const detail = t(
    'Its API key, pinned domains, and recent logs are removed from this computer. Nothing changes in the service.',
  );
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, remove)) === remove;
}

/** Shows a warning that nothing was saved because the connection was changed or removed while a prompt was open. */
function tellRemoved({ name }: Connection): void {
  void vscode.window.showWarningMessage(
    t('The connection “{0}” was removed or changed in another window. Nothing was saved.', asLabel(name)),
  );
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

/** Removes the keys that no connection uses. If the secret storage fails, shows a message. */
async function removeKeys(keys: KeyStore, { baseUrl }: Connection): Promise<void> {
  if (await keys.removeUnused()) return;
  const warning = t(
    "The key for {0} could not be removed from the secret storage of this computer. It's no longer used. If others have access to this computer, ask the service provider to revoke the key.",
    asLabel(new URL(baseUrl).host),
  );
  void vscode.window.showWarningMessage(warning);
}
