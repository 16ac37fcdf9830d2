/** The characters in a text that do not get everywhere. */
export interface UnusualCharacters {
  /** U+0000: a clipboard may cut a text there. */
  readonly nuls: number;
  /** Halves of a surrogate pair: no character, and without a form in UTF-8. */
  readonly loneSurrogates: number;
}

export function unusualCharacters(text: string): UnusualCharacters {
  return { nuls: count(text, /\0/g), loneSurrogates: count(text, /\p{Cs}/gu) };
}

function count(text: string, pattern: RegExp): number {
  let found = 0;
  while (pattern.test(text)) found++;
  return found;
}
