import type { Read } from '../connections/diagnosis.ts';
import type { DiagnosedService } from '../service/api.ts';
import type { ConventionsOverride } from '../service/conventions.ts';
import { english, type Message } from '../text/l10n.ts';
import { complaintOf, isFurther } from './complaints.ts';
import { type Candidate, type Place, withConventions } from './otherPlaces.ts';

/** One request that was tried. */
export interface Try {
  readonly read: Read;
  /** In what it differs from the conventions in use; undefined for those themselves. */
  readonly what: Message | undefined;
  /** Undefined when it worked. */
  readonly fault: unknown;
}

/** A read that nothing made work. */
export interface OpenQuestion {
  readonly read: Read;
  readonly fault: unknown;
  /** What was tried. */
  readonly tried: readonly Message[];
  /** The names of the fields of a domain, when none looks like its number. */
  readonly fields?: readonly string[];
}

/** The requests that may still be sent, and the answers of 401 that may still come. */
export interface Budget {
  readonly requests: number;
  readonly refusals: number;
}

export interface AttemptsOptions {
  readonly place: Place;
  /** Makes the service of a place: one request a read, without retries. It is disposed of after each request. */
  readonly serviceAt: (place: Place) => DiagnosedService;
  readonly budget: Budget;
  readonly signal: AbortSignal;
}

export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: unknown };
export type Call<T> = (service: DiagnosedService, place: Place) => Promise<T>;

/** Thrown when the budget is used up. */
export class Exhausted extends Error {
  readonly what: keyof Budget;

  constructor(what: keyof Budget) {
    super(`No more ${what} are allowed.`);
    this.what = what;
  }
}

/** Sends the requests of a search, within its budget and to one origin, and keeps what it has found so far. */
export class Attempts {
  /** The place where the most works so far. */
  place: Place;
  readonly questions: OpenQuestion[] = [];
  readonly #options: AttemptsOptions;
  readonly #origin: string;
  #requests: number;
  #refusals: number;
  /** The read that is being made to work, why it fails, and what was tried for it. */
  #failing: { readonly read: Read; readonly fault: unknown } | undefined;
  /** By their English, each once. */
  #tried = new Map<string, Message>();

  /** @param failing a read that is known to fail */
  constructor(options: AttemptsOptions, failing?: { readonly read: Read; readonly fault: unknown }) {
    this.#options = options;
    this.place = options.place;
    this.#origin = new URL(options.place.baseUrl).origin;
    this.#requests = options.budget.requests;
    this.#refusals = options.budget.refusals;
    this.#failing = failing;
  }

  /** Goes on with some conventions replaced. */
  use(override: ConventionsOverride): void {
    this.place = withConventions(this.place, override);
  }

  /** Sends one request at `place`. Throws `Exhausted`, or the signal's reason when it is aborted. */
  async *try<T>(
    read: Read,
    what: Message | undefined,
    call: Call<T>,
    place = this.place,
  ): AsyncGenerator<Try, Outcome<T>> {
    const { signal, serviceAt } = this.#options;
    signal.throwIfAborted();
    if (this.#requests <= 0) throw new Exhausted('requests');
    if (this.#refusals <= 0) throw new Exhausted('refusals');
    if (new URL(place.baseUrl).origin !== this.#origin)
      throw new Error('The search leads to another origin.');
    this.#requests -= 1;
    if (what) this.#tried.set(english(what), what);
    const service = serviceAt(place);
    let outcome: Outcome<T>;
    try {
      outcome = { ok: true, value: await call(service, place) };
    } catch (fault) {
      signal.throwIfAborted();
      if (complaintOf(fault) === 'key') this.#refusals -= 1;
      outcome = { ok: false, fault };
    } finally {
      service.dispose();
    }
    if (!what) this.#note(read, outcome);
    yield { read, what, fault: outcome.ok ? undefined : outcome.fault };
    return outcome;
  }

  /**
   * Tries candidates until one works, or gets further: the service then complains of something else. The search goes on there.
   *
   * @param standing the outcome at the place in use, which is returned when no candidate is better
   */
  async *advance<T>(
    read: Read,
    standing: Outcome<T>,
    candidates: readonly Candidate[],
    call: Call<T>,
  ): AsyncGenerator<Try, Outcome<T>> {
    if (standing.ok) return standing;
    const complaint = complaintOf(standing.fault);
    for (const { what, place } of candidates) {
      const outcome: Outcome<T> = yield* this.try(read, what, call, place);
      if (!outcome.ok && !isFurther(complaint, complaintOf(outcome.fault))) continue;
      this.place = place;
      this.#note(read, outcome);
      return outcome;
    }
    return standing;
  }

  /** Notes what has to be asked of the provider. */
  ask(read: Read, fault: unknown, fields?: readonly string[]): void {
    this.#failing = undefined;
    this.questions.push({ read, fault, tried: [...this.#tried.values()], ...(fields && { fields }) });
    this.#tried.clear();
  }

  /** Notes what has to be asked where the budget has ended the search. */
  askOfFailing(): void {
    if (this.#failing) this.ask(this.#failing.read, this.#failing.fault);
  }

  #note(read: Read, outcome: Outcome<unknown>): void {
    this.#failing = outcome.ok ? undefined : { read, fault: outcome.fault };
  }
}
