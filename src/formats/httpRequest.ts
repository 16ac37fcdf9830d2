/**
 * The logged request in a form for other tools, built from the raw text or, if there is none, from the logged headers.
 */

import { parseRawRequest, type RawHeader, type RawRequest } from '../http/rawHttp.ts';
import type { DetectionLog } from '../service/model.ts';
import { type Message, message } from '../text/l10n.ts';

export interface HttpRequest {
  /** The source: `raw_data`, or `req_line_headers` plus the headers that the service added (section 2.2). */
  readonly source: 'raw data' | 'headers';
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
export function requestOf(log: DetectionLog): HttpRequest {
  const raw = parseRawRequest(log.rawData);
  return raw.parses ? fromRawData(log.rawData, raw) : fromHeaders(log, raw);
}

function fromRawData(rawData: string, raw: RawRequest): HttpRequest {
  return {
    source: 'raw data',
    ...requestLine(raw),
    headers: raw.headers.filter(isSendable).map(({ name, value, start, end }) => {
      const line = rawData.slice(start, end);
      return { name, value, line: /[\r\n]/.test(line) ? `${name}: ${value}` : line };
    }),
    body: rawData.slice(raw.bodyOffset),
    remarks: raw.problems,
  };
}

/** Returns false for a line without a name, and for a pseudo-header. */
function isSendable({ name }: RawHeader): boolean {
  return name !== '' && !name.startsWith(':');
}

function fromHeaders(log: DetectionLog, raw: RawRequest): HttpRequest {
  const why =
    raw.headerCount > raw.headers.length
      ? message('The raw data has too many headers.')
      : message('The raw data is not an HTTP request.');
  const first = parseRawRequest(log.request.firstLine ?? '');
  const known = first.method !== undefined;
  return {
    source: 'headers',
    ...requestLine(first),
    headers: log.request.headers.map(([name, value]) => {
      const unfolded = value.replace(/[\r\n]+/g, ' ').trim();
      const onLine = name.replace(/[\r\n]+/g, ' ');
      return { name: onLine, value: unfolded, line: `${onLine}: ${unfolded}` };
    }),
    body: '',
    remarks: [
      message(
        '{0} This request is built from the headers of the log, including those that the service added, and has no body.',
        why,
      ),
      ...(known ? [] : [message('The log has no request line. GET and the path / are used instead.')]),
    ],
  };
}

function requestLine({ method = 'GET', target = '/', version = 'HTTP/1.1' }: RawRequest) {
  return { method, target, version };
}
