import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync, symlinkSync, truncateSync } from 'node:fs';
import { Threads } from '../../../src/base/thread.ts';
import { LONGEST_LINE } from '../../../src/files/exportFile.ts';
import { type FileService, type FileServiceOptions, MOST_LOGS } from '../../../src/files/fileService.ts';
import { english, type Message } from '../../../src/text/l10n.ts';
import { FilesFolder, openFile } from './openedFile.ts';

const PAGE = { page: 1, perPage: 100 };
const KEY = { domain: 7, idx: 1, detectedType: 'WAF' };
const INTEGER = 'log.idx: expected integer, found ';
const OTHER = 'data.query: expected log 3 (WAF) of domain 7, found log ';
const row = (idx: unknown, more: object = {}) =>
  JSON.stringify({ user_domain_idx: 7, idx, attack: 'SQL Injection', ...more });
const rows = (count: number) => Array.from({ length: count }, (_, idx) => row(idx)).join('\n');

const problemIn = ({ facts: { problem } }: FileService) =>
  problem && `${problem.line}: ${english(problem.reason)}`;
const logsIn = async (service: FileService, domain = 7, filter = {}) =>
  (await service.logs(domain, PAGE, filter)).items;
const idxIn = async (service: FileService, domain = 7, filter = {}) =>
  (await logsIn(service, domain, filter)).map(({ key }) => key.idx);

const readsOf = (service: FileService) => [
  () => service.logs(7, PAGE, {}),
  () => service.logs(7, PAGE, { rule: 'x' }),
  () => service.log(KEY),
];

const replaced = (file: string, replace: () => unknown) => {
  rmSync(file);
  replace();
};

describe('A file of exported logs', function () {
  this.timeout(120_000);
  const files = new FilesFolder();
  after(() => files.remove());

  const opening = (content: string | Uint8Array) =>
    files.open(content).then(
      () => 'opened',
      ({ code, facts }: { code: string; facts: { found: Message } }) => {
        assert.equal(code, 'file-unreadable');
        return english(facts.found);
      },
    );

  it('is read with CRLF, a byte-order mark, empty lines, and an unfinished last line', async () => {
    const service = await files.open(`\ufeff${row(1)}\r\n\r\n${row(2)}\r\n\n${row(3, { uri: '/é' })}`);
    assert.deepEqual(await idxIn(service), [1, 2, 3]);
    assert.equal(problemIn(service), undefined);
    assert.equal((await logsIn(service))[2]?.row.uri, '/é');
  });

  it('hides lines that it cannot read, with the first line and reason, and shows the rest', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    const wrong = [
      ['{"user_domain_idx":7}', `${INTEGER}nothing`],
      ['{"user_domain_idx":"seven","idx":1}', 'log.user_domain_idx: expected integer, found string'],
      ['{"user_domain_idx":7,"idx":9007199254740993}', `${INTEGER}a number beyond 2^53 − 1`],
      ['[1]', 'log: expected object, found array'],
      [row(3, { detail: { detailed_info: 'x' } }), 'data.detailed_info: expected object, found string'],
      [row(3, { detail: { query: { idx: 4 }, detailed_info: {} } }), `${OTHER}4 (WAF) of domain 7`],
      [
        row(3, { detail: { query: { detected_type: 'x'.repeat(201) }, detailed_info: {} } }),
        `${OTHER}3 (${'x'.repeat(40)}…) of domain 7`,
      ],
      ['no json', 'text that is not JSON'],
      [`{"x":${deep}}`, 'the whole response: expected at most 100 levels of nesting, found more'],
      ['{"user_domain_idx":7,"idx":5,"cut', 'incomplete JSON'],
      [row(1), 'a duplicate of another log'],
    ] as const;
    for (const [line, reason] of wrong) {
      const service = await files.open([row(1), line, row(2), '{}'].join('\n'));
      const seen = [...(await idxIn(service)), service.facts.hidden, problemIn(service)];
      assert.deepEqual(seen, [1, 2, 2, `2: ${reason}`]);
    }
  });

  it('is told what it is, unless it is an export of this extension', async () => {
    const none = 'no logs exported by this extension; line 1:';
    const missing = 'log.user_domain_idx: expected integer, found nothing';
    for (const [content, found] of [
      ['', 'no logs'],
      [' \n'.repeat(5000), 'no logs'],
      ['\ufeffuser_domain_idx,idx\r\n1,2', "CSV, which the extension can't open. Export as NDJSON instead"],
      ['<html>', `${none} text that is not JSON`],
      [Buffer.from(row(1), 'utf16le'), `${none} text that is not JSON`],
      ['{"log":{"version":"1.2","entries":[]}}', `${none} ${missing}`],
      ['{\n  "log": {}\n}', `${none} incomplete JSON`],
      [`{"transaction":{"client_ip":"203.0.113.9","messages":[]}}\n${row(1)}`, `${none} ${missing}`],
    ] as const)
      assert.equal(await opening(content), found);
  });

  it('is not waited for if it is a pipe, a folder, or missing', async function () {
    if (process.platform === 'win32') this.skip();
    execFileSync('/usr/bin/mkfifo', [`${files.folder}/pipe`]);
    for (const name of ['pipe', '.', 'none'])
      await assert.rejects(openFile(`${files.folder}/${name}`), { code: 'file-unreadable' });
  });

  for (const [how, change] of [
    ['truncated', (file: string) => truncateSync(file, 5)],
    ['appended to', (file: string) => appendFileSync(file, ' ')],
    ['removed', rmSync],
    ['replaced by a pipe', (file: string) => replaced(file, () => execFileSync('/usr/bin/mkfifo', [file]))],
    ['replaced by a folder', (file: string) => replaced(file, () => mkdirSync(file))],
    ['replaced by a link to itself', (file: string) => replaced(file, () => symlinkSync(file, file))],
  ] as const)
    it(`is not read once it was ${how}`, async function () {
      if (process.platform === 'win32') this.skip();
      const file = files.write(`${row(1)}\n${row(2)}`);
      const service = await openFile(file);
      change(file);
      for (const read of readsOf(service)) await assert.rejects(read, { code: 'file-unreadable' });
    });

  it('lists each log once, by domain and type', async () => {
    const service = await files.open(
      [row(1), row(2), row(1, { detected_type: 'BOT' }), row(1, { user_domain_idx: 8 })].join('\n'),
    );
    const { items } = await service.domains(PAGE);
    assert.equal(items.map(({ index }) => index).join(), '7,8');
    const types = async (filter: object) =>
      (await logsIn(service, 7, filter)).map(({ key }) => `${key.idx} ${key.detectedType}`);
    assert.deepEqual(await types({}), ['1 WAF', '2 WAF', '1 BOT']);
    assert.deepEqual(await types({ detectedType: 'bot' }), ['1 BOT']);
    assert.deepEqual(await idxIn(service, 8), [1]);
  });

  it('contains no counts, and no details of logs whose rows alone were exported', async () => {
    const error = { code: 'timeout', message: 'Late.' };
    const service = await files.open([row(1), row(2, { error })].join('\n'));
    await assert.rejects(service.counts(), { code: 'not-in-file' });
    for (const idx of [1, 3]) await assert.rejects(service.log({ ...KEY, idx }), { code: 'not-in-file' });
    const facts = { exported: error, systemCode: 'timeout' };
    await assert.rejects(service.log({ ...KEY, idx: 2 }), { code: 'not-in-file', facts });
  });

  it('searches rows, and keywords also in raw data', async () => {
    const service = await files.open(
      [
        row(1, { uri: '/a', log_time: '2026-01-02 00:00:00' }),
        row(2, { detail: { detailed_info: { raw_data: 'GET /needle' } } }),
        row(3, { uri: '/Needle', user_domain_idx: 8 }),
        row(4, { uri: '/Needle', other: { a: 12345678901234567890n.toString() } }),
      ].join('\n'),
    );
    assert.deepEqual(await idxIn(service, 7, { keyword: 'needle' }), [2, 4]);
    assert.deepEqual(await idxIn(service, 7, { uri: 'needle' }), [4]);
    assert.deepEqual(await idxIn(service, 7, { keyword: '12345678901234567890' }), [4]);
    assert.deepEqual(await idxIn(service, 7, { from: '2026-01-01', to: '2026-01-03' }), [1]);
  });

  it('reports progress, and can be cancelled while it is opened or searched', async () => {
    const file = files.write(rows(8_000));
    /** Opens and searches the file, and cancels one of the two. Returns the progress of both. */
    const search = async (cancelled?: number) => {
      const shares: number[][] = [];
      const withProgress: FileServiceOptions['withProgress'] = (work) => {
        const closing = new AbortController();
        const at = shares.push([]) - 1;
        return work(closing.signal, (share) => {
          shares[at]?.push(share);
          if (at === cancelled) closing.abort();
        });
      };
      const service = await openFile(file, { withProgress });
      assert.equal((await service.logs(7, PAGE, { keyword: 'none' })).total, 0);
      return shares;
    };
    for (const cancelled of [0, 1]) await assert.rejects(search(cancelled), { code: 'cancelled' });
    for (const each of await search())
      assert.ok(each.length > 1 && each.every((share, at) => share >= (each[at - 1] ?? 0)));
    const ending = new AbortController();
    const service = await openFile(file, { ending: ending.signal });
    await assert.rejects(service.logs(7, PAGE, {}, { signal: AbortSignal.abort() }), { code: 'cancelled' });
    ending.abort();
    for (const read of readsOf(service)) await assert.rejects(read, { code: 'cancelled' });
  });

  it('gives other tasks a turn, however many lines cannot be read', async () => {
    // In memory, so that no disk reads give other tasks a turn.
    const source = Buffer.from(`${row(1)}\n${'{\n'.repeat(50_000)}`);
    let turns = 0;
    const counting = setInterval(() => turns++, 1);
    const { facts } = await openFile(source);
    clearInterval(counting);
    assert.equal(facts.hidden, 50_000);
    assert.ok(turns > 5, `${turns} turns`);
  });

  it('reads lines of up to 64 MiB, long ones in a thread', async () => {
    const line = (length: number) => {
      const start = `{"user_domain_idx":7,"idx":${length % 2},"rawdata":"`;
      return `${start}${'a'.repeat(length - start.length - 2)}"}`;
    };
    const longest = LONGEST_LINE * 1024 * 1024;
    assert.equal((await files.open(line(longest))).facts.count, 1);
    assert.equal(await opening(`${row(1)}\n${line(longest + 1)}`), 'line 2 with more than 64 MiB');
    const threads = new Threads('/no/worker.js');
    await assert.rejects(files.open(line(512 * 1024 + 1), { threads }), /worker/);
    await files.open(line(512 * 1024), { threads });
  });

  it('shows 200,000 logs, and counts the others', async () => {
    assert.equal(MOST_LOGS, 200_000);
    const { facts } = await files.open(`${rows(MOST_LOGS)}\n${row(MOST_LOGS)}\n${row(MOST_LOGS + 1)}`);
    assert.deepEqual([facts.count, facts.hidden], [MOST_LOGS, 2]);
    assert.equal(english(facts.problem?.reason ?? assert.fail()), 'more than 200,000 logs');
  });

  it('keeps fields of other types and unknown fields, and ignores what no export contains', async () => {
    const otherIn = async (members: string) =>
      (await logsIn(await files.open(`{${members},"user_domain_idx":7,"idx":1}`)))[0]?.row.other ?? {};
    const odd = '"attack":5,"ip":["x"],"uri":null,"odd":1,"other":{"odd":"y"}';
    assert.deepEqual(await otherIn(odd), { attack: 5, ip: ['x'], odd: 'y' });
    const numbers = '"other":{"a":12345678901234567890,"b":[1e400,-9007199254740993],"c":"x:1e5"}';
    const kept = { a: '12345678901234567890', b: ['1e400', '-9007199254740993'], c: 'x:1e5' };
    assert.deepEqual(await otherIn(numbers), kept);
    const polluted = '"__proto__":{"user_domain_idx":8},"constructor":1,"other":{"__proto__":{"polluted":1}}';
    assert.deepEqual(Object.keys(await otherIn(polluted)), ['__proto__']);
    assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
  });

  it('names a domain with at most 300 characters of its host', async () => {
    const nameOf = async (host: string) => {
      const service = await files.open(row(1, { detail: { detailed_info: { virtual_host_name: host } } }));
      return (await service.domains(PAGE)).items[0]?.name;
    };
    assert.equal(await nameOf('a.example:443'), 'a.example');
    assert.equal(await nameOf('a'.repeat(1000)), 'a'.repeat(300));
  });

  it('states only known facts about itself, and none that do not hold for all of joined exports', async () => {
    const factsIn = async (...lines: string[]) =>
      JSON.stringify((await files.open(lines.join('\n'))).facts.head);
    const head = { level: 'essential', content: 'rows', service: 'a.example', filter: { uri: '/' } };
    const first = row(1, { _export: head });
    assert.equal(await factsIn(first, row(2)), JSON.stringify(head));
    assert.equal(await factsIn(first, row(2), row(3, { _export: { ...head, level: 'exact' } })), '{}');
    assert.equal(await factsIn(row(1), row(2, { _export: head })), '{}');
    const wrong = { level: ['exact'], content: 'all', service: 's'.repeat(1001), timeZone: { a: 1 } };
    const filter = { uri: '/', keyword: 5 };
    for (const odd of [{ ...wrong, filter }, ['essential'], null])
      assert.equal(await factsIn(row(1, { _export: odd })), '{}');
    const other = { filter: { x: 'y', uri: '/' } };
    assert.equal(await factsIn(row(1, { _export: other })), '{"filter":{"uri":"/"}}');
  });
});
