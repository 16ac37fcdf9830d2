import { STATUS_CODES } from 'node:http';
import type { Header } from '../service/model.ts';
import { rawRequest, requestLine, withHeaders } from './attacks.ts';
import { Random } from './random.ts';
import { checkout, largeUpload, pickRule, type SampleRule, upload } from './rules.ts';
import type { SampleDomain } from './sampleDomains.ts';
import { Timeline } from './timeline.ts';
import { clientHeaders, nightlyUploader, pickVisitor, type Visitor } from './visitors.ts';

export type SampleLog = ReturnType<typeof sampleLog>;

const FIRST_IDX = 1001;

/** The detection logs of one domain. They are generated for each request and are not stored. */
export class SampleDomainLogs {
  readonly domain: SampleDomain;
  readonly timeline: Timeline;
  /** The ordinal of the last log at the time the service started. */
  readonly #newest: number;

  constructor(domain: SampleDomain, now: Date) {
    this.domain = domain;
    this.timeline = new Timeline([1, domain.index], domain.logs, now);
    this.#newest = domain.logs - 1;
  }

  /** Returns the ordinal of the log with that `idx`, or undefined if there is none. */
  ordinalOf(idx: number): number | undefined {
    const ordinal = idx - FIRST_IDX;
    return ordinal >= 0 && ordinal < this.timeline.total ? ordinal : undefined;
  }

  log(ordinal: number): SampleLog {
    const random = new Random(1, this.domain.index, ordinal);
    const planned = this.#planned(ordinal);
    const log = sampleLog(random, this.domain, planned, FIRST_IDX + ordinal, this.timeline.timeOf(ordinal));
    return this.domain.change?.(log, ordinal) ?? log;
  }

  /** Returns the rule that the domain's story requires for a log, or undefined to use a random rule. */
  #planned(ordinal: number): SampleRule | undefined {
    const { story } = this.domain;
    if (story === 'large uploads' && ordinal % 100 === 50) return largeUpload;
    if (story !== 'nightly upload') return undefined;
    if (ordinal === this.#newest) return checkout;
    return this.timeline.isFirstOfDay(ordinal) ? upload : undefined;
  }
}

/**
 * Creates a log.
 * @param planned the rule that a story requires; the rule is random otherwise
 * @param time in milliseconds since 1970
 */
function sampleLog(
  random: Random,
  domain: SampleDomain,
  planned: SampleRule | undefined,
  idx: number,
  time: number,
) {
  const rule = planned ?? pickRule(random);
  const visitor = planned === upload ? nightlyUploader : pickVisitor(random);
  const isBlocked = planned !== undefined || random.chance(0.6);
  const { detected, place, ...attack } = rule.attack(random, domain);
  const client = clientHeaders(random, domain);
  const request = { ...attack, headers: withHeaders(client, attack.headers) };
  return {
    ...visitor,
    idx,
    time,
    rule,
    action: isBlocked ? 'Blocked' : 'Detected',
    virtualHost: `${domain.host}:443`,
    uri: request.target.split('?', 1)[0] ?? '',
    detected,
    place,
    description: `Detected pattern "${detected}" in ${place}`,
    requestLine: requestLine(request),
    /** The headers as sent by the client, followed by the headers that the service adds. */
    requestHeaders: [...request.headers, ...addedHeaders(random, visitor)],
    rawData: rawRequest(request),
    response: responseHead(random, isBlocked, time),
  };
}

/** Returns the headers that the service adds to `req_line_headers`; `raw_data` does not contain them (section 2.2). */
function addedHeaders(random: Random, { address, countryCode }: Visitor): Header[] {
  return [
    ['X-Forwarded-For', address],
    ['X-Client-IP', address],
    ['X-Client-Country', countryCode],
    ['X-Forwarded-Proto', 'https'],
    ['X-Unique-ID', random.hex(24)],
  ];
}

/**
 * Returns the status line and headers of the response.
 * @param time in milliseconds since 1970
 */
function responseHead(random: Random, isBlocked: boolean, time: number) {
  const code = isBlocked ? 403 : random.pick([200, 200, 200, 404]);
  const headers: Header[] = [
    ['Date', new Date(time).toUTCString()],
    ['Connection', isBlocked ? 'close' : 'keep-alive'],
    ['Content-Length', String(random.between(150, 60_000))],
    ['Content-Type', 'text/html; charset=utf-8'],
  ];
  if (code === 200 && random.chance(0.4))
    headers.push(['Set-Cookie', `session=sample${random.hex(26)}; Path=/; HttpOnly; Secure`]);
  return { code, statusLine: `HTTP/1.1 ${code} ${STATUS_CODES[code]}`, headers };
}
