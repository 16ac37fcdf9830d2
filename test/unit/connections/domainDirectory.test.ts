import assert from 'node:assert/strict';
import { DomainDirectory } from '../../../src/connections/domainDirectory.ts';
import type { LogService } from '../../../src/service/api.ts';
import type { Domain } from '../../../src/service/model.ts';

/** Returns a service with that many domains that returns at most `largest` per page, for any request. */
function serviceOf(total: number, largest: number): Pick<LogService, 'domains'> {
  const domains = Array.from(
    { length: total },
    (_, at): Domain => ({ index: at + 1, name: undefined, other: {} }),
  );
  return {
    domains: async ({ page, perPage: asked }) => {
      const perPage = Math.min(asked, largest);
      return { items: domains.slice((page - 1) * perPage, page * perPage), total, page, perPage };
    },
  };
}

describe('DomainDirectory', () => {
  for (const largest of [100, 50, 7]) {
    it(`has them all where a page has ${largest}`, async () => {
      const directory = new DomainDirectory(async () => serviceOf(120, largest));
      let seen = 0;
      for await (const domains of directory.read('a')) seen += domains.length;
      assert.equal(seen, 120);
      assert.equal((await directory.find('a', ({ index }) => index === 120))?.index, 120);
    });
  }

  const readAll = async (service: Pick<LogService, 'domains'>) => {
    const directory = new DomainDirectory(async () => service);
    const seen: Domain[] = [];
    for await (const domains of directory.read('a')) seen.push(...domains);
    return { directory, seen };
  };

  it('keeps 20 000 domains, and says when there are more', async () => {
    const whole = await readAll(serviceOf(20_000, 100));
    assert.deepEqual([whole.seen.length, whole.directory.isCut('a')], [20_000, false]);
    const cut = await readAll(serviceOf(100_000, 100));
    assert.deepEqual([cut.seen.length, cut.directory.isCut('a')], [20_000, true]);
    assert.equal(await cut.directory.find('a', ({ index }) => index === 20_001), undefined);
  });

  it('keeps names of 8 Mi units, and no other fields', async () => {
    let more = '';
    const name = 'n'.repeat(1024 * 1024);
    const service: Pick<LogService, 'domains'> = {
      domains: async ({ page, perPage }) => ({
        items: [{ index: page, name: page === 1 ? name + more : name, other: { large: name } }],
        total: 1_000,
        page,
        perPage,
      }),
    };
    const { directory, seen } = await readAll(service);
    assert.equal(seen.length, 8);
    assert.equal(directory.isCut('a'), true);
    assert.deepEqual(seen[0]?.other, {});
    more = 'n';
    assert.equal((await readAll(service)).seen.length, 7);
  });
});
