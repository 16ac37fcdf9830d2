import { isServiceError } from '../base/errors.ts';
import { IN_BACKGROUND, Limiter } from '../base/limiter.ts';
import { type DomainRef, domainId } from '../connections/domainRef.ts';
import type { LogService } from '../service/api.ts';
import type { Counts, DateRange } from '../service/model.ts';
import { type CountsSpan, rangeOf, sameRange, spanId } from './countsRange.ts';
import type { ServiceDays } from './serviceDays.ts';

/** Counts that are visible and must be kept up to date. */
export interface Wanted {
  readonly domain: DomainRef;
  readonly span: CountsSpan;
}

/** A domain's known counts over a span. */
export interface CountsReading {
  readonly counts: Counts | undefined;
  /** The days that `counts` were requested for. */
  readonly of: DateRange | undefined;
  /** When `counts` arrived. */
  readonly asOf: Date | undefined;
  /** The error from the last attempt, if it failed. */
  readonly fault: unknown;
  /** When the last attempt started, in milliseconds since 1970, and the days that were needed when it ended. */
  readonly triedAt: number;
  readonly tried: DateRange;
  /** Failed attempts since the last success. */
  readonly failures: number;
  /** A number from 0 up to but not including 1 that determines the random delay of the next attempt. */
  readonly jitter: number;
}

export interface CountsReadingsOptions {
  readonly serviceOf: (connectionId: string) => Promise<LogService>;
  readonly days: ServiceDays;
  readonly now: () => Date;
  readonly random: () => number;
}

export interface RefreshOptions {
  /** Called before each request; returns false to postpone the rest. */
  readonly goOn?: () => boolean;
  /** Retries connections whose key is missing or was rejected, at the user's request. */
  readonly retryRefused?: boolean;
}

/** The counts that have been read, by domain and span, shared by all views. Does not depend on the editor. */
export class CountsReadings {
  readonly #options: CountsReadingsOptions;
  readonly #readings = new Map<string, CountsReading>();
  #queued = new Set<string>();
  readonly #limiters = new Map<string, Limiter>();
  /** Connections whose key is missing or was rejected, with the fault. */
  readonly #refused = new Map<string, unknown>();
  #lifetime = new AbortController();
  readonly #listeners: (() => void)[] = [];

  constructor(options: CountsReadingsOptions) {
    this.#options = options;
  }

  /** Calls `listener` after each reading that changed. */
  onDidChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  get(domain: DomainRef, span: CountsSpan): CountsReading | undefined {
    return this.#readings.get(readingId({ domain, span }));
  }

  /**
   * Returns the error that prevents background reads of a connection until its key changes or the user requests a read.
   */
  refusal(connectionId: string): unknown {
    return this.#refused.get(connectionId);
  }

  /** Returns true if these counts are being read or are queued. */
  isQueued(wanted: Wanted): boolean {
    return this.#queued.has(readingId(wanted));
  }

  /**
   * Reads in the background, a few at a time, and resolves when all reads are done. Failures are stored in the
   * readings. Skips readings that are already queued and those of connections whose key was rejected.
   */
  async refresh(
    wanted: readonly Wanted[],
    { goOn = () => true, retryRefused = false }: RefreshOptions = {},
  ): Promise<void> {
    if (retryRefused) for (const { domain } of wanted) this.#refused.delete(domain.connectionId);
    const jitter = this.#options.random();
    const { signal } = this.#lifetime;
    const began = this.#options.now().getTime();
    const queued = this.#queued;
    const fresh = wanted.filter((each) => !queued.has(readingId(each)));
    await Promise.all(
      fresh.map(async (each) => {
        const id = readingId(each);
        queued.add(id);
        const readSince = () => (this.#readings.get(id)?.triedAt ?? -1) > began;
        const read = async () => {
          if (!goOn() || this.#refused.has(each.domain.connectionId) || readSince()) return;
          await this.#read(each, 'background', jitter, signal);
        };
        await this.#limiter(each.domain.connectionId)
          .run(read, signal)
          .catch(() => {});
        queued.delete(id);
      }),
    );
  }

  /** Reads immediately while the user waits; retries a rejected key. Never rejects. */
  async read(wanted: Wanted, signal?: AbortSignal): Promise<void> {
    const id = readingId(wanted);
    const queued = this.#queued;
    const signals = [this.#lifetime.signal, ...(signal ? [signal] : [])];
    queued.add(id);
    await this.#read(wanted, 'foreground', this.#options.random(), AbortSignal.any(signals));
    queued.delete(id);
  }

  /** Forgets everything, including rejected keys, after a change of connections, keys, or conventions. */
  reset(changed: ReadonlySet<string> = new Set()): void {
    this.#lifetime.abort();
    this.#lifetime = new AbortController();
    this.#readings.clear();
    this.#queued = new Set();
    this.#limiters.clear();
    this.#refused.clear();
    this.#options.days.forget(changed);
    this.#changed();
  }

  async #read(
    wanted: Wanted,
    priority: 'background' | 'foreground',
    jitter: number,
    signal: AbortSignal,
  ): Promise<void> {
    const { connectionId } = wanted.domain;
    const id = readingId(wanted);
    const triedAt = this.#options.now().getTime();
    try {
      const { counts, of } = await this.#ask(wanted, priority, signal);
      if (signal.aborted) return;
      this.#refused.delete(connectionId);
      const asOf = this.#options.now();
      const answered = { counts, of, asOf, fault: undefined, failures: 0 };
      this.#readings.set(id, { ...answered, triedAt, tried: this.#rangeOf(wanted), jitter });
    } catch (fault) {
      if (signal.aborted) return;
      if (isServiceError(fault, 'unauthorized') || isServiceError(fault, 'key-needed')) {
        this.#refused.set(connectionId, fault);
      }
      const { counts, of, asOf, failures = 0 } = this.#readings.get(id) ?? {};
      const tried = this.#rangeOf(wanted);
      this.#readings.set(id, { counts, of, asOf, fault, triedAt, tried, failures: failures + 1, jitter });
    }
    this.#changed();
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Requests the counts, and requests them again if the span covers different days in the response's time zone. */
  async #ask(wanted: Wanted, priority: 'background' | 'foreground', signal: AbortSignal) {
    const { domain } = wanted;
    const service = await this.#options.serviceOf(domain.connectionId);
    const read = async (of: DateRange) => {
      const counts = await service.counts(domain.index, of, { priority, signal });
      if (!signal.aborted) this.#options.days.learn(domain, counts.timeZone);
      return { counts, of };
    };
    const first = await read(this.#rangeOf(wanted));
    const range = this.#rangeOf(wanted);
    return sameRange(range, first.of) ? first : read(range);
  }

  #rangeOf({ domain, span }: Wanted): DateRange {
    return rangeOf(span, this.#options.days.today(domain).day);
  }

  #limiter(connectionId: string): Limiter {
    const limiter = this.#limiters.get(connectionId) ?? new Limiter(IN_BACKGROUND);
    this.#limiters.set(connectionId, limiter);
    return limiter;
  }
}

function readingId({ domain, span }: Wanted): string {
  return `${domainId(domain)} ${spanId(span)}`;
}
