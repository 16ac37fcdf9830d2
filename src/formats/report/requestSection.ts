/** The section of a report that shows the request and the response headers. */
import type { TextRange } from '../../http/decode/mappedText.ts';
import { addedHeaders, parseRawRequest } from '../../http/rawHttp.ts';
import type { DetectionLog, MessageHead } from '../../service/model.ts';
import { english, type Message, message } from '../../text/l10n.ts';
import { boundedBlock } from '../../text/markdown.ts';
import { counted, formatNumber } from '../../text/numbers.ts';
import { truncate } from '../../text/strings.ts';
import { startAround } from './whatMatched.ts';

export interface RequestSection {
  readonly markdown: string;
  /** The sentence about truncated content; undefined if nothing is truncated. */
  readonly cut: Message | undefined;
}

const HEADING = '## Request\n\n';
/** UTF-16 units reserved for the heading and the sentences about truncated content. */
const SENTENCES = 330;
/** Maximum length of a line and maximum number of lines in a truncated head. */
const LONGEST_LINE = 160;
const MOST_LINES = 200;

/**
 * Returns the raw data in at most `room` UTF-16 units (800 or more), or the headers if there is no raw data. If the raw
 * data is longer, truncates long lines, omits headers, and shows the body around the match.
 */
export function requestSection(
  { rawData, request }: DetectionLog,
  match: TextRange | undefined,
  room: number,
): RequestSection {
  if (rawData === '') {
    const head = headBlock(request, room - SENTENCES);
    const text =
      head === undefined
        ? 'The log has neither raw data nor headers.'
        : `The log has no raw data. These are its headers:\n\n${head}`;
    return { markdown: HEADING + text, cut: undefined };
  }
  const { method, problems, bodyOffset } = parseRawRequest(rawData);
  const remarks = problems.map((problem) => `\n\n${english(problem)}`).slice(0, 2);
  const rest = room - SENTENCES - remarks.join('').length;
  const whole = boundedBlock(rawData, rest);
  if (whole.shown === rawData.length)
    return { markdown: HEADING + whole.block + remarks.join(''), cut: undefined };

  const headEnd = method === undefined ? 0 : bodyOffset;
  const hasBody = headEnd < rawData.length;
  const head = cutHead(rawData.slice(0, headEnd), match, hasBody ? rest / 2 : rest);
  const from = Math.max(headEnd, startAround(rawData, match?.start ?? 0, AROUND_BODY));
  const body = boundedBlock(rawData.slice(from), Math.min(MOST_BODY, rest - head.markdown.length));
  const cut = message(
    'The raw data is truncated: {0} of {1} characters. To see all of it, use the link.',
    head.shown + body.shown,
    rawData.length,
  );
  const whereFrom =
    from > headEnd ? `${formatNumber(from - headEnd)} characters after its beginning` : 'at its beginning';
  const bodyParts = hasBody
    ? [
        body.block,
        ...(body.shown < rawData.length - headEnd
          ? [
              `${formatNumber(body.shown)} of the ${formatNumber(rawData.length - headEnd)} characters of the body are shown, starting ${whereFrom}.`,
            ]
          : []),
      ]
    : [];
  const parts = [...(head.markdown === '' ? [] : [head.markdown]), ...bodyParts, english(cut)];
  return { markdown: HEADING + parts.join('\n\n') + remarks.join(''), cut };
}

/** Number of UTF-16 units to show of a truncated body, and of the text before the match in it. */
const MOST_BODY = 1_500;
const AROUND_BODY = 200;

interface CutHead {
  readonly markdown: string;
  /** Number of UTF-16 units of the head that are shown. */
  readonly shown: number;
}

/**
 * Returns as many lines of a head as fit, but the first line and the line with the match in any case, followed by the
 * number of omitted lines. Each line is truncated to a maximum length.
 */
function cutHead(head: string, match: TextRange | undefined, room: number): CutHead {
  const lines: string[] = [];
  let [taken, left, shortened] = [SENTENCES / 2 + 2 * LONGEST_LINE, 0, 0];
  for (const { 0: line, index } of head.matchAll(/[^\r\n]+/g)) {
    const at = match && match.start < index + line.length ? match.start - index : -1;
    const text = at > LONGEST_LINE / 2 ? `…${line.slice(startAround(line, at, LONGEST_LINE / 4))}` : line;
    const shown = truncate(text, LONGEST_LINE);
    taken += shown.length + 1;
    if (at < 0 && lines.length > 0 && (taken > room || lines.length >= MOST_LINES)) left++;
    else {
      lines.push(shown);
      if (shown !== line) shortened++;
    }
  }
  if (lines.length === 0) return { markdown: '', shown: 0 };
  const { block, shown } = boundedBlock(lines.join('\n'), room - SENTENCES / 2);
  const sentences = [
    ...(left > 0 ? [`${counted(left, 'further header')} left out.`] : []),
    ...(shortened > 0
      ? [`${counted(shortened, 'line')} cut to ${LONGEST_LINE} characters, marked “…”.`]
      : []),
  ];
  return { markdown: [block, ...(sentences.length > 0 ? [sentences.join(' ')] : [])].join('\n\n'), shown };
}

/** Returns the headers that are not in the raw data, or undefined if that cannot be determined. */
export function serviceHeaders(log: DetectionLog, room: number): string | undefined {
  const { rawData, request } = log;
  if (rawData === '') return undefined;
  if (!parseRawRequest(rawData).parses) return headBlock(request, room);
  const names = new Set(addedHeaders(log));
  return headBlock(
    { firstLine: undefined, headers: request.headers.filter(([name]) => names.has(name)) },
    room,
  );
}

/**
 * Returns the lines of a head in a fenced block of at most `room` units (210 or more) and the number of omitted lines,
 * or undefined if there are no lines.
 */
export function headBlock({ firstLine, headers }: MessageHead, room: number): string | undefined {
  const lines = [...(firstLine ? [firstLine] : []), ...headers.map(([name, value]) => `${name}: ${value}`)];
  if (lines.length === 0) return undefined;
  const text = lines.map((line) => line.replace(/[\r\n]+/g, ' ')).join('\n');
  const { block, shown } = boundedBlock(text, room);
  return shown === text.length ? block : cutHead(text, undefined, room).markdown;
}
