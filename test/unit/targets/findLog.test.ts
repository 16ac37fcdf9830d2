import assert from 'node:assert/strict';
import type { Connection } from '../../../src/connections/connection.ts';
import { type FindLogOptions, findLog, nearbyDomains } from '../../../src/targets/lookUp/findLog.ts';
import type { TreeNode } from '../../../src/targets/nodes.ts';

const signal = new AbortController().signal;

interface Given {
  readonly ids?: readonly string[];
  /** The domains of each connection; a connection without a list cannot be read. */
  readonly domains?: Readonly<Record<string, readonly { index: number; name?: string }[]>>;
  readonly isCut?: boolean;
}

function optionsOf({ ids = ['a', 'b'], domains = {}, isCut = false }: Given): FindLogOptions {
  const list: Connection[] = ids.map((id) => ({ id, name: id, baseUrl: `https://${id}.example` }));
  return {
    connections: { list: () => list },
    services: {
      detectedType: () => 'WAF',
      conventions: (id: string) => {
        throw new Error(`The conventions of ${id} are invalid.`);
      },
    },
    directory: {
      find: async (id: string, isIt: (domain: { index: number; name?: string }) => boolean) => {
        if (!domains[id]) throw new Error('unreadable');
        return domains[id].find(isIt);
      },
      isCut: () => isCut,
    },
    links: { connectionsOf: (baseUrl: string) => list.filter((each) => each.baseUrl === baseUrl) },
  } as unknown as FindLogOptions;
}

const target = (connectionId: string, domain: number, detectedType = 'WAF') => ({
  connectionId,
  key: { domain, idx: 7, detectedType },
});

describe('findLog', () => {
  const find = (reference: object, given: Given = {}) =>
    findLog(optionsOf(given), { idx: 7, ...reference } as never, signal);

  it('finds the log of a link in the connections with its base URL', async () => {
    const link = { domain: 5, baseUrl: 'https://b.example', detectedType: 'BOT' };
    assert.deepEqual(await find(link), { targets: [target('b', 5, 'BOT')] });
    assert.deepEqual(await find({ ...link, baseUrl: 'https://x.example' }), {
      unknownBaseUrl: 'https://x.example',
    });
  });

  it('needs a domain for a number alone, and no list for a numbered domain of the only connection', async () => {
    assert.deepEqual(await find({}), { domainNeeded: true });
    assert.deepEqual(await find({ domain: 5 }, { ids: ['a'] }), { targets: [target('a', 5)] });
  });

  it('finds a domain by its number, or its name without a port, in every connection', async () => {
    const domains = { a: [{ index: 5 }, { index: 6, name: 'Shop.example' }], b: [{ index: 5, name: 'x' }] };
    assert.deepEqual(await find({ domain: 5 }, { domains }), { targets: [target('a', 5), target('b', 5)] });
    assert.deepEqual(await find({ domain: 'shop.EXAMPLE:8443' }, { domains }), { targets: [target('a', 6)] });
  });

  it('states why there is none', async () => {
    const domains = { a: [], b: [] };
    assert.deepEqual(await find({ domain: 'x' }, { domains }), { problem: 'No connection has the domain x' });
    assert.deepEqual(await find({ domain: 5 }, { domains, isCut: true }), {
      problem: 'Domain 5 is not among the first 20,000 domains of any connection',
    });
    assert.match(JSON.stringify(await find({ domain: 5 }, { domains: { a: [] } })), /^\{"problem":/);
  });
});

describe('nearbyDomains', () => {
  it('returns the domains of the open log, the selected rows, and the last log, once each', () => {
    const { key, connectionId } = target('a', 1);
    const domain = { kind: 'domain', connectionId: 'a', index: 2, name: 'old', other: {} };
    const log = { kind: 'log', ...target('b', 3), row: { idx: 7, other: {} }, parent: domain };
    const selection = [domain, log, { kind: 'more', parent: domain, label: '' }, domain] as TreeNode[];
    const nameOf = ({ index }: { readonly index: number }) => `name ${index}`;
    const found = nearbyDomains({ active: { connectionId, key }, selection, latest: target('a', 2), nameOf });
    assert.deepEqual(
      found.map(({ connectionId: id, index, name }) => [id, index, name]),
      [
        ['a', 1, 'name 1'],
        ['a', 2, 'name 2'],
        ['b', 3, 'name 3'],
      ],
    );
    assert.deepEqual(nearbyDomains({ active: undefined, selection: [], latest: undefined, nameOf }), []);
  });
});
