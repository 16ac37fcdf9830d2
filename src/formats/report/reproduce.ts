/** A report's command that resends the request or, if values are hidden, only the field that the rule matched. */
import type { TextRange } from '../../http/decode/mappedText.ts';
import type { ReadField } from '../../http/fields/field.ts';
import { boundaryOf, cookies, formFields, multipartFields, type Pair } from '../../http/fields/separated.ts';
import { headerValue, type RawHeader } from '../../http/rawHttp.ts';
import type { LogTexts } from '../../redaction/redact.ts';
import { joined, type Segment } from '../../redaction/segments.ts';
import type { DetectionLog } from '../../service/model.ts';
import { english } from '../../text/l10n.ts';
import { curlRequest, toCurl } from '../curl.ts';
import { requestOf } from '../httpRequest.ts';
import { fencedBlock } from '../markdown.ts';
import type { LogMatch } from './match.ts';

/** Maximum length, in UTF-16 units, of a command. */
const LONGEST_COMMAND = 1_600;
const HIDDEN = 'HIDDEN-VALUE';

/** Returns a command for POSIX shells that resends the request, or undefined if the log contains no request. */
export function reproduce(log: DetectionLog): string | undefined {
  const { source, headers } = requestOf(log);
  if (source === 'headers' && !log.request.firstLine && headers.length === 0) return undefined;
  const command = log.rawData.length > LONGEST_COMMAND ? '' : toCurl(log);
  if (command === '' || command.length > LONGEST_COMMAND)
    return 'The command is too long for this report. To get it, use **Copy As…** in the editor.';
  const remarks = [
    'For dash, bash, zsh, or another POSIX shell.',
    ...curlRequest(log).remarks.map(english),
    ...(command.includes(HIDDEN) ? [`Replace each \`${HIDDEN}\` with your own value.`] : []),
  ];
  return `${remarks.join(' ')}\n\n${joined(fencedBlock([command], 2 * LONGEST_COMMAND))}`;
}

/** Returns a command that resends only the matched field, or undefined if nothing matched. */
export function reproduceMatch(log: DetectionLog, match: LogMatch, texts: LogTexts): string | undefined {
  const rawData = match.main && minimalRequest(log.rawData, match, match.main, texts);
  return rawData === undefined ? undefined : reproduce({ ...log, rawData });
}

/**
 * Returns the request with only its method, path, host, content type, and the fields that the match overlaps, or
 * undefined if the raw data is not a request.
 */
export function minimalRequest(
  rawData: string,
  { read }: LogMatch,
  match: TextRange,
  texts: LogTexts,
): string | undefined {
  const { method, targetStart, targetEnd, version, headers, bodyOffset } = read.request;
  if (method === undefined) return undefined;
  const shown = (range: TextRange) => command(texts.segments(rawData, 'request', range));
  const question = rawData.slice(targetStart, targetEnd).indexOf('?');
  const pathEnd = question < 0 ? targetEnd : targetStart + question;
  const pairs = formFields(rawData, { start: pathEnd + 1, end: targetEnd });
  const query = match.start < targetEnd ? pairsAround(pairs, match) : undefined;
  const isMatched = ({ start, end }: TextRange) => start < match.end && match.start < end;
  const body = match.end > bodyOffset ? bodyAround(rawData, read, match, shown) : '';
  const usual = body === '' ? ['host'] : ['host', 'content-type'];
  const sent = headers.filter(
    (header) => isMatched(header) || usual.includes(header.name.trim().toLowerCase()),
  );
  return [
    [method, shown({ start: targetStart, end: pathEnd }) + (query ? `?${shown(query)}` : ''), version].join(
      ' ',
    ),
    ...sent.map((header) =>
      isMatched(header) ? headerAround(rawData, header, match, shown) : shown(header),
    ),
    ...(body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
    '',
    body,
  ].join('\r\n');
}

function command(segments: readonly Segment[]): string {
  return segments.map((each) => (typeof each === 'string' ? each : (each.shown ?? HIDDEN))).join('');
}

/** Returns the range from the first to the last pair that the match overlaps or touches. */
function pairsAround(pairs: Iterable<Pair>, { start, end }: TextRange): TextRange | undefined {
  let around: TextRange | undefined;
  for (const { nameStart, value } of pairs)
    if (nameStart <= end && start <= value.end)
      around = { start: around?.start ?? nameStart, end: value.end };
  return around;
}

/** Returns the line of a header, with only the matched cookie. */
function headerAround(rawData: string, header: RawHeader, match: TextRange, shown: Shown): string {
  if (header.name.trim().toLowerCase() !== 'cookie') return shown(header);
  const pair = pairsAround(cookies(rawData, { start: header.valueStart, end: header.end }), match);
  return pair ? `${header.name}: ${shown(pair)}` : shown(header);
}

type Shown = (range: TextRange) => string;

function bodyAround(
  rawData: string,
  { request, fields }: LogMatch['read'],
  match: TextRange,
  shown: Shown,
): string {
  const { headers, bodyOffset } = request;
  const whole = { start: bodyOffset, end: rawData.length };
  const { part } = fields.find((field) => field.place.start >= bodyOffset) ?? {};
  if (part === 'form') {
    const pairs = pairsAround(formFields(rawData, whole), match);
    return pairs ? shown(pairs) : '';
  }
  if (part === 'json') return memberAlone(rawData, fields, match, shown) ?? shown(whole);
  if (part !== 'multipart') return shown(whole);
  const body = rawData.slice(bodyOffset);
  const boundary = boundaryOf(headerValue(headers, 'content-type'), body);
  for (const { head, value } of multipartFields(body, boundary)) {
    if (match.end > value.end + bodyOffset) continue;
    const part = shown({ start: head.start + bodyOffset, end: value.end + bodyOffset });
    return `--${boundary}\r\n${part}\r\n--${boundary}--\r\n`;
  }
  return shown(whole);
}

/**
 * Returns JSON with only the smallest member that contains the match, or undefined if there is none. JSON in a string
 * is part of the string's member.
 */
function memberAlone(
  rawData: string,
  fields: readonly ReadField[],
  match: TextRange,
  shown: Shown,
): string | undefined {
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
  const quote = rawData[start - 1] === '"' ? '"' : '';
  const around = (depth: number) =>
    members.find((each) => each.path.length === depth && each.path.every((name, at) => name === path[at]));
  return path.reduceRight(
    (inner, name, depth) => {
      const { namePlace } = around(depth + 1) ?? {};
      if (around(depth)?.kind === 'list') return `[${inner}]`;
      return `{"${namePlace ? shown(namePlace) : name}":${inner}}`;
    },
    quote + shown({ start, end }) + quote,
  );
}
