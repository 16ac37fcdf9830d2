/** Builds a service as an independent provider might, from parts that each provider chooses. */
import type { DifferingService, ServiceAnswer, ServiceRequest } from './differingServices.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const RULES = ['SQL Injection', 'Cross Site Scripting', 'Directory Traversal', 'File Upload', 'Invalid URL'];

export interface Log {
  readonly id: number;
  readonly at: number;
  readonly rule: string;
  readonly address: string;
  readonly country: string;
  readonly uri: string;
  readonly action: string;
  readonly raw: string;
}

/** How lists are paged. */
export interface Paging {
  readonly page?: string;
  readonly offset?: string;
  readonly size?: string;
  readonly zero?: true;
  readonly least?: number;
  readonly most?: number;
  /** True to reduce a size that is too large; otherwise, it is refused. */
  readonly cuts?: true;
  readonly usual?: number;
  /** True if the parameters are required. */
  readonly isRequired?: true;
}

/** How a range of days is sent. */
export interface Range {
  readonly from: string;
  readonly to: string;
  readonly write: (day: string, edge: 'start' | 'end') => string;
  readonly isRequired?: true;
  readonly mostDays?: number;
}

export interface Provider {
  /** Includes the scheme before the key. */
  readonly header?: string;
  readonly refusal?: () => ServiceAnswer;
  readonly base?: string;
  /** Paths with the placeholders `{d}`, `{id}`, and `{type}`. */
  readonly at?: { readonly [Read in 'domains' | 'logs' | 'detail' | 'counts']?: string };
  /** The parameter for the domain's number, if it is not in the path; one per read if they differ. */
  readonly domainIn?: string | Readonly<Record<'logs' | 'detail' | 'counts', string>>;
  /** The number of domains without logs, in addition to the three others. */
  readonly quietDomains?: number;
  /** Null if one response contains the complete list. */
  readonly domainPaging?: Paging | null;
  readonly logPaging?: Paging;
  readonly domainItem?: (index: number, name: string) => object;
  readonly logItem?: (log: Log) => object;
  readonly domainBody?: (items: object[], total: number, page: number, size: number) => unknown;
  readonly logBody?: (items: object[], total: number, page: number, size: number) => unknown;
  readonly logRange?: Range | null;
  readonly countRange?: Range;
  readonly id?: string | null;
  readonly type?: readonly [name: string, value: string] | null;
  readonly detailBody?: (log: Log, domain: number) => unknown;
  readonly countBody?: (attackers: number, from: string, to: string) => unknown;
  readonly failure?: (status: number, text: string, name?: string) => unknown;
  /** Returns the status of a failure, which is otherwise 400, 401, or 404. */
  readonly status?: (usual: number) => number;
  readonly missing?: (name: string) => string;
  /** Returns the message about an unreadable value. */
  readonly invalid?: (name: string) => string;
  readonly tooLong?: (days: number) => string;
  readonly isStrict?: true;
  /** Formats a time. */
  readonly time?: (at: number) => string;
  readonly hours?: number;
}

export const clock = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ');
export const iso = (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`;
export const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
export const compact = (day: string) => day.replaceAll('-', '');
export const instant = (day: string, edge: 'start' | 'end') =>
  Date.parse(edge === 'start' ? `${day}T00:00:00Z` : `${day}T23:59:59Z`);

const dashes = (day: string) => day;
const usualRange: Range = { from: 'from', to: 'to', write: compact };
const envelope = (data: unknown, key = 'RES000000') => ({ message: { key, value: 'success' }, data });
const usualList = (items: object[], total: number, page: number, size: number) =>
  envelope({ items, total_count: String(total), page: String(page), per_page: String(size) });

export const onDays = (from: string, to: string, isRequired?: true): Range => ({
  from,
  to,
  write: dashes,
  ...(isRequired && { isRequired }),
});

export function logsOf(domain: number, count: number, hours: number): Log[] {
  const now = Date.now();
  return Array.from({ length: count }, (_, at) => ({
    id: domain * 1_000 + 3 * (count - at),
    at: now - at * hours * HOUR,
    rule: RULES[at % RULES.length] ?? '',
    address: `198.51.100.${(at % 250) + 1}`,
    country: ['KR', 'JP', 'FR'][at % 3] ?? '',
    uri: `/board/view/${domain}-${at}`,
    action: at % 3 ? 'Blocked' : 'Detected',
    raw: `GET /board/view/${domain}-${at} HTTP/1.1\r\nHost: www.example.org\r\n\r\n`,
  }));
}

export const headersOf = (log: Log) => ({
  'Request-Line': `GET ${log.uri} HTTP/1.1`,
  Host: 'www.example.org',
  'User-Agent': 'curl/8',
});
export const responseOf = { 'Request-Line': 'HTTP/1.1 403 Forbidden', 'Content-Length': '0' };

const usualDetail = (type: string) => (log: Log, domain: number) =>
  envelope({
    query: { user_domain_idx: domain, idx: log.id, detected_type: type },
    detailed_info: {
      virtual_host_name: 'www.example.org:443',
      response_code: 403,
      req_line_headers: headersOf(log),
      res_line_headers: responseOf,
      raw_data: log.raw,
      basestr: log.rule,
    },
    timezone: 'UTC',
  });

const metric = (total: number) => ({ total, previous: null, change_rate: null, period_label: null });
const usualCounts = (attackers: number, from: string, to: string) =>
  envelope({
    search_term: { from: compact(from), to: compact(to) },
    total_count: {
      visitors: metric(70),
      attackers: metric(attackers),
      malicious_ips: metric(2),
      bots: metric(1),
    },
    total_log: [{ date: to, visitors: 7, attackers: 3, malicious_ips: 1, bots: 0 }],
    timezone: 'UTC',
  });

const usualLog = (log: Log) => ({
  idx: log.id,
  log_time: clock(log.at),
  attack: log.rule,
  country_code: log.country,
  ip: log.address,
  uri: log.uri,
  action: log.action,
});

class Refusal extends Error {
  readonly status: number;
  readonly parameter: string | undefined;

  constructor(status: number, text: string, parameter?: string) {
    super(text);
    this.status = status;
    this.parameter = parameter;
  }
}

/** Creates a provider's service, with three domains that have 137, 12, and 0 logs. */
export function serviceOf(name: string, provider: Provider): DifferingService {
  const key = 'sk-9b1f44e07c6d2a';
  const {
    header = 'X-Service-Key',
    domainIn: domainsIn = '',
    quietDomains = 0,
    time = clock,
    hours = 1,
    id = 'idx',
  } = provider;
  const type = provider.type === undefined ? (['detected_type', 'WAF'] as const) : provider.type;
  const [headerName = '', scheme] = header.split(': ');
  const at = {
    domains: '/partner/website/all',
    logs: '/partner/logs/attack_logs/{d}',
    detail: '/partner/logs/detailed_log/{d}',
    counts: '/partner/logs/visitors_hackers/{d}',
    ...provider.at,
  };
  const paging: Paging = { page: 'page', size: 'per_page', least: 10 };
  const {
    domainPaging = paging,
    logPaging = paging,
    logRange = usualRange,
    countRange = usualRange,
  } = provider;
  const { missing = () => 'Bad Request', invalid = missing, tooLong = () => 'Bad Request' } = provider;
  const domains = [137, 12, 0, ...Array<number>(quietDomains).fill(0)].map((count, number) => ({
    index: 4_410 + number * 7,
    name: `www${number}.example.org`,
    logs: logsOf(4_410 + number * 7, count, hours),
  }));
  const failure = (status: number, text: string, name?: string): ServiceAnswer => ({
    status: provider.status?.(status) ?? status,
    body: provider.failure
      ? provider.failure(status, text, name)
      : { message: { key: status === 404 ? 'RES000018' : 'RES000002', value: text } },
  });
  const need = (query: URLSearchParams, parameter: string) => {
    const value = query.get(parameter);
    if (value === null || value === '') throw new Refusal(400, missing(parameter), parameter);
    return value;
  };
  const whole = (
    query: URLSearchParams,
    parameter: string | undefined,
    usual: number,
    isRequired?: boolean,
  ) => {
    if (parameter === undefined) return usual;
    if (isRequired) need(query, parameter);
    const value = Number(query.get(parameter) ?? usual);
    if (!Number.isInteger(value) || value < 0) throw new Refusal(400, invalid(parameter), parameter);
    return value;
  };
  const cut = <T>(query: URLSearchParams, list: readonly T[], how: Paging | null) => {
    if (how === null) return { shown: [...list], page: 1, size: list.length };
    const { least = 1, most = 100, usual = 20, isRequired = false, zero = false } = how;
    const wanted = whole(query, how.size, usual, isRequired);
    if (!how.cuts && (wanted < least || wanted > most))
      throw new Refusal(400, invalid(how.size ?? 'size'), how.size ?? 'size');
    const size = Math.min(Math.max(wanted, 1), most);
    const first = zero ? 0 : 1;
    const page = whole(query, how.page, first, isRequired);
    if (page < first) throw new Refusal(400, invalid(how.page ?? 'page'), how.page ?? 'page');
    const start = how.offset ? whole(query, how.offset, 0, isRequired) : (page - first) * size;
    return { shown: list.slice(start, start + size), page, size };
  };
  const days = Array.from({ length: 400 }, (_, ago) => dayOf(Date.now() - (ago - 2) * DAY));
  const ranged = (query: URLSearchParams, range: Range | null, defaults: readonly [string, string]) => {
    if (!range) return defaults;
    const edge = (parameter: string, of: 'start' | 'end', usual: string) => {
      if (range.isRequired) need(query, parameter);
      const sent = query.get(parameter);
      if (sent === null) return usual;
      const day = days.find((each) => [range.write(each, of), range.write(each, 'start')].includes(sent));
      if (day === undefined) throw new Refusal(400, invalid(parameter), parameter);
      return day;
    };
    const [from, to] = [edge(range.from, 'start', defaults[0]), edge(range.to, 'end', defaults[1])];
    const span = (Date.parse(to) - Date.parse(from)) / DAY + 1;
    if (query.has(range.from) && span > (range.mostDays ?? 400))
      throw new Refusal(400, tooLong(range.mostDays ?? 0));
    return [from, to] as const;
  };
  const matched = (path: string, pattern: string) =>
    new RegExp(
      `^${pattern.replace('{d}', '(?<d>\\d+)').replace('{id}', '(?<id>\\d+)').replace('{type}', '(?<type>\\w+)')}$`,
    ).exec(path);
  const known = new Set([
    ...[domainPaging, logPaging].flatMap((how) => [how?.page, how?.size, how?.offset]),
    ...[logRange, countRange].flatMap((range) => [range?.from, range?.to]),
    ...[id, type?.[0], ...(typeof domainsIn === 'string' ? [domainsIn] : Object.values(domainsIn))],
    ...['type', 'action_type', 'attack', 'ip', 'country_code', 'uri', 'keyword'],
  ]);
  const inDays = (logs: readonly Log[], from: string, to: string) =>
    logs.filter((log) => dayOf(log.at) >= from && dayOf(log.at) <= to);

  const read = ({ path, query, headers }: ServiceRequest): unknown => {
    if (headers[headerName.toLowerCase()] !== (scheme === undefined ? key : `${scheme} ${key}`))
      throw new Refusal(401, 'Unauthorized');
    const all = {
      domains: matched(path, at.domains),
      logs: matched(path, at.logs),
      detail: matched(path, at.detail),
    };
    const counts = matched(path, at.counts);
    const unknown = provider.isStrict && [...query.keys()].find((each) => !known.has(each));
    if (unknown) throw new Refusal(400, `Unknown parameter ${unknown}`);
    if (all.domains) {
      const { shown, page, size } = cut(query, domains, domainPaging);
      const item = provider.domainItem ?? ((index, domain) => ({ user_domain_idx: index, domain }));
      const items = shown.map((each) => item(each.index, each.name));
      return (provider.domainBody ?? usualList)(items, domains.length, page, size);
    }
    const { groups = {} } = all.detail ?? all.logs ?? counts ?? {};
    if (!all.logs && !all.detail && !counts) throw new Refusal(404, 'Not Found');
    const of = all.logs ? 'logs' : all.detail ? 'detail' : 'counts';
    const domainIn = typeof domainsIn === 'string' ? domainsIn : domainsIn[of];
    const index = Number(groups['d'] ?? need(query, domainIn));
    const domain = domains.find((each) => each.index === index);
    if (!domain) throw new Refusal(404, 'Data not found');
    if (all.logs) {
      const [from, to] = ranged(query, logRange, ['2000-01-01', '2100-01-01']);
      const listed = inDays(domain.logs, from, to);
      const { shown, page, size } = cut(query, listed, logPaging);
      return (provider.logBody ?? usualList)(
        shown.map(provider.logItem ?? usualLog),
        listed.length,
        page,
        size,
      );
    }
    if (all.detail) {
      const wanted = groups['id'] ?? need(query, id ?? '');
      const log = domain.logs.find((each) => String(each.id) === wanted);
      const kind = groups['type'] ?? (type && need(query, type[0]));
      if (!log || (type && kind !== type[1])) throw new Refusal(404, 'Data not found');
      return (provider.detailBody ?? usualDetail(type?.[1] ?? 'WAF'))(log, index);
    }
    const [from, to] = ranged(query, countRange, [dayOf(Date.now() - 6 * DAY), dayOf(Date.now())]);
    return (provider.countBody ?? usualCounts)(inDays(domain.logs, from, to).length, from, to);
  };

  const [first] = domains;
  const logs = first?.logs ?? [];
  return {
    name,
    key,
    isExpressible: true,
    ...(provider.base !== undefined && { base: provider.base }),
    answer: (request) => {
      try {
        return { status: 200, body: read(request) };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const isSlashed = Object.values(at).some((pattern) => matched(`${request.path}/`, pattern));
        if (error.status === 404 && isSlashed)
          return { status: 301, headers: { Location: `${request.path}/` }, body: '' };
        if (error.status === 401 && provider.refusal) return provider.refusal();
        return failure(error.status, error.message, error.parameter);
      }
    },
    expected: {
      domains: domains.map(({ index, name: domain }) => ({ index, name: domain })),
      domain: first?.index ?? 0,
      idx: logs.map((log) => log.id),
      rows: logs.slice(0, 5).map((log) => ({
        idx: log.id,
        time: time(log.at),
        rule: log.rule,
        address: log.address,
        uri: log.uri,
        action: log.action,
      })),
      rawData: Object.fromEntries(logs.slice(0, 4).map((log) => [log.id, log.raw])),
      attackers: (from, to) => inDays(logs, from, to).length,
    },
  };
}
