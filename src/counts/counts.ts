import { IN_BACKGROUND, limiterOf } from '../base/concurrency.ts';
import { isServiceError } from '../base/errors.ts';
import { type DomainRef, domainId } from '../connections/domainRef.ts';
import type { LogService } from '../service/api.ts';
import type { Counts as Answer, DateRange, MetricValues } from '../service/model.ts';
import type { ServiceDays } from './serviceDays.ts';
import { type CountsSpan, rangeOf, sameRange } from './spans.ts';

/** The counts of a domain over a span of days. */
export interface Wanted {
  readonly domain: DomainRef;
  readonly span: CountsSpan;
}

/** A response with counts, and the days that they were requested for. */
interface CountsOf {
  readonly counts: Answer;
  readonly of: DateRange;
}

export interface Reading {
  readonly answer?: CountsOf & { readonly at: Date };
  /** The error from the last attempt, if it failed. */
  readonly fault?: unknown;
  /** When the last attempt was requested, in milliseconds since 1970. */
  readonly triedAt: number;
  /** The last day that the last attempt needed. */
  readonly triedDay: string;
}

/** A domain's counts for the service's current day. */
export interface TodaysCounts {
  /** `YYYY-MM-DD` in the service's time zone. */
  readonly day: string;
  /** `timezone` of the response, as sent. */
  readonly timeZone: string | undefined;
  /** Undefined until today's values are known; a response from yesterday, or for other days, is ignored. */
  readonly values: MetricValues | undefined;
  /** When `values` were read. */
  readonly at: Date | undefined;
  readonly fault: unknown;
}

/** The counts of a connection. */
interface ConnectionCounts {
  readonly readings: Map<string, Reading>;
  /** Ends the reads. */
  readonly ending: AbortController;
  /** The fault if the key is missing or was rejected. */
  refused: unknown;
}

interface ReadOptions {
  readonly priority: 'background' | 'foreground';
  readonly signal: AbortSignal;
}

/** The counts that have been read, by domain and span, shared by all views of a window. */
export class Counts {
  readonly days: ServiceDays;
  readonly #serviceOf: (connectionId: string) => Promise<LogService>;
  /** By connection ID. */
  readonly #connections = new Map<string, ConnectionCounts>();
  readonly #listeners: (() => void)[] = [];

  constructor(serviceOf: (connectionId: string) => Promise<LogService>, days: ServiceDays) {
    this.#serviceOf = serviceOf;
    this.days = days;
  }

  onDidChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  get(wanted: Wanted): Reading | undefined {
    return this.#of(wanted.domain).readings.get(readingId(wanted));
  }

  /** Returns true if nothing is read in the background from a connection, because its key is missing or was rejected. */
  isRefused(domain: DomainRef): boolean {
    return this.#of(domain).refused !== undefined;
  }

  /** Returns the days that a span of a domain currently covers. */
  rangeOf({ domain, span }: Wanted): DateRange {
    return rangeOf(span, this.days.today(domain));
  }

  /** Returns what is known about today's counts of a domain. */
  today(domain: DomainRef): TodaysCounts {
    const reading = this.get({ domain, span: 'today' });
    const fault = reading?.fault ?? this.#of(domain).refused;
    const day = this.days.today(domain);
    const { counts, at } = reading?.answer ?? {};
    const values = counts && sameRange(counts.range, { from: day, to: day }) ? counts.totals : undefined;
    return { day, timeZone: counts?.timeZone, values, at: values && at, fault };
  }

  /**
   * Reads in the background, a few at a time for each connection; failures are stored in the readings. Skips connections
   * whose key was rejected.
   */
  async refresh(wanted: readonly Wanted[]): Promise<void> {
    const queue = (each: Wanted) => {
      // While it waits, it is not due again.
      this.#begin(each);
      const { signal } = this.#of(each.domain).ending;
      const read = async () => {
        if (!this.isRefused(each.domain)) await this.#read(each, { priority: 'background', signal });
      };
      const limiter = limiterOf(`counts of ${each.domain.connectionId}`, IN_BACKGROUND);
      return limiter.run(read, signal).catch(() => {});
    };
    await Promise.all(wanted.filter(({ domain }) => !this.isRefused(domain)).map(queue));
  }

  /** Reads immediately while the user waits, also with a rejected key. Never rejects. */
  async read(wanted: Wanted, signal: AbortSignal): Promise<void> {
    const ending = AbortSignal.any([this.#of(wanted.domain).ending.signal, signal]);
    await this.#read(wanted, { priority: 'foreground', signal: ending });
  }

  /** Lets the next refresh use keys that were rejected. */
  retryRefused(): void {
    for (const of of this.#connections.values()) of.refused = undefined;
  }

  /** Forgets the counts and the time zones of these connections, and ends their reads. */
  reset(connectionIds: ReadonlySet<string> = new Set(this.#connections.keys())): void {
    for (const id of connectionIds) {
      this.#connections.get(id)?.ending.abort();
      this.#connections.delete(id);
    }
    this.days.forget(connectionIds);
    this.#changed();
  }

  /** Stores that counts are requested now. */
  #begin(wanted: Wanted): Pick<Reading, 'triedAt' | 'triedDay'> {
    const tried = { triedAt: Date.now(), triedDay: this.rangeOf(wanted).to };
    this.#of(wanted.domain).readings.set(readingId(wanted), { ...this.get(wanted), ...tried });
    return tried;
  }

  async #read(wanted: Wanted, options: ReadOptions): Promise<void> {
    const of = this.#of(wanted.domain);
    const tried = this.#begin(wanted);
    const store = (result: Pick<Reading, 'answer' | 'fault'>) => {
      of.readings.set(readingId(wanted), { ...result, ...tried });
      this.#changed();
    };
    try {
      const answer = await this.request(wanted, options);
      if (options.signal.aborted) return;
      of.refused = undefined;
      store({ answer: { ...answer, at: new Date() } });
    } catch (fault) {
      if (options.signal.aborted) return;
      if (isServiceError(fault, 'unauthorized') || isServiceError(fault, 'key-needed')) of.refused = fault;
      store({ ...this.get(wanted), fault });
    }
  }

  /**
   * Requests counts without keeping them, and requests them again if the span covers different days in the response's
   * time zone. Rejects with a `ServiceError`.
   */
  async request(wanted: Wanted, options: ReadOptions): Promise<CountsOf> {
    const { connectionId, index } = wanted.domain;
    const service = await this.#serviceOf(connectionId);
    const read = async (of: DateRange) => {
      const counts = await service.counts(index, of, options);
      if (!options.signal.aborted) this.days.learn(wanted.domain, counts.timeZone);
      return { counts, of };
    };
    const first = await read(this.rangeOf(wanted));
    const range = this.rangeOf(wanted);
    return sameRange(range, first.of) ? first : read(range);
  }

  #of({ connectionId }: DomainRef): ConnectionCounts {
    const known = this.#connections.get(connectionId);
    if (known) return known;
    const of: ConnectionCounts = { readings: new Map(), ending: new AbortController(), refused: undefined };
    this.#connections.set(connectionId, of);
    return of;
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

function readingId({ domain, span }: Wanted): string {
  return `${domainId(domain)} ${typeof span === 'string' ? span : `${span.from}–${span.to}`}`;
}
