/** A decoded request as a document, with a mapping from the raw data to it. */

import type { DetectionLog } from '../../service/model.ts';
import { english } from '../../text/l10n.ts';
import { asLabel } from '../../text/label.ts';
import { asVisible } from '../../text/visible.ts';
import { addedHeaders } from '../rawHttp.ts';
import { asBytes, isBinary } from './bytes.ts';
import { decodeRequest } from './decodeRequest.ts';
import { inwards, MapPacker, OffsetMap, Rewriter, type TextRange, unpackMap } from './offsetMap.ts';
import type { DecodedPart } from './peel.ts';

/** The range of a part's decoded text in the document, below the part's heading. */
export interface DecodedContent extends TextRange {
  /** The offsets, in the document's packed maps, of the maps from the raw data to the content. */
  readonly maps: readonly number[];
}

/** Maximum length, in characters, of the decoded and indented text in one document. */
const CONTENT_LIMIT = 16 * 1024 * 1024;
/** Maximum length, in characters, of the headers that the service added. */
const ADDED_LIMIT = 1024 * 1024;
/** Maximum number of lines of decoded text. Each line needs offset-map stretches and takes time to display. */
const LINES_LIMIT = 1_000_000;
/** Maximum number of characters that a hex view needs per byte. */
const HEX_WIDTH = 6;
const INDENT = '    ';

/** A decoded document in the form in which a thread posts it. */
export interface DecodedData {
  readonly text: string;
  readonly contents: readonly DecodedContent[];
  /** The offset maps of all contents (`packedMaps.ts`). */
  readonly maps: Uint32Array;
}

/**
 * A decoded document with a section for each part of the request. The first line of a section contains the location and
 * the decoded layers; no other line looks like a heading, because decoded text is indented. Lines end in LF; offsets
 * refer to `text`.
 */
export class DecodedDocument implements DecodedData {
  readonly text: string;
  readonly contents: readonly DecodedContent[];
  readonly maps: Uint32Array;
  readonly #unpacked = new Map<number, OffsetMap>();

  constructor({ text, contents, maps }: DecodedData) {
    this.text = text;
    this.contents = contents;
    this.maps = maps;
  }

  /** Returns the document ranges that show a range of the raw data: one in every section that contains part of it. */
  fromRaw(range: TextRange): TextRange[] {
    return this.contents.flatMap((content) => {
      const found = inwards(this.#mapsOf(content), range);
      return found ? [{ start: found.start + content.start, end: found.end + content.start }] : [];
    });
  }

  #mapsOf({ maps }: DecodedContent): OffsetMap[] {
    return maps.map((offset) => {
      const map = this.#unpacked.get(offset) ?? unpackMap(this.maps, offset);
      this.#unpacked.set(offset, map);
      return map;
    });
  }
}

/** The raw data to decode, and the headers, including those that the service added. */
export type LogToDecode = Pick<DetectionLog, 'rawData' | 'request'>;

/** Formats the decoded parts of a log. `decompressedLimit` is passed to `decodeRequest`. */
export function decodedDocument(log: LogToDecode, decompressedLimit?: number): DecodedDocument {
  const request = decodeRequest(log.rawData, decompressedLimit);
  const pieces: string[] = [];
  const contents: DecodedContent[] = [];
  const packer = new MapPacker();
  let length = 0;
  let lines = 0;
  const write = (text: string) => {
    pieces.push(text);
    length += text.length;
  };
  for (const part of request.parts) {
    write(`${[asLabel(english(part.place)), ...layersOf(part)].join(' ← ')}\n`);
    if (part.stopped) write(`Note: ${part.stopped}\n`);
    const shown = shownText(part, { characters: CONTENT_LIMIT - length, lines: LINES_LIMIT - lines });
    const { text, cut } = shown;
    lines += shown.lines;
    const maps = text.maps.map((map) => packer.add(map));
    contents.push({ start: length, end: length + text.text.length, maps });
    write(text.text);
    if (cut) write(`Note: ${cut}\n`);
    write('\n');
  }
  const added = addedLines(log, CONTENT_LIMIT - length);
  if (added.length > 0) write(`${['Headers added by the service', ...added].join('\n')}\n`);
  if (request.more)
    write(`Note: Only the first ${request.parts.length.toLocaleString('en')} parts are decoded.\n`);
  return new DecodedDocument({ text: pieces.join(''), contents, maps: packer.pack() });
}

/** Returns a list that contains one string with the names of all layers, or an empty list if there are no layers. */
function layersOf({ stages }: DecodedPart): string[] {
  const counts = new Map<string, number>();
  for (const layer of stages.at(-1)?.layers ?? []) counts.set(layer, (counts.get(layer) ?? 0) + 1);
  const layers = Array.from(counts, ([layer, count]) => (count > 1 ? `${layer} × ${count}` : layer));
  return layers.length > 0 ? [layers.join(', ')] : [];
}

/** The remaining space in a document. */
interface Room {
  readonly characters: number;
  readonly lines: number;
}

/**
 * Returns the last stage of a part, indented and truncated to the available space. If it was truncated, also returns
 * the reason.
 */
function shownText(part: DecodedPart, room: Room) {
  const [first] = part.stages;
  const last = part.stages.at(-1) ?? first;
  const bytes = part.bytes ?? (isBinary(last.text) ? asBytes(last.text) : undefined);
  if (bytes) {
    const most = Math.max(0, Math.min(HEX_LIMIT, Math.floor(room.characters / HEX_WIDTH)));
    const hex = hexLines(bytes, most).map((line) => `${INDENT}${line}\n`);
    const text = hex.join('');
    const map = OffsetMap.whole({ start: 0, end: first.text.length }, text.length);
    return {
      text: first.become(text, map, []),
      lines: hex.length,
      cut: notShown(bytes.length - most, 'bytes'),
    };
  }
  const { text, map, end, lines } = indent(last.text, room);
  return { text: last.become(text, map, []), lines, cut: notShown(last.text.length - end, 'characters') };
}

function notShown(count: number, unit: string): string | undefined {
  return count > 0 ? `${count.toLocaleString('en')} more ${unit} are not shown.` : undefined;
}

/**
 * Returns as much of the start of the text, indented, as fits. `end` is the offset in the text at which that part ends.
 */
function indent(text: string, room: Room) {
  const rewriter = new Rewriter(text);
  const limit = Math.max(0, room.characters);
  let end = Math.min(text.length, limit);
  let start = 0;
  let lines = 1;
  for (const { 0: lineEnd, index } of text.slice(0, end).matchAll(/\r\n|\r|\n/g)) {
    if (rewriter.written >= limit || lines >= room.lines) {
      end = start;
      break;
    }
    rewriter.put(INDENT);
    rewriter.copy(index);
    start = index + lineEnd.length;
    rewriter.put('\n', start);
    lines++;
  }
  rewriter.put(INDENT);
  rewriter.copy(end);
  rewriter.put('\n');
  return { ...rewriter.finish(), end, lines };
}

/** Returns as many of the headers that the service added as fit, one per line. */
function addedLines(log: LogToDecode, room: number): string[] {
  const names = new Set(addedHeaders(log));
  const added = log.request.headers.filter(([name]) => names.has(name));
  const lines: string[] = [];
  let left = Math.min(room, ADDED_LIMIT);
  for (const [name, value] of added) {
    left -= INDENT.length + name.length + value.length;
    if (left < 0) break;
    lines.push(`${INDENT}${asVisible(name)}: ${asVisible(value)}`);
  }
  const cut = notShown(added.length - lines.length, 'headers');
  return cut ? [...lines, `Note: ${cut}`] : lines;
}

/** Maximum number of bytes to show. */
const HEX_LIMIT = 64 * 1024;
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
