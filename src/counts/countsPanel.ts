import type * as vscode from 'vscode';
import type { App } from '../app.ts';
import { type DomainRef, domainId } from '../connections/domainRef.ts';
import { firstAllowedDay } from '../service/calendar.ts';
import { describeFault } from '../service/faults.ts';
import { local, t } from '../text/l10n.ts';
import { asLabel } from '../text/label.ts';
import { runCommand } from '../ui/ownCommands.ts';
import { Panel, type ShownFault } from '../ui/panel.ts';
import { type CommonMessage, domainGone, panelFailure } from '../ui/panelMessages.ts';
import { PanelSet, type SubjectPanel } from '../ui/panelSet.ts';
import { staleAfterOf } from '../ui/settingValues.ts';
import type { Wanted } from './counts.ts';
import {
  type CountsContent,
  type CountsFromPanel,
  type CountsPanelState,
  type CountsStored,
  readCountsStored,
  readFromCountsPanel,
  type ToCountsPanel,
} from './countsMessages.ts';
import { countsView } from './countsView.ts';
import type { CountsSpan } from './spans.ts';
import { clock } from './statusText.ts';

type OwnMessage = Exclude<CountsFromPanel, CommonMessage>;

/** Shows the counts of a domain as they are read, and handles the panel's buttons. */
export class CountsPanel extends Panel<OwnMessage, ToCountsPanel> implements SubjectPanel<DomainRef> {
  readonly #app: App;
  readonly #stored: CountsStored | undefined;
  #domain: DomainRef | undefined;
  #span: CountsSpan;
  #load: AbortController | undefined;
  #posted = '';

  /** @param stored the state of a restored panel */
  constructor(panel: vscode.WebviewPanel, stored: CountsStored | undefined, app: App) {
    const { extensionUri } = app;
    super(panel, { extensionUri, name: 'counts', title: t('Counts'), read: readFromCountsPanel });
    this.#app = app;
    this.#stored = stored;
    this.#span = stored?.span ?? 'last30';
    this.onDidDispose(() => app.counts.update());
  }

  get subject(): DomainRef | undefined {
    return this.#domain;
  }

  /** The counts to keep up to date for this panel; none while it is hidden. */
  get wanted(): readonly Wanted[] {
    return this.isVisible && this.#shown ? [this.#shown] : [];
  }

  reveal(): void {
    this.webviewPanel.reveal();
  }

  /** Shows a domain's counts, which are read unless they are fresh. */
  async show(domain: DomainRef | undefined, span = this.#span): Promise<void> {
    this.#domain = domain;
    this.#span = span;
    this.#app.counts.update();
    const { answer, fault } = (this.#shown && this.#app.todays.get(this.#shown)) ?? {};
    const isFresh = answer && Date.now() - answer.at.getTime() < staleAfterOf(this.#app.counts.interval) / 2;
    if (!this.#shown || (isFresh && fault === undefined)) this.update();
    else await this.#read(this.#shown);
  }

  /** Discards earlier results and requests, then reads again; a hidden panel reads when it becomes visible. */
  reload(): void {
    if (this.isVisible && this.#shown && this.#connection) void this.#read(this.#shown);
    else this.update();
  }

  /** Renders the current state if it differs from the displayed one. */
  update(): void {
    // The domain's name might become known only after the panel opens.
    const name = this.#domain && this.#app.nameOf(this.#domain);
    const title = name === undefined ? t('Counts') : t('Counts: {0}', asLabel(name));
    if (this.webviewPanel.title !== title) this.webviewPanel.title = title;
    const message = this.#message();
    const text = JSON.stringify(message);
    if (text === this.#posted) return;
    this.#posted = text;
    this.send(message);
  }

  protected get shownFault(): ShownFault | undefined {
    const shown = this.#shown;
    return shown && { fault: this.#app.todays.get(shown)?.fault, target: shown.domain };
  }

  protected fill(): void {
    this.#posted = '';
    this.update();
  }

  protected async receive(message: OwnMessage): Promise<void> {
    if (message.type === 'choose') return this.show(this.#domain, message.span);
    const { day } = message;
    await runCommand('partnerLogs.openTable', this.#domain, day && { days: { from: day, to: day } });
  }

  protected async tryAgain(): Promise<void> {
    if (!this.#shown) return this.show(storedDomain(this.#stored, this.#app));
    if (this.#connection) await this.#read(this.#shown);
  }

  protected end(): void {
    this.#load?.abort();
    this.#load = undefined;
  }

  protected viewStateChanged(): void {
    this.#app.counts.update();
    const shown = this.#shown;
    if (shown && !this.#load && !this.#app.todays.get(shown)) this.reload();
  }

  get #shown(): Wanted | undefined {
    return this.#domain && { domain: this.#domain, span: this.#span };
  }

  get #connection() {
    return this.#domain && this.#app.connections.get(this.#domain.connectionId);
  }

  /** Reads while the user waits. If another range is selected meanwhile, the result is stored but not shown. */
  async #read(shown: Wanted): Promise<void> {
    this.#load?.abort();
    const load = new AbortController();
    this.#load = load;
    const reading = this.#app.todays.read(shown, load.signal);
    this.update();
    await reading;
    if (this.#load !== load) return;
    this.#load = undefined;
    this.update();
  }

  #message(): ToCountsPanel {
    const { connections, todays, nameOf } = this.#app;
    const shown = this.#shown;
    const connection = this.#connection;
    if (!shown || !connection) return { state: { kind: 'failed', ...domainGone(), canTryAgain: true } };
    const { domain, span } = shown;
    const today = todays.days.today(domain);
    const state: CountsPanelState = {
      kind: 'domain',
      title: nameOf(domain),
      ...(connections.list().length > 1 && { connection: connection.name }),
      span,
      chosen: todays.rangeOf(shown),
      allowed: { from: firstAllowedDay(today), to: today },
      isReading: this.#load !== undefined,
      content: this.#content(shown),
    };
    return {
      state,
      stored: { base: connection.baseUrl, connectionId: connection.id, domain: domain.index, span },
    };
  }

  #content(shown: Wanted): CountsContent {
    const { answer, fault } = this.#app.todays.get(shown) ?? {};
    const now = new Date();
    if (answer) {
      return {
        kind: 'counts',
        view: countsView(answer.counts, answer.of, now),
        asOf: clock(answer.at, now),
        ...(fault !== undefined && { problem: describeFault(fault, local).headline }),
      };
    }
    return fault === undefined ? { kind: 'loading' } : { kind: 'failed', ...panelFailure(fault) };
  }
}

/** Creates the set of counts panels: at most one per domain. */
export function countsPanels(app: App): PanelSet<DomainRef, CountsPanel> {
  return new PanelSet<DomainRef, CountsPanel>({
    viewType: 'partnerLogs.counts',
    title: t('Counts'),
    create: (panel, state) => new CountsPanel(panel, readCountsStored(state), app),
    idOf: domainId,
    restored: async (state) => storedDomain(readCountsStored(state), app),
  });
}

/**
 * Returns the domain of a restored panel. If several connections use its service, only the one that it showed will do.
 */
function storedDomain(stored: CountsStored | undefined, { connections }: App): DomainRef | undefined {
  if (!stored) return undefined;
  const all = connections.list().filter(({ baseUrl }) => baseUrl === stored.base);
  const connection = all.length > 1 ? all.find(({ id }) => id === stored.connectionId) : all[0];
  return connection && { connectionId: connection.id, index: stored.domain };
}
