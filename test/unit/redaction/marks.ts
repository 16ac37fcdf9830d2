/** Secrets in guillemets, as in `password=«hunter2x»`, for tests of the functions that find them. */
import type { Span } from '../../../src/text/spans.ts';

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
