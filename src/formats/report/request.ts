/** The sections of a report that show the request and the headers. */
import { addedHeaders } from '../../http/rawHttp.ts';
import type { LogTexts } from '../../redaction/redact.ts';
import { cutSegments, joined, linesOf, type Segment } from '../../redaction/segments.ts';
import type { DetectionLog, MessageHead } from '../../service/model.ts';
import { english, type Message, message } from '../../text/l10n.ts';
import { counted, formatNumber } from '../../text/strings.ts';
import { fencedBlock } from '../markdown.ts';
import { type LogMatch, startAround } from './match.ts';

export interface RequestSection {
  readonly segments: readonly Segment[];
  /** The sentence about truncated raw data; undefined if it is complete. */
  readonly cut: Message | undefined;
}

/** Maximum number of displayed UTF-16 units of raw data that is shown as a whole, of a head, and of a body. */
const LONGEST_WHOLE = 2_400;
const LONGEST_HEAD = 1_200;
const LONGEST_BODY = 1_200;
/** Number of UTF-16 units of a truncated body to show before the match. */
const BEFORE_MATCH = 200;
/** Maximum length of a line of a truncated head, and of the headers of a response. */
const LONGEST_LINE = 160;
const LONGEST_HEADERS = 600;

/** Returns the raw data, or the headers if there is none. Long raw data is truncated to its head and the match. */
export function requestSection(log: DetectionLog, { read, main }: LogMatch, texts: LogTexts): RequestSection {
  const heading = '## Request\n\n';
  const { rawData } = log;
  const { method, problems, bodyOffset } = read.request;
  if (rawData === '') {
    const head = headBlock(log.request, texts);
    const segments = head
      ? ['The log has no raw data. These are its headers:\n\n', ...head]
      : ['The log has neither raw data nor headers.'];
    return { segments: [heading, ...segments], cut: undefined };
  }
  const remarks = problems.slice(0, 2).map((problem) => `\n\n${english(problem)}`);
  const whole = texts.segments(rawData, 'request');
  if (joined(whole).length <= LONGEST_WHOLE)
    return {
      segments: [heading, ...fencedBlock(whole, 2 * LONGEST_WHOLE), ...remarks],
      cut: undefined,
    };
  const headEnd = method === undefined ? 0 : bodyOffset;
  const head = cutHead(texts.segments(rawData, 'request', { start: 0, end: headEnd }), LONGEST_HEAD);
  const start = Math.max(headEnd, startAround(rawData, main?.start ?? 0, BEFORE_MATCH));
  const from =
    start === headEnd ? '' : `The body is shown from its character ${formatNumber(start - headEnd)} on. `;
  const body = texts.segments(rawData, 'request', { start, end: rawData.length });
  const cut = message(
    'The raw data ({0} characters) is truncated. To see all of it, use the link.',
    rawData.length,
  );
  const segments = [
    ...[heading, ...head, ...(headEnd > 0 ? ['\n\n'] : [])],
    ...(start < rawData.length ? [...fencedBlock(body, LONGEST_BODY), '\n\n'] : []),
    ...[`${from}${english(cut)}`, ...remarks],
  ];
  return { segments, cut };
}

/** Returns as many lines of a head as fit, each truncated, with the number of omitted lines. */
function cutHead(head: readonly Segment[], longest: number): readonly Segment[] {
  const lines = linesOf(head).filter((line) => line.length > 0);
  if (lines.length === 0) return [];
  const shown: (readonly Segment[])[] = [];
  let room = longest;
  for (const line of lines) {
    const cut = cutSegments(line, LONGEST_LINE);
    room -= joined(cut).length + 1;
    if (room < 0) break;
    shown.push(cut);
  }
  const block = fencedBlock(
    shown.flatMap((line, index) => (index === 0 ? line : ['\n', ...line])),
    2 * longest,
  );
  const left = lines.length - shown.length;
  return left === 0 ? block : [...block, `\n\n${counted(left, 'header')} left out.`];
}

/** Returns the headers that are not in the raw data, or undefined if that cannot be determined. */
export function serviceHeaders(
  log: DetectionLog,
  { read }: LogMatch,
  texts: LogTexts,
): readonly Segment[] | undefined {
  const { rawData, request } = log;
  if (rawData === '') return undefined;
  if (!read.request.parses) return headBlock(request, texts);
  const names = new Set(addedHeaders(log));
  const headers = request.headers.filter(([name]) => names.has(name));
  return headBlock({ firstLine: undefined, headers }, texts);
}

/** Returns the lines of a head in a fenced block, or undefined if there are no lines. */
export function headBlock(
  { firstLine, headers }: MessageHead,
  texts: LogTexts,
): readonly Segment[] | undefined {
  const lines = [
    ...(firstLine ? [texts.segments(firstLine, 'request')] : []),
    ...headers.map(([name, value]) => [
      ...texts.segments(name, 'value'),
      ': ',
      ...texts.segments(value, { header: name }),
    ]),
  ];
  if (lines.length === 0) return undefined;
  const text = lines.map((line) => linesOf(line).flatMap((part, at) => (at === 0 ? part : [' ', ...part])));
  return cutHead(
    text.flatMap((line, index) => (index === 0 ? line : ['\n', ...line])),
    LONGEST_HEADERS,
  );
}
