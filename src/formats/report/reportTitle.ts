/** The title of a bug report, which an issue tracker shows to everyone, including in emails and lists. */

import { parseRawRequest } from '../../http/rawHttp.ts';
import { hiddenInTarget } from '../../redaction/hiddenValues.ts';
import { KnownKeys } from '../../redaction/knownKeys.ts';
import { fullyDecoded } from '../../redaction/levels.ts';
import { betweenMarks, withForeignMarked } from '../../redaction/placeholders.ts';
import type { RedactionOptions } from '../../redaction/redact.ts';
import { findTokens, findWords } from '../../redaction/tokenShapes.ts';
import type { DetectionLog, LogRow } from '../../service/model.ts';
import { findAll } from '../../text/findAll.ts';
import { asLabel } from '../../text/label.ts';
import { boundedSpan } from '../../text/markdown.ts';
import { mergeSpans, type Span } from '../../text/spans.ts';
import { cutToCodePoints } from '../../text/strings.ts';
import { IN_TITLE } from './matchInReport.ts';

export interface ReportTitle {
  /**
   * A single line of letters, digits, and a few other characters, so that no tracker turns any of it into a link or a
   * mention.
   */
  readonly plain: string;
  readonly markdown: string;
  /** The location of the match, safe to publish; empty if it is not known. */
  readonly place: string;
}

/** Maximum length, in code points, of a path in a title. */
const LONGEST_PATH = 60;
/** Maximum number of UTF-16 units of text to examine. */
const MOST_LOOKED_AT = 2000;

/** Minimum length, in UTF-16 units, of a match that is shown in a path. */
const SHORTEST_MATCH = 4;

/** Number of UTF-16 units of raw data to search for the request line. */
const HEAD = 64 * 1024;

/**
 * Returns `Rule blocked METHOD /path (JSON field name)` without any secrets, including email addresses, card
 * numbers, and long tokens, and without addresses, even for an exact log. The title contains the host if no request is known.
 * @param log the log as shown in the report
 * @param place the location of the match as worded in a title; empty if it is not known
 * @param redaction the redaction options for the log; undefined if the log is exact
 */
export function reportTitle(
  log: DetectionLog,
  row: LogRow | undefined,
  place: string,
  redaction: RedactionOptions | undefined,
): ReportTitle {
  const safe = (text: string, kind: 'text' | 'query' = 'text') =>
    withoutAddresses(withoutValues(text, kind, redaction, row?.detectedValue), row?.address);
  const rule = safe(row?.rule || 'Detection');
  const request = safe(requestIn(log, row), 'query');
  const where = safe(place);
  const action = row?.action?.toLowerCase() ?? '';
  const outcome = ['blocked', 'detected'].includes(action) ? ` ${action}` : request === '' ? '' : ':';
  const short = cutToCodePoints(readable(request), LONGEST_PATH);
  const write = (code: (text: string) => string, shownRule: string) =>
    [
      shownRule + outcome,
      ...(short === '' ? ['on', code(safe(log.virtualHost))] : [code(short)]),
      ...(where === '' ? [] : [`(${placed(where, code)})`]),
    ].join(' ');
  return {
    place: where,
    plain: asLabel(write(inert, inert(rule))),
    markdown: write(
      (text) => boundedSpan(text, 80),
      /^[A-Za-z][A-Za-z ,-]{0,80}$/.test(rule) ? rule : boundedSpan(rule, 80),
    ),
  };
}

/** Returns the text as safe as a title. */
export function safeText(text: string, place: 'text' | 'query', redaction: RedactionOptions): string {
  return withoutAddresses(withoutValues(text, place, redaction));
}

/** Returns safe text as a title: a single line in which no tracker detects a link or a mention. */
export function asTitle(text: string): string {
  return asLabel(inert(text));
}

/** Returns a location with the name in it formatted as code. */
function placed(place: string, code: (text: string) => string): string {
  const kind = Object.values(IN_TITLE).find((each) => `${place} `.startsWith(`${each} `));
  if (kind === undefined) return code(place);
  const name = place.slice(kind.length + 1);
  return name === '' ? kind : `${kind} ${code(cutToCodePoints(name, LONGEST_PATH))}`;
}

/** Returns `GET /path`, only the path if no request line is known, or nothing if no path is known. */
function requestIn(log: DetectionLog, row: LogRow | undefined): string {
  const known = [log.rawData.slice(0, HEAD), log.request.firstLine ?? ''].find(
    (text) => parseRawRequest(text).method !== undefined,
  );
  const { method, target = row?.uri ?? '' } = parseRawRequest(known ?? '');
  const path = target.replace(/[?#].*/s, '');
  return method === undefined ? path : `${method} ${path}`;
}

const REDACTED = '‹redacted›';
const ADDRESS = '‹address›';

/** Email addresses, groups of digits as in telephone and card numbers, and long hexadecimal numbers. */
const PERSONAL =
  /[\p{L}\d_.+-]{1,64}@[\p{L}\d.-]{1,100}|(?<![\d.])\d(?:[ +-]?\d){8,20}(?![\d.])|(?<![\p{L}\d-])[\da-f]{24,200}(?![\p{L}\d-])/gu;

/** Returns the text with all values hidden, including those that the user chose to show, but not the match. */
function withoutValues(
  text: string,
  place: 'text' | 'query',
  redaction: RedactionOptions | undefined,
  match = '',
): string {
  const looked = text.slice(0, MOST_LOOKED_AT);
  // Marks from a previous redaction must not be treated as text from the log.
  const parts = redaction === undefined ? [withForeignMarked(looked)] : betweenMarks(looked);
  const keys = new KnownKeys(redaction?.keys ?? []);
  return parts
    .map((part) => {
      const matched = match.length < SHORTEST_MATCH ? [] : findAll(part, match, MOST_LOOKED_AT);
      const spans = [
        ...keys.find(part),
        ...findTokens(part),
        ...findWords(part),
        ...Array.from(part.matchAll(PERSONAL), ({ 0: found, index }) => ({
          start: index,
          end: index + found.length,
        })),
        ...(place === 'query' ? hiddenInTarget(part, matched) : []),
      ];
      return mergeSpans(spans).reduceRight(
        (rest, { start, end }) => rest.slice(0, start) + REDACTED + rest.slice(end),
        part,
      );
    })
    .join(REDACTED);
}

function withoutAddresses(text: string, client?: string): string {
  const found = addressesIn(text);
  if (addressesIn(fullyDecoded(text)).length > found.length) return ADDRESS;
  let [rest, end] = ['', 0];
  for (const address of found) {
    rest += text.slice(end, address.start) + ADDRESS;
    end = address.end;
  }
  rest += text.slice(end);
  return client && addressesIn(client).length > 0 ? rest.replaceAll(client, ADDRESS) : rest;
}

const V4 = /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}/g;
const V6 =
  /(?<![\da-f:])(?:[\da-f]{1,4}:){1,7}(?::|[\da-f]{1,4}|(?::[\da-f]{1,4}){1,7})(?![\da-f:])|(?<![\da-f:])::(?:[\da-f]{1,4}:){0,6}[\da-f]{1,4}(?![\da-f:])/gi;

/** Returns the IP addresses in the text, except text such as `e:443` that only looks like an address. */
function addressesIn(text: string): readonly Span[] {
  return [V6, V4]
    .flatMap((pattern) => Array.from(text.matchAll(pattern)))
    .filter(({ 0: found }) => !found.includes(':') || URL.canParse(`http://[${found}]/`))
    .map(({ 0: found, index }) => ({ start: index, end: index + found.length }))
    .sort((one, other) => one.start - other.start);
}

/** Decodes percent-encoded non-ASCII letters to make the path readable. */
function readable(path: string): string {
  return path.replace(/(?:%[89a-f][\da-f]){1,200}/gi, (encoded) => {
    try {
      const decoded = decodeURIComponent(encoded);
      return /^[\p{L}\p{M}\p{N}]{1,200}$/u.test(decoded) ? decoded : encoded;
    } catch {
      return encoded;
    }
  });
}

/** Percent-encodes characters that a tracker might interpret as a mention, reference, link, emoji, or formatting. */
function inert(text: string): string {
  return text.replace(
    /:(?!\d{1,5}$)|[$&](?=\d)|[!"#'*;<>?@[-^`{-~]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
