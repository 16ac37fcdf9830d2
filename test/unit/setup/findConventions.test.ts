import assert from 'node:assert/strict';
import { createLogService } from '../../../src/service/client.ts';
import { type ConventionsOverride, resolveConventions } from '../../../src/service/conventions.ts';
import type { Try } from '../../../src/setup/attempts.ts';
import {
  type Found,
  findConventions,
  MOST_REFUSALS,
  MOST_REQUESTS,
} from '../../../src/setup/findConventions.ts';
import type { Place } from '../../../src/setup/otherPlaces.ts';
import { type Differences, type DifferingService, startDifferingService } from './differingService.ts';

interface Case {
  readonly differs: Differences;
  /** The path of the base URL that was typed. */
  readonly base?: string;
  /** The part of the conventions that mends it; undefined when the provider has to be asked. */
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
  'is not below the path of the base URL': { differs: {}, base: '/api', mends: {}, baseAfter: '' },
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
  'takes the key in a header of its own': { differs: { keyHeader: 'X-Partner-Token' } },
  'has the logs elsewhere': {
    differs: { paths: { '/partner/logs/attack_logs': '/partner/events' } },
  },
};

describe('findConventions', () => {
  let service: DifferingService;
  afterEach(() => service?.close());

  async function find(base = '', budget = { requests: MOST_REQUESTS, refusals: MOST_REFUSALS }) {
    const baseUrl = service.baseUrl + base;
    const tries: Try[] = [];
    const searching = findConventions({
      place: { baseUrl, conventions: resolveConventions(undefined, baseUrl) },
      serviceAt: (place) => serviceAt(place),
      today: new Date().toISOString().slice(0, 10),
      budget,
      signal: new AbortController().signal,
    });
    for (;;) {
      const { value, done } = await searching.next();
      if (done) return { tries, found: value };
      tries.push(value);
    }
  }

  const serviceAt = ({ baseUrl, conventions }: Place) =>
    createLogService({ baseUrl, conventions, key: async () => service.key, tries: 1 });

  /** What the four reads give at the place that was found. */
  async function readAll({ place }: Found): Promise<void> {
    const found = serviceAt(place);
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
      assert.ok(service.statuses.length <= MOST_REQUESTS, `${service.statuses.length} requests`);
      assert.equal(tries.length, service.statuses.length);
      assert.ok(service.statuses.filter((status) => status === 401).length <= MOST_REFUSALS);
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

  it('finds nothing where everything works', async () => {
    service = await startDifferingService({});
    const { found, tries } = await find();
    assert.deepEqual(found.place.conventions, resolveConventions(undefined, ''));
    assert.ok(tries.every(({ fault }) => fault === undefined));
    assert.ok(tries.length <= 8);
  });

  it('sends no more requests than it may', async () => {
    service = await startDifferingService({ prefix: '/elsewhere' });
    const { found, tries } = await find('', { requests: 3, refusals: 4 });
    assert.equal(found.stopped, 'requests');
    assert.deepEqual(
      found.questions.map(({ read, tried }) => [read, tried.length]),
      [['domains', 2]],
    );
    assert.equal(tries.length, 3);
    assert.equal(service.statuses.length, 3);
  });

  it('ends when it is cancelled', async () => {
    service = await startDifferingService({ prefix: '/elsewhere' });
    const controller = new AbortController();
    const searching = findConventions({
      place: { baseUrl: service.baseUrl, conventions: resolveConventions(undefined, '') },
      serviceAt,
      today: '2026-11-22',
      budget: { requests: MOST_REQUESTS, refusals: MOST_REFUSALS },
      signal: controller.signal,
    });
    await searching.next();
    controller.abort(new Error('cancelled'));
    await assert.rejects(() => searching.next(), /cancelled/);
    assert.equal(service.statuses.length, 1);
  });
});
