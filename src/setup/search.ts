/** The state of a search for a service's conventions, with methods that find a path or the name of an input. */
import { isServiceError } from '../base/errors.ts';
import type { PageRequest } from '../service/api.ts';
import { addDays } from '../service/calendar.ts';
import type { ConventionsOverride } from '../service/conventions.ts';
import type { DateRange, LogRow } from '../service/model.ts';
import { type Query, sentParameters } from '../service/network/url.ts';
import type { ProbeAnswer } from '../service/probe.ts';
import { type Question, type Read, wireRequest } from '../service/wireRequest.ts';
import { type Message, message } from '../text/l10n.ts';
import { type Candidate, locationOf, pathCandidate } from './paths.ts';
import {
  type Asked,
  type AskedOf,
  type Differing,
  decoded,
  Exhausted,
  isFurther,
  isOfPath,
  isRefused,
  type Place,
  type Prober,
  signatureOf,
  withConventions,
} from './prober.ts';
import { recognised } from './structure.ts';

/** A read that failed with every convention that was tried. */
export interface OpenQuestion {
  readonly read: Read;
  readonly fault: unknown;
  /** The part of the read to which the problem is limited; undefined for the whole read. */
  readonly about?: 'paging' | 'detail-number';
}

/** The current result of one read. */
export interface Finding {
  readonly read: Read;
  readonly outcome:
    | { readonly kind: 'works'; readonly what: Message }
    /** The read works, but part of the response is incorrect or could not be checked. */
    | { readonly kind: 'doubtful'; readonly what: Message }
    | { readonly kind: 'fault'; readonly fault: unknown }
    | { readonly kind: 'not-tried'; readonly why: NotTried };
}

/** Why a read was not tried. */
export type NotTried = 'key-refused' | 'no-domain' | 'no-log' | 'no-requests';

export const NOT_TRIED: Readonly<Record<NotTried, Message>> = {
  'key-refused': message('Not tried, because the service did not accept the key.'),
  'no-domain': message('Not tried, because there is no domain to read.'),
  'no-log': message('Not tried, because there is no log to read.'),
  'no-requests': message('Not tried, because the diagnosis reached its request limit.'),
};

/** Returned if a response does not reveal which name the service read. */
export const UNTOLD = -1;

/** The options for finding the name that a service uses for an input. */
interface InputSearch<Q extends Question> {
  readonly what: Message;
  readonly question: Q;
  /** The base URL and conventions to use, without a name for the input. */
  readonly place: Place;
  readonly names: readonly string[];
  readonly hints: readonly string[];
  /** Returns the query parameters that have the given name and the value that a code identifies. */
  readonly values: (name: string, code: number) => Query;
  /**
   * Returns the code of the value that the response shows. Returns undefined if the service did not read the input, or
   * `UNTOLD` if the response does not reveal which name was read.
   */
  readonly shows: (asked: AskedOf<Q>, place: Place) => number | undefined;
  readonly codes?: number;
  /** Additional parameters. */
  readonly also?: Query;
  /** Maximum number of names to try separately if the service rejects unknown names. */
  readonly alone?: number;
}

/** A domain's logs that have been read. */
export interface ListedLogs {
  readonly domain: number;
  readonly rows: readonly LogRow[];
}

/** Number of days in the shortest range that a service is likely to allow. */
export const FEW_DAYS = 7;
/** Maximum length, in UTF-16 units, of a response that is cached for repeated requests. */
const LONGEST_KEPT = 20_000;

export class Search {
  /** The base URL and conventions with which the most reads have worked so far. */
  place: Place;
  readonly questions: OpenQuestion[] = [];
  /** The most recent outcome of each read. */
  readonly findings = new Map<Read, Finding['outcome']>();
  readonly prober: Prober;
  /** The names that rejections mentioned. */
  readonly named = new Set<string>();
  /** A read that worked. */
  works: Question | undefined;
  /** The base URL and conventions with which the search started. */
  readonly start: Place;
  /** Today's date in UTC, `YYYY-MM-DD`. */
  readonly today: string;
  /** The page to request from lists. */
  page: PageRequest = { page: 1, perPage: 10 };
  isStopped = false;
  /** The logs that have been read. */
  listed: ListedLogs | undefined;
  /** The failing read whose conventions are being searched for, and its fault. */
  #failing: { readonly read: Read; readonly fault: unknown } | undefined;
  /** Signatures of responses for paths without a resource. */
  readonly #nowhere = new Set<string>();
  /** Responses by request, so that no request is sent twice. */
  readonly #answers = new Map<string, ProbeAnswer>();

  constructor(place: Place, prober: Prober, today: string) {
    this.place = place;
    this.start = place;
    this.prober = prober;
    this.today = today;
  }

  /** Returns the given number of days, ending today. */
  lastDays(days: number): DateRange {
    return { from: addDays(this.today, 1 - days), to: this.today };
  }

  /** Returns a copy of the current base URL and conventions in which part of a read's conventions is replaced. */
  with<R extends Read>(read: R, part: ConventionsOverride[R]): Place {
    return withConventions(this.place, { [read]: part });
  }

  /** Replaces part of a read's conventions. */
  use<R extends Read>(read: R, part: ConventionsOverride[R]): void {
    this.place = this.with(read, part);
  }

  /** Sends a read request using another base URL and conventions, and switches to them if the response is correct. */
  async adopt<Q extends Question>(
    what: Message,
    question: Q,
    place: Place,
    isRight: (asked: AskedOf<Q>) => boolean,
  ): Promise<AskedOf<Q> | undefined> {
    const found = await this.try(what, question, place);
    if (!isRight(found.asked)) return undefined;
    this.place = found.place;
    return found.asked;
  }

  /** Sends a read request and locates the values in the response. Subsequent requests use the same locations. */
  async ask<Q extends Question>(what: Message | undefined, question: Q): Promise<AskedOf<Q>> {
    const { asked, place } = await this.try(what, question, this.place);
    this.place = place;
    return asked;
  }

  /**
   * Sends a read request using the given base URL and conventions. Returns the response, and a copy of `place` that
   * also contains the conventions recognized in the response.
   */
  async try<Q extends Question>(
    what: Message | undefined,
    question: Q,
    place: Place,
    differing?: Differing,
  ): Promise<{ readonly asked: AskedOf<Q>; readonly place: Place }> {
    const { path, placeholders, query } = wireRequest(question, place.conventions);
    const { extra = [], keyHeaders = [place.conventions.keyHeader] } = differing ?? {};
    const isKeyOpen = this.prober.keyHeaders.length > 0;
    const sent = new Map(sentParameters([...query, ...extra]));
    const request = JSON.stringify([
      place.baseUrl,
      path,
      placeholders,
      [...sent].toSorted(),
      isKeyOpen || keyHeaders,
    ]);
    const known = this.#answers.get(request);
    const asked = known
      ? decoded(known, question, place.conventions)
      : await this.prober.ask(what, place, question, differing);
    const { answer } = asked;
    if (answer && answer.status < 429 && answer.text.length < LONGEST_KEPT)
      this.#answers.set(request, answer);
    if (answer?.status !== 200 || answer.body === undefined) return { asked, place };
    const found = withConventions(place, recognised(answer.body, question, place.conventions));
    const again = decoded(answer, question, found.conventions);
    const isRead = again.ok || (!asked.ok && isServiceError(again.fault, 'mismatch'));
    return isRead ? { asked: again, place: found } : { asked, place };
  }

  /** Returns true if a response is the same as the responses for paths without a resource. */
  isNowhere({ answer }: Asked<unknown>): boolean {
    return answer !== undefined && this.#nowhere.has(signatureOf(answer));
  }

  noteNowhere({ answer }: Asked<unknown>): void {
    if (answer) this.#nowhere.add(signatureOf(answer));
  }

  /**
   * Tries base URLs and conventions until a combination works or gets closer to working than the current one, and
   * switches to that combination.
   */
  async advance<Q extends Question>(
    current: AskedOf<Q>,
    candidates: Iterable<Candidate>,
    question: Q,
  ): Promise<AskedOf<Q>> {
    if (current.ok) return current;
    const moved: Candidate[] = [];
    const first = locationOf(current, this.place);
    if (first !== undefined) moved.push(pathCandidate(question.read, first, this.place));
    const locations = new Set<string>();
    const rest = candidates[Symbol.iterator]();
    for (;;) {
      const [added] = moved.splice(0, 1);
      const { value, done } = added ? { value: added } : rest.next();
      if (done) return current;
      const [what, candidate] = value;
      const { asked, place } = await this.try(what, question, candidate);
      // If other paths do not exist, a rejection at this path shows that it has a resource.
      const isThere = !asked.ok && isRefused(asked) && isOfPath(current.fault) && !this.prober.isKeyAccepted;
      if (!asked.ok && !isThere && !isFurther(current.fault, asked.fault)) {
        this.noteNowhere(asked);
        const location = locationOf(asked, candidate);
        if (location !== undefined && !isRefused(asked) && !locations.has(location)) {
          locations.add(location);
          moved.push(pathCandidate(question.read, location, candidate));
        }
        continue;
      }
      this.place = place;
      return asked;
    }
  }

  /**
   * Finds the name that a service uses for an input. Tries suggested names separately, then all names at once. If one
   * of these is read, the value in the response or bisection determines which one. If the service rejects unknown
   * names, only a few are tried, one at a time. Names can be pairs, such as `from/to`.
   */
  async findInput<Q extends Question>({
    what,
    question,
    place,
    names,
    hints,
    values,
    shows,
    also = [],
    codes = 1,
    alone = 4,
  }: InputSearch<Q>): Promise<string | undefined> {
    const send = async (sent: readonly (readonly [name: string, code: number])[]) => {
      const extra = [...also, ...sent.flatMap(([name, code]) => values(name, code))];
      const tried = sent.map(([name]) => name);
      const found = await this.try(named(what, tried), question, place, { extra });
      return shows(found.asked, found.place);
    };
    const isRead = async (some: readonly string[]) => {
      const code = await send(some.map((name) => [name, 0]));
      return code === 0 || code === UNTOLD;
    };
    const known = [...new Set(hints)].slice(0, 3);
    for (const name of known) if (await isRead([name])) return name;
    let left = names.filter((name) => !known.includes(name));
    if (left.length === 0) return undefined;
    for (let isFirst = true; isFirst || left.length > 1; isFirst = false) {
      const size = Math.ceil(left.length / codes);
      const code = await send(left.map((name, at) => [name, Math.floor(at / size)] as const));
      if (code === undefined && isFirst) {
        const few = alone > 0 && (await this.isStrict()) ? left.slice(0, alone) : [];
        for (const name of few) if (await isRead([name])) return name;
        return undefined;
      }
      if (code === undefined || code === UNTOLD || codes <= 2) break;
      left = left.slice(code * size, (code + 1) * size);
    }
    // The correct name is about as likely to be among the first few names as among all the others.
    for (let size = Math.ceil(Math.sqrt(left.length)); left.length > 1; size = Math.ceil(left.length / 2))
      left = (await isRead(left.slice(0, size))) ? left.slice(0, size) : left.slice(size);
    return left[0];
  }

  /** Returns true if the service rejects unknown names, so that only one can be tried at a time. */
  async isStrict(): Promise<boolean> {
    if (!this.works) return false;
    const { asked } = await this.try(message('with an unknown name'), this.works, this.place, {
      extra: [['unknown_name', 1]],
    });
    return !asked.ok;
  }

  /** Stores a failing read and its fault; clears them if the read works. */
  begin(read: Read, asked: Asked<unknown>): void {
    this.#failing = asked.ok ? undefined : { read, fault: asked.fault };
  }

  /** Records that a read works, or why its result is doubtful. */
  note(read: Read, doubt: Message | undefined, what: Message = { text: '', values: [] }): void {
    this.#failing = undefined;
    this.findings.set(read, doubt ? { kind: 'doubtful', what: doubt } : { kind: 'works', what });
  }

  fail(read: Read, asked: Asked<unknown>): undefined {
    return this.#failWith(read, asked.ok ? undefined : asked.fault);
  }

  /** Runs part of the search, reserving some requests for the remaining parts. */
  async within<T>(reserved: number, find: () => Promise<T>): Promise<T | undefined> {
    this.prober.reserved = reserved;
    try {
      return await find();
    } catch (error) {
      if (!(error instanceof Exhausted) || error.what === 'refusals') throw error;
      this.endEarly();
      return undefined;
    } finally {
      this.prober.reserved = 0;
    }
  }

  /** Records that the search ended because its budget was exhausted. */
  endEarly(): void {
    this.isStopped = true;
    if (this.#failing) this.#failWith(this.#failing.read, this.#failing.fault);
  }

  #failWith(read: Read, fault: unknown): undefined {
    this.#failing = undefined;
    this.findings.set(read, { kind: 'fault', fault });
    this.questions.push({ read, fault });
    return undefined;
  }
}

/** Returns a message about an input that lists the names under which it is sent. */
export function named(input: Message, names: readonly string[]): Message {
  return names.length === 1
    ? message('{0} as “{1}”', input, names[0] ?? '')
    : message('{0} under {1} names at once', input, names.length);
}
