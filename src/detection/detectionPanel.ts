import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import { isServiceError } from '../base/errors.ts';
import type { DomainRef } from '../connections/domainRef.ts';
import { domainOf, type LogTarget, targetId } from '../connections/logTarget.ts';
import { loggedTime } from '../formats/loggedTime.ts';
import { type JobOptions, readLog } from '../jobs.ts';
import type { SimilarRequests } from '../lists/similarRequests.ts';
import { describeFault } from '../service/faults.ts';
import type { DetectionLog, LogRow } from '../service/model.ts';
import { local, message, t } from '../text/l10n.ts';
import { asPlainLine } from '../text/label.ts';
import { sentences } from '../text/sentences.ts';
import { cutToCodePoints } from '../text/strings.ts';
import { clockIn, type TimeStyle } from '../text/zonedTime.ts';
import { runCommand } from '../ui/ownCommands.ts';
import { Panel, type ShownFault } from '../ui/panel.ts';
import { type CommonMessage, panelFailure } from '../ui/panelMessages.ts';
import { type Attack, noMatch } from './attack.ts';
import { extractOf, headOf } from './detectionExtract.ts';
import {
  type Action,
  type FromPanel,
  type PanelLayout,
  type PanelState,
  readFromPanel,
  type ShownSimilar,
  type ToPanel,
} from './detectionMessages.ts';
import { type DetectionView, detectionView, headingOf, LOOKING } from './detectionView.ts';
import { facts, type KnownOfLog } from './facts.ts';
import type { Logs } from './logs.ts';
import { type SimilarLogs, shownSimilar } from './similar.ts';

export const VIEW_TYPE = 'partnerLogs.detection';

export interface DetectionPanelOptions {
  readonly extensionUri: vscode.Uri;
  readonly logs: Logs;
  readonly links: { toLink(target: LogTarget): string };
  /** Returns the name to display for a domain, if one is known. */
  readonly nameOf: (domain: DomainRef) => string | undefined;
  readonly timeStyle: (domain: DomainRef) => TimeStyle;
  /** Finds a log by its time and returns its row, or undefined if it is not found. */
  readonly findRow: (target: LogTarget, time: string, signal: AbortSignal) => Promise<LogRow | undefined>;
  readonly similar: SimilarLogs;
  /** The compiled `worker.ts`. */
  readonly workerFile: string;
}

type OwnMessage = Exclude<FromPanel, CommonMessage>;

type Shown =
  | { readonly kind: 'loading' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'log'; readonly view: DetectionView; readonly match: number }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Maximum length, in code points, of a domain's name in a tab title. */
const TITLE_NAME = 60;
/**
 * Milliseconds to wait for the rule's match before showing a log without it. Finding the match in a large log takes
 * longer.
 */
const SOON = 100;

const NEW_LAYOUT: PanelLayout = { wrap: true, scroll: 0, section: '', find: '' };

/** Shows a target's log in a panel, and handles the panel's buttons. */
export class DetectionPanel extends Panel<OwnMessage, ToPanel> {
  readonly #options: DetectionPanelOptions;
  readonly #changed = new vscode.EventEmitter<void>();
  /** Fires when the panel shows another log, or gains or loses focus. */
  readonly onDidChange = this.#changed.event;
  readonly #left = new vscode.EventEmitter<void>();
  /** Fires when Escape is pressed in the page. */
  readonly onDidLeave = this.#left.event;
  readonly preview: boolean;
  #target: LogTarget | undefined;
  #shown: Shown = { kind: 'loading' };
  #layout = NEW_LAYOUT;
  #selectedText = '';
  #load: AbortController | undefined;
  #similar:
    | { readonly target: LogTarget; readonly found?: SimilarRequests; readonly shown?: ShownSimilar }
    | undefined;
  /** Aborted when the log is no longer in sight. */
  #sight = new AbortController();
  readonly #focus: vscode.Disposable;

  constructor(panel: vscode.WebviewPanel, preview: boolean, options: DetectionPanelOptions) {
    const { extensionUri } = options;
    super(panel, { extensionUri, name: 'detection', title: t('Detection Log'), read: readFromPanel });
    this.preview = preview;
    this.#options = options;
    this.#focus = vscode.window.onDidChangeWindowState(() => void this.#readSimilar());
  }

  /** The log that the panel shows, is loading, or failed to load. */
  get target(): LogTarget | undefined {
    return this.#target;
  }

  /** The start of the selected text in the page; empty if nothing is selected. */
  get selectedText(): string {
    return this.#selectedText;
  }

  /** The editor column of the panel. */
  get column(): vscode.ViewColumn | undefined {
    return this.webviewPanel.viewColumn;
  }

  /** @param column the editor column to move the panel to */
  reveal(preserveFocus: boolean, column?: vscode.ViewColumn): void {
    this.webviewPanel.reveal(column, preserveFocus);
  }

  /**
   * Shows the log of `target`, or states that there is no such log. Resolves to true if the log is shown. Never
   * rejects, because failures are shown.
   */
  async show(given: LogTarget | undefined): Promise<boolean> {
    const target = given && this.#options.logs.current(given);
    const same = target && this.#target && targetId(target) === targetId(this.#target);
    const restored = this.#target ? undefined : this.webviewPanel.title;
    this.#target = target;
    this.#selectedText = '';
    this.#similar = undefined;
    this.webviewPanel.title = target ? this.#titleOf(target, restored) : t('Detection Log');
    const { wrap, section } = this.#layout;
    if (!same) this.#layout = { ...NEW_LAYOUT, wrap, section };
    this.#changed.fire();
    await this.#reload();
    return this.#shown.kind === 'log';
  }

  /**
   * Rereads the log if loading failed or is in progress, or if its connection now uses a different service. A hidden
   * panel does so when it becomes visible.
   */
  refresh(): void {
    const target = this.#target;
    if (target?.ending?.aborted) {
      this.#load?.abort();
      this.#similar = undefined;
      this.#target = this.#options.logs.current(target);
      this.webviewPanel.title = this.#titleOf(this.#target, undefined);
      this.#become({ kind: 'loading' });
      this.#changed.fire();
    }
    this.whenVisible(() => void this.tryAgain());
  }

  protected async tryAgain(): Promise<void> {
    if (this.#shown.kind === 'failed' || this.#shown.kind === 'loading') await this.#reload();
  }

  protected get shownFault(): ShownFault | undefined {
    return this.#shown.kind === 'failed' ? { fault: this.#shown.error, target: this.#target } : undefined;
  }

  protected end(): void {
    this.#load?.abort();
    this.#sight.abort();
    this.#focus.dispose();
    this.#changed.dispose();
    this.#left.dispose();
  }

  protected viewStateChanged(): void {
    void this.#readSimilar();
    this.#changed.fire();
  }

  /** Reads the log. If another log was requested or the panel was closed in the meantime, the response is ignored. */
  async #reload(): Promise<void> {
    this.#load?.abort();
    const target = this.#target;
    if (!target) return this.#become({ kind: 'unknown' });
    const load = new AbortController();
    this.#load = load;
    this.#sight.abort();
    this.#become({ kind: 'loading' });
    try {
      const log = await this.#options.logs.get(target, load.signal);
      await this.#read(target, log, load.signal);
      if (load.signal.aborted) return;
      void this.#readSimilar();
      if (target.row) return;
      void this.#addRow(target, log, load.signal);
    } catch (error) {
      if (!load.signal.aborted) this.#become({ kind: 'failed', error });
    }
  }

  /** Shows a log, and its match once it is known. */
  async #read(target: LogTarget, log: DetectionLog, signal: AbortSignal): Promise<void> {
    const { workerFile } = this.#options;
    const reading = attackIn(target, log, { workerFile, signal });
    const soon = await Promise.race([reading, setTimeout(SOON, LOOKING)]);
    if (signal.aborted) return;
    const become = (attack: Attack) => {
      const view = detectionView(target, log, attack, this.#known(target));
      return { kind: 'log', view, match: view.main } as const;
    };
    this.#become(become(soon));
    const attack = await reading;
    if (signal.aborted || attack === soon) return;
    this.#shown = become(attack);
    this.#sendMatch();
  }

  /**
   * Adds the row to a log that was opened by its number or by a link. The row contains the rule, the time, and the
   * address.
   */
  async #addRow(target: LogTarget, log: DetectionLog, signal: AbortSignal): Promise<void> {
    const { source, instant } = loggedTime(log, undefined);
    const time = source === 'response' && clockIn(log.timeZone || 'UTC', instant.getTime());
    if (!time) return;
    const row = await this.#options.findRow(target, time, signal).catch(() => undefined);
    if (row === undefined || signal.aborted) return;
    this.#target = { ...target, row };
    this.#changed.fire();
    await this.#read(this.#target, log, signal);
    void this.#readSimilar();
  }

  /** Shows the similar requests of a log that stays in sight; stops reading them when it does not. */
  async #readSimilar(): Promise<void> {
    this.#sight.abort();
    const target = this.#target;
    const isRead = target && this.#similar?.target === target;
    if (!target?.row || this.#shown.kind !== 'log' || isRead) return;
    if (!this.isVisible || !vscode.window.state.focused) return;
    this.#sight = new AbortController();
    const { signal } = this.#sight;
    try {
      const found = await this.#options.similar.of(target, signal);
      if (signal.aborted || !found) return;
      this.#similar = { target, found, shown: shownSimilar(found) };
    } catch (fault) {
      if (signal.aborted) return;
      const { headline, cause } = describeFault(fault, local);
      const summary = sentences(headline, cause);
      this.#similar = { target, shown: { summary, days: [], facts: [], canOpen: false } };
    }
    if (this.#similar.shown) this.send({ type: 'similar', similar: this.#similar.shown });
  }

  async #openSimilar(): Promise<void> {
    const { target, found } = this.#similar ?? {};
    if (target && found) await runCommand('partnerLogs.openTable', domainOf(target), found.query);
  }

  #sendMatch(): void {
    if (this.#shown.kind !== 'log') return;
    this.send({ type: 'matched', log: extractOf(this.#shown.view, this.#shown.match) });
  }

  #known(target: LogTarget): KnownOfLog {
    const { nameOf, timeStyle } = this.#options;
    const domain = domainOf(target);
    return { domainName: nameOf(domain), times: timeStyle(domain) };
  }

  /** Returns the title, composed of domain and log. A restored tab keeps its title until the domain's name is known. */
  #titleOf(target: LogTarget, restored: string | undefined): string {
    const name = this.#options.nameOf(domainOf(target));
    const idx = String(target.key.idx);
    if (name !== undefined) return `${cutToCodePoints(asPlainLine(name), TITLE_NAME)} ${idx}`;
    return restored?.endsWith(` ${idx}`) ? restored : t('Log {0}', idx);
  }

  #become(shown: Shown): void {
    this.#shown = shown;
    this.fill();
  }

  protected fill(): void {
    const link = this.#link();
    const stored = link === undefined ? undefined : { link, preview: this.preview };
    this.send({ type: 'show', state: this.#state(), ...(stored && { stored }) });
  }

  /** Returns the link to the log, or undefined if the connection was removed. */
  #link(): string | undefined {
    try {
      return this.#target && this.#options.links.toLink(this.#target);
    } catch {
      return undefined;
    }
  }

  #state(): PanelState {
    const { title } = this.webviewPanel;
    switch (this.#shown.kind) {
      case 'loading':
        return { kind: 'loading', title, ...(this.#target?.row && { head: this.#head(this.#target) }) };
      case 'log':
        return {
          kind: 'log',
          title,
          log: extractOf(this.#shown.view, this.#shown.match),
          layout: this.#layout,
          ...(this.#similar?.shown && { similar: this.#similar.shown }),
        };
      case 'unknown':
        return {
          kind: 'failed',
          title,
          headline: t('This log is no longer available.'),
          cause: t('Its connection was removed. Add it again, then open the log from the Domains view.'),
          gone: true,
          canTryAgain: false,
        };
      case 'failed': {
        const { error } = this.#shown;
        const gone = isServiceError(error, 'not-found');
        return { kind: 'failed', title, gone, ...panelFailure(error) };
      }
    }
  }

  #head(target: LogTarget) {
    const known = facts(target.row, undefined, undefined, this.#known(target));
    return headOf(headingOf(undefined, target.row), known);
  }

  protected async receive(message: OwnMessage): Promise<void> {
    switch (message.type) {
      case 'arranged':
        if (this.#shown.kind === 'log') this.#layout = message.layout;
        return;
      case 'selected':
        this.#selectedText = message.text;
        return;
      case 'showMatch':
        if (this.#shown.kind !== 'log' || !this.#shown.view.matches[message.index]) return;
        this.#shown = { ...this.#shown, match: message.index };
        return this.#sendMatch();
      case 'openSimilar':
        return this.#openSimilar();
      case 'leave':
        return this.#left.fire();
      case 'run':
        return this.#run(message.action);
      case 'copyValue': {
        const value = this.#row(message)?.value;
        if (value === undefined) return;
        await vscode.env.clipboard.writeText(value);
        return this.send({ type: 'copied', table: message.table, index: message.index });
      }
      case 'filterByValue': {
        const row = this.#row(message);
        if (!row?.filter) return;
        const { filter: field, value } = row;
        await runCommand('partnerLogs.filterByValue', this.#target, { field, value });
      }
    }
  }

  /** Runs an action. A copy command returns true if the text was copied to the clipboard. */
  async #run(action: Action): Promise<void> {
    if (!this.#target) return;
    const done = await runCommand(`partnerLogs.${action}`, this.#target);
    if (done === true) this.send({ type: 'done', action });
  }

  #row({ table, index }: Extract<FromPanel, { table: string }>) {
    return this.#shown.kind === 'log' ? this.#shown.view.tables[table][index] : undefined;
  }
}

/** Finds the attack in a log, on a separate thread if the log is large. Never rejects. */
async function attackIn(
  { row }: LogTarget,
  { rawData, description }: DetectionLog,
  options: JobOptions,
): Promise<Attack> {
  const request = { rawData, description, detectedValue: row?.detectedValue };
  const read = await readLog('readAttack', request, options);
  return 'result' in read
    ? read.result
    : noMatch(
        message("Unknown, because the search didn't finish. {0} To try again, reopen the log.", read.problem),
      );
}
