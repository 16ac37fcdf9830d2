/** Tests that a change of one connection leaves everything that was read from another as it is. */
import assert from 'node:assert/strict';
import type { ToTable } from '../../../src/table/tableMessages.ts';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';
import { FakeService } from '../../fakeService.ts';
import { until } from '../../until.ts';
import { childrenOf } from './readingPlaces.ts';

const DOMAIN = { connectionId: 'c', index: 1, name: 'shop.example' };
const COUNTS = { domain: DOMAIN, span: 'today' } as const;
const noSignal = new AbortController().signal;

describe('a change of one connection', function () {
  this.timeout(60_000);

  let service: FakeService;
  let window: FakeWindow;
  before(async () => {
    service = await FakeService.start({ logs: [1, 2, 3] });
    window = await FakeWindow.open(plainProfile());
  });
  after(async () => {
    window.close();
    await service.close();
  });

  it('keeps the rows, logs, tables, and counts of the others, and shows its own once it exists', async () => {
    const { connections, keys, lists, logs, counts } = window.parts;
    await window.connect(service.baseUrl, 'key');
    const other = { id: 'B', name: 'B', baseUrl: service.baseUrl };
    // It does not exist yet.
    await lists.domains('B').load();

    await lists.domains('c').load();
    await lists.logs(DOMAIN).load();
    await logs.get({ connectionId: 'c', key: { domain: 1, idx: 1, detectedType: 'WAF' } });
    await counts.read(COUNTS, noSignal);
    await window.run('partnerLogs.openTable', DOMAIN);
    const table = window.fake.panels.at(-1) ?? assert.fail();
    table.say({ type: 'ready' });
    await until('the table', () => JSON.stringify(table.posted).includes('"cells"'));
    const states = () => (table.posted as ToTable[]).filter(({ type }) => type === 'show').length;
    const before = { states: states(), requests: service.requests.length };
    const reading = counts.read({ domain: DOMAIN, span: 'last7' }, noSignal);

    await keys.store(other, 'another');
    await connections.save(other);
    await reading;
    const [root] = (await childrenOf(window)).filter(
      (node) => node.kind === 'connection' && node.connection.id === 'B',
    );
    assert.deepEqual(
      (await childrenOf(window, root)).map(({ kind }) => kind),
      ['domain'],
    );
    const own = service.requests.filter(({ headers }) => headers['x-service-key'] === 'another').length;
    await keys.store(other, 'a third');
    await connections.remove('B');

    await lists.domains('c').load();
    await lists.logs(DOMAIN).load();
    await logs.get({ connectionId: 'c', key: { domain: 1, idx: 1, detectedType: 'WAF' } });
    assert.equal(lists.logs(DOMAIN).items.length, 3);
    assert.ok(counts.get(COUNTS)?.answer);
    assert.equal(states(), before.states);
    // The counts of the week were being read meanwhile.
    assert.equal(service.requests.length, before.requests + own + 1);
  });
});
