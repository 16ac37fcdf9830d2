import type { Span } from '../../../src/text/spans.ts';
import { mergeSpans } from '../../../src/text/spans.ts';

/** Returns the text with « and » around each span; overlapping spans have common signs. */
export function marked(text: string, spans: readonly Span[]): string {
  return mergeSpans(spans).reduceRight(
    (rest, { start, end }) => `${rest.slice(0, start)}«${rest.slice(start, end)}»${rest.slice(end)}`,
    text,
  );
}

/** Returns the text without the signs. */
export function unmarked(text: string): string {
  return text.replace(/[«»]/g, '');
}
