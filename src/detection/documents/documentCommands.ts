import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { isLogTarget, type LogTarget, targetId } from '../../connections/logTarget.ts';
import { t } from '../../text/l10n.ts';
import { registerRowCommand } from '../../ui/ownCommands.ts';
import { showFault } from '../../ui/showFault.ts';

/** The commands that open a log in the editor, as raw or decoded data or next to another log. */
export function documentCommands(app: App): vscode.Disposable[] {
  return [
    registerRowCommand('partnerLogs.openRawData', async (argument) => {
      await openRawData(app, argument);
    }),
    registerRowCommand('partnerLogs.openDecodedData', (argument) => openDecodedData(app, argument)),
    registerRowCommand('partnerLogs.compareLogs', (argument, all) => compareLogs(app, argument, all)),
  ];
}

/** Returns the log if its raw data was opened. */
async function openRawData(app: App, argument: unknown): Promise<LogTarget | undefined> {
  const target = await targetOf(app, argument);
  const uri = target && (await rawDataOf(app, target));
  if (!uri) return undefined;
  await app.documents.open(uri, { viewColumn: vscode.ViewColumn.Active });
  return target;
}

/** Opens the raw data with the decoded data next to it. */
async function openDecodedData(app: App, argument: unknown): Promise<void> {
  const target = await openRawData(app, argument);
  const beside = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
  if (target) await app.documents.open(app.documents.uri(target, 'decoded'), beside);
}

/** @param all the tree's selection, if the command was run from the tree */
async function compareLogs(app: App, argument: unknown, all: unknown): Promise<void> {
  const inTree = Array.isArray(all) ? all.filter(isLogTarget) : [];
  const selected = app.tableFocus.logsFor(argument) ?? inTree;
  const [left, second] = selected.length > 1 ? selected : [await targetOf(app, argument)];
  if (!left) return;
  const title = t('Compare Log {0} with…', String(left.key.idx));
  const right = second ?? (await app.lookUp.ask('', title));
  if (!right) return;
  if (selected.length > 2 || targetId(left) === targetId(right)) {
    void vscode.window.showInformationMessage(
      t('You can compare two different logs. Select two logs, or select one and choose the other.'),
    );
    return;
  }
  const leftUri = await rawDataOf(app, left);
  const rightUri = leftUri && (await rawDataOf(app, right));
  const shown = t('Log {0} ↔ Log {1}', String(left.key.idx), String(right.key.idx));
  if (rightUri) await app.documents.compare(leftUri, rightUri, shown);
}

/** Returns the log that a command applies to. The argument can also be the URI of one of the log's documents. */
async function targetOf(app: App, argument: unknown): Promise<LogTarget | undefined> {
  const shown = argument instanceof vscode.Uri ? app.documents.logOf(argument) : undefined;
  return shown ?? app.ask.log(argument);
}

/** Returns the URI of a log's raw data. If the log cannot be read, shows a message and returns undefined. */
async function rawDataOf(app: App, target: LogTarget): Promise<vscode.Uri | undefined> {
  try {
    await app.logs.get(target);
    return app.documents.uri(target, 'raw');
  } catch (fault) {
    const retry = () => rawDataOf(app, target);
    return showFault(t('The log could not be opened.'), fault, { targets: [target], retry });
  }
}
