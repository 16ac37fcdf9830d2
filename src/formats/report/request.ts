/** The sections of a report that show the request, a command that resends it, and the headers. */
import { addedHeaders } from '../../http/rawHttp.ts';
import type { LogTexts } from '../../redaction/redact.ts';
import { joined, mapText, type Segment } from '../../redaction/segments.ts';
import type { DetectionLog, MessageHead } from '../../service/model.ts';
import { english, type Message, message } from '../../text/l10n.ts';
import { asVisibleLines } from '../../text/visible.ts';
import { curlRequest, posixCommand } from '../curl.ts';
import { fencedBlock } from '../markdown.ts';
import { type LogMatch, startAround } from './match.ts';

export interface RequestSection {
  readonly segments: readonly Segment[];
  /** The sentence about truncated raw data; undefined if it is complete. */
  readonly cut: Message | undefined;
}

/** Maximum number of displayed UTF-16 units of each section. */
const LONGEST = { whole: 2_400, head: 1_200, body: 1_200, headers: 600, command: 1_600 } as const;
/** Number of UTF-16 units of a truncated body to show before the match. */
const BEFORE_MATCH = 200;

/** Returns the raw data, or the headers if there is none. Long raw data is truncated to its head and the match. */
export function requestSection(log: DetectionLog, { read, main }: LogMatch, texts: LogTexts): RequestSection {
  const heading = '## Request\n\n';
  const { rawData } = log;
  if (rawData === '') {
    const head = headBlock(log.request, texts);
    const segments = head
      ? ['The log has no raw data. These are its headers:\n\n', ...head]
      : ['The log has neither raw data nor headers.'];
    return { segments: [heading, ...segments], cut: undefined };
  }
  const whole = mapText(texts.segments(rawData, 'request'), asVisibleLines);
  if (joined(whole).length <= LONGEST.whole)
    return { segments: [heading, ...fencedBlock(whole, LONGEST.whole)], cut: undefined };
  const { method, bodyOffset } = read.request;
  const headEnd = method === undefined ? 0 : bodyOffset;
  const head = texts.segments(rawData, 'request', { start: 0, end: headEnd });
  const start = Math.max(headEnd, startAround(rawData, main?.start ?? 0, BEFORE_MATCH));
  const body = texts.segments(rawData, 'request', { start, end: rawData.length });
  const cut = message(
    'The raw data ({0} characters) is truncated. To see all of it, use the link.',
    rawData.length,
  );
  const segments = [
    ...[heading, ...(headEnd > 0 ? [...fencedBlock(head, LONGEST.head), '\n\n'] : [])],
    ...(start < rawData.length
      ? [...fencedBlock([start > headEnd ? '…' : '', ...body], LONGEST.body), '\n\n']
      : []),
    english(cut),
  ];
  return { segments, cut };
}

/** The placeholder for a hidden value in a command. */
const HIDDEN = 'HIDDEN-VALUE';
/** The headers of the log are not hidden. */
const NO_HEAD = { firstLine: undefined, headers: [] };
const TOO_LONG = ['The command is too long for this report. To get it, use **Copy As…** in the editor.'];

/**
 * Returns a command for POSIX shells that resends the request, with placeholders for hidden values, or undefined if the
 * raw data is not a request.
 */
export function requestCommand(
  log: DetectionLog,
  { read }: LogMatch,
  texts: LogTexts,
): readonly Segment[] | undefined {
  if (!read.request.parses) return undefined;
  const sent = texts.segments(log.rawData, 'request');
  const isHidden = sent.some((each) => typeof each !== 'string' && each.shown === undefined);
  const rawData = sent.map((each) => (typeof each === 'string' ? each : (each.shown ?? HIDDEN))).join('');
  if (rawData.length > LONGEST.command) return TOO_LONG;
  const { options, body, remarks } = curlRequest({ ...log, rawData, request: NO_HEAD });
  // The length of the values that replace the placeholders is not known.
  const known = options.filter(([, value = '']) => !isHidden || !/^content-length\s*:/i.test(value));
  const command = posixCommand({ options: known, body });
  if (command.length > LONGEST.command) return TOO_LONG;
  const notes = [
    'For dash, bash, zsh, or another POSIX shell.',
    ...remarks.map(english),
    ...(isHidden ? [`Replace each \`${HIDDEN}\` with your own value.`] : []),
  ];
  return [notes.join(' '), '\n\n', ...fencedBlock([command], 2 * LONGEST.command)];
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
  const text = lines.flatMap((line, at) => [
    at === 0 ? '' : '\n',
    ...mapText(line, (part) => part.replace(/[\r\n]+/g, ' ')),
  ]);
  return fencedBlock(text, LONGEST.headers);
}
