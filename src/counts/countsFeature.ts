import * as vscode from 'vscode';
import { isFile } from '../connections/connection.ts';
import type { ConnectionStore } from '../connections/connectionStore.ts';
import type { DomainRef } from '../connections/domainRef.ts';
import type { PinnedDomains } from '../connections/pinnedDomains.ts';
import type { LogService } from '../service/api.ts';
import { intervalOf, staleAfterOf, warnAboveOf } from '../ui/settingValues.ts';
import { CountsPanels } from './countsPanels.ts';
import { CountsReadings, type Wanted } from './countsReadings.ts';
import { RefreshTimer } from './refreshTimer.ts';
import { ServiceDays } from './serviceDays.ts';
import { StatusBar } from './statusBarItem.ts';
import { statusBarText } from './statusBarText.ts';
import { TodaysCounts } from './todaysCounts.ts';

/** Milliseconds during which changes are collected before they are rendered. */
const GATHER = 100;

export interface CountsFeatureOptions {
  readonly extensionUri: vscode.Uri;
  readonly connections: ConnectionStore;
  readonly pinned: PinnedDomains;
  readonly days: ServiceDays;
  readonly readings: CountsReadings;
  readonly todays: TodaysCounts;
  /** Returns the name to display for a domain; the caller passes the service's name, if known. */
  readonly nameOf: (domain: DomainRef) => string;
  readonly openLogs: (domain: DomainRef) => Promise<void>;
  /** Performs all other background reads at each interval while `goOn` returns true; returns true if they succeeded. */
  readonly otherReads: (goOn: () => boolean) => Promise<boolean>;
}

/** Keeps a window's counts up to date, along with the status bar and the panels that show them. */
export class CountsFeature implements vscode.Disposable {
  readonly #options: CountsFeatureOptions;
  readonly #statusBar: StatusBar;
  readonly #timer: RefreshTimer;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable[];
  #gathering: NodeJS.Timeout | undefined;
  readonly panels: CountsPanels;
  /** Fires when today's counts might have changed; many changes are combined into one event. */
  readonly onDidChange = this.#changed.event;

  constructor(options: CountsFeatureOptions) {
    this.#options = options;
    const { pinned, readings, days, todays, nameOf } = options;
    const now = () => new Date();
    readings.onDidChange(() => this.#gather());
    this.#statusBar = new StatusBar(() => {
      const domains = this.pinned.map((domain) => ({ name: nameOf(domain), state: todays.get(domain) }));
      return statusBarText(domains, { warnAbove: warnAbove(), staleAfter: staleAfter(), now: now() });
    });
    this.panels = new CountsPanels({
      ...options,
      now,
      staleAfter,
      onWanted: () => this.#timer.update(),
    });
    this.#timer = new RefreshTimer({
      readings,
      days,
      wanted: () => this.#wanted(),
      interval,
      focused: () => vscode.window.state.focused,
      now,
      random: Math.random,
      otherReads: options.otherReads,
      after: (milliseconds, task) => {
        const timer = setTimeout(task, milliseconds);
        return () => clearTimeout(timer);
      },
      onTick: () => this.#draw(),
      onNewDay: () => this.#changed.fire(),
    });
    this.#subscriptions = [
      vscode.window.onDidChangeWindowState(() => this.#timer.update()),
      pinned.onDidChange(() => this.#timer.update()),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('partnerLogs')) this.#timer.update();
      }),
    ];
  }

  /** The domains that the status bar counts: the pinned ones of services. A file has no counts. */
  get pinned(): readonly DomainRef[] {
    const { connections, pinned } = this.#options;
    return pinned.list().filter(({ connectionId }) => {
      const connection = connections.get(connectionId);
      return connection && !isFile(connection);
    });
  }

  /** Rereads the visible counts at the user's request. Never rejects. */
  async refresh(): Promise<void> {
    await this.#options.readings.refresh(this.#wanted(), { retryRefused: true });
  }

  /** Drops readings that might be outdated after a change of connection, key, or conventions. */
  forget(changed: ReadonlySet<string>): void {
    this.#options.readings.reset(changed);
    this.#timer.update();
    this.panels.reload();
  }

  dispose(): void {
    this.#options.readings.reset();
    clearTimeout(this.#gathering);
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#timer.dispose();
    this.#statusBar.dispose();
    this.panels.dispose();
    this.#changed.dispose();
  }

  /** Returns the readings that the status bar, the tree, and the visible panels show. */
  #wanted(): Wanted[] {
    const todays = this.pinned.map((domain) => ({ domain, span: 'today' }) as const);
    return [...todays, ...this.panels.wanted];
  }

  #gather(): void {
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined;
      this.#changed.fire();
      this.#draw();
    }, GATHER);
  }

  #draw(): void {
    this.#statusBar.update();
    this.panels.update();
  }
}

const warnAbove = () =>
  warnAboveOf(vscode.workspace.getConfiguration('partnerLogs.statusBar').get('warnAbove'));
const interval = () => intervalOf(vscode.workspace.getConfiguration('partnerLogs').get('refreshInterval'));
const staleAfter = () => staleAfterOf(interval());

/** Creates the model of the counts that have been read, shared by all views. It reads nothing on its own. */
export function countsModel(serviceOf: (connectionId: string) => Promise<LogService>) {
  const now = () => new Date();
  const days = new ServiceDays(now);
  const readings = new CountsReadings({ serviceOf, days, now, random: Math.random });
  return { days, readings, todays: new TodaysCounts(readings, days) };
}
