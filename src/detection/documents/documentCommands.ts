import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { isLogTarget, type LogTarget, targetId } from '../../connections/logTarget.ts';
import { t } from '../../text/l10n.ts';
import { sentences } from '../../text/sentences.ts';
import { registerRowCommand, runCommand } from '../../ui/ownCommands.ts';
import { showFault } from '../../ui/showFault.ts';
import { type DocumentKind, fittingKind } from './logDocument.ts';

/** The commands that open a log in the editor, as raw or decoded data or in a comparison. */
export function documentCommands(app: App): vscode.Disposable[] {
  return [
    registerRowCommand('partnerLogs.openRawData', (argument) => openRawData(app, argument)),
    registerRowCommand('partnerLogs.openDecodedData', (argument) => openDecodedData(app, argument)),
    registerRowCommand('partnerLogs.compareLogs', (argument, all) => compareLogs(app, argument, all)),
  ];
}

async function openRawData(app: App, argument: unknown): Promise<void> {
  const target = await targetOf(app, argument);
  const uri = target && (await uriOf(app, target, 'raw'));
  if (uri) await app.documents.open(uri, { viewColumn: vscode.ViewColumn.Active });
}

/** Opens the raw data with the decoded data next to it. */
async function openDecodedData(app: App, argument: unknown): Promise<void> {
  const target = await targetOf(app, argument);
  const uri = target && (await uriOf(app, target, 'raw'));
  if (!uri) return;
  await app.documents.open(uri, { viewColumn: vscode.ViewColumn.Active });
  const beside = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
  await app.documents.open(app.documents.uri(target, 'decoded'), beside);
}

type Comparison = vscode.QuickPickItem & { readonly shows: DocumentKind };

function comparisons(): readonly Comparison[] {
  return [
    {
      label: t('Normalized'),
      detail: t('Headers sorted by name; differences in dates and unique IDs ignored'),
      shows: 'normalised',
    },
    {
      label: t({ message: 'Exact', comment: 'a comparison: of the raw data as it is' }),
      detail: t('The original raw data'),
      shows: 'raw',
    },
  ];
}

/** @param all the tree's selection, if the command was run from the tree */
async function compareLogs(app: App, argument: unknown, all: unknown): Promise<void> {
  const inTree = Array.isArray(all) ? all.filter(isLogTarget) : [];
  const selected = app.tableFocus.logsFor(argument) ?? inTree;
  const [left, second] = selected.length > 1 ? selected : [await targetOf(app, argument)];
  if (!left) return;
  const idx = String(left.key.idx);
  const right = second ?? (await app.lookUp.ask('', t('Compare Log {0} with…', idx)));
  if (!right) return;
  if (selected.length > 2 || targetId(left) === targetId(right)) {
    void vscode.window.showInformationMessage(
      t('You can compare two different logs. Select two logs, or select one and choose the other.'),
    );
    return;
  }
  const other = String(right.key.idx);
  const comparison = await vscode.window.showQuickPick(comparisons(), {
    title: t('Compare Log {0} with Log {1}', idx, other),
    placeHolder: t('Select how to compare the logs'),
  });
  if (!comparison) return;
  const [leftUri, rightUri] = [
    await uriOf(app, left, comparison.shows),
    await uriOf(app, right, comparison.shows),
  ];
  if (!leftUri || !rightUri) return;
  const title =
    comparison.shows === 'raw'
      ? t('Log {0} ↔ Log {1} (exact)', idx, other)
      : t('Log {0} ↔ Log {1} (normalized)', idx, other);
  await app.documents.compare(leftUri, rightUri, title);
}

/** Returns the log that a command applies to. The argument can also be the URI of one of the log's documents. */
async function targetOf(app: App, argument: unknown): Promise<LogTarget | undefined> {
  const shown = argument instanceof vscode.Uri ? app.documents.find(argument)?.target : undefined;
  return shown ?? app.ask.log(argument);
}

/**
 * Returns the URI of a log's document. If the log cannot be read or is too long to be opened, shows a message and
 * returns undefined.
 */
async function uriOf(app: App, target: LogTarget, wanted: DocumentKind): Promise<vscode.Uri | undefined> {
  try {
    const { rawData } = await app.logs.get(target);
    const kind = fittingKind(wanted, rawData.length);
    if (kind) return app.documents.uri(target, kind);
    const saveAs = t('Save Raw Data As…');
    const megabytes = Math.round(rawData.length / 1024 / 1024);
    const tooLong = t('The raw data ({0} MiB) is too large to open in the editor.', megabytes);
    const chosen = await vscode.window.showInformationMessage(
      sentences(tooLong, t('It can be saved as a file.')),
      saveAs,
    );
    if (chosen === saveAs) await runCommand('partnerLogs.saveRawData', target);
  } catch (fault) {
    const retry = () => uriOf(app, target, wanted);
    return showFault(t('The log could not be opened.'), fault, { targets: [target], retry });
  }
  return undefined;
}
