import { STATUS_CODES } from 'node:http';
import type { Header } from '../service/model.ts';
import type { Random } from './random.ts';
import type { SampleDomain } from './sampleDomains.ts';

/** The status line and headers of the response to the logged request. */
export interface ResponseHead {
  readonly code: number;
  readonly statusLine: string;
  readonly headers: readonly Header[];
}

/**
 * The status codes of responses to attacks that are detected but not blocked, for rules with an unusual status code.
 */
const codesByRule: Readonly<Record<string, number>> = {
  'Error Handling': 500,
  'Extension Filtering': 404,
  'Invalid HTTP': 400,
  'Invalid URL': 400,
  'Request Method Filtering': 405,
};

/** @param time the time of the response, in milliseconds since 1970 */
export function responseHead(
  random: Random,
  domain: SampleDomain,
  rule: string,
  blocked: boolean,
  time: number,
): ResponseHead {
  const code = blocked ? 403 : (codesByRule[rule] ?? random.pick([200, 200, 200, 302, 404]));
  const headers: Header[] = [
    ['Date', new Date(time).toUTCString()],
    ['Connection', blocked ? 'close' : 'keep-alive'],
    ['Content-Length', String(code === 302 ? 0 : random.between(150, 60_000))],
    ['Content-Type', 'text/html; charset=utf-8'],
  ];
  if (code === 302) headers.push(['Location', `https://${domain.host}/`]);
  if (code === 200 && random.chance(0.4)) {
    headers.push(['Set-Cookie', `session=sample${random.hex(26)}; Path=/; HttpOnly; Secure`]);
  }
  return { code, statusLine: `HTTP/1.1 ${code} ${STATUS_CODES[code]}`, headers };
}
