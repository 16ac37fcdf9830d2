import assert from 'node:assert/strict';
import { hostileTexts } from '../../../src/sample/hostile.ts';
import { type SampleService, startSampleService } from '../../../src/sample/server.ts';
import { allRows, type Detail, detail, get, now, type Row } from './client.ts';

const LAB = 1012;

describe('sample service: hostile logs', () => {
  let service: SampleService;
  let rows: readonly Row[];

  before(async () => {
    service = await startSampleService({ now });
    rows = await allRows(service, LAB);
  });
  after(() => service.close());

  /** Returns the oldest log with the text of that name; every fourth log has the next text. */
  const idxOf = (name: string) => 1001 + 4 * hostileTexts.findIndex((oddity) => oddity.name === name);
  const infoOf = async (name: string): Promise<Detail['detailed_info']> =>
    (await detail(service, LAB, idxOf(name))).detailed_info;

  it('holds each hostile text at least twice', () => {
    assert.ok(rows.length >= hostileTexts.length * 8);
  });

  const everywhere: readonly (readonly [name: string, text: string])[] = [
    ['HTML', '<script>alert(1)</script>'],
    ['terminal', '\u001b[31m'],
    ['bidirectional', '\u202e'],
    ['NUL', 'before\u0000after'],
    ['lone surrogates', 'high \ud800 low \udc00 end'],
    ['Markdown', '```\n````'],
    ['editor', '$(bug) [run](command:'],
    ['spreadsheet', '=HYPERLINK('],
    ['shell', '$(id) `id`'],
    ['line separators', 'one\u2028two'],
    ['file name', '../../../'],
  ];
  for (const [name, text] of everywhere) {
    it(`${name}: the text is in every string, unchanged by the wire`, async () => {
      const info = await infoOf(name);
      const row = rows.find(({ idx }) => idx === idxOf(name));
      assert.ok(row);
      const strings = [
        info.virtual_host_name,
        info.raw_data,
        info.basestr,
        ...['Request-Line', 'X-Note'].flatMap((key) => [
          info.req_line_headers[key],
          info.res_line_headers[key],
        ]),
        ...[row.attack, row.action, row.ip, row.country_code, row.uri, row.detected_value],
      ];
      assert.ok(strings.every((value) => value?.includes(text)));
      assert.ok(Object.keys(info.req_line_headers).some((key) => key.includes(text)));
    });
  }

  it('writes lone surrogates as JSON escapes, so that the answer is valid UTF-8', async () => {
    const path = `/partner/logs/detailed_log/${LAB}`;
    const { text } = await get(service, path, { idx: idxOf('lone surrogates'), detected_type: 'WAF' });
    assert.ok(text.includes('\\ud800') && text.includes('\\udc00'));
    assert.ok(!text.includes('\ufffd'));
  });

  it('has header names that are members of every object', async () => {
    const { req_line_headers } = await infoOf('object keys');
    const headers = new Map(Object.entries(req_line_headers));
    assert.equal(headers.get('__proto__'), 'polluted');
    assert.equal(headers.get('constructor'), 'x');
  });

  it('has a header of 8 KiB', async () => {
    assert.equal((await infoOf('long header')).req_line_headers['X-Padding']?.length, 8192);
  });

  it('has line ends of all sorts, an empty text, all bytes and a long line', async () => {
    const lineEnds = (await infoOf('line ends')).raw_data;
    assert.ok(/[^\r]\n/.test(lineEnds) && /\r[^\n]/.test(lineEnds) && lineEnds.endsWith('\r'));
    assert.equal((await infoOf('empty')).raw_data, '');
    const { raw_data: binary } = await infoOf('binary');
    assert.equal(new Set(binary).size, 256);
    assert.ok((await infoOf('long line')).raw_data.includes('0123456789'.repeat(40_000)));
  });

  it('has a log with nothing in it', async () => {
    const info = await infoOf('nothing in it');
    assert.deepEqual([info.req_line_headers, info.res_line_headers], [{}, {}]);
    assert.deepEqual([info.raw_data, info.basestr], ['', '']);
  });

  it('can be filtered by a hostile value, and leaves long texts out of the rows', async () => {
    const [row] = rows.filter(({ idx }) => idx === idxOf('shell'));
    assert.ok(row);
    const found = await allRows(service, LAB, { attack: row.attack, ip: row.ip });
    assert.ok(found.some(({ idx }) => idx === row.idx));
    assert.ok(found.every(({ attack }) => attack === row.attack));
    const long = rows.find(({ idx }) => idx === idxOf('long line'));
    assert.ok(long !== undefined && long.rawdata === undefined);
  });
});
