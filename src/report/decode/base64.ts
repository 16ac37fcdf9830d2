/** Base64 and Base64url inside a text. Any word could be Base64: only what decodes to something readable is taken for it. */
import { asText, formatOf } from './bytes.ts';
import { OffsetMap, type TextRange } from './offsetMap.ts';

export interface Base64Run extends TextRange {
  readonly layer: 'Base64' | 'Base64url';
  readonly bytes: Uint8Array;
  /** The bytes as text, when they are. */
  readonly text: string | undefined;
  /** Whether there are line ends between its digits. */
  readonly broken: boolean;
}

/** A whole value may be shorter than a word among others. */
const SHORTEST_VALUE = 8;
const SHORTEST_RUN = 16;

const RUN = new RegExp(`[\\w+/-]{${SHORTEST_RUN}}[\\w+/-]*={0,2}`, 'g');
const VALUE = new RegExp(`^[\\w+/-]{${SHORTEST_VALUE}}[\\w+/-]*={0,2}$`);
/** White space stands in one repeat only, before the padding or behind it: in both, it would be tried in every division. */
const LINES = /^[\w+/\s-]{8}[\w+/\s-]*(?:={1,2}\s*)?$/;

/**
 * The runs of Base64 in a text, in order: each decodes to text, or to a known binary format. `declared`: the whole text is
 * said to be Base64, and line ends in it are left out.
 */
export function findBase64(text: string, { declared = false } = {}): Base64Run[] {
  if (declared && LINES.test(text)) {
    const digits = text.replace(/\s+/g, '');
    const bytes = decode(digits);
    const whole = { start: 0, end: text.length, layer: 'Base64' } as const;
    if (bytes) return [{ ...whole, bytes, text: asText(bytes), broken: digits !== text }];
  }
  if (VALUE.test(text)) return run(text, 0);
  return Array.from(text.matchAll(RUN)).flatMap(({ 0: found, index }) => run(found, index));
}

/** From a run of Base64 to its text, three bytes a step. */
export function base64Map(base64: Base64Run, text: string): OffsetMap {
  if (base64.broken) return OffsetMap.whole(base64, text.length);
  const outer = [base64.start];
  const inner = [0];
  let bytes = 0;
  for (let offset = 0; offset < text.length; ) {
    const codePoint = text.codePointAt(offset) ?? 0;
    bytes += codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
    offset += codePoint < 0x10000 ? 1 : 2;
    if (bytes % 3 !== 0) continue;
    outer.push(base64.start + (bytes / 3) * 4);
    inner.push(offset);
  }
  outer.push(base64.end);
  inner.push(text.length);
  return new OffsetMap(outer, inner);
}

function run(found: string, start: number): Base64Run[] {
  const bytes = decode(found);
  if (bytes === undefined) return [];
  const text = asText(bytes);
  if (text === undefined && formatOf(bytes) === undefined) return [];
  const layer = /[-_]/.test(found) ? 'Base64url' : 'Base64';
  return [{ start, end: start + found.length, layer, bytes, text, broken: false }];
}

/** Undefined unless the whole is well-formed, in one of the two alphabets. */
function decode(text: string): Uint8Array | undefined {
  const digits = text.replace(/={1,2}$/, '');
  const padded = digits.length !== text.length;
  if (digits.length % 4 === 1 || (padded && text.length % 4 !== 0)) return undefined;
  if (/[-_]/.test(digits) && /[+/]/.test(digits)) return undefined;
  return Buffer.from(digits, 'base64');
}
