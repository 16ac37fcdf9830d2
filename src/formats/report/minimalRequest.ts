/**
 * Reduces a request to the minimum that reproduces a detection: method, path, host, content type, and the field that
 * the rule matched.
 */
import type { TextRange } from '../../http/decode/mappedText.ts';
import type { ReadField } from '../../http/fields/field.ts';
import { type ReadRequest, readFields } from '../../http/fields/readFields.ts';
import { boundaryOf, cookies, formFields, multipartFields, type Pair } from '../../http/fields/separated.ts';
import { headerValue, type RawRequest } from '../../http/rawHttp.ts';

/** Returns raw data with only the fields that the match overlaps, or undefined if the raw data is not a request. */
export function minimalRequest(rawData: string, match: TextRange): string | undefined {
  const read = readFields(rawData);
  const { method, targetStart, targetEnd, version, headers, bodyOffset } = read.request;
  if (method === undefined) return undefined;
  const question = rawData.slice(targetStart, targetEnd).indexOf('?');
  const pathEnd = question < 0 ? targetEnd : targetStart + question;
  const path = rawData.slice(targetStart, pathEnd);
  const query = formFields(rawData, { start: pathEnd + 1, end: targetEnd });
  const pairs = match.start < targetEnd ? pairsAround(rawData, query, match) : '';
  const matched = headers.filter(({ start, end }) => start < match.end && match.start < end);
  const body = match.end > bodyOffset ? bodyAround(rawData, read, match) : '';
  const lineOf = (name: string) => {
    const value = headerValue(headers, name);
    return value === '' || headerValue(matched, name) !== ''
      ? []
      : [`${name.replace(/\b\w/g, (letter) => letter.toUpperCase())}: ${value}`];
  };
  return [
    [method, pairs === '' ? path : `${path}?${pairs}`, version].join(' '),
    ...lineOf('host'),
    ...matched.map((header) => headerAround(rawData, header, match)),
    ...(body === '' ? [] : [...lineOf('content-type'), `Content-Length: ${Buffer.byteLength(body)}`]),
    '',
    body,
  ].join('\r\n');
}

/** Returns the text from the first to the last pair that the match overlaps or touches; empty without such a pair. */
function pairsAround(text: string, pairs: Iterable<Pair>, { start, end }: TextRange): string {
  let around: TextRange | undefined;
  for (const { nameStart, value } of pairs)
    if (nameStart <= end && start <= value.end)
      around = { start: around?.start ?? nameStart, end: value.end };
  return around === undefined ? '' : text.slice(around.start, around.end);
}

function headerAround(
  rawData: string,
  { name, start, valueStart, end }: RawRequest['headers'][number],
  match: TextRange,
): string {
  const isCookie = name.trim().toLowerCase() === 'cookie';
  const pairs = isCookie ? pairsAround(rawData, cookies(rawData, { start: valueStart, end }), match) : '';
  return pairs === '' ? rawData.slice(start, end) : `${name}: ${pairs}`;
}

function bodyAround(rawData: string, { request, fields }: ReadRequest, match: TextRange): string {
  const { headers, bodyOffset } = request;
  const whole = rawData.slice(bodyOffset);
  const { part } = fields.find((field) => field.place.start >= bodyOffset) ?? {};
  if (part === 'form')
    return pairsAround(rawData, formFields(rawData, { start: bodyOffset, end: rawData.length }), match);
  if (part === 'json') return memberAlone(rawData, fields, match) ?? whole;
  if (part !== 'multipart') return whole;
  const boundary = boundaryOf(headerValue(headers, 'content-type'), whole);
  for (const { head, value } of multipartFields(whole, boundary)) {
    if (match.end > value.end + bodyOffset) continue;
    return `--${boundary}\r\n${whole.slice(head.start, value.end)}\r\n--${boundary}--\r\n`;
  }
  return whole;
}

/**
 * Returns JSON with only the smallest member that contains the match, or undefined if it cannot be isolated. JSON in a
 * string is part of the string's member.
 */
function memberAlone(rawData: string, fields: readonly ReadField[], match: TextRange): string | undefined {
  const members = fields.filter(
    ({ part, nested, sent, kind, isInside }) =>
      part === 'json' && !isInside && (nested === 0 || (nested === 1 && sent && kind !== 'text')),
  );
  const placeOf = ({ sent, place }: ReadField) => sent?.toRaw() ?? place;
  const member = members.findLast((each) => {
    const { start, end } = placeOf(each);
    return Math.min(each.namePlace?.start ?? start, start) - 1 <= match.start && match.end <= end + 1;
  });
  if (member === undefined || member.path.length === 0) return undefined;
  const { path } = member;
  const { start, end } = placeOf(member);
  const isText = rawData[start - 1] === '"';
  const value = rawData.slice(start - Number(isText), end + Number(isText));
  const isInList = (depth: number) =>
    members.some(
      (list) =>
        list.kind === 'list' &&
        list.path.length === depth &&
        list.path.every((name, at) => name === path[at]),
    );
  const json = path.reduceRight(
    (inner, name, depth) => (isInList(depth) ? `[${inner}]` : `{${JSON.stringify(name)}:${inner}}`),
    value,
  );
  try {
    JSON.parse(json);
  } catch {
    return undefined;
  }
  return json;
}
