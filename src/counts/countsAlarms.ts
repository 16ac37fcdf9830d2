import { type DomainRef, domainId } from '../connections/domainRef.ts';
import type { DomainStatus } from './statusBarText.ts';
import { isAbove } from './statusBarText.ts';

/** The stored alarms, shared across sessions and windows. */
export interface AlarmMemory {
  get<T>(key: string): T | undefined;
  update(key: string, value: unknown): Thenable<void>;
}

export interface WatchedStatus extends DomainStatus {
  readonly domain: DomainRef;
}

export interface CountsAlarmsOptions {
  readonly memory: AlarmMemory;
  /** Returns the daily number of attackers at which a domain raises an alarm; null for never. */
  readonly warnAbove: () => number | null;
  /** Returns true if the user should also be notified. */
  readonly notify: () => boolean;
  /** Called with the number of domains at or above the level, for the view container's badge. */
  readonly onCount: (count: number) => void;
  /** Notifies about domains; called at most once a day for each. */
  readonly onAlarm: (domains: readonly WatchedStatus[]) => void;
}

/** The day of the last alarm, by domain ID. */
type LastDays = Readonly<Record<string, string>>;

const STATE_KEY = 'alarms';

/**
 * Counts the watched domains at or above the warning level. If the user has turned on notifications, notifies about
 * each of these domains once a day.
 */
export class CountsAlarms {
  readonly #options: CountsAlarmsOptions;
  #count = 0;

  constructor(options: CountsAlarmsOptions) {
    this.#options = options;
  }

  update(domains: readonly WatchedStatus[]): void {
    const { memory, warnAbove, notify, onCount, onAlarm } = this.#options;
    const above = domains.filter(({ state }) => isAbove(state, warnAbove()));
    if (above.length !== this.#count) onCount(above.length);
    this.#count = above.length;
    if (!notify()) return;
    const last = memory.get<LastDays>(STATE_KEY) ?? {};
    const fresh = above.filter(({ domain, state }) => last[domainId(domain)] !== state?.day);
    if (fresh.length === 0) return;
    const days = above.map(({ domain, state }) => [domainId(domain), state?.day]);
    const kept = Object.entries(last).filter(([id]) => domains.some(({ domain }) => domainId(domain) === id));
    void memory.update(STATE_KEY, Object.fromEntries([...kept, ...days]));
    onAlarm(fresh);
  }
}
