import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync, symlinkSync, truncateSync } from 'node:fs';
import { type OpenedFile, openFile } from '../../../src/files/openFile.ts';
import { english } from '../../../src/text/l10n.ts';
import { FilesFolder, openPath } from './openedFile.ts';

const PAGE = { page: 1, perPage: 100 };
const row = (idx: unknown, more: object = {}) => JSON.stringify({ user_domain_idx: 7, idx, ...more });

/** Returns a log whose request headers are the given JSON. */
const withHeaders = (json: string) =>
  row(1, {
    detail: {
      query: { user_domain_idx: 7, idx: 1, detected_type: 'WAF' },
      detailed_info: {
        virtual_host_name: 'a.example:443',
        response_code: 200,
        req_line_headers: '@',
        res_line_headers: {},
        raw_data: '',
        basestr: '',
      },
      timezone: 'UTC',
    },
  }).replace('"@"', json);

const problemsIn = ({ index }: OpenedFile) =>
  index.problems.map(({ line, reason }) => `${line}: ${english(reason)}`);
const rowsIn = async ({ service }: OpenedFile, domain = 7, filter = {}) =>
  (await service.logs(domain, PAGE, filter)).items.map((log) => log.row);

describe('A hostile file', function () {
  this.timeout(120_000);
  const files = new FilesFolder();
  after(() => files.remove());

  it('leaves others their turn, however many of its lines cannot be read', async () => {
    // Kept in memory, so that no disk reads give other tasks a turn.
    const source = { bytes: Buffer.from(`${row(1)}\n${'{\n'.repeat(50_000)}`) };
    let turns = 0;
    let isDone = false;
    const count = () => {
      turns++;
      if (!isDone) setImmediate(count);
    };
    const opened = await openFile({ source, ending: new AbortController().signal });
    setImmediate(count);
    await opened.indexed;
    isDone = true;
    assert.equal(opened.index.counts.unreadable, 50_000);
    assert.ok(turns > 5, `${turns} turns`);
  });

  it('is not waited for when it is replaced by a pipe, a folder, or links', async function () {
    if (process.platform === 'win32') this.skip();
    for (const [replace, code] of [
      [(path: string) => execFileSync('/usr/bin/mkfifo', [path]), 'file-changed'],
      [(path: string) => mkdirSync(path), 'file-changed'],
      [(path: string) => symlinkSync(path, path), 'file-unreadable'],
    ] as const) {
      const path = files.write(row(1));
      const opened = await openPath(path);
      rmSync(path);
      replace(path);
      await assert.rejects(opened.service.logs(7, PAGE, {}), { code });
    }
    const pipe = `${files.folder}/pipe`;
    execFileSync('/usr/bin/mkfifo', [pipe]);
    await assert.rejects(openPath(pipe), { code: 'file-unreadable' });
  });

  it('is not read once it was cut or has grown', async () => {
    for (const change of [
      (path: string) => truncateSync(path, 5),
      (path: string) => appendFileSync(path, ' '),
    ]) {
      const path = files.write(`${row(1)}\n${row(2)}`);
      const opened = await openPath(path);
      change(path);
      await assert.rejects(opened.service.logs(7, PAGE, {}), { code: 'file-changed' });
    }
  });

  it('shows all values of a header, and the last of those whose name is repeated', async () => {
    const opened = await files.open(
      withHeaders('{"X":{"toString":1},"Y":["b",null,true],"X":"d","Z":12345678901234567890}'),
    );
    const { request: sent } = await opened.service.log({ domain: 7, idx: 1, detectedType: 'WAF' });
    assert.deepEqual(sent.headers, [
      ['X', 'd'],
      ['Y', 'b'],
      ['Y', 'true'],
      ['Z', '12345678901234567890'],
    ]);
  });

  it('shows no log whose headers are neither texts nor lists of texts', async () => {
    const opened = await files.open(withHeaders('{"Y":[["a",{}],"b"]}'));
    await assert.rejects(opened.service.log({ domain: 7, idx: 1, detectedType: 'WAF' }), {
      code: 'file-unreadable',
    });
  });

  it('shows and finds numbers as they are written, however large', async () => {
    const opened = await files.open(
      '{"user_domain_idx":7,"idx":1,"a":12345678901234567890,"b":[1e400, -9007199254740993],"c":"x:1e5"}',
    );
    const other = {
      a: '12345678901234567890',
      b: ['1e400', '-9007199254740993'],
      c: 'x:1e5',
    };
    assert.deepEqual(await rowsIn(opened), [{ idx: 1, other }]);
    assert.equal((await rowsIn(opened, 7, { keyword: '12345678901234567890' })).length, 1);
  });

  it('names a domain with at most 300 characters of its host', async () => {
    const opened = await files.open(withHeaders('{}').replace('a.example:443', 'a'.repeat(1000)));
    assert.equal(opened.index.groups[0]?.host?.length, 300);
  });

  it('is read alike wherever a text is cut between two reads', async () => {
    const uri = '/\\"}],{[é𐍈\\\\';
    const logs = Array.from({ length: 20_000 }, (_, idx) => ({ user_domain_idx: 7, idx, uri }));
    const opened = await files.open(logs.map((log) => JSON.stringify(log)).join('\r\n'));
    assert.deepEqual([opened.index.count, problemsIn(opened)], [logs.length, []]);
    assert.equal((await opened.service.logs(7, PAGE, { uri })).total, logs.length);
  });

  it('does not change what objects have, whatever its members are called', async () => {
    const opened = await files.open(
      '{"__proto__":{"user_domain_idx":8},"user_domain_idx":7,"idx":1,"constructor":1,"other":{"__proto__":{"polluted":1}}}',
    );
    const [shown] = await rowsIn(opened);
    assert.deepEqual(Object.keys(shown?.other ?? {}).sort(), ['__proto__', 'constructor']);
    assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
  });

  it('states facts about itself only as texts of the known names', async () => {
    const filter = {
      ...Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`x${at}`, 'y'])),
      uri: '/',
      keyword: 5,
    };
    const head = { level: ['exact'], content: 'all', service: 's'.repeat(1001), timeZone: { a: 1 }, filter };
    const { index } = await files.open(row(1, { _export: head }));
    assert.equal(JSON.stringify(index.head), '{"filter":{"uri":"/"}}');
  });

  it('keeps of joined exports only the facts that are true of all', async () => {
    const head = { level: 'essential', content: 'rows', service: 'a.example', filter: { uri: '/' } };
    const exact = { ...head, level: 'exact', filter: { uri: '/b' } };
    const first = row(1, { _export: head });
    for (const [others, facts] of [
      [[row(2, { _export: head }), row(3)], { ...head }],
      [[row(2), row(3, { _export: exact })], { content: 'rows', service: 'a.example' }],
    ] as const) {
      const { index } = await files.open([first, ...others].join('\n'));
      assert.deepEqual(JSON.parse(JSON.stringify(index.head)), facts);
    }
    const { index } = await files.open(`${row(1)}\n${row(2, { _export: head })}`);
    assert.deepEqual(index.head, {});
  });

  it('in UTF-16 is named as that', async () => {
    for (const [mark, encode] of [
      [[0xff, 0xfe], (text: string) => Buffer.from(text, 'utf16le')],
      [[0xfe, 0xff], (text: string) => Buffer.from(text, 'utf16le').swap16()],
    ] as const)
      await assert.rejects(
        files.open(Buffer.concat([Buffer.from(mark), encode(row(1))])),
        (error: { code: string; facts: { found: Parameters<typeof english>[0] } }) =>
          error.code === 'file-unreadable' &&
          english(error.facts.found) === 'UTF-16 text. Save it with UTF-8 encoding',
      );
  });

  it('counts lines rightly after many that are empty', async () => {
    const opened = await files.open(`${row(1)}\n${'\n'.repeat(200_000)}{\n`);
    assert.deepEqual([opened.index.count, problemsIn(opened)], [1, ['200002: incomplete JSON']]);
  });
});
