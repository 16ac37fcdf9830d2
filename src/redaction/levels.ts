/**
 * Decodes text whose encoding is unknown, and that can be encoded several times: one level after another of
 * percent-encoding, character references, and escapes.
 */
import { decoded, undo } from '../http/decode/codes.ts';
import { MappedText } from '../http/decode/mappedText.ts';

/** Maximum number of levels to decode. */
const MOST_LEVELS = 3;

/** Yields the text as is and after each level of decoding. */
export function* levelsOf(text: string): Generator<MappedText, void, undefined> {
  let level = MappedText.raw(text);
  yield level;
  for (let depth = 0; depth < MOST_LEVELS; depth++) {
    const undone = undo('any', level.text);
    if (undone === undefined) return;
    level = level.become({ ...undone, layers: [] });
    yield level;
  }
}

/** Returns the text with all levels decoded. */
export function fullyDecoded(text: string): string {
  let last = text;
  for (let depth = 0; depth < MOST_LEVELS; depth++) {
    // Without a backslash and a reference, both are equal, but this is faster.
    const encoding = /\\|&[#a-z]/i.test(last) ? 'any' : last.includes('%') ? 'form' : 'none';
    const next = decoded(encoding, last);
    if (next === last) break;
    last = next;
  }
  return last;
}
