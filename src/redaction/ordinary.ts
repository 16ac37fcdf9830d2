/**
 * Determines which names and values in a request are shown because they are known to be harmless, as opposed to merely
 * not recognized as secrets.
 */
import type { TextRange } from '../http/decode/mappedText.ts';

/** Returns the words in a text. */
export function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

/** Headers that describe the client, the connection, or the content, and headers that identify a request. */
const DESCRIBING_HEADERS = words(`
  host connection upgrade upgrade-insecure-requests priority te expect dnt sec-gpc save-data early-data
  content-length content-encoding content-language content-range transfer-encoding trailer range
  cache-control pragma if-modified-since if-unmodified-since date expires last-modified age vary allow retry-after server
  x-requested-with x-powered-by keep-alive proxy-connection max-forwards x-forwarded-proto x-forwarded-port
  access-control-request-method access-control-request-headers access-control-allow-origin strict-transport-security
  x-frame-options x-content-type-options referrer-policy sec-websocket-version sec-websocket-extensions
  x-request-id x-correlation-id x-unique-id traceparent cf-ray x-amzn-trace-id
`);
const DESCRIBING_FAMILIES = /^(?:accept|sec-fetch|sec-ch)(?:-|$)/;
/** Headers that contain a URL. The URL's route words and parameter names are shown. */
const URL_HEADERS = words('referer origin location content-location');
/** Headers that contain the addresses of clients. */
const ADDRESS_HEADER = /^(?:[a-z-]{1,30}-)?(?:ip|forwarded-for)$/;

export type HeaderKind = 'description' | 'client' | 'media type' | 'addresses' | 'URL';

/** Returns how to read the value of a header, of which only a part is hidden, or undefined for any other header. */
export function headerKind(name: string): HeaderKind | undefined {
  const known = name.trim().toLowerCase();
  if (known === 'user-agent') return 'client';
  if (known === 'content-type') return 'media type';
  if (DESCRIBING_HEADERS.has(known) || DESCRIBING_FAMILIES.test(known)) return 'description';
  if (ADDRESS_HEADER.test(known)) return 'addresses';
  return URL_HEADERS.has(known) ? 'URL' : undefined;
}

/** Words in the comments of a User-Agent that describe a client. */
const CLIENT_WORDS = words(`
  x x11 u i n windows nt win64 wow64 x64 x86 x86_64 i686 arm arm64 aarch64 macintosh intel ppc mac os like cpu iphone ipad ipod
  touch ios android linux gnu ubuntu debian fedora freebsd openbsd cros wayland mobile tablet tv desktop phone compatible msie
  trident khtml gecko build pixel galaxy redmi moto nexus pro max plus bot crawler spider googlebot bingbot feed fetcher
`);
/** A version, a product with a version, a model, a language, or the address of a crawler. */
const CLIENT_TOKEN =
  /^(?:v?\d[\d._]{0,20}|(?:rv:|[\w.-]{1,30}\/)v?\d[\w.-]{0,30}|Build\/[A-Z\d.]{1,30}|[A-Z]{1,4}-?[A-Z]?\d[A-Z\d]{0,8}|[a-z]{2}[_-][A-Za-z]{2}|\+?https?:\/\/[\w.-]{1,60}(?:\/[\w.-]{0,40}){0,3})$/;

/** Returns the parts of the comments in a User-Agent that contain other words than those that describe a client. */
export function hiddenInClient(value: string): readonly TextRange[] {
  return Array.from(value.matchAll(/\([^()]*/g)).flatMap((comment) =>
    Array.from(comment[0].matchAll(/[^(;,\s][^(;,]*/g))
      .filter(([part]) => !part.trim().split(/\s+/).every(isOfClient))
      .map(({ 0: part, index }) => {
        const start = comment.index + index;
        return { start, end: start + part.trimEnd().length };
      }),
  );
}

function isOfClient(word: string): boolean {
  return CLIENT_WORDS.has(word.toLowerCase()) || CLIENT_TOKEN.test(word);
}

/** The shapes of ordinary values, each with the names under which they are harmless. */
const ORDINARY = [
  {
    shape: /^[\p{L}\p{M}]{1,16}(?:[ _-][\p{L}\p{M}]{1,16})?$/u,
    names: words(`
      sort sorting order orderby dir direction asc desc filter view tab mode type format style layout theme template lang
      language locale currency unit units zone timezone tz charset encoding color colour platform device os browser status enabled
      disabled active visible public published archived checked selected required optional debug verbose page action method
      operation event cmd option severity priority field fields
    `),
  },
  {
    shape: /^-?\d{1,4}(?:\.\d{1,2})?$/,
    names: words(`
      page pages size limit offset count total index position rank row rows column columns depth level step per number sort order
      width height weight length volume quantity qty rating score stars stock x y z zoom precision version priority year month
      week day hour minute max min
    `),
  },
  {
    shape: /^\d{4}-\d\d(?:-\d\d)?(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/,
    names: words('date from to since until start end time year month week day updated created modified'),
  },
];
/** The words of names under which some values are ordinary. */
export const HARMLESS: ReadonlySet<string> = new Set(ORDINARY.flatMap(({ names }) => [...names]));
/** Values that are harmless under any name. */
const EMPTY = /^(?:true|false|yes|no|on|off|null|undefined|-?\d{1,2})$/i;
const LONGEST_VALUE = 40;

/**
 * Returns true if a value is clearly ordinary for its name: a boolean, or a word, a small number, or a date under a name
 * whose words are all harmless, unlike those of `birth_date`.
 */
export function isOrdinary(name: string, value: string): boolean {
  if (value.length > LONGEST_VALUE) return false;
  if (EMPTY.test(value) || !/[\p{L}\p{N}]/u.test(value)) return true;
  return ORDINARY.some(({ shape, names }) => shape.test(value) && isHarmless(name, names));
}

function isHarmless(name: string, names: ReadonlySet<string>): boolean {
  if (name.length > LONGEST_VALUE) return false;
  const parts = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[\p{L}\p{M}]{2,40}/gu);
  return names.has(parts?.at(-1) ?? name.toLowerCase()) && !parts?.some((part) => !HARMLESS.has(part));
}

/** Harmless values that attacks themselves use. */
const NEUTRAL =
  /^(?:admin(?:istrator)?|root|test|user|guest|null|true|false|\d{1,4}|\d{1,3}(?:\.\d{1,3}){3}|localhost|alert|script)$/i;

/** Returns true for a harmless value that attacks use, such as `admin` or `1`. */
export function isNeutral(value: string): boolean {
  return NEUTRAL.test(value);
}

/** Names of secrets and of data about people, which are followed by a value in any kind of text. */
export const SECRET_NAMES = String.raw`[\w.$:-]{0,40}?(?:pass(?:w(?:or)?d|phrase|code)?|pwd|pw|secret|token|api[_-]?key|key|credentials?|auth\w{0,12}|session(?:[_-]?id)?|sid|cookie|otp|pin|cvv|cvc|signature|sig|username|user|login|uid|e-?mail|phone|card(?:[_-]?(?:number|no))?|account|ssn|비밀번호|암호|パスワード|密码|contrase[nñ]a|senha|kennwort|passwort|mdp|parola|пароль)`;

const NAME = new RegExp(`^${SECRET_NAMES}$`, 'iu');
const LONGEST_NAME = 200;

/** Returns true for the name of a secret or of data about a person. */
export function isSecretName(name: string): boolean {
  return name.length <= LONGEST_NAME && NAME.test(name);
}

/** A place that the service's messages name, such as `parameter password` or `ARGS:pwd`. */
const SECRET_PLACE = new RegExp(
  String.raw`(?:\b(?:param(?:eter)?|field|args?\w*|argument|element|member|propert(?:y|ies)|input|cookie|variable|body|request\w*)\b|파라미터|매개변수)(?:\sname)?[\s:"'“‘\x60([.]{1,5}(?:json\.)?${SECRET_NAMES}(?![a-z])`,
  'iu',
);
const LONGEST_MESSAGE = 10_000;

/** Returns true if a message names a place that contains a secret, so that a match without an attack is the secret. */
export function namesSecret(message: string): boolean {
  return SECRET_PLACE.test(message.slice(0, LONGEST_MESSAGE));
}
