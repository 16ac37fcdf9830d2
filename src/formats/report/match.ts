/** The section of a report that shows the text that the rule matched and its location. */
import type { TextRange } from '../../http/decode/mappedText.ts';
import { type Field, fieldFinder, fieldPath } from '../../http/fields/field.ts';
import { type ReadRequest, readFields } from '../../http/fields/readFields.ts';
import { type DecodedMatch, decodedMatch, findMatch } from '../../http/findMatch.ts';
import { isFound, isNamed, type Matching, mainMatch, type RuleMatch } from '../../http/match.ts';
import { attackRanges } from '../../redaction/attack.ts';
import { exactTexts, type LogTexts } from '../../redaction/redact.ts';
import { joined, type Segment } from '../../redaction/segments.ts';
import type { DetectionLog, LogRow } from '../../service/model.ts';
import { english } from '../../text/l10n.ts';
import { findAll } from '../../text/spans.ts';
import { counted, cutText, formatNumber } from '../../text/strings.ts';
import { asVisibleLines } from '../../text/visible.ts';
import { codeSpan, fencedBlock, longestRun, shortened } from '../markdown.ts';

/** The match in a log, as sent. */
export interface LogMatch {
  readonly read: ReadRequest;
  readonly matching: Matching;
  readonly main: RuleMatch | undefined;
  /** The field that contains the main match or that the description names. */
  readonly field: Field | undefined;
  /** The locations of the main match and of a few others. */
  readonly places: readonly string[];
  /** The innermost form of the value that contains the main match. */
  readonly decoded: DecodedMatch | undefined;
}

/** Maximum number of matches whose locations are named. */
const MOST_PLACES = 3;

/**
 * Finds the match. `decompressedLimit` is passed to `readFields`.
 * @throws TooLargeHere under the same conditions as `readFields`
 */
export function readMatch(
  { rawData, description }: DetectionLog,
  row: LogRow | undefined,
  decompressedLimit: number | undefined,
): LogMatch {
  const read = readFields(rawData, decompressedLimit);
  const { fields } = read;
  const found = findMatch({ rawData, description, detectedValue: row?.detectedValue }, read);
  const { matching } = found;
  const none = { read, matching, main: undefined, decoded: undefined };
  if (isNamed(matching)) return { ...none, field: fields[matching.field], places: [english(matching.named)] };
  const main = isFound(matching) ? mainMatch(matching) : undefined;
  if (!isFound(matching) || !main) return { ...none, field: undefined, places: [] };
  const fieldAt = fieldFinder(fields);
  const fieldOf = (match: RuleMatch) => {
    const [attack = match] = attackRanges(fields, rawData, [match]);
    const index = attack === match ? match.field : fieldAt(attack);
    return index === undefined ? undefined : fields[index];
  };
  const placeOf = (match: RuleMatch) => {
    const field = fieldOf(match);
    return english(field && field.part !== 'path' ? fieldPath(field) : match.place);
  };
  const others = matching.matches.filter((match) => match !== main).slice(0, MOST_PLACES - 1);
  return {
    ...{ read, matching, main },
    field: fieldOf(main),
    places: [main, ...others].map(placeOf),
    decoded: decodedMatch(found, main, matching.value),
  };
}

const LONGEST_TEXT = 120;
const LONGEST_PLACE = 80;
/** Maximum number of UTF-16 units of a match, and of the line on either side of it, to show. */
const LONGEST_MATCH = 340;
const AROUND = 40;
/** Symbols for invisible characters and marks for hidden values make text longer. */
const LONGEST_AROUND = 4 * AROUND;
const LONGEST_EXCERPT = 2_000;

/** Returns the section: the match as sent and, if that differs, also in decoded form. */
export function matchSection(
  log: DetectionLog,
  row: LogRow | undefined,
  match: LogMatch,
  texts: LogTexts,
): readonly Segment[] {
  const { main } = match;
  const value = row?.detectedValue ?? '';
  const messages = [log.description, row?.description ?? '', row?.baseMessage ?? ''].filter(
    (text, index, all) =>
      text !== '' &&
      !(main && text === value) &&
      !all.slice(0, index).some((before) => before.includes(text)),
  );
  const lines = [
    ...messages.map((text) => {
      const shown = main ? withoutMatch(text, value, texts) : texts.segments(text, 'message');
      return ['Description: ', ...shortSpan(text, shown)];
    }),
    ...(main || value === ''
      ? []
      : [['Detected value: ', ...shortSpan(value, texts.segments(value, 'detected value'))]]),
    ...(main
      ? foundLines(match, main, texts)
      : [notFound(match, messages.length > 0 || value !== '', texts)]),
  ];
  return [
    '## Match\n',
    ...lines.flatMap((line) => ['\n- ', ...line]),
    ...(main ? excerpts(log.rawData, main, match, texts) : []),
  ];
}

function shortSpan(text: string, shown: readonly Segment[]): readonly Segment[] {
  const cut = text.length > LONGEST_TEXT ? [` (the start of ${formatNumber(text.length)} characters)`] : [];
  return [...codeSpan(shown, LONGEST_TEXT), ...cut];
}

/** Returns a message with `…` in place of the matched text, which the section shows already. */
function withoutMatch(text: string, value: string, texts: LogTexts): readonly Segment[] {
  const found = findAll(text, value, 20);
  const starts = [0, ...found.map(({ end }) => end)];
  return starts.flatMap((start, index) => {
    const end = found[index]?.start ?? text.length;
    return [...texts.segments(text, 'message', { start, end }), ...(index < found.length ? ['…'] : [])];
  });
}

/** @param isDescribed true if the log has a description or a detected value */
function notFound(
  { matching, places: [place = ''] }: LogMatch,
  isDescribed: boolean,
  texts: LogTexts,
): readonly Segment[] {
  if (isNamed(matching)) {
    const shown = codeSpan(texts.segments(place, 'text'), LONGEST_PLACE);
    return [
      'Where: ',
      ...shown,
      ', as named by the description. The matched text was not found in the request.',
    ];
  }
  if (matching !== undefined && !isFound(matching)) return [`Where: ${english(matching)}`];
  return [isDescribed ? 'Where: not found in the request.' : 'The log does not specify the match.'];
}

function foundLines(
  { places, matching }: LogMatch,
  main: RuleMatch,
  texts: LogTexts,
): readonly (readonly Segment[])[] {
  const [place = [], ...others] = places.map((each) => codeSpan(texts.segments(each, 'text'), LONGEST_PLACE));
  const { matches = [], more = false } = isFound(matching) ? matching : {};
  const left = matches.length - places.length;
  const count = `${formatNumber(left)}${more ? ' or more' : ''} other places`;
  const also = left > 0 ? [...others, [count]] : others;
  return [
    ['Where: ', ...place, `, ${offsetOf(main)}`],
    ...(also.length > 0
      ? [['Also in: ', ...also.flatMap((each, index) => (index === 0 ? each : [', ', ...each]))]]
      : []),
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

function excerpts(
  rawData: string,
  main: RuleMatch,
  { decoded }: LogMatch,
  texts: LogTexts,
): readonly Segment[] {
  const sent = texts.segments(rawData, 'request', main);
  const line = lineAround(rawData, main);
  const inSent = marked('As sent', sent, {
    before: texts.segments(rawData, 'request', { start: line.start, end: main.start }),
    after: texts.segments(rawData, 'request', { start: main.end, end: line.end }),
  });
  const { text = '', range = main, layers = [] } = decoded ?? {};
  const decodedMatch = text.slice(range.start, range.end);
  // At the essential level, values were found in the detected value, which is then not the decoded form.
  const isOther = main.how === 'exact' && texts !== exactTexts;
  if (isOther || decodedMatch === '' || decodedMatch === rawData.slice(main.start, main.end)) return inSent;
  const clear = texts.segments(decodedMatch, 'detected value');
  const isHidden = (segments: readonly Segment[]) => segments.some((each) => typeof each !== 'string');
  return isHidden(sent) && !isHidden(clear)
    ? [...inSent, '\n\nThe decoded form is omitted, because it contains hidden values.']
    : [...inSent, ...marked(`Decoded (${listOf(layers)})`, clear, { before: [], after: [] })];
}

/** Returns a range with the surrounding part of its line. */
function lineAround(text: string, { start, end }: TextRange): TextRange {
  const before = text.slice(startAround(text, start, AROUND), start);
  const lineBreak = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r'));
  const lineStart = start - before.length + lineBreak + 1;
  const after = /^[^\r\n]{0,41}/.exec(cutText(text.slice(end, end + AROUND + 1), AROUND))?.[0].length ?? 0;
  return { start: lineStart, end: end + after };
}

/**
 * Returns the match in a fenced block, between marks that are longer than any run of the same character in the text, so
 * that no text can add a mark.
 */
function marked(
  name: string,
  sent: readonly Segment[],
  around: { readonly before: readonly Segment[]; readonly after: readonly Segment[] },
): readonly Segment[] {
  const before = shortened(around.before, LONGEST_AROUND, asVisibleLines);
  const match = shortened(sent, LONGEST_MATCH, asVisibleLines);
  const after = shortened(around.after, LONGEST_AROUND, asVisibleLines);
  const all = joined([...before, ...match, ...after]);
  const length = 1 + Math.max(longestRun(all, '«'), longestRun(all, '»'));
  const [open, close] = ['«'.repeat(length), '»'.repeat(length)];
  const block = fencedBlock([...before, open, ...match, close, ...after], LONGEST_EXCERPT);
  return [`\n\n${name}, between ${open} and ${close}:\n\n`, ...block];
}

/** Returns the offset `around` units before `offset`, or one less if that would split a surrogate pair. */
export function startAround(text: string, offset: number, around: number): number {
  const start = Math.max(0, offset - around);
  return start > 0 && (text.codePointAt(start - 1) ?? 0) > 0xffff ? start - 1 : start;
}
