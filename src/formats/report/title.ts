/** The title of a report, which an issue tracker shows to everyone, including in emails and lists. */

import { fullyDecoded } from '../../http/decode/levels.ts';
import type { FieldPart } from '../../http/fields/field.ts';
import { parseRawRequest } from '../../http/rawHttp.ts';
import type { LogTexts } from '../../redaction/redact.ts';
import { joined, type Segment } from '../../redaction/segments.ts';
import { type DetectionLog, type LogRow, outcomeOf } from '../../service/model.ts';
import { asLabel } from '../../text/label.ts';
import { cutToCodePoints } from '../../text/strings.ts';
import { codeSpan } from '../markdown.ts';
import type { LogMatch } from './match.ts';

/** A title: sentences, and text of a log, which is code in Markdown. It contains no hidden or shown value. */
export type Title = readonly (string | { readonly code: string })[];

/** Maximum length, in code points, of a path or a name in a title. */
const LONGEST_PART = 60;

/** Returns a title as a single line in which no tracker detects a link, a mention, or formatting. */
export function plainTitle(title: Title): string {
  return asLabel(title.map((part) => (typeof part === 'string' ? part : inert(part.code))).join(''));
}

export function titleMarkdown(title: Title): string {
  return title
    .map((part) => (typeof part === 'string' ? part : joined(codeSpan([part.code], LONGEST_PART + 20))))
    .join('');
}

/** Returns text of a log for a title: as prose if it consists of words. */
export function titlePart(text: string): Title[number] {
  const short = cutToCodePoints(text, LONGEST_PART);
  return /^[A-Za-z][A-Za-z ,-]{0,80}$/.test(short) ? short : { code: short };
}

/** Returns `Rule blocked METHOD /path (JSON field name)`, or the host if no request is known. */
export function reportTitle(
  log: DetectionLog,
  row: LogRow | undefined,
  match: LogMatch,
  texts: LogTexts,
): Title {
  const rule = titlePart(publicText(texts.segments(row?.rule || 'Detection', 'text')));
  const request = publicText(requestIn(log, row, texts));
  const place = placeInTitle(match, texts);
  const known = outcomeOf(row?.action);
  const outcome = known ? ` ${known}` : request === '' ? '' : ':';
  const host = publicText(texts.segments(log.virtualHost, 'text'));
  const onHost = host === '' ? [] : [' on ', { code: host }];
  const where = request === '' ? onHost : [' ', { code: cutToCodePoints(request, LONGEST_PART) }];
  return [rule, outcome, ...where, ...(place.length === 0 ? [] : [' (', ...place, ')'])];
}

/** The names of the parts of a request as worded in a title. */
const IN_TITLE: Readonly<Record<FieldPart, string>> = {
  path: 'path',
  query: 'query parameter',
  header: 'header',
  cookie: 'cookie',
  form: 'form field',
  multipart: 'form field',
  json: 'JSON field',
  xml: 'XML element',
  body: 'body',
};

/** Returns the location of the match as worded in a title, for example `JSON field cart.coupon`. */
export function placeInTitle({ field, place }: LogMatch, texts: LogTexts): Title {
  if (place === '') return [];
  if (!field || field.part === 'path')
    return [place.charAt(0).toLowerCase() + place.slice(1).split(' ▸ ')[0]];
  const names = field.path.filter((name) => !/^\d+$/.test(name)).join('.');
  const kind = IN_TITLE[field.part];
  return names === '' ? [kind] : [`${kind} `, { code: publicText(texts.segments(names, 'text')) }];
}

/** Returns `GET /path`, only the path if no request line is known, or nothing if no path is known. */
function requestIn(log: DetectionLog, row: LogRow | undefined, texts: LogTexts): readonly Segment[] {
  for (const text of [log.rawData, log.request.firstLine ?? '']) {
    const { method, targetStart, targetEnd } = parseRawRequest(text);
    if (method !== undefined)
      return [`${method} `, ...texts.segments(text, 'request', pathOf(text, targetStart, targetEnd))];
  }
  const uri = row?.uri ?? '';
  return texts.segments(uri, 'query', pathOf(uri, 0, uri.length));
}

function pathOf(text: string, start: number, end: number) {
  const length = text.slice(start, end).search(/[?#]/);
  return { start, end: length < 0 ? end : start + length };
}

/**
 * Returns text that can be public: without the values that the report hides or the user chose to show, and without
 * addresses of people and computers, card numbers, and hashes.
 */
export function publicText(segments: readonly Segment[]): string {
  const text = segments.map((each) => (typeof each === 'string' ? each : REDACTED)).join('');
  const shown = withoutAddresses(text);
  const decoded = fullyDecoded(text);
  return shown === text && withoutAddresses(decoded) !== decoded ? REDACTED : shown;
}

const REDACTED = '‹redacted›';

/** Email addresses, groups of digits as in telephone and card numbers, and long hexadecimal numbers. */
const PERSONAL =
  /[\p{L}\d_.+-]{1,64}@[\p{L}\d.-]{1,100}|(?<![\d.])\d(?:[ +-]?\d){8,20}(?![\d.])|(?<![\p{L}\d-])[\da-f]{24,200}(?![\p{L}\d-])/gu;
const V4 = /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}/g;
const V6 =
  /(?<![\da-f:])(?:[\da-f]{1,4}:){1,7}(?::|[\da-f]{1,4}|(?::[\da-f]{1,4}){1,7})(?![\da-f:])|(?<![\da-f:])::(?:[\da-f]{1,4}:){0,6}[\da-f]{1,4}(?![\da-f:])/gi;

function withoutAddresses(text: string): string {
  return text
    .replace(V6, (found) => (URL.canParse(`http://[${found}]/`) ? REDACTED : found))
    .replace(V4, REDACTED)
    .replace(PERSONAL, REDACTED);
}

/** Percent-encodes characters that a tracker might interpret as a mention, reference, link, emoji, or formatting. */
function inert(text: string): string {
  return text
    .replace(
      /:(?!\d{1,5}$)|[$&](?=\d)|[!"#'*;<>?@[-^`{-~]/g,
      (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
    )
    .replace(/\bwww\./gi, (host) => `${host.slice(0, 3)}%2E`);
}
