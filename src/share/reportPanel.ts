import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { isServiceError, ServiceError } from '../base/errors.ts';
import type { LogTarget } from '../connections/logTarget.ts';
import type { ReportPreview } from '../formats/logCopy.ts';
import { doJob } from '../jobs.ts';
import type { Detail } from '../redaction/redact.ts';
import { joined } from '../redaction/segments.ts';
import { plural, t } from '../text/l10n.ts';
import { sentences } from '../text/sentences.ts';
import { Panel, type ShownFault } from '../ui/panel.ts';
import { type CommonMessage, panelFailure } from '../ui/panelMessages.ts';
import { hiddenValues, sharedLink } from './copyLogs.ts';
import { openNewIssue, repositoryOf } from './createIssue.ts';
import { MOST_CHOICES, partsOf, ReportChoices, selectedTexts } from './reportChoices.ts';
import {
  type FromReport,
  type ReportState,
  readFromReport,
  type ShownReport,
  type ToReport,
} from './reportMessages.ts';

/** Milliseconds after which the panel states that it is still updating the report. */
const LONG = 500;

/** The subject of a panel: a report about a log, or text written by the extension. */
export type ReportSubject =
  | { readonly kind: 'log'; readonly target: LogTarget; readonly detail?: Detail }
  | { readonly kind: 'text'; readonly title: string; readonly text: string };

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
  readonly #app: App;
  readonly #choices = new ReportChoices();
  #subject: ReportSubject | undefined;
  #isGone = false;
  #detail: Detail = 'essential';
  #shown: Shown = { kind: 'loading' };
  #writing: AbortController | undefined;
  /** Settles when the report that is being written is displayed. */
  #pending: Promise<void> = Promise.resolve();
  #written = 0;

  constructor(panel: vscode.WebviewPanel, app: App) {
    super(panel, {
      extensionUri: app.extensionUri,
      name: 'report',
      title: t('Bug Report'),
      read: readFromReport,
    });
    this.#app = app;
  }

  get subject(): ReportSubject | undefined {
    return this.#subject;
  }

  reveal(): void {
    this.webviewPanel.reveal();
  }

  /**
   * Shows a subject, with all choices reset; undefined if the report is no longer available. Never rejects, because
   * failures are shown in the panel.
   */
  async show(subject: ReportSubject | undefined): Promise<void> {
    const isLog = subject?.kind === 'log';
    this.#subject = isLog ? { ...subject, target: this.#app.logs.current(subject.target) } : subject;
    this.#isGone = subject === undefined;
    this.#detail = (isLog && subject.detail) || 'essential';
    this.#choices.clear();
    this.webviewPanel.title = titleOf(subject);
    await this.#write();
  }

  /** Reads the log again if reading it failed or if its connection now uses a different service. */
  refresh(): void {
    if (this.#subject?.kind !== 'log') return;
    const { target } = this.#subject;
    if (target.ending?.aborted) {
      this.#subject = { kind: 'log', target: this.#app.logs.current(target) };
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
   * @param focus the index of the value that receives focus
   */
  #write(focus?: number): Promise<void> {
    this.#writing?.abort();
    const writing = new AbortController();
    this.#writing = writing;
    const long = setTimeout(() => this.#tell(t('Updating the report')), LONG);
    const written = this.#writeReport(writing.signal, focus).finally(() => clearTimeout(long));
    this.#pending = written;
    return written;
  }

  async #writeReport(signal: AbortSignal, focus: number | undefined): Promise<void> {
    const subject = this.#subject;
    if (subject?.kind === 'text') return this.#showReport(textReport(subject.text));
    if (subject?.kind !== 'log') return this.fill();
    if (this.#shown.kind !== 'report') this.#become({ kind: 'loading' });
    try {
      const report = await this.#reportOf(subject.target, signal);
      if (!signal.aborted) this.#showReport(report, focus);
    } catch (error) {
      if (!signal.aborted) this.#become({ kind: 'failed', error });
    }
  }

  /** Returns the displayed report once all choices are applied, or undefined if there is none. */
  async #current(): Promise<ReportPreview | undefined> {
    for (let pending: Promise<void> | undefined; pending !== this.#pending; ) {
      pending = this.#pending;
      await pending;
    }
    return this.#shown.kind === 'report' ? this.#shown.report : undefined;
  }

  async #reportOf(target: LogTarget, signal: AbortSignal): Promise<ReportPreview> {
    const { logs, services, version, workerFile } = this.#app;
    const log = await logs.get(target, signal);
    const redaction = { ...(await services.redaction()), choices: this.#choices.choices };
    const copied = { log, row: target.row, link: sharedLink(this.#app, target) };
    return doJob(
      'reportPreview',
      { logs: [copied], detail: this.#detail, redaction, version },
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
      return this.#subject?.kind === 'log' ? this.#app.links.toStored(this.#subject.target) : undefined;
    } catch {
      return undefined;
    }
  }

  #state(): ReportState {
    const { title } = this.webviewPanel;
    if (this.#isGone) {
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
      parts: partsOf(report.segments),
      summary: isLog ? summaryOf(this.#detail, report) : t('This is the text that is copied.'),
      ...(isLog && { detail: this.#detail }),
      ...(focus !== undefined && { focus }),
    };
  }

  protected async receive(message: OwnMessage): Promise<void> {
    if (message.type === 'copy') {
      const report = await this.#current();
      if (!report) return;
      await this.#copy(report);
      return this.#tell(t('Copied'));
    }
    if (message.type === 'createIssue') return this.#createIssue();
    if (message.type === 'detail') {
      // Choosing the essential level again also discards the choices.
      if (message.detail === 'essential') this.#choices.clear();
      this.#detail = message.detail;
      return this.#write();
    }
    if (this.#shown.kind !== 'report' || message.report !== this.#shown.number) return;
    const { segments } = this.#shown.report;
    if (message.type === 'hideText') return this.#hide(selectedTexts(segments, message));
    const values = segments.filter((segment) => typeof segment !== 'string');
    const value = values[message.index];
    if (!value) return;
    if (!this.#choices.toggle(value)) return this.#tellTooMany();
    return this.#write(message.index);
  }

  async #createIssue(): Promise<void> {
    const { workspaceState } = this.#app;
    const repository = await repositoryOf(workspaceState);
    // The user can change the report while the prompt is open.
    const report = await this.#current();
    if (repository === undefined || !report) return;
    await this.#copy(report);
    await openNewIssue(workspaceState, repository, report);
  }

  /** Hides strings, and reports any that stay visible because the log does not contain them. */
  async #hide(texts: readonly string[]): Promise<void> {
    if (this.#detail === 'exact') return;
    if (texts.length === 0) return this.#tell(t('Select text of the log to hide it.'));
    if (!this.#choices.hide(texts)) return this.#tellTooMany();
    await this.#write();
    const report = await this.#current();
    if (!report) return;
    const text = joined(report.segments);
    this.#tell(
      texts.some((hidden) => text.includes(hidden))
        ? t('The report itself still contains some of the selected text.')
        : t('The selected text is hidden.'),
    );
  }

  async #copy({ segments }: ReportPreview): Promise<void> {
    if (this.#subject?.kind === 'log' && this.#subject.target.ending?.aborted)
      throw new ServiceError('connection-changed', 'The connection changed.');
    await vscode.env.clipboard.writeText(joined(segments));
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

function textReport(text: string): ReportPreview {
  return { segments: [text], title: '', hidden: 0, notes: [] };
}

/** Returns one line that describes the values that a report hides and explains how to show more. */
function summaryOf(detail: Detail, report: ReportPreview): string {
  if (detail === 'exact') return t('Nothing is hidden. This might contain secrets.');
  const hidden = hiddenValues(report);
  return sentences(
    ...(hidden.length === 0 ? [t('Nothing is hidden.')] : [...hidden, t('To show one, select it.')]),
    t('To hide text, select it.'),
  );
}

function titleOf(subject: ReportSubject | undefined): string {
  if (subject?.kind === 'log') return t('Bug Report {0}', String(subject.target.key.idx));
  return subject?.title ?? t('Bug Report');
}
