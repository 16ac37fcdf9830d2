/**
 * Determines which names and values in a request are shown because they are known to be harmless, as opposed to merely
 * not recognized as secrets.
 */
import { words } from './vocabulary.ts';

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
/** Headers that contain the addresses of clients. */
const ADDRESS_HEADER = /^(?:[a-z-]{1,30}-)?(?:ip|forwarded-for)$/;

/** Returns how to read the value of a header, of which only a part is hidden, or undefined for any other header. */
export function headerKind(name: string): 'description' | 'client' | 'media type' | 'addresses' | undefined {
  const known = name.trim().toLowerCase();
  if (known === 'user-agent') return 'client';
  if (known === 'content-type') return 'media type';
  if (DESCRIBING_HEADERS.has(known) || DESCRIBING_FAMILIES.test(known)) return 'description';
  return ADDRESS_HEADER.test(known) ? 'addresses' : undefined;
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
  /^(?:admin(?:istrator)?|root|test|user|guest|null|true|false|\d{1,4}|\d{1,3}(?:\.\d{1,3}){3}|localhost|alert|script|537\.36)$/i;

/** Returns true for a harmless value that attacks use, such as `admin` or `1`. */
export function isNeutral(value: string): boolean {
  return NEUTRAL.test(value);
}
