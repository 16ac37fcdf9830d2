import assert from 'node:assert/strict';
import { createLogService } from '../../../src/service/client.ts';
import { type ConventionsOverride, resolveConventions } from '../../../src/service/conventions.ts';
import { createProbe } from '../../../src/service/probe.ts';
import { type Found, findConventions } from '../../../src/setup/findConventions.ts';
import { MOST_REFUSALS, Prober, type Try } from '../../../src/setup/prober.ts';
import type { FakeService } from '../../fakeService.ts';
import { type Differences, startDifferingService } from './differingService.ts';

interface Case {
  readonly differs: Differences;
  /** The path of the base URL that was typed. */
  readonly base?: string;
  /** The part of the conventions that fixes it; undefined if only the provider can help. */
  readonly mends?: ConventionsOverride;
  readonly baseAfter?: string;
}

const prefixed = (prefix: string): ConventionsOverride => ({
  domains: { path: `${prefix}/partner/website/all` },
  logs: { path: `${prefix}/partner/logs/attack_logs/:user_domain_idx` },
  detail: { path: `${prefix}/partner/logs/detailed_log/:user_domain_idx` },
  counts: { path: `${prefix}/partner/logs/visitors_hackers/:user_domain_idx` },
});

const services: Readonly<Record<string, Case>> = {
  'takes the key in X-Api-Key': { differs: { keyHeader: 'X-Api-Key' }, mends: { keyHeader: 'X-Api-Key' } },
  'takes the key as a bearer token, and dates with dashes': {
    differs: { keyHeader: 'Authorization', scheme: 'Bearer', dashes: ['visitors_hackers', 'attack_logs'] },
    mends: {
      keyHeader: 'Authorization: Bearer',
      logs: { dateFormat: 'YYYY-MM-DD' },
      counts: { dateFormat: 'YYYY-MM-DD' },
    },
  },
  'is below /api/v1': { differs: { prefix: '/api/v1' }, mends: prefixed('/api/v1') },
  'is below /api/v3 and takes the key of a sibling': {
    differs: { prefix: '/api/v3', keyHeader: 'X-Cloudbric-Key' },
    mends: { keyHeader: 'X-Cloudbric-Key', ...prefixed('/api/v3') },
  },
  'is behind a gateway that refuses unknown paths, too': {
    differs: { prefix: '/prod', keyHeader: 'X-Api-Key', isGateway: true },
    mends: { keyHeader: 'X-Api-Key', ...prefixed('/prod') },
  },
  'has its counts elsewhere': {
    differs: { paths: { '/partner/logs/visitors_hackers': '/partner/stats/daily' } },
    mends: { counts: { path: '/partner/stats/daily/:user_domain_idx' } },
  },
  'counts pages from 0 under another name': {
    differs: { pageFromZero: 'page_index' },
    mends: {
      domains: { firstPage: 0, parameters: { page: 'page_index' } },
      logs: { firstPage: 0, parameters: { page: 'page_index' } },
    },
  },
  'is not below the path of the base URL': { differs: {}, base: '/api', mends: {}, baseAfter: '' },
  'is not below the path of the base URL, and takes the key in X-Api-Key': {
    differs: { keyHeader: 'X-Api-Key' },
    base: '/api',
    mends: { keyHeader: 'X-Api-Key' },
    baseAfter: '',
  },
  'takes dates with dashes for counts': {
    differs: { dashes: ['visitors_hackers'] },
    mends: { counts: { dateFormat: 'YYYY-MM-DD' } },
  },
  'refuses detected_type': {
    differs: { refused: { detailed_log: ['detected_type'] } },
    mends: { detail: { parameters: { detectedType: null } } },
  },
  'calls the kind of detection “waf-v2”, as its rows do': {
    differs: { detectedType: 'waf-v2', row: (row) => ({ ...row, log_type: 'waf-v2' }) },
    mends: { detail: { detectedType: 'waf-v2' } },
  },
  'has other fields for the number and name of a domain': {
    differs: {
      domain: ({ user_domain_idx, domain, ...others }) => ({
        ...others,
        site_no: user_domain_idx,
        hostname: domain,
        port_no: 443,
      }),
    },
    mends: { domains: { indexFields: ['site_no'], nameFields: ['hostname'] } },
  },
  'has a number of its own beside that of a domain': {
    differs: {
      domain: ({ user_domain_idx, ...others }) => ({ ...others, id: 5, site_id: String(user_domain_idx) }),
    },
    mends: { domains: { indexFields: ['site_id'] } },
  },
  'pages by offset, and refuses two filters': {
    differs: { paging: 'offset', refused: { attack_logs: ['type', 'action_type'] } },
    mends: { logs: { paging: 'offset', parameters: { detectedType: null, action: null } } },
  },
  'refuses dates in lists, and takes the key in X-Api-Key': {
    differs: { keyHeader: 'X-Api-Key', refused: { attack_logs: ['from', 'to'] } },
    mends: { keyHeader: 'X-Api-Key', logs: { parameters: { from: null, to: null } } },
  },
  'takes the key in X-Partner-Token': {
    differs: { keyHeader: 'X-Partner-Token' },
    mends: { keyHeader: 'X-Partner-Token' },
  },
  'takes the key in a header of its own': { differs: { keyHeader: 'X-Acme-Credential' } },
  'has the logs elsewhere': {
    differs: { paths: { '/partner/logs/attack_logs': '/partner/events' } },
    mends: { logs: { path: '/partner/events/:user_domain_idx' } },
  },
  'has the logs where nobody looks': {
    differs: { paths: { '/partner/logs/attack_logs': '/partner/acme' } },
  },
};

describe('findConventions', () => {
  let service: FakeService;
  afterEach(() => service?.close());

  async function find(
    base = '',
    signal = new AbortController().signal,
    onTry = (_: Try) => {},
    inUse?: ConventionsOverride,
  ) {
    const baseUrl = service.baseUrl + base;
    const tries: Try[] = [];
    const probe = createProbe({ key: async () => service.key });
    const prober = new Prober(probe, baseUrl, {
      key: service.key,
      signal,
      onTry: (tried) => {
        tries.push(tried);
        onTry(tried);
      },
    });
    const place = { baseUrl, conventions: resolveConventions(inUse && { '*': inUse }, baseUrl) };
    try {
      return { tries, found: await findConventions(place, prober, new Date().toISOString().slice(0, 10)) };
    } finally {
      probe.close();
    }
  }

  /** Returns the results of the four reads at the place that was found. */
  async function readAll({ place: { baseUrl, conventions } }: Found): Promise<void> {
    const found = createLogService({ baseUrl, conventions, key: async () => service.key, tries: 1 });
    const { items } = await found.domains({ page: 1, perPage: 10 });
    const [domain] = items;
    assert.ok(domain?.name);
    const day = new Date().toISOString().slice(0, 10);
    const page = { page: 1, perPage: 10 };
    await found.logs(domain.index, page, { from: day, to: day, detectedType: 'WAF', action: 'Blocked' });
    const logs = await found.logs(domain.index, page, {});
    assert.ok(logs.items[0]);
    await found.log(logs.items[0].key);
    await found.counts(domain.index, { from: day, to: day });
    found.dispose();
  }

  for (const [what, { differs, base = '', baseAfter = base, mends }] of Object.entries(services)) {
    it(`${mends ? 'mends' : 'asks the provider of'} a service that ${what}`, async () => {
      service = await startDifferingService(differs);
      const { found, tries } = await find(base);
      assert.ok(service.requests.length <= 40, `${service.requests.length} requests`);
      assert.equal(tries.length, service.requests.length);
      const hasKey = (headers: object) =>
        Object.values(headers).some((value) => String(value).includes(service.key));
      const refused = service.requests.filter(({ status, headers }) => status === 401 && hasKey(headers));
      assert.ok(refused.length <= MOST_REFUSALS);
      if (!mends) {
        assert.equal(found.questions.length, 1);
        return;
      }
      assert.deepEqual(found.questions, []);
      assert.equal(found.place.baseUrl, service.baseUrl + baseAfter);
      const expected = resolveConventions({ '*': mends }, service.baseUrl);
      assert.deepEqual(found.place.conventions, expected);
      await readAll(found);
    });
  }

  it('changes nothing where everything works', async () => {
    service = await startDifferingService({});
    const { found, tries } = await find();
    assert.deepEqual(found.place.conventions, resolveConventions(undefined, ''));
    assert.ok(tries.every(({ fault }) => fault === undefined));
    assert.deepEqual([...new Set(found.findings.map(({ outcome }) => outcome.kind))], ['works']);
    assert.ok(tries.length <= 16, `${tries.length} requests`);
  });

  it('changes nothing where the two lists are paged in different ways, and the conventions say so', async () => {
    service = await startDifferingService({ paging: 'offset' });
    const inUse = { logs: { paging: 'offset', requiredDays: 30 } } as const;
    const { found, tries } = await find('', undefined, undefined, inUse);
    assert.deepEqual(found.place.conventions, resolveConventions({ '*': inUse }, ''));
    assert.ok(tries.every(({ fault }) => fault === undefined));
  });

  it('reads a log under the detected type of its row', async () => {
    service = await startDifferingService({
      detectedType: 'BOT',
      row: (row) => ({ ...row, detected_type: 'BOT' }),
    });
    const { found } = await find();
    assert.deepEqual(found.place.conventions, resolveConventions(undefined, ''));
    assert.deepEqual(found.questions, []);
  });

  it('blames the key alone when the service reads the header and refuses the key', async () => {
    service = await startDifferingService({});
    const { respond } = service;
    service.respond = (request, usual) => {
      if (request.headers['x-service-key'] === undefined) return respond(request, usual);
      return { status: 403, body: { message: { key: 'RES000033', value: 'Key expired' } } };
    };
    const { found, tries } = await find();
    assert.deepEqual(
      found.findings.map(({ outcome }) => outcome.kind),
      ['fault', 'not-tried', 'not-tried', 'not-tried'],
    );
    assert.equal(tries.length, 2);
  });

  it('still reads the counts when the logs are nowhere', async () => {
    service = await startDifferingService({ paths: { '/partner/logs/attack_logs': '/partner/elsewhere' } });
    const { found } = await find();
    assert.equal(found.findings.find(({ read }) => read === 'counts')?.outcome.kind, 'works');
    assert.equal(found.findings.find(({ read }) => read === 'detail')?.outcome.kind, 'not-tried');
  });

  it('sends no more than 40 requests, those that are repeated included', async () => {
    service = await startDifferingService({ paths: { '/partner/logs/attack_logs': '/elsewhere' } });
    const { respond } = service;
    service.respond = (request, usual) =>
      service.requests.length % 2
        ? {
            status: 429,
            headers: { 'Retry-After': '0' },
            body: { message: { key: 'RES000090', value: 'Busy' } },
          }
        : respond(request, usual);
    const { found } = await find();
    assert.ok(service.requests.length <= 40);
    assert.notEqual(found.findings[1]?.outcome.kind, 'works');
  });

  it('ends when it is cancelled', async () => {
    service = await startDifferingService({ prefix: '/elsewhere' });
    const controller = new AbortController();
    const searching = find('', controller.signal, () => controller.abort(new Error('cancelled')));
    await assert.rejects(() => searching, /cancelled/);
    assert.equal(service.requests.length, 1);
  });
});
