/** A service whose logs state which log they are, so that a window that shows another one is noticed. */
import { pageData, success } from '../../src/sample/answers.ts';
import { type FakeAnswer, FakeService } from '../fakeService.ts';

export const DOMAINS = ['shop.example', 'files.example', 'forum.example'] as const;
/** Returns the number of the domain with this name. */
export function domainOf(name: string): number {
  return 1 + (DOMAINS as readonly string[]).indexOf(name);
}

/** The number of logs of each domain at the start; the numbers of the logs start at 1. */
export const LOGS = 400;
export const RULES = ['SQL Injection', 'Cross Site Scripting', 'File Upload', 'Directory Traversal'] as const;

const DAY = 86_400_000;
/** The number of logs per day. */
const PER_DAY = 40;

export interface SoakRow {
  readonly idx: number;
  readonly log_time: string;
  readonly attack: (typeof RULES)[number];
  readonly ip: string;
  readonly country_code: string;
  readonly uri: string;
  readonly action: 'Blocked' | 'Detected';
  readonly detected_value: string;
}

/** The address of a log; each has a tenth of the logs. */
export function addressOf(idx: number): string {
  return `203.0.113.${idx % 10}`;
}

/** Returns the raw data of a log, which names its domain and number. */
export function rawDataOf(domain: number, idx: number): string {
  const host = DOMAINS[domain - 1];
  const padding = 'abcdefgh'.repeat(20 + (idx % 60));
  return `GET ${uriOf(idx)}?q=${padding} HTTP/1.1\r\nHost: ${host}\r\nX-Log: ${domain}/${idx}\r\n\r\n`;
}

/** Returns the path of a log, which ends in its number. */
export function uriOf(idx: number): string {
  return `/area${idx % 7}/item/${idx}`;
}

/** A service on 127.0.0.1 with three domains and a growing number of logs. */
export class SoakService {
  readonly fake: FakeService;
  /** The number of the newest log of each domain. */
  newest = LOGS;
  /** The number of requests for lists of logs. */
  lists = 0;
  /** The time of the newest log of the start. */
  readonly #started = Date.now();

  private constructor(fake: FakeService) {
    this.fake = fake;
    fake.respond = async ({ url }, usual) => this.#answer(url) ?? usual();
  }

  static async start(): Promise<SoakService> {
    return new SoakService(await FakeService.start({ domains: DOMAINS }));
  }

  /** Adds a new log to each domain, and returns its number. */
  addLog(): number {
    this.newest++;
    return this.newest;
  }

  /** Returns the last requests and the statuses of their responses, the latest one last, one per line. */
  lastRequests(count: number): string {
    const last = this.fake.requests.slice(-count);
    return last.map(({ url, status }) => `  ${status ?? 'open'} ${url.pathname}${url.search}`).join('\n');
  }

  row(idx: number): SoakRow {
    const time = this.#started - (Math.max(0, LOGS - idx) * DAY) / PER_DAY;
    return {
      idx,
      log_time: new Date(time).toISOString().slice(0, 19).replace('T', ' '),
      attack: RULES[idx % RULES.length] as SoakRow['attack'],
      ip: addressOf(idx),
      country_code: idx % 3 === 0 ? 'KR' : 'NL',
      uri: uriOf(idx),
      action: idx % 2 === 0 ? 'Blocked' : 'Detected',
      detected_value: `value-${idx}`,
    };
  }

  /** Returns the answer for lists and logs; the others are those of the fake service. */
  #answer({ pathname, searchParams }: URL): FakeAnswer | undefined {
    // Only the last requests are needed to describe a failure.
    this.fake.requests.splice(0, this.fake.requests.length - 50);
    const domain = Number(/\d+$/.exec(pathname)?.[0]);
    if (pathname.includes('/attack_logs/')) {
      this.lists++;
      const page = Number(searchParams.get('page'));
      const size = Number(searchParams.get('per_page'));
      const rows = this.#rows(searchParams);
      return success(pageData(rows.slice((page - 1) * size, page * size), rows.length, page, size));
    }
    if (!pathname.includes('/detailed_log/')) return undefined;
    const idx = Number(searchParams.get('idx'));
    if (!(idx >= 1 && idx <= this.newest)) return undefined;
    const rawData = rawDataOf(domain, idx);
    return success({
      query: { user_domain_idx: domain, idx, detected_type: 'WAF' },
      detailed_info: {
        virtual_host_name: `${DOMAINS[domain - 1]}:443`,
        response_code: 403,
        req_line_headers: {
          'Request-Line': rawData.slice(0, rawData.indexOf('\r')),
          Host: DOMAINS[domain - 1],
          'X-Log': `${domain}/${idx}`,
        },
        res_line_headers: { 'Request-Line': 'HTTP/1.1 403 Forbidden' },
        raw_data: rawData,
        basestr: 'Detected in a test',
      },
      timezone: 'UTC',
    });
  }

  /** Returns the rows that the filter of a request allows, newest first. */
  #rows(query: URLSearchParams): readonly SoakRow[] {
    const day = (row: SoakRow) => row.log_time.slice(0, 10).replaceAll('-', '');
    const is = (name: string, value: string) => (query.get(name) ?? value) === value;
    const rows = Array.from({ length: this.newest }, (_, index) => this.row(this.newest - index));
    return rows.filter(
      (row) =>
        (query.get('from') ?? '') <= day(row) &&
        (query.get('to') ?? '9') >= day(row) &&
        is('ip', row.ip) &&
        is('attack', row.attack) &&
        is('action_type', row.action) &&
        is('country_code', row.country_code) &&
        row.uri.includes(query.get('uri') ?? '') &&
        `${row.uri} ${row.attack} ${row.detected_value} ${row.ip}`.includes(query.get('keyword') ?? ''),
    );
  }
}
