/** The section of a report that shows the text that the rule matched and its location. */
import type { TextRange } from '../../http/decode/mappedText.ts';
import { type Field, type FieldKind, fieldPath } from '../../http/fields/field.ts';
import { type ReadRequest, readFields } from '../../http/fields/readFields.ts';
import { type DecodedMatch, decodedMatch, findMatch } from '../../http/findMatch.ts';
import { isFound, isNamed, type Matching, mainMatch, type RuleMatch } from '../../http/match.ts';
import { containsAttack } from '../../redaction/matchedText.ts';
import type { LogTexts } from '../../redaction/redact.ts';
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
  /** The location of the main match or of that field; empty if it is not known. */
  readonly place: string;
  /** The innermost form of the value that contains the main match. */
  readonly decoded: DecodedMatch | undefined;
}

const CONTAINERS: ReadonlySet<FieldKind> = new Set(['object', 'list', 'graphql']);

/**
 * Finds the match. `decompressedLimit` is passed to `readFields`.
 * @throws ServiceError `too-large` under the same conditions as `readFields`
 */
export function readLogMatch(
  { rawData, description }: DetectionLog,
  row: LogRow | undefined,
  decompressedLimit: number | undefined,
): LogMatch {
  const read = readFields(rawData, decompressedLimit);
  const { fields } = read;
  const found = findMatch({ rawData, description, detectedValue: row?.detectedValue }, read);
  const { matching } = found;
  const unknown = { read, matching, main: undefined, field: undefined, place: '', decoded: undefined };
  if (isNamed(matching)) return { ...unknown, field: fields[matching.field], place: english(matching.named) };
  const main = isFound(matching) ? mainMatch(matching) : undefined;
  if (!isFound(matching) || !main) return unknown;
  const field = attackedField(fields, rawData, main);
  const place = english(field && field.part !== 'path' ? fieldPath(field) : main.place);
  return { read, matching, main, field, place, decoded: decodedMatch(found, main, matching.value) };
}

/** Returns the field of a match: of several fields in it, the first with an attack. */
function attackedField(fields: readonly Field[], rawData: string, main: RuleMatch): Field | undefined {
  const inside = fields.filter(
    ({ kind, place, isInside }) =>
      place.start < main.end && place.end > main.start && !isInside && !CONTAINERS.has(kind),
  );
  const partOf = ({ start, end }: TextRange) =>
    rawData.slice(Math.max(start, main.start), Math.min(end, main.end));
  const attacked = inside.length > 1 ? inside.find(({ place }) => containsAttack(partOf(place))) : undefined;
  return attacked ?? fields[main.field ?? -1];
}

/** Maximum number of UTF-16 units to show of a message or a name, and of a match. */
const LONGEST_TEXT = 120;
const LONGEST_MATCH = 340;
/** Number of UTF-16 units of the line on either side of a match to show. */
const AROUND = 40;
const LINE_BREAK = /[\r\n]/;

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
      !all.slice(0, index).some((before) => findAll(before, text, 1).length > 0),
  );
  const lines = [
    ...messages.map((text) => ['Description: ', ...codeSpan(texts.segments(text, 'message'), LONGEST_TEXT)]),
    ...(main || value === ''
      ? []
      : [['Detected value: ', ...codeSpan(texts.segments(value, 'detected value'), LONGEST_TEXT)]]),
    where(match, messages.length > 0 || value !== '', texts),
  ];
  return [
    '## Match\n',
    ...lines.flatMap((line) => ['\n- ', ...line]),
    ...(main ? excerpts(log.rawData, main, match, texts) : []),
  ];
}

/** @param isDescribed true if the log has a description or a detected value */
function where(
  { main, matching, place }: LogMatch,
  isDescribed: boolean,
  texts: LogTexts,
): readonly Segment[] {
  const shown = codeSpan(texts.segments(place, 'text'), LONGEST_TEXT);
  if (main && isFound(matching)) {
    const others = matching.matches.length - 1;
    const many = `${formatNumber(others)}${matching.more ? ' or more' : ''} other place${others === 1 ? '' : 's'}`;
    return ['Where: ', ...shown, others > 0 ? ` and ${many}` : '', `, ${offsetOf(main)}`];
  }
  if (isNamed(matching))
    return [
      'Where: ',
      ...shown,
      ', as named by the description. The matched text was not found in the request.',
    ];
  if (matching !== undefined && !isFound(matching)) return [`Where: ${english(matching)}`];
  return [isDescribed ? 'Where: not found in the request.' : 'The log does not specify the match.'];
}

/** Returns text such as `offset 34 of the raw data, 12 characters, decoded (percent-encoding)`. */
function offsetOf({ how, layers, start, end }: RuleMatch): string {
  const undone = layers.length > 0 ? ` (${listOf(layers)})` : '';
  const length = counted(end - start, 'character');
  return `offset ${formatNumber(start)} of the raw data, ${length}${how === 'exact' ? '' : `, ${how}`}${undone}`;
}

function listOf(layers: readonly string[]): string {
  return [...new Set(layers)].join(', ');
}

function excerpts(
  rawData: string,
  main: RuleMatch,
  { decoded }: LogMatch,
  texts: LogTexts,
): readonly Segment[] {
  const { start, end } = main;
  const sent = texts.segments(rawData, 'request', main);
  const before =
    rawData
      .slice(startAround(rawData, start, AROUND), start)
      .split(LINE_BREAK)
      .at(-1) ?? '';
  const [after = ''] = cutText(rawData.slice(end), AROUND).split(LINE_BREAK);
  const inMatch = new Set(sent.map((each) => (typeof each === 'string' ? undefined : each.value)));
  // A hidden value that is partly in the match appears once.
  const beside = (range: TextRange) =>
    texts
      .segments(rawData, 'request', range)
      .filter((each) => typeof each === 'string' || !inMatch.has(each.value));
  const inSent = marked(
    'As sent',
    beside({ start: start - before.length, end: start }),
    sent,
    beside({ start: end, end: end + after.length }),
  );
  const { text = '', range = main, layers = [] } = decoded ?? {};
  const decodedMatch = text.slice(range.start, range.end);
  if (decodedMatch === '' || decodedMatch === rawData.slice(start, end)) return inSent;
  const clear = texts.segments(decodedMatch, 'detected value');
  const isHidden = (segments: readonly Segment[]) => segments.some((each) => typeof each !== 'string');
  // A layer can contain values that are hidden as sent.
  if (isHidden(sent) && !isHidden(clear)) return inSent;
  return [...inSent, ...marked(`Decoded (${listOf(layers)})`, [], clear, [])];
}

/**
 * Returns the match in a fenced block, between marks that are longer than any run of the same character in the text, so
 * that no text can add a mark.
 */
function marked(name: string, ...parts: readonly (readonly Segment[])[]): readonly Segment[] {
  const [before = [], match = [], after = []] = parts.map((part) =>
    shortened(part, LONGEST_MATCH, asVisibleLines),
  );
  const all = joined([...before, ...match, ...after]);
  const length = 1 + Math.max(longestRun(all, '«'), longestRun(all, '»'));
  const [open, close] = ['«'.repeat(length), '»'.repeat(length)];
  const block = fencedBlock([...before, open, ...match, close, ...after], 4 * LONGEST_MATCH);
  return [`\n\n${name}, between ${open} and ${close}:\n\n`, ...block];
}

/** Returns the offset `around` units before `offset`, or one less if that would split a surrogate pair. */
export function startAround(text: string, offset: number, around: number): number {
  const start = Math.max(0, offset - around);
  return start > 0 && (text.codePointAt(start - 1) ?? 0) > 0xffff ? start - 1 : start;
}
