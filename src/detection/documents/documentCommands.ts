import * as vscode from 'vscode';
import type { LookUp } from '../../browse/lookUp/lookUp.ts';
import { isLogTarget, type LogTarget, targetId } from '../../connections/logTarget.ts';
import { registerCommand, runCommand } from '../../ui/ownCommands.ts';
import { showFault } from '../../ui/showFault.ts';
import type { DetectionParts } from '../detectionParts.ts';
import { logTarget } from '../logCommands.ts';
import { type DocumentKind, fittingKind } from './documentPath.ts';

export interface DocumentCommandsOptions
  extends Pick<DetectionParts, 'logs' | 'documents' | 'panels' | 'tableFocus'> {
  readonly lookUp: LookUp;
}

/** A log in the editor: raw, decoded, compared. */
export function documentCommands(options: DocumentCommandsOptions): vscode.Disposable[] {
  return [
    registerCommand('partnerLogs.openRawData', (argument) => openRawData(options, argument)),
    registerCommand('partnerLogs.openDecodedData', (argument) => openDecodedData(options, argument)),
    registerCommand('partnerLogs.compareLogs', (argument, all) => compareLogs(options, argument, all)),
  ];
}

async function openRawData(options: DocumentCommandsOptions, argument: unknown): Promise<void> {
  const target = await targetOf(options, argument);
  const uri = target && (await uriOf(options, target, 'raw'));
  if (uri) await options.documents.open(uri, { viewColumn: vscode.ViewColumn.Active });
}

/** The raw data, and the decoded data beside it. */
async function openDecodedData(options: DocumentCommandsOptions, argument: unknown): Promise<void> {
  const target = await targetOf(options, argument);
  const uri = target && (await uriOf(options, target, 'raw'));
  if (!uri) return;
  await options.documents.open(uri, { viewColumn: vscode.ViewColumn.Active });
  const beside = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
  await options.documents.open(options.documents.uri(target, 'decoded'), beside);
}

type Comparison = vscode.QuickPickItem & { readonly shows: DocumentKind };

const COMPARISONS: readonly Comparison[] = [
  {
    label: 'Normalised',
    detail: 'Headers sorted by name; differences in dates and unique IDs ignored',
    shows: 'normalised',
  },
  { label: 'Exact', detail: 'The raw data as it was sent', shows: 'raw' },
];

/** @param all what is selected in the tree, when that is where the command comes from */
async function compareLogs(options: DocumentCommandsOptions, argument: unknown, all: unknown): Promise<void> {
  const inTree = Array.isArray(all) ? all.filter(isLogTarget) : [];
  const selected = options.tableFocus.logsFor(argument) ?? inTree;
  const [left, second] = selected.length > 1 ? selected : [await targetOf(options, argument)];
  if (!left) return;
  const right =
    second ?? (await options.lookUp.ask('', { title: `Compare Log ${left.key.idx} with…`, compared: left }));
  if (!right) return;
  if (selected.length > 2 || targetId(left) === targetId(right)) {
    const message =
      'Only two different logs can be compared. Select two logs, or select one and choose the other.';
    void vscode.window.showInformationMessage(message);
    return;
  }
  const comparison = await vscode.window.showQuickPick(COMPARISONS, {
    title: `Compare Log ${left.key.idx} with Log ${right.key.idx}`,
    placeHolder: 'How?',
  });
  if (!comparison) return;
  const [leftUri, rightUri] = [
    await uriOf(options, left, comparison.shows),
    await uriOf(options, right, comparison.shows),
  ];
  if (!leftUri || !rightUri) return;
  const title = `Log ${left.key.idx} ↔ Log ${right.key.idx} (${comparison.label.toLowerCase()})`;
  await options.documents.compare(leftUri, rightUri, title);
}

/** The log that a command is about, which may be given by the address of one of its documents. */
async function targetOf(options: DocumentCommandsOptions, argument: unknown): Promise<LogTarget | undefined> {
  const shown = argument instanceof vscode.Uri ? options.documents.find(argument)?.target : undefined;
  return shown ?? logTarget(argument, options);
}

/**
 * Returns the URI of a log's document. Undefined, after a message, when the log cannot be read or is too long to be
 * opened.
 */
async function uriOf(
  { logs, documents }: Pick<DetectionParts, 'logs' | 'documents'>,
  target: LogTarget,
  wanted: DocumentKind,
): Promise<vscode.Uri | undefined> {
  try {
    const { rawData } = await logs.get(target);
    const kind = fittingKind(wanted, rawData.length);
    if (kind) return documents.uri(target, kind);
    const saveAs = 'Save Raw Data As…';
    const chosen = await vscode.window.showInformationMessage(
      `The raw data is ${Math.round(rawData.length / 1024 / 1024)} MiB long, more than the editor opens. It can be saved as a file.`,
      saveAs,
    );
    if (chosen === saveAs) await runCommand('partnerLogs.saveRawData', target);
  } catch (fault) {
    const retry = () => uriOf({ logs, documents }, target, wanted);
    return showFault('The log could not be opened.', fault, { targets: [target], retry });
  }
  return undefined;
}
