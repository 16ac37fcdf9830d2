/**
 * The logged request in a form for other tools, built from the raw text or, if that is not a request, from the logged
 * headers.
 */
import { parseRawRequest, type RawRequest } from '../http/rawHttp.ts';
import type { DetectionLog } from '../service/model.ts';
import { type Message, message } from '../text/l10n.ts';

export interface HttpRequest {
  readonly method: string;
  readonly target: string;
  /** The version, for example `HTTP/1.1`. */
  readonly version: string;
  readonly headers: readonly RequestHeader[];
  readonly body: string;
  /** Sentences that describe the differences from the request as sent without quoting it. */
  readonly remarks: readonly Message[];
}

export interface RequestHeader {
  readonly name: string;
  /** Without line folding. */
  readonly value: string;
  /** The line as sent, including white space. */
  readonly line: string;
}

/** Returns a log's request. Never fails; the remarks list any missing parts. */
export function requestOf({ rawData, request }: DetectionLog): HttpRequest {
  const raw = parseRawRequest(rawData);
  if (!raw.parses) return fromHeaders(request);
  // A line without a name and a pseudo-header cannot be sent.
  const headers = raw.headers.filter(({ name }) => name !== '' && !name.startsWith(':'));
  return {
    ...requestLine(raw),
    headers: headers.map(({ name, value, start, end }) => {
      const line = rawData.slice(start, end);
      return { name, value, line: /[\r\n]/.test(line) ? `${name}: ${value}` : line };
    }),
    body: rawData.slice(raw.bodyOffset),
    remarks: raw.problems,
  };
}

/** Returns the request that consists of `req_line_headers`, which includes the headers that the service added (section 2.2). */
function fromHeaders({ firstLine = '', headers }: DetectionLog['request']): HttpRequest {
  const first = parseRawRequest(firstLine);
  return {
    ...requestLine(first),
    headers: headers.map((header) => {
      const [name, value] = header.map((text) => text.replace(/[\r\n]+/g, ' ').trim()) as [string, string];
      return { name, value, line: `${name}: ${value}` };
    }),
    body: '',
    remarks: [
      message(
        'The raw data cannot be read as an HTTP request. This request is built from the headers of the log, including those that the service added, and has no body.',
      ),
      ...(first.method === undefined
        ? [message('The log has no request line. GET and the path / are used instead.')]
        : []),
    ],
  };
}

function requestLine({ method = 'GET', target = '/', version = 'HTTP/1.1' }: RawRequest) {
  return { method, target, version };
}
