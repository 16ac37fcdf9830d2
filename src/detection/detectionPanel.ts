import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { isServiceError } from '../base/errors.ts';
import { domainOf, type LogTarget } from '../connections/logTarget.ts';
import { readLog } from '../jobs.ts';
import type { DetectionLog } from '../service/model.ts';
import { type Message, message, t } from '../text/l10n.ts';
import { asPlainLine } from '../text/label.ts';
import { cutToCodePoints } from '../text/strings.ts';
import { runCommand } from '../ui/ownCommands.ts';
import { Panel } from '../ui/panel.ts';
import { type CommonMessage, type PanelFailure, panelFailure } from '../ui/panelMessages.ts';
import type { SubjectPanel } from '../ui/panelSet.ts';
import {
  type FromPanel,
  readFromPanel,
  type ShownSimilar,
  type StoredLog,
  type ToPanel,
} from './detectionMessages.ts';
import { factsOf, responseTime } from './facts.ts';
import { unreadContent } from './logContent.ts';
import type { LogContent } from './logView.ts';

type OwnMessage = Exclude<FromPanel, CommonMessage>;

/** Maximum length, in code points, of a domain's name in a tab title. */
const TITLE_NAME = 60;

/** What the panel shows of its log: nothing while it is being read, then the log or the fault. */
interface Shown {
  readonly log?: DetectionLog;
  readonly content?: LogContent;
  readonly fault?: unknown;
}

/** Shows one log at a time in a panel, and handles the panel's buttons. */
export class DetectionPanel extends Panel<OwnMessage, ToPanel> implements SubjectPanel<LogTarget> {
  /** True for the single panel that is reused for the next log. */
  readonly preview: boolean;
  readonly #app: App;
  #subject: LogTarget | undefined;
  /** The link to the log, also after its connection was removed. */
  #link: string | undefined;
  #shown: Shown = {};
  #similar: ShownSimilar | undefined;
  /** The start of the selected text in the page; empty if nothing is selected. */
  selectedText = '';
  /** Aborted when another log is shown, and when the log is no longer in sight. */
  #load = new AbortController();
  #sight = new AbortController();

  constructor(panel: vscode.WebviewPanel, link: string | undefined, preview: boolean, app: App) {
    super(panel, app.extensionUri, 'detection', t('Detection Log'), readFromPanel);
    this.preview = preview;
    this.#link = link;
    this.#app = app;
  }

  get subject(): LogTarget | undefined {
    return this.#subject;
  }

  /**
   * Shows a log, or states that it is not available. Resolves to true if the log is shown. Never rejects, because
   * failures are shown.
   */
  async show(given: LogTarget | undefined): Promise<boolean> {
    if (given) this.#link = undefined;
    return this.#read(given);
  }

  /**
   * Rereads the log if it is not shown or its connection now uses a different service. A hidden panel does so when it
   * becomes visible.
   */
  refresh(): void {
    if (this.#subject?.ending?.aborted) this.#begin(this.#subject);
    this.whenVisible(() => void this.tryAgain());
  }

  protected async tryAgain(): Promise<void> {
    if (this.#shown.log) return;
    const isGone = !this.#subject || isServiceError(this.#shown.fault, 'connection-removed');
    // The connection might have been added again.
    const found = isGone && this.#link && this.#app.links.fromStored(this.#link);
    await this.#read(found || this.#subject);
  }

  protected get shownFault() {
    const { fault } = this.#shown;
    return fault === undefined ? undefined : { fault, target: this.#subject };
  }

  protected end(): void {
    this.#load.abort();
    this.#sight.abort();
  }

  protected viewStateChanged(): void {
    void this.#readSimilar();
  }

  /** Renders everything again. */
  fill(): void {
    const subject = this.#subject;
    const { log, content, fault } = this.#shown;
    const { title } = this.webviewPanel;
    const stored = this.#stored();
    if (!subject || fault !== undefined) {
      const gone = !subject || isServiceError(fault, 'not-found');
      const failure = { title, gone, ...(subject ? panelFailure(fault) : unavailable()) };
      this.send({ type: 'failed', failure, stored });
      return;
    }
    const domain = domainOf(subject);
    const { domains, timeStyle } = this.#app;
    const facts = factsOf(subject.row, log, timeStyle(domain), domains.knownName(domain));
    this.send({ type: 'show', view: { title, ...facts, content }, stored });
    if (this.#similar) this.send({ type: 'similar', similar: this.#similar });
  }

  /** Shows that a log is being read. */
  #begin(given: LogTarget | undefined): AbortSignal {
    this.#load.abort();
    this.#load = new AbortController();
    this.#subject = given && this.#app.logs.current(given);
    this.webviewPanel.title = logTitle(this.#subject, this.#app);
    this.#become({});
    return this.#load.signal;
  }

  /** Reads a log. If another log was requested or the panel was closed in the meantime, the response is ignored. */
  async #read(given: LogTarget | undefined): Promise<boolean> {
    const signal = this.#begin(given);
    const subject = this.#subject;
    if (!subject) return false;
    try {
      const log = await this.#app.logs.get(subject, signal);
      await this.#showLog(subject, log, signal);
      if (!subject.row) void this.#addRow(subject, log, signal);
    } catch (fault) {
      if (!signal.aborted) this.#become({ fault });
    }
    return this.#shown.log !== undefined && !signal.aborted;
  }

  async #showLog({ row }: LogTarget, log: DetectionLog, signal: AbortSignal): Promise<void> {
    const { detectedValue, other = {} } = row ?? {};
    const given = { log, row: { ...(detectedValue && { detectedValue }), other } };
    const read = await readLog(this.#app.threads, 'logContent', given, signal);
    if (signal.aborted) return;
    const unread = (problem: Message) =>
      message("Unknown, because the search didn't finish. {0} To try again, reopen the log.", problem);
    const content = 'result' in read ? read.result : unreadContent(given, unread(read.problem));
    this.#become({ log, content });
    void this.#readSimilar();
  }

  /**
   * Adds the row to a log that was opened by its number or by a link. The row contains the rule, the time, and the
   * address.
   */
  async #addRow(subject: LogTarget, log: DetectionLog, signal: AbortSignal): Promise<void> {
    const time = responseTime(log);
    const row = time && (await this.#app.logNodes.rowByTime(subject, time, signal).catch(() => undefined));
    if (!row || signal.aborted) return;
    this.#subject = { ...subject, row };
    await this.#showLog(this.#subject, log, signal);
  }

  /** Shows the similar requests of a log that stays in sight; stops reading them when it does not. */
  async #readSimilar(): Promise<void> {
    this.#sight.abort();
    if (!this.#subject || !this.#shown.log || this.#similar || !this.webviewPanel.visible) return;
    this.#sight = new AbortController();
    const { signal } = this.#sight;
    const similar = await this.#app.similar.shown(this.#subject, signal);
    if (signal.aborted || !similar) return;
    this.#similar = similar;
    this.send({ type: 'similar', similar });
  }

  #become(shown: Shown): void {
    this.#sight.abort();
    this.#shown = shown;
    this.selectedText = '';
    this.#similar = undefined;
    this.fill();
  }

  /** Returns what the page stores. */
  #stored(): StoredLog | undefined {
    try {
      if (this.#subject) this.#link = this.#app.links.toStored(this.#subject);
    } catch {
      // The connection was removed.
    }
    return this.#link === undefined ? undefined : { link: this.#link, preview: this.preview };
  }

  protected async receive(message: OwnMessage): Promise<void> {
    const subject = this.#subject;
    if (!subject) return;
    switch (message.type) {
      case 'selected':
        this.selectedText = message.text;
        return;
      case 'openSimilar': {
        const similar = await this.#app.similar.of(subject, this.#load.signal);
        await runCommand('partnerLogs.openTable', domainOf(subject), similar?.query);
        return;
      }
      case 'leave':
        return this.#app.tableFocus.of(domainOf(subject))?.reveal();
      case 'run':
        await runCommand(`partnerLogs.${message.action}`, subject);
        return;
      case 'copyValue':
        await vscode.env.clipboard.writeText(message.value);
        vscode.window.setStatusBarMessage(`$(check) ${t('Original value copied, not redacted')}`, 5_000);
        return;
      case 'filterByValue': {
        const { field, value } = message;
        await runCommand('partnerLogs.filterByValue', subject, { field, value });
      }
    }
  }
}

function unavailable(): PanelFailure {
  return {
    headline: t('This log is no longer available.'),
    cause: t('Its connection was removed. Add it again, then open the log from the Domains view.'),
    canTryAgain: false,
  };
}

/** Returns the tab's title, composed of domain and log. */
export function logTitle(log: LogTarget | undefined, { domains }: App): string {
  if (!log) return t('Detection Log');
  const name = domains.knownName(domainOf(log));
  const idx = String(log.key.idx);
  if (name === undefined) return t('Log {0}', idx);
  return `${cutToCodePoints(asPlainLine(name), TITLE_NAME)} ${idx}`;
}
