/** The strings under which a secret may occur again. */
import { fullyDecoded, readings } from './decodedText.ts';
import { looksChosen, looksRandom } from './randomness.ts';
import type { SecretKind } from './secretNames.ts';

/** A password of small and capital letters, figures and signs is none by chance from so many units on. */
const SHORTEST_CHOSEN = 10;
const SHORTEST_BASE64 = 8;
/** Units of a secret of which Base64 forms are made. */
const LONGEST_BASE64 = 4096;
/** Secrets inside a secret that are looked for on their own. */
const MOST_PARTS = 16;
/** Units of a secret in which such are looked for. */
const LONGEST_DIVIDED = 4096;

/** Kinds whose shape or place alone says that the same text is the same secret, however it looks. */
const ALWAYS_AGAIN: ReadonlySet<SecretKind> = new Set<SecretKind>([
  'e-mail',
  'card number',
  'address',
  'token',
]);

/**
 * The texts that are looked for again of a secret, none when it does not look random: an ordinary value is no sign of the
 * secret elsewhere. The whole, and what looks random in it: a cookie may be `{"token":"T"}`, or `s:T.signature`.
 */
export function recurringTexts(secret: string, kind: SecretKind): readonly string[] {
  // What a JSON Web Token says of somebody, without its signature.
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

/** A JSON object that stands there in Base64; empty when there is none. */
function objectInBase64(text: string): string {
  if (!/^(?:eyJ|ey[AI]|ewo|ewI|eyI)[\w+/-]{8,4096}={0,2}$/.test(text)) return '';
  const decoded = Buffer.from(text, 'base64').toString('utf8');
  return decoded.startsWith('{') && !decoded.includes('\ufffd') ? decoded : '';
}

/** A `+` may be itself or a space, which nothing random holds. */
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

/** A key of a header that is long and of many signs is none by chance, even when it holds a word. */
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

/** The text as it is and as decoded: percent-encoded and escaped forms are not among them, for texts are searched decoded, too. */
export function plainForms(text: string): readonly string[] {
  return readings(text);
}

export interface Base64Form {
  readonly text: string;
  /** Whether this is the start of a longer Base64 form: the secret goes on as far as there are digits of Base64. */
  readonly isStart: boolean;
}

/** The text in Base64, alone or amid other bytes. Some may be there twice. */
export function base64Forms(secret: string): readonly Base64Form[] {
  const isStart = secret.length > LONGEST_BASE64;
  return formsOf(secret.slice(0, LONGEST_BASE64)).map((text) => ({ text, isStart }));
}

/** What the credentials of an Authorization header say once decoded: `user:password` and the password of Basic. */
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
    // Without the digits at either end that also depend on the bytes around it.
    const [start, end] = [before === 0 ? 0 : before + 1, Math.floor(((padded.length - 2 + before) * 8) / 6)];
    add(whole.slice(start, end));
    if (before === 0) add(whole);
  }
  return forms;
}
