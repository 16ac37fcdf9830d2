/** Exports logs to a file: the prompts, the progress bar, and the result. */
import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { abortable } from '../base/abort.ts';
import { isServiceError } from '../base/errors.ts';
import { domainId } from '../connections/domainRef.ts';
import { isLogTarget } from '../connections/logTarget.ts';
import { isNode } from '../connections/nodes.ts';
import type { ShownLogs } from '../connections/openTable.ts';
import { type ExportContent, rowsFileName } from '../formats/exportedLog.ts';
import { EXPORT_KINDS, type ExportKind, exportFormats } from '../formats/exportFormats.ts';
import type { Detail } from '../redaction/redact.ts';
import { local, message, plural, t } from '../text/l10n.ts';
import { sentences } from '../text/sentences.ts';
import { registerRowCommand } from '../ui/ownCommands.ts';
import { showFault } from '../ui/showFault.ts';
import { withProgress } from '../ui/withProgress.ts';
import { selectedLogs } from './copyCommands.ts';
import { domainSource, type ExportSource, headOf, type SourceLog, selectionSource } from './exportSource.ts';
import { exportText } from './exportText.ts';
import { describeFileFault } from './localFile.ts';
import { saveFile, writeFile } from './saveFile.ts';

interface Choice<T> extends vscode.QuickPickItem {
  readonly value: T;
}

interface ExportChoices extends ExportContent {
  readonly kind: ExportKind;
}

const NOTHING = message('Nothing was exported. If the file already existed, it was not changed.');

/** Registers the command that exports a domain's filtered logs, the logs in a table, or the selected logs. */
export function exportCommand(app: App): vscode.Disposable {
  return registerRowCommand('partnerLogs.exportLogs', async (argument, selected) => {
    const source = await sourceOf(app, argument, selected);
    const choices = source && (await promptChoices(source.title));
    if (!choices) return;
    const [domain] = source.domains;
    await saveFile({
      title: t('Export Logs'),
      name: rowsFileName(domain?.index ?? 0, source.filter, choices.kind),
      failure: local(NOTHING),
      write: (target) => exportTo(app, source, choices, target),
    });
  });
}

/** Returns the logs in a command's argument, the selected logs if there are several, or a domain's logs. */
async function sourceOf(app: App, argument: unknown, selected: unknown): Promise<ExportSource | undefined> {
  const { ask, filters, tableFocus } = app;
  const clicked = isLogTarget(argument) ? tableFocus.rowOf(argument) : undefined;
  const logs = clicked || !isNode(argument) ? selectedLogs(app, argument, selected, clicked) : [];
  if (logs.length > (argument ? 0 : 1)) return selectionSource(app, logs);
  const domain = await ask.domain(argument);
  if (!domain) return undefined;
  const { query } = Object(argument) as Partial<ShownLogs>;
  const table = tableFocus.current;
  const isShown = !argument && table && domainId(table.domain) === domainId(domain);
  const shown = isShown ? table.query : undefined;
  return domainSource(app, domain, query ?? shown ?? filters.query(domain));
}

/** Prompts for the format, the content, and the level of detail. Returns undefined if the user cancels. */
async function promptChoices(title: string): Promise<ExportChoices | undefined> {
  const prompt = <T>(placeHolder: string, items: readonly Choice<T>[]) =>
    vscode.window.showQuickPick(items, { title, placeHolder, ignoreFocusOut: true });
  const choice = <T>(label: string, description: string, value: T): Choice<T> => ({
    label,
    description,
    value,
  });
  const kind = await prompt(
    t('Select a format'),
    EXPORT_KINDS.map((each) =>
      choice(exportFormats[each].name, local(exportFormats[each].description), each),
    ),
  );
  if (!kind) return undefined;
  const detail = await prompt(t('Select how much of each log to export'), [
    choice(t('Rows only'), t('The columns of the list. Sends one request per 100 logs'), false),
    choice(t('Full details'), t('Also headers, response, and raw data. Sends one request per log'), true),
  ]);
  if (!detail) return undefined;
  const level = await prompt(t('Select the level of detail'), [
    choice<Detail>(t('Essential'), t('Shows only names, ordinary values, and the match'), 'essential'),
    choice<Detail>(t('Exact'), t('Nothing is redacted. The file might contain secrets'), 'exact'),
  ]);
  return level && { kind: kind.value, detail: detail.value, level: level.value };
}

/** Writes the file, and shows the result. Rejects only if the file cannot be written. */
async function exportTo(
  app: App,
  source: ExportSource,
  choices: ExportChoices,
  target: vscode.Uri,
): Promise<void> {
  const { closing, services, storage, threads } = app;
  const { title, domains, ending } = source;
  const { kind, detail, level } = choices;
  const write = async (signal: AbortSignal, report: (share: number, words: string) => void) => {
    for (const id of new Set(domains.map(({ connectionId }) => connectionId)))
      await abortable(services.of(id), signal);
    const redaction = level === 'essential' ? await services.redaction() : undefined;
    const opened = await source.open(signal);
    const readDetail = async ({ connectionId, key }: SourceLog) =>
      (await services.of(connectionId)).log(key, { signal, priority: 'background' });
    let [logs, failed] = [0, 0];
    const text = exportText({
      ...{ kind, redaction, threads, signal },
      head: headOf(app, source),
      logs: opened.logs,
      readDetail: detail ? readDetail : undefined,
      onLog: (isFailed) => {
        logs++;
        failed += Number(isFailed);
        const total = Math.max(logs, opened.total);
        report(logs / total, t('{0} of {1}', logs, total));
      },
    });
    await writeFile(target, storage, text);
    const failures = plural(failed, {
      one: '{0} log could not be exported in full. For the reason, search the file for “error”.',
      other: '{0} logs could not be exported in full. For the reasons, search the file for “error”.',
    });
    return sentences(
      plural(logs, { one: '{0} log exported.', other: '{0} logs exported.' }),
      redaction
        ? t('The file shows names, ordinary values, and the matches. Other values are hidden.')
        : t('Nothing is redacted. The file might contain secrets.'),
      ...(failed > 0 ? [failures] : []),
      ...opened.notes(),
    );
  };
  try {
    void showResult(target, await withProgress(title, write, AbortSignal.any([closing, ending])));
  } catch (error) {
    if (describeFileFault(error) !== undefined) throw error;
    const stopped = t('The export was stopped. Nothing was written.');
    if (isServiceError(error, 'cancelled')) vscode.window.setStatusBarMessage(`$(info) ${stopped}`, 10_000);
    const retry = () => exportTo(app, source, choices, target);
    await showFault(local(NOTHING), error, { targets: domains, ...(ending.aborted ? {} : { retry }) });
  }
}

async function showResult(target: vscode.Uri, text: string): Promise<void> {
  const open = t('Open');
  const chosen = await vscode.window.showInformationMessage(text, open);
  if (chosen === open) await vscode.commands.executeCommand('vscode.open', target);
}
