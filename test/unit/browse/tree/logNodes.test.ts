import assert from 'node:assert/strict';
import { Lists } from '../../../../src/browse/lists/lists.ts';
import { DomainNodes } from '../../../../src/browse/tree/domainNodes.ts';
import { LogNodes } from '../../../../src/browse/tree/logNodes.ts';
import { resolveConventions } from '../../../../src/service/conventions.ts';
import { isServiceError } from '../../../../src/service/errors.ts';

describe('LogNodes', () => {
  it('returns none, with the reason, for a pinned domain whose connection has bad conventions', async () => {
    const conventions = () => resolveConventions({ '*': { keyHeader: 'Host' } }, 'https://api.example');
    const lists = new Lists({
      serviceOf: async () => assert.fail(String(conventions())),
      pageSize: () => 20,
      filterOf: () => ({}),
    });
    const pinned = { connectionId: 'a', index: 7, name: 'shop.example', pinned: true };
    const domains = new DomainNodes({
      connections: { get: () => undefined },
      lists,
      marks: { pinned: () => [pinned] },
    });
    const logNodes = new LogNodes({
      domains,
      lists,
      services: { filterNames: () => conventions().logs.parameters },
    });
    const { logs, message, state } = await logNodes.shownOf(domains.pinned(pinned));
    assert.deepEqual([logs, message], [[], undefined]);
    assert.ok(isServiceError(state.fault, 'bad-conventions'));
  });
});
