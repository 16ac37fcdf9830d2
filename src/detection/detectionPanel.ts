import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { isServiceError } from '../base/errors.ts';
import { domainOf, type LogTarget } from '../connections/logTarget.ts';
import { loggedTime } from '../formats/loggedTime.ts';
import { readLog } from '../jobs.ts';
import type { SimilarRequests } from '../lists/similarRequests.ts';
import type { DetectionLog } from '../service/model.ts';
import { message, t } from '../text/l10n.ts';
import { asPlainLine } from '../text/label.ts';
import { cutToCodePoints } from '../text/strings.ts';
import { clockIn } from '../text/zonedTime.ts';
import { runCommand } from '../ui/ownCommands.ts';
import { Panel, type ShownFault } from '../ui/panel.ts';
import { type CommonMessage, panelFailure } from '../ui/panelMessages.ts';
import type { SubjectPanel } from '../ui/panelSet.ts';
import {
  type FromPanel,
  readFromPanel,
  type ShownFailure,
  type StoredLog,
  type ToPanel,
} from './detectionMessages.ts';
import { facts, headingOf } from './facts.ts';
import { contentOf } from './logContent.ts';
import type { LogContent, LogView } from './logView.ts';
import { failedSimilar, shownSimilar } from './similar.ts';

type OwnMessage = Exclude<FromPanel, CommonMessage>;

/** Maximum length, in code points, of a domain's name in a tab title. */
const TITLE_NAME = 60;
/** Milliseconds after which a large log is shown without its match and its fields. */
const LONGEST_READ = 10_000;

/** Shows one log at a time in a panel, and handles the panel's buttons. */
export class DetectionPanel extends Panel<OwnMessage, ToPanel> implements SubjectPanel<LogTarget> {
  /** True for the single panel that is reused for the next log. */
  readonly preview: boolean;
  readonly #app: App;
  #subject: LogTarget | undefined;
  /** Undefined while the subject is being read. */
  #shown: LogView | ShownFailure | undefined;
  #fault: unknown;
  #similar: { readonly found?: SimilarRequests; readonly message: ToPanel } | undefined;
  /** The start of the selected text in the page; empty if nothing is selected. */
  selectedText = '';
  /** Aborted when another log is shown, and when the log is no longer in sight. */
  #load = new AbortController();
  #sight = new AbortController();
  readonly #focus = vscode.window.onDidChangeWindowState(() => void this.#readSimilar());
  /** The link to the log, also after its connection was removed. */
  #link: string | undefined;

  constructor(panel: vscode.WebviewPanel, { link, preview }: Partial<StoredLog>, app: App) {
    const { extensionUri } = app;
    super(panel, { extensionUri, name: 'detection', title: t('Detection Log'), read: readFromPanel });
    this.preview = preview === true;
    this.#link = link;
    this.#app = app;
  }

  get subject(): LogTarget | undefined {
    return this.#subject;
  }

  /** The editor column of the panel. */
  get column(): vscode.ViewColumn | undefined {
    return this.webviewPanel.viewColumn;
  }

  /** @param column the editor column to move the panel to */
  reveal(preserveFocus = false, column?: vscode.ViewColumn): void {
    this.webviewPanel.reveal(column, preserveFocus);
  }

  /**
   * Shows a log, or states that it is not available. Resolves to true if the log is shown. Never rejects, because
   * failures are shown.
   */
  async show(given: LogTarget | undefined): Promise<boolean> {
    const restored = this.#subject ? undefined : this.webviewPanel.title;
    if (given) this.#link = undefined;
    this.#subject = given && this.#app.logs.current(given);
    this.webviewPanel.title = this.#titleOf(restored);
    return this.#read();
  }

  /**
   * Rereads the log if it is not shown or its connection now uses a different service. A hidden panel does so when it
   * becomes visible.
   */
  refresh(): void {
    if (this.#subject?.ending?.aborted) {
      this.#load.abort();
      this.#subject = this.#app.logs.current(this.#subject);
      this.webviewPanel.title = this.#titleOf();
      this.#become(undefined);
    }
    this.whenVisible(() => void this.tryAgain());
  }

  protected async tryAgain(): Promise<void> {
    if (this.#shown && 'facts' in this.#shown) return;
    const subject = this.#subject;
    if (this.#link && (!subject || isServiceError(this.#fault, 'connection-removed'))) {
      // The connection might have been added again.
      const found = await this.#app.links.fromStored(this.#link);
      if (this.#subject === subject && found) return void (await this.show(found));
    }
    await this.#read();
  }

  protected get shownFault(): ShownFault | undefined {
    return this.#fault === undefined ? undefined : { fault: this.#fault, target: this.#subject };
  }

  protected end(): void {
    this.#load.abort();
    this.#sight.abort();
    this.#focus.dispose();
  }

  protected viewStateChanged(): void {
    void this.#readSimilar();
  }

  protected fill(): void {
    const stored = this.#stored();
    if (this.#shown && 'headline' in this.#shown) this.send({ type: 'failed', failure: this.#shown, stored });
    else this.send({ type: 'show', view: this.#shown ?? this.#view(), stored });
    if (this.#similar) this.send(this.#similar.message);
  }

  /** Reads the log. If another log was requested or the panel was closed in the meantime, the response is ignored. */
  async #read(): Promise<boolean> {
    this.#load.abort();
    const subject = this.#subject;
    if (!subject) return this.#become(this.#unavailable());
    this.#load = new AbortController();
    const { signal } = this.#load;
    this.#become(undefined);
    try {
      const log = await this.#app.logs.get(subject, signal);
      const isShown = await this.#showLog(subject, log, signal);
      if (isShown && !subject.row) void this.#addRow(subject, log, signal);
      return isShown;
    } catch (fault) {
      if (signal.aborted) return false;
      const gone = isServiceError(fault, 'not-found');
      return this.#become({ title: this.webviewPanel.title, gone, ...panelFailure(fault) }, fault);
    }
  }

  async #showLog(subject: LogTarget, log: DetectionLog, signal: AbortSignal): Promise<boolean> {
    const { workerFile } = this.#app;
    const { detectedValue, other = {} } = subject.row ?? {};
    const given = { log, row: { ...(detectedValue && { detectedValue }), other } };
    const read = await readLog('logContent', given, { workerFile, signal }, LONGEST_READ);
    if (signal.aborted) return false;
    const problem = 'problem' in read ? read.problem : '';
    const unknown = message(
      "Unknown, because the search didn't finish. {0} To try again, reopen the log.",
      problem,
    );
    this.#become(this.#view(log, 'result' in read ? read.result : contentOf(given, [], unknown)));
    void this.#readSimilar();
    return true;
  }

  /**
   * Adds the row to a log that was opened by its number or by a link. The row contains the rule, the time, and the
   * address.
   */
  async #addRow(subject: LogTarget, log: DetectionLog, signal: AbortSignal): Promise<void> {
    const { source, instant } = loggedTime(log, undefined);
    const time = source === 'response' && clockIn(log.timeZone || 'UTC', instant.getTime());
    const row = time && (await this.#app.logNodes.rowByTime(subject, time, signal).catch(() => undefined));
    if (!row || signal.aborted) return;
    this.#subject = { ...subject, row };
    await this.#showLog(this.#subject, log, signal);
  }

  /** Shows the similar requests of a log that stays in sight; stops reading them when it does not. */
  async #readSimilar(): Promise<void> {
    this.#sight.abort();
    const subject = this.#subject;
    const isLog = this.#shown && 'content' in this.#shown;
    if (!subject?.row || !isLog || this.#similar || !this.isVisible || !vscode.window.state.focused) return;
    this.#sight = new AbortController();
    const { signal } = this.#sight;
    try {
      const found = await this.#app.similar.of(subject, signal);
      if (signal.aborted || !found) return;
      this.#similar = { found, message: { type: 'similar', similar: shownSimilar(found) } };
    } catch (fault) {
      if (signal.aborted) return;
      this.#similar = { message: { type: 'similar', similar: failedSimilar(fault) } };
    }
    this.send(this.#similar.message);
  }

  /** Returns the title, composed of domain and log. A restored tab keeps its title until the domain's name is known. */
  #titleOf(restored?: string): string {
    if (!this.#subject) return t('Detection Log');
    const name = this.#app.domains.knownName(domainOf(this.#subject));
    const idx = String(this.#subject.key.idx);
    if (name !== undefined) return `${cutToCodePoints(asPlainLine(name), TITLE_NAME)} ${idx}`;
    return restored?.endsWith(` ${idx}`) ? restored : t('Log {0}', idx);
  }

  /** Returns the view of the log or, while it is being read, of its row. */
  #view(log?: DetectionLog, content?: LogContent): LogView {
    const { row } = this.#subject ?? {};
    const domain = this.#subject && domainOf(this.#subject);
    const times = domain ? this.#app.timeStyle(domain) : ({ zone: undefined, first: 'service' } as const);
    return {
      title: this.webviewPanel.title,
      heading: headingOf(log?.request.firstLine, row),
      facts: facts(row, log, times, domain && this.#app.domains.knownName(domain)),
      ...(content && { content }),
    };
  }

  #unavailable(): ShownFailure {
    return {
      title: this.webviewPanel.title,
      headline: t('This log is no longer available.'),
      cause: t('Its connection was removed. Add it again, then open the log from the Domains view.'),
      gone: true,
      canTryAgain: false,
    };
  }

  /** Shows a log, a failure, or, if undefined, that the log is being read. Returns true for a log. */
  #become(shown: LogView | ShownFailure | undefined, fault?: unknown): boolean {
    const isLog = shown !== undefined && 'content' in shown;
    this.#sight.abort();
    this.#shown = shown;
    this.#fault = fault;
    this.selectedText = '';
    this.#similar = undefined;
    this.fill();
    return isLog;
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
        const query = this.#similar?.found?.query;
        if (query) await runCommand('partnerLogs.openTable', domainOf(subject), query);
        return;
      }
      case 'leave':
        return this.#app.tableFocus.last?.reveal();
      case 'run': {
        // A copy command returns true if the text was copied to the clipboard.
        const done = await runCommand(`partnerLogs.${message.action}`, subject);
        if (done === true) this.send({ type: 'copied' });
        return;
      }
      case 'copyValue':
        await vscode.env.clipboard.writeText(message.value);
        return this.send({ type: 'copied' });
      case 'filterByValue': {
        const { field, value } = message;
        await runCommand('partnerLogs.filterByValue', subject, { field, value });
      }
    }
  }
}
