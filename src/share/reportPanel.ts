import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { isServiceError, ServiceError } from '../base/errors.ts';
import { isObject } from '../base/values.ts';
import { checkCurrent, type LogTarget, targetId } from '../connections/logTarget.ts';
import type { LogCopy } from '../formats/copyFormats.ts';
import type { Detail } from '../redaction/redact.ts';
import { hiddenCount, joined, KEY, type Segment, shownSegment, valueId } from '../redaction/segments.ts';
import { t } from '../text/l10n.ts';
import { sentences } from '../text/sentences.ts';
import { Panel } from '../ui/panel.ts';
import { type CommonMessage, panelFailure } from '../ui/panelMessages.ts';
import { PanelSet } from '../ui/panelSet.ts';
import { hiddenText } from './copyText.ts';
import { createIssue } from './createIssue.ts';
import {
  type FromReport,
  type ReportPart,
  readFromReport,
  type ShownReport,
  type ToReport,
} from './reportMessages.ts';
import { writeReport } from './reports.ts';

/** The subject of a panel: a report about a log, or a text that was copied. */
type ReportSubject = { readonly target: LogTarget } | { readonly title: string; readonly copy: LogCopy };

type OwnMessage = Exclude<FromReport, CommonMessage>;

/** The report panels in this window, at most one per log. */
export class ReportPanels extends PanelSet<ReportSubject, ReportPanel> {
  constructor(app: App) {
    super({
      viewType: 'partnerLogs.report',
      titleOf: () => t('Bug Report'),
      create: (webview) => new ReportPanel(webview, app),
      idOf: (subject) => ('target' in subject ? targetId(subject.target) : subject.title),
      restored: (state) => {
        const { link } = (state ?? {}) as { link?: unknown };
        const target = typeof link === 'string' ? app.links.fromStored(link) : undefined;
        return target && { target };
      },
    });
  }

  /** Closes a panel that showed a text, which is not stored. */
  override async deserializeWebviewPanel(webview: vscode.WebviewPanel, state: unknown): Promise<void> {
    if (isObject(state)) return super.deserializeWebviewPanel(webview, state);
    webview.dispose();
  }

  /** The log whose report is in the focused panel. */
  get activeLog(): LogTarget | undefined {
    return this.active?.log;
  }

  /** Shows the report about a log next to the active editor. If it is already open, hides all values again. */
  openLog(target: LogTarget): void {
    this.open({ target }, vscode.ViewColumn.Beside);
  }

  /** Shows a copy that the user can read before sharing it. The title must not contain external text. */
  showText(title: string, copy: LogCopy): void {
    void this.create(vscode.ViewColumn.Beside).show({ title, copy });
  }

  /** Rereads logs after a connection, its key, or its conventions have changed. */
  refresh(): void {
    for (const panel of this.all) panel.refresh();
  }
}

/** A panel that shows a bug report exactly as it will be copied and lets the user show and hide values. */
class ReportPanel extends Panel<OwnMessage, ToReport> {
  readonly #app: App;
  subject: ReportSubject | undefined;
  #detail: Detail = 'essential';
  /** The IDs (`valueId`) of the values that the panel has displayed, by their number. */
  readonly #values: string[] = [];
  /** The IDs of the values that the user chose to show. Kept in memory only. */
  readonly #shown = new Set<string>();
  /** The texts that the user chose to hide. Kept in memory only. */
  #hidden: readonly string[] = [];
  #report: LogCopy | undefined;
  #fault: unknown;
  #writing = new AbortController();
  /** Settles when the report that is being written, or the one that replaces it, is displayed. */
  #written: Promise<void> = Promise.resolve();

  constructor(panel: vscode.WebviewPanel, app: App) {
    super(panel, app.extensionUri, 'report', t('Bug Report'), readFromReport);
    this.#app = app;
  }

  get log(): LogTarget | undefined {
    return this.subject && 'target' in this.subject ? this.subject.target : undefined;
  }

  /** Shows a subject; undefined if the report is no longer available. Failures are shown in the panel. */
  show(subject: ReportSubject | undefined): Promise<void> {
    const isLog = subject && 'target' in subject;
    this.subject = isLog ? { target: this.#app.logs.current(subject.target) } : subject;
    this.#choose('essential');
    this.#report = undefined;
    this.webviewPanel.title = isLog
      ? t('Bug Report {0}', String(subject.target.key.idx))
      : (subject?.title ?? t('Bug Report'));
    return this.#write();
  }

  /** Reads the log again if reading it failed or if its connection now uses a different service. */
  refresh(): void {
    const { log } = this;
    if (log && (!this.#report || log.ending?.aborted))
      this.whenVisible(() => void this.show({ target: log }));
  }

  protected tryAgain(): Promise<void> {
    return this.#write();
  }

  protected get shownFault() {
    return this.#fault === undefined ? undefined : { fault: this.#fault, target: this.log };
  }

  protected end(): void {
    this.#writing.abort();
    this.#written = Promise.resolve();
  }

  protected viewStateChanged(): void {}

  protected async receive(message: OwnMessage): Promise<void> {
    switch (message.type) {
      case 'copy':
        if (await this.#copy()) vscode.window.setStatusBarMessage(`$(check) ${t('Report copied')}`, 5_000);
        return;
      case 'createIssue':
        await createIssue(this.#app, () => this.#copy());
        return;
      case 'detail':
        this.#choose(message.detail);
        return this.#write();
      case 'toggle': {
        const id = this.#values[message.value];
        if (id === undefined) return;
        const rest = this.#hidden.filter((text) => valueId(text) !== id);
        if (rest.length < this.#hidden.length) this.#hidden = rest;
        else if (!this.#shown.delete(id)) this.#shown.add(id);
        return this.#write();
      }
      case 'hide':
        this.#hidden = [...this.#hidden, ...message.texts];
        return this.#write();
    }
  }

  /** Copies the displayed report once all choices are applied, and returns it. Returns undefined if there is none. */
  async #copy(): Promise<LogCopy | undefined> {
    await this.#written;
    if (!this.#report) return undefined;
    if (this.log) checkCurrent(this.log);
    await vscode.env.clipboard.writeText(joined(this.#report.segments));
    return this.#report;
  }

  /** Writes the report and shows it. Until it is written, any existing report stays visible. */
  #write(): Promise<void> {
    this.#writing.abort();
    this.#writing = new AbortController();
    this.#written = this.#writeReport(this.#writing.signal);
    return this.#written;
  }

  async #writeReport(writing: AbortSignal): Promise<void> {
    this.#fault = undefined;
    if (!this.#report) this.fill();
    const [result] = await Promise.allSettled([this.#read(writing)]);
    if (writing.aborted) return this.#written;
    this.#report = result.status === 'fulfilled' ? result.value : undefined;
    this.#fault = result.status === 'rejected' ? result.reason : undefined;
    this.fill();
  }

  async #read(signal: AbortSignal): Promise<LogCopy> {
    const { subject } = this;
    if (!subject) throw new ServiceError('connection-removed', 'The log of a restored panel is gone.');
    if ('copy' in subject) return subject.copy;
    const choices = { shown: [...this.#shown], hidden: this.#hidden };
    return writeReport(this.#app, subject.target, signal, this.#detail, choices);
  }

  /** Sets the level of detail, and discards the choices for single values. */
  #choose(detail: Detail): void {
    this.#detail = detail;
    this.#shown.clear();
    this.#hidden = [];
  }

  protected fill(): void {
    const { log } = this;
    this.send({
      title: this.webviewPanel.title,
      ...(this.#report && { shown: this.#content(this.#report) }),
      ...(this.#fault !== undefined && {
        failure: { ...panelFailure(this.#fault), gone: isServiceError(this.#fault, 'not-found') },
      }),
      ...(log?.ending?.aborted === false && { stored: { link: this.#app.links.toStored(log) } }),
    });
  }

  #content({ segments }: LogCopy): ShownReport {
    if (!this.log) return { parts: [{ text: joined(segments) }], summary: t('This text was copied.') };
    const [parts, detail] = [segments.map((each) => this.#part(each)), this.#detail];
    if (detail === 'exact')
      return { parts, detail, summary: t('Nothing is hidden. This might contain secrets.') };
    const hidden = hiddenCount(segments);
    const values = hidden === 0 ? t('Nothing is hidden.') : hiddenText(hidden);
    return { parts, detail, summary: sentences(values, t('To show a value or to hide text, select it.')) };
  }

  #part(segment: Segment): ReportPart {
    const text = shownSegment(segment);
    // A connection's key cannot be shown.
    if (typeof segment === 'string' || segment.kind === KEY) return { text };
    const id = valueId(segment.value);
    const at = this.#values.indexOf(id);
    const value = at < 0 ? this.#values.push(id) - 1 : at;
    return { text, value, isShown: segment.shown !== undefined };
  }
}
