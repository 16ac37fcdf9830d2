/**
 * Texts inside texts: percent-encoded and backslash-escaped characters undone, as far as they nest, each with the way
 * back to the place in the text as sent. Only for finding things: what is found is replaced in the text as sent.
 */

export interface DecodedText {
  readonly text: string;
  /** The offset in the text as sent of the character at `offset` here, which may be the text's length. */
  readonly origin: (offset: number) => number;
}

const DEEPEST = 3;
const SHORT_ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** The text itself, then with one level of encoding after another undone, while that changes anything. */
export function* decodedTexts(text: string): Generator<DecodedText> {
  let current: DecodedText = { text, origin: (offset) => offset };
  yield current;
  for (let depth = 0; depth < DEEPEST; depth++) {
    const next = decodeOnce(current);
    if (next === undefined) return;
    yield next;
    current = next;
  }
}

/** The text as it reads after each level of decoding, itself included. */
export function decodings(text: string): string[] {
  return Array.from(decodedTexts(text), (decoded) => decoded.text);
}

/** Undoes one level, `+` for a space included; undefined when there is nothing but `+` to undo. */
function decodeOnce(outer: DecodedText): DecodedText | undefined {
  const { text } = outer;
  if (!/%[\da-f]{2}|\\./is.test(text)) return undefined;
  const units = new Uint16Array(text.length);
  const shifts = new ShiftTable();
  let length = 0;
  let offset = 0;
  while (offset < text.length) {
    const unit = text.charCodeAt(offset);
    if (unit !== PERCENT && unit !== BACKSLASH) {
      units[length++] = unit === PLUS ? SPACE : unit;
      offset++;
      continue;
    }
    const escaped = unit === PERCENT ? percentEscape(text, offset) : backslashEscape(text, offset);
    for (const decoded of escaped.units) units[length++] = decoded;
    offset += escaped.length;
    if (escaped.length !== escaped.units.length) shifts.add(length, offset);
  }
  const decoded = Buffer.from(units.buffer, 0, length * 2).toString('utf16le');
  return { text: decoded, origin: (at) => outer.origin(shifts.origin(at)) };
}

const PERCENT = 0x25;
const BACKSLASH = 0x5c;
const PLUS = 0x2b;
const SPACE = 0x20;

interface Escape {
  /** UTF-16 units that it stands for. */
  readonly units: readonly number[];
  /** Its own length. */
  readonly length: number;
}

/** One character of UTF-8 in percent-encoding; a byte that is not UTF-8 reads as Latin-1. */
function percentEscape(text: string, offset: number): Escape {
  const lead = byteAt(text, offset);
  if (lead === undefined) return { units: [PERCENT], length: 1 };
  const size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 1;
  if (size === 1) return { units: [lead], length: 3 };
  let codePoint = lead & (0x7f >> size);
  for (let index = 1; index < size; index++) {
    const byte = byteAt(text, offset + 3 * index);
    if (byte === undefined || byte >> 6 !== 0b10) return { units: [lead], length: 3 };
    codePoint = (codePoint << 6) | (byte & 0x3f);
  }
  if (codePoint > 0x10ffff) return { units: [lead], length: 3 };
  if (codePoint < 0x10000) return { units: [codePoint], length: 3 * size };
  const character = String.fromCodePoint(codePoint);
  return { units: [character.charCodeAt(0), character.charCodeAt(1)], length: 3 * size };
}

function byteAt(text: string, offset: number): number | undefined {
  if (text.charCodeAt(offset) !== PERCENT) return undefined;
  const high = hexDigit(text.charCodeAt(offset + 1));
  const low = hexDigit(text.charCodeAt(offset + 2));
  return high === undefined || low === undefined ? undefined : 16 * high + low;
}

function hexDigit(unit: number): number | undefined {
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30;
  const letter = unit | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : undefined;
}

/** An escape of JSON's strings; a backslash before any other character is left out. */
function backslashEscape(text: string, offset: number): Escape {
  const escaped = text[offset + 1];
  if (escaped === undefined) return { units: [BACKSLASH], length: 1 };
  const digits = text.slice(offset + 2, offset + 6);
  if (escaped === 'u' && /^[\da-f]{4}$/i.test(digits))
    return { units: [Number.parseInt(digits, 16)], length: 6 };
  return { units: [(SHORT_ESCAPES[escaped] ?? escaped).charCodeAt(0)], length: 2 };
}

/** Where decoded and sent offsets stop running side by side: pairs in ascending order. */
class ShiftTable {
  #pairs = new Uint32Array(64);
  #count = 0;

  add(decoded: number, sent: number): void {
    if (2 * this.#count === this.#pairs.length) {
      const larger = new Uint32Array(2 * this.#pairs.length);
      larger.set(this.#pairs);
      this.#pairs = larger;
    }
    this.#pairs[2 * this.#count] = decoded;
    this.#pairs[2 * this.#count + 1] = sent;
    this.#count++;
  }

  /** The sent offset of a decoded one. */
  origin(decoded: number): number {
    let [low, high] = [0, this.#count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#pairs[2 * middle] ?? 0) <= decoded) low = middle + 1;
      else high = middle;
    }
    const last = 2 * (low - 1);
    return low === 0 ? decoded : (this.#pairs[last + 1] ?? 0) + decoded - (this.#pairs[last] ?? 0);
  }
}
