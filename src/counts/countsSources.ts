import type * as vscode from 'vscode';
import type { ConnectionStore } from '../connections/connectionStore.ts';
import type { DomainRef } from '../connections/domainRef.ts';
import type { WatchedDomains } from '../connections/watchedDomains.ts';
import type { CountsReadings } from './countsReadings.ts';
import type { ServiceDays } from './serviceDays.ts';
import type { TodaysCounts } from './todaysCounts.ts';

/**
 * The dependencies of counts panels. They are shared with the rest of the window because a different bundle created
 * them.
 */
export interface CountsSources {
  readonly extensionUri: vscode.Uri;
  readonly connections: Pick<ConnectionStore, 'get' | 'list'>;
  readonly watched: Pick<WatchedDomains, 'list' | 'has'>;
  readonly readings: CountsReadings;
  readonly todays: TodaysCounts;
  readonly days: ServiceDays;
  readonly now: () => Date;
  /** Returns the name to display for a domain; the caller passes the service's name, if known. */
  readonly nameOf: (domain: DomainRef) => string;
  /** Returns the name of a connection, if there are several. */
  readonly connectionName: (connectionId: string) => string | undefined;
  /** Returns the daily number of attackers at which a domain is marked. */
  readonly warnAbove: () => number | null;
  /** Returns the milliseconds after which a response is stale. */
  readonly staleAfter: () => number;
  /** Called when the set of readings to refresh has changed. */
  readonly onWanted: () => void;
  readonly openLogs: (domain: DomainRef) => Promise<void>;
}
