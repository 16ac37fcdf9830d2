/**
 * Decodes percent-encoded and backslash-escaped characters, including in text that is encoded several times, and maps
 * offsets back to the text as sent. Only used to find secrets, which are replaced in the text as sent.
 */

export interface DecodedText {
  readonly text: string;
  /** Number of decoded levels. */
  readonly depth: number;
  /**
   * Returns the offset in the text as sent that corresponds to `offset` in this text. `offset` can be the text's
   * length.
   */
  readonly origin: (offset: number) => number;
}

/** The kinds of encoding that one level of decoding removes. */
interface Encoding {
  readonly percent: boolean;
  readonly backslash: boolean;
  /** True if `+` represents a space. Decoding only `+` does not add a level. */
  readonly plus: boolean;
}

const EVERY_ENCODING: Encoding = { percent: true, backslash: true, plus: true };
const ENCODINGS: readonly Encoding[] = [
  EVERY_ENCODING,
  { percent: true, backslash: false, plus: false },
  { percent: true, backslash: false, plus: true },
  { percent: false, backslash: true, plus: false },
];

const PERCENT = 0x25;
const BACKSLASH = 0x5c;
const PLUS = 0x2b;
const SPACE = 0x20;

const DEEPEST = 3;
const MOST_READINGS = 24;
/**
 * Text longer than this, in units, is read only with all encodings decoded at once, because each reading takes as much
 * memory as the text.
 */
const LONG = 64 * 1024;
const SHORT_ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** Returns the text as is, without decoding. */
export function asSent(text: string): DecodedText {
  return { text, depth: 0, origin: (offset) => offset };
}

/** Returns the text with all levels of all encodings decoded. */
export function fullyDecoded(text: string): string {
  let last = text;
  for (let depth = 0; depth < DEEPEST && isEncoded(last, EVERY_ENCODING); depth++) last = decodedOnce(last);
  return last;
}

/** Returns the innermost reading of the text, with its offsets. */
export function innermost(text: string): DecodedText {
  let last = asSent(text);
  for (let next = decode(last); next !== undefined; next = decode(last)) last = next;
  return last;
}

/**
 * Returns the possible readings of text whose encoding is unknown, starting with the text as is. A `+` can represent a
 * space, and a space can represent a `+`.
 */
export function readings(text: string): readonly string[] {
  if (!/[%\\+ ]/.test(text)) return [text];
  const found = new Map([[text, asSent(text)]]);
  for (const outer of found.values()) {
    for (const encoding of text.length > LONG ? [EVERY_ENCODING] : ENCODINGS) {
      const inner = decode(outer, encoding);
      if (inner !== undefined && !found.has(inner.text) && found.size < MOST_READINGS)
        found.set(inner.text, inner);
    }
  }
  const all = [...found.keys()].flatMap((reading) => [
    reading,
    reading.replaceAll('+', ' '),
    reading.replaceAll(' ', '+'),
  ]);
  return [...new Set(all)];
}

/**
 * A buffer that is large enough for most strings, which are decoded one at a time. Allocating memory for each string
 * would take longer than decoding it.
 */
const scratch = new Uint16Array(16 * 1024);
const scratchBytes = Buffer.from(scratch.buffer);

/**
 * Decodes one level, or returns undefined if there is nothing to decode or the maximum number of levels was reached.
 */
export function decode(outer: DecodedText, encoding: Encoding = EVERY_ENCODING): DecodedText | undefined {
  const { text, depth, origin } = outer;
  if (depth === DEEPEST || !isEncoded(text, encoding)) return undefined;
  const shifts = new ShiftTable();
  const decoded = decodedOnce(text, encoding, shifts);
  return { text: decoded, depth: depth + 1, origin: (at) => origin(shifts.origin(at)) };
}

function isEncoded(text: string, { percent, backslash }: Encoding): boolean {
  return (backslash && text.includes('\\')) || (percent && text.includes('%') && /%[\da-fA-F]{2}/.test(text));
}

function decodedOnce(text: string, encoding = EVERY_ENCODING, shifts?: ShiftTable): string {
  const { percent, backslash, plus } = encoding;
  const units = text.length <= scratch.length ? scratch : new Uint16Array(text.length);
  let length = 0;
  let offset = 0;
  while (offset < text.length) {
    const unit = text.charCodeAt(offset);
    if (!(unit === PERCENT && percent) && !(unit === BACKSLASH && backslash)) {
      units[length++] = unit === PLUS && plus ? SPACE : unit;
      offset++;
      continue;
    }
    const byte = unit === PERCENT ? byteAt(text, offset) : undefined;
    if (byte !== undefined && byte < 0x80) {
      units[length++] = byte;
      offset += 3;
      shifts?.add(length, offset);
      continue;
    }
    const escaped = unit === PERCENT ? percentEscape(text, offset) : backslashEscape(text, offset);
    for (const decoded of escaped.units) units[length++] = decoded;
    offset += escaped.length;
    if (escaped.length !== escaped.units.length) shifts?.add(length, offset);
  }
  const bytes = units === scratch ? scratchBytes : Buffer.from(units.buffer);
  return bytes.toString('utf16le', 0, length * 2);
}

interface Escape {
  /** UTF-16 units of the decoded text. */
  readonly units: readonly number[];
  /** The length of the escape. */
  readonly length: number;
}

/** Reads one percent-encoded UTF-8 character; a byte that is not UTF-8 is read as Latin-1. */
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

/** Reads a JSON string escape; a backslash before any other character is removed. */
function backslashEscape(text: string, offset: number): Escape {
  const escaped = text[offset + 1];
  if (escaped === undefined) return { units: [BACKSLASH], length: 1 };
  const digits = text.slice(offset + 2, offset + 6);
  if (escaped === 'u' && /^[\da-f]{4}$/i.test(digits))
    return { units: [Number.parseInt(digits, 16)], length: 6 };
  return { units: [(SHORT_ESCAPES[escaped] ?? escaped).charCodeAt(0)], length: 2 };
}

/** The offsets at which decoded and sent text diverge, as pairs in ascending order. */
class ShiftTable {
  #pairs = new Uint32Array(16);
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

  /** Returns the offset in the sent text for an offset in the decoded text. */
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
