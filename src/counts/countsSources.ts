import type * as vscode from 'vscode';
import type { ConnectionStore } from '../connections/connectionStore.ts';
import type { DomainRef } from '../connections/domainRef.ts';
import type { WatchedDomains } from '../connections/watchedDomains.ts';
import type { CountsReadings } from './countsReadings.ts';
import type { ServiceDays } from './serviceDays.ts';
import type { TodaysCounts } from './todaysCounts.ts';

/** The parts that counts panels are made of. They are shared with the rest of the window: another bundle made them. */
export interface CountsSources {
  readonly extensionUri: vscode.Uri;
  readonly connections: Pick<ConnectionStore, 'get' | 'list'>;
  readonly watched: Pick<WatchedDomains, 'list' | 'has'>;
  readonly readings: CountsReadings;
  readonly todays: TodaysCounts;
  readonly days: ServiceDays;
  readonly now: () => Date;
  /** Returns the user's name of a domain; the service's name is given with it, if the caller knows it. */
  readonly nameOf: (domain: DomainRef) => string;
  /** The name of a connection, if there are several to tell apart. */
  readonly connectionName: (connectionId: string) => string | undefined;
  /** Attackers a day from which a domain is marked. */
  readonly warnAbove: () => number | null;
  /** Milliseconds after which an answer is old. */
  readonly staleAfter: () => number;
  /** Called when the readings to refresh have changed. */
  readonly onWanted: () => void;
  readonly openLogs: (domain: DomainRef) => Promise<void>;
}
