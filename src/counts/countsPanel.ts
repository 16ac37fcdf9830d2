import type * as vscode from 'vscode';
import type { ConnectionStore } from '../connections/connectionStore.ts';
import type { DomainRef } from '../connections/domainRef.ts';
import { firstAllowedDay } from '../service/calendar.ts';
import { describeFault } from '../service/faults.ts';
import { local, t } from '../text/l10n.ts';
import { asLabel } from '../text/label.ts';
import { runCommand } from '../ui/ownCommands.ts';
import { Panel, type ShownFault } from '../ui/panel.ts';
import { type CommonMessage, domainGone, panelFailure } from '../ui/panelMessages.ts';
import {
  type CountsContent,
  type CountsFromPanel,
  type CountsPanelState,
  type CountsStored,
  readFromCountsPanel,
  type ToCountsPanel,
} from './countsMessages.ts';
import { rangeOf } from './countsRange.ts';
import type { CountsReadings, Wanted } from './countsReadings.ts';
import { countsView } from './countsView.ts';
import type { ServiceDays } from './serviceDays.ts';
import { clock } from './statusBarText.ts';

/** The dependencies of counts panels. A different bundle creates them and shares them with the rest of the window. */
export interface CountsPanelOptions {
  readonly extensionUri: vscode.Uri;
  readonly connections: Pick<ConnectionStore, 'get' | 'list'>;
  readonly readings: CountsReadings;
  readonly days: ServiceDays;
  readonly now: () => Date;
  /** Returns the name to display for a domain; the caller passes the service's name, if known. */
  readonly nameOf: (domain: DomainRef) => string;
  /** Returns the milliseconds after which a response is stale. */
  readonly staleAfter: () => number;
  /** Called when the set of readings to refresh has changed. */
  readonly onWanted: () => void;
  readonly openLogs: (domain: DomainRef) => Promise<void>;
}

type OwnMessage = Exclude<CountsFromPanel, CommonMessage>;

/** Shows the counts of a domain as they are read, and handles the panel's buttons. */
export class CountsPanel extends Panel<OwnMessage, ToCountsPanel> {
  readonly #sources: CountsPanelOptions;
  #shown: Wanted | undefined;
  #load: AbortController | undefined;
  #posted = '';

  /** @param shown undefined for a restored panel whose domain is no longer known */
  constructor(panel: vscode.WebviewPanel, shown: Wanted | undefined, sources: CountsPanelOptions) {
    const { extensionUri } = sources;
    super(panel, { extensionUri, name: 'counts', title: t('Counts'), read: readFromCountsPanel });
    this.#sources = sources;
    void this.#show(shown);
  }

  get domain(): DomainRef | undefined {
    return this.#shown?.domain;
  }

  /** The readings to refresh for this panel; empty while it is hidden. */
  get wanted(): readonly Wanted[] {
    return this.isVisible && this.#shown ? [this.#shown] : [];
  }

  reveal(): void {
    this.webviewPanel.reveal();
  }

  /** Discards earlier results and requests, then reads again; a hidden panel reads when it becomes visible. */
  reload(): void {
    const shown = this.isVisible && this.#shown;
    if (shown && this.#sources.connections.get(shown.domain.connectionId)) void this.#read();
  }

  /** Renders the current state if it differs from the displayed one. */
  update(): void {
    const stored = this.#stored();
    const message = { state: this.#state(), ...(stored && { stored }) };
    const text = JSON.stringify(message);
    const title = this.#title();
    if (this.webviewPanel.title !== title) this.webviewPanel.title = title;
    if (text === this.#posted) return;
    this.#posted = text;
    this.send(message);
  }

  protected get shownFault(): ShownFault | undefined {
    if (!this.#shown) return undefined;
    const { domain, span } = this.#shown;
    return { fault: this.#sources.readings.get(domain, span)?.fault, target: domain };
  }

  protected end(): void {
    this.#load?.abort();
    this.#load = undefined;
  }

  protected viewStateChanged(): void {
    this.#sources.onWanted();
    const shown = this.#shown;
    if (shown && !this.#load && !this.#sources.readings.get(shown.domain, shown.span)) this.reload();
  }

  async #show(shown: Wanted | undefined): Promise<void> {
    this.#shown = shown;
    this.#sources.onWanted();
    if (!shown || this.#isFresh(shown)) return this.update();
    await this.#read();
  }

  /**
   * Reads while the user waits. If the user selects another range in the meantime, the result is stored but not shown.
   */
  async #read(): Promise<void> {
    if (!this.#shown) return;
    this.#load?.abort();
    const load = new AbortController();
    this.#load = load;
    const reading = this.#sources.readings.read(this.#shown, load.signal);
    this.update();
    await reading;
    if (this.#load !== load) return;
    this.#load = undefined;
    this.update();
  }

  #isFresh({ domain, span }: Wanted): boolean {
    const { readings, now, staleAfter } = this.#sources;
    const reading = readings.get(domain, span);
    if (!reading?.asOf || reading.fault !== undefined) return false;
    return now().getTime() - reading.asOf.getTime() < staleAfter() / 2;
  }

  #stored(): CountsStored | undefined {
    if (!this.#shown) return undefined;
    const { domain, span } = this.#shown;
    const base = this.#sources.connections.get(domain.connectionId)?.baseUrl;
    return base === undefined ? undefined : { base, domain: domain.index, span };
  }

  /** Returns the title. The domain's name might become known only after the panel opens. */
  #title(): string {
    return this.#shown ? t('Counts: {0}', asLabel(this.#sources.nameOf(this.#shown.domain))) : t('Counts');
  }

  #state(): CountsPanelState {
    const { connections, days, nameOf } = this.#sources;
    const connection = this.#shown && connections.get(this.#shown.domain.connectionId);
    if (!this.#shown || !connection) return { kind: 'failed', ...domainGone() };
    const { domain, span } = this.#shown;
    const { day } = days.today(domain);
    return {
      kind: 'domain',
      title: nameOf(domain),
      ...(connections.list().length > 1 && { connection: connection.name }),
      span,
      chosen: rangeOf(span, day),
      allowed: { from: firstAllowedDay(day), to: day },
      reading: this.#load !== undefined,
      content: this.#content(domain, span),
    };
  }

  #content(domain: DomainRef, span: Wanted['span']): CountsContent {
    const { readings, now } = this.#sources;
    const reading = readings.get(domain, span);
    const fault = reading?.fault;
    if (reading?.counts && reading.of && reading.asOf) {
      return {
        kind: 'counts',
        view: countsView(reading.counts, reading.of, now()),
        asOf: clock(reading.asOf, now()),
        ...(fault !== undefined && { problem: describeFault(fault, local).headline }),
      };
    }
    return fault === undefined ? { kind: 'loading' } : { kind: 'failed', ...panelFailure(fault) };
  }

  protected fill(): void {
    this.#posted = '';
    this.update();
  }

  protected async tryAgain(): Promise<void> {
    if (this.#shown) return this.#read();
    await runCommand('partnerLogs.refresh');
  }

  protected async receive(message: OwnMessage): Promise<void> {
    if (!this.#shown) return;
    const { domain } = this.#shown;
    if (message.type === 'choose') await this.#show({ domain, span: message.span });
    else await this.#sources.openLogs(domain);
  }
}
