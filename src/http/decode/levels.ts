/**
 * Decodes text whose encoding is unknown, and that can be encoded several times: one level after another of
 * percent-encoding, character references, and escapes.
 */
import { decoded, type Encoding, undo } from './codes.ts';
import { MappedText } from './mappedText.ts';

/** The levels to decode. */
const ANY: readonly Encoding[] = ['any', 'any', 'any'];

/** Yields the text as is and after each level of decoding. */
export function* levelsOf(text: string, encodings = ANY): Generator<MappedText, void, undefined> {
  let level = MappedText.raw(text);
  yield level;
  for (const encoding of encodings) {
    const undone = undo(encoding, level.text);
    if (!undone) continue;
    level = level.become(undone);
    yield level;
  }
}

/** Returns the text with all levels decoded. */
export function fullyDecoded(text: string, levels = ANY.length): string {
  // Without a backslash and a reference, both are equal, but this is faster.
  const next = decoded(/\\|&[#a-z]/i.test(text) ? 'any' : 'form', text);
  return next === text || levels === 1 ? next : fullyDecoded(next, levels - 1);
}
