import type { Header } from '../service/model.ts';
import { hostileTexts, type Oddity } from './hostile.ts';
import { Random } from './random.ts';
import { bodyHeaders, rawRequest, requestLine, type SampleRequest, withHeaders } from './requests.ts';
import { responseHead } from './responses.ts';
import { checkoutInjection, fileUpload, pickRule, ruleNamed, type SampleRule } from './rules.ts';
import type { SampleDomain } from './sampleDomains.ts';
import type { LogFacts, SampleLog } from './sampleLog.ts';
import { Timeline } from './timeline.ts';
import { clientHeaders, nightlyUploader, pickVisitor, type Visitor } from './visitors.ts';

const FIRST_IDX = 1001;

/** Number of repetitions that turn 16 bytes into 5 MiB. */
const LARGE_UPLOAD = (5 * 1024 * 1024) / 16;

const largeUpload: SampleRule = {
  ...ruleNamed('File Upload'),
  attack: (random, domain) => fileUpload(random, domain, LARGE_UPLOAD),
};

const checkout: SampleRule = { ...ruleNamed('SQL Injection'), attack: checkoutInjection };

/** Seeds for a log's streams of random values. The timeline has its own seed. */
const FACTS = 1;
const REQUEST = 2;

/** The detection logs of one domain. They are generated for each request and are not stored. */
export class SampleDomainLogs {
  readonly timeline: Timeline;
  readonly #seed: number;
  readonly #domain: SampleDomain;
  /** The ordinal of the last log at the time the service started. */
  readonly #newest: number;

  /** @param count the number of logs from the first allowed day to `now` */
  constructor(seed: number, domain: SampleDomain, count: number, now: Date) {
    this.#seed = seed;
    this.#domain = domain;
    this.timeline = new Timeline([seed, domain.index], count, now);
    this.#newest = count - 1;
  }

  /** Returns the ordinal of the log with that `idx`, or undefined if there is none. */
  ordinalOf(idx: number): number | undefined {
    const ordinal = idx - FIRST_IDX;
    return Number.isSafeInteger(ordinal) && ordinal >= 0 && ordinal < this.timeline.total
      ? ordinal
      : undefined;
  }

  facts(ordinal: number): LogFacts {
    const planned = this.#planned(ordinal);
    if (!planned && this.#domain.story === 'nightly upload' && this.timeline.isFirstOfDay(ordinal)) {
      return {
        ...nightlyUploader,
        rule: ruleNamed('File Upload'),
        ruleName: 'File Upload',
        action: 'Blocked',
      };
    }
    const random = new Random(this.#seed, this.#domain.index, ordinal, FACTS);
    const rule = planned ?? pickRule(random);
    const action = random.chance(0.6) || rule === checkout ? 'Blocked' : 'Detected';
    const facts = { ...pickVisitor(random), rule, ruleName: rule.name, action };
    return { ...facts, ...this.#oddity(ordinal)?.facts };
  }

  log(ordinal: number): SampleLog {
    const random = new Random(this.#seed, this.#domain.index, ordinal, REQUEST);
    const facts = this.facts(ordinal);
    const { detected, place, ...attack } = facts.rule.attack(random, this.#domain);
    const request = asSent(random, this.#domain, attack);
    const time = this.timeline.timeOf(ordinal);
    const log: SampleLog = {
      ...facts,
      idx: FIRST_IDX + ordinal,
      time,
      virtualHost: `${this.#domain.host}:${this.#domain.port}`,
      uri: request.target.split('?', 1)[0] ?? '',
      detected,
      place,
      description: `Detected pattern "${detected}" in ${place}`,
      requestLine: requestLine(request),
      requestHeaders: [...request.headers, ...addedHeaders(random, this.#domain, facts)],
      rawLength: request.target.length + (request.body?.length ?? 0),
      rawData: () => rawRequest(request),
      response: responseHead(random, this.#domain, facts.rule.name, facts.action === 'Blocked', time),
    };
    return { ...log, ...this.#oddity(ordinal)?.change(log) };
  }

  /** Returns the rule that the domain's story requires for a log, or undefined to use a random rule. */
  #planned(ordinal: number): SampleRule | undefined {
    const { story } = this.#domain;
    if (story === 'large uploads' && ordinal % 100 === 50) return largeUpload;
    const isNewest = ordinal >= this.#newest && this.timeline.isLastOfDay(ordinal);
    return story === 'nightly upload' && isNewest ? checkout : undefined;
  }

  #oddity(ordinal: number): Oddity | undefined {
    return this.#domain.story === 'hostile text' && ordinal % 4 === 0
      ? hostileTexts[(ordinal / 4) % hostileTexts.length]
      : undefined;
  }
}

/** Returns the request as the client sends it: the attack, the client's default headers, and headers for the body. */
function asSent(random: Random, domain: SampleDomain, attack: SampleRequest): SampleRequest {
  const described = attack.body === undefined ? [] : bodyHeaders(attack.body);
  return {
    ...attack,
    headers: withHeaders(clientHeaders(random, domain), [...described, ...attack.headers]),
  };
}

/** Returns the headers that the service adds to `req_line_headers`; `raw_data` does not contain them (section 2.2). */
function addedHeaders(random: Random, domain: SampleDomain, visitor: Visitor): Header[] {
  return [
    ['X-Forwarded-For', visitor.address],
    ['X-Client-IP', visitor.address],
    ['X-Client-Country', visitor.countryCode],
    ['X-Forwarded-Proto', domain.port === 443 ? 'https' : 'http'],
    ['X-Forwarded-Port', String(domain.port)],
    ['X-Unique-ID', random.hex(24)],
  ];
}
