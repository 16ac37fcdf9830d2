/** The section of a report that shows the text that the rule matched and its location. */

import type { TextRange } from '../../http/decode/mappedText.ts';
import { isFound, isNamed, type Matching, mainMatch, type RuleMatch } from '../../http/match.ts';
import type { Rewritten } from '../../redaction/edits.ts';
import type { DetectionLog, LogRow } from '../../service/model.ts';
import { english } from '../../text/l10n.ts';
import { boundedSpan, fencedBlock, longestRun } from '../../text/markdown.ts';
import { counted, formatNumber } from '../../text/numbers.ts';
import { cutText } from '../../text/strings.ts';

export interface Matched {
  readonly matching: Matching;
  /** The location of the main match as worded in a title and safe to show in the report; empty if it is not known. */
  readonly inTitle: string;
  /** The range of the main match in the report's raw data, and whether part of it is hidden. */
  readonly range: TextRange | undefined;
  readonly isRedacted: boolean;
  /** The locations of the named matches in a form that is safe to show in the report, starting with the main match. */
  readonly places: readonly string[];
  readonly decoded: DecodedForm | undefined;
}

/** The decoded form of the part that contains the main match, or a sentence that explains why it is omitted. */
export type DecodedForm =
  | (Pick<Rewritten, 'text'> & { readonly range: TextRange; readonly layers: readonly string[] })
  | string;

/** Maximum number of matches whose locations are named. */
export const MOST_PLACES = 3;

const LONGEST_TEXT = 120;
const LONGEST_PLACE = 80;
/** Maximum length, in UTF-16 units, of an excerpt. */
const EXCERPT = 450;

/** Returns the section. It contains the match as sent and, if that differs, also in decoded form. */
export function whatMatched(log: DetectionLog, row: LogRow | undefined, matched: Matched): string {
  const value = row?.detectedValue ?? '';
  const { matching } = matched;
  const found = isFound(matching) ? matching : undefined;
  const messages = [log.description, row?.description ?? '', row?.baseMessage ?? ''].map((text) =>
    found && value !== '' ? text.replaceAll(value, '…') : text,
  );
  const descriptions = messages.filter(
    (text, index) =>
      text !== '' && text !== '…' && !messages.slice(0, index).some((before) => before.includes(text)),
  );
  const lines = [
    ...descriptions.map((text) => `- Description: ${shortSpan(text)}`),
    ...(found || value === '' ? [] : [`- Detected value: ${shortSpan(value)}`]),
    ...(found
      ? placeLines(found.matches, matched, found.more)
      : [`- ${notFound(matched, descriptions.length > 0 || value !== '')}`]),
  ];
  return ['## Match', lines.join('\n'), ...(found ? excerpts(log.rawData, matched) : [])].join('\n\n');
}

/** @param isDescribed true if the log has a description or a detected value */
function notFound({ matching, places: [place = ''] }: Matched, isDescribed: boolean): string {
  if (isNamed(matching))
    return `Where: ${boundedSpan(place, LONGEST_PLACE)}, as named by the description. The matched text was not found in the request.`;
  if (matching !== undefined && !isFound(matching)) return `Where: ${english(matching)}`;
  return isDescribed ? 'Where: not found in the request.' : 'The log does not specify the match.';
}

function placeLines(
  matches: readonly RuleMatch[],
  { places, isRedacted, matching }: Matched,
  more: boolean,
): readonly string[] {
  const main = isFound(matching) ? mainMatch(matching) : undefined;
  if (main === undefined) return [];
  const [place = '', ...others] = places.map((each) => boundedSpan(each, LONGEST_PLACE));
  const left = matches.length - places.length;
  const count = `${formatNumber(left)}${more ? ' or more' : ''} other places`;
  const also = left > 0 ? [...others, count] : others;
  return [
    `- Where: ${place}, ${offsetOf(main)}`,
    ...(also.length > 0 ? [`- Also in: ${also.join(', ')}`] : []),
    ...(isRedacted ? ['- Part of the match is hidden. Check the original log.'] : []),
  ];
}

const HOW = {
  exact: '',
  decoded: ', found after decoding',
  'case-folded': ', in upper or lower case',
  'decoded and case-folded': ', found after decoding, in upper or lower case',
} as const;

/** Returns text such as `offset 34 of the raw data, 12 characters, found after decoding (percent)`. */
function offsetOf({ how, layers, start, end }: RuleMatch): string {
  const undone = layers.length > 0 ? ` (${listOf(layers)})` : '';
  const length = counted(end - start, 'character');
  return `offset ${formatNumber(start)} of the raw data, ${length}${HOW[how]}${undone}`;
}

/** Lists each layer once, for example `percent-encoding twice, Base64`. */
function listOf(layers: readonly string[]): string {
  const times = (layer: string) => layers.filter((each) => each === layer).length;
  const suffix = (count: number) => (count === 1 ? '' : count === 2 ? ' twice' : ` ${count} times`);
  return [...new Set(layers)].map((layer) => `${layer}${suffix(times(layer))}`).join(', ');
}

function excerpts(rawData: string, { range, decoded }: Matched): readonly string[] {
  if (range === undefined) return [];
  const sent = markedExcerpt(rawData, range, EXCERPT);
  const inSent = described('As sent', sent, range);
  if (decoded === undefined) return [inSent, sent.block];
  if (typeof decoded === 'string') return [inSent, sent.block, decoded];
  const clear = markedExcerpt(decoded.text, decoded.range, EXCERPT);
  return [
    inSent,
    sent.block,
    described(`Decoded (${listOf(decoded.layers)})`, clear, decoded.range),
    clear.block,
  ];
}

function described(
  what: string,
  { marks: [open, close], shown }: MarkedExcerpt,
  { start, end }: TextRange,
): string {
  const cut =
    shown < end - start
      ? ` The first ${formatNumber(shown)} of ${formatNumber(end - start)} characters of the match are shown.`
      : '';
  return `${what}, between ${open} and ${close}:${cut}`;
}

function shortSpan(text: string): string {
  const cut = text.length > LONGEST_TEXT ? ` (the start of ${formatNumber(text.length)} characters)` : '';
  return `${boundedSpan(text, LONGEST_TEXT)}${cut}`;
}

export interface MarkedExcerpt {
  /** A fenced block. */
  readonly block: string;
  /**
   * The marks before and after the match, such as `«` and `»`. They are longer than any run of the same character in
   * the surrounding text.
   */
  readonly marks: readonly [open: string, close: string];
  /** Number of UTF-16 units of the match that are in the block. */
  readonly shown: number;
}

/** Number of UTF-16 units of the line to show on either side of a match. */
export const AROUND = 40;

/**
 * Returns a range of the text and the surrounding part of the line in a fenced block of at most `room` units (60 or
 * more). Like the fence, the marks are longer than any run of the same character in the text, so that no text can add a
 * mark or end the block.
 */
export function markedExcerpt(text: string, { start, end }: TextRange, room: number): MarkedExcerpt {
  let most = Math.max(0, room - 2 * AROUND - 30);
  for (let around = AROUND; ; around >>= 1, most >>= 1) {
    const match = cutText(text.slice(start, end), most);
    const before = lastOf(text.slice(startAround(text, start, around), start));
    const after = firstOf(cutText(text.slice(end, end + around + 1), around));
    const all = before + match + after;
    const length = 1 + Math.max(longestRun(all, '«'), longestRun(all, '»'));
    const marks = ['«'.repeat(length), '»'.repeat(length)] as const;
    const rest = match.length < end - start ? '…' : '';
    const block = fencedBlock(`${before}${marks[0]}${match}${rest}${marks[1]}${after}`);
    if (block.length <= room || (around === 0 && most === 0)) return { block, marks, shown: match.length };
  }
}

/** Returns the last line of the text, without the end of a placeholder that starts before it. */
function lastOf(text: string): string {
  const line = text.slice(Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1);
  const [open, close] = [line.indexOf('‹'), line.indexOf('›')];
  return close >= 0 && (open < 0 || open > close) ? line.slice(close + 1) : line;
}

/** Returns the first line of the text, without the start of a placeholder that ends after it. */
function firstOf(text: string): string {
  const [line = ''] = text.split(/[\r\n]/, 1);
  const open = line.lastIndexOf('‹');
  return open > line.lastIndexOf('›') ? line.slice(0, open) : line;
}

/** Returns the offset `around` units before `offset`, or one less if that would split a surrogate pair. */
export function startAround(text: string, offset: number, around: number): number {
  const start = Math.max(0, offset - around);
  return start > 0 && (text.codePointAt(start - 1) ?? 0) > 0xffff ? start - 1 : start;
}
