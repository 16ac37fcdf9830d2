/** A decoded request as a document, with the place of each of its characters in the raw data. */

import { asBytes, isBinary } from '../../http/decode/bytes.ts';
import { BODY, type DecodedValue, decodeValues, REQUEST_LINE } from '../../http/decode/decodeValues.ts';
import { nextToken, tokenEnd } from '../../http/decode/jsonText.ts';
import {
  MappedText,
  madeFromAll,
  Rewriter,
  type Rewritten,
  rangeFrom,
  type TextRange,
} from '../../http/decode/mappedText.ts';
import type { FieldPart, ReadField } from '../../http/fields/field.ts';
import { type ReadRequest, readFields } from '../../http/fields/readFields.ts';
import { english, message } from '../../text/l10n.ts';
import { asLabel } from '../../text/label.ts';

/** The range of a value's decoded text in the document, with the place of each unit in the raw data. */
export interface DecodedContent extends TextRange, Pick<Rewritten, 'starts' | 'ends'> {}

/** Maximum length, in characters, of the decoded and indented text in one document. */
const CONTENT_LIMIT = 8 * 1024 * 1024;
/** Maximum number of sections. */
const SECTIONS_LIMIT = 1000;
const INDENT = '    ';

/**
 * A decoded document with a section for each value. The first line of a section contains the location and the decoded
 * layers; no other line looks like a heading, because decoded text is indented. Lines end in LF.
 */
export interface DecodedData {
  readonly text: string;
  readonly contents: readonly DecodedContent[];
}

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
  const pieces: string[] = [];
  const contents: DecodedContent[] = [];
  let length = 0;
  const write = (text: string) => {
    pieces.push(text);
    length += text.length;
  };
  let more = read.more;
  for (const value of sectionsOf(rawData, read)) {
    more ||= contents.length === SECTIONS_LIMIT;
    if (contents.length === SECTIONS_LIMIT) break;
    const { text, cut } = shownText(value, CONTENT_LIMIT - length);
    const heading = [asLabel(english(value.place)), ...layersOf(text.layers)].join(' ← ');
    write(`${heading}\n`);
    if (value.stopped) write(`Note: ${value.stopped}\n`);
    contents.push({ start: length, end: length + text.text.length, ...text.places });
    write(text.text);
    if (cut) write(`Note: ${cut}\n`);
    write('\n');
  }
  if (more) write(`Note: Only the first ${contents.length.toLocaleString('en')} values are shown.\n`);
  return { text: pieces.join(''), contents };
}

const HEADERS = message('Headers');

/**
 * Returns the values to show: the request line, the query, the headers, the body or its form fields and parts, and all
 * other values that are encoded.
 */
function sectionsOf(rawData: string, read: ReadRequest): readonly DecodedValue[] {
  const { fields, request } = read;
  const partOf = ({ field }: DecodedValue) => (field === undefined ? undefined : fields[field]?.part);
  const startOf = ({ stages: [sent] }: DecodedValue) => sent.toRaw().start;
  const values = [...decodeValues(rawData, read)]
    .filter((value) => isShown(value, fields))
    .sort((one, other) => startOf(one) - startOf(other));
  const isSplit = values.some((value) => partOf(value) === 'form' || partOf(value) === 'multipart');
  const [first, last] = [request.headers[0], request.headers.at(-1)];
  const headers = first && last && MappedText.raw(rawData).slice({ start: first.start, end: last.end });
  const inPart = (isPart: (part: FieldPart | undefined) => boolean) =>
    values.filter((value) => value.field !== undefined && isPart(partOf(value)));
  return [
    ...values.filter(({ place }) => place === REQUEST_LINE),
    ...inPart((part) => part === 'path' || part === 'query'),
    ...(headers ? [{ place: HEADERS, stages: [headers] as const }] : []),
    ...inPart((part) => part === 'header' || part === 'cookie'),
    ...(isSplit ? [] : values.filter(({ place }) => place === BODY)),
    ...inPart((part) => part !== undefined && !HEAD.has(part)),
  ];
}

const HEAD: ReadonlySet<FieldPart> = new Set(['path', 'query', 'header', 'cookie']);
const ALWAYS: ReadonlySet<FieldPart> = new Set(['query', 'form', 'multipart', 'body']);

/** Returns true for a value of the query, a form, or a part, and for other values that are encoded. */
function isShown({ field, stages, stopped, isName }: DecodedValue, fields: readonly ReadField[]): boolean {
  const { part, path = [], nested = 0 } = fields[field ?? -1] ?? {};
  if (part === undefined) return true;
  if (isName) return false;
  const layers = stages.at(-1)?.layers ?? [];
  // The path is part of the request line.
  if (part === 'path') return layers.some((layer) => layer !== 'percent-encoding');
  const isOutermost = nested === 0 || path.length === 1;
  return stages.length > 1 || stopped !== undefined || (ALWAYS.has(part) && isOutermost);
}

/** Returns a list that contains one string with the names of all layers, or an empty list if there are no layers. */
function layersOf(layers: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const layer of layers) counts.set(layer, (counts.get(layer) ?? 0) + 1);
  const named = Array.from(counts, ([layer, count]) => (count > 1 ? `${layer} × ${count}` : layer));
  return named.length > 0 ? [named.join(', ')] : [];
}

/**
 * Returns the innermost form of a value, laid out if it is JSON, indented, and truncated to the available characters.
 * If it was truncated, also returns the reason.
 */
function shownText(value: DecodedValue, room: number) {
  const last = value.stages.at(-1) ?? value.stages[0];
  const bytes = value.bytes ?? (isBinary(last.text) ? asBytes(last.text) : undefined);
  if (bytes) {
    const most = Math.max(0, Math.min(HEX_LIMIT, Math.floor(room / HEX_WIDTH)));
    const lines = hexLines(bytes, most).map((line) => `${INDENT}${line}\n`);
    const hex = madeFromAll(lines.join(''), last.text.length, []);
    return { text: last.become(hex), cut: notShown(bytes.length - most, 'bytes') };
  }
  const json = layOutJson(last.text);
  const laidOut = json ? last.become(json) : last;
  const { rewritten, end } = indent(laidOut.text, room);
  return { text: laidOut.become(rewritten), cut: notShown(laidOut.text.length - end, 'characters') };
}

function notShown(count: number, unit: string): string | undefined {
  return count > 0 ? `${count.toLocaleString('en')} more ${unit} are not shown.` : undefined;
}

/** Returns as much of the start of the text, indented, as fits, and the offset at which that part ends. */
function indent(text: string, room: number) {
  const rewriter = new Rewriter(text);
  const limit = Math.max(0, room);
  let end = Math.min(text.length, limit);
  let start = 0;
  for (const { 0: lineEnd, index } of text.slice(0, end).matchAll(/\r\n|\r|\n/g)) {
    if (rewriter.written >= limit) {
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
  return { rewritten: rewriter.finish(), end };
}

/** Maximum number of bytes to show, and number of characters that each needs. */
const HEX_LIMIT = 64 * 1024;
const HEX_WIDTH = 6;
const COLUMNS = 16;

/** Returns the lines of a hex dump of the first bytes. */
function hexLines(bytes: Uint8Array, most: number): string[] {
  const lines: string[] = [];
  const length = Math.min(bytes.length, most);
  for (let start = 0; start < length; start += COLUMNS) {
    const row = bytes.subarray(start, Math.min(start + COLUMNS, length));
    const hex = Array.from(row, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const ascii = Array.from(row, (byte) =>
      byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.',
    ).join('');
    const offset = start.toString(16).padStart(8, '0');
    lines.push(`${offset}  ${hex.padEnd(3 * COLUMNS - 1)}  ${ascii}`);
  }
  return lines;
}

/** Maximum nesting depth of JSON to format. */
const DEPTH_LIMIT = 64;
/** Maximum length, in UTF-16 units, of JSON to format. */
const JSON_LIMIT = 2 * 1024 * 1024;

/**
 * Formats JSON on several lines, or returns undefined if the text is not a JSON object or array, or is too long or too
 * deeply nested. Numbers, escapes, and repeated names are kept as sent.
 */
export function layOutJson(text: string): Rewritten | undefined {
  if (!/^\s*[[{]/.test(text) || text.length > JSON_LIMIT || !isJson(text)) return undefined;
  const rewriter = new Rewriter(text);
  let depth = 0;
  let last = '';
  const newLine = () => `\n${'  '.repeat(depth)}`;
  for (let start = nextToken(text, 0); start < text.length; ) {
    const end = tokenEnd(text, start);
    const mark = text.charAt(start);
    const isEnd = mark === '}' || mark === ']';
    if (isEnd) depth--;
    const isInPlace = mark === ',' || mark === ':' || (isEnd && /[[{]/.test(last)) || last === '';
    rewriter.put(isInPlace ? '' : last === ':' ? ' ' : newLine(), start);
    rewriter.copy(end);
    if (mark === '{' || mark === '[') depth++;
    if (depth > DEPTH_LIMIT) return undefined;
    last = mark;
    start = nextToken(text, end);
  }
  return rewriter.finish(['JSON']);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
