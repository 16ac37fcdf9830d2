import assert from 'node:assert/strict';
import { DomainDirectory } from '../../../src/connections/domainDirectory.ts';
import type { LogService } from '../../../src/service/api.ts';
import type { Domain } from '../../../src/service/model.ts';

/** A service of so many domains that gives at most `largest` a page, whatever is asked. */
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

describe('The directory of domains', () => {
  for (const largest of [100, 50, 7]) {
    it(`has them all where a page has ${largest}`, async () => {
      const directory = new DomainDirectory(async () => serviceOf(120, largest));
      let seen = 0;
      for await (const domains of directory.read('a')) seen += domains.length;
      assert.equal(seen, 120);
      assert.equal((await directory.find('a', ({ index }) => index === 120))?.index, 120);
    });
  }
});
