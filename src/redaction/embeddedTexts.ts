/**
 * Finds complete strings with their own encoding inside another string: Base64, hexadecimal, and HTML entities.
 */
import { findBase64, fromBase64 } from '../http/decode/base64.ts';
import { undo } from '../http/decode/codes.ts';
import type { MappedText, Rewritten } from '../http/decode/mappedText.ts';

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

export function* embeddedTexts(layer: MappedText): Generator<MappedText, void, undefined> {
  const { text } = layer;
  if (text.length > MOST_LOOKED_AT) return;
  let left = MOST_TEXTS;
  const undone = undo('entities', text);
  if (undone) yield layer.become({ ...undone, layers: [] });
  if (!/[\w+/-]{16}/.test(text)) return;
  for (const run of findBase64(text)) {
    if (run.text === undefined || !MAY_HOLD_NAMES.test(run.text)) continue;
    if (left-- === 0) return;
    yield layer.become({ ...fromBase64(run, run.text), layers: [] });
  }
  for (const { 0: digits, index } of text.matchAll(UTF16)) {
    const inner = Buffer.from(digits, 'base64').toString('utf16le');
    if (!ASCII.test(inner)) continue;
    if (left-- === 0) return;
    yield layer.become(evenly(inner, index, 16 / 6));
  }
  for (const { 0: digits, index } of text.matchAll(/(?:[\da-f]{2}){12,65536}/gi)) {
    const inner = Buffer.from(digits, 'hex').toString('latin1');
    if (!ASCII.test(inner) || !MAY_HOLD_NAMES.test(inner)) continue;
    if (left-- === 0) return;
    yield layer.become(evenly(inner, index, 2));
  }
}

/** Returns text that is encoded with `size` units for each of its units. */
function evenly(text: string, start: number, size: number): Rewritten {
  const place = (unit: number) => start + Math.floor(unit * size);
  return {
    text,
    starts: Uint32Array.from({ length: text.length }, (_, unit) => place(unit)),
    ends: Uint32Array.from({ length: text.length }, (_, unit) => place(unit + 1)),
    layers: [],
  };
}
