/**
 * Finds matches of one expression shortly after matches of another, in time linear in the length of the text. A single
 * expression that spans both would try every start of the first against all the text that can follow it.
 */
export interface Nearby {
  /** A global expression. The first group of a match is the name, if any. */
  readonly first: RegExp;
  /** A global expression. */
  readonly second: RegExp;
  /** Maximum number of units between the two matches. */
  readonly within: number;
}

export interface NearbyMatch {
  readonly first: RegExpExecArray;
  readonly second: RegExpExecArray;
}

/** Yields each match of `first` with the next match of `second` that starts after its end, in ascending order. */
export function* nearbyMatches(
  text: string,
  { first, second, within }: Nearby,
): Generator<NearbyMatch, void, undefined> {
  first.lastIndex = 0;
  const nextSecond = ascending(text, second);
  for (let match = first.exec(text); match !== null; match = first.exec(text)) {
    const { lastIndex } = first;
    const follower = nextSecond(lastIndex);
    if (follower === null) return;
    if (follower.index - lastIndex <= within) yield { first: match, second: follower };
    first.lastIndex = Math.max(match.index + 1, lastIndex);
  }
}

/** Returns a function that finds the first match at or after an offset. The offsets passed to it must be in ascending order. */
function ascending(text: string, pattern: RegExp): (from: number) => RegExpExecArray | null {
  let last: RegExpExecArray | null | undefined;
  return (from) => {
    if (last === undefined || (last !== null && last.index < from)) {
      pattern.lastIndex = from;
      last = pattern.exec(text);
    }
    return last;
  };
}
