/**
 * Decodes text whose encoding is unknown, and that can be encoded several times: one level after another of
 * percent-encoding and JSON escapes.
 */
import { decoded, undo } from '../http/decode/codes.ts';
import { MappedText } from '../http/decode/mappedText.ts';

/** Maximum number of levels to decode. */
const MOST_LEVELS = 3;
const MOST_READINGS = 24;
/**
 * Text longer than this, in units, is read only with all encodings decoded at once, because each reading takes as much
 * memory as the text.
 */
const LONG = 64 * 1024;

/** Yields the text as is and after each level of decoding. */
export function* levelsOf(text: MappedText): Generator<MappedText, void, undefined> {
  let level = text;
  yield level;
  for (let depth = 0; depth < MOST_LEVELS; depth++) {
    const undone = undo('any', level.text);
    if (undone === undefined) return;
    level = level.become({ ...undone, layers: [] });
    yield level;
  }
}

/** Returns the innermost reading of the text, which has all levels decoded. */
export function innermost(text: string): MappedText {
  return [...levelsOf(MappedText.raw(text))].at(-1) ?? MappedText.raw(text);
}

/** Returns the text with all levels decoded. */
export function fullyDecoded(text: string): string {
  let last = text;
  for (let depth = 0; depth < MOST_LEVELS; depth++) {
    // Without a backslash, both are equal, but this is faster.
    const encoding = last.includes('\\') ? 'any' : last.includes('%') ? 'form' : 'none';
    const next = decoded(encoding, last);
    if (next === last) break;
    last = next;
  }
  return last;
}

/**
 * Returns the possible readings of the text, starting with the text as is. A `+` can represent a space, and a space can
 * represent a `+`.
 */
export function readings(text: string): readonly string[] {
  if (!/[%\\+ ]/.test(text)) return [text];
  const encodings = text.length > LONG ? (['any'] as const) : (['any', 'percent', 'form', 'json'] as const);
  const found = new Set([text]);
  for (const outer of found) {
    for (const encoding of encodings) if (found.size < MOST_READINGS) found.add(decoded(encoding, outer));
  }
  const all = [...found].flatMap((each) => [each, each.replaceAll('+', ' '), each.replaceAll(' ', '+')]);
  return [...new Set(all)];
}
