import type { LogRow } from './model.ts';

const known = new WeakMap<LogRow, string>();

/**
 * Every text of a row in lower case, one a line, for finding words in it; percent-encoded texts are there decoded as
 * well. Made at the first call for a row and kept as long as the row is.
 */
export function searchText(row: LogRow): string {
  let text = known.get(row);
  if (text === undefined) {
    text = textsOf(row).join('\n').toLowerCase();
    known.set(row, text);
  }
  return text;
}

function textsOf({ idx, other, ...texts }: LogRow): string[] {
  const { uri, rawData } = texts;
  return [
    String(idx),
    ...Object.values(texts),
    ...Object.values(other).map((value) => (typeof value === 'string' ? value : JSON.stringify(value))),
    ...[uri, rawData].flatMap((text) => (text?.includes('%') ? [decoded(text)] : [])),
  ];
}

/** Percent-encoded ASCII decoded; what is malformed stays as it is. */
function decoded(text: string): string {
  return text.replace(/%([2-7][\da-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
