/** Exports a domain's filtered logs or selected logs to a file: the prompts, the progress bar, and the result. */
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { abortable } from '../base/abort.ts';
import { isServiceError } from '../base/errors.ts';
import { type DomainRef, domainId, domainLabel } from '../connections/domainRef.ts';
import { domainOf, isLogTarget, type LogTarget } from '../connections/logTarget.ts';
import { isNode } from '../connections/nodes.ts';
import { type ExportHead, rowsFileName } from '../formats/exportedLog.ts';
import { EXPORT_KINDS, type ExportKind, exportFormats } from '../formats/exportFormats.ts';
import { queryText } from '../formats/queryText.ts';
import type { Detail } from '../redaction/redact.ts';
import type { LogFilter } from '../service/model.ts';
import { FilterCheck } from '../service/queries/filter.ts';
import { local, message, plural, t } from '../text/l10n.ts';
import { asLabel } from '../text/label.ts';
import { sentences } from '../text/sentences.ts';
import { registerRowCommand } from '../ui/ownCommands.ts';
import { showFault } from '../ui/showFault.ts';
import { withProgress } from '../ui/withProgress.ts';
import { selectedLogs } from './copyCommands.ts';
import { offer } from './copyText.ts';
import { exportText, filteredLogs } from './exportText.ts';
import { describeFileFault } from './localFile.ts';
import { saveFile, writeFile } from './saveFile.ts';

/** The logs of a domain that match a filter, or selected logs. */
interface ExportSource {
  readonly title: string;
  /** The domain, or that of the first selected log. */
  readonly domain: DomainRef;
  readonly filter: LogFilter;
  readonly selected?: readonly LogTarget[];
  /** Aborted when one of the services that the logs are read from is no longer current. */
  readonly ending: AbortSignal;
}

/** What to export, how, and where. */
interface ExportTask extends ExportSource {
  readonly kind: ExportKind;
  /** True for full logs; false for only rows. */
  readonly isFull: boolean;
  readonly level: Detail;
  readonly target: vscode.Uri;
}

const NOTHING = message('Nothing was exported. If the file already existed, it was not changed.');

/** Registers the command that exports a domain's filtered logs, the logs in a table, or the selected logs. */
export function exportCommand(app: App): vscode.Disposable {
  return registerRowCommand('partnerLogs.exportLogs', async (argument, selected) => {
    const source = await sourceOf(app, argument, selected);
    const choices = source && (await promptChoices(source.title));
    if (!choices) return;
    await saveFile({
      title: t('Export Logs'),
      name: rowsFileName(source.domain.index, source.filter, choices.kind),
      failure: local(NOTHING),
      write: (target) => exportTo(app, { ...source, ...choices, target }),
    });
  });
}

/** Returns the logs in a command's argument, the selected logs if there are several, or a domain's logs. */
async function sourceOf(app: App, argument: unknown, all: unknown): Promise<ExportSource | undefined> {
  const { ask, filters, services, tableFocus } = app;
  const clicked = isLogTarget(argument) ? tableFocus.rowOf(argument) : undefined;
  const selected = clicked || !isNode(argument) ? selectedLogs(app, argument, all, clicked) : [];
  const [first] = selected;
  if (first && selected.length > (argument ? 0 : 1)) {
    const endings = selected.map(({ connectionId, ending }) => ending ?? services.ending(connectionId));
    return {
      title: plural(selected.length, { one: 'Export {0} Log', other: 'Export {0} Logs' }),
      ...{ domain: domainOf(first), filter: {}, selected, ending: AbortSignal.any(endings) },
    };
  }
  const domain = await ask.domain(argument);
  if (!domain) return undefined;
  const table = argument ? undefined : tableFocus.current;
  const isShown = table && domainId(table.domain) === domainId(domain);
  const query = isShown ? table.query : filters.query(domain);
  const [name, words] = [asLabel(domainLabel(domain)), asLabel(queryText(query, local))];
  const title = words === '' ? t('Export Logs of {0}', name) : t('Export Logs of {0} ({1})', name, words);
  const ending = services.ending(domain.connectionId);
  return { title, domain, filter: filters.on(domain, query), ending };
}

/** Prompts for the format, the content, and the level of detail. Returns undefined if the user cancels. */
async function promptChoices(title: string) {
  const prompt = async <T>(
    placeHolder: string,
    choices: readonly (readonly [value: T, label: string, description: string])[],
  ) => {
    const rows = choices.map(([value, label, description]) => ({ value, label, description }));
    return vscode.window.showQuickPick(rows, { title, placeHolder, ignoreFocusOut: true });
  };
  const kind = await prompt(
    t('Select a format'),
    EXPORT_KINDS.map((each) => {
      const { name, description } = exportFormats[each];
      return [each, name, local(description)];
    }),
  );
  if (!kind) return undefined;
  const detail = await prompt(t('Select how much of each log to export'), [
    [false, t('Rows only'), t('The columns of the list. Sends one request per 100 logs')],
    [true, t('Full details'), t('Also headers, response, and raw data. Sends one request per log')],
  ]);
  if (!detail) return undefined;
  const level = await prompt(t('Select the level of detail'), [
    ['essential', t('Essential'), t('Shows only names, ordinary values, and the match')],
    ['exact', t('Exact'), t('Nothing is redacted. The file might contain secrets')],
  ] as const);
  return level && { kind: kind.value, isFull: detail.value, level: level.value };
}

/** Writes the file, and shows the result. Rejects only if the file cannot be written. */
async function exportTo(app: App, task: ExportTask): Promise<void> {
  const { domain, ending, selected = [domain], target, title } = task;
  try {
    const said = await withProgress(
      title,
      (signal, report) => writeLogs(app, task, signal, report),
      AbortSignal.any([app.closing, ending]),
    );
    const shown = vscode.window.showInformationMessage(said, t('Open'));
    offer(shown, () => vscode.commands.executeCommand('vscode.open', target));
  } catch (error) {
    if (describeFileFault(error) !== undefined) throw error;
    const stopped = t('The export was stopped. Nothing was written.');
    if (isServiceError(error, 'cancelled')) vscode.window.setStatusBarMessage(`$(info) ${stopped}`, 10_000);
    const retry = () => exportTo(app, task);
    await showFault(error, local(NOTHING), selected, ending.aborted ? undefined : retry);
  }
}

/** Writes the file. Returns what it contains, and what it might not contain. */
async function writeLogs(
  app: App,
  task: ExportTask,
  signal: AbortSignal,
  report: (share: number, words: string) => void,
): Promise<string> {
  const { lists, services, storage, threads } = app;
  const { domain, filter, isFull, kind, level, selected, target } = task;
  // The facts about a file of logs are known once it is open.
  for (const { connectionId } of selected ?? [domain]) await abortable(services.of(connectionId), signal);
  const check = new FilterCheck(filter, services.conventions(domain.connectionId));
  const logs =
    selected?.map((log) => ({ ...log, row: log.row ?? { idx: log.key.idx, other: {} } })) ??
    filteredLogs(await lists.currentLogs(domain, filter, signal), check, signal);
  let [written, failed] = [0, 0];
  const text = exportText({
    ...{ kind, threads, signal, logs },
    readDetail: isFull
      ? async ({ connectionId = domain.connectionId, key }) =>
          (await services.of(connectionId)).log(key, { signal, priority: 'background' })
      : undefined,
    redaction: level === 'essential' ? await services.redaction() : undefined,
    head: headOf(app, task),
    onLog: (isFailed) => {
      written++;
      failed += Number(isFailed);
      const total = Math.max(written, logs.length);
      report(written / total, t('{0} of {1}', written, total));
    },
  });
  await writeFile(target, storage, text);
  const failures = plural(failed, {
    one: '{0} log could not be exported completely. For the reason, search the file for “error”.',
    other: '{0} logs could not be exported completely. For the reasons, search the file for “error”.',
  });
  return sentences(
    plural(written, { one: '{0} log exported.', other: '{0} logs exported.' }),
    level === 'essential'
      ? t('The file shows names, ordinary values, and the matches. Other values are hidden.')
      : t('Nothing is redacted. The file might contain secrets.'),
    ...(failed > 0 ? [failures] : []),
    ...('notes' in logs ? logs.notes() : []),
  );
}

/**
 * Returns the facts about an export: the level of detail, the service, and the time zone, if they are the same for all
 * logs, and the filter. For logs from a file, returns the facts in the file.
 */
function headOf({ services, timeStyle }: App, { domain, filter, selected }: ExportSource): ExportHead {
  const [head, ...others] = (selected?.map(domainOf) ?? [domain]).map((each): ExportHead => {
    const service = services.serviceName(each.connectionId);
    const { zone } = timeStyle(each);
    return services.fileFacts(each.connectionId)?.head ?? { level: 'exact', service, timeZone: zone };
  });
  const isOne = others.every((each) => isDeepStrictEqual(each, head));
  return isOne ? { ...head, filter: { ...head?.filter, ...filter } } : { filter };
}
