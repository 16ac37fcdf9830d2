/**
 * Sends the requests for a search: counts and limits them, sends them to a single origin, and checks each response
 * against the expected result of the read.
 */
import { delay } from '../base/abort.ts';
import { type FaultCode, isServiceError, NO_CONTENT_TYPE, ServiceError } from '../base/errors.ts';
import { isObject } from '../base/isObject.ts';
import { withoutKeys } from '../redaction/knownKeys.ts';
import { checkedBody, statusFault, withItems } from '../service/answers/envelope.ts';
import { decodeBody, type Result } from '../service/answers/reading.ts';
import { parseSentDay } from '../service/calendar.ts';
import {
  type Conventions,
  type ConventionsOverride,
  DATE_FORMATS,
  type DateFormat,
  withParts,
} from '../service/conventions.ts';
import { retryAfterSeconds } from '../service/network/retry.ts';
import { type Query, sentParameters } from '../service/network/url.ts';
import type { Probe, ProbeAnswer } from '../service/probe.ts';
import { type Question, type Read, type RequestOf, wireRequest } from '../service/wireRequest.ts';
import type { Message } from '../text/l10n.ts';
import { percentDecoded } from '../text/strings.ts';
import { type Input, inputOf, inStyle, isUsableName, type Style, styleOf, wordsOf } from './vocabulary.ts';

/** A base URL and conventions that a search tries or has settled on. */
export interface Place {
  readonly baseUrl: string;
  readonly conventions: Conventions;
}

/** One request in a search. */
export interface Try {
  readonly read: Read;
  /** The difference from the current conventions; undefined if there is none. */
  readonly what: Message | undefined;
  /** Undefined if the request succeeded. */
  readonly fault: unknown;
}

/** The outcome of a request. */
export type Asked<T> =
  | { readonly ok: true; readonly value: T; readonly answer: ProbeAnswer }
  | { readonly ok: false; readonly fault: unknown; readonly answer?: ProbeAnswer };
type Failed = Asked<unknown> & { readonly ok: false };
export type AskedOf<Q extends Question> = Asked<Result<RequestOf<Q>['reading']>>;

export interface Differing {
  /** Additional parameters. They replace parameters of the request that have the same name. */
  readonly extra?: Query;
  readonly keyHeaders?: readonly string[];
}

const MOST_REQUESTS = 40;
/** Maximum number of rejections of a key. A service might lock a key after several rejections. */
export const MOST_REFUSALS = 4;
const TEXT_READ = 20_000;
/** Maximum total length, in UTF-16 units, of the headers that contain the key. */
const MOST_HEADER_UNITS = 6_000;
/** Maximum length, in UTF-16 units, of a response that contains only a message. */
const SHORT = 600;
/**
 * Maximum length, in UTF-16 units, of a name or message that can be used in a setting or row, and the maximum number of
 * names and messages to cache.
 */
const LONGEST_CLEANED = 300;
const MOST_CLEANED = 20_000;
/** Maximum total time, in seconds, that a search waits because the service requests it. */
const LONGEST_WAIT = 20;

/** Thrown if no more requests are allowed. */
export class Exhausted extends Error {
  readonly what: 'requests' | 'refusals';

  constructor(what: Exhausted['what']) {
    super(`No more ${what} are allowed.`);
    this.what = what;
  }
}

interface ProberOptions {
  /** The key, which must not appear in any name, message, or row that the search returns. */
  readonly key: string;
  readonly signal: AbortSignal;
  /** Called after each request. */
  readonly onTry: (tried: Try) => void;
}

export class Prober {
  /** Number of requests reserved for the remaining reads. */
  reserved = 0;
  /**
   * Headers that the service might read the key from, most likely first; empty if the header in the conventions is
   * correct.
   */
  keyHeaders: readonly string[] = [];
  /** The signature of the response that rejects the key. */
  keyRefusal: string | undefined;
  /**
   * The signature of the response to a request for an unknown path, if it differs from that of the response to a
   * request without a key.
   */
  nowhere: string | undefined;
  /** True if the service did not reject a request with the key. */
  isKeyAccepted = false;
  /** Names in the text of rejections, latest first. */
  hints: readonly string[] = [];
  /** Date formats in rejections, latest first, followed by those in other responses. */
  formats: readonly DateFormat[] = [];
  written: readonly DateFormat[] = [];
  #probe: Probe;
  readonly #origin: string;
  readonly #signal: AbortSignal;
  readonly #onTry: (tried: Try) => void;
  readonly #names = new Set<string>();
  /** Names of fields that are beside or above lists, but not within list items. */
  readonly #beside = new Set<string>();
  /** Names of parameters in the URLs in responses. */
  readonly #linked = new Set<string>();
  readonly #key: string;
  /** Strings from responses, mapped to copies without the key. */
  readonly #cleaned = new Map<string, string>();
  #requests = 0;
  #refusals = 0;
  #waited = 0;

  constructor(probe: Probe, baseUrl: string, { key, signal, onTry }: ProberOptions) {
    this.#key = key;
    this.#probe = probe;
    this.#origin = new URL(baseUrl).origin;
    this.#signal = signal;
    this.#onTry = onTry;
  }

  /** Uses another route for subsequent requests. */
  through(probe: Probe): void {
    this.#probe = probe;
  }

  /** Returns the maximum number of headers in one request that can contain the key. */
  get mostHeaders(): number {
    return Math.max(8, Math.floor(MOST_HEADER_UNITS / (this.#key.length + 24)));
  }

  /** Returns names for an input: those mentioned in rejections, and one found in responses. Omits the current name. */
  hintsFor(input: Input, except: string | null): string[] {
    const isOf = (name: string) => inputOf(name) === input && name !== except;
    const shown = [...this.#beside].filter(isOf).map((name) => inStyle(name, this.style));
    return [...new Set([...this.#linked, ...this.hints].filter(isOf)), ...shown.filter(isOf).slice(0, 1)];
  }

  /** The style of the names that the service uses. */
  get style(): Style {
    const asked = this.hints.filter((name) => inputOf(name) !== undefined && wordsOf(name).length > 1);
    return styleOf(asked.length > 0 ? asked : this.#names);
  }

  /**
   * Sends the request for a read using the base URL and conventions of a `Place`.
   *
   * @throws Exhausted, or the signal's reason if it is aborted
   */
  async ask<Q extends Question>(
    what: Message | undefined,
    place: Place,
    question: Q,
    { extra = [], keyHeaders }: Differing = {},
  ): Promise<AskedOf<Q>> {
    const { path, placeholders, query } = wireRequest(question, place.conventions);
    const replaced = new Set(extra.map(([name]) => name));
    const send = async (headers: readonly string[]) => {
      const request = {
        baseUrl: place.baseUrl,
        path,
        placeholders,
        query: [...query.filter(([name]) => !replaced.has(name)), ...extra],
        keyHeaders: headers,
      };
      const asked = await this.#send(request, question, place.conventions);
      this.#onTry({ read: question.read, what, fault: asked.ok ? undefined : asked.fault });
      return asked;
    };
    if (!keyHeaders && this.keyHeaders.length > 0) return this.#sendSome(send);
    return send(keyHeaders ?? [place.conventions.keyHeader]);
  }

  /** Sends the key in some of the possible headers and, if the service rejects the request, in the others. */
  async #sendSome<T>(send: (keyHeaders: readonly string[]) => Promise<Asked<T>>): Promise<Asked<T>> {
    const all = this.keyHeaders;
    const count = all.length - leftOut(all.length, MOST_REFUSALS - 1 - this.#refusals);
    const [some, others] = [all.slice(0, count), all.slice(count)];
    const asked = await send(some);
    if (!this.#isKeyRefused(asked)) {
      if (asked.answer) this.keyHeaders = some;
      return asked;
    }
    if (others.length === 0) return asked;
    this.keyHeaders = others;
    const again = await send(others);
    // The key was rejected in all headers, so any of them might still be correct.
    if (this.#isKeyRefused(again)) this.keyHeaders = all;
    return again;
  }

  #isKeyRefused(asked: Asked<unknown>): boolean {
    if (asked.ok) return false;
    return isRefused(asked) || (asked.answer !== undefined && signatureOf(asked.answer) === this.keyRefusal);
  }

  async #send<Q extends Question>(
    request: Parameters<Probe>[0],
    question: Q,
    conventions: Conventions,
  ): Promise<AskedOf<Q>> {
    for (;;) {
      this.#signal.throwIfAborted();
      if (this.#requests + this.reserved >= MOST_REQUESTS) throw new Exhausted('requests');
      const hasKey = request.keyHeaders.length > 0;
      if (hasKey && this.#refusals >= MOST_REFUSALS) throw new Exhausted('refusals');
      if (new URL(request.baseUrl).origin !== this.#origin)
        throw new Error('The search leads to another origin.');
      this.#requests += 1;
      const sent = await this.#probe(request, this.#signal).catch((fault) => {
        this.#signal.throwIfAborted();
        return { fault };
      });
      if ('fault' in sent) return { ok: false, fault: sent.fault };
      const answer = this.#withoutKey(sent);
      const wait = retryAfterSeconds(answer.retryAfter, Date.now()) ?? (answer.status === 429 ? 1 : 0);
      const isBusy = answer.status === 429 || answer.status === 503;
      if (isBusy && this.#waited + Math.max(wait, 1) <= LONGEST_WAIT) {
        this.#waited += Math.max(wait, 1);
        await delay(wait * 1000, this.#signal);
        continue;
      }
      const names = new Set(sentParameters(request.query).map(([name]) => name));
      this.#learn(answer, question.read === 'domains' || question.read === 'logs', names);
      const asked: AskedOf<Q> =
        signatureOf(answer) === this.nowhere
          ? { ok: false, fault: new ServiceError('not-found', 'Nothing is there.', { status: 404 }), answer }
          : decoded(answer, question, conventions);
      if (hasKey && this.#isKeyRefused(asked)) this.#refusals += 1;
      else if (hasKey && asked.ok) this.isKeyAccepted = true;
      return asked;
    }
  }

  /** Removes the key from the parts of a response that can become names or messages: names, headers, and short text. */
  #withoutKey(answer: ProbeAnswer): ProbeAnswer {
    const clean = (text: string) => {
      const known = this.#cleaned.get(text) ?? withoutKeys(text, [this.#key]);
      if (this.#cleaned.size < MOST_CLEANED) this.#cleaned.set(text, known);
      return known;
    };
    const walk = (value: unknown): unknown => {
      if (typeof value === 'string') return value.length <= LONGEST_CLEANED ? clean(value) : value;
      if (Array.isArray(value)) return value.map(walk);
      if (!isObject(value)) return value;
      return Object.fromEntries(
        Object.entries(value).map(([name, each]) => [clean(name.slice(0, LONGEST_CLEANED)), walk(each)]),
      );
    };
    const { text, location, authenticate } = answer;
    return {
      ...answer,
      body: walk(withItems(answer.body)),
      text: withoutKeys(text.slice(0, TEXT_READ), [this.#key]),
      location: location && clean(location.slice(0, TEXT_READ)),
      authenticate: authenticate && clean(authenticate.slice(0, TEXT_READ)),
    };
  }

  #learn({ status, body, text }: ProbeAnswer, isList: boolean, sent: ReadonlySet<string>): void {
    let seen = 0;
    const collect = (value: unknown, isItem: boolean): void => {
      if (typeof value === 'string' && !isItem && value.length <= LONGEST_CLEANED)
        for (const parameter of value.split(/[?&]/).slice(1)) {
          const end = parameter.indexOf('=');
          if (end > 0 && end <= 60) this.#linked.add(percentDecoded(parameter.slice(0, end)));
        }
      if (typeof value !== 'object' || value === null || seen > 500) return;
      for (const [name, each] of Object.entries(value)) {
        seen += 1;
        if (!Array.isArray(value)) this.#names.add(name.slice(0, 60));
        // Names inside rows can be controlled by an attacker.
        if (!Array.isArray(value) && isList && !isItem) this.#beside.add(name.slice(0, 60));
        collect(each, isItem || Array.isArray(value));
      }
    };
    collect(body, false);
    if (status !== 200) this.formats = [...new Set([...formatsNamed(text), ...this.formats])];
    this.written = [...new Set([...this.written, ...formatsIn(text)])];
    if (status !== 200 && status !== 401 && status !== 403) {
      const named = namesIn(text).filter((name) => !sent.has(name));
      this.hints = [...new Set([...named, ...this.hints])].slice(0, 40);
    }
  }
}

/** Decodes a response in the same way as the client. */
export function decoded<Q extends Question>(
  answer: ProbeAnswer,
  question: Q,
  conventions: Conventions,
): AskedOf<Q> {
  try {
    if (answer.status !== 200) throw statusFault(answer, Date.now());
    const { reading } = wireRequest(question, conventions);
    if (answer.body === undefined) {
      const { contentType = NO_CONTENT_TYPE } = answer;
      throw new ServiceError('not-json', 'The answer is not JSON.', { status: 200, contentType });
    }
    const value = decodeBody(checkedBody(answer.body, reading.success), reading);
    return { ok: true, value, answer } as AskedOf<Q>;
  } catch (fault) {
    return { ok: false, fault, answer };
  }
}

/** The `message.key` of a response that rejects the key (section 5), regardless of its status. */
const UNAUTHORIZED = 'RES000033';

/** Words by which a rejection of the key is recognized if its status is 200. */
const OF_KEY =
  /unauthori[sz]ed|unauthenticated|authentication|(?:api|service|access)[ _-]?key|token|\uc778\uc99d|\u8a8d\u8a3c/i;

/** Returns true if the service did not accept the key, regardless of the status. */
export function isRefused(asked: Failed): boolean {
  const { fault, answer } = asked;
  if (!isServiceError(fault)) return false;
  if (fault.code === 'unauthorized' || fault.code === 'forbidden') return true;
  if (fault.code === 'redirected') return !answer?.location || /sign|login|auth|sso/i.test(answer.location);
  if (fault.facts.messageKey === UNAUTHORIZED) return true;
  return isShort(asked) && answer?.status === 200 && OF_KEY.test(answer.text);
}

/** Returns true if a rejection mentions headers or keys, so it might be about the key and not about a parameter. */
export function namesKey({ status, text }: ProbeAnswer): boolean {
  return status === 400 && /\bheaders?\b|\bauth|credential|\bkey\b|token/i.test(text.slice(0, SHORT));
}

/**
 * Returns true if an unreadable response is too short to contain the requested data, so that it is probably an error
 * message.
 */
function isShort({ fault, answer }: Failed): boolean {
  const isUnread = isServiceError(fault) && ['bad-shape', 'not-success'].includes(fault.code);
  return isUnread && answer !== undefined && answer.text.length < SHORT;
}

/**
 * Returns true if the second fault indicates more progress than the first. In order of progress, the faults are: key
 * rejected, path missing, request rejected, response unreadable.
 */
export function isFurther(before: unknown, now: unknown): boolean {
  const order = (fault: unknown) => {
    if (!isServiceError(fault)) return 0;
    return isOfPath(fault) ? 2 : (PROGRESS[fault.code] ?? 0);
  };
  return order(now) > order(before);
}

const PROGRESS: { readonly [Code in FaultCode]?: number } = {
  unauthorized: 1,
  forbidden: 1,
  'bad-request': 3,
  'not-success': 3,
  'unexpected-status': 3,
  mismatch: 3,
  'bad-shape': 4,
};

/** Returns true if a request might have failed because of its parameters. */
export function isRequest(asked: Asked<unknown>): boolean {
  if (asked.ok || !isServiceError(asked.fault)) return false;
  const { code, facts } = asked.fault;
  return (
    ['bad-request', 'not-success', 'mismatch'].includes(code) ||
    [409, 422, 500].includes(facts.status ?? 0) ||
    isShort(asked)
  );
}

/** Returns true if a request might have failed because nothing exists at its path. */
export function isOfPath(fault: unknown): boolean {
  if (!isServiceError(fault)) return false;
  return (
    ['not-found', 'not-json', 'redirected'].includes(fault.code) ||
    (fault.code === 'unexpected-status' && [405, 410].includes(fault.facts.status ?? 0))
  );
}

/**
 * Returns the number of headers to omit from a request so that the correct one is found with the fewest requests and at
 * most the given number of rejections.
 */
function leftOut(count: number, refusals: number): number {
  if (refusals <= 0 || count <= 1) return 0;
  const reach = (requests: number, left: number): number =>
    requests === 0 || left === 0 ? 1 : reach(requests - 1, left) + reach(requests - 1, left - 1);
  let requests = 1;
  while (reach(requests, refusals) < count) requests += 1;
  return Math.max(1, Math.min(count - 1, reach(requests - 1, refusals - 1)));
}

/**
 * Returns the text of a response without numbers, paths, and random parts. If a change to a request has no effect, the
 * result does not change.
 */
export function signatureOf({ status, text, location = '' }: ProbeAnswer): string {
  const fixed = text
    .slice(0, 2_000)
    .replace(/\/[\w/.:-]{2,200}/g, '/')
    .replace(/[\da-f-]{8,64}|\d{1,20}/gi, '#');
  return `${status} ${location} ${fixed}`;
}

/** Names in responses that are not parameter names. */
const ENVELOPE = new Set(
  `message key value data error code errors detail details status success title type instance path timestamp fault field fields
  request_id requestId trace_id traceId result resultCode resultMsg resultMessage result_code result_msg errorCode errorMessage error_code
  error_message statusCode status_code messageKey ok Message Key Value Error Status Code Text Type Title`.split(
    /\s+/,
  ),
);

/**
 * Returns the names in the text that are probably parameters: they are quoted, consist of several words, or occur in a
 * position where a sentence contains a name.
 */
export function namesIn(whole: string): string[] {
  const text = whole.slice(0, 5_000).replace(/(?:https?:\/)?\/[\w/.:-]{1,200}/g, ' ');
  const found = [
    ...text.matchAll(/['"`‘“]([\w-]{1,40})['"`’”]/g),
    ...text.matchAll(
      /\b(?:([A-Za-z]\w{0,39}),? (?:and|or|&) )?([A-Za-z]\w{0,39}) (?:is|are|must|should|cannot|can't|may not|was not|field)\b/g,
    ),
    ...text.matchAll(
      /(?:parameters?|params?|field|missing|required|argument)[: ]{1,3}([A-Za-z]\w{1,39})\b/gi,
    ),
    ...[
      ...text.matchAll(
        /(?:known|allowed|supported|accepted|available|valid|required|missing|expected)[^:.]{0,30}: ?([\w$[\]-]{1,40}(?:, ?[\w$[\]-]{1,40}){1,30})/gi,
      ),
    ].map(([, list = '']) => ['', ...list.split(/, ?/)]),
  ].flatMap(([, ...names]) => names.filter((name) => name !== undefined));
  const several = (text.match(/[A-Za-z][\w-]{1,59}/g) ?? []).filter((word) => /[_-]|[a-z][A-Z]/.test(word));
  return [...new Set([...found, ...several])]
    .filter((name) => isUsableName(name) && !ENVELOPE.has(name))
    .slice(0, 30);
}

/** Formats that are too common to reveal the format that a service expects. */
const USUAL_FORMATS: ReadonlySet<DateFormat> = new Set(['YYYYMMDD', 'YYYY-MM-DD', 'YYYY-MM-DD HH:mm:ss']);

/** Returns the uncommon time formats in a response. */
function formatsIn(text: string): DateFormat[] {
  const values = text.match(/"(?:\d{4}[^"]{4,25})"|\b1[5-9]\d{8}(?:\d{3})?\b/g) ?? [];
  const found = new Set(values.slice(0, 100).map((value) => formatOf(value.replaceAll('"', ''))));
  return DATE_FORMATS.filter((format) => found.has(format) && !USUAL_FORMATS.has(format));
}

/** Returns the format of a date in a response. */
export function formatOf(value: string): DateFormat | undefined {
  if (parseSentDay(value) === undefined) return undefined;
  if (/^\d{10}$/.test(value)) return 'seconds';
  if (/^\d{13}$/.test(value)) return 'milliseconds';
  const shape = value
    .replace(/(?<=:\d{2})\.\d{1,9}/, '')
    .replace('+00:00', 'Z')
    .replace(/\d/g, '0');
  return DATE_FORMATS.find((each) => each.replace(/[YMDHms]/g, '0') === shape);
}

/** Returns the date formats that a rejection mentions. */
export function formatsNamed(text: string): DateFormat[] {
  const named = text.slice(0, 5_000).toLowerCase();
  const exact = DATE_FORMATS.filter((format) => named.includes(format.toLowerCase()));
  if (/milli/.test(named)) return ['milliseconds', ...exact];
  if (/epoch|unix/.test(named)) return ['seconds', 'milliseconds', ...exact];
  if (exact.length === 0 && /\b20\d\d-\d\d-\d\d(?![T\d]| \d)/i.test(named)) return ['YYYY-MM-DD'];
  if (exact.length === 0 && /\b20\d{6}\b/.test(named)) return ['YYYYMMDD'];
  return [
    ...exact.toSorted((one, other) => other.length - one.length),
    ...(/iso.?8601/.test(named) ? (['YYYY-MM-DDTHH:mm:ssZ'] as const) : []),
  ];
}

/** Returns a copy of the `Place` in which the override replaces some conventions. */
export function withConventions(place: Place, override: ConventionsOverride): Place {
  return { ...place, conventions: withParts(place.conventions, override) as Conventions };
}
