import * as vscode from 'vscode';
import { isServiceError, ServiceError } from '../base/errors.ts';
import { type LogTarget, targetId } from '../connections/logTarget.ts';
import type { Services } from '../connections/services.ts';
import type { ReportPreview } from '../formats/reportPreview.ts';
import type { Detail } from '../redaction/redact.ts';
import type { DetectionLog } from '../service/model.ts';
import { plural, t } from '../text/l10n.ts';
import { Panel, type ShownFault } from '../ui/panel.ts';
import { type CommonMessage, panelFailure } from '../ui/panelMessages.ts';
import { doJob } from '../work/logWork.ts';
import { openNewIssue, repositoryOf } from './createIssue.ts';
import { MOST_CHOICES, ReportChoices, sameValue, selectedTexts } from './reportChoices.ts';
import {
  type FromReport,
  type ReportPart,
  type ReportState,
  readFromReport,
  type ShownReport,
  type ToReport,
} from './reportMessages.ts';
import { reportSummary } from './reportSummary.ts';
import { type SharedLinkOptions, sharedLink } from './sharedLink.ts';

export const REPORT_VIEW_TYPE = 'partnerLogs.report';

export interface ReportPanelOptions extends SharedLinkOptions {
  readonly extensionUri: vscode.Uri;
  readonly services: Pick<Services, 'redaction' | 'fileIndex' | 'originalOf'>;
  readonly logs: {
    current(target: LogTarget): LogTarget;
    get(target: LogTarget, signal: AbortSignal): Promise<DetectionLog>;
  };
  readonly globalState: vscode.Memento;
  /** The compiled `logWorker.ts`. */
  readonly workerFile: string;
  /** The version of this extension. */
  readonly version: string;
}

/**
 * The subject of a panel: a report about a log, text written by the extension, or a report that is no longer available.
 */
export type ReportSubject =
  | { readonly kind: 'log'; readonly target: LogTarget }
  | { readonly kind: 'text'; readonly title: string; readonly text: string }
  | { readonly kind: 'gone' };

type OwnMessage = Exclude<FromReport, CommonMessage>;

type Shown =
  | { readonly kind: 'loading' }
  | {
      readonly kind: 'report';
      readonly report: ReportPreview;
      readonly number: number;
      readonly focus?: number;
    }
  | { readonly kind: 'failed'; readonly error: unknown };

/** A panel that shows a bug report exactly as it will be copied and lets the user show and hide values. */
export class ReportPanel extends Panel<OwnMessage, ToReport> {
  readonly #options: ReportPanelOptions;
  readonly #choices = new ReportChoices();
  #subject: ReportSubject | undefined;
  #detail: Detail = 'essential';
  #shown: Shown = { kind: 'loading' };
  #writing: AbortController | undefined;
  #written = 0;

  constructor(panel: vscode.WebviewPanel, options: ReportPanelOptions) {
    const { extensionUri } = options;
    super(panel, { extensionUri, name: 'report', title: t('Bug Report'), read: readFromReport });
    this.#options = options;
  }

  get subject(): ReportSubject | undefined {
    return this.#subject;
  }

  reveal(): void {
    this.webviewPanel.reveal();
  }

  /** Shows a subject, with all choices reset. Never rejects, because failures are shown in the panel. */
  async show(subject: ReportSubject, detail: Detail = 'essential'): Promise<void> {
    this.#subject =
      subject.kind === 'log' ? { ...subject, target: this.#options.logs.current(subject.target) } : subject;
    this.#detail = detail;
    this.#choices.clear();
    this.webviewPanel.title = titleOf(subject);
    await this.#write();
  }

  /** Reads the log again if reading it failed or if its connection now uses a different service. */
  refresh(): void {
    if (this.#subject?.kind !== 'log') return;
    const { target } = this.#subject;
    if (target.ending?.aborted) {
      this.#subject = { kind: 'log', target: this.#options.logs.current(target) };
      this.#choices.clear();
      this.#writing?.abort();
      this.#become({ kind: 'loading' });
    }
    this.whenVisible(() => void this.tryAgain());
  }

  protected async tryAgain(): Promise<void> {
    if (this.#shown.kind !== 'report') await this.#write();
  }

  protected get shownFault(): ShownFault | undefined {
    if (this.#shown.kind !== 'failed' || this.#subject?.kind !== 'log') return undefined;
    return { fault: this.#shown.error, target: this.#subject.target };
  }

  protected end(): void {
    this.#writing?.abort();
  }

  protected viewStateChanged(): void {}

  /**
   * Writes the report and shows it. Until it is written, any existing report stays visible.
   * @param changed the index of the value that the user chose to show or to hide
   */
  async #write(changed?: number): Promise<void> {
    this.#writing?.abort();
    const subject = this.#subject;
    if (subject?.kind === 'text') return this.#showReport(textReport(subject.text));
    if (subject?.kind !== 'log') return this.fill();
    const writing = new AbortController();
    this.#writing = writing;
    const before = this.#shown.kind === 'report' ? this.#shown.report.values : [];
    if (this.#shown.kind !== 'report') this.#become({ kind: 'loading' });
    try {
      const report = await this.#reportOf(subject.target, writing.signal);
      if (writing.signal.aborted) return;
      this.#showReport(report, changed === undefined ? undefined : sameValue(before, changed, report.values));
    } catch (error) {
      if (!writing.signal.aborted) this.#become({ kind: 'failed', error });
    }
  }

  async #reportOf(target: LogTarget, signal: AbortSignal): Promise<ReportPreview> {
    const { logs, services, version, workerFile } = this.#options;
    const log = await logs.get(target, signal);
    const redaction =
      this.#detail === 'exact'
        ? undefined
        : { ...(await services.redaction()), choices: this.#choices.choices };
    const link = sharedLink(target, this.#options);
    return doJob(
      'reportPreview',
      { log: { log, row: target.row, link }, redaction, version },
      { workerFile, signal },
    );
  }

  #showReport(report: ReportPreview, focus?: number): void {
    this.#become({
      kind: 'report',
      report,
      number: ++this.#written,
      ...(focus !== undefined && { focus }),
    });
  }

  #become(shown: Shown): void {
    this.#shown = shown;
    this.fill();
  }

  protected fill(): void {
    const link = this.#link();
    this.send({ type: 'show', state: this.#state(), ...(link !== undefined && { stored: { link } }) });
  }

  #link(): string | undefined {
    try {
      return this.#subject?.kind === 'log' ? this.#options.links.toLink(this.#subject.target) : undefined;
    } catch {
      return undefined;
    }
  }

  #state(): ReportState {
    const { title } = this.webviewPanel;
    if (this.#subject?.kind === 'gone') {
      return {
        kind: 'failed',
        title,
        headline: t('This report is no longer available.'),
        cause: t('Preview it again from its log.'),
        gone: true,
        canTryAgain: false,
      };
    }
    switch (this.#shown.kind) {
      case 'loading':
        return { kind: 'loading', title };
      case 'report':
        return { kind: 'report', title, shown: this.#shownReport(this.#shown) };
      case 'failed': {
        const { error } = this.#shown;
        return { kind: 'failed', title, gone: isServiceError(error, 'not-found'), ...panelFailure(error) };
      }
    }
  }

  #shownReport({ report, number, focus }: Extract<Shown, { kind: 'report' }>): ShownReport {
    const isLog = this.#subject?.kind === 'log';
    return {
      report: number,
      parts: partsOf(report),
      summary: isLog ? reportSummary(this.#detail, report) : t('This is the text that is copied.'),
      ...(isLog && { detail: this.#detail }),
      ...(focus !== undefined && { focus }),
    };
  }

  protected async receive(message: OwnMessage): Promise<void> {
    if (this.#shown.kind !== 'report') return;
    const { report, number } = this.#shown;
    switch (message.type) {
      case 'copy':
        await this.#copy(report);
        return this.#tell(t('Copied'));
      case 'createIssue': {
        const { globalState } = this.#options;
        const repository = await repositoryOf(globalState);
        if (repository === undefined) return;
        await this.#copy(report);
        return openNewIssue(globalState, repository, report);
      }
      case 'detail':
        // Choosing the essential level again also discards the choices.
        if (message.detail === 'essential') this.#choices.clear();
        this.#detail = message.detail;
        return this.#write();
      case 'hideText': {
        if (message.report !== number || this.#detail === 'exact') return;
        return this.#hide(selectedTexts(report, message));
      }
      default: {
        const value = message.report === number ? report.values[message.index] : undefined;
        if (!value) return;
        if (!this.#choices.choose(message.type, value)) return this.#tellTooMany();
        return this.#write(message.index);
      }
    }
  }

  /** Hides strings, and reports any that stay visible because the log does not contain them. */
  async #hide(texts: readonly string[]): Promise<void> {
    if (texts.length === 0) return this.#tell(t('Select text of the log to hide it.'));
    if (!this.#choices.hide(texts)) return this.#tellTooMany();
    await this.#write();
    if (this.#shown.kind !== 'report') return;
    const { text } = this.#shown.report;
    const left = texts.filter((hidden) => text.includes(hidden));
    this.#tell(
      left.length === 0
        ? t('The selected text is hidden.')
        : t('The report itself still contains some of the selected text.'),
    );
  }

  async #copy({ text }: ReportPreview): Promise<void> {
    if (this.#subject?.kind === 'log' && this.#subject.target.ending?.aborted)
      throw new ServiceError('connection-changed', 'The connection changed.');
    await vscode.env.clipboard.writeText(text);
  }

  #tellTooMany(): void {
    this.#tell(
      plural(MOST_CHOICES, {
        one: 'At most {0} value can be shown or hidden.',
        other: 'At most {0} values can be shown or hidden.',
      }),
    );
  }

  #tell(text: string): void {
    this.send({ type: 'told', text });
  }
}

/** Splits the report into parts. The parts with a state correspond to the report's values, in the same order. */
function partsOf({ text, values }: ReportPreview): readonly ReportPart[] {
  const parts: ReportPart[] = [];
  let end = 0;
  for (const value of values) {
    if (value.start > end) parts.push({ text: text.slice(end, value.start) });
    parts.push({ text: text.slice(value.start, value.end), state: value.state });
    ({ end } = value);
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

function textReport(text: string): ReportPreview {
  return { text, title: '', hidden: 0, notes: [], values: [] };
}

function titleOf(subject: ReportSubject): string {
  if (subject.kind === 'log') return t('Bug Report {0}', String(subject.target.key.idx));
  return subject.kind === 'text' ? subject.title : t('Bug Report');
}

/** Returns true if a subject is the report about this log. */
export function isSameLog(one: ReportSubject | undefined, target: LogTarget): boolean {
  return one?.kind === 'log' && targetId(one.target) === targetId(target);
}
