/** The forms in which a secret can occur again. */
import { fullyDecoded, readings } from './decodedText.ts';
import { looksChosen, looksRandom } from './randomness.ts';
import type { SecretKind } from './secretNames.ts';

/**
 * Units from which a password of small and capital letters, digits, and signs is unlikely to occur by chance.
 */
const SHORTEST_CHOSEN = 10;
const SHORTEST_BASE64 = 8;
/** Maximum units of a secret for Base64 forms. */
const LONGEST_BASE64 = 4096;
/** Maximum secrets inside a secret that are searched for separately. */
const MOST_PARTS = 16;
/** Maximum units of a secret that are searched for them. */
const LONGEST_DIVIDED = 4096;

/** Kinds whose shape or place proves that an equal text is the same secret, even if it does not look random. */
const ALWAYS_AGAIN: ReadonlySet<SecretKind> = new Set<SecretKind>([
  'e-mail',
  'card number',
  'address',
  'token',
]);

/**
 * Returns the texts of a secret that are searched for elsewhere, none unless it looks random: an ordinary value does not prove
 * the secret elsewhere. The complete text, and its random-looking parts: a cookie might be `{"token":"T"}`, or `s:T.signature`.
 */
export function recurringTexts(secret: string, kind: SecretKind): readonly string[] {
  // The claims of a JSON Web Token, without its signature.
  const claims = /^eyJ[\w-]{8,4096}\.([\w-]{16,4096})\.[\w-]{0,4096}$/.exec(secret)?.[1];
  if (claims !== undefined) return [secret, claims];
  if (ALWAYS_AGAIN.has(kind)) return [secret];
  const decoded = fullyDecoded(secret.slice(0, LONGEST_DIVIDED));
  const texts = isRandom(secret, decoded) || isLongKey(decoded, kind) ? [secret] : [];
  if (secret.length > LONGEST_DIVIDED || /^eyJ[\w-]*\.[\w-]*\.[\w-]*$/.test(decoded)) return texts;
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

/** Returns a JSON object in Base64; empty if there is none. */
function objectInBase64(text: string): string {
  if (!/^(?:eyJ|ey[AI]|ewo|ewI|eyI)[\w+/-]{8,4096}={0,2}$/.test(text)) return '';
  const decoded = Buffer.from(text, 'base64').toString('utf8');
  return decoded.startsWith('{') && !decoded.includes('\ufffd') ? decoded : '';
}

/**
 * Returns true if a secret looks random; a `+` can be itself or a space, which random values do not contain.
 */
function isRandom(secret: string, decoded: string): boolean {
  return (
    looksRandom(decoded) ||
    (decoded.length >= SHORTEST_CHOSEN &&
      /[A-Z]/.test(decoded) &&
      /[a-z]/.test(decoded) &&
      looksChosen(decoded)) ||
    (secret.includes('+') && looksRandom(fullyDecoded(secret.slice(0, LONGEST_DIVIDED).replaceAll('+', ''))))
  );
}

/**
 * Returns true for a long key in a header with many signs, which does not occur by chance even if it contains a
 * word.
 */
function isLongKey(decoded: string, kind: SecretKind): boolean {
  const isOfHeader = kind === 'key' || kind === 'authorization';
  return (
    isOfHeader &&
    decoded.length >= 16 &&
    /\d/.test(decoded) &&
    /\p{L}/u.test(decoded) &&
    !/\s/.test(decoded) &&
    new Set(decoded).size >= 14
  );
}

/**
 * Returns the text and its decoded forms, without percent-encoded and escaped ones, because decoded texts are
 * searched, too.
 */
export function plainForms(text: string): readonly string[] {
  return readings(text);
}

export interface Base64Form {
  readonly text: string;
  /** True if this is the start of a longer Base64 form: the secret continues up to the last digit of Base64. */
  readonly isStart: boolean;
}

/** Returns the text in Base64, alone or among other bytes. Some forms can be repeated. */
export function base64Forms(secret: string): readonly Base64Form[] {
  const isStart = secret.length > LONGEST_BASE64;
  return formsOf(secret.slice(0, LONGEST_BASE64)).map((text) => ({ text, isStart }));
}

/** Returns the decoded credentials of an Authorization header: `user:password`, and the password of Basic. */
export function basicCredentials(credentials: string): string[] {
  if (!/^[\w+/-]{4}[\w+/-]*={0,2}$/.test(credentials)) return [];
  const decoded = Buffer.from(credentials, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  return colon < 0 || decoded.includes('\ufffd') ? [] : [decoded, decoded.slice(colon + 1)];
}

function formsOf(text: string): readonly string[] {
  const forms: string[] = [];
  const add = (form: string) => {
    if (form.length < SHORTEST_BASE64) return;
    forms.push(form);
    if (/[+/]/.test(form)) forms.push(form.replaceAll('+', '-').replaceAll('/', '_'));
  };
  const padded = Buffer.from(`\0\0${text}`);
  for (const before of [0, 1, 2]) {
    const whole = padded.toString('base64', 2 - before);
    // Without the digits at either end that also depend on the surrounding bytes.
    const [start, end] = [before === 0 ? 0 : before + 1, Math.floor(((padded.length - 2 + before) * 8) / 6)];
    add(whole.slice(start, end));
    if (before === 0) add(whole);
  }
  return forms;
}
