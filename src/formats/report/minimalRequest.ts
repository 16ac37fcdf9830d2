/**
 * Reduces a request to the minimum that reproduces a detection: method, path, host, content type, and the field that
 * the rule matched.
 */
import type { TextRange } from '../../http/decode/offsetMap.ts';
import { type Field, innermostField } from '../../http/fields/field.ts';
import { readFields } from '../../http/fields/readFields.ts';
import { boundaryOf, cookies, formFields, multipartFields, type Pair } from '../../http/fields/separated.ts';
import { headerValue, parseRawRequest, type RawRequest } from '../../http/rawHttp.ts';

/** Returns raw data with only the fields that the match overlaps, or undefined if the raw data is not a request. */
export function minimalRequest(rawData: string, match: TextRange): string | undefined {
  const request = parseRawRequest(rawData);
  const { method, targetStart, targetEnd, version, headers, bodyOffset } = request;
  if (method === undefined) return undefined;
  const question = rawData.slice(targetStart, targetEnd).indexOf('?');
  const pathEnd = question < 0 ? targetEnd : targetStart + question;
  const path = rawData.slice(targetStart, pathEnd);
  const query = formFields(rawData, { start: pathEnd + 1, end: targetEnd });
  const pairs = match.start < targetEnd ? pairsAround(rawData, query, match) : '';
  const matched = headers.filter(({ start, end }) => start < match.end && match.start < end);
  const body = match.end > bodyOffset ? bodyAround(rawData, request, match) : '';
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

function bodyAround(rawData: string, { headers, bodyOffset }: RawRequest, match: TextRange): string {
  const whole = rawData.slice(bodyOffset);
  const { fields } = readFields(rawData);
  const field = fields[innermostField(fields, match)];
  if (field?.part === 'form')
    return pairsAround(rawData, formFields(rawData, { start: bodyOffset, end: rawData.length }), match);
  if (field?.part === 'json') return memberAlone(rawData, fields, field) ?? whole;
  if (field?.part !== 'multipart') return whole;
  const boundary = boundaryOf(headerValue(headers, 'content-type'), whole);
  for (const { head, value } of multipartFields(whole, boundary)) {
    if (match.end > value.end + bodyOffset) continue;
    return `--${boundary}\r\n${whole.slice(head.start, value.end)}\r\n--${boundary}--\r\n`;
  }
  return whole;
}

/** Returns JSON with only one member, or undefined if the member cannot be isolated. */
function memberAlone(rawData: string, fields: readonly Field[], { path, place }: Field): string | undefined {
  const isText = rawData[place.start - 1] === '"';
  const value = rawData.slice(place.start - Number(isText), place.end + Number(isText));
  const lists = fields.filter(({ part, kind }) => part === 'json' && kind === 'list');
  const isInList = (depth: number) =>
    lists.some((list) => list.path.length === depth && list.path.every((name, at) => name === path[at]));
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
