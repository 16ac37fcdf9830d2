/** An export from its questions to its result. Loaded when first asked. */
import * as vscode from 'vscode';
import { type LogTarget, targetId } from '../connections/logTarget.ts';
import { type ExportProgress, type ExportSummary, exportLogs } from '../export/exportLogs.ts';
import { ExportReads } from '../export/exportReads.ts';
import { describeFileFault } from '../export/fileFault.ts';
import { DomainLogs, type LogSource, PickedLogs } from '../export/logSource.ts';
import { summaryText } from '../export/summaryText.ts';
import { timeLeft } from '../export/timeLeft.ts';
import { logFileName, rowsFileName } from '../report/fileName.ts';
import { asLabel } from '../report/label.ts';
import type { LogService } from '../service/api.ts';
import type { ParameterNames } from '../service/conventions.ts';
import { isServiceError } from '../service/errors.ts';
import type { FilterField } from '../service/filter.ts';
import type { DetectionLog, LogFilter, LogKey } from '../service/model.ts';
import { type DomainTarget, domainLabel } from '../views/nodes.ts';
import { askExport, askTarget, type ExportChoices } from './exportPrompts.ts';
import { revealTarget, targetPath, writeTarget } from './exportTarget.ts';
import { showFault } from './faultMessage.ts';
import { redactionSetting } from './redactionSetting.ts';

export interface ExportRunOptions {
  readonly serviceOf: (connectionId: string) => Promise<LogService>;
  readonly filterNames: (connectionId: string) => ParameterNames<FilterField>;
  readonly detectedType: (connectionId: string) => string;
  /** A folder of this machine for what cannot be written where it belongs at once. */
  readonly storage: vscode.Uri;
  /** Of this extension. */
  readonly version: string;
  /** Aborted when the window closes. */
  readonly closing: AbortSignal;
}

/** What is exported: a domain's logs as its filter leaves them (`query` is the filter in words), or certain logs. */
export type ExportSubject =
  | { readonly domain: DomainTarget; readonly filter: LogFilter; readonly query: string }
  | { readonly logs: readonly LogTarget[]; readonly query?: undefined };

/** What was chosen last in this window, but for redaction, which is the default again each time. */
let last: { readonly choices: ExportChoices; readonly folder: vscode.Uri } | undefined;

/** Asks what is wanted, exports it under a progress bar, and tells what came of it. */
export async function runExport(options: ExportRunOptions, subject: ExportSubject): Promise<void> {
  const choices = await askExport(titleOf(subject), last?.choices);
  if (choices) await exportAs(options, subject, choices);
}

async function exportAs(
  options: ExportRunOptions,
  subject: ExportSubject,
  choices: ExportChoices,
): Promise<void> {
  const target = await askTarget(fileName(subject, choices), choices.kind, last?.folder);
  if (!target) return;
  last = { choices, folder: vscode.Uri.joinPath(target, '..') };
  await exportTo(options, subject, choices, target);
}

async function exportTo(
  options: ExportRunOptions,
  subject: ExportSubject,
  choices: ExportChoices,
  target: vscode.Uri,
): Promise<void> {
  try {
    const summary = await withProgress(options, subject, choices, target);
    await showSummary(target, summaryText(summary, choices.redacted));
  } catch (error) {
    await showFailure(options, subject, choices, target, error);
  }
}

function withProgress(
  options: ExportRunOptions,
  subject: ExportSubject,
  choices: ExportChoices,
  target: vscode.Uri,
): Thenable<ExportSummary> {
  return vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: titleOf(subject), cancellable: true },
    async (progress, token) => {
      const cancelled = new AbortController();
      token.onCancellationRequested(() => cancelled.abort());
      const signal = AbortSignal.any([cancelled.signal, options.closing]);
      const { source, readDetail } = await open(options, subject, signal);
      return writeTarget(target, options.storage, (path) =>
        exportLogs({
          source,
          readDetail: choices.detail ? readDetail : undefined,
          kind: choices.kind,
          redaction: choices.redacted ? redactionSetting() : undefined,
          target: path,
          version: options.version,
          signal,
          onProgress: reporter(progress),
        }),
      );
    },
  );
}

interface Opened {
  readonly source: LogSource;
  readonly readDetail: (key: LogKey) => Promise<DetectionLog>;
}

async function open(options: ExportRunOptions, subject: ExportSubject, signal: AbortSignal): Promise<Opened> {
  const { serviceOf, filterNames, detectedType } = options;
  if ('domain' in subject) {
    const { connectionId, domain } = subject.domain;
    const reads = new ExportReads(await serviceOf(connectionId), signal);
    const source = new DomainLogs({
      reads,
      domain: domain.index,
      filter: subject.filter,
      filterNames: filterNames(connectionId),
      detectedType: detectedType(connectionId),
    });
    return { source, readDetail: (key) => reads.log(key) };
  }
  const logs = [...new Map(subject.logs.map((log) => [targetId(log), log])).values()];
  const connectionOf = new Map(logs.map(({ key, connectionId }) => [key, connectionId]));
  const source = new PickedLogs(
    logs.map(({ key, row }) => ({ key, row: row ?? { idx: key.idx, other: {} } })),
  );
  const readDetail = async (key: LogKey) => {
    const service = await serviceOf(connectionOf.get(key) ?? '');
    return service.log(key, { signal, priority: 'background' });
  };
  return { source, readDetail };
}

/** Milliseconds between two changes of the progress bar. */
const PACE = 250;

function reporter(progress: vscode.Progress<{ message: string; increment: number }>) {
  const started = performance.now();
  let shown = { at: 0, share: 0 };
  return ({ done, total }: ExportProgress) => {
    const at = performance.now();
    if (at - shown.at < PACE) return;
    const share = total === 0 ? 0 : Math.min(100, (100 * done) / total);
    const left = timeLeft(done, total, at - started);
    const counts = `${done.toLocaleString('en')} of ${total.toLocaleString('en')} logs`;
    const increment = Math.max(0, share - shown.share);
    progress.report({ message: left ? `${counts}, ${left}` : counts, increment });
    shown = { at, share: shown.share + increment };
  };
}

async function showSummary(target: vscode.Uri, text: string): Promise<void> {
  const open = 'Open';
  const reveal = 'Reveal';
  const copyPath = 'Copy Path';
  const chosen = await vscode.window.showInformationMessage(text, open, reveal, copyPath);
  if (chosen === open) await vscode.commands.executeCommand('vscode.open', target);
  if (chosen === reveal) await revealTarget(target);
  if (chosen === copyPath) await vscode.env.clipboard.writeText(targetPath(target));
}

/** Says why nothing was exported, and offers the way that may work. */
async function showFailure(
  options: ExportRunOptions,
  subject: ExportSubject,
  choices: ExportChoices,
  target: vscode.Uri,
  error: unknown,
): Promise<void> {
  if (isServiceError(error, 'cancelled')) {
    vscode.window.setStatusBarMessage('$(info) The export was stopped. Nothing was written.', 10_000);
    return;
  }
  const nothing = 'Nothing was exported, and what was there before is as it was.';
  const fileFault = describeFileFault(error);
  if (fileFault !== undefined) {
    const another = 'Choose Another Place…';
    const chosen = await vscode.window.showErrorMessage(`${nothing} ${fileFault}`, another);
    if (chosen === another) await exportAs(options, subject, choices);
    return;
  }
  if (error instanceof Error && 'code' in error && error.code === 'TOO_MANY_FAILED') {
    const rows = 'Export Rows Only…';
    const message = `${nothing} ${error.message} Export the rows only, or filter the logs first.`;
    const chosen = await vscode.window.showErrorMessage(message, rows);
    const kind = choices.kind === 'har' ? 'csv' : choices.kind;
    if (chosen === rows) await exportAs(options, subject, { ...choices, kind, detail: false });
    return;
  }
  const targets = 'domain' in subject ? [subject.domain] : subject.logs;
  await showFault(nothing, error, { targets, retry: () => exportTo(options, subject, choices, target) });
}

function titleOf(subject: ExportSubject): string {
  if ('domain' in subject) {
    const domain = asLabel(domainLabel(subject.domain.domain));
    return subject.query === ''
      ? `Export Logs of ${domain}`
      : `Export Logs of ${domain} (${asLabel(subject.query)})`;
  }
  const { length } = subject.logs;
  return length === 1 ? 'Export 1 Log' : `Export ${length} Logs`;
}

function fileName(subject: ExportSubject, { kind }: ExportChoices): string {
  if ('domain' in subject) return rowsFileName(subject.domain.domain.index, subject.filter, kind);
  const [first] = subject.logs;
  if (first && subject.logs.length === 1) return logFileName(first.key, kind);
  const domains = new Set(subject.logs.map(({ key }) => key.domain));
  return first && domains.size === 1 ? rowsFileName(first.key.domain, {}, kind) : `detection-logs.${kind}`;
}
