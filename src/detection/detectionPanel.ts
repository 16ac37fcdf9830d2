import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { DomainRef } from '../connections/domainRef.ts';
import { domainOf, type LogTarget, targetId } from '../connections/logTarget.ts';
import type { Matching } from '../http/ruleMatch.ts';
import { isServiceError } from '../service/errors.ts';
import { describeFault, isTryAgain, type NextStep } from '../service/faults.ts';
import { cutToCodePoints } from '../text/cutText.ts';
import { local, t } from '../text/l10n.ts';
import { asPlainLine } from '../text/label.ts';
import type { TimeStyle } from '../text/zonedTime.ts';
import { runCommand } from '../ui/ownCommands.ts';
import { showPage } from '../ui/panelPage.ts';
import { showFailure } from '../ui/showFault.ts';
import { extractOf } from './detectionExtract.ts';
import {
  type Action,
  type FromPanel,
  type PanelLayout,
  type PanelState,
  readFromPanel,
  type ToPanel,
} from './detectionMessages.ts';
import { type DetectionView, detectionView } from './detectionView.ts';
import type { KnownOfLog } from './facts.ts';
import type { Logs } from './logs.ts';
import { LOOKING, matchesIn } from './matching.ts';

export const VIEW_TYPE = 'partnerLogs.detection';

export interface DetectionPanelOptions {
  readonly extensionUri: vscode.Uri;
  readonly logs: Logs;
  readonly links: { toLink(target: LogTarget): string };
  /** What the person calls a domain, if a name of it is known. */
  readonly nameOf: (domain: DomainRef) => string | undefined;
  /** Whose time is first. */
  readonly firstTime: () => TimeStyle['first'];
  /** The built `logThread.ts`. */
  readonly workerFile: string;
}

type Shown =
  | { readonly kind: 'loading' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'log'; readonly view: DetectionView }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Code points of a domain's name in the title of a tab. */
const TITLE_NAME = 60;
/** Milliseconds that a log waits for the rule's match; for a large log, the match comes later. */
const SOON = 100;

const NEW_LAYOUT: PanelLayout = { wrap: true, scroll: 0, requestFilter: '', responseFilter: '', find: '' };

/** One panel: shows the log of a target, and does what its buttons ask. */
export class DetectionPanel implements vscode.Disposable {
  readonly #panel: vscode.WebviewPanel;
  readonly #options: DetectionPanelOptions;
  readonly #subscriptions: vscode.Disposable[];
  readonly #disposed = new vscode.EventEmitter<void>();
  readonly #changed = new vscode.EventEmitter<void>();
  /** Fires when the panel shows another log, or gains or loses the focus. */
  readonly onDidChange = this.#changed.event;
  readonly onDidDispose = this.#disposed.event;
  readonly #left = new vscode.EventEmitter<void>();
  /** Fires when Escape is pressed in the page. */
  readonly onDidLeave = this.#left.event;
  readonly preview: boolean;
  #target: LogTarget | undefined;
  #shown: Shown = { kind: 'loading' };
  #layout = NEW_LAYOUT;
  #selectedText = '';
  #load: AbortController | undefined;
  /** Whether there is a page that listens: none while the panel is hidden. */
  #ready = false;

  constructor(panel: vscode.WebviewPanel, preview: boolean, options: DetectionPanelOptions) {
    this.#panel = panel;
    this.preview = preview;
    this.#options = options;
    this.#subscriptions = [
      panel.webview.onDidReceiveMessage((message: unknown) => {
        const known = readFromPanel(message);
        if (known) this.#receive(known).catch(showFailure);
      }),
      panel.onDidChangeViewState(() => {
        if (!panel.visible) this.#ready = false;
        this.#changed.fire();
      }),
      panel.onDidDispose(() => this.dispose()),
    ];
    panel.iconPath = {
      light: vscode.Uri.joinPath(options.extensionUri, 'media', 'detection-light.svg'),
      dark: vscode.Uri.joinPath(options.extensionUri, 'media', 'detection-dark.svg'),
    };
    showPage(panel.webview, options.extensionUri, { title: t('Detection Log'), name: 'detectionPanel' });
  }

  /** The log that the panel shows, is loading, or failed to load. */
  get target(): LogTarget | undefined {
    return this.#target;
  }

  /** The start of what is selected in the page; empty when nothing is. */
  get selectedText(): string {
    return this.#selectedText;
  }

  get active(): boolean {
    return this.#panel.active;
  }

  reveal(preserveFocus: boolean): void {
    this.#panel.reveal(undefined, preserveFocus);
  }

  /** Brings the panel into sight beside a column, into another one if it is in that. */
  revealBeside(column: vscode.ViewColumn | undefined, focus: boolean): void {
    const isThere = this.#panel.viewColumn === column;
    if (!isThere && this.#panel.visible && !focus) return;
    this.#panel.reveal(isThere ? vscode.ViewColumn.Beside : undefined, !focus);
  }

  /** Shows the log of `target`, or that the log is unknown. Resolves with whether it is shown; never rejects: a failure is shown. */
  async show(target: LogTarget | undefined): Promise<boolean> {
    const same = target && this.#target && targetId(target) === targetId(this.#target);
    const restored = this.#target ? undefined : this.#panel.title;
    this.#target = target;
    this.#selectedText = '';
    this.#panel.title = target ? this.#titleOf(target, restored) : t('Detection Log');
    if (!same) this.#layout = { ...NEW_LAYOUT, wrap: this.#layout.wrap };
    this.#changed.fire();
    await this.#reload();
    return this.#shown.kind === 'log';
  }

  /** Tries again, if loading failed or has not ended: its connection may be another one now. */
  async refresh(): Promise<void> {
    if (this.#shown.kind === 'failed' || this.#shown.kind === 'loading') await this.#reload();
  }

  dispose(): void {
    this.#ready = false;
    this.#load?.abort();
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#disposed.fire();
    this.#disposed.dispose();
    this.#changed.dispose();
    this.#left.dispose();
    this.#panel.dispose();
  }

  /** An answer that comes after another log was asked for, or after the panel was closed, is not shown. */
  async #reload(): Promise<void> {
    this.#load?.abort();
    const target = this.#target;
    if (!target) return this.#become({ kind: 'unknown' });
    const load = new AbortController();
    this.#load = load;
    this.#become({ kind: 'loading' });
    try {
      const log = await this.#options.logs.get(target, load.signal);
      const { workerFile } = this.#options;
      const matching = matchesIn(target, log, { workerFile, signal: load.signal });
      const soon = await Promise.race([matching, setTimeout(SOON, LOOKING)]);
      if (load.signal.aborted) return;
      const view = (matches: Matching) => detectionView(target, log, matches, this.#known(target));
      this.#become({ kind: 'log', view: view(soon) });
      const matches = await matching;
      if (load.signal.aborted || matches === soon) return;
      const complete = view(matches);
      this.#shown = { kind: 'log', view: complete };
      const { tables, matched } = extractOf(complete);
      this.#send({ type: 'matched', facts: tables.facts, matched });
    } catch (error) {
      if (!load.signal.aborted) this.#become({ kind: 'failed', error });
    }
  }

  #known(target: LogTarget): KnownOfLog {
    const { nameOf, firstTime } = this.#options;
    return { domainName: nameOf(domainOf(target)), first: firstTime() };
  }

  /** Domain and log. Until the domain's name is known, a restored tab keeps the title that it had. */
  #titleOf(target: LogTarget, restored: string | undefined): string {
    const name = this.#options.nameOf(domainOf(target));
    const idx = String(target.key.idx);
    if (name !== undefined) return `${cutToCodePoints(asPlainLine(name), TITLE_NAME)} ${idx}`;
    return restored?.endsWith(` ${idx}`) ? restored : t('Log {0}', idx);
  }

  #become(shown: Shown): void {
    this.#shown = shown;
    this.#post();
  }

  #post(): void {
    if (!this.#ready) return;
    const link = this.#link();
    const stored = link === undefined ? undefined : { link, preview: this.preview };
    this.#send({ type: 'show', state: this.#state(), ...(stored && { stored }) });
  }

  /** Returns the link to the log; undefined when the connection was removed. */
  #link(): string | undefined {
    try {
      return this.#target && this.#options.links.toLink(this.#target);
    } catch {
      return undefined;
    }
  }

  /** A page that is not there yet asks with `ready`. */
  #send(message: ToPanel): void {
    if (this.#ready) void this.#panel.webview.postMessage(message);
  }

  #state(): PanelState {
    const { title } = this.#panel;
    switch (this.#shown.kind) {
      case 'loading':
        return { kind: 'loading', title };
      case 'log':
        return { kind: 'log', title, log: extractOf(this.#shown.view), layout: this.#layout };
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
        const { headline, cause } = describeFault(error, local);
        const next = nextStep(error)?.title;
        const gone = isServiceError(error, 'not-found');
        return { kind: 'failed', title, headline, cause, gone, canTryAgain: true, ...(next && { next }) };
      }
    }
  }

  async #receive(message: FromPanel): Promise<void> {
    switch (message.type) {
      case 'ready':
        this.#ready = true;
        return this.#post();
      case 'arranged':
        if (this.#shown.kind === 'log') this.#layout = message.layout;
        return;
      case 'selected':
        this.#selectedText = message.text;
        return;
      case 'tryAgain':
        return this.refresh();
      case 'nextStep': {
        const next = this.#shown.kind === 'failed' ? nextStep(this.#shown.error) : undefined;
        if (next) await runCommand(next.command, this.#target);
        return;
      }
      case 'leave':
        return this.#left.fire();
      case 'run':
        return this.#run(message.action);
      case 'copyValue': {
        const value = this.#row(message)?.value;
        if (value === undefined) return;
        await vscode.env.clipboard.writeText(value);
        return this.#send({ type: 'copied', table: message.table, index: message.index });
      }
      case 'filterByValue': {
        const row = this.#row(message);
        if (!row?.filter) return;
        const { filter: field, value } = row;
        await runCommand('partnerLogs.filterByValue', this.#target, { field, value });
      }
    }
  }

  /** A copying command answers true once the text is on the clipboard. */
  async #run(action: Action): Promise<void> {
    if (!this.#target) return;
    const done = await runCommand(`partnerLogs.${action}`, this.#target);
    if (done === true) this.#send({ type: 'done', action });
  }

  #row({ table, index }: Extract<FromPanel, { index: number }>) {
    return this.#shown.kind === 'log' ? this.#shown.view.tables[table][index] : undefined;
  }
}

/** Returns the next step, other than to try again: the panel does that itself. */
function nextStep(error: unknown): NextStep | undefined {
  const { next } = describeFault(error, local);
  return isTryAgain(next) ? undefined : next;
}
