import assert from 'node:assert/strict';
import { ServiceError } from '../../../src/base/errors.ts';
import { defaultConventions } from '../../../src/service/conventions.ts';
import type { LogFilter, LogPage, LogRow } from '../../../src/service/model.ts';
import { readTrail } from '../../../src/table/readTrail.ts';
import { english } from '../../../src/text/l10n.ts';

const ADDRESS = '203.0.113.9';
const names = defaultConventions.logs.parameters;

const log = (domain: number, idx: number, more: Partial<LogRow> = {}) => ({
  key: { domain, idx, detectedType: 'WAF' },
  row: {
    idx,
    time: `2026-11-23 10:${String(domain).padStart(2, '0')}:00`,
    address: ADDRESS,
    other: {},
    ...more,
  },
});
const pageOf = (items: LogPage['items'], total = items.length): LogPage => ({
  items,
  total,
  page: 1,
  perPage: 100,
});

/** Reads a trail across the given number of domains and returns the requests. */
async function trailOf(
  domains: number,
  answer: (domain: number) => LogPage | Promise<LogPage>,
  signal = new AbortController().signal,
) {
  const asked: { readonly domain: number; readonly filter: LogFilter; readonly perPage: number }[] = [];
  const shares: number[] = [];
  const trail = await readTrail({
    connectionId: 'a',
    domain: 3,
    address: ADDRESS,
    directory: {
      async *read() {
        for (let index = 1; index <= domains; index += 20)
          yield Array.from({ length: Math.min(20, domains - index + 1) }, (_, at) => ({
            index: index + at,
            name: `domain ${index + at}`,
            other: {},
          }));
      },
    },
    service: {
      logs: async (domain, { perPage }, filter) => {
        asked.push({ domain, filter, perPage });
        return answer(domain);
      },
    },
    names,
    signal,
    report: (share) => shares.push(share),
  });
  return { ...trail, asked, shares, said: trail.notices.map(english) };
}

describe('readTrail', () => {
  it('reads a page of each domain, that of the log first, and is sorted by time', async () => {
    const { logs, asked, said, shares } = await trailOf(5, (domain) => pageOf([log(domain, 7)]));
    assert.deepEqual(
      asked.map(({ domain }) => domain),
      [3, 1, 2, 4, 5],
    );
    assert.ok(asked.every(({ filter, perPage }) => filter.address === ADDRESS && perPage === 100));
    assert.deepEqual(
      logs.map(({ key }) => key.domain),
      [5, 4, 3, 2, 1],
    );
    assert.deepEqual([said, shares.at(-1)], [[], 1]);
  });

  it('reads at most 50 domains and 100 rows of each, and says so', async () => {
    const rows = (domain: number) => Array.from({ length: 120 }, (_, idx) => log(domain, idx));
    const { logs, asked, said } = await trailOf(70, (domain) => pageOf(rows(domain), 300));
    assert.deepEqual([asked.length, logs.length], [50, 5_000]);
    assert.deepEqual(said, [
      'Only the first 50 domains of the connection were read.',
      '50 domains have more logs from this address than the 100 that were read.',
    ]);
  });

  it('leaves out rows of other addresses and of none, of a service that ignores the filter, and says so', async () => {
    const rows = (domain: number) => [
      log(domain, 1),
      log(domain, 2, { address: '198.51.100.1' }),
      log(domain, 3, { address: '' }),
    ];
    const { logs, said } = await trailOf(3, (domain) => pageOf(rows(domain), 1_000_000));
    assert.deepEqual(
      logs.map(({ key }) => key.idx),
      [1, 1, 1],
    );
    assert.deepEqual(said, [
      'The service did not filter 3 domains by address. Only their first 100 logs were searched.',
    ]);
  });

  it('says how many domains could not be read', async () => {
    const { logs, domains, said } = await trailOf(4, (domain) => {
      if (domain === 2) throw new ServiceError('server-error', 'failed');
      return pageOf([log(domain, 1)]);
    });
    assert.deepEqual([logs.length, domains, said], [3, 3, ['1 domain could not be read.']]);
  });

  it('keeps what was read when it is cancelled, and says how many domains that is', async () => {
    const cancelled = new AbortController();
    const { logs, said, asked } = await trailOf(
      40,
      (domain) => {
        if (domain === 4) cancelled.abort();
        return pageOf([log(domain, 1)]);
      },
      cancelled.signal,
    );
    assert.ok(asked.length < 40);
    assert.deepEqual(said, [`Canceled. ${logs.length} of 40 domains were read.`]);
  });
});
