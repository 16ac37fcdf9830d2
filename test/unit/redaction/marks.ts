/** Secrets in guillemets, as in `password=«hunter2x»`, for tests of the functions that find them. */
import assert from 'node:assert/strict';
import { mergeSpans, type Span } from '../../../src/text/spans.ts';

/** Returns the text with each range in guillemets. Equal ranges are marked once. */
export function marked(text: string, spans: readonly Span[]): string {
  const marks = new Map(spans.map((span) => [`${span.start}-${span.end}`, span]));
  const ends = [...marks.values()].flatMap(({ start, end }) => [
    { at: end, mark: '»' },
    { at: start, mark: '«' },
  ]);
  return ends
    .sort((one, other) => other.at - one.at || (one.mark === other.mark ? 0 : one.mark === '«' ? -1 : 1))
    .reduce((shown, { at, mark }) => shown.slice(0, at) + mark + shown.slice(at), text);
}

/** Returns the text without guillemets. */
export function unmarked(text: string): string {
  return text.replace(/[«»]/g, '');
}

/** A title and texts in which the secrets to find are in guillemets. */
export type MarkedTexts = readonly [what: string, ...texts: string[]];

/** Defines a test for each row, which compares the merged findings in its texts with their marks. */
export function checkMarks(rows: readonly MarkedTexts[], find: (text: string) => readonly Span[]): void {
  for (const [what, ...texts] of rows)
    it(what, () => {
      for (const each of texts) {
        const text = unmarked(each);
        assert.equal(marked(text, mergeSpans(find(text))), each);
      }
    });
}
