/** A logged request as curl options, before quoting for any shell. */

import type { DetectionLog } from '../service/model.ts';
import { type Message, message, pluralMessage } from '../text/l10n.ts';
import { type HttpRequest, type RequestHeader, requestOf } from './httpRequest.ts';

/** A long option without its hyphens, and its value if it takes one. */
export type CurlOption = readonly [name: string, value?: string];

export interface CurlRequest {
  readonly options: readonly CurlOption[];
  /** The body, to be sent as UTF-8, byte for byte; empty if there is none. */
  readonly body: string;
  /**
   * Remarks on steps to take before sending the request and on everything that curl cannot send as logged. They quote
   * nothing from the log.
   */
  readonly remarks: readonly Message[];
}

/** The placeholder URL to which the request is sent until the user replaces it; never the attacked host. */
export const CURL_URL = 'http://REPLACE-ME';

/** A character that can be passed to curl only in the body, and the remark to show if it is omitted. */
interface Unsendable {
  readonly character: string;
  readonly remark: Message;
}

/** No program argument can contain NUL. */
const NUL: Unsendable = { character: '\0', remark: message('A NUL character outside the body is left out.') };

/** Windows treats SUB as the end of a text file, and curl's configuration is passed in a text file. */
export const SUB: Unsendable = {
  character: '\x1a',
  remark: message(
    'SUB characters outside the body are left out, because Windows stops reading the options at a SUB character.',
  ),
};

/** Headers that curl sends by default. */
const OWN_HEADERS = ['Host', 'User-Agent', 'Accept'];
const OWN_BODY_HEADERS = ['Content-Type', 'Content-Length', 'Expect'];

/**
 * Returns the curl options for a log's request, with its method, target, header lines, and body as logged. All of the
 * text is untrusted and must be quoted. NUL and the characters in `unsendable` are omitted.
 */
export function curlRequest(log: DetectionLog, ...unsendable: readonly Unsendable[]): CurlRequest {
  const remarks = [message('Replace REPLACE-ME with the address of your server.')];
  const request = [NUL, ...unsendable].reduce(
    (request, character) => without(character, request, remarks),
    requestOf(log),
  );
  remarks.push(...request.remarks);
  const options: CurlOption[] = [
    httpVersion(request, remarks),
    request.method === 'HEAD' && request.body === '' ? ['head'] : ['request', request.method],
    ['request-target', request.target],
    ...headerOptions(request, remarks),
  ];
  if (/\p{Cs}/u.test(request.target) || /\p{Cs}/u.test(request.body)) {
    remarks.push(
      message('Unpaired surrogates are not valid characters. Each is sent as the replacement character.'),
    );
  }
  return { options, body: request.body, remarks };
}

function without({ character, remark }: Unsendable, request: HttpRequest, remarks: Message[]): HttpRequest {
  const head = [request.target, ...request.headers.map(({ line }) => line)];
  if (!head.some((text) => text.includes(character))) return request;
  remarks.push(remark);
  const clean = (text: string) => text.replaceAll(character, '');
  return {
    ...request,
    target: clean(request.target),
    headers: request.headers.map(({ name, value, line }) => ({
      name: clean(name),
      value: clean(value),
      line: clean(line),
    })),
  };
}

function httpVersion({ version }: HttpRequest, remarks: Message[]): CurlOption {
  if (version !== 'HTTP/1.0' && version !== 'HTTP/1.1') {
    remarks.push(message('The request used {0}, but curl sends HTTP/1.1.', version));
  }
  return [version === 'HTTP/1.0' ? 'http1.0' : 'http1.1'];
}

function headerOptions({ headers, body }: HttpRequest, remarks: Message[]): CurlOption[] {
  const names = headers.map(({ name }) => name.trim().toLowerCase());
  const host = names.indexOf('host');
  const own = body === '' ? OWN_HEADERS : [...OWN_HEADERS, ...OWN_BODY_HEADERS];
  const removed = own.filter((name) => !names.includes(name.toLowerCase())).map((name) => `${name}:`);

  const lines = headers.filter((_, index) => names[index] !== 'host' || index === host).map(headerArgument);
  const sent = lines.filter((line) => line !== undefined);
  const unsendable = lines.length - sent.length;
  if (unsendable > 0)
    remarks.push(
      pluralMessage(unsendable, {
        one: 'A header is left out, because curl cannot send it.',
        other: '{0} headers are left out, because curl cannot send them.',
      }),
    );
  if (names.lastIndexOf('host') > host)
    remarks.push(message('Only the first of several Host headers is sent.'));
  if (host > 0) remarks.push(message('The Host header is sent first.'));
  if (names.includes('transfer-encoding') && body !== '') {
    remarks.push(
      message('curl splits the body into its own chunks, in addition to any chunks in the raw data.'),
    );
  }
  return [...removed, ...sent].map((line) => ['header', line]);
}

/**
 * Returns the argument for a header line, or undefined if curl would interpret it as a file name or cannot send the
 * line.
 */
function headerArgument({ name, value, line }: RequestHeader): string | undefined {
  if (name.startsWith('@')) return undefined;
  // curl omits a header whose value consists only of characters that curl treats as white space.
  if (value !== '') return /[^ \t-\r]/.test(value) ? line : undefined;
  return name.includes(';') || /\s$/.test(name) ? undefined : `${name};`;
}
