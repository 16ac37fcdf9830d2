/** The state of a search, and what finds a key header, a path and the name of an input: the four reads are in findConventions.ts. */
import { isServiceError } from '../base/errors.ts';
import { type ConventionsOverride, DOMAIN_PLACEHOLDER } from '../service/conventions.ts';
import type { Query } from '../service/network/url.ts';
import type { ProbeAnswer } from '../service/probe.ts';
import { type Question, type Read, wireRequest } from '../service/wireRequest.ts';
import { type Message, message } from '../text/l10n.ts';
import { type Candidate, locationOf, pathCandidate, withDomainNames } from './paths.ts';
import {
  type Asked,
  type AskedOf,
  type Differing,
  decoded,
  formatsNamed,
  isFurther,
  isOfPath,
  isolate,
  isRefused,
  namesIn,
  type Place,
  type Prober,
  signatureOf,
  withConventions,
} from './prober.ts';
import { recognised } from './structure.ts';
import { endOf, inputOf, KEY_HEADERS, OTHER_AUTHORIZATIONS, wordsOf } from './vocabulary.ts';

/** A read that nothing made work. */
export interface OpenQuestion {
  readonly read: Read;
  readonly fault: unknown;
  /** The subject of the question where it is not the whole read. */
  readonly about?: 'paging' | 'detail-number';
}

/** The result of one read as it is now. */
export interface Finding {
  readonly read: Read;
  readonly outcome:
    | { readonly kind: 'works'; readonly what: Message }
    /** It answers, but something is not as it must be, or could not be checked. */
    | { readonly kind: 'doubtful'; readonly what: Message }
    | { readonly kind: 'fault'; readonly fault: unknown }
    | { readonly kind: 'not-tried'; readonly why: NotTried };
}

/** Why a read was not tried. */
export type NotTried = 'key-refused' | 'no-domain' | 'no-log' | 'no-requests';

/** A search for the name under which a service reads an input. */
export interface InputSearch<Q extends Question> {
  readonly what: Message;
  readonly question: Q;
  /** Where no name of the input is sent. */
  readonly place: Place;
  readonly names: readonly string[];
  readonly hints: readonly string[];
  /** The parameters of a name, with the value of a code. */
  readonly values: (name: string, code: number) => Query;
  /** The code of the value that an answer shows; undefined when the input was not read. */
  readonly shows: (asked: AskedOf<Q>, place: Place) => number | undefined;
  readonly codes?: number;
  /** Parameters that are sent in addition. */
  readonly also?: Query;
  /** How many names to try alone where the service refuses those that it does not know. */
  readonly alone?: number;
}

/** Days of the shortest range that a service is likely to allow. */
export const FEW_DAYS = 7;
/** Names that one search takes from refusals after one another. */
const MOST_FOLLOWED = 6;
/** UTF-16 units of an answer that is kept, for a question that is asked again. */
const LONGEST_KEPT = 20_000;

export class Search {
  /** The place where the most works so far. */
  place: Place;
  readonly questions: OpenQuestion[] = [];
  /** What was found of each read; the last one is valid. */
  readonly findings = new Map<Read, Finding['outcome']>();
  readonly prober: Prober;
  /** Names that refusals contain. */
  readonly named = new Set<string>();
  /** A question that was answered. */
  works: Question | undefined;
  /** Answers where nothing is. */
  readonly #nowhere = new Set<string>();
  /** Places that were only tried with keys that were refused. */
  readonly #refused: Candidate[] = [];
  /** Answers by their requests: none is sent twice. */
  readonly #answers = new Map<string, ProbeAnswer>();

  constructor(place: Place, prober: Prober) {
    this.place = place;
    this.prober = prober;
  }

  use(override: ConventionsOverride): void {
    this.place = withConventions(this.place, override);
  }

  /** Sends a question, and reads the answer with its values wherever they are, which stays so. */
  async ask<Q extends Question>(what: Message | undefined, question: Q): Promise<AskedOf<Q>> {
    const { asked, place } = await this.try(what, question, this.place);
    this.place = place;
    return asked;
  }

  /** Sends a question to a place, and returns the answer and the place with what was recognised in it. */
  async try<Q extends Question>(
    what: Message | undefined,
    question: Q,
    place: Place,
    differing?: Differing,
  ): Promise<{ readonly asked: AskedOf<Q>; readonly place: Place }> {
    const { path, placeholders, query } = wireRequest(question, place.conventions);
    const { extra = [], keyHeaders = [place.conventions.keyHeader] } = differing ?? {};
    const sent = new Map([...query, ...extra].filter(([name, value]) => name && value !== undefined));
    const request = JSON.stringify([place.baseUrl, path, placeholders, [...sent].toSorted(), keyHeaders]);
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

  /** Whether an answer is as those where nothing is. */
  isNowhere({ answer }: Asked<unknown>): boolean {
    return answer !== undefined && this.#nowhere.has(signatureOf(answer));
  }

  /** Tries places until one works, or gets further: the search goes on there. */
  async advance<Q extends Question>(
    current: AskedOf<Q>,
    candidates: Iterable<Candidate>,
    question: Q,
  ): Promise<AskedOf<Q>> {
    if (current.ok) return current;
    const moved = this.#refused.splice(0);
    const locations = new Set<string>();
    for (const [what, candidate] of withAdded(candidates, moved)) {
      const { keyHeader } = this.place.conventions;
      const { asked, place } = await this.try(what, question, withConventions(candidate, { keyHeader }));
      if (!asked.ok && !isFurther(current.fault, asked.fault)) {
        if (asked.answer) this.#nowhere.add(signatureOf(asked.answer));
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
    return current;
  }

  /** Finds the name under which a service reads an input: of several words where names are pairs, as `from/to`. */
  findInput<Q extends Question>({
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
    return isolate(
      names,
      hints,
      async (sent) => {
        const extra = [...also, ...sent.flatMap(([name, code]) => values(name, code))];
        const tried = sent.map(([name]) => name);
        const found = await this.try(named(what, tried), question, place, { extra });
        return shows(found.asked, found.place);
      },
      { codes, alone: async () => (alone > 0 && (await this.isStrict()) ? alone : 0) },
    );
  }

  /** Whether the service refuses names that it does not know, so that several cannot be tried at once. */
  async isStrict(): Promise<boolean> {
    if (!this.works) return false;
    const { asked } = await this.try(message('with an unknown name'), this.works, this.place, {
      extra: [['unknown_name', 1]],
    });
    return !asked.ok;
  }

  /** Sends what refusals name, as long as that makes a difference: parameters by what their names say, and formats of dates. */
  async follow<Q extends Question>(refused: AskedOf<Q>, question: Q): Promise<AskedOf<Q>> {
    let asked = refused;
    for (let step = 0; step < MOST_FOLLOWED && !asked.ok && asked.answer; step += 1) {
      const { answer } = asked;
      if (isRefused(asked) || isOfPath(asked.fault)) break;
      const found = this.#wanted(answer.text, question);
      if (!found) break;
      const next = await this.try(found.what, question, withConventions(this.place, found.override));
      const isSame =
        !next.asked.ok && next.asked.answer && signatureOf(next.asked.answer) === signatureOf(answer);
      // A range in another format may be refused with the same words.
      if (isSame && !found.isRange) break;
      ({ asked, place: this.place } = next);
      if (isSame) break;
    }
    return asked;
  }

  /** The conventions that a refusal asks for: its names that are not sent yet, no more than were sent and not known, and its format. */
  #wanted(text: string, question: Question) {
    const { read } = question;
    const part = this.place.conventions[read];
    const { path, query } = wireRequest(question, this.place.conventions);
    const sent = new Set(query.flatMap(([name, value]) => (name && value !== undefined ? [name] : [])));
    const isUnknown = /unknown|unrecogni|unexpected|unsupported|not allowed|not permitted/i.test(text);
    const parameters: Record<string, string | null> = {};
    const override: Record<string, unknown> = {};
    const named: string[] = [];
    const isListed = read === 'domains' || read === 'logs';
    for (const name of namesIn(text)) {
      this.named.add(name);
      if (sent.has(name)) {
        const own = Object.entries(part.parameters).find(([, each]) => each === name)?.[0];
        if (isUnknown && own) parameters[own] = null;
        continue;
      }
      const input = inputOf(name);
      const isOne = (...inputs: readonly string[]) => input !== undefined && inputs.includes(input);
      if (isListed && isOne('page', 'perPage', 'offset')) {
        if (input === 'perPage') Object.assign(parameters, { perPage: name, limit: name });
        else {
          override['paging'] = input === 'page' ? 'page' : 'offset';
          parameters[input ?? ''] = name;
        }
      } else if ((read === 'logs' || read === 'counts') && isOne('from', 'to')) {
        parameters[input ?? ''] ??= name;
        const end = input === 'from' ? endOf(name) : undefined;
        if (end) parameters['to'] ??= end;
        if (read === 'logs') override['requiredDays'] = this.place.conventions.logs.requiredDays || FEW_DAYS;
      } else if (
        read !== 'domains' &&
        isOne('domain', ...(read === 'detail' ? [] : ['idx'])) &&
        !path.includes(`?${name}=${DOMAIN_PLACEHOLDER}`)
      ) {
        override['path'] ??= withDomainNames(path, [name]);
      } else if (read === 'detail' && isOne('idx', 'detectedType')) parameters[input ?? ''] ??= name;
      else continue;
      named.push(name);
    }
    const [format] = formatsNamed(text);
    if (
      format &&
      (read === 'logs' || read === 'counts') &&
      this.place.conventions[read].dateFormat !== format
    )
      override['dateFormat'] = format;
    if (Object.keys(parameters).length > 0) override['parameters'] = parameters;
    if (Object.keys(override).length === 0) return undefined;
    const what = named[0]
      ? message('with “{0}”, which the refusal names', named[0])
      : message('as the refusal says');
    return { what, override: { [read]: override } as ConventionsOverride, isRange: 'from' in parameters };
  }

  /**
   * Finds the header that carries the key, after a refusal: a request without key tells whether the header is read at all. Where it is
   * the path that is wrong as well, each request tries another one.
   */
  async findKeyHeader<Q extends Question>(
    question: Q,
    refusal: ProbeAnswer,
    places: Iterable<Candidate>,
  ): Promise<boolean> {
    const without = await this.prober.ask(message('without the key'), this.place, question, {
      keyHeaders: [],
    });
    if (!without.answer || signatureOf(without.answer) !== signatureOf(refusal)) return false;
    const current = this.place.conventions.keyHeader.toLowerCase();
    const others = places[Symbol.iterator]();
    let other: Candidate | undefined;
    const isAccepted = async (headers: readonly string[]) => {
      const [one = ''] = headers;
      const [path, place] = other ?? [undefined, this.place];
      const what =
        path ??
        (headers.length === 1
          ? message('the key in {0}', one)
          : message('the key in {0} headers at once', headers.length));
      const asked = await this.prober.ask(what, place, question, { keyHeaders: headers });
      if (!asked.ok && (!asked.answer || isRefused(asked))) return false;
      const isHere = asked.ok || !isOfPath(asked.fault);
      if (isHere) this.place = place;
      else if (asked.answer) this.#nowhere.add(signatureOf(asked.answer));
      const next = isHere ? undefined : others.next();
      other = next && !next.done ? next.value : undefined;
      return true;
    };
    const [hint, ...hints] = headersIn(without.answer);
    let found = hint !== undefined && (await isAccepted([hint])) ? hint : undefined;
    let left = [
      ...new Set([...hints.filter((header) => !header.startsWith('Authorization')), ...KEY_HEADERS]),
    ].filter((header) => header.toLowerCase() !== current && header !== hint);
    if (hint !== undefined) left = left.slice(0, 12);
    if (found === undefined && (await isAccepted(left))) {
      for (let refusals = hint === undefined ? 2 : 1; left.length > 1; ) {
        const count = leftOut(left.length, refusals);
        const isKept = await isAccepted(left.slice(count));
        left = isKept ? left.slice(count) : left.slice(0, count);
        if (!isKept) refusals -= 1;
      }
      [found] = left;
    }
    const rest = current.startsWith('authorization') ? [] : OTHER_AUTHORIZATIONS;
    for (const header of rest) if (found === undefined && (await isAccepted([header]))) found = header;
    if (found !== undefined) this.use({ keyHeader: found });
    if (other) this.#refused.push(other);
    return found !== undefined;
  }
}

/** How many of some headers to leave out of a request so that the fewest requests find the one, with so many refusals at most. */
function leftOut(count: number, refusals: number): number {
  const reach = (requests: number, left: number): number =>
    requests === 0 || left === 0 ? 1 : reach(requests - 1, left) + reach(requests - 1, left - 1);
  let requests = 1;
  while (reach(requests, refusals) < count) requests += 1;
  return Math.max(1, Math.min(count - 1, reach(requests - 1, refusals - 1)));
}

/** Goes through items, and before the next one through those that are added meanwhile. */
function* withAdded<T>(items: Iterable<T>, added: T[]): Iterable<T> {
  const rest = items[Symbol.iterator]();
  for (;;) {
    while (added[0] !== undefined) yield added.shift() as T;
    const { done, value } = rest.next();
    if (done) return;
    yield value;
  }
}

/** Says under which name an input is sent. */
export function named(input: Message, names: readonly string[]): Message {
  return names.length === 1
    ? message('{0} as “{1}”', input, names[0] ?? '')
    : message('{0} under {1} names at once', input, names.length);
}

/** Returns the key headers that a refusal names, as the conventions write them. */
function headersIn({ authenticate = '', text }: ProbeAnswer): string[] {
  const scheme = /^[\w-]{1,30}/.exec(authenticate)?.[0];
  const quoted = [...`${authenticate} ${text.slice(0, 5_000)}`.matchAll(/[A-Za-z][A-Za-z\d-]{2,40}/g)]
    .map(([name]) => name)
    .filter(
      (name) =>
        name.includes('-') && wordsOf(name).some((word) => /^(?:key|token|auth|apikey|secret)$/.test(word)),
    );
  const schemes =
    scheme && !/^(?:basic|digest|negotiate|ntlm)$/i.test(scheme) ? [`Authorization: ${scheme}`] : [];
  return [...new Set([...quoted, ...schemes])].slice(0, 3);
}
