/**
 * Determines which names and values in a request are shown because they are known to be harmless, as opposed to merely
 * not recognized as secrets.
 */
import type { TextRange } from '../http/decode/mappedText.ts';

/** Headers that describe the client, the connection, or the content, and headers that identify a request. */
const DESCRIBING_HEADERS = words(`
  host user-agent connection upgrade upgrade-insecure-requests priority te expect dnt sec-gpc save-data via early-data
  content-type content-length content-encoding content-language content-range transfer-encoding trailer range
  cache-control pragma if-modified-since if-unmodified-since date expires last-modified age vary allow retry-after server
  x-requested-with x-powered-by keep-alive proxy-connection max-forwards from-origin
  x-forwarded-for x-forwarded-proto x-forwarded-host x-forwarded-port x-real-ip forwarded true-client-ip cf-connecting-ip
  x-client-ip client-ip x-original-forwarded-for fastly-client-ip x-cluster-client-ip
  access-control-request-method access-control-request-headers access-control-allow-origin strict-transport-security
  x-frame-options x-content-type-options referrer-policy sec-websocket-version sec-websocket-extensions
  x-request-id x-correlation-id x-unique-id traceparent cf-ray x-amzn-trace-id
`);
const DESCRIBING_FAMILIES = /^(?:accept|sec-fetch|sec-ch)(?:-|$)/;

/** Headers that contain a URL. The URL's host, ordinary segments, and parameter names are shown. */
const ADDRESS_HEADERS = words('referer origin location content-location');

/** Final words of names whose ordinary values are harmless. */
const HARMLESS_WORDS = words(`
  page pages size limit offset count total index position rank row rows column columns depth level step per
  sort sorting order orderby dir direction asc desc group filter view tab mode type kind format style layout theme template
  lang language locale country region city currency unit units zone timezone tz charset encoding
  color colour width height weight length volume quantity qty amount price stock rating score stars
  category categories section brand product item material gender season channel campaign source medium platform device os
  browser status enabled disabled active visible public published archived checked selected required optional debug verbose
  action method operation event cmd option version year month week day date from to since until start end time hour minute
  width height x y z lat lng zoom precision currency payment shipping delivery department role plan priority severity
`);

const ORDINARY: readonly RegExp[] = [
  /^[\p{L}\p{M}]{1,16}(?:[ _-][\p{L}\p{M}]{1,16})?$/u,
  /^-?\d{1,4}(?:\.\d{1,2})?$/,
  /^\d{4}-\d\d(?:-\d\d)?(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/,
];
/** Values that are harmless under any name. */
const EMPTY = /^(?:true|false|yes|no|on|off|null|undefined|-?\d{1,2})$/i;

/**
 * Returns `shown` for a header that describes the client or the content, `address` for a header that contains a URL, or
 * undefined for any other header.
 */
export function headerKind(name: string): 'shown' | 'address' | undefined {
  const known = name.trim().toLowerCase();
  if (DESCRIBING_HEADERS.has(known) || DESCRIBING_FAMILIES.test(known)) return 'shown';
  return ADDRESS_HEADERS.has(known) ? 'address' : undefined;
}

/** Returns true if a value is clearly ordinary for its name: a short word, a small number, a boolean, or a date. */
export function isOrdinary(name: string, value: string): boolean {
  if (value.length > 40) return false;
  if (EMPTY.test(value) || !/[\p{L}\p{N}]/u.test(value)) return true;
  const last = lastWord(name);
  return HARMLESS_WORDS.has(last) && ORDINARY.some((pattern) => pattern.test(value));
}

function lastWord(name: string): string {
  const words = name
    .slice(-60)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .match(/[A-Za-z]{1,60}/g);
  return (words?.at(-1) ?? '').toLowerCase();
}

/** A word in a name, possibly with digits, or a short number. */
const NAME_WORD = /^(?:[\p{L}\p{M}]{1,24}(?:\d{1,2}[\p{L}\p{M}]{1,12}|\d{0,4})|\d{1,6})$/u;
const SEGMENT_WORD = /^(?:[\p{L}\p{M}]{1,24}\d{0,4}|\d{1,6})$/u;
const LONGEST_NAME = 200;

/** Returns the parts of a name to hide: random-looking parts, or the whole name if it is an address or very long. */
export function hiddenInName(name: string): readonly TextRange[] {
  if (name.length > LONGEST_NAME || /@[\w-]+\./.test(name)) return [{ start: 0, end: name.length }];
  return Array.from(name.matchAll(WORDS), ({ 0: word, index }) => ({
    word,
    start: index,
    end: index + word.length,
  }))
    .filter(({ word }) => !NAME_WORD.test(word))
    .map(({ start, end }) => ({ start, end }));
}

const WORDS = /[\p{L}\p{M}\p{N}]{1,200}/gu;

/** File extensions that are so long that they could be mistaken for a last name. */
const LONG_EXTENSION =
  /\.(?:config|properties|backup|sqlite|manifest|schema|action|webmanifest|htaccess|htpasswd)$/i;

/**
 * Returns true if a path segment or file name consists of words, a version, or a small number, and is neither a title
 * with several words nor a login name such as `first.lastname`.
 */
export function isOrdinarySegment(segment: string): boolean {
  if (segment.split(/[\s+]|%20/).length > 2) return false;
  if (/^\p{L}{1,20}\.\p{L}{6,20}$/u.test(segment) && !LONG_EXTENSION.test(segment)) return false;
  const all = segment.length <= 60 ? (segment.match(WORDS) ?? []) : [segment];
  return all.every((word) => SEGMENT_WORD.test(word)) && !/@[\w-]+\./.test(segment);
}

/** Returns the words in a text. */
export function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}
