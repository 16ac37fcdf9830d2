/** The request in a report, once, and what the response said. */
import { addedHeaders, parseRawRequest } from '../../http/rawHttp.ts';
import type { DetectionLog, Header, MessageHead } from '../../service/model.ts';
import { english, type Message, message } from '../../text/l10n.ts';
import { boundedBlock } from '../../text/markdown.ts';
import { formatNumber } from '../../text/numbers.ts';

export interface RequestSection {
  readonly markdown: string;
  /** The sentence that says what is cut; undefined when nothing is. */
  readonly cut: Message | undefined;
}

/** Returns the section in at most `room` UTF-16 units (1,000 or more): the raw data takes what the rest of it leaves. */
export function requestSection(log: DetectionLog, room: number): RequestSection {
  const { rawData, request } = log;
  if (rawData === '') {
    const head = headBlock(request, room);
    return head === undefined
      ? { markdown: '## Request\n\nThe log has neither raw data nor headers.', cut: undefined }
      : {
          markdown: `## Request\n\nThe log has no raw data: these are its headers.\n\n${head}`,
          cut: undefined,
        };
  }
  const { parses, problems } = parseRawRequest(rawData);
  const added = addedBlock(log, parses, Math.floor(room / 4));
  const remarks = problems.length > 0 ? `\n\n${problems.map(english).join(' ')}` : '';
  const after = `${remarks}${added}`;
  const { block, shown } = boundedBlock(
    rawData,
    Math.max(MOST_CUT_NOTE, room - after.length - MOST_CUT_NOTE),
  );
  const cut =
    shown < rawData.length
      ? message(
          'The raw data is cut: its first {0} of {1} characters. The link leads to the whole.',
          shown,
          rawData.length,
        )
      : undefined;
  return {
    markdown: `## Request\n\n${block}${cut === undefined ? '' : `\n\n${english(cut)}`}${after}`,
    cut,
  };
}

/** UTF-16 units of the heading and of what says that something is cut. */
const MOST_CUT_NOTE = 200;

/** The headers that the raw data does not have, as far as that is known. */
function addedBlock(log: DetectionLog, parses: boolean, room: number): string {
  if (!parses) {
    const head = headBlock(log.request, room);
    return head === undefined ? '' : `\n\nThe headers as the service read them:\n\n${head}`;
  }
  const names = new Set(addedHeaders(log));
  const added = log.request.headers.filter(([name]) => names.has(name));
  const block = headBlock({ firstLine: undefined, headers: added }, room);
  return block === undefined ? '' : `\n\nAdded by the service, not in the raw data:\n\n${block}`;
}

/** The lines of a head in a fenced block; undefined when there is none. What is cut is said below it. */
export function headBlock({ firstLine, headers }: MessageHead, room: number): string | undefined {
  if ((firstLine === undefined || firstLine === '') && headers.length === 0) return undefined;
  const text = headText(firstLine, headers, room);
  const { block, shown } = boundedBlock(text, room - MOST_CUT_NOTE);
  const isCut = shown < text.length || text.length > room;
  return isCut
    ? `${block}\n\nOf ${formatNumber(headers.length)} headers, the first ${formatNumber(shown)} characters are shown.`
    : block;
}

/** As many lines as there is room for, and one more. */
function headText(firstLine: string | undefined, headers: readonly Header[], room: number): string {
  const lines: string[] = firstLine === undefined ? [] : [oneLine(firstLine)];
  let length = lines[0]?.length ?? 0;
  for (const [name, value] of headers) {
    if (length > room) break;
    const line = `${oneLine(name)}: ${oneLine(value)}`;
    lines.push(line);
    length += line.length + 1;
  }
  return lines.join('\n');
}

function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ');
}
