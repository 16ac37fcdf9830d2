import { isServiceError } from '../base/errors.ts';
import { IN_BACKGROUND, Limiter } from '../base/limiter.ts';
import { type DomainRef, domainId } from '../connections/domainRef.ts';
import type { LogService } from '../service/api.ts';
import { type Counts as Answer, type DateRange, METRICS, type MetricValues } from '../service/model.ts';
import { dayValues, otherRange } from './countsView.ts';
import type { ServiceDays } from './serviceDays.ts';
import { type CountsSpan, rangeOf, sameRange } from './spans.ts';

/** The counts of a domain over a span of days. */
export interface Wanted {
  readonly domain: DomainRef;
  readonly span: CountsSpan;
}

export interface Reading {
  readonly answer?: {
    readonly counts: Answer;
    /** The days that the counts were requested for. */
    readonly of: DateRange;
    readonly at: Date;
  };
  /** The error from the last attempt, if it failed. */
  readonly fault?: unknown;
  /** Failed attempts since the last success. */
  readonly failures: number;
  /** When the last attempt started, in milliseconds since 1970. */
  readonly triedAt: number;
  /** The latest day that any attempt needed. */
  readonly latestDay: string;
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
  /** A note that is shown if the service returned other days than today. */
  readonly note: string | undefined;
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
  readonly #limiters = new Map<string, Limiter>();
  /** Connections whose key is missing or was rejected, with the fault. */
  readonly #refused = new Map<string, unknown>();
  readonly #listeners: (() => void)[] = [];
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

  /** Returns the error that stops background reads of a connection until its key changes or the user requests a read. */
  refusal(connectionId: string): unknown {
    return this.#refused.get(connectionId);
  }

  isQueued(wanted: Wanted): boolean {
    return this.#queued.has(readingId(wanted));
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
    const current = of?.to === day ? counts : undefined;
    const values = current && valuesOf(current, day);
    return {
      day,
      timeZone: counts?.timeZone,
      values,
      at: values && at,
      fault,
      note: current && otherRange(current.range, { from: day, to: day }),
    };
  }

  /**
   * Reads in the background, a few at a time; failures are stored in the readings. Skips those that are queued already
   * and those of connections whose key was rejected.
   * @param goOn called before each request; returns false to skip the rest
   */
  async refresh(wanted: readonly Wanted[], goOn = () => true): Promise<void> {
    const { signal } = this.#lifetime;
    const queued = this.#queued;
    const began = Date.now();
    const read = async (each: Wanted) => {
      const isFresh = (this.get(each)?.triedAt ?? -1) > began;
      if (goOn() && !this.#refused.has(each.domain.connectionId) && !isFresh)
        await this.#read(each, { priority: 'background', signal });
    };
    const queue = async (each: Wanted) => {
      const id = readingId(each);
      queued.add(id);
      await this.#limiter(each.domain.connectionId)
        .run(() => read(each), signal)
        .catch(() => {});
      queued.delete(id);
    };
    await Promise.all(wanted.filter((each) => !queued.has(readingId(each))).map(queue));
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
    const id = readingId(wanted);
    const triedAt = Date.now();
    const store = (result: Pick<Reading, 'answer' | 'fault' | 'failures'>) => {
      const days = [this.#readings.get(id)?.latestDay ?? '', this.rangeOf(wanted).to];
      this.#readings.set(id, { ...result, triedAt, latestDay: days.sort().at(-1) ?? '' });
    };
    try {
      const { counts, of } = await this.request(wanted, options);
      if (options.signal.aborted) return;
      this.#refused.delete(connectionId);
      store({ answer: { counts, of, at: new Date() }, failures: 0 });
    } catch (fault) {
      if (options.signal.aborted) return;
      if (isServiceError(fault, 'unauthorized') || isServiceError(fault, 'key-needed'))
        this.#refused.set(connectionId, fault);
      const { answer, failures = 0 } = this.#readings.get(id) ?? {};
      store({ ...(answer && { answer }), fault, failures: failures + 1 });
    }
    this.#changed();
  }

  /**
   * Requests counts without keeping them, and requests them again if the span covers different days in the response's
   * time zone. Rejects with a `ServiceError`.
   */
  async request(wanted: Wanted, options: ReadOptions): Promise<{ counts: Answer; of: DateRange }> {
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

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }

  #limiter(connectionId: string): Limiter {
    const limiter = this.#limiters.get(connectionId) ?? new Limiter(IN_BACKGROUND);
    this.#limiters.set(connectionId, limiter);
    return limiter;
  }
}

/** Returns the totals of a response that covers only this day; otherwise, the values listed for the day. */
function valuesOf(counts: Answer, day: string): MetricValues | undefined {
  if (!sameRange(counts.range, { from: day, to: day })) return dayValues(counts.days).get(day);
  const totals = METRICS.map((metric) => [metric, counts.totals[metric].total]);
  return Object.fromEntries(totals) as MetricValues;
}

function readingId({ domain, span }: Wanted): string {
  return `${domainId(domain)} ${typeof span === 'string' ? span : `${span.from}–${span.to}`}`;
}
