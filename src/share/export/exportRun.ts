/** Runs an export, from its prompts to its result. Loaded on first use. */
import * as vscode from 'vscode';
import { abortable } from '../../base/abort.ts';
import { isServiceError } from '../../base/errors.ts';
import { IN_BACKGROUND, Limiter } from '../../base/limiter.ts';
import { domainLabel } from '../../connections/domainLabel.ts';
import type { DomainRef } from '../../connections/domainRef.ts';
import { domainOf, type LogTarget, targetId } from '../../connections/logTarget.ts';
import type { Services } from '../../connections/services.ts';
import { type ExportHead, logFileName, rowsFileName } from '../../formats/exportedLog.ts';
import { doJob } from '../../jobs.ts';
import type { RedactionOptions } from '../../redaction/redact.ts';
import type { LogService, RequestOptions } from '../../service/api.ts';
import type { LogFilter, LogKey } from '../../service/model.ts';
import { plural, t } from '../../text/l10n.ts';
import { asLabel } from '../../text/label.ts';
import type { TimeStyle } from '../../text/zonedTime.ts';
import { showFault } from '../../ui/showFault.ts';
import type { SharingOptions } from '../shareLogs.ts';
import {
  type DomainLogs,
  domainLogs,
  type ExportOptions,
  type ExportProgress,
  type ExportSummary,
  exportLogs,
  pickedLogs,
} from './exportLogs.ts';
import { askExport, askTarget, type ExportChoices } from './exportPrompts.ts';
import { revealTarget, targetPath, writeTarget } from './exportTarget.ts';
import { describeFileFault } from './fileFault.ts';
import { summaryText, timeLeft } from './summaryText.ts';

export interface ExportRunOptions extends Pick<SharingOptions, 'storage' | 'closing' | 'workerFile'> {
  readonly services: Services;
  /** Returns the style for times in a domain's logs, including the time zone if it is known. */
  readonly timeStyle: (domain: DomainRef) => TimeStyle;
  readonly lists: {
    currentLogs(domain: DomainRef, filter: LogFilter, signal: AbortSignal): Promise<DomainLogs['list']>;
  };
}

/** The subject of an export: a domain's filtered logs (`query` describes the filter in words) or individual logs. */
export type ExportSubject =
  | { readonly domain: DomainRef; readonly filter: LogFilter; readonly query: string }
  | { readonly logs: readonly LogTarget[]; readonly query?: undefined };

/** The choices for the last export in this window, except the level of detail, which is always reset to its default. */
let last: { readonly choices: ExportChoices; readonly folder: vscode.Uri } | undefined;

/** A subject, with a signal that aborts the export when one of the services that it reads from is no longer current. */
type Begun = ExportSubject & { readonly ending: AbortSignal };

function begun(services: Services, subject: ExportSubject): Begun {
  const targets: readonly Pick<LogTarget, 'connectionId' | 'ending'>[] =
    'domain' in subject ? [subject.domain] : subject.logs;
  const endings = targets.map(({ connectionId, ending }) => ending ?? services.ending(connectionId));
  return { ...subject, ending: AbortSignal.any(endings) };
}

/** Prompts for the options, exports with a progress bar, and shows the result. */
export async function runExport(options: ExportRunOptions, subject: ExportSubject): Promise<void> {
  const started = begun(options.services, subject);
  const choices = await askExport(titleOf(subject), last?.choices);
  if (choices) await exportAs(options, started, choices);
}

async function exportAs(options: ExportRunOptions, subject: Begun, choices: ExportChoices): Promise<void> {
  const target = await askTarget(fileName(subject, choices), choices.kind, last?.folder);
  if (!target) return;
  last = { choices, folder: vscode.Uri.joinPath(target, '..') };
  await exportTo(options, subject, choices, target);
}

async function exportTo(
  options: ExportRunOptions,
  subject: Begun,
  choices: ExportChoices,
  target: vscode.Uri,
): Promise<void> {
  try {
    const summary = await withProgress(options, subject, choices, target);
    await showSummary(target, summaryText(summary, choices));
  } catch (error) {
    await showExportFailure(options, subject, choices, target, error);
  }
}

function withProgress(
  options: ExportRunOptions,
  subject: Begun,
  choices: ExportChoices,
  target: vscode.Uri,
): Thenable<ExportSummary> {
  return vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: titleOf(subject), cancellable: true },
    async (progress, token) => {
      const cancelled = new AbortController();
      token.onCancellationRequested(() => cancelled.abort());
      const signal = AbortSignal.any([cancelled.signal, options.closing, subject.ending]);
      const { services, workerFile } = options;
      const targets = 'domain' in subject ? [subject.domain] : subject.logs;
      for (const id of new Set(targets.map(({ connectionId }) => connectionId)))
        await abortable(services.of(id), signal);
      const redaction = choices.level === 'essential' ? await services.redaction() : undefined;
      const head = await headOf(options, subject, redaction, signal);
      const { kind } = choices;
      const reads = await readsOf(options, subject, choices, signal);
      const onProgress = reporter(progress);
      return writeTarget(target, options.storage, (path) =>
        exportLogs({ ...reads, kind, redaction, head, target: path, workerFile, signal, onProgress }),
      );
    },
  );
}

/** Returns the logs to export. They are read with a few concurrent requests, like other reads in the background. */
async function readsOf(
  { services, lists }: ExportRunOptions,
  subject: ExportSubject,
  { detail }: ExportChoices,
  signal: AbortSignal,
): Promise<Pick<ExportOptions, 'source' | 'readDetail'>> {
  const limiter = new Limiter(IN_BACKGROUND);
  const read = <T>(id: string, send: (service: LogService, options: RequestOptions) => Promise<T>) =>
    limiter.run(async () => send(await services.of(id), { signal, priority: 'background' }), signal);
  const readLog = (id: string, key: LogKey) => read(id, (service, options) => service.log(key, options));
  if ('domain' in subject) {
    const { filter } = subject;
    const { connectionId } = subject.domain;
    const source = domainLogs({
      list: await lists.currentLogs(subject.domain, filter, signal),
      filter,
      filterNames: services.filterNames(connectionId),
      signal,
    });
    return { source, readDetail: detail ? ({ key }) => readLog(connectionId, key) : undefined };
  }
  const unique = new Map(subject.logs.map((log) => [targetId(log), log]));
  const logs = Array.from(unique.values(), ({ key, row }) => ({
    key,
    row: row ?? { idx: key.idx, other: {} },
  }));
  const connections = new Map(Array.from(unique.values(), ({ key, connectionId }) => [key, connectionId]));
  const readDetail = ({ key }: { readonly key: LogKey }) => readLog(connections.get(key) ?? '', key);
  return { source: pickedLogs(logs), readDetail: detail ? readDetail : undefined };
}

/**
 * Returns the information that is the same for all logs: the level of detail, the service, the time zone, and the
 * filter. Omits information that differs between logs. For logs from a file, returns the information in the file.
 */
async function headOf(
  { services, timeStyle, workerFile }: ExportRunOptions,
  subject: ExportSubject,
  redaction: RedactionOptions | undefined,
  signal: AbortSignal,
): Promise<ExportHead> {
  const [added, domains] =
    'domain' in subject ? [subject.filter, [subject.domain]] : [{}, subject.logs.map((log) => domainOf(log))];
  const heads = domains.map((domain): ExportHead => {
    const file = services.fileFacts(domain.connectionId);
    if (file) return file.head;
    const service = services.serviceName(domain.connectionId);
    return { level: 'exact', service, timeZone: timeStyle(domain).zone };
  });
  const only = <T>(values: readonly T[]) => (new Set(values).size === 1 ? values[0] : undefined);
  const before = only(heads.map((head) => JSON.stringify(head.filter))) === undefined ? {} : heads[0]?.filter;
  const filter: LogFilter = { ...before, ...added };
  return {
    level: redaction ? 'essential' : only(heads.map(({ level }) => level)),
    service: only(heads.map(({ service }) => service)),
    timeZone: only(heads.map(({ timeZone }) => timeZone)),
    filter: redaction ? await doJob('hiddenFilter', { filter, redaction }, { workerFile, signal }) : filter,
  };
}

/** Milliseconds between updates of the progress bar. */
const PACE = 250;

function reporter(progress: vscode.Progress<{ message: string; increment: number }>) {
  const started = performance.now();
  let shown = { at: 0, share: 0 };
  return ({ done, total }: ExportProgress) => {
    const at = performance.now();
    if (at - shown.at < PACE) return;
    const share = total === 0 ? 0 : Math.min(100, (100 * done) / total);
    const left = timeLeft(done, total, at - started);
    const counts = t('{0} of {1} logs', done, total);
    const increment = Math.max(0, share - shown.share);
    progress.report({ message: left ? t('{0}, {1}', counts, left) : counts, increment });
    shown = { at, share: shown.share + increment };
  };
}

async function showSummary(target: vscode.Uri, text: string): Promise<void> {
  const open = t('Open');
  const reveal = t('Reveal');
  const copyPath = t('Copy Path');
  const chosen = await vscode.window.showInformationMessage(text, open, reveal, copyPath);
  if (chosen === open) await vscode.commands.executeCommand('vscode.open', target);
  if (chosen === reveal) await revealTarget(target);
  if (chosen === copyPath) {
    await vscode.env.clipboard.writeText(targetPath(target));
    vscode.window.setStatusBarMessage(`$(check) ${t('Path copied')}`, 5_000);
  }
}

/** Shows why nothing was exported and offers an alternative. */
async function showExportFailure(
  options: ExportRunOptions,
  subject: Begun,
  choices: ExportChoices,
  target: vscode.Uri,
  error: unknown,
): Promise<void> {
  if (isServiceError(error, 'cancelled')) {
    const stopped = t('The export was stopped. Nothing was written.');
    vscode.window.setStatusBarMessage(`$(info) ${stopped}`, 10_000);
    return;
  }
  const nothing = t('Nothing was exported. If the file already existed, it was not changed.');
  const fileFault = describeFileFault(error);
  if (fileFault !== undefined) {
    const another = t('Choose Another Location…');
    const chosen = await vscode.window.showErrorMessage(`${nothing} ${fileFault}`, another);
    if (chosen === another) await exportAs(options, subject, choices);
    return;
  }
  const targets = 'domain' in subject ? [subject.domain] : subject.logs;
  const retry = () => exportTo(options, begun(options.services, subject), choices, target);
  await showFault(nothing, error, { targets, retry });
}

function titleOf(subject: ExportSubject): string {
  if ('domain' in subject) {
    const domain = asLabel(domainLabel(subject.domain));
    return subject.query === ''
      ? t('Export Logs of {0}', domain)
      : t('Export Logs of {0} ({1})', domain, asLabel(subject.query));
  }
  const { length } = subject.logs;
  return plural(length, { one: 'Export {0} Log', other: 'Export {0} Logs' });
}

function fileName(subject: ExportSubject, { kind }: ExportChoices): string {
  if ('domain' in subject) return rowsFileName(subject.domain.index, subject.filter, kind);
  const [first] = subject.logs;
  if (first && subject.logs.length === 1) return logFileName(first.key, kind);
  const domains = new Set(subject.logs.map(({ key }) => key.domain));
  return first && domains.size === 1 ? rowsFileName(first.key.domain, {}, kind) : `detection-logs.${kind}`;
}
