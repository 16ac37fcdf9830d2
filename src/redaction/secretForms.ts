/** The forms in which a secret can occur again. */
import { fullyDecoded } from './levels.ts';
import { looksChosen, looksRandom } from './randomness.ts';
import type { SecretKind } from './secretNames.ts';

/**
 * Minimum length, in units, at which a password of lowercase and capital letters, digits, and symbols is unlikely to
 * occur by chance.
 */
const SHORTEST_CHOSEN = 10;
/** Maximum number of secrets inside a secret to search for separately. */
const MOST_PARTS = 16;
/** Maximum number of units of a secret in which to search for nested secrets. */
const LONGEST_DIVIDED = 4096;

/** Kinds whose shape or location proves that an equal string is the same secret, even if it does not look random. */
const ALWAYS_AGAIN: ReadonlySet<SecretKind> = new Set<SecretKind>([
  'e-mail',
  'card number',
  'address',
  'token',
]);

/**
 * Returns the strings in a secret to search for elsewhere. Empty unless the secret looks random, because another
 * occurrence of an ordinary value is not necessarily the secret. Includes the complete secret and its random-looking
 * parts, because a cookie might be `{"token":"T"}` or `s:T.signature`. `whole` is the decoded secret.
 */
export function recurringTexts(
  secret: string,
  kind: SecretKind,
  whole = fullyDecoded(secret),
): readonly string[] {
  // The claims of a JSON Web Token, without its signature.
  const claims = /^eyJ[\w-]{8,4096}\.([\w-]{16,4096})\.[\w-]{0,4096}$/.exec(secret)?.[1];
  if (claims !== undefined) return [secret, claims];
  if (ALWAYS_AGAIN.has(kind)) return [secret];
  const decoded = whole.slice(0, LONGEST_DIVIDED);
  const texts = isRandom(decoded) || isLongKey(decoded, kind) ? [secret] : [];
  if (secret.length > LONGEST_DIVIDED) return texts;
  const parts = new Set([decoded, objectInBase64(decoded)].flatMap(partsOf));
  for (const part of parts) {
    if (texts.length >= MOST_PARTS) break;
    if (part !== secret && looksRandom(part)) texts.push(part);
  }
  return texts;
}

function partsOf(text: string): readonly string[] {
  return [...(text.match(/[\w+/~-]{12,4096}={0,2}/g) ?? []), ...(text.match(/[\w.+~-]{12,4096}/g) ?? [])];
}

/** Returns the JSON object in Base64 text; empty if there is none. */
function objectInBase64(text: string): string {
  if (!/^(?:ey[AIJ]|ew[0ko])[\w+/-]{8,4096}={0,2}$/.test(text)) return '';
  const decoded = Buffer.from(text, 'base64').toString('utf8');
  return decoded.includes('\ufffd') ? '' : decoded;
}

/** Returns true if a secret looks random or is a long password of lowercase and capital letters, digits, and symbols. */
function isRandom(secret: string): boolean {
  const isMixed = secret.length >= SHORTEST_CHOSEN && /[A-Z]/.test(secret) && /[a-z]/.test(secret);
  return looksRandom(secret) || (isMixed && looksChosen(secret));
}

/** Returns true for a long key with many symbols in a header. It cannot occur by chance even if it contains a word. */
function isLongKey(secret: string, kind: SecretKind): boolean {
  const isOfHeader = kind === 'key' || kind === 'authorization';
  const isMixed = /\d/.test(secret) && /\p{L}/u.test(secret) && !/\s/.test(secret);
  return isOfHeader && isMixed && secret.length >= 16 && new Set(secret).size >= 14;
}

/**
 * Returns the decoded credentials of an Authorization header: `user:password`, and the password of Basic
 * authentication.
 */
export function basicCredentials(credentials: string): string[] {
  if (!/^[\w+/-]{4}[\w+/-]*={0,2}$/.test(credentials)) return [];
  const decoded = Buffer.from(credentials, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  return colon < 0 || decoded.includes('\ufffd') ? [] : [decoded, decoded.slice(colon + 1)];
}
