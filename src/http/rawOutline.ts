/** The parts of a logged request, for outlines and hovers: the location of each, and the start of its text. */
import type { TextRange } from './decode/offsetMap.ts';
import { parseRawRequest } from './rawHttp.ts';

export interface OutlinedHeader extends TextRange {
  /** The start of the name, truncated for labels. */
  readonly name: string;
  readonly value: string;
  /** The offset past the name as sent. */
  readonly nameEnd: number;
}

export interface RawOutline {
  readonly requestLine?: TextRange & { readonly method: string; readonly target: string };
  readonly headerLines?: TextRange;
  readonly headerCount: number;
  /** The first headers. */
  readonly headers: readonly OutlinedHeader[];
  readonly body?: TextRange;
}

const HEADERS_LIMIT = 1000;
/** Maximum length, in UTF-16 units, of a name or value; longer than any label. */
const TEXT_LIMIT = 256;

/** Returns the outline of `raw_data` (section 2.2). */
export function outlineRawData(rawData: string): RawOutline {
  const {
    method,
    methodStart,
    target = '',
    targetEnd,
    headers,
    headerCount,
    bodyOffset,
  } = parseRawRequest(rawData);
  const [first, last] = [headers[0], headers.at(-1)];
  return {
    ...(method !== undefined && {
      requestLine: {
        method: shown(method),
        target: shown(target),
        start: methodStart,
        end: targetEnd,
      },
    }),
    ...(first && last && { headerLines: { start: first.start, end: last.end } }),
    headerCount,
    headers: headers.slice(0, HEADERS_LIMIT).map(({ name, value, start, end }) => ({
      name: shown(name.trim()),
      value: shown(value),
      start,
      nameEnd: start + name.length,
      end,
    })),
    ...(bodyOffset < rawData.length && { body: { start: bodyOffset, end: rawData.length } }),
  };
}

function shown(text: string): string {
  return text.slice(0, TEXT_LIMIT);
}
