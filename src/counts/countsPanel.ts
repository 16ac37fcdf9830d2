import type * as vscode from 'vscode';
import type { App } from '../app.ts';
import type { DomainRef } from '../connections/domainRef.ts';
import { firstAllowedDay } from '../service/calendar.ts';
import { describeFault } from '../service/faults.ts';
import { local, t } from '../text/l10n.ts';
import { asLabel } from '../text/label.ts';
import { truncate } from '../text/strings.ts';
import { runCommand } from '../ui/ownCommands.ts';
import { Panel } from '../ui/panel.ts';
import { type CommonMessage, domainGone, panelFailure } from '../ui/panelMessages.ts';
import type { SubjectPanel } from '../ui/panelSet.ts';
import type { Wanted } from './counts.ts';
import {
  type CountsFromPanel,
  type CountsStored,
  countsView,
  readFromCountsPanel,
  type ToCountsPanel,
} from './countsMessages.ts';
import { clock } from './metrics.ts';
import type { CountsSpan } from './spans.ts';

type OwnMessage = Exclude<CountsFromPanel, CommonMessage>;

/** Maximum length, in UTF-16 units, of the heading, so that the counts stay in sight. */
const LONGEST_TITLE = 300;

/** Shows the counts of a domain as they are read, and handles the panel's buttons. */
export class CountsPanel extends Panel<OwnMessage, ToCountsPanel> implements SubjectPanel<DomainRef> {
  readonly #app: App;
  readonly #stored: CountsStored | undefined;
  #domain: DomainRef | undefined;
  #span: CountsSpan;
  #load: AbortController | undefined;

  /** @param stored the state of a restored panel */
  constructor(panel: vscode.WebviewPanel, stored: CountsStored | undefined, app: App) {
    super(panel, app.extensionUri, 'counts', t('Counts'), readFromCountsPanel);
    this.#app = app;
    this.#stored = stored;
    this.#span = stored?.span ?? 'last30';
    panel.onDidDispose(() => app.countsDisplay.update());
  }

  get subject(): DomainRef | undefined {
    return this.#domain;
  }

  /** The counts to keep up to date for this panel; none while it is hidden. */
  get wanted(): readonly Wanted[] {
    return this.webviewPanel.visible && this.#shown ? [this.#shown] : [];
  }

  /** Shows a domain's counts, and reads them unless that has succeeded before. */
  show(domain: DomainRef | undefined, span = this.#span): void {
    this.#domain = domain;
    this.#span = span;
    this.#app.countsDisplay.update();
    const { answer, fault } = this.#reading ?? {};
    if (!answer || fault !== undefined) this.reload();
  }

  /** Reads again; a hidden panel reads when it becomes visible. */
  reload(): void {
    if (this.#connection) this.whenVisible(() => void this.#read());
  }

  /** Renders the current state. */
  update(): void {
    const message = this.#message();
    const { title } = message.state.domain ?? {};
    // The domain's name might become known only after the panel opens.
    this.webviewPanel.title = title === undefined ? t('Counts') : t('Counts: {0}', asLabel(title));
    this.send(message);
  }

  protected get shownFault() {
    return { fault: this.#reading?.fault, target: this.#domain };
  }

  protected fill(): void {
    this.update();
  }

  protected async receive(message: OwnMessage): Promise<void> {
    if (message.type === 'choose') return this.show(this.#domain, message.span);
    const { day } = message;
    await runCommand('partnerLogs.openTable', this.#domain, day && { days: { from: day, to: day } });
  }

  protected async tryAgain(): Promise<void> {
    if (this.#domain) this.reload();
    else this.show(this.#stored && this.#app.links.storedDomain(this.#stored));
  }

  protected end(): void {
    this.#load?.abort();
    this.#load = undefined;
  }

  protected viewStateChanged(): void {
    this.#app.countsDisplay.update();
  }

  get #shown(): Wanted | undefined {
    return this.#domain && { domain: this.#domain, span: this.#span };
  }

  get #reading() {
    return this.#shown && this.#app.counts.get(this.#shown);
  }

  get #connection() {
    return this.#domain && this.#app.connections.get(this.#domain.connectionId);
  }

  /** Reads while the user waits. The next read of the panel ends this one. */
  async #read(): Promise<void> {
    const shown = this.#shown;
    if (!shown) return;
    this.#load?.abort();
    const load = new AbortController();
    this.#load = load;
    const reading = this.#app.counts.read(shown, load.signal);
    this.update();
    await reading;
    if (this.#load !== load) return;
    this.#load = undefined;
    this.update();
  }

  #message(): ToCountsPanel {
    const { ask, counts } = this.#app;
    const shown = this.#shown;
    const connection = this.#connection;
    if (!shown || !connection) return { state: { failure: { ...domainGone(), canTryAgain: true } } };
    const { answer, fault } = this.#reading ?? {};
    const { domain, span } = shown;
    const today = counts.days.today(domain);
    const now = new Date();
    const read = answer && {
      view: countsView(answer.counts, answer.of, now),
      asOf: clock(answer.at, now),
      ...(fault !== undefined && { problem: describeFault(fault, local).headline }),
    };
    return {
      state: {
        domain: {
          title: truncate(ask.labelOf(domain), LONGEST_TITLE),
          span,
          chosen: counts.rangeOf(shown),
          allowed: { from: firstAllowedDay(today), to: today },
          isReading: this.#load !== undefined,
        },
        ...(read ? { counts: read } : fault !== undefined && { failure: panelFailure(fault) }),
      },
      stored: { base: connection.baseUrl, connectionId: connection.id, domain: domain.index, span },
    };
  }
}
