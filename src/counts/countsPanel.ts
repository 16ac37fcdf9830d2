import * as vscode from 'vscode';
import type { ConnectionStore } from '../connections/connectionStore.ts';
import type { DomainRef } from '../connections/domainRef.ts';
import { type SortOrder, sortTable, tableCsv, tableMarkdown } from '../formats/table.ts';
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
import { type ChosenSpan, rangeOf } from './countsRange.ts';
import type { CountsReadings, Wanted } from './countsReadings.ts';
import { daysTable, watchedTable } from './countsTable.ts';
import { countsView } from './countsView.ts';
import { type WatchedSources, watchedDomains, watchedRows } from './countsWatched.ts';
import { clock } from './statusBarText.ts';

export const COUNTS_VIEW_TYPE = 'partnerLogs.counts';

/** The subject of a panel: one domain over a span, all watched domains, or a domain that is no longer known. */
export type CountsSubject =
  | { readonly kind: 'watched' }
  | {
      readonly kind: 'domain';
      readonly domain: DomainRef;
      readonly span: ChosenSpan;
    }
  | { readonly kind: 'unknown'; readonly stored: CountsStored | undefined };

/** The dependencies of counts panels. A different bundle creates them and shares them with the rest of the window. */
export interface CountsPanelOptions extends WatchedSources {
  readonly extensionUri: vscode.Uri;
  readonly connections: Pick<ConnectionStore, 'get' | 'list'>;
  readonly readings: CountsReadings;
  /** Called when the set of readings to refresh has changed. */
  readonly onWanted: () => void;
  readonly openLogs: (domain: DomainRef) => Promise<void>;
  /** Opens the panel for another subject. */
  readonly open: (subject: CountsSubject) => void;
}

type OwnMessage = Exclude<CountsFromPanel, CommonMessage>;

/** Shows the counts for a panel's subject as they are read, and handles the panel's buttons. */
export class CountsPanel extends Panel<OwnMessage, ToCountsPanel> {
  readonly #sources: CountsPanelOptions;
  #subject: CountsSubject;
  #load: AbortController | undefined;
  #posted = '';

  constructor(panel: vscode.WebviewPanel, subject: CountsSubject, sources: CountsPanelOptions) {
    const { extensionUri } = sources;
    super(panel, { extensionUri, name: 'counts', title: t('Counts'), read: readFromCountsPanel });
    this.#subject = subject;
    this.#sources = sources;
    void this.#show(subject);
  }

  get subject(): CountsSubject {
    return this.#subject;
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
    const message = this.#message();
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

  /** The counts that the panel shows, unless it shows all watched domains. */
  get #shown(): Wanted | undefined {
    return this.#subject.kind === 'domain' ? this.#subject : undefined;
  }

  async #show(subject: CountsSubject): Promise<void> {
    this.#subject = subject;
    this.#sources.onWanted();
    if (subject.kind !== 'domain' || this.#isFresh(subject)) return this.update();
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

  #message(): ToCountsPanel {
    const stored = this.#stored();
    return { type: 'show', state: this.#state(), ...(stored && { stored }) };
  }

  #stored(): CountsStored | undefined {
    if (this.#subject.kind === 'watched') return { kind: 'watched' };
    if (this.#subject.kind === 'unknown') return this.#subject.stored;
    const { domain, span } = this.#subject;
    const base = this.#sources.connections.get(domain.connectionId)?.baseUrl;
    if (base === undefined) return undefined;
    return { kind: 'domain', base, domain: domain.index, span };
  }

  /** Returns the title. The domain's name might become known only after the panel opens. */
  #title(): string {
    if (this.#subject.kind === 'watched') return t('Watched Domains');
    if (this.#subject.kind === 'unknown') return t('Counts');
    const { domain } = this.#subject;
    return t('Counts: {0}', asLabel(this.#sources.nameOf(domain)));
  }

  #state(): CountsPanelState {
    if (this.#subject.kind === 'watched') return { kind: 'watched', rows: watchedRows(this.#sources) };
    if (this.#subject.kind === 'unknown') return { kind: 'failed', ...domainGone() };
    const { domain, span } = this.#subject;
    if (!this.#sources.connections.get(domain.connectionId)) return { kind: 'failed', ...domainGone() };
    const { day } = this.#sources.days.today(domain);
    const connection = this.#sources.connectionName(domain.connectionId);
    return {
      kind: 'domain',
      title: this.#sources.nameOf(domain),
      ...(connection !== undefined && { connection }),
      span,
      chosen: rangeOf(span, day),
      allowed: { from: firstAllowedDay(day), to: day },
      reading: this.#load !== undefined,
      content: this.#content(domain, span),
    };
  }

  #content(domain: DomainRef, span: ChosenSpan): CountsContent {
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
    if (fault === undefined) return { kind: 'loading' };
    return { kind: 'failed', ...panelFailure(fault) };
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
    switch (message.type) {
      case 'choose':
        if (this.#subject.kind === 'domain') await this.#show({ ...this.#subject, span: message.span });
        return;
      case 'openWatched':
        return this.#sources.open({ kind: 'watched' });
      case 'openDomain': {
        const domain = watchedDomains(this.#sources)[message.row];
        if (domain) this.#sources.open({ kind: 'domain', domain, span: 'last30' });
        return;
      }
      case 'openLogs':
      case 'openRowLogs': {
        const domain = this.#domainOf(message);
        if (domain) await this.#sources.openLogs(domain);
        return;
      }
      case 'copy':
        return this.#copy(message.format, message.order);
    }
  }

  #domainOf(message: Extract<CountsFromPanel, { type: 'openLogs' | 'openRowLogs' }>): DomainRef | undefined {
    if (message.type === 'openRowLogs') return watchedDomains(this.#sources)[message.row];
    return this.#shown?.domain;
  }

  async #copy(format: 'csv' | 'markdown', order: SortOrder): Promise<void> {
    const state = this.#state();
    const table =
      state.kind === 'watched'
        ? watchedTable(watchedRows(this.#sources, englishDate))
        : state.kind === 'domain' && state.content.kind === 'counts'
          ? daysTable(state.content.view.days)
          : undefined;
    if (!table) return;
    const sorted = sortTable(table, order);
    await vscode.env.clipboard.writeText(format === 'csv' ? tableCsv(sorted) : tableMarkdown(sorted));
    this.send({ type: 'copied', format });
  }
}

/** Formats a date in English, because a copied table might be shared. */
function englishDate(instant: number, options: Intl.DateTimeFormatOptions): string {
  return new Date(instant).toLocaleString('en', options);
}
