/** Creates the text of a log's document and the marks in it. Runs in a thread for large logs. */

import { isBinary } from '../../http/decode/bytes.ts';
import { BODY, type DecodedValue, decodeValues } from '../../http/decode/decodeValues.ts';
import {
  firstWhere,
  MappedText,
  madeFromAll,
  Rewriter,
  type Rewritten,
  rangeFrom,
  type TextRange,
} from '../../http/decode/mappedText.ts';
import type { FieldPart } from '../../http/fields/field.ts';
import { type ReadRequest, readFields } from '../../http/fields/readFields.ts';
import { type MatchedLog, readMatch } from '../../http/findMatch.ts';
import { isFound } from '../../http/match.ts';
import { english, message } from '../../text/l10n.ts';
import { asLabel } from '../../text/label.ts';
import { counted, formatNumber } from '../../text/strings.ts';
import type { DocumentKind } from './logDocument.ts';

export interface DocumentToRead extends MatchedLog {
  readonly kind: DocumentKind;
}

export interface ReadDocument {
  /** Empty for raw data. */
  readonly text: string;
  /** The text that the rule matched. */
  readonly marks: readonly LineRange[];
}

/** A zero-based line and a character in it, in UTF-16 units. */
type LinePosition = readonly [line: number, character: number];

/** The positions of the start and the end, in the form in which the editor takes a range. */
export type LineRange = readonly [...start: LinePosition, ...end: LinePosition];

/** `decompressedLimit` is passed to `readFields`. */
export function readDocument(given: DocumentToRead, decompressedLimit?: number): ReadDocument {
  const { rawData, kind } = given;
  const matching = readMatch(given, decompressedLimit);
  const matches = isFound(matching) ? matching.matches : [];
  const decoded = kind === 'decoded' ? decodedDocument(rawData, decompressedLimit) : undefined;
  const position = positionsIn(decoded?.text ?? rawData);
  const marks = decoded ? matches.flatMap((match) => rangesOf(decoded, match)) : matches;
  return {
    text: decoded?.text ?? '',
    marks: marks.map(({ start, end }) => [...position(start), ...position(end)]),
  };
}

/** The range of a value's decoded text in the document, with the place of each unit in the raw data. */
interface DecodedContent extends TextRange, Pick<Rewritten, 'starts' | 'ends'> {}

/**
 * A decoded document with a section for each value. The first line of a section contains the location and the decoded
 * layers; no other line looks like a heading, because decoded text is indented. Lines end in LF.
 */
interface DecodedData {
  readonly text: string;
  readonly contents: readonly DecodedContent[];
}

/** Maximum length, in characters, of the decoded and indented text in one document. */
const CONTENT_LIMIT = 8 * 1024 * 1024;
/** Maximum number of sections. */
const SECTIONS_LIMIT = 1000;
const INDENT = '    ';
const LINE_END = /\r\n|\r|\n/g;

/** Returns the document ranges that show a range of the raw data: one in every section that contains part of it. */
export function rangesOf({ contents }: DecodedData, range: TextRange): TextRange[] {
  return contents.flatMap((content) => {
    const found = rangeFrom(content, range, 0, content.end - content.start);
    return found ? [{ start: found.start + content.start, end: found.end + content.start }] : [];
  });
}

/** Formats the decoded values of a request. `decompressedLimit` is passed to `readFields`. */
export function decodedDocument(rawData: string, decompressedLimit?: number): DecodedData {
  const read = readFields(rawData, decompressedLimit);
  const values = sectionsOf(rawData, read);
  const contents: DecodedContent[] = [];
  let text = '';
  for (const value of values.slice(0, SECTIONS_LIMIT)) {
    const { shown, cut } = indented(value, CONTENT_LIMIT - text.length);
    const layers = shown.layers.join(', ');
    text += `${asLabel(english(value.place))}${layers && ` ← ${layers}`}\n`;
    if (value.stopped) text += `Note: ${value.stopped}\n`;
    contents.push({ start: text.length, end: text.length + shown.text.length, ...shown.places });
    text += shown.text;
    if (cut > 0) text += `Note: ${formatNumber(cut)} more characters are not shown.\n`;
    text += '\n';
  }
  if (read.more || values.length > SECTIONS_LIMIT)
    text += `Note: Only the first ${formatNumber(contents.length)} values are shown.\n`;
  return { text, contents };
}

const HEADERS = message('Headers');
/** The parts whose values are shown even if nothing in them is encoded. */
const SHOWN: ReadonlySet<FieldPart> = new Set(['query', 'form', 'multipart', 'body']);

/**
 * Returns the values to show, in the order of the raw data: the request line, the headers, the values of the query, and
 * the body or its form fields and parts; and all other values in which something is encoded.
 */
function sectionsOf(rawData: string, read: ReadRequest): readonly DecodedValue[] {
  const { fields, request } = read;
  const values = [...decodeValues(rawData, read)];
  const [first, last] = [request.headers[0], request.headers.at(-1)];
  const headers = first && last && MappedText.raw(rawData).slice({ start: first.start, end: last.end });
  const isSplit = fields.some(({ part }) => part === 'form' || part === 'multipart');
  const startOf = ({ stages: [sent] }: DecodedValue) => sent.toRaw().start;
  return [
    ...values.filter(({ field, place }) => field === undefined && !(isSplit && place === BODY)),
    ...(headers ? [{ place: HEADERS, stages: [headers] as const }] : []),
    ...values.filter(({ field = -1, isName, stages, stopped }) => {
      const { part, nested } = fields[field] ?? {};
      if (!part || isName) return false;
      return stages.length > 1 || stopped !== undefined || (nested === 0 && SHOWN.has(part));
    }),
  ].sort((one, other) => startOf(one) - startOf(other));
}

/**
 * Returns the innermost form of a value, indented; for binary data, a line with its size.
 * @param room the number of characters to show
 * @returns also the number of characters that are not shown
 */
function indented({ stages, bytes }: DecodedValue, room: number): { shown: MappedText; cut: number } {
  const last = stages.at(-1) ?? stages[0];
  const { text } = last;
  if (bytes || isBinary(text)) {
    const line = `${INDENT}Binary data, ${counted(bytes?.length ?? text.length, 'byte')}\n`;
    return { shown: last.become(madeFromAll(line, text.length, [])), cut: 0 };
  }
  const rewriter = new Rewriter(text);
  let end = Math.min(text.length, Math.max(0, room));
  let start = 0;
  for (const { 0: lineEnd, index } of text.slice(0, end).matchAll(LINE_END)) {
    if (rewriter.written >= room) {
      end = start;
      break;
    }
    rewriter.put(INDENT);
    rewriter.copy(index);
    start = index + lineEnd.length;
    rewriter.put('\n', start);
  }
  rewriter.put(INDENT);
  rewriter.copy(end);
  rewriter.put('\n');
  return { shown: last.become(rewriter.finish()), cut: text.length - end };
}

/**
 * Returns a function that converts an offset in the text to a position in the editor, which normalizes line breaks and
 * drops a byte order mark. An offset inside a line break becomes the end of the line.
 */
export function positionsIn(text: string): (offset: number) => LinePosition {
  const starts = [text.startsWith('\ufeff') ? 1 : 0];
  for (const { 0: lineEnd, index } of text.matchAll(LINE_END)) starts.push(index + lineEnd.length);
  return (offset) => {
    const line = firstWhere(1, starts.length, (at) => (starts[at] ?? 0) > offset) - 1;
    const end = text.startsWith('\r\n', offset - 1) ? offset - 1 : offset;
    return [line, Math.max(0, end - (starts[line] ?? 0))];
  };
}
