/** A text that holds several named values, taken apart: a query or form, cookies, a multipart body. */
import type { TextRange } from './offsetMap.ts';

export interface Field {
  /** The name as sent; empty when there is none. */
  readonly name: string;
  /** The range of the value. */
  readonly value: TextRange;
  /** The file name, for a part of a multipart body that is a file. */
  readonly fileName?: string;
  /** The range of the headers, for a part of a multipart body. */
  readonly head?: TextRange;
  /** `Content-Transfer-Encoding: base64`, of a part of a multipart body. */
  readonly base64?: boolean;
}

/** The fields of `a=1&b=2` between these offsets; empty ones are left out. */
export function formFields(text: string, { start, end }: TextRange): Generator<Field, void, undefined> {
  return separate(text, { start, end }, '&');
}

/** The cookies of `a=1; b=2`. */
export function* cookies(text: string, { start, end }: TextRange): Generator<Field, void, undefined> {
  for (const cookie of separate(text, { start, end }, ';')) yield { ...cookie, name: cookie.name.trim() };
}

function* separate(
  text: string,
  { start, end }: TextRange,
  separator: string,
): Generator<Field, void, undefined> {
  for (let from = start; from < end; ) {
    const next = indexBefore(text, separator, from, end);
    const equals = indexBefore(text, '=', from, next);
    if (next > from) {
      const valueStart = Math.min(next, equals === next ? from : equals + 1);
      yield {
        name: text.slice(from, equals === next ? from : equals),
        value: { start: valueStart, end: next },
      };
    }
    from = next + 1;
  }
}

/** `end` when there is none before it. */
function indexBefore(text: string, character: string, from: number, end: number): number {
  for (let offset = from; offset < end; offset++) if (text[offset] === character) return offset;
  return end;
}

/** RFC 2046 allows 70 characters. The time to look for a boundary may grow with its length. */
const LONGEST_BOUNDARY = 200;

/** The parts of a multipart body (RFC 2046, section 5.1); none when the boundary does not occur, or is too long. */
export function* multipartFields(text: string, boundary: string): Generator<Field, void, undefined> {
  if (boundary.length > LONGEST_BOUNDARY) return;
  const delimiter = `--${boundary}`;
  let at = text.startsWith(delimiter) ? 0 : text.indexOf(`\n${delimiter}`) + 1;
  if (!text.startsWith(delimiter, at)) return;
  for (;;) {
    const headStart = at + delimiter.length;
    if (text.startsWith('--', headStart)) return;
    const found = text.indexOf(`\n${delimiter}`, headStart);
    const next = found < 0 ? text.length : found;
    const end = found > 0 && text[found - 1] === '\r' ? found - 1 : next;
    const field = multipartField(text, headStart, Math.max(headStart, end));
    if (field) yield field;
    if (found < 0) return;
    at = found + 1;
  }
}

const BLANK_LINE = /\r?\n\r?\n/g;
/** Characters of a part's own headers that are read. */
const LONGEST_HEAD = 16 * 1024;

function multipartField(text: string, start: number, end: number): Field | undefined {
  const head = text.slice(start, Math.min(end, start + LONGEST_HEAD));
  BLANK_LINE.lastIndex = 0;
  const blank = BLANK_LINE.exec(head);
  if (blank === null) return undefined;
  const headers = head.slice(0, blank.index);
  const fileName = parameter(headers, 'filename');
  return {
    name: parameter(headers, 'name') ?? '',
    value: { start: start + blank.index + blank[0].length, end },
    head: { start: start + headers.length - headers.trimStart().length, end: start + headers.length },
    ...(fileName !== undefined && { fileName }),
    ...(/^content-transfer-encoding:[ \t]*base64\b/im.test(headers) && { base64: true }),
  };
}

/** The parameter of a header, quoted or not: the `boundary` of a content type, the `name` of a part. */
export function parameter(header: string, name: string): string | undefined {
  const found = new RegExp(`[;\\s]${name}[ \\t]*=[ \\t]*(?:"([^"\\r\\n]*)"|([^\\s;"]+))`, 'i').exec(header);
  return found?.[1] ?? found?.[2];
}
