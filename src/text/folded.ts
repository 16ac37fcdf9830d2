/** Letters and their accents, or the parts of Hangul syllables, that are one character when composed. */
const DECOMPOSED = /[\u1100-\u115f][\u1160-\u11a7][\u11a8-\u11ff]?|\P{M}\p{M}{1,8}/gu;

/** Composes what was typed or pasted in parts, as file names of macOS are; other characters stay what they are. */
export function composed(text: string): string {
  return text.replace(DECOMPOSED, (parts) => parts.normalize('NFC'));
}

/** A text for comparison: equal for the same letters, in whatever case, composed or not. */
export function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
