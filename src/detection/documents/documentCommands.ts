import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { isLogTarget, type LogTarget, targetId } from '../../connections/logTarget.ts';
import { t } from '../../text/l10n.ts';
import { sentences } from '../../text/sentences.ts';
import { runCommand } from '../../ui/ownCommands.ts';
import { registerRowCommand } from '../../ui/rowCommands.ts';
import { showFault } from '../../ui/showFault.ts';
import type { Logs } from '../logs.ts';
import { type DocumentKind, fittingKind } from './logDocument.ts';
import type { LogDocuments } from './logDocuments.ts';

export interface DocumentCommandsOptions {
  readonly ask: App['ask'];
  readonly activeLog: () => LogTarget | undefined;
  readonly tableFocus: App['tableFocus'];
  readonly lookUp: App['lookUp'];
  readonly logs: Logs;
  readonly documents: LogDocuments;
}

/** The commands that open a log in the editor, as raw or decoded data or in a comparison. */
export function documentCommands(options: DocumentCommandsOptions): vscode.Disposable[] {
  return [
    registerRowCommand('partnerLogs.openRawData', (argument) => openRawData(options, argument)),
    registerRowCommand('partnerLogs.openDecodedData', (argument) => openDecodedData(options, argument)),
    registerRowCommand('partnerLogs.compareLogs', (argument, all) => compareLogs(options, argument, all)),
  ];
}

async function openRawData(options: DocumentCommandsOptions, argument: unknown): Promise<void> {
  const target = await targetOf(options, argument);
  const uri = target && (await uriOf(options, target, 'raw'));
  if (uri) await options.documents.open(uri, { viewColumn: vscode.ViewColumn.Active });
}

/** Opens the raw data with the decoded data next to it. */
async function openDecodedData(options: DocumentCommandsOptions, argument: unknown): Promise<void> {
  const target = await targetOf(options, argument);
  const uri = target && (await uriOf(options, target, 'raw'));
  if (!uri) return;
  await options.documents.open(uri, { viewColumn: vscode.ViewColumn.Active });
  const beside = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
  await options.documents.open(options.documents.uri(target, 'decoded'), beside);
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
async function compareLogs(options: DocumentCommandsOptions, argument: unknown, all: unknown): Promise<void> {
  const inTree = Array.isArray(all) ? all.filter(isLogTarget) : [];
  const selected = options.tableFocus.logsFor(argument) ?? inTree;
  const [left, second] = selected.length > 1 ? selected : [await targetOf(options, argument)];
  if (!left) return;
  const idx = String(left.key.idx);
  const right =
    second ?? (await options.lookUp.ask('', { title: t('Compare Log {0} with…', idx), compared: left }));
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
    await uriOf(options, left, comparison.shows),
    await uriOf(options, right, comparison.shows),
  ];
  if (!leftUri || !rightUri) return;
  const title =
    comparison.shows === 'raw'
      ? t('Log {0} ↔ Log {1} (exact)', idx, other)
      : t('Log {0} ↔ Log {1} (normalized)', idx, other);
  await options.documents.compare(leftUri, rightUri, title);
}

/** Returns the log that a command applies to. The argument can also be the URI of one of the log's documents. */
async function targetOf(options: DocumentCommandsOptions, argument: unknown): Promise<LogTarget | undefined> {
  const shown = argument instanceof vscode.Uri ? options.documents.find(argument)?.target : undefined;
  return shown ?? options.ask.log(argument);
}

/**
 * Returns the URI of a log's document. If the log cannot be read or is too long to be opened, shows a message and
 * returns undefined.
 */
async function uriOf(
  { logs, documents }: { readonly logs: Logs; readonly documents: LogDocuments },
  target: LogTarget,
  wanted: DocumentKind,
): Promise<vscode.Uri | undefined> {
  try {
    const { rawData } = await logs.get(target);
    const kind = fittingKind(wanted, rawData.length);
    if (kind) return documents.uri(target, kind);
    const saveAs = t('Save Raw Data As…');
    const megabytes = Math.round(rawData.length / 1024 / 1024);
    const tooLong = t('The raw data ({0} MiB) is too large to open in the editor.', megabytes);
    const chosen = await vscode.window.showInformationMessage(
      sentences(tooLong, t('It can be saved as a file.')),
      saveAs,
    );
    if (chosen === saveAs) await runCommand('partnerLogs.saveRawData', target);
  } catch (fault) {
    const retry = () => uriOf({ logs, documents }, target, wanted);
    return showFault(t('The log could not be opened.'), fault, { targets: [target], retry });
  }
  return undefined;
}
