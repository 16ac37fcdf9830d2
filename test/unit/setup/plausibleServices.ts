/** Plausible interpretations of the interface, for development. Each service differs in several ways. */
import type { DifferingService, ServiceAnswer, ServiceRequest } from './differingServices.ts';

const KEY = 'pk_live_5f1d0c2b9a77e3';
const DAY = 86_400_000;
const RULES = ['SQL Injection', 'Cross Site Scripting', 'Directory Traversal', 'File Upload'];

interface Row {
  readonly idx: number;
  readonly time: number;
  readonly rule: string;
  readonly address: string;
  readonly country: string;
  readonly uri: string;
  readonly action: string;
}

/** Returns the logs of a domain, newest first. */
function rowsOf(domain: number, count: number): Row[] {
  const now = Date.now();
  return Array.from({ length: count }, (_, at) => ({
    idx: domain * 10_000 + count - at,
    time: now - at * 7_300_000,
    rule: RULES[at % RULES.length] ?? '',
    address: `203.0.113.${(at % 250) + 1}`,
    country: ['KR', 'US', 'DE'][at % 3] ?? '',
    uri: `/shop/item/${at}`,
    action: at % 2 ? 'Blocked' : 'Detected',
  }));
}

const clock = (time: number) => new Date(time).toISOString().slice(0, 19).replace('T', ' ');
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

export interface Traits {
  readonly header?: string;
  readonly scheme?: string;
  /** The response to a refused key. */
  readonly refusal?: (hasHeader: boolean) => ServiceAnswer;
  readonly prefix?: string;
  readonly base?: string;
  readonly paths?: {
    readonly domains?: string;
    readonly logs?: string;
    readonly detail?: string;
    readonly counts?: string;
  };
  /** The name of the parameter for the domain's number, if it is not in the path. */
  readonly domainIn?: string;
  readonly logCounts?: readonly number[];
  readonly domainItem?: (index: number, name: string) => object;
  readonly domainList?: (items: object[], total: number) => object;
  readonly page?: string;
  readonly size?: string;
  readonly offset?: string;
  readonly zeroBased?: boolean;
  readonly largest?: number;
  readonly clamps?: boolean;
  readonly envelope?: (rows: object[], total: number, page: number, size: number) => unknown;
  readonly successKey?: string;
  readonly row?: (row: Row) => object;
  readonly idxName?: string | null;
  readonly idOf?: (row: Row) => number;
  readonly typeName?: string | null;
  readonly type?: string;
  readonly range?: readonly [from: string, to: string];
  readonly date?: (day: string) => string;
  readonly logRange?: readonly [from: string, to: string] | null;
  readonly rangeRequired?: boolean;
  readonly missing?: (name: string) => ServiceAnswer;
  readonly strict?: boolean;
  readonly noEcho?: boolean;
  readonly empty?: ServiceAnswer;
  readonly headers?: (map: Record<string, string>) => unknown;
  readonly wrapped?: (
    request: ServiceRequest,
    usual: (request: ServiceRequest) => ServiceAnswer,
  ) => ServiceAnswer;
  readonly isExpressible?: boolean;
  readonly isRight?: boolean;
  readonly rowNames?: readonly string[];
  readonly timeText?: (time: number) => string;
}

const message = (key: string, value: string) => ({ message: { key, value } });
const failure = (status: number, key: string, value: string): ServiceAnswer => ({
  status,
  body: message(key, value),
});
const notFound = failure(404, 'RES000018', 'Data not found');
const badRequest = failure(400, 'RES000002', 'Bad Request');

export function makeService(name: string, traits: Traits): DifferingService {
  const counts = traits.logCounts ?? [137, 12, 0];
  const rows = counts.map((count, at) => rowsOf(101 + at, count));
  const success = (data: unknown): ServiceAnswer => ({
    status: 200,
    body: { ...message(traits.successKey ?? 'RES000000', 'success'), data },
  });
  const missing = traits.missing ?? (() => badRequest);
  const idOf = traits.idOf ?? ((row: Row) => row.idx);
  const paths = {
    domains: '/partner/website/all',
    logs: '/partner/logs/attack_logs/:d',
    detail: '/partner/logs/detailed_log/:d',
    counts: '/partner/logs/visitors_hackers/:d',
    ...traits.paths,
  };
  const matched = (path: string, pattern: string) => {
    const expression = new RegExp(
      `^${(traits.prefix ?? '') + pattern.replace(':d', '(?<d>\\d+)').replace(':idx', '(?<idx>\\d+)')}$`,
    );
    return expression.exec(path)?.groups ?? (expression.test(path) ? {} : undefined);
  };
  const sizeOf = (query: URLSearchParams): { start: number; size: number; page: number } | ServiceAnswer => {
    const size = Number(query.get(traits.size ?? 'per_page') ?? 20);
    const largest = traits.largest ?? 100;
    if (!traits.clamps && (size < 10 || size > largest)) return badRequest;
    const fitting = Math.min(size, largest);
    if (traits.offset) {
      const start = Number(query.get(traits.offset) ?? 0);
      return { start, size: fitting, page: Math.floor(start / fitting) + 1 };
    }
    const page = Number(query.get(traits.page ?? 'page') ?? (traits.zeroBased ? 0 : 1));
    if (page < (traits.zeroBased ? 0 : 1)) return badRequest;
    return { start: (page - (traits.zeroBased ? 0 : 1)) * fitting, size: fitting, page };
  };
  const usualEnvelope = (items: object[], total: number, page: number, size: number) => ({
    items,
    total_count: String(total),
    page: String(page),
    per_page: String(size),
  });
  const rowBody =
    traits.row ??
    ((row: Row) => ({
      idx: row.idx,
      log_time: clock(row.time),
      attack: row.rule,
      ip: row.address,
      country_code: row.country,
      uri: row.uri,
      action: row.action,
    }));
  const date = traits.date ?? ((day: string) => day.replaceAll('-', ''));
  const range = traits.range ?? ['from', 'to'];
  const logRange = traits.logRange === undefined ? range : traits.logRange;
  const inDays = (query: URLSearchParams, names: readonly [string, string] | null | readonly string[]) => {
    const [from, to] = (names ?? []).map((each) => query.get(each));
    if (!from || !to) return { from: undefined, to: undefined };
    const days = Array.from({ length: 200 }, (_, at) => dayOf(Date.now() - at * DAY));
    return {
      from: days.find((day) => date(day) === from),
      to: days.find((day) => date(day) === to || date(`${day}!`) === to),
      sent: from,
    };
  };
  const attackers = (from: string, to: string) =>
    rows[0]?.filter(({ time }) => dayOf(time) >= from && dayOf(time) <= to).length ?? 0;

  const usual = ({ path, query, headers }: ServiceRequest): ServiceAnswer => {
    const header = headers[(traits.header ?? 'X-Service-Key').toLowerCase()];
    const wanted = traits.scheme ? `${traits.scheme} ${KEY}` : KEY;
    if (header !== wanted)
      return traits.refusal?.(header !== undefined) ?? failure(401, 'RES000033', 'Unauthorized');
    const known = new Set([
      traits.page ?? 'page',
      traits.size ?? 'per_page',
      traits.offset ?? 'offset',
      'limit',
      ...range,
      ...(logRange ?? []),
      traits.idxName ?? 'idx',
      traits.typeName ?? 'detected_type',
      traits.domainIn ?? 'domain',
      'type',
      'action_type',
      'attack',
      'ip',
      'country_code',
      'uri',
      'keyword',
    ]);
    if (traits.strict && [...query.keys()].some((each) => !known.has(each))) return badRequest;
    if (matched(path, paths.domains)) {
      const sized = sizeOf(query);
      if ('status' in sized) return sized;
      const items = counts.map((_, at) =>
        (traits.domainItem ?? ((index, domain) => ({ user_domain_idx: index, domain })))(
          101 + at,
          `shop${at}.example`,
        ),
      );
      const shown = items.slice(sized.start, sized.start + sized.size);
      if (traits.domainList) return success(traits.domainList(shown, items.length));
      return success((traits.envelope ?? usualEnvelope)(shown, items.length, sized.page, sized.size));
    }
    for (const read of ['logs', 'detail', 'counts'] as const) {
      const match = matched(path, paths[read]);
      if (!match) continue;
      const domain = Number(match['d'] ?? query.get(traits.domainIn ?? '') ?? Number.NaN);
      const of = rows[domain - 101];
      if (!of) return Number.isNaN(domain) ? missing(traits.domainIn ?? 'domain') : notFound;
      if (read === 'logs') {
        const sized = sizeOf(query);
        if ('status' in sized) return sized;
        const { from, to } = inDays(query, logRange);
        if (traits.rangeRequired && logRange && (!from || !to)) return missing(logRange[0]);
        if (logRange && query.has(logRange[0]) && !from) {
          if (query.get(logRange[0])?.includes('2001')) return badRequest;
          return badRequest;
        }
        const listed = of.filter(({ time }) => !from || !to || (dayOf(time) >= from && dayOf(time) <= to));
        if (of.length === 0 && traits.empty) return traits.empty;
        const shown = listed.slice(sized.start, sized.start + sized.size).map(rowBody);
        return success((traits.envelope ?? usualEnvelope)(shown, listed.length, sized.page, sized.size));
      }
      if (read === 'detail') {
        const sent = match['idx'] ?? (traits.idxName === null ? null : query.get(traits.idxName ?? 'idx'));
        if (sent === null || sent === undefined) return missing(traits.idxName ?? 'idx');
        const row = of.find((each) => idOf(each) === Number(sent));
        if (!row) return notFound;
        const typeName = traits.typeName === undefined ? 'detected_type' : traits.typeName;
        if (typeName !== null && query.get(typeName) !== (traits.type ?? 'WAF'))
          return query.has(typeName) ? notFound : missing(typeName);
        const lines = {
          'Request-Line': `GET ${row.uri} HTTP/1.1`,
          Host: 'shop.example',
          'Content-Length': '0',
        };
        return success({
          ...(!traits.noEcho && {
            query: { user_domain_idx: domain, idx: idOf(row), detected_type: traits.type ?? 'WAF' },
          }),
          detailed_info: {
            virtual_host_name: 'shop.example:443',
            response_code: 403,
            req_line_headers: traits.headers?.(lines) ?? lines,
            res_line_headers: { 'Request-Line': 'HTTP/1.1 403 Forbidden' },
            raw_data: `GET ${row.uri} HTTP/1.1\r\n\r\n`,
            basestr: row.rule,
          },
          timezone: 'UTC',
        });
      }
      const { from = dayOf(Date.now() - 6 * DAY), to = dayOf(Date.now()), sent } = inDays(query, range);
      if (traits.rangeRequired && !sent) return missing(range[0]);
      if (sent && from === dayOf(Date.now() - 6 * DAY) && date(from) !== sent) return badRequest;
      const metric = (total: number) => ({ total, previous: null, change_rate: null, period_label: null });
      return success({
        search_term: { from: from.replaceAll('-', ''), to: to.replaceAll('-', '') },
        total_count: {
          visitors: metric(9),
          attackers: metric(attackers(from, to)),
          malicious_ips: metric(1),
          bots: metric(0),
        },
        total_log: [],
        timezone: 'UTC',
      });
    }
    return notFound;
  };
  const [first = []] = rows;
  const timeText = traits.timeText ?? clock;
  return {
    name,
    key: KEY,
    ...(traits.base !== undefined && { base: traits.base }),
    isExpressible: traits.isExpressible ?? true,
    ...(traits.isRight && { isRight: true }),
    answer: (request) => traits.wrapped?.(request, usual) ?? usual(request),
    expected: {
      domains: counts.map((_, at) => ({ index: 101 + at, name: `shop${at}.example` })),
      domain: 101,
      idx: first.map(idOf),
      rows: first.slice(0, 5).map((row) => ({
        idx: idOf(row),
        time: timeText(row.time),
        rule: row.rule,
        address: row.address,
        uri: row.uri,
      })),
      rawData: Object.fromEntries(
        first.slice(0, 3).map((row) => [idOf(row), `GET ${row.uri} HTTP/1.1\r\n\r\n`]),
      ),
      attackers,
    },
  };
}

const iso = (time: number) => new Date(time).toISOString().slice(0, 19);
const named =
  (text: (name: string) => string, status = 400) =>
  (name: string) =>
    failure(status, 'RES000002', text(name));
const renamed = (names: Record<string, string>) => (row: Row) =>
  Object.fromEntries(
    Object.entries({
      idx: row.idx,
      log_time: clock(row.time),
      attack: row.rule,
      ip: row.address,
      uri: row.uri,
      action: row.action,
    }).map(([name, value]) => [names[name] ?? name, value]),
  );

const plainRow = (row: Row) => {
  const { idx: _, ...fields } = renamed({})(row);
  return fields;
};

const signIn: ServiceAnswer = {
  status: 302,
  headers: { Location: '/login?next=%2F' },
  body: '<html>Sign in</html>',
};

const inCamel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Returns the answer with its members renamed, except for header names. */
function recased(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((each) => recased(each, rename));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      /^Host$|-/.test(name) ? name : rename(name),
      recased(each, rename),
    ]),
  );
}

/** Renames the members of the details and of the counts. */
const recasing = (rename: (name: string) => string): Pick<Traits, 'wrapped'> => ({
  wrapped: (request, usual) => {
    const answer = usual(request);
    const { data, ...rest } = Object(answer.body);
    if (!data || !/detailed_log|visitors/.test(request.path)) return answer;
    return { ...answer, body: { ...rest, data: recased(data, rename) } };
  },
});

/** Sends `data` under a different name. */
const dataAs = (name: string): Pick<Traits, 'wrapped'> => ({
  wrapped: (request, usual) => {
    const answer = usual(request);
    const { data, ...rest } = Object(answer.body);
    return data ? { ...answer, body: { ...rest, [name]: data } } : answer;
  },
});

const WITHOUT_NUMBER = {
  logs: '/partner/logs/attack_logs',
  detail: '/partner/logs/detailed_log',
  counts: '/partner/logs/visitors_hackers',
};

export const plausibleServices: readonly DifferingService[] = Object.entries({
  'is as the interface says': { isRight: true },
  'takes the key in X-Api-Key': { header: 'X-Api-Key' },
  'takes a bearer token and says so': {
    header: 'Authorization',
    scheme: 'Bearer',
    refusal: () => ({
      ...failure(401, 'RES000033', 'Unauthorized'),
      headers: { 'WWW-Authenticate': 'Bearer realm="partner"' },
    }),
  },
  'names its own header in the refusal': {
    header: 'X-Partner-Secret-Key',
    refusal: () => failure(401, 'RES000033', 'Missing header X-Partner-Secret-Key'),
  },
  'redirects to a sign-in without the key': { header: 'X-Auth-Token', refusal: () => signIn },
  'answers 200 with RES000033 without the key': {
    header: 'X-Access-Token',
    refusal: () => failure(200, 'RES000033', 'Unauthorized'),
  },
  'refuses with 403': { header: 'X-Auth-Key', refusal: () => failure(403, 'RES000033', 'Forbidden') },
  'takes log_idx and says so': { idxName: 'log_idx', missing: named((name) => `'${name}' is not present`) },
  'takes logIdx, startDate and endDate in camel case': {
    idxName: 'logIdx',
    typeName: 'detectedType',
    range: ['startDate', 'endDate'],
    date: (day) => day,
    missing: named((name) => `${name} must not be null`),
    rangeRequired: true,
    logRange: null,
  },
  'takes detection_id silently': { idxName: 'detection_id', typeName: null },
  'takes event_no with status 404': { idxName: 'event_no', typeName: null, missing: () => notFound },
  'fails with 500 without seq': {
    idxName: 'seq',
    missing: () => failure(500, 'RES000029', 'An internal server error has occurred.'),
  },
  'has the number of the log in the path': {
    paths: { detail: '/partner/logs/detailed_log/:d/:idx' },
    idxName: null,
    typeName: null,
  },
  'takes start_date and end_date and ignores others': {
    range: ['start_date', 'end_date'],
    logRange: ['start_date', 'end_date'],
  },
  'takes begin and end with dashes': { range: ['begin', 'end'], date: (day) => day },
  'takes date_from and date_to in slashes': {
    range: ['date_from', 'date_to'],
    date: (day) => day.replaceAll('-', '/'),
  },
  'takes seconds since 1970': {
    range: ['start_time', 'end_time'],
    date: (day) =>
      String(Date.parse(day.endsWith('!') ? `${day.slice(0, 10)}T23:59:59Z` : `${day}T00:00:00Z`) / 1000),
    logRange: null,
  },
  'pages by pageNo and pageSize': { page: 'pageNo', size: 'pageSize' },
  'pages by offset and limit in items': { offset: 'offset', size: 'limit' },
  'pages by start and rows': { offset: 'start', size: 'rows' },
  'counts pages from 0': { zeroBased: true },
  'has pages of 50 at most': { largest: 50 },
  'cuts pages at 30': { largest: 30, clamps: true },
  'has the list in data.list with data.total': { envelope: (list, total) => ({ list, total }) },
  'nests the list': {
    envelope: (rows, total, page, size) => ({
      result: { content: rows, paging: { totalElements: total, page, size } },
    }),
  },
  'has data as the list and no total': { envelope: (rows) => rows, isExpressible: true },
  'calls its fields otherwise': {
    row: renamed({
      idx: 'log_id',
      log_time: 'detected_at',
      attack: 'rule_name',
      ip: 'client_ip',
      uri: 'request_uri',
    }),
    idxName: 'log_id',
    typeName: null,
  },
  'nests the fields of a row': {
    row: (row) => ({
      id: row.idx,
      occurredAt: iso(row.time),
      client: { ip: row.address, country: row.country },
      request: { path: row.uri },
      rule: { name: row.rule },
      action: row.action,
    }),
    timeText: iso,
    idxName: 'id',
    typeName: null,
  },
  'has times in milliseconds': {
    row: (row) => ({ ...renamed({})(row), log_time: Math.floor(row.time / 1000) * 1000 }),
  },
  'has domains of site_no and hostname': {
    domainItem: (index, name) => ({ site_no: index, hostname: name, port: 443 }),
  },
  'has another id in its domains': {
    domainItem: (index, name) => ({ id: index - 100, site_id: index, domain: name }),
  },
  'is below /api/v1 with another key header': { prefix: '/api/v1', header: 'X-Api-Key' },
  'lists logs at detection_logs': { paths: { logs: '/partner/logs/detection_logs/:d' } },
  'moves the list of domains': {
    wrapped: (request, usual) =>
      request.path === '/partner/website/all'
        ? { status: 301, headers: { Location: '/partner/website/all/' }, body: '' }
        : usual(request),
    paths: { domains: '/partner/website/all/' },
  },
  'requires a range for logs': {
    rangeRequired: true,
    missing: named((name) => `Required parameter '${name}' is not present`),
    logCounts: [60, 12, 0],
  },
  'reports success as OK': { successKey: 'OK' },
  'has a first domain without logs, answered 404': { empty: notFound, logCounts: [137, 0, 12] },
  'refuses parameters that it does not know': {
    strict: true,
    idxName: 'log_id',
    range: ['from_date', 'to_date'],
    logRange: null,
  },
  'limits requests': (() => {
    let count = 0;
    return {
      idxName: 'log_idx',
      wrapped: (request: ServiceRequest, usual: (request: ServiceRequest) => ServiceAnswer) => {
        count += 1;
        return count % 15 === 9
          ? { ...failure(429, 'RES000090', 'Too many requests'), headers: { 'Retry-After': '1' } }
          : usual(request);
      },
    };
  })(),
  'takes the key alone in Authorization': { header: 'Authorization' },
  'takes the key as a token in Authorization': { header: 'Authorization', scheme: 'Token' },
  'numbers the rows of each page and takes log_idx': {
    row: (row) => ({ idx: (row.idx % 10) + 1, log_idx: row.idx, ...plainRow(row) }),
    idxName: 'log_idx',
    typeName: null,
  },
  'takes id, and waf as type': { typeName: 'type', type: 'waf', idxName: 'id' },
  'has names in kebab case': {
    idxName: 'log-id',
    typeName: null,
    range: ['start-date', 'end-date'],
    page: 'page-no',
    size: 'page-size',
    domainItem: (index, name) => ({ 'user-domain-idx': index, 'domain-name': name }),
  },
  'lists logs at waf_logs and counts pages from 0 as pageIndex': {
    zeroBased: true,
    paths: { logs: '/partner/logs/waf_logs/:d' },
    page: 'pageIndex',
  },
  'returns the latest log without log_no': {
    idxName: 'log_no',
    typeName: null,
    wrapped: (r, u) =>
      r.path.includes('detailed_log') && !r.query.has('log_no')
        ? u({ ...r, query: new URLSearchParams({ log_no: '1010137' }) })
        : u(r),
  },
  'returns the latest log without log_no, and does not say which it is': {
    noEcho: true,
    idxName: 'log_no',
    typeName: null,
    wrapped: (r, u) =>
      r.path.includes('detailed_log') && !r.query.has('log_no')
        ? u({ ...r, query: new URLSearchParams({ log_no: '1010137' }) })
        : u(r),
  },
  'refuses pages of ten': {
    wrapped: (r, u) =>
      Number(r.query.get('per_page') ?? 20) < 20
        ? { status: 400, body: message('RES000002', 'Bad Request') }
        : u(r),
  },
  'has lists in result instead of data': {
    wrapped: (r, u) => {
      const a = u(r);
      const b = Object(a.body);
      return b?.data && /attack_logs|website/.test(r.path)
        ? { ...a, body: { message: b.message, result: b.data } }
        : a;
    },
  },
  'answers 204 for a domain without logs': { logCounts: [0, 137, 12], empty: { status: 204 } },
  'has times in seconds as ts': {
    row: (row) => ({ ...plainRow(row), idx: row.idx, log_time: undefined, ts: Math.floor(row.time / 1000) }),
  },
  'takes POST only': {
    wrapped: () => ({
      status: 405,
      headers: { Allow: 'POST' },
      body: message('RES000002', 'Method Not Allowed'),
    }),
    isExpressible: false,
  },
  'lists the newest 20 logs for any page, without their total': {
    wrapped: (request, usual) => {
      if (!request.path.includes('/attack_logs/')) return usual(request);
      const query = new URLSearchParams(request.query);
      query.set('page', '1');
      query.set('per_page', '20');
      const answer = usual({ ...request, query });
      delete Object(answer.body).data?.total_count;
      return answer;
    },
    isExpressible: false,
  },
  'takes the number of the domain as site_id': { paths: WITHOUT_NUMBER, domainIn: 'site_id' },
  'takes the number of the domain as websiteId': { paths: WITHOUT_NUMBER, domainIn: 'websiteId' },
  'reports success as SUCCESS_00': { successKey: 'SUCCESS_00' },
  'has everything in result': dataAs('result'),
  'has everything in payload': dataAs('payload'),
  'has a detail and counts in camel case': recasing(inCamel),
  'has a detail and counts in Pascal case': recasing(
    (name) => name.charAt(0).toUpperCase() + inCamel(name.slice(1)),
  ),
  'has a detail and counts in upper case': recasing((name) => name.toUpperCase()),
  'counts pages of content from 0': {
    zeroBased: true,
    size: 'size',
    envelope: (content, totalElements, number, size) => ({ content, totalElements, number, size }),
  },
  'has paths below /v2/domains': {
    paths: {
      domains: '/v2/domains',
      logs: '/v2/domains/:d/logs',
      detail: '/v2/domains/:d/logs/:idx',
      counts: '/v2/domains/:d/stats',
    },
    idxName: null,
    typeName: null,
  },
  'is below /openapi/v1': { prefix: '/openapi/v1' },
  'takes milliseconds and eventId': {
    range: ['startTime', 'endTime'],
    date: (day) =>
      String(Date.parse(day.endsWith('!') ? `${day.slice(0, 10)}T23:59:59Z` : `${day}T00:00:00Z`)),
    idxName: 'eventId',
    typeName: null,
  },
  'pages by p and count': { page: 'p', size: 'count' },
  'calls attackers hackers': recasing((name) => (name === 'attackers' ? 'hackers' : name)),
  'calls attackers by a word that is not known': recasing((name) =>
    name === 'attackers' ? 'aggressors' : name,
  ),
} satisfies Record<string, Traits>).map(([name, traits]) => makeService(name, traits));
