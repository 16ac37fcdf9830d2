import assert from 'node:assert/strict';
import { isServiceError } from '../../../../src/base/errors.ts';
import { Lists } from '../../../../src/browse/lists/lists.ts';
import { DomainNodes } from '../../../../src/browse/tree/domainNodes.ts';
import { LogNodes } from '../../../../src/browse/tree/logNodes.ts';
import { resolveDifferences } from '../../../../src/service/differences.ts';

const ending = () => new AbortController().signal;

describe('LogNodes', () => {
  it('returns none, with the reason, for a pinned domain whose connection has bad conventions', async () => {
    const conventions = () => resolveDifferences({ keyHeader: 'Host' });
    const lists = new Lists({
      serviceOf: async () => assert.fail(String(conventions())),
      pageSize: () => 20,
      filterOf: () => ({}),
    });
    const pinned = { connectionId: 'a', index: 7, name: 'shop.example' };
    const domains = new DomainNodes({
      connections: { get: () => undefined },
      lists,
      pinned: { of: () => [pinned] },
    } as unknown as ConstructorParameters<typeof DomainNodes>[0]);
    const logNodes = new LogNodes({
      domains,
      lists,
      services: { conventions: () => conventions(), ending },
      recent: { list: () => [] },
    } as unknown as ConstructorParameters<typeof LogNodes>[0]);
    const { logs, notices, pager } = await logNodes.shownOf(domains.pinned('a')[0] ?? assert.fail());
    assert.deepEqual([logs, notices], [[], []]);
    assert.ok(isServiceError(pager.fault, 'bad-setting'));
  });

  it('finds the logs beside one that is not among the loaded rows by its time, and leaves those as they are', async () => {
    const asked: number[] = [];
    const time = (idx: number) =>
      `2026-01-01 00:${String(Math.floor(idx / 60)).padStart(2, '0')}:${String(idx % 60).padStart(2, '0')}`;
    const listed = (idx: number) => ({
      key: { domain: 7, idx, detectedType: 'WAF' },
      row: { idx, time: time(idx), rule: 'SQL Injection', uri: '/login', other: {} },
    });
    const idxs = Array.from({ length: 400 }, (_, index) => 400 - index);
    const notAsked = () => assert.fail();
    const lists = new Lists({
      serviceOf: async () => ({
        domains: async (page) => ({
          items: [{ index: 7, name: 'shop.example', other: {} }],
          total: 1,
          ...page,
        }),
        logs: async (_, { page, perPage }) => {
          asked.push(page);
          const items = idxs.slice((page - 1) * perPage, page * perPage).map(listed);
          return { items, total: idxs.length, page, perPage };
        },
        log: notAsked,
        counts: notAsked,
        dispose: () => {},
      }),
      pageSize: () => 20,
      filterOf: () => ({}),
    });
    const target = { connectionId: 'a', key: { domain: 7, idx: 141, detectedType: 'WAF' } };
    const domains = new DomainNodes({
      connections: { get: () => ({ id: 'a', name: 'a', baseUrl: 'https://api.example' }) },
      lists,
      pinned: { of: () => [] },
    } as unknown as ConstructorParameters<typeof DomainNodes>[0]);
    const logNodes = new LogNodes({
      domains,
      lists,
      services: { conventions: () => resolveDifferences({}), ending },
      recent: { list: () => [{ ...target, domainName: undefined, time: time(141) }] },
    } as unknown as ConstructorParameters<typeof LogNodes>[0]);
    const stepped = async (step: -1 | 1) => {
      const found = await logNodes.adjacent(target, step);
      return 'node' in found ? found.node.key.idx : found;
    };
    assert.equal(await stepped(1), 140);
    const reads = asked.length;
    assert.equal(await stepped(-1), 142);
    assert.ok(asked.length <= reads + 1);
    assert.equal(logNodes.rowOf(target)?.uri, '/login');
  });
});
