/**
 * Finds complete strings with their own encoding inside another string: Base64, hexadecimal, and HTML entities.
 */
import { base64Map, findBase64 } from '../http/decode/base64.ts';
import { undoEntities } from '../http/decode/characterCodes.ts';
import { OffsetMap } from '../http/decode/offsetMap.ts';
import type { PeeledText } from '../http/decode/peeledText.ts';

/** Maximum length, in UTF-16 units, of text to search for embedded strings; longer text is assumed to be a file. */
const MOST_LOOKED_AT = 1024 * 1024;
/** Maximum number of strings embedded in one string. */
const MOST_TEXTS = 1000;
/** Matches text that might contain fields, members, or elements. */
const MAY_HOLD_NAMES = /[=:<"]|-----BEGIN/;

/** Printable ASCII text. */
const ASCII = /^[\t\r\n\x20-\x7e]*$/;

/** Base64-encoded UTF-16 text in Latin letters, which PowerShell uses for commands. Every second byte is zero. */
const UTF16 = /[A-Za-z\d+/][AQgw][AB][A-Za-z\d+/]A[A-H][A-Za-z\d+/]{16,65536}/g;

export function* embeddedTexts(layer: PeeledText): Generator<PeeledText, void, undefined> {
  const { text } = layer;
  if (text.length > MOST_LOOKED_AT) return;
  let left = MOST_TEXTS;
  const undone = text.includes('&') ? undoEntities(text) : undefined;
  if (undone) yield layer.become(undone.text, undone.map, []);
  if (!/[\w+/-]{16}/.test(text)) return;
  for (const run of findBase64(text)) {
    if (run.text === undefined || !MAY_HOLD_NAMES.test(run.text)) continue;
    if (left-- === 0) return;
    yield layer.become(run.text, base64Map(run, run.text), []);
  }
  for (const { 0: digits, index } of text.matchAll(UTF16)) {
    const inner = Buffer.from(digits, 'base64').toString('utf16le');
    if (!ASCII.test(inner)) continue;
    if (left-- === 0) return;
    yield layer.become(inner, evenMap(inner, index, 16 / 6), []);
  }
  for (const { 0: digits, index } of text.matchAll(/(?:[\da-f]{2}){12,65536}/gi)) {
    const inner = Buffer.from(digits, 'hex').toString('latin1');
    if (!ASCII.test(inner) || !MAY_HOLD_NAMES.test(inner)) continue;
    if (left-- === 0) return;
    yield layer.become(inner, evenMap(inner, index, 2), []);
  }
}

/** Returns the map for text that is encoded with `size` units for each of its units. */
function evenMap(inner: string, start: number, size: number): OffsetMap {
  const offsets = Array.from({ length: inner.length + 1 }, (_, offset) => offset);
  return new OffsetMap(
    offsets.map((offset) => start + Math.floor(offset * size)),
    offsets,
  );
}
