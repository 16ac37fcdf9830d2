import type { DetectionLog, Header, LogRow } from '../service/model.ts';
import { english } from '../text/l10n.ts';
import { type HttpRequest, requestOf } from './httpRequest.ts';
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
 * Returns one HAR entry. Nothing is redacted. Data that logs do not contain (the response body, durations, and sizes) is
 * marked as unknown, and comments name the source of all other data.
 */
export function harEntry(log: DetectionLog, row: LogRow | undefined) {
  const { instant, comment } = loggedTime(log, row);
  return {
    startedDateTime: instant.toISOString(),
    time: 0,
    request: harRequest(log),
    response: harResponse(log),
    cache: {},
    timings: { send: 0, wait: 0, receive: 0, comment: 'Detection logs do not contain durations.' },
    comment,
  };
}

function harRequest(log: DetectionLog) {
  const request = requestOf(log);
  const { url, comment } = harUrl(log, request);
  const headers = request.headers.map(({ name, value }) => ({ name: name.trim(), value }));
  const query = /^[^?#]*\?([^#]*)/.exec(request.target)?.[1] ?? '';
  return {
    method: request.method,
    url,
    _requestTarget: request.target,
    httpVersion: request.version,
    cookies: harCookies(
      headers.map(({ name, value }) => [name, value]),
      'cookie',
    ),
    headers,
    queryString: Array.from(new URLSearchParams(query), ([name, value]) => ({ name, value })),
    ...(request.body === ''
      ? {}
      : { postData: { mimeType: fieldValue(headers, 'content-type') ?? '', text: request.body } }),
    headersSize: -1,
    bodySize: Buffer.byteLength(request.body),
    comment: [comment, ...request.remarks.map(english)].join(' '),
  };
}

function harResponse({ response, responseCode }: DetectionLog) {
  const headers = response.headers.map(([name, value]) => ({ name, value }));
  const [, version = '', reason = ''] = /^(\S+) +\d+(.*)/s.exec(response.firstLine ?? '') ?? [];
  return {
    status: responseCode,
    statusText: reason.trimStart(),
    httpVersion: version,
    cookies: harCookies(response.headers, 'set-cookie'),
    headers,
    content: {
      size: 0,
      mimeType: fieldValue(headers, 'content-type') ?? '',
      comment: 'Detection logs do not contain the response body.',
    },
    redirectURL: fieldValue(headers, 'location') ?? '',
    headersSize: -1,
    bodySize: -1,
  };
}

/**
 * Returns the absolute URL that HAR requires. The scheme is taken from the headers or the port, and defaults to `http`.
 */
function harUrl(log: DetectionLog, { target, headers }: HttpRequest): { url: string; comment: string } {
  if (/^https?:\/\//i.test(target) && URL.canParse(target)) {
    return { url: escapeUrl(target), comment: 'The URL is the request target as sent.' };
  }
  const forwarded = fieldValue(
    [...headers, ...log.request.headers.map(toField)],
    'x-forwarded-proto',
  )?.toLowerCase();
  const scheme =
    forwarded === 'https' || (forwarded === undefined && log.virtualHost.endsWith(':443')) ? 'https' : 'http';
  const url = escapeUrl(`${scheme}://${log.virtualHost}${target.startsWith('/') ? target : '/'}`);
  return URL.canParse(url)
    ? { url, comment: 'The URL is built from the virtual host and the request target.' }
    : { url: 'http://unknown.invalid/', comment: 'The log has no host from which to build a URL.' };
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
    .filter(([name]) => name.toLowerCase() === of)
    .flatMap(([, value]) => (of === 'cookie' ? value.split(';') : value.split(';', 1)))
    .flatMap((pair) => {
      const [, name = '', quoted = ''] = /^([^=]*)=(.*)$/s.exec(pair) ?? [];
      const value = quoted.trim().replace(/^"(.*)"$/s, '$1');
      return value === '' ? [] : [{ name: name.trim(), value }];
    });
}

function toField([name, value]: Header) {
  return { name, value };
}

function fieldValue(headers: readonly { name: string; value: string }[], lower: string): string | undefined {
  return headers.find(({ name }) => name.trim().toLowerCase() === lower)?.value;
}
