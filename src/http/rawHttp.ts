/**
 * Parses the raw text of a logged request (`raw_data`, section 2.2). Parsing is lenient and exact: any text yields a
 * result with the location of every part. Offsets are in UTF-16 units. This code also runs in the browser. Linear in
 * the length of the head; the body is not read.
 */
import type { DetectionLog, Header } from '../service/model.ts';
import { type Message, message } from '../text/l10n.ts';

/** A header line, including any lines folded into it. */
export interface RawHeader {
  /** The name as sent, including any white space before the colon. */
  readonly name: string;
  /** The value without surrounding white space, with each fold replaced by one space. */
  readonly value: string;
  readonly start: number;
  /** The offset past the colon and the white space after it. */
  readonly valueStart: number;
  /** The offset past the last character of the last line, before its line break. */
  readonly end: number;
}

interface RequestLine {
  readonly method: string | undefined;
  readonly target: string | undefined;
  /** The version, for example `HTTP/1.1`. */
  readonly version: string | undefined;
  /** The offset of the method, and the range of the target; all 0 if there is no request line. */
  readonly methodStart: number;
  readonly targetStart: number;
  readonly targetEnd: number;
}

export interface RawRequest extends RequestLine {
  /** True if there is a request line with three parts, and all lines were read. */
  readonly parses: boolean;
  /** The irregularities, as sentences, whether or not the request parses. They never quote the text. */
  readonly problems: readonly Message[];
  /**
   * The headers in the order sent, at most `HEADERS_LIMIT`. The name of a line without a name and a colon is empty, and
   * that of an HTTP/2 pseudo-header begins with a colon.
   */
  readonly headers: readonly RawHeader[];
  /** The total number of headers. */
  readonly headerCount: number;
  /** The offset past the blank line, or the length of the text if there is none. */
  readonly bodyOffset: number;
}

/** `end` is before the line break, and `next` is past it. They are equal if the text ends without a line break. */
interface Line {
  readonly start: number;
  readonly end: number;
  readonly next: number;
}

/**
 * Maximum number of headers of a request to keep. Millions of headers would take gigabytes, and servers accept about a
 * hundred.
 */
export const HEADERS_LIMIT = 100_000;

/**
 * Maximum length, in characters, of a header block to compare. Servers accept a few thousand characters, and a panel
 * must not wait for longer comparisons.
 */
const HEAD_LIMIT = 64 * 1024;

/** The length of `HTTP/1.1`, and of a space before it. */
const LONGEST_VERSION = 9;
const METHOD = /^[\w!#$%&'*+.^`|~-]+$/;
const VERSION = /^HTTP\/\d(?:\.\d)?$/i;

const PROBLEMS = {
  blankLines: message('Blank lines precede the request line.'),
  noRequestLine: message(
    'The first line is not a request line with a method, a target, and an HTTP version.',
  ),
  folded: message('A header is folded across several lines.'),
  noName: message('A header line has no name or no colon.'),
  spaceAfterName: message('A header name ends with whitespace.'),
  tooMany: message('There are too many headers. Only the first 100,000 are read.'),
  noBlankLine: message('There is no blank line after the headers.'),
  mixedLineEnds: message('Line endings are mixed.'),
  loneReturn: message('A line ends with a carriage return only.'),
} as const;

/** Parses the raw text of a request. Never throws. */
export function parseRawRequest(text: string): RawRequest {
  const problems = new Set<Message>();
  const lineEnds = new Set<string>();

  let line = lineAt(text, text.startsWith('\ufeff') ? 1 : 0);
  while (line.start === line.end && line.next > line.end) {
    problems.add(PROBLEMS.blankLines);
    line = lineAt(text, line.next);
  }
  const firstLine = parseRequestLine(text, line);
  const isPseudo = firstLine === undefined && PSEUDO_HEADER.test(text.slice(line.start, line.end));

  const headers: RawHeader[] = [];
  let headerCount = 0;
  let bodyOffset = text.length;
  let blankLine = false;
  let isRead = !isPseudo;
  while (!blankLine && (!isRead || line.next > line.end)) {
    if (isRead) {
      lineEnds.add(text.slice(line.end, line.next));
      line = lineAt(text, line.next);
    }
    isRead = true;
    if (line.start === line.end) {
      blankLine = line.next > line.end;
      if (blankLine) bodyOffset = line.next;
      continue;
    }
    const first = line;
    while (line.next > line.end && isBlank(text, line.next)) {
      lineEnds.add(text.slice(line.end, line.next));
      line = lineAt(text, line.next);
    }
    if (line !== first) problems.add(PROBLEMS.folded);
    const header = parseHeader(text, first, line.end);
    headerCount++;
    if (headers.length < HEADERS_LIMIT) headers.push(header);
    if (header.name === '') problems.add(PROBLEMS.noName);
    else if (isBlank(header.name, header.name.length - 1)) problems.add(PROBLEMS.spaceAfterName);
  }
  if (headerCount > HEADERS_LIMIT) problems.add(PROBLEMS.tooMany);
  const first = firstLine ?? pseudoRequestLine(headers);
  if (first === undefined) problems.add(PROBLEMS.noRequestLine);
  if (!blankLine) problems.add(PROBLEMS.noBlankLine);
  if (lineEnds.size > 1) problems.add(PROBLEMS.mixedLineEnds);
  if (lineEnds.has('\r')) problems.add(PROBLEMS.loneReturn);

  return {
    ...(first ?? requestLine(undefined, undefined, undefined, 0, 0)),
    parses: first !== undefined && headerCount <= HEADERS_LIMIT,
    problems: [...problems],
    headers,
    headerCount,
    bodyOffset,
  };
}

/** Returns the value of the first header with the given lowercase name; empty if there is none. */
export function headerValue(headers: readonly RawHeader[], name: string): string {
  return headers.find((header) => header.name.trim().toLowerCase() === name)?.value ?? '';
}

/** Like `headerValue`, for headers as the service lists them. */
export function listedValue(headers: readonly Header[], name: string): string {
  return headers.find((header) => header[0].trim().toLowerCase() === name)?.[1] ?? '';
}

/** Returns the host in a request's Host header or, in HTTP/2, `:authority`; empty if it does not have the form of one. */
export function hostOf({ headers }: RawRequest): string {
  const host = (headerValue(headers, 'host') || headerValue(headers, ':authority')).trim();
  return /^[\w.[\]:-]{1,255}$/.test(host) ? host : '';
}

/** Returns the media type in a Content-Type header: lowercase, without parameters (RFC 9110, section 8.3.1). */
export function mediaType(contentType: string): string {
  return contentType.replace(/;.*/s, '').trim().toLowerCase();
}

/**
 * Returns the names of the headers in `req_line_headers` that are missing from the header block of `raw_data`, ignoring
 * case; the service added them (section 2.2). Empty if the raw text does not parse or its header block has more than 64
 * Ki characters.
 */
export function addedHeaders(log: Pick<DetectionLog, 'rawData' | 'request'>): string[] {
  const raw = parseRawRequest(log.rawData.slice(0, HEAD_LIMIT));
  const isWhole = log.rawData.length <= HEAD_LIMIT || raw.bodyOffset < HEAD_LIMIT;
  if (!raw.parses || !isWhole) return [];
  const sent = new Set(raw.headers.map((header) => header.name.trim().toLowerCase()));
  return log.request.headers.map(([name]) => name).filter((name) => !sent.has(name.trim().toLowerCase()));
}

const LINE_END = /\r\n|\r|\n/g;

function lineAt(text: string, start: number): Line {
  LINE_END.lastIndex = start;
  const end = LINE_END.exec(text)?.index ?? text.length;
  return { start, end, next: LINE_END.lastIndex || text.length };
}

function requestLine(
  method: string | undefined,
  target: string | undefined,
  version: string | undefined,
  methodStart: number,
  targetStart: number,
): RequestLine {
  const targetEnd = targetStart + (target?.length ?? 0);
  return { method, target, version, methodStart, targetStart, targetEnd };
}

/** Takes the first word as the method and the last word as the version, because a target can contain spaces. */
function parseRequestLine(text: string, line: Line): RequestLine | undefined {
  const { start, end } = trimBlanks(text, line.start, line.end);
  const words = text.slice(start, end);
  const method = /^\S*(?=[ \t])/.exec(words)?.[0] ?? '';
  const version = words.slice(-LONGEST_VERSION).split(/[ \t]/).at(-1) ?? '';
  const target = trimBlanks(text, start + method.length, end - version.length);
  if (!METHOD.test(method) || !VERSION.test(version) || target.start >= target.end) return undefined;
  return requestLine(method, text.slice(target.start, target.end), version, start, target.start);
}

/** A pseudo-header of HTTP/2 (RFC 9113, section 8.3), as dumps of requests show it. */
const PSEUDO_HEADER = /^:[a-z]{1,20}:/;

/** Takes the request line from pseudo-headers, and removes these. */
function pseudoRequestLine(headers: RawHeader[]): RequestLine | undefined {
  const method = headers.find(({ name }) => name === ':method');
  const path = headers.find(({ name }) => name === ':path');
  if (!method || !path || !METHOD.test(method.value) || path.value === '') return undefined;
  const others = headers.filter((header) => header !== method && header !== path);
  headers.splice(0, headers.length, ...others);
  return requestLine(method.value, path.value, 'HTTP/2', method.valueStart, path.valueStart);
}

function parseHeader(text: string, first: Line, end: number): RawHeader {
  const firstLine = text.slice(first.start, first.end);
  const pseudo = PSEUDO_HEADER.exec(firstLine)?.[0].length ?? 0;
  const colon = isBlank(text, first.start) ? -1 : pseudo > 0 ? pseudo - 1 : firstLine.indexOf(':');
  const value = trimBlanks(text, first.start + colon + 1, first.end);
  const isFolded = end > first.end;
  return {
    name: firstLine.slice(0, Math.max(0, colon)),
    value: isFolded ? unfolded(text.slice(value.start, end)) : text.slice(value.start, value.end),
    start: first.start,
    valueStart: value.start,
    end,
  };
}

function unfolded(lines: string): string {
  const parts = lines.split(/\r\n|[\r\n]/).map((line) => {
    const { start, end } = trimBlanks(line, 0, line.length);
    return line.slice(start, end);
  });
  return parts.filter((part) => part !== '').join(' ');
}

function trimBlanks(text: string, from: number, to: number): { start: number; end: number } {
  let [start, end] = [from, to];
  while (start < end && isBlank(text, start)) start++;
  while (end > start && isBlank(text, end - 1)) end--;
  return { start, end };
}

function isBlank(text: string, offset: number): boolean {
  const unit = text.charCodeAt(offset);
  return unit === 0x20 || unit === 0x09;
}
