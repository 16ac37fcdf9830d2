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

/** Names whose answer is kept, for a log repeats few names many times. */
const MOST_KNOWN = 10_000;

/** Tells names of secrets from others; `further` are the user's own, compared without case and separators. */
export class SecretNames {
  readonly #further: ReadonlySet<string>;
  readonly #known = new Map<string, boolean>();

  constructor(further: readonly string[]) {
    this.#further = new Set(further.map(squash).filter((name) => name !== ''));
  }

  /** Whether a parameter, form field or JSON member of this name, however encoded, holds a secret. */
  isSecret(name: string): boolean {
    let secret = this.#known.get(name);
    if (secret === undefined) {
      secret = this.#judge(fullyDecoded(name));
      if (this.#known.size < MOST_KNOWN) this.#known.set(name, secret);
    }
    return secret;
  }

  /** What the header of this name holds; undefined when it is no secret. */
  ofHeader(name: string): SecretKind | undefined {
    const lower = name.trim().toLowerCase();
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
      .split(/[^\p{L}\d]+|(?<=\p{L})(?=\d)/u)
      .filter((word) => word !== '');
    if (HARMLESS_LAST_WORDS.has(words.at(-1) ?? '')) return false;
    return SECRET_PART.test(squashed) || words.some((word) => SECRET_WORDS.has(word));
  }
}

function squash(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\d]/gu, '');
}
