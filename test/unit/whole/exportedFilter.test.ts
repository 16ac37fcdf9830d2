/** Tests that the filter in an exported file is hidden as the values of the logs are. */
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DomainNode } from '../../../src/connections/nodes.ts';
import type { LogQuery } from '../../../src/service/queries/logQuery.ts';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';
import { FakeService } from '../../fakeService.ts';
import { until } from '../../until.ts';

const KEY = 'partner/shop-key+of=ours';
const TOKEN = '9f8a7c6e5d4b3a2f1e0d';
const DOMAIN: DomainNode = { kind: 'domain', connectionId: 'c', index: 1, name: 'shop.example' };

describe('the filter in an exported file', function () {
  this.timeout(60_000);
  let service: FakeService;
  let window: FakeWindow;
  const file = path.join(tmpdir(), `partner-logs-filter-${process.pid}.ndjson`);

  beforeEach(async () => {
    const uri = `/reset-password/${TOKEN}`;
    service = await FakeService.start({ logs: [{ idx: 1, attack: 'SQL Injection', uri, basestr: KEY }] });
    window = await FakeWindow.open(plainProfile());
    const connection = { id: 'c', name: 'c', baseUrl: service.baseUrl };
    await window.parts.keys.store(connection, KEY);
    await window.parts.connections.save(connection);
  });

  afterEach(async () => {
    window.close();
    await service.close();
    rmSync(file, { force: true });
  });

  async function exported(query: LogQuery, level: string): Promise<string> {
    await window.parts.filters.set(DOMAIN, query);
    window.fake.saveTo = file;
    void window.run('partnerLogs.exportLogs', DOMAIN);
    for (const label of ['NDJSON', 'Rows only', level])
      await until(`the row ${label}`, () =>
        window.fake.picks.findLast(({ isOpen }) => isOpen)?.take((row) => row.label.includes(label)),
      );
    await until('the export', () => window.fake.messages.find(({ text }) => /exported/.test(text)));
    return readFileSync(file, 'utf8');
  }

  it('contains no secret of a path', async () => {
    const text = await exported({ uri: `/reset-password/${TOKEN}`, rule: 'SQL Injection' }, 'Essential');
    assert.match(text, /"filter":\{"uri":"\/reset-password\/‹20 characters›","rule":"SQL Injection"\}/);
    assert.ok(!text.includes(TOKEN), text);
  });

  it('contains no key that was typed as a keyword', async () => {
    assert.ok(!(await exported({ keyword: KEY }, 'Essential')).includes('shop-key'));
  });

  it('is as typed in an exact file', async () => {
    assert.ok((await exported({ keyword: TOKEN }, 'Exact')).includes(`"filter":{"keyword":"${TOKEN}"}`));
  });
});
