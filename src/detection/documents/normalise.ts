/** Normalizes a raw request for comparison, so that insignificant differences between requests disappear. */
import { parseRawRequest } from '../../http/rawHttp.ts';

const HTTP_DATE = /\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT\b/g;
const ISO_DATE = /\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z\b|[+-]\d{2}:?\d{2}\b)?/g;
const UUID = /\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b/gi;
/** Sixteen or more hexadecimal digits, which are an ID if they include both digits and letters. */
const HEX_DIGITS = /\b[\da-f]{16}[\da-f]*\b/gi;

/** Headers whose value is only the ID of the request. */
const ID_HEADERS = new Set(
  'cf-ray request-id traceparent x-amzn-trace-id x-b3-spanid x-b3-traceid x-correlation-id x-request-id x-trace-id x-unique-id'.split(
    ' ',
  ),
);

/**
 * Returns the request with its headers sorted by name and the names in lowercase. Dates and unique IDs become `‹date›`
 * and `‹id›`, and the boundary of a multipart body becomes `‹boundary›`. Lines end in LF. Headers that cannot be parsed
 * are left unchanged.
 */
export function normaliseRequest(rawData: string): string {
  const { parses, headers, bodyOffset } = parseRawRequest(rawData);
  const head = rawData.slice(0, headers[0]?.start ?? bodyOffset);
  const body = foldDates(rawData.slice(bodyOffset)).replace(UUID, '‹id›');
  const boundary = /[;\s]boundary="?([^\s";,]{1,200})/i.exec(rawData.slice(0, bodyOffset))?.[1];
  const lines = parses
    ? headers
        .map(({ name, value }) => ({ name: name.trim().toLowerCase(), value }))
        .sort((left, right) => (left.name < right.name ? -1 : left.name > right.name ? 1 : 0))
        .map(
          ({ name, value }) =>
            `${name && `${name}: `}${ID_HEADERS.has(name) ? '‹id›' : foldIds(foldDates(value))}\n`,
        )
        .join('')
    : rawData.slice(head.length, bodyOffset);
  const text = `${foldDates(head).replace(UUID, '‹id›')}${lines}${parses ? '\n' : ''}${body}`;
  const folded = boundary ? text.replaceAll(boundary, '‹boundary›') : text;
  return folded.replace(/\r\n?/g, '\n');
}

function foldDates(text: string): string {
  return text.replace(HTTP_DATE, '‹date›').replace(ISO_DATE, '‹date›');
}

function foldIds(text: string): string {
  return text
    .replace(UUID, '‹id›')
    .replace(HEX_DIGITS, (digits) => (/\d/.test(digits) && /[a-f]/i.test(digits) ? '‹id›' : digits));
}
