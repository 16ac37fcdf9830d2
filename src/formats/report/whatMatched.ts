/** The section of a report that says what the rule matched, and where. */

import type { TextRange } from '../../http/decode/offsetMap.ts';
import { isFound, type Matching, mainMatch, type RuleMatch } from '../../http/ruleMatch.ts';
import type { Rewritten } from '../../redaction/edits.ts';
import type { DetectionLog, LogRow } from '../../service/model.ts';
import { english, type Message } from '../../text/l10n.ts';
import { codeSpan, fencedBlock, longestRun } from '../../text/markdown.ts';
import { counted, formatNumber } from '../../text/numbers.ts';
import { cutText } from '../../text/strings.ts';

export interface Matched {
  readonly matching: Matching;
  /** The main match in the raw data as the report shows it, and whether something in it is redacted. */
  readonly range: TextRange | undefined;
  readonly isRedacted: boolean;
  /** The places of the matches that are named, as the report may show them; the main one's first. */
  readonly places: readonly string[];
  readonly decoded: DecodedForm | undefined;
}

/** The decoded form of the part that holds the main match; a sentence when it is left out. */
export type DecodedForm =
  | (Pick<Rewritten, 'text'> & { readonly range: TextRange; readonly layers: readonly string[] })
  | string;

/** Further matches whose place is told. */
export const MOST_PLACES = 6;

const LONGEST_TEXT = 500;
const LONGEST_PLACE = 120;

/** Returns the section. `room`: UTF-16 units of each block in it. */
export function whatMatched(
  log: DetectionLog,
  row: LogRow | undefined,
  matched: Matched,
  room: number,
): string {
  const messages = [
    ['Description', log.description],
    ['Description in the list', row?.description],
    ['Message', row?.baseMessage],
  ] as const;
  const told = messages.flatMap(([name, text = ''], index) =>
    text === '' || messages.slice(0, index).some(([, before]) => before === text)
      ? []
      : [`- ${name}: ${shortSpan(text)}`],
  );
  const value = row?.detectedValue ?? '';
  const { matching } = matched;
  const found = isFound(matching) ? matching : undefined;
  const lines = [
    ...told,
    ...(found || value === '' ? [] : [`- Detected value: ${shortSpan(value)}`]),
    ...(found
      ? placeLines(found.matches, matched, found.more)
      : [
          `- ${notFound(matching && !isFound(matching) ? matching : undefined, told.length > 0 || value !== '')}`,
        ]),
  ];
  return ['## What matched', lines.join('\n'), ...(found ? excerpts(log.rawData, matched, room) : [])].join(
    '\n\n',
  );
}

function notFound(matching: Message | undefined, isNamed: boolean): string {
  if (matching !== undefined) return `Where: ${english(matching)}`;
  return isNamed ? 'Where: not found in the request.' : 'The log does not say.';
}

function placeLines(
  matches: readonly RuleMatch[],
  { places, isRedacted, matching }: Matched,
  more: boolean,
): readonly string[] {
  const main = isFound(matching) ? mainMatch(matching) : undefined;
  if (main === undefined) return [];
  const others = matches.filter((match) => match !== main);
  const told = others.slice(0, MOST_PLACES - 1);
  const left = others.length - told.length;
  const line = (match: RuleMatch, index: number) =>
    `${codeSpan(places[index] ?? '', LONGEST_PLACE)}, ${offsetOf(match)}`;
  return [
    `- Where: ${line(main, 0)}`,
    ...told.map((match, index) => `- Also: ${line(match, index + 1)}`),
    ...(left > 0 ? [`- And at ${formatNumber(left)}${more ? ' or more' : ''} further places`] : []),
    ...(isRedacted ? ['- Something of what matched is redacted: see the original to judge it.'] : []),
  ];
}

const HOW = {
  exact: '',
  decoded: ', found after decoding',
  'case-folded': ', in upper or lower case',
  'decoded and case-folded': ', found after decoding, in upper or lower case',
} as const;

/** `offset 34 of the raw data as sent, 12 characters, found after decoding (percent)` */
function offsetOf({ how, layers, start, end }: RuleMatch): string {
  const undone = layers.length > 0 ? ` (${listOf(layers)})` : '';
  const length = counted(end - start, 'character');
  return `offset ${formatNumber(start)} of the raw data as sent, ${length}${HOW[how]}${undone}`;
}

/** Each layer once: `percent-encoding twice, Base64`. */
function listOf(layers: readonly string[]): string {
  const times = (layer: string) => layers.filter((each) => each === layer).length;
  const told = (count: number) => (count === 1 ? '' : count === 2 ? ' twice' : ` ${count} times`);
  return [...new Set(layers)].map((layer) => `${layer}${told(times(layer))}`).join(', ');
}

function excerpts(rawData: string, { range, decoded }: Matched, room: number): readonly string[] {
  if (range === undefined) return [];
  const sent = markedExcerpt(rawData, range, room);
  const inSent = described('As sent', sent, range);
  if (decoded === undefined) return [inSent, sent.block];
  if (typeof decoded === 'string') return [inSent, sent.block, decoded];
  const clear = markedExcerpt(decoded.text, decoded.range, room);
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
      ? ` Of the match, the first ${formatNumber(shown)} of ${formatNumber(end - start)} characters are shown.`
      : '';
  return `${what}, the match between ${open} and ${close}, with at most ${AROUND} characters on either side:${cut}`;
}

function shortSpan(text: string): string {
  const cut = text.length > LONGEST_TEXT ? ` (the start of ${formatNumber(text.length)} characters)` : '';
  return `${codeSpan(text, LONGEST_TEXT)}${cut}`;
}

export interface MarkedExcerpt {
  /** A fenced block. */
  readonly block: string;
  /** What stands before the match and after it, such as `«` and `»`: the text around it has no run of them as long. */
  readonly marks: readonly [open: string, close: string];
  /** UTF-16 units of the match that are in it. */
  readonly shown: number;
}

/** UTF-16 units on either side of a match. */
export const AROUND = 200;

/**
 * Returns a range of a text with what stands around it, in a fenced block of at most `room` units (60 or more). The marks
 * grow past every run of them in the text, like the fence: no text can add one or end the block.
 */
export function markedExcerpt(text: string, { start, end }: TextRange, room: number): MarkedExcerpt {
  let most = Math.max(0, room - 2 * AROUND - 60);
  for (let around = AROUND; ; around >>= 1, most >>= 1) {
    const match = cutText(text.slice(start, end), most);
    const before = text.slice(startAround(text, start, around), start);
    const after = cutText(text.slice(end, end + around + 1), around);
    const all = before + match + after;
    const length = 1 + Math.max(longestRun(all, '«'), longestRun(all, '»'));
    const marks = ['«'.repeat(length), '»'.repeat(length)] as const;
    const rest = match.length < end - start ? '…' : '';
    const block = fencedBlock(`${before}${marks[0]}${match}${rest}${marks[1]}${after}`);
    if (block.length <= room || (around === 0 && most === 0)) return { block, marks, shown: match.length };
  }
}

/** The offset so far before another, or one less where it would split a surrogate pair. */
function startAround(text: string, offset: number, around: number): number {
  const start = Math.max(0, offset - around);
  return start > 0 && (text.codePointAt(start - 1) ?? 0) > 0xffff ? start - 1 : start;
}
