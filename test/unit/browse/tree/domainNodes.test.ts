import assert from 'node:assert/strict';
import { Lists } from '../../../../src/browse/lists/lists.ts';
import { DomainNodes } from '../../../../src/browse/tree/domainNodes.ts';
import type { Domain, Page } from '../../../../src/service/model.ts';

describe('DomainNodes', () => {
  it('finds nodes in a list that was dropped while it loaded', async () => {
    const shop: Domain = { index: 7, name: 'shop.example', other: {} };
    const never = () => Promise.reject(new Error('not read here'));
    let asked = 0;
    const lists = new Lists({
      serviceOf: async () => ({
        domains: (_, options): Promise<Page<Domain>> => {
          if (++asked > 1) return Promise.resolve({ items: [shop], total: 1, page: 1, perPage: 20 });
          return new Promise((_resolve, reject) => {
            options?.signal?.addEventListener('abort', () => reject(new Error('cancelled')));
          });
        },
        logs: never,
        log: never,
        counts: never,
        dispose: () => {},
      }),
      pageSize: () => 20,
      filterOf: () => ({}),
    });
    const domains = new DomainNodes({
      connections: { get: () => undefined },
      lists,
      pinned: { of: () => [] },
    } as unknown as ConstructorParameters<typeof DomainNodes>[0]);
    const finding = domains.find({ connectionId: 'a', index: 7 });
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(asked, 1);
    lists.reset();
    assert.deepEqual(await finding, { kind: 'domain', connectionId: 'a', index: 7, name: 'shop.example' });
  });
});
