/** Formats a report's request as a command that resends it. */

import { parseRawRequest } from '../../http/rawHttp.ts';
import { marksAs } from '../../redaction/placeholders.ts';
import type { DetectionLog } from '../../service/model.ts';
import { english } from '../../text/l10n.ts';
import { fencedBlock } from '../../text/markdown.ts';
import { formatNumber } from '../../text/numbers.ts';
import { toCurl, toCurlWithFile } from '../curl.ts';
import { curlRequest } from '../curlRequest.ts';
import { requestOf } from '../httpRequest.ts';

/** Maximum size, in bytes, of a body in the command, and the size up to which a body is always included. */
const LONGEST_BODY = 4096;
const SHORT_BODY = 400;
/** Maximum length, in characters, of a request's head. No command is written for a request with a longer head. */
const LONGEST_HEAD = 64 * 1024;
const BODY_FILE = 'request-body';

/**
 * Returns Markdown with a command for POSIX shells, or undefined if the log contains no request.
 * @param log the log as shown in the report
 * @param room maximum length of the whole text, in UTF-16 units
 * @param isRedacted true if the log can contain placeholders
 */
export function reproduce(log: DetectionLog, room: number, isRedacted = false): string | undefined {
  const sent = isRedacted ? withPlainPlaceholders(log) : log;
  const { bodyOffset } = parseRawRequest(sent.rawData);
  const { source, body } = requestOf(sent);
  if (source === 'headers' && !sent.request.firstLine && sent.request.headers.length === 0) return undefined;
  if (bodyOffset > LONGEST_HEAD && source === 'raw data') return tooLong();
  const bytes = Buffer.byteLength(body);
  const written = (isLong: boolean) => {
    const request = isLong
      ? sent
      : { ...sent, rawData: withLength(sent.rawData, Buffer.byteLength(requestOf(log).body), bytes) };
    const command = isLong ? toCurlWithFile(request, BODY_FILE) : toCurl(request);
    const remarks = [
      'For dash, bash, zsh, or another POSIX shell.',
      ...curlRequest(request).remarks.map(english),
      ...(isRedacted && command.includes(PLAIN) ? [`Replace each \`${PLAIN}\` with your own value.`] : []),
      ...(isRedacted && !isLong && body.includes(PLAIN) ? ['Adjust Content-Length to the new body.'] : []),
      ...(isLong ? [`Save the body (${formatNumber(bytes)} bytes) as \`${BODY_FILE}\`.`] : []),
    ];
    return `${remarks.join(' ')}\n\n${fencedBlock(command)}`;
  };
  const whole = bytes > LONGEST_BODY ? undefined : written(false);
  if (whole !== undefined && whole.length <= room) return whole;
  const withFile = bytes > SHORT_BODY ? written(true) : undefined;
  return withFile !== undefined && withFile.length <= room ? withFile : tooLong();
}

function tooLong(): string {
  return 'The command is too long for this report. To get it, use **Copy As…** in the editor.';
}

const PLAIN = 'HIDDEN-VALUE';

/** Returns the log with placeholders that need no quoting. */
function withPlainPlaceholders(log: DetectionLog): DetectionLog {
  const plain = (text: string) => marksAs(text, PLAIN);
  const { firstLine, headers } = log.request;
  return {
    ...log,
    rawData: plain(log.rawData),
    request: {
      firstLine: firstLine === undefined ? undefined : plain(firstLine),
      headers: headers.map(([name, value]) => [plain(name), plain(value)]),
    },
  };
}

/** Returns raw data in which Content-Length is updated if it was correct before the body was redacted. */
function withLength(rawData: string, before: number, after: number): string {
  const { headers } = parseRawRequest(rawData);
  const header = headers.find(
    ({ name, value }) => name.trim().toLowerCase() === 'content-length' && value === String(before),
  );
  if (header === undefined) return rawData;
  return `${rawData.slice(0, header.valueStart)}${after}${rawData.slice(header.valueStart + header.value.length)}`;
}
