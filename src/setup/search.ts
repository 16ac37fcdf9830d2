/** The state of a search, and what finds a key header, a path and the name of an input: the four reads are in findConventions.ts. */
import { isServiceError } from '../base/errors.ts';
import type { ConventionsOverride } from '../service/conventions.ts';
import type { Query } from '../service/network/url.ts';
import type { ProbeAnswer } from '../service/probe.ts';
import type { Question, Read } from '../service/wireRequest.ts';
import { type Message, message } from '../text/l10n.ts';
import {
  type AskedOf,
  type Differing,
  decoded,
  isFurther,
  isolate,
  isRefused,
  type Place,
  type Prober,
  signatureOf,
  withConventions,
} from './prober.ts';
import { recognised } from './structure.ts';
import { KEY_HEADERS, OTHER_AUTHORIZATIONS, wordsOf } from './vocabulary.ts';

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

/** Another place to try. */
export type Candidate = readonly [what: Message, place: Place];

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
  readonly shows: (asked: AskedOf<Q>) => number | undefined;
  readonly codes?: number;
  /** Parameters that are sent in addition. */
  readonly also?: Query;
  readonly alone?: number;
}

export class Search {
  /** The place where the most works so far. */
  place: Place;
  readonly questions: OpenQuestion[] = [];
  /** What was found of each read; the last one is valid. */
  readonly findings = new Map<Read, Finding['outcome']>();
  readonly prober: Prober;

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
    const asked = await this.prober.ask(what, place, question, differing);
    const { answer } = asked;
    if (answer?.status !== 200 || answer.body === undefined) return { asked, place };
    const found = withConventions(place, recognised(answer.body, question, place.conventions));
    const again = decoded(answer, question, found.conventions);
    const isRead = again.ok || (!asked.ok && isServiceError(again.fault, 'mismatch'));
    return isRead ? { asked: again, place: found } : { asked, place };
  }

  /** Tries places until one works, or gets further: the search goes on there. */
  async advance<Q extends Question>(
    current: AskedOf<Q>,
    candidates: Iterable<Candidate>,
    question: Q,
  ): Promise<AskedOf<Q>> {
    if (current.ok) return current;
    for (const [what, candidate] of candidates) {
      const { asked, place } = await this.try(what, question, candidate);
      if (!asked.ok && !isFurther(current.fault, asked.fault)) continue;
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
    ...options
  }: InputSearch<Q>): Promise<string | undefined> {
    return isolate(
      names,
      hints,
      async (sent) => {
        const extra = [...also, ...sent.flatMap(([name, code]) => values(name, code))];
        const tried = sent.map(([name]) => name);
        const { asked } = await this.try(named(what, tried), question, place, { extra });
        return shows(asked);
      },
      options,
    );
  }

  /** Finds the header that carries the key, after a refusal: a request without key tells whether the header is read at all. */
  async findKeyHeader(question: Question, refusal: ProbeAnswer): Promise<boolean> {
    const send = (what: Message, keyHeaders: readonly string[]) =>
      this.prober.ask(what, this.place, question, { keyHeaders });
    const without = await send(message('without the key'), []);
    if (!without.answer || signatureOf(without.answer) !== signatureOf(refusal)) return false;
    const current = this.place.conventions.keyHeader.toLowerCase();
    const isAccepted = async (headers: readonly string[]) => {
      const [one = ''] = headers;
      const what =
        headers.length === 1
          ? message('the key in {0}', one)
          : message('the key in {0} headers at once', headers.length);
      const asked = await send(what, headers);
      return asked.ok || (asked.answer !== undefined && !isRefused(asked));
    };
    const known = KEY_HEADERS.filter((header) => header.toLowerCase() !== current);
    const shows = async (sent: readonly (readonly [string, number])[]) =>
      (await isAccepted(sent.map(([name]) => name))) ? 0 : undefined;
    let found = await isolate(known, headersIn(without.answer), shows, { alone: 0 });
    const others = current.startsWith('authorization') ? [] : OTHER_AUTHORIZATIONS;
    for (const header of others) if (found === undefined && (await isAccepted([header]))) found = header;
    if (found !== undefined) this.use({ keyHeader: found });
    return found !== undefined;
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
