/** Tests exports with the whole extension: what is exported, where, and what is said about it. */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { LogQuery } from '../../../src/service/queries/logQuery.ts';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';
import { FakeService } from '../../fakeService.ts';
import { until } from '../../until.ts';
import { parseCsv, parseNdjson } from './exporting.ts';

const SECRET = 'q7ZxPw4vKm29TbNs';
const NOTHING = /^Nothing was exported\. If the file already existed, it was not changed\./;

describe('exportLogs command', () => {
  let service: FakeService;
  let window: FakeWindow;
  let folder: string;
  let target: string;

  beforeEach(async () => {
    service = await FakeService.start();
    const row = { attack: 'SQL Injection', action: '=1+1', uri: `/reset-password/${SECRET}` };
    service.logs = [1, 2, 3].map((idx) => ({ idx, ...row, basestr: service.key }));
    window = await FakeWindow.open(plainProfile());
    await window.connect(service.baseUrl, service.key);
    folder = await mkdtemp(path.join(tmpdir(), 'partner-logs-export-'));
    target = path.join(folder, 'logs');
  });
  afterEach(async () => {
    window.close();
    await service.close();
    await rm(folder, { recursive: true, force: true });
  });

  const domain = { connectionId: 'c', index: 1, name: 'shop.example' };
  const rows = { kind: 'domain', ...domain };
  const log = (idx: number) => ({
    kind: 'log',
    connectionId: 'c',
    key: { domain: 1, idx, detectedType: 'WAF' },
  });

  /** Runs the command, and answers its prompts with these labels. */
  async function run(argument: unknown, answers: readonly string[], all?: unknown): Promise<string> {
    window.fake.saveTo ??= target;
    window.fake.messages.splice(0);
    const done = window.run('partnerLogs.exportLogs', argument, all);
    for (const answer of answers) {
      const pick = await until('a prompt', () =>
        window.fake.picks.findLast((each) => each.isOpen && each.items.some(({ label }) => label === answer)),
      );
      pick?.take(({ label }) => label === answer);
    }
    await done;
    return window.fake.messages.at(-1)?.text ?? '';
  }

  it('exports a domain, hides values, and says so', async () => {
    const said = await run(rows, ['NDJSON', 'Full details', 'Essential']);
    assert.match(said, /^3 logs exported\. The file shows names, ordinary values, and the matches/);
    assert.match(JSON.stringify(window.fake.offered), /detection-logs-1\.ndjson/);
    const text = await readFile(target, 'utf8');
    assert.ok(!text.includes(SECRET) && !text.includes(service.key));
    assert.equal(parseNdjson(text).filter(({ detail }) => detail !== undefined).length, 3);
  });

  for (const [level, query, shown] of [
    ['Essential', { uri: `/reset-password/${SECRET}`, rule: 'SQL Injection' }, undefined],
    ['Exact', { keyword: SECRET }, { keyword: SECRET }],
    ['Essential', { keyword: 'the key' }, undefined],
  ] as const)
    it(`hides the values of the filter as those of rows: ${level}, ${Object.keys(query)}`, async () => {
      const filter: LogQuery = 'keyword' in query && !shown ? { keyword: service.key } : query;
      await window.parts.filters.set(domain, filter);
      await run(rows, ['NDJSON', 'Rows only', level]);
      const text = await readFile(target, 'utf8');
      const { filter: written, ...facts } = Object(parseNdjson(text)[0]?.['_export']);
      const { host } = new URL(service.baseUrl);
      assert.deepEqual(facts, { level: level.toLowerCase(), content: 'rows', service: host });
      assert.deepEqual(Object.keys(written), Object.keys(filter));
      if (shown) assert.deepEqual(written, shown);
      else assert.ok(!text.includes(SECRET) && !text.includes(service.key), text);
    });

  it('exports the selected logs exactly, and says so', async () => {
    const said = await run(log(2), ['CSV', 'Full details', 'Exact'], [log(1)]);
    assert.match(said, /^1 log exported\. Nothing is redacted\./);
    const [header = [], record = []] = parseCsv((await readFile(target, 'utf8')).slice(1));
    assert.equal(record[header.indexOf('idx')], '2');
  });

  it('leaves an existing file unchanged when the service fails or the connection is removed', async () => {
    await writeFile(target, 'old');
    service.respond = () => ({ status: 401, body: { message: { key: 'RES000033', value: 'Unauthorized' } } });
    assert.match(await run(rows, ['CSV', 'Rows only', 'Essential']), NOTHING);
    service.respond = () => new Promise(() => {});
    const stopped = run(rows, ['CSV', 'Rows only', 'Essential']).catch(() => '');
    await until('the request', () => service.requests.at(-1)?.isOpen);
    await window.parts.connections.remove('c');
    assert.match(await stopped, NOTHING);
    assert.equal(await readFile(target, 'utf8'), 'old');
    assert.deepEqual(await readdir(folder), ['logs']);
  });

  it('can be canceled, says how many logs of how many are written, and leaves nothing behind', async () => {
    service.logs = Array.from({ length: 40 }, (_, idx) => ({ idx }));
    service.respond = async ({ url }, usual) => {
      if (/\/\d+$/.test(url.pathname)) await setTimeout(250);
      return usual();
    };
    const exported = run(rows, ['NDJSON', 'Full details', 'Essential']);
    const progress = await until('the progress', () => window.fake.progress.at(-1));
    assert.equal(progress?.title, 'Export Logs of shop.example');
    await until('the number', () => /^\d+ of 40$/.test(progress?.message ?? ''));
    progress?.cancel();
    await exported;
    assert.equal(window.fake.statuses.at(-1), '$(info) The export was stopped. Nothing was written.');
    assert.deepEqual(await readdir(folder), []);
  });
});
