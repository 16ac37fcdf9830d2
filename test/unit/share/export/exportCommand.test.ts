/** Tests exports with the whole extension: what is exported, where, and what is said about it. */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FakeWindow, plainProfile } from '../../../fakeEditor/window.ts';
import { FakeService } from '../../../fakeService.ts';
import { until } from '../../../until.ts';
import { parseCsv, parseNdjson } from './exporting.ts';

const SECRET = 'q7ZxPw4vKm29TbNs';

describe('exportLogs command', () => {
  let service: FakeService;
  let window: FakeWindow;
  let folder: string;
  let target: string;

  beforeEach(async () => {
    const row = { attack: 'SQL Injection', action: '=1+1', uri: `/reset-password/${SECRET}` };
    service = await FakeService.start({ logs: [1, 2, 3].map((idx) => ({ idx, ...row })) });
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
  const log = (idx: number) => ({
    kind: 'log',
    connectionId: 'c',
    key: { domain: 1, idx, detectedType: 'WAF' },
  });

  /** Runs the command, and answers its prompts with these labels. */
  async function run(argument: unknown, answers: readonly string[], all?: unknown): Promise<string> {
    window.fake.saveTo = target;
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

  it('exports a domain, hides values also in the facts about the filter, and says so', async () => {
    await window.parts.filters.set(domain, { uri: `/reset-password/${SECRET}` });
    const said = await run({ kind: 'domain', ...domain }, ['NDJSON', 'Full details', 'Essential']);
    assert.match(
      said,
      /^3 logs exported \([\d.]+ kB\)\. The file shows names, ordinary values, and the matches/,
    );
    const text = await readFile(target, 'utf8');
    assert.ok(!text.includes(SECRET));
    const [first, ...others] = parseNdjson(text);
    assert.deepEqual(Object.keys(Object(first?.['_export']).filter), ['uri']);
    assert.equal(others.length, 2);
    assert.ok(others.every(({ detail }) => detail !== undefined));
  });

  it('exports the selected logs exactly, and says that cells of CSV got apostrophes', async () => {
    const said = await run(log(2), ['CSV', 'Full details', 'Exact'], [log(1), log(2)].slice(0, 1));
    assert.match(said, /^1 log exported .* Nothing is redacted\. .* got an apostrophe/);
    const [header = [], record = []] = parseCsv((await readFile(target, 'utf8')).slice(1));
    assert.equal(record[header.indexOf('idx')], '2');
  });

  it('leaves an existing file unchanged when it is cancelled, or when the service fails', async () => {
    await writeFile(target, 'old');
    service.respond = () => ({ status: 401, body: { message: { key: 'RES000033', value: 'Unauthorized' } } });
    const said = await run({ kind: 'domain', ...domain }, ['CSV', 'Rows only', 'Essential']);
    assert.match(said, /^Nothing was exported\. If the file already existed, it was not changed\./);
    service.respond = () => new Promise(() => {});
    const stopped = run({ kind: 'domain', ...domain }, ['CSV', 'Rows only', 'Essential']).catch(() => '');
    await until('the request', () => service.requests.at(-1)?.isOpen);
    await window.parts.connections.remove('c');
    assert.match(await stopped, /^Nothing was exported/);
    assert.equal(await readFile(target, 'utf8'), 'old');
    assert.deepEqual(await readdir(folder), ['logs']);
  });

  it('suggests a file name that contains only numbers', async () => {
    await window.parts.filters.set(domain, { days: { from: '2026-05-01', to: '2026-05-02' } });
    await run({ kind: 'domain', ...domain }, ['CSV', 'Rows only', 'Essential']);
    assert.match(JSON.stringify(window.fake.offered), /detection-logs-1-20260501-20260502\.csv/);
  });
});
