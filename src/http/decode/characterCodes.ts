/**
 * Decodes encodings that represent one character as several. Each function takes time linear in the length of the text
 * and throws `LimitReached` if the offset map would exceed `most` stretches.
 */

import { Breakpoints, type OffsetMap } from './offsetMap.ts';

export interface Rewritten {
  readonly text: string;
  readonly map: OffsetMap;
  /** The names of the decoded layers. */
  readonly layers: readonly string[];
}

const UNLIMITED = Number.POSITIVE_INFINITY;

interface Decoded {
  readonly text: string;
  readonly layer: string;
}

/**
 * Returns the character that a code represents and the name of its encoding, or undefined for text that only looks like
 * a code.
 */
type Decode = (code: string) => Decoded | undefined;

/**
 * One character in percent-encoded UTF-8, including overlong forms; one byte of any other encoding; or the `%uXXXX`
 * form that old browsers send.
 */
const PERCENT_CODE =
  /%[0-7][\da-f]|%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-7](?:%[89ab][\da-f]){3}|%[89a-f][\da-f]|%u[\da-f]{4}/gi;

/** Percent codes in query strings and forms, where `+` is a space. */
const FORM_CODE = new RegExp(`\\+|${PERCENT_CODE.source}`, 'gi');

/** A JSON escape; a backslash before any other character only quotes it. */
const JSON_ESCAPE = /\\(?:u[\da-f]{4}|[\s\S])/gi;

/** The codes in text whose encoding is unknown. */
const ANY_CODE = new RegExp(`${PERCENT_CODE.source}|${JSON_ESCAPE.source}`, 'gi');

/** `&#39;`, `&#x27`, `&lt;`; numeric references don't require a semicolon. */
const ENTITY = /&(?:#x0{0,16}[\da-f]{1,6};?|#0{0,16}\d{1,7};?|[a-z]{1,20};)/gi;

/** `\u003c`, `\u{3c}`, `\x3c`. */
const ESCAPE = /\\(?:u[\da-f]{4}|u\{[\da-f]{1,6}\}|x[\da-f]{2})/gi;

/**
 * Decodes percent-encoding, or returns undefined if there is none. A byte that is not valid UTF-8 is decoded as
 * Latin-1.
 */
export function undoPercentEncoding(
  text: string,
  { plus = false, most = UNLIMITED } = {},
): Rewritten | undefined {
  return rewrite(text, most, plus ? FORM_CODE : PERCENT_CODE, decodePercentCode);
}

/** Returns the text with its percent-encoding decoded. */
export function percentDecoded(text: string, { plus = false } = {}): string {
  const short = text.length <= SHORT ? asciiDecoded(text, plus) : undefined;
  if (short !== undefined) return short;
  const spaced = plus ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    // This is faster, but rejects text that is not entirely well-formed.
    return decodeURIComponent(spaced);
  } catch {
    return replaced(spaced, PERCENT_CODE, decodePercentCode);
  }
}

/** Maximum length, in UTF-16 units, of text that `asciiDecoded` decodes faster than the built-in functions. */
const SHORT = 100;

/** Decodes the codes of ASCII characters, or returns undefined if there are others. */
function asciiDecoded(text: string, plus: boolean): string | undefined {
  let decoded = '';
  let end = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit !== 0x25 && (unit !== 0x2b || !plus)) continue;
    decoded += text.slice(end, at);
    end = at + 1;
    if (unit === 0x25) {
      const high = hexDigit(text.charCodeAt(at + 1));
      const low = hexDigit(text.charCodeAt(at + 2));
      if (!(high < 8 && low < 16)) return undefined;
      decoded += String.fromCharCode(16 * high + low);
      end = at + 3;
      at += 2;
    } else decoded += ' ';
  }
  return end === 0 ? text : decoded + text.slice(end);
}

/** Returns the value of a hexadecimal digit, or NaN for any other character. */
function hexDigit(unit: number): number {
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30;
  const letter = unit | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : Number.NaN;
}

function decodePercentCode(code: string): Decoded {
  if (code === '+') return SPACE;
  if (code.length === 3)
    return BYTES[16 * hexDigit(code.charCodeAt(1)) + hexDigit(code.charCodeAt(2))] ?? SPACE;
  if (/%u/i.test(code)) return { text: String.fromCharCode(parseHex(code.slice(2))), layer: '%u escapes' };
  const bytes = code.split('%').slice(1).map(parseHex);
  const [lead = 0, ...rest] = bytes;
  const codePoint = rest.reduce((left, byte) => (left << 6) | (byte & 0x3f), lead & (0x7f >> bytes.length));
  if (codePoint > 0x10ffff) return { text: String.fromCharCode(...bytes), layer: PERCENT };
  const tooLong = codePoint < (SHORTEST[bytes.length] ?? 0);
  return {
    text: String.fromCodePoint(codePoint),
    layer: tooLong ? `${PERCENT} of overlong UTF-8` : PERCENT,
  };
}

const PERCENT = 'percent-encoding';
const SPACE = { text: ' ', layer: '+ for a space' };
const BYTES = Array.from({ length: 0x100 }, (_, byte) => ({
  text: String.fromCharCode(byte),
  layer: PERCENT,
}));

/** The lowest code point for each UTF-8 sequence length. */
const SHORTEST: readonly number[] = [0, 0, 0x80, 0x800, 0x10000];

/**
 * Decodes character references, or returns undefined if there are none. Supports the named references for ASCII
 * characters and a few others.
 */
export function undoEntities(text: string, { most = UNLIMITED } = {}): Rewritten | undefined {
  return rewrite(text, most, ENTITY, decodeEntity);
}

/** Returns the text with its character references decoded. */
export function entitiesDecoded(text: string): string {
  return text.includes('&') ? replaced(text, ENTITY, decodeEntity) : text;
}

function decodeEntity(code: string): Decoded | undefined {
  const name = code.replace(/[&;]/g, '');
  const isHex = /#x/i.test(name);
  const character = name.startsWith('#')
    ? fromCode(name.slice(isHex ? 2 : 1), isHex ? 16 : 10)
    : NAMED_CHARACTERS.get(name);
  return character === undefined ? undefined : { text: character, layer: 'HTML entities' };
}

/** Decodes backslash escapes, or returns undefined if there are none. */
export function undoEscapes(text: string, { most = UNLIMITED } = {}): Rewritten | undefined {
  return rewrite(text, most, ESCAPE, (code) => {
    const character = fromCode(code.replace(/[^\da-f]/gi, ''));
    if (character === undefined) return undefined;
    return { text: character, layer: /\\x/i.test(code) ? 'hex escapes' : 'Unicode escapes' };
  });
}

/** Decodes the escapes in the content of a JSON string, or returns undefined for text without escapes. */
export function undoJsonEscapes(text: string, most = UNLIMITED): Rewritten | undefined {
  return text.includes('\\') ? rewrite(text, most, JSON_ESCAPE, decodeJsonEscape) : undefined;
}

/** Returns the content of a JSON string with its escapes decoded. */
export function jsonUnescaped(text: string): string {
  return text.includes('\\') ? replaced(text, JSON_ESCAPE, decodeJsonEscape) : text;
}

const SHORT_ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

function decodeJsonEscape(code: string): Decoded {
  const character = code.slice(1);
  const isCode = code.length === 6;
  return {
    text: isCode ? String.fromCharCode(parseHex(code.slice(2))) : (SHORT_ESCAPES[character] ?? character),
    layer: 'JSON string',
  };
}

/**
 * Decodes one level of percent-encoding, including `+` for a space, and JSON escapes, or returns undefined if there are
 * none.
 */
export function undoAnyCodes(text: string): Rewritten | undefined {
  return isEncoded(text) ? rewrite(text.replaceAll('+', ' '), UNLIMITED, ANY_CODE, decodeAnyCode) : undefined;
}

/** Returns the text with one level of percent-encoding and JSON escapes decoded. */
export function anyDecoded(text: string): string {
  if (!isEncoded(text)) return text;
  return text.includes('\\')
    ? replaced(text.replaceAll('+', ' '), ANY_CODE, decodeAnyCode)
    : percentDecoded(text, { plus: true });
}

function isEncoded(text: string): boolean {
  return text.includes('\\') || (text.includes('%') && /%(?:u[\da-f]{2})?[\da-f]{2}/i.test(text));
}

function decodeAnyCode(code: string): Decoded {
  return code.startsWith('\\') ? decodeJsonEscape(code) : decodePercentCode(code);
}

function rewrite(text: string, most: number, pattern: RegExp, decode: Decode): Rewritten | undefined {
  const breakpoints = new Breakpoints(most);
  const layers = new Set<string>();
  let [end, shift] = [0, 0];
  const inner = text.replace(pattern, (code, start: number) => {
    const decoded = decode(code);
    if (decoded === undefined) return code;
    if (start > end) breakpoints.add(start, start + shift);
    end = start + code.length;
    shift += decoded.text.length - code.length;
    breakpoints.add(end, end + shift);
    layers.add(decoded.layer);
    return decoded.text;
  });
  if (layers.size === 0) return undefined;
  breakpoints.add(text.length, inner.length);
  return { text: inner, map: breakpoints.map(), layers: [...layers] };
}

function replaced(text: string, pattern: RegExp, decode: Decode): string {
  return text.replace(pattern, (code) => decode(code)?.text ?? code);
}

function parseHex(digits: string): number {
  return Number.parseInt(digits, 16);
}

function fromCode(digits: string, base = 16): string | undefined {
  const code = Number.parseInt(digits, base);
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

/** Characters with HTML names that attacks use: printable ASCII, white space, and invisible characters. */
const NAMED_CHARACTERS: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['AMP', '&'],
  ['apos', "'"],
  ['ast', '*'],
  ['bsol', '\\'],
  ['colon', ':'],
  ['comma', ','],
  ['commat', '@'],
  ['dollar', '$'],
  ['equals', '='],
  ['excl', '!'],
  ['grave', '`'],
  ['gt', '>'],
  ['GT', '>'],
  ['Hat', '^'],
  ['lbrace', '{'],
  ['lbrack', '['],
  ['lcub', '{'],
  ['lowbar', '_'],
  ['lpar', '('],
  ['lsqb', '['],
  ['lt', '<'],
  ['LT', '<'],
  ['midast', '*'],
  ['nbsp', '\u00a0'],
  ['NewLine', '\n'],
  ['num', '#'],
  ['percnt', '%'],
  ['period', '.'],
  ['plus', '+'],
  ['quest', '?'],
  ['quot', '"'],
  ['QUOT', '"'],
  ['rbrace', '}'],
  ['rbrack', ']'],
  ['rcub', '}'],
  ['rpar', ')'],
  ['rsqb', ']'],
  ['semi', ';'],
  ['shy', '\u00ad'],
  ['sol', '/'],
  ['Tab', '\t'],
  ['UnderBar', '_'],
  ['verbar', '|'],
  ['vert', '|'],
  ['VerticalLine', '|'],
  ['ZeroWidthSpace', '\u200b'],
  ['zwj', '\u200d'],
  ['zwnj', '\u200c'],
]);
