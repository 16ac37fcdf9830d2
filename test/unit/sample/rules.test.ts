import assert from 'node:assert/strict';
import { type SampleService, startSampleService } from '../../../src/sample/server.ts';
import { allRows, type Detail, detail, now, type Row } from './client.ts';

const ruleNames = [
  'Request Header Filtering',
  'Extension Filtering',
  'Cross Site Scripting',
  'Directory Listing',
  'Directory Traversal',
  'Error Handling',
  'File Inclusion',
  'File Upload',
  'Invalid HTTP',
  'Invalid URL',
  'Request Method Filtering',
  'SQL Injection',
];

const added = [
  'X-Forwarded-For',
  'X-Client-IP',
  'X-Client-Country',
  'X-Forwarded-Proto',
  'X-Forwarded-Port',
  'X-Unique-ID',
];

/** Returns the parts of an HTTP/1.1 request; throws for any other text (RFC 9112; header names: RFC 9110). */
function parseRequest(text: string) {
  const end = text.indexOf('\r\n\r\n');
  assert.ok(end > 0, 'an empty line ends the head');
  const [line = '', ...fields] = text.slice(0, end).split('\r\n');
  assert.match(line, /^[A-Z]+ [^\s]+ HTTP\/1\.1$/);
  const headers = fields.map((field): [string, string] => {
    const match = /^([!#$%&'*+.^_`|~\w-]+): (\S.*)$/.exec(field);
    assert.ok(match, `a header field: ${field}`);
    return [match[1] ?? '', match[2] ?? ''];
  });
  assert.equal(new Set(headers.map(([name]) => name.toLowerCase())).size, headers.length);
  return { line, headers: Object.fromEntries(headers), body: text.slice(end + 4) };
}

interface Example {
  readonly row: Row;
  readonly info: Detail['detailed_info'];
}

describe('sample service: what the rules detect', () => {
  let service: SampleService;
  const examples: Example[] = [];

  before(async () => {
    service = await startSampleService({ now });
    for (const domain of [1001, 1002, 1003, 1004, 1005, 1006, 1009]) {
      const rows = await allRows(service, domain);
      const infos = await Promise.all(
        rows.map(async ({ idx }) => (await detail(service, domain, idx)).detailed_info),
      );
      for (const [position, row] of rows.entries()) {
        const info = infos[position];
        assert.ok(info);
        examples.push({ row, info });
      }
    }
  });
  after(() => service.close());

  it('uses the known rules and no others', () => {
    assert.deepEqual([...new Set(examples.map(({ row }) => row.attack))].toSorted(), ruleNames.toSorted());
  });

  for (const rule of ruleNames) {
    it(`${rule}: 20 or more distinct requests that hold what is named and agree with the headers`, () => {
      const own = examples.filter(({ row }) => row.attack === rule);
      const attacks = own.map(({ info }) => {
        const { line, body } = parseRequest(info.raw_data);
        return `${line}\n${body}\n${info.basestr}`;
      });
      assert.ok(new Set(attacks).size >= 20, `${new Set(attacks).size} distinct`);

      for (const { row, info } of own) {
        const { line, headers, body } = parseRequest(info.raw_data);
        const { 'Request-Line': firstLine, ...sent } = info.req_line_headers;
        const client = Object.entries(sent).filter(([name]) => !added.includes(name));
        assert.equal(firstLine, line);
        assert.deepEqual(Object.fromEntries(client), headers);
        assert.ok(added.every((name) => name in sent));
        if (rule !== 'Invalid HTTP') {
          assert.equal(Number(headers['Content-Length'] ?? 0), Buffer.byteLength(body));
          assert.equal(`${headers['Host']}:${sent['X-Forwarded-Port']}`, info.virtual_host_name);
        }

        assert.ok(row.detected_value.length > 0);
        assert.ok(info.raw_data.includes(row.detected_value), info.basestr);
        assert.ok(info.basestr.startsWith(`Detected pattern "${row.detected_value}" in `));
        assert.equal(info.basestr, row.basestr);
      }
    });
  }

  it('agrees between row and detail', () => {
    for (const { row, info } of examples) {
      assert.equal(info.req_line_headers['X-Forwarded-For'], row.ip);
      assert.equal(info.req_line_headers['X-Client-Country'], row.country_code);
      assert.equal(info.req_line_headers['Request-Line']?.split(' ')[1]?.split('?')[0], row.uri);
      if (row.rawdata !== undefined) assert.equal(row.rawdata, info.raw_data);
    }
  });

  it('has plausible answers: 403 exactly for what was blocked, all header values strings', () => {
    for (const { row, info } of examples) {
      assert.equal(row.action === 'Blocked', info.response_code === 403);
      assert.ok(info.res_line_headers['Request-Line']?.startsWith(`HTTP/1.1 ${info.response_code} `));
      assert.ok(Object.values(info.res_line_headers).every((value) => typeof value === 'string'));
      const date = new Date(info.res_line_headers['Date'] ?? '');
      assert.equal(date.toISOString().slice(0, 19).replace('T', ' '), row.log_time);
    }
    const codes = new Set(examples.map(({ info }) => info.response_code));
    assert.ok([200, 302, 400, 403, 404, 405, 500].every((code) => codes.has(code)));
  });

  it('uses addresses of the documentation ranges only, each of one country', () => {
    const countries = new Map<string, string>();
    for (const { row } of examples) {
      assert.match(row.ip, /^(192\.0\.2\.|198\.51\.100\.|203\.0\.113\.)\d{1,3}$|^2001:db8::[\da-f]{1,2}$/);
      assert.equal(countries.get(row.ip) ?? row.country_code, row.country_code);
      countries.set(row.ip, row.country_code);
    }
    assert.ok(new Set(countries.values()).size >= 10);
  });

  it('has each kind of body, several scripts raw and encoded, and credentials to redact', () => {
    const raw = examples.map(({ info }) => info.raw_data);
    for (const expected of [
      /Content-Type: application\/x-www-form-urlencoded/,
      /Content-Type: application\/json/,
      /Content-Type: application\/xml/,
      /Content-Type: multipart\/form-data/,
      /^GET \S*\p{Script=Hangul}/u,
      /^POST [\s\S]*\p{Script=Arabic}/u,
      /\p{Script=Han}/u,
      /ß/,
      /^\w+ \S*%EC%/,
      /Cookie: session=/,
      /Authorization: Bearer eyJ[\w-]+\.[\w-]+\.[\w-]+/,
      /Authorization: Basic /,
      /X-Api-Key: /,
      /password"?[=:>]/,
    ]) {
      assert.ok(
        raw.some((text) => expected.test(text)),
        String(expected),
      );
    }
  });

  it('has uploads of 5 MiB whose rows stay small', () => {
    const large = examples.filter(({ info }) => info.raw_data.length > 5 * 1024 * 1024);
    assert.ok(large.length >= 3);
    for (const { row } of large) {
      assert.equal(row.attack, 'File Upload');
      assert.ok(JSON.stringify(row).length < 4096);
    }
  });
});
