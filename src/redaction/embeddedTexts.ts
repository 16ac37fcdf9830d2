/**
 * Finds complete strings with their own encoding inside another string: Base64, hexadecimal, HTML entities, and chunks.
 */
import { base64Map, findBase64 } from '../http/decode/base64.ts';
import { undoEntities } from '../http/decode/characterCodes.ts';
import { undoChunked } from '../http/decode/chunked.ts';
import type { OffsetMap } from '../http/decode/offsetMap.ts';

export interface EmbeddedText {
  readonly text: string;
  /** Returns the offset in the surrounding text that corresponds to `offset` in this text. */
  readonly origin: (offset: number) => number;
}

/** Maximum length, in UTF-16 units, of text to search for embedded strings; longer text is assumed to be a file. */
const MOST_LOOKED_AT = 1024 * 1024;
/** Maximum number of strings embedded in one string. */
const MOST_TEXTS = 1000;
/** Matches text that might contain fields, members, or elements. */
const MAY_HOLD_NAMES = /[=:<"]|-----BEGIN/;

/** Base64-encoded UTF-16 text in Latin letters, which PowerShell uses for commands. Every second byte is zero. */
const UTF16 = /[A-Za-z\d+/][AQgw][AB][A-Za-z\d+/]A[A-H][A-Za-z\d+/]{16,65536}/g;

export function* embeddedTexts(text: string): Generator<EmbeddedText, void, undefined> {
  if (text.length > MOST_LOOKED_AT) return;
  let left = MOST_TEXTS;
  if (text.includes('&')) {
    const undone = undoEntities(text);
    if (undone)
      yield {
        text: undone.text,
        origin: (offset) => startIn(undone.map, offset),
      };
  }
  if (!/[\w+/-]{16}/.test(text)) return;
  for (const run of findBase64(text)) {
    if (run.text === undefined || !MAY_HOLD_NAMES.test(run.text)) continue;
    if (left-- === 0) return;
    const map = base64Map(run, run.text);
    const inner = run.text;
    yield {
      text: inner,
      origin: (offset) => (offset >= inner.length ? run.end : startIn(map, offset)),
    };
  }
  for (const { 0: digits, index } of text.matchAll(UTF16)) {
    const bytes = Buffer.from(digits, 'base64');
    const inner = bytes.toString('utf16le');
    if (!/^[\t\r\n\x20-\x7e]*$/.test(inner)) continue;
    if (left-- === 0) return;
    yield { text: inner, origin: (offset) => index + Math.floor((2 * offset * 8) / 6) };
  }
  for (const { 0: digits, index } of text.matchAll(/(?:[\da-f]{2}){12,65536}/gi)) {
    const inner = Buffer.from(digits, 'hex').toString('latin1');
    if (!/^[\t\r\n\x20-\x7e]*$/.test(inner) || !MAY_HOLD_NAMES.test(inner)) continue;
    if (left-- === 0) return;
    yield { text: inner, origin: (offset) => index + 2 * offset };
  }
}

/** Returns the body of a raw request with its chunks joined, or undefined if its headers do not declare chunks. */
export function withoutChunks(rawData: string, bodyOffset: number): EmbeddedText | undefined {
  const head = rawData.slice(0, Math.min(bodyOffset, 64 * 1024));
  const [, coding = ''] = /^transfer-encoding[ \t]{0,20}:([^\r\n]{1,200})/im.exec(head) ?? [];
  if (!/chunked/i.test(coding)) return undefined;
  const undone = undoChunked(rawData.slice(bodyOffset));
  if (undone === undefined) return undefined;
  const { text, map } = undone;
  const { end } = map.outward({ start: Math.max(0, text.length - 1), end: text.length });
  return { text, origin: (offset) => (offset >= text.length ? end : startIn(map, offset)) };
}

function startIn(map: OffsetMap, offset: number): number {
  return map.outward({ start: offset, end: offset + 1 }).start;
}
