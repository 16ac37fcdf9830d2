/**
 * Reduces a request to the minimum that reproduces a detection: method, path, host, content type, and the field that
 * the rule matched.
 */
import type { TextRange } from '../../http/decode/offsetMap.ts';
import { type Field, innermostField } from '../../http/fields/field.ts';
import { readFields } from '../../http/fields/readFields.ts';
import { boundaryOf, cookies, formFields, multipartFields, type Pair } from '../../http/fields/separated.ts';
import { headerValue, parseRawRequest, type RawRequest } from '../../http/rawHttp.ts';

/** Returns raw data that contains only the matched field, or undefined if the raw data is not a request. */
export function minimalRequest(rawData: string, match: TextRange): string | undefined {
  const request = parseRawRequest(rawData);
  const { method, target = '', targetStart, targetEnd, version, headers, bodyOffset } = request;
  if (method === undefined) return undefined;
  const question = target.indexOf('?');
  const path = question < 0 ? target : target.slice(0, question);
  const isInQuery = question >= 0 && match.start > targetStart + question && match.start < targetEnd;
  const query = { start: targetStart + question + 1, end: targetEnd };
  const pair = isInQuery ? pairAround(rawData, formFields(rawData, query), match) : '';
  const header = headers.find(({ start, end }) => start <= match.start && match.start < end);
  const body = match.start >= bodyOffset ? bodyAround(rawData, request, match) : '';
  const isNamed = (name: string) => header?.name.trim().toLowerCase() === name;
  const lineOf = (name: string) => {
    const value = headerValue(headers, name);
    return value === '' || isNamed(name)
      ? []
      : [`${name.replace(/\b\w/g, (letter) => letter.toUpperCase())}: ${value}`];
  };
  return [
    `${method} ${path}${pair === '' ? '' : `?${pair}`} ${version ?? 'HTTP/1.1'}`,
    ...lineOf('host'),
    ...(header === undefined ? [] : [headerAround(rawData, header, match)]),
    ...(body === '' ? [] : [...lineOf('content-type'), `Content-Length: ${Buffer.byteLength(body)}`]),
    '',
    body,
  ].join('\r\n');
}

function pairAround(text: string, pairs: Iterable<Pair>, match: TextRange): string {
  for (const { nameStart, value } of pairs)
    if (nameStart <= match.start && match.start <= value.end) return text.slice(nameStart, value.end);
  return '';
}

function headerAround(
  rawData: string,
  { name, start, valueStart, end }: RawRequest['headers'][number],
  match: TextRange,
): string {
  const isCookie = name.trim().toLowerCase() === 'cookie';
  const pair = isCookie ? pairAround(rawData, cookies(rawData, { start: valueStart, end }), match) : '';
  return pair === '' ? rawData.slice(start, end) : `${name}: ${pair}`;
}

function bodyAround(rawData: string, { headers, bodyOffset }: RawRequest, match: TextRange): string {
  const whole = rawData.slice(bodyOffset);
  const { fields } = readFields(rawData);
  const field = fields[innermostField(fields, match)];
  if (field?.part === 'form')
    return pairAround(rawData, formFields(rawData, { start: bodyOffset, end: rawData.length }), match);
  if (field?.part === 'json') return memberAlone(rawData, fields, field) ?? whole;
  if (field?.part !== 'multipart') return whole;
  const boundary = boundaryOf(headerValue(headers, 'content-type'), whole);
  for (const { head, value } of multipartFields(whole, boundary)) {
    if (value.end + bodyOffset < match.start) continue;
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
    return json;
  } catch {
    return undefined;
  }
}
