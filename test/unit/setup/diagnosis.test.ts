/**
 * Diagnoses services that each differ from the interface in one point that it leaves open, as somebody might build them
 * who has seen only the interface and the list of open points.
 */

import assert from 'node:assert/strict';
import { isServiceError } from '../../../src/base/errors.ts';
import { failure } from '../../../src/sample/answers.ts';
import { Random } from '../../../src/sample/random.ts';
import type { LogService } from '../../../src/service/api.ts';
import { createLogService, type ServiceOptions } from '../../../src/service/client.ts';
import {
  type Differences,
  defaultConventions,
  resolveDifferences,
} from '../../../src/service/differences.ts';
import { defaultLimits } from '../../../src/service/limits.ts';
import { diagnose, type Finding, isWorking } from '../../../src/setup/diagnosis.ts';
import { FakeService } from '../../fakeService.ts';
import { withLogs } from '../../hostileLogs.ts';

type Data = Record<string, unknown>;
type Item = Record<string, unknown>;

interface Variant {
  /** The change that Diagnose offers; undefined if it cannot mend the service, and `works` if nothing needs to change. */
  readonly offers: Differences | 'works' | undefined;
  /** Returns true if the request has the key. */
  readonly hasKey?: (headers: Readonly<Record<string, unknown>>, key: string) => boolean;
  /** The names of parameters, by the interface's name. The interface's own names are ignored. */
  readonly names?: Readonly<Record<string, string>>;
  /** Converts the query to the interface's, or throws if a value is not acceptable. */
  readonly query?: (query: URLSearchParams, path: string) => void;
  /** Converts a path to the interface's; undefined if it does not exist. */
  readonly path?: (path: string) => string | undefined;
  /** Changes the items of a list. */
  readonly row?: (item: Item, path: string) => Item;
  readonly data?: (data: Data, path: string) => Data;
  readonly message?: (message: { key: string; value: string }) => { key: string; value: string };
}

const bearer = 'Authorization: Bearer';
const refuse = () => {
  throw new Error('refused');
};
const renamed = (from: string, to: string) => (item: Item) => {
  const { [from]: value, ...others } = item;
  return value === undefined ? item : { ...others, [to]: value };
};
const onLogs = (change: (item: Item) => Item) => (item: Item, path: string) =>
  path.includes('attack_logs') ? change(item) : item;
const onDomains = (change: (item: Item) => Item) => (item: Item, path: string) =>
  path.includes('website') ? change(item) : item;
const byOffset = (part: string) => (query: URLSearchParams, path: string) => {
  if (!path.includes(part)) return;
  const limit = Number(query.get('limit') ?? 20);
  query.set('page', String(Number(query.get('offset') ?? 0) / limit + 1));
  query.set('per_page', String(limit));
};
const typeOf = (idx: unknown) => (Number(idx) % 2 === 0 ? 'BOT' : 'WAF');
const dates = (query: URLSearchParams) => {
  for (const name of ['from', 'to']) {
    const value = query.get(name);
    if (value === null) continue;
    if (!/^\d{4}-\d\d-\d\d$/.test(value)) refuse();
    query.set(name, value.replaceAll('-', ''));
  }
};

/** More domains than fit on a page. */
const DOMAINS = [0, 100].flatMap((added) =>
  withLogs(45).map((domain) => ({ ...domain, index: domain.index + added })),
);

const variants: Readonly<Record<string, Variant>> = {
  'nothing differs': { offers: 'works' },
  'the key as a bearer token': {
    offers: { keyHeader: bearer },
    hasKey: ({ authorization }, key) => authorization === `Bearer ${key}`,
  },
  'the key in a header of its own': {
    offers: undefined,
    hasKey: (headers, key) => headers['x-waf-partner'] === key,
  },
  'pages from 0': {
    offers: { domainsPaging: 'page-from-0', logsPaging: 'page-from-0' },
    query: (query) => query.set('page', String(Number(query.get('page') ?? 0) + 1)),
    data: (data) => ('page' in data ? { ...data, page: String(Number(data['page']) - 1) } : data),
  },
  'logs by offset and limit': {
    offers: { logsPaging: 'offset' },
    query: byOffset('attack_logs'),
    data: withoutPage('attack_logs'),
  },
  'pages in pageNo and pageSize': {
    offers: { pageParameter: 'pageNo', perPageParameter: 'pageSize' },
    names: { page: 'pageNo', per_page: 'pageSize' },
  },
  'a log by its path': {
    offers: { detailPath: '/partner/logs/detailed_log/:user_domain_idx/:idx' },
    path: (path) => path,
    query: (query, path) => {
      const [, idx] = /detailed_log\/\d+\/(\d+)$/.exec(path) ?? [];
      if (path.includes('detailed_log')) query.set('idx', idx ?? '0');
    },
  },
  'no parameter for the detection type': {
    offers: { detectedTypeParameter: null },
    query: (query) => query.has('detected_type') && refuse(),
  },
  'the range in start_date and end_date': {
    offers: {
      ...{ fromParameter: 'start_date', toParameter: 'end_date' },
      ...{ fromFilter: 'start_date', toFilter: 'end_date' },
    },
    names: { from: 'start_date', to: 'end_date' },
  },
  'days with hyphens': {
    offers: { countsDateFormat: 'YYYY-MM-DD', logsDateFormat: 'YYYY-MM-DD' },
    query: dates,
  },
  'other names for the fields of a row': {
    offers: { timeField: 'created_at', ruleField: 'rule', ruleFilter: 'rule' },
    names: { attack: 'rule' },
    row: onLogs((item) => renamed('log_time', 'created_at')(renamed('attack', 'rule')(item))),
  },
  'a base URL without its path': {
    offers: Object.fromEntries(
      Object.entries(defaultConventions)
        .filter(([name]) => name.endsWith('Path'))
        .map(([name, path]) => [name, `/api/v1${path}`]),
    ),
    path: (path) => (path.startsWith('/api/v1/') ? path.slice('/api/v1'.length) : undefined),
  },
  'a log number in attack_no': {
    offers: { idxField: 'attack_no' },
    row: onLogs(renamed('idx', 'attack_no')),
  },
  'the type of a log in another field': {
    offers: { detectedTypeField: 'category' },
    row: onLogs((item) => ({ note: 'text', ...item, category: typeOf(item['idx']) })),
    query: (query, path) => {
      if (!path.includes('detailed_log')) return;
      if (query.get('detected_type') !== typeOf(query.get('idx'))) refuse();
      query.set('detected_type', 'WAF');
    },
    data: ({ query: _, ...data }) => data,
  },
  'other names for filters': {
    offers: { ruleFilter: 'rule', addressFilter: 'client_ip' },
    names: { attack: 'rule', ip: 'client_ip' },
  },
  'no filter by URI': { offers: { uriFilter: null }, query: (query) => query.has('uri') && refuse() },
  'a total that is not exact': {
    offers: 'works',
    data: (data) => ('items' in data ? { ...data, total_count: '200+' } : data),
  },
  'a domain number in website_no': {
    offers: { domainIndexFields: ['website_no'] },
    row: onDomains(renamed('user_domain_idx', 'website_no')),
  },
  'success as SUC0000': {
    offers: { successKeys: ['RES000000', 'SUC0000'] },
    message: (message) => (message.key === 'RES000000' ? { ...message, key: 'SUC0000' } : message),
  },
};

function withoutPage(part: string) {
  return ({ page: _, per_page: __, ...data }: Data, path: string) =>
    path.includes(part) ? data : { ...data, page: _, per_page: __ };
}

async function start(variant: Variant): Promise<FakeService> {
  const service = await FakeService.startSample({ domains: DOMAINS });
  const hasKey = variant.hasKey ?? ((headers, key) => headers['x-service-key'] === key);
  service.respond = async ({ url, headers }, usual) => {
    if (!hasKey(headers, service.key)) return failure('unauthorized');
    const path = variant.path ? variant.path(url.pathname) : url.pathname;
    if (path === undefined) return failure('not found');
    const inner = new URL(url);
    inner.pathname = path.replace(/(detailed_log\/\d+)\/\d+$/, '$1');
    const isList = /website|attack_logs/.test(path);
    const { names = {} } = variant;
    for (const [name, own] of Object.entries(names)) {
      inner.searchParams.delete(name);
      const value = url.searchParams.get(own);
      if (value !== null) inner.searchParams.set(name, value);
    }
    try {
      variant.query?.(inner.searchParams, path);
    } catch {
      return failure('bad request');
    }
    const answer = await usual(inner);
    const { message, data } = (answer.body ?? {}) as { message: { key: string; value: string }; data?: Data };
    const items = data?.['items'] as Item[] | undefined;
    const rows = isList && items ? { items: items.map((item) => variant.row?.(item, path) ?? item) } : {};
    const changed = data && (variant.data?.({ ...data, ...rows }, path) ?? { ...data, ...rows });
    const body = { message: variant.message?.(message) ?? message, ...(changed && { data: changed }) };
    return { ...answer, body };
  };
  return service;
}

const diagnosed = (service: FakeService, differences: Differences = {}) =>
  diagnose({
    differences,
    open: async (changed, onRequest) => serviceWith(service, changed, onRequest),
    signal: new AbortController().signal,
  });

const serviceWith = (
  { baseUrl, key }: FakeService,
  differences: Differences,
  onRequest?: ServiceOptions['onRequest'],
) =>
  createLogService(
    { baseUrl, key: async () => key, conventions: resolveDifferences(differences), onRequest },
    { ...defaultLimits, backoff: 1 },
  );

/** Checks that everything that is said to work returns the service's own data. */
async function checkData(service: FakeService, differences: Differences, findings: readonly Finding[]) {
  const plain = await FakeService.startSample({ domains: DOMAINS });
  const [own, expected] = [serviceWith(service, differences), serviceWith(plain, {})];
  const works = (read: string) => findings.some((each) => each.read === read && isWorking(each));
  const domain = DOMAINS[0]?.index ?? 0;
  const domainsOf = async (from: LogService) =>
    (await from.domains({ page: 2, perPage: 10 })).items.map(({ index }) => index);
  const logsOf = async (from: LogService) =>
    (await from.logs(domain, { page: 2, perPage: 10 }, {})).items.map(({ key }) => key);
  try {
    if (works('domains')) assert.deepEqual(await domainsOf(own), await domainsOf(expected));
    if (!works('logs')) return;
    const [key = assert.fail()] = await logsOf(expected);
    assert.deepEqual((await logsOf(own))[0], key);
    if (works('detail')) assert.equal((await own.log(key)).rawData, (await expected.log(key)).rawData);
  } finally {
    own.dispose();
    expected.dispose();
    await plain.close();
  }
}

describe('diagnose', () => {
  let service: FakeService;
  afterEach(() => service.close());

  for (const [name, variant] of Object.entries(variants)) {
    it(`${variant.offers === undefined ? 'finds no change' : variant.offers === 'works' ? 'finds no problem' : 'offers a change'} for ${name}`, async () => {
      service = await start(variant);
      const { findings, remedy } = await diagnosed(service);
      const refused = service.requests.filter(({ status }) => status === 401).length;
      assert.ok(service.requests.length <= 40, `${service.requests.length} requests`);
      assert.ok(refused <= 4, `${refused} requests with a refused key`);
      const { change, findings: last } = remedy ?? { findings };
      const shown = JSON.stringify(last);
      assert.deepEqual(change, variant.offers === 'works' ? undefined : variant.offers, shown);
      assert.equal(last.every(isWorking), variant.offers !== undefined, shown);
      await checkData(service, change ?? {}, last);
    });
  }

  it('keeps the differences that are set, and changes only what is wrong', async () => {
    service = await start({
      offers: undefined,
      names: { from: 'sdate', to: 'edate' },
      hasKey: (headers, key) => headers['x-api-key'] === key,
    });
    const { remedy } = await diagnosed(service, { fromParameter: 'sdate', toParameter: 'edate' });
    // The filter might have a name of its own, too, or not exist.
    const withoutDays = { fromFilter: null, toFilter: null };
    assert.deepEqual(remedy?.change, { keyHeader: 'X-Api-Key', ...withoutDays });
    assert.ok(remedy?.findings.every(isWorking));
  });

  it('reads the logs of the next domain if the first one has none', async () => {
    const empty = DOMAINS[0]?.index;
    service = await start({
      offers: 'works',
      data: (data, path) =>
        path.endsWith(`attack_logs/${empty}`) ? { ...data, items: [], total_count: '0' } : data,
    });
    const { findings } = await diagnosed(service);
    assert.ok(findings.every(isWorking), JSON.stringify(findings));
    assert.ok(findings[1]?.sent?.includes(`attack_logs/${DOMAINS[1]?.index}?`));
  });

  it('sends at most 40 requests, and 4 with a refused key, to a service that answers differently each time', async () => {
    service = await FakeService.startSample({ domains: DOMAINS });
    for (let seed = 1; seed <= 20; seed++) {
      const random = new Random(seed);
      const faults = ['unauthorized', 'server error', 'bad request', 'not found'] as const;
      service.requests.length = 0;
      service.respond = ({ url }, usual) => {
        if (random.between(0, 5) === 0) return failure(faults[random.between(0, 3)] ?? 'not found');
        const inner = new URL(url);
        if (random.between(0, 5) === 0) inner.searchParams.set('page', '1');
        return usual(inner);
      };
      await diagnosed(service);
      const refused = service.requests.filter(({ status }) => status === 401).length;
      assert.ok(service.requests.length <= 40, `seed ${seed}: ${service.requests.length} requests`);
      assert.ok(refused <= 4, `seed ${seed}: ${refused} requests with a refused key`);
    }
  });

  it('repeats requests that fail for a moment, but offers nothing for a service that stays down', async () => {
    service = await start({ offers: 'works' });
    let failing = 5;
    service.respond = (_, usual) => (failing-- > 0 ? failure('server error') : usual());
    assert.ok((await diagnosed(service)).findings.every(isWorking));
    service.respond = () => failure('server error');
    const { findings, remedy } = await diagnosed(service);
    assert.equal(remedy, undefined);
    assert.deepEqual(
      findings.map(({ sent, fault }) => [Boolean(sent), isServiceError(fault, 'server-error')]),
      [[true, true], ...Array(3).fill([false, false])],
    );
  });

  it('ends when it is aborted', async () => {
    service = await start({ offers: 'works' });
    const controller = new AbortController();
    service.respond = () => {
      controller.abort();
      return new Promise(() => {});
    };
    const work = diagnose({
      differences: {},
      open: async (changed) => serviceWith(service, changed),
      signal: controller.signal,
    });
    await assert.rejects(work, { code: 'cancelled' });
  });
});
