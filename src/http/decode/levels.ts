/**
 * Decodes text whose encoding is unknown, and that can be encoded several times: one level after another of
 * percent-encoding and JSON escapes.
 */
import { anyDecoded, jsonUnescaped, percentDecoded, type Rewritten, undoAnyCodes } from './characterCodes.ts';
import { PeeledText } from './peeledText.ts';

/** Maximum number of levels to decode. */
export const MOST_LEVELS = 3;
const MOST_READINGS = 24;
/**
 * Text longer than this, in units, is read only with all encodings decoded at once, because each reading takes as much
 * memory as the text.
 */
const LONG = 64 * 1024;

/** Yields the text as is and after each level of decoding. */
export function* levelsOf(text: PeeledText): Generator<PeeledText, void, undefined> {
  let level: PeeledText | undefined = text;
  for (let depth = 0; level !== undefined; depth++) {
    yield level;
    const undone: Rewritten | undefined = depth < MOST_LEVELS ? undoAnyCodes(level.text) : undefined;
    level = undone && level.become(undone.text, undone.map, []);
  }
}

/** Returns the innermost reading of the text, which has all levels decoded. */
export function innermost(text: string): PeeledText {
  return [...levelsOf(PeeledText.raw(text))].at(-1) ?? PeeledText.raw(text);
}

/** Returns the text with all levels decoded. */
export function fullyDecoded(text: string): string {
  let last = text;
  for (let depth = 0; depth < MOST_LEVELS; depth++) {
    const next = anyDecoded(last);
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
  const decoders =
    text.length > LONG ? [anyDecoded] : [anyDecoded, percentDecoded, formDecoded, jsonUnescaped];
  const found = new Set([text]);
  for (const outer of found) {
    for (const decoded of decoders) if (found.size < MOST_READINGS) found.add(decoded(outer));
  }
  const all = [...found].flatMap((each) => [each, each.replaceAll('+', ' '), each.replaceAll(' ', '+')]);
  return [...new Set(all)];
}

function formDecoded(text: string): string {
  return percentDecoded(text, { plus: true });
}
