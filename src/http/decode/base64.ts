/**
 * Finds Base64 and Base64url within a string. Because any word could be Base64, only text that decodes to something
 * readable is accepted.
 */
import { asText, formatOf, utf8Length } from './bytes.ts';
import { madeFromAll, type Rewritten, type TextRange } from './mappedText.ts';

export interface Base64Run extends TextRange {
  readonly layer: 'Base64' | 'Base64url';
  readonly bytes: Uint8Array;
  /** The bytes as text, if they are text. */
  readonly text: string | undefined;
  /** True if the run is a whole text that contains white space. */
  readonly broken: boolean;
}

/** Minimum length of Base64 that makes up a whole value. Base64 within other text must be longer. */
const SHORTEST_VALUE = 8;
const SHORTEST_RUN = 16;

/**
 * Returns the whole text as one run of Base64, or undefined if it is not. If `declared` is true, the text is declared
 * as Base64, and line breaks in it are ignored.
 */
export function wholeBase64(text: string, { declared = false } = {}): Base64Run | undefined {
  if (declared && text.length >= SHORTEST_VALUE && !/=\s+=/.test(text)) {
    const digits = text.replace(/\s+/g, '');
    const bytes = paddingEnd(digits, digitsEnd(digits, 0)) === digits.length ? decode(digits) : undefined;
    const whole = { start: 0, end: text.length, layer: 'Base64' } as const;
    if (bytes) return { ...whole, bytes, text: asText(bytes), broken: digits !== text };
  }
  const end = digitsEnd(text, 0);
  return end >= SHORTEST_VALUE && paddingEnd(text, end) === text.length ? run(text, 0) : undefined;
}

/** Yields the runs of Base64 in a string, in order. Each decodes to text or to a known binary format. */
export function* findBase64(text: string): Generator<Base64Run, void, undefined> {
  for (let start = 0; start < text.length; ) {
    const end = digitsEnd(text, start);
    const next = end === start ? start + 1 : paddingEnd(text, end);
    if (end - start >= SHORTEST_RUN) {
      const found = run(text.slice(start, next), start);
      if (found) yield found;
    }
    start = next;
  }
}

/**
 * Returns the offset past the Base64 characters that begin at `start`. A regular expression would overflow the stack
 * for millions of characters.
 */
function digitsEnd(text: string, start: number): number {
  let end = start;
  while (isDigit(text.charCodeAt(end))) end++;
  return end;
}

/** Returns the offset past the padding that begins at `start`, if any. */
function paddingEnd(text: string, start: number): number {
  return start + (text.startsWith('==', start) ? 2 : text.startsWith('=', start) ? 1 : 0);
}

/** Returns true for a character of either alphabet: `A` to `Z`, `a` to `z`, `0` to `9`, `+`, `/`, `-`, `_`. */
function isDigit(unit: number): boolean {
  return (
    (unit >= 0x41 && unit <= 0x5a) ||
    (unit >= 0x61 && unit <= 0x7a) ||
    (unit >= 0x2f && unit <= 0x39) ||
    unit === 0x2b ||
    unit === 0x2d ||
    unit === 0x5f
  );
}

/** Returns the text of a run as made from the text that contains the run: each unit from the digits of its bytes. */
export function fromBase64({ start, end, layer, broken }: Base64Run, text: string): Rewritten {
  if (broken) return madeFromAll(text, end, [layer]);
  const starts = new Uint32Array(text.length);
  const ends = new Uint32Array(text.length);
  let bytes = 0;
  for (let unit = 0; unit < text.length; ) {
    const codePoint = text.codePointAt(unit) ?? 0;
    const from = start + Math.floor((bytes * 4) / 3);
    bytes += utf8Length(codePoint);
    const to = Math.min(end, start + Math.ceil((bytes * 4) / 3));
    for (const next = unit + (codePoint < 0x10000 ? 1 : 2); unit < next; unit++) {
      starts[unit] = from;
      ends[unit] = to;
    }
  }
  if (text !== '') ends[text.length - 1] = end;
  return { text, starts, ends, layers: [layer] };
}

function run(found: string, start: number): Base64Run | undefined {
  const bytes = decode(found);
  if (bytes === undefined) return undefined;
  const text = asText(bytes);
  if (text === undefined && formatOf(bytes) === undefined) return undefined;
  const layer = /[-_]/.test(found) ? 'Base64url' : 'Base64';
  return { start, end: start + found.length, layer, bytes, text, broken: false };
}

/** Returns the decoded bytes, or undefined if the text is not entirely well-formed in one of the two alphabets. */
function decode(text: string): Uint8Array | undefined {
  const digits = text.replaceAll('=', '');
  const padded = digits.length !== text.length;
  if (digits.length % 4 === 1 || (padded && text.length % 4 !== 0)) return undefined;
  if (/[-_]/.test(digits) && /[+/]/.test(digits)) return undefined;
  return Buffer.from(digits, 'base64');
}
