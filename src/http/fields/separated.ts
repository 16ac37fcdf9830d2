/** Splits text that consists of several named values: a query or form, cookies, or a multipart body. */
import type { TextRange } from '../decode/mappedText.ts';

/** A name and the range of its value. */
export interface Pair {
  /** The name as sent; empty if there is none. */
  readonly name: string;
  /** The offset of the name, or of the value if there is no name. */
  readonly nameStart: number;
  readonly value: TextRange;
}

/** A part of a multipart body. */
export interface MultipartField extends Omit<Pair, 'nameStart'> {
  /** The range of the file name if the part is a file. */
  readonly fileName?: TextRange;
  /** The range of its headers. */
  readonly head: TextRange;
  /** True for `Content-Transfer-Encoding: base64`. */
  readonly base64: boolean;
}

/** Yields the fields of text such as `a=1&b=2` in the given range; skips empty fields. */
export function formFields(text: string, range: TextRange): Generator<Pair, void, undefined> {
  return separate(text, range, '&');
}

/** Yields the cookies in text such as `a=1; b=2`. */
export function* cookies(text: string, range: TextRange): Generator<Pair, void, undefined> {
  for (const { name, nameStart, value } of separate(text, range, ';')) {
    const blanks = name.length - name.trimStart().length;
    yield { name: name.trim(), nameStart: nameStart + blanks, value };
  }
}

/** Yields the pairs in text such as `a=1;b=2`, with any one-character separator; skips empty pairs. */
export function* separate(
  text: string,
  { start: from, end: past }: TextRange,
  separator: string,
): Generator<Pair, void, undefined> {
  for (let start = from, end = start; start < past; start = end + 1) {
    end = indexBefore(text, separator, start, past);
    if (end === start) continue;
    const equals = indexBefore(text, '=', start, end);
    const hasName = equals < end;
    const name = hasName ? text.slice(start, equals) : '';
    yield { name, nameStart: start, value: { start: hasName ? equals + 1 : start, end } };
  }
}

/** Yields the parts of a range between separators of one character; skips empty parts. */
export function* splitAt(
  separator: string,
  text: string,
  { start, end }: TextRange,
): Generator<TextRange, void, undefined> {
  for (let from = start; from < end; ) {
    const next = indexBefore(text, separator, from, end);
    if (next > from) yield { start: from, end: next };
    from = next + 1;
  }
}

/** Returns the offset of a character, or `end` if it does not occur before `end`. */
function indexBefore(text: string, character: string, from: number, end: number): number {
  const unit = character.charCodeAt(0);
  let offset = from;
  while (offset < end && text.charCodeAt(offset) !== unit) offset++;
  return offset;
}

/** RFC 2046 allows 70 characters. The time needed to search for a boundary can grow with its length. */
const LONGEST_BOUNDARY = 200;

/**
 * Yields the parts of a multipart body (RFC 2046, section 5.1). Yields nothing if the boundary does not occur or is too
 * long.
 */
export function* multipartFields(text: string, boundary: string): Generator<MultipartField, void, undefined> {
  if (boundary.length > LONGEST_BOUNDARY) return;
  const delimiter = `--${boundary}`;
  let at = text.startsWith(delimiter) ? 0 : text.indexOf(`\n${delimiter}`) + 1;
  if (!text.startsWith(delimiter, at)) return;
  for (;;) {
    const headStart = at + delimiter.length;
    if (text.startsWith('--', headStart)) return;
    const found = text.indexOf(`\n${delimiter}`, headStart);
    const next = found === -1 ? text.length : found;
    const end = text[found - 1] === '\r' ? found - 1 : next;
    const field = multipartField(text, headStart, end);
    if (field) yield field;
    if (found === -1) return;
    at = found + 1;
  }
}

const BLANK_LINE = /\r?\n\r?\n/;
/** A part's Content-Disposition header with the lines folded into it. */
const DISPOSITION = /^content-disposition[ \t]{0,20}:[^\r\n]*(?:\r?\n[ \t][^\r\n]*){0,20}/im;
/** Maximum number of characters of a part's headers to read. */
const LONGEST_HEAD = 16 * 1024;

function multipartField(text: string, start: number, end: number): MultipartField | undefined {
  const head = text.slice(start, Math.min(end, start + LONGEST_HEAD));
  const blank = BLANK_LINE.exec(head);
  if (blank === null) return undefined;
  const headers = head.slice(0, blank.index);
  const disposition = DISPOSITION.exec(headers);
  const fileName = disposition && parameterRange(disposition[0], 'filename');
  const from = start + (disposition?.index ?? 0);
  return {
    name: (disposition && parameter(disposition[0], 'name')) ?? '',
    value: { start: start + blank.index + blank[0].length, end },
    head: { start: start + headers.length - headers.trimStart().length, end: start + headers.length },
    ...(fileName && { fileName: { start: from + fileName.start, end: from + fileName.end } }),
    base64: /^content-transfer-encoding:[ \t]*base64\b/im.test(headers),
  };
}

/** Returns the boundary of a multipart body: that of the content type or, without one, that in the first line. */
export function boundaryOf(contentType: string, body: string): string {
  return parameter(contentType, 'boundary') ?? /^--([^\r\n]{1,200})/.exec(body)?.[1] ?? '';
}

/** Returns a parameter of a header, quoted or not, such as the `boundary` of a content type or the `name` of a part. */
export function parameter(header: string, name: string): string | undefined {
  const range = parameterRange(header, name);
  return range && header.slice(range.start, range.end);
}

/** A parameter, or another word or quotation. A quotation that is not closed ends with its line. */
const PARAMETER = new RegExp(
  String.raw`(?:[;\s](?<name>[^\s;="*]+)\*?[ \t]*=[ \t]*)?(?:"(?<quoted>(?:[^"\\\r\n]|\\[^\r\n]){0,${LONGEST_HEAD}})"?|(?<plain>[^\s;"]+))`,
  'g',
);

function parameterRange(header: string, name: string): TextRange | undefined {
  for (const { 0: all, index, groups } of header.matchAll(PARAMETER)) {
    if (groups?.['name']?.toLowerCase() !== name) continue;
    const { quoted, plain = '' } = groups;
    const start = index + (quoted === undefined ? all.length - plain.length : all.indexOf('"') + 1);
    return { start, end: start + (quoted ?? plain).length };
  }
  return undefined;
}
