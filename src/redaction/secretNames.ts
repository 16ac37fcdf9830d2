/** Which names of headers, parameters and fields hold secrets. */
import { fullyDecoded } from './decodedText.ts';

/** What a placeholder calls a secret. */
export type SecretKind =
  | 'cookie'
  | 'authorization'
  | 'key'
  | 'credentials'
  | 'secret'
  | 'token'
  | 'e-mail'
  | 'card number';

/** Parts of a name, its separators left out, that make it a secret's wherever they stand. */
const SECRET_PART =
  /passw(?:or)?d|passphrase|passcode|secret(?!ar)|token(?!i[sz]|s$)|credential|(?:api|access|auth|private|secret|signing|encryption|license|session|shared|account|subscription)key|sess(?:ion)?id|sesskey/;

/** Words that make a name a secret's when they stand alone: `pin`, `user_pwd`, `userPwd`, never `spinner`. */
const SECRET_WORDS = new Set(
  'auth authorization bearer csrf cvc cvv jwt otp pass passwd pin pwd session sid sig signature xsrf'.split(
    ' ',
  ),
);

/** Last words of names that speak about a secret without holding it: `token_type`, `passwordLength`. */
const HARMLESS_LAST_WORDS = new Set(
  'count enabled expires expiry length lifetime max min name policy required strength timeout ttl type uri url'.split(
    ' ',
  ),
);

const HEADER_KINDS: Readonly<Record<string, SecretKind>> = {
  authorization: 'authorization',
  'proxy-authorization': 'authorization',
  cookie: 'cookie',
  cookie2: 'cookie',
  'set-cookie': 'cookie',
  'set-cookie2': 'cookie',
};

/** Headers called a key that hold none. */
const HARMLESS_HEADERS = new Set([
  'idempotency-key',
  'sec-websocket-key',
  'surrogate-key',
  'cache-key',
  'x-cache-key',
  'x-idempotency-key',
]);

/** Tells names of secrets from others; `further` are the user's own, compared without case and separators. */
export class SecretNames {
  readonly #further: ReadonlySet<string>;
  readonly #areSecret = new Remembered((name) => this.#judge(fullyDecoded(name)));
  readonly #headers = new Remembered((name) => this.#judgeHeader(name.trim().toLowerCase()) ?? 'no secret');

  constructor(further: readonly string[]) {
    this.#further = new Set(further.map(squash).filter((name) => name !== ''));
  }

  /** Whether a parameter, form field or JSON member of this name, however encoded, holds a secret. */
  isSecret(name: string): boolean {
    return this.#areSecret.of(name);
  }

  /** What the header of this name holds; undefined when it is no secret. */
  ofHeader(name: string): SecretKind | undefined {
    const kind = this.#headers.of(name);
    return kind === 'no secret' ? undefined : kind;
  }

  #judgeHeader(lower: string): SecretKind | undefined {
    if (Object.hasOwn(HEADER_KINDS, lower)) return HEADER_KINDS[lower];
    if (this.#further.has(squash(lower))) return 'key';
    if (HARMLESS_HEADERS.has(lower) || lower.startsWith('access-control-')) return undefined;
    return /(?:^|[-_])(?:api)?key$/.test(lower) || this.isSecret(lower) ? 'key' : undefined;
  }

  #judge(name: string): boolean {
    const squashed = squash(name);
    if (this.#further.has(squashed)) return true;
    const words = name
      .replace(/([a-z\d])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[^\p{L}\d]|(?<=\p{L})(?=\d)/u)
      .filter((word) => word !== '');
    if (HARMLESS_LAST_WORDS.has(words.at(-1) ?? '')) return false;
    return SECRET_PART.test(squashed) || words.some((word) => SECRET_WORDS.has(word));
  }
}

/** Names whose answer is kept. */
const MOST_REMEMBERED = 10_000;

/** Answers by name: a log repeats few names many times. */
class Remembered<Answer extends boolean | string> {
  readonly #judge: (name: string) => Answer;
  readonly #answers = new Map<string, Answer>();

  constructor(judge: (name: string) => Answer) {
    this.#judge = judge;
  }

  of(name: string): Answer {
    const known = this.#answers.get(name);
    if (known !== undefined) return known;
    const answer = this.#judge(name);
    if (this.#answers.size < MOST_REMEMBERED) this.#answers.set(copyOf(name), answer);
    return answer;
  }
}

/** The same text in memory of its own: a part of a text keeps the whole of it in memory. */
function copyOf(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}

function squash(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\d]/gu, '');
}
