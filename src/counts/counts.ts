import { IN_BACKGROUND, Limiter } from '../base/concurrency.ts';
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
  /** When the last attempt started, in milliseconds since 1970. */
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
  /** Undefined until today's values are known; a response from yesterday is ignored. */
  readonly values: MetricValues | undefined;
  /** When `values` were read. */
  readonly at: Date | undefined;
  readonly fault: unknown;
}

interface ReadOptions {
  readonly priority: 'background' | 'foreground';
  readonly signal: AbortSignal;
}

/** The counts that have been read, by domain and span, shared by all views of a window. */
export class Counts {
  readonly days: ServiceDays;
  readonly #serviceOf: (connectionId: string) => Promise<LogService>;
  readonly #readings = new Map<string, Reading>();
  /** Connections whose key is missing or was rejected, with the fault. */
  readonly #refused = new Map<string, unknown>();
  readonly #listeners: (() => void)[] = [];
  /** By connection, so that a service that does not respond delays no other. */
  readonly #limiters = new Map<string, Limiter>();
  #queued = new Set<string>();
  #lifetime = new AbortController();

  constructor(serviceOf: (connectionId: string) => Promise<LogService>, days: ServiceDays) {
    this.#serviceOf = serviceOf;
    this.days = days;
  }

  onDidChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  get(wanted: Wanted): Reading | undefined {
    return this.#readings.get(readingId(wanted));
  }

  /** Returns true if counts are not read in the background: they are already, or the key was rejected. */
  isHeld(wanted: Wanted): boolean {
    return this.#queued.has(readingId(wanted)) || this.#refused.has(wanted.domain.connectionId);
  }

  /** Returns the days that a span of a domain currently covers. */
  rangeOf({ domain, span }: Wanted): DateRange {
    return rangeOf(span, this.days.today(domain));
  }

  /** Returns today's counts of a domain, or undefined if nothing has been read for it. */
  today(domain: DomainRef): TodaysCounts | undefined {
    const reading = this.get({ domain, span: 'today' });
    const fault = reading?.fault ?? this.#refused.get(domain.connectionId);
    if (!reading && fault === undefined) return undefined;
    const day = this.days.today(domain);
    const { counts, of, at } = reading?.answer ?? {};
    const values = counts && of?.to === day ? valuesOf(counts, day) : undefined;
    return { day, timeZone: counts?.timeZone, values, at: values && at, fault };
  }

  /**
   * Reads in the background, a few at a time; failures are stored in the readings. Skips those that are queued already
   * and those of connections whose key was rejected.
   */
  async refresh(wanted: readonly Wanted[]): Promise<void> {
    const { signal } = this.#lifetime;
    const queued = this.#queued;
    const read = async (each: Wanted) => {
      if (!this.#refused.has(each.domain.connectionId))
        await this.#read(each, { priority: 'background', signal });
    };
    const queue = async (each: Wanted) => {
      const id = readingId(each);
      if (queued.has(id)) return;
      queued.add(id);
      await this.#limiterOf(each.domain.connectionId)
        .run(() => read(each), signal)
        .catch(() => {});
      queued.delete(id);
    };
    await Promise.all(wanted.map(queue));
  }

  /** Reads immediately while the user waits, also with a rejected key. Never rejects. */
  async read(wanted: Wanted, signal: AbortSignal): Promise<void> {
    const queued = this.#queued;
    queued.add(readingId(wanted));
    const ending = AbortSignal.any([this.#lifetime.signal, signal]);
    await this.#read(wanted, { priority: 'foreground', signal: ending });
    queued.delete(readingId(wanted));
  }

  /** Lets the next refresh use keys that were rejected. */
  retryRefused(): void {
    this.#refused.clear();
  }

  /** Forgets all counts after a change of connections, and the time zones of the changed ones. */
  reset(changed: ReadonlySet<string> = new Set()): void {
    this.#lifetime.abort();
    this.#lifetime = new AbortController();
    this.#readings.clear();
    this.#queued = new Set();
    this.#limiters.clear();
    this.#refused.clear();
    this.days.forget(changed);
    this.#changed();
  }

  async #read(wanted: Wanted, options: ReadOptions): Promise<void> {
    const { connectionId } = wanted.domain;
    const tried = { triedAt: Date.now(), triedDay: this.rangeOf(wanted).to };
    const store = (result: Pick<Reading, 'answer' | 'fault'>) => {
      this.#readings.set(readingId(wanted), { ...result, ...tried });
      this.#changed();
    };
    try {
      const answer = await this.request(wanted, options);
      if (options.signal.aborted) return;
      this.#refused.delete(connectionId);
      store({ answer: { ...answer, at: new Date() } });
    } catch (fault) {
      if (options.signal.aborted) return;
      if (isServiceError(fault, 'unauthorized') || isServiceError(fault, 'key-needed'))
        this.#refused.set(connectionId, fault);
      const { answer } = this.get(wanted) ?? {};
      store({ ...(answer && { answer }), fault });
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

  #limiterOf(connectionId: string): Limiter {
    const limiter = this.#limiters.get(connectionId) ?? new Limiter(IN_BACKGROUND);
    this.#limiters.set(connectionId, limiter);
    return limiter;
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Returns the totals of a response that covers only this day; otherwise, the values listed for the day. */
function valuesOf({ range, days, totals }: Answer, day: string): MetricValues | undefined {
  return sameRange(range, { from: day, to: day }) ? totals : days.findLast(({ date }) => date === day);
}

function readingId({ domain, span }: Wanted): string {
  return `${domainId(domain)} ${typeof span === 'string' ? span : `${span.from}–${span.to}`}`;
}
