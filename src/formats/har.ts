import { listedValue } from '../http/rawHttp.ts';
import type { DetectionLog, Header, LogRow } from '../service/model.ts';
import { english } from '../text/l10n.ts';
import { requestOf } from './httpRequest.ts';
import { loggedTime } from './loggedTime.ts';

/**
 * Returns indented HAR 1.2 with the given entries.
 * @param version the version of this extension, for the file's `creator`
 */
export function harOf(entries: readonly unknown[], version: string): string {
  const har = { log: { version: '1.2', creator: { name: 'Partner Logs', version }, entries } };
  return `${JSON.stringify(har, undefined, 2)}\n`;
}

/**
 * Returns one HAR entry. Nothing is redacted. Comments name the data that HAR requires but logs do not contain: the
 * response body and durations.
 */
export function harEntry(log: DetectionLog, row: LogRow | undefined) {
  const { instant, source } = loggedTime(log, row);
  return {
    startedDateTime: instant.toISOString(),
    time: 0,
    request: harRequest(log),
    response: harResponse(log),
    cache: {},
    timings: { send: 0, wait: 0, receive: 0, comment: 'Detection logs do not contain durations.' },
    comment: `Source of the time: ${source}.`,
  };
}

function harRequest(log: DetectionLog) {
  const { method, target, version, headers, body, remarks } = requestOf(log);
  const sent = headers.map(({ name, value }) => [name, value] as const);
  const query = /^[^?#]*\?([^#]*)/.exec(target)?.[1] ?? '';
  return {
    method,
    url: harUrl(log, target),
    _requestTarget: target,
    httpVersion: version,
    cookies: harCookies(sent, 'cookie'),
    headers: harHeaders(sent),
    queryString: Array.from(new URLSearchParams(query), ([name, value]) => ({ name, value })),
    ...(body === '' ? {} : { postData: { mimeType: listedValue(sent, 'content-type'), text: body } }),
    headersSize: -1,
    bodySize: Buffer.byteLength(body),
    comment: remarks.map(english).join(' '),
  };
}

function harResponse({ response: { firstLine = '', headers }, responseCode }: DetectionLog) {
  const [, version = '', reason = ''] = /^(\S+) +\d+(.*)/s.exec(firstLine) ?? [];
  return {
    status: responseCode,
    statusText: reason.trimStart(),
    httpVersion: version,
    cookies: harCookies(headers, 'set-cookie'),
    headers: harHeaders(headers),
    content: {
      size: 0,
      mimeType: listedValue(headers, 'content-type'),
      comment: 'Detection logs do not contain the response body.',
    },
    redirectURL: listedValue(headers, 'location'),
    headersSize: -1,
    bodySize: -1,
  };
}

/**
 * Returns the absolute URL that HAR requires: the target, or one built from the virtual host. The scheme is that of the
 * header that the service adds, or follows from the port.
 */
function harUrl({ virtualHost, request }: DetectionLog, target: string): string {
  if (/^https?:\/\//i.test(target) && URL.canParse(target)) return escapeUrl(target);
  const forwarded = listedValue(request.headers, 'x-forwarded-proto').toLowerCase();
  const isHttps = forwarded === 'https' || (forwarded === '' && virtualHost.endsWith(':443'));
  const url = escapeUrl(
    `${isHttps ? 'https' : 'http'}://${virtualHost}${target.startsWith('/') ? target : '/'}`,
  );
  return URL.canParse(url) ? url : 'http://unknown.invalid/';
}

/**
 * Percent-encodes the characters that RFC 3986 does not allow in a URL, and `#`, which is literal in a request target.
 */
function escapeUrl(url: string): string {
  return url.replace(/[^\x21-\x7e]+|["#<>\\^`{|}]/g, (text) =>
    Buffer.from(text).toString('hex').toUpperCase().replace(/../g, '%$&'),
  );
}

/** Returns the cookies of a request, or those that a response sets, without their attributes. */
function harCookies(headers: readonly Header[], of: 'cookie' | 'set-cookie') {
  return headers
    .filter(([name]) => name.trim().toLowerCase() === of)
    .flatMap(([, value]) => value.split(';', of === 'cookie' ? undefined : 1))
    .flatMap((pair) => {
      const [, name = '', value = ''] = /^\s*([^=\s][^=]*)=?(.*)/s.exec(pair) ?? [];
      return name === '' ? [] : [{ name: name.trim(), value: value.trim() }];
    });
}

function harHeaders(headers: readonly Header[]) {
  return headers.map(([name, value]) => ({ name: name.trim(), value }));
}
