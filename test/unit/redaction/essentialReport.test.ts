import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { writeReport } from '../../../src/formats/bugReport.ts';
import { redactLog } from '../../../src/redaction/redact.ts';
import { joined } from '../../../src/redaction/segments.ts';
import { aLog, aRow, essential } from '../formats/logs.ts';

/** Returns a request with one header, unless it is empty, and a body. */
function request(header = '', body = '', target = '/a'): string {
  return `POST ${target} HTTP/1.1\r\nHost: shop.example\r\n${header === '' ? '' : `${header}\r\n`}\r\n${body}`;
}

const form = (body: string) => request('Content-Type: application/x-www-form-urlencoded', body);
const json = (body: string) => request('Content-Type: application/json', body);

function report(rawData: string, detectedValue?: string): string {
  const row = aRow(detectedValue === undefined ? {} : { detectedValue });
  const copied = { log: aLog({ rawData }), row, link: 'vscode://x' };
  const { segments } = writeReport({ ...copied, detail: 'essential', redaction: essential, version: '1' });
  return joined(segments);
}

describe('an essential report', function () {
  this.timeout(60_000);

  it('shows the start of a match of 60 KB, and its length', () => {
    const match = `1' OR ${'CHR(65)||'.repeat(7000)}`;
    const text = report(form(`id=7&q=${match}&pw=hunter22`), match);
    assert.match(text, /Where: `Form field ▸ q`, offset \d+ of the raw data, 63,006 characters/);
    assert.match(text, /«1' OR CHR\(65\)\|\|CHR\(65\).*‹61,006 characters›/s);
    assert.ok(text.length < 10_000, String(text.length));
    assert.ok(!text.includes('hunter22'));
  });

  it('shows a match in a cookie, without the other cookies', () => {
    const text = report(
      request("Cookie: sid=6c355bc065b8f1aa; theme=dark' UNION SELECT 1,2-- -"),
      "dark' UNION SELECT 1,2-- -",
    );
    assert.ok(text.includes("Cookie: sid=‹16 characters›; theme=«dark' UNION SELECT 1,2-- -»"), text);
    assert.ok(!text.includes('6c355bc065b8f1aa'));
  });

  it('shows the attack in an Authorization header, without the token before it', () => {
    const match = "abcDEF123456xyz' OR 1=1-- -";
    const text = report(request(`Authorization: Bearer ${match}`), match);
    assert.ok(text.includes("Authorization: «‹22 characters›' OR 1=1-- -»"), text);
    assert.ok(!text.includes('abcDEF123456xyz'));
  });

  it('has no command with the headers of the log if the request cannot be read once its values are hidden', () => {
    const rawData = ':hunter-22: GET\r\n:path: /a\r\nauthorization: Bearer kestrel77\r\n\r\n';
    const log = aLog({
      rawData,
      request: { firstLine: undefined, headers: [['authorization', 'Bearer kestrel77']] },
    });
    const given = {
      log,
      row: undefined,
      link: '',
      detail: 'essential',
      redaction: essential,
      version: '1',
    } as const;
    assert.ok(!joined(writeReport(given).segments).includes('kestrel77'));
  });

  it('shows the name of the field with the match, and the host of an HTTP/2 request', () => {
    const text = report(
      `:method: POST\r\n:path: /a\r\n:authority: shop.example\r\n\r\nkestrelHill_oakTern=7&kestrelHill_oakTern=1' OR 1=1--`,
      "1' OR 1=1--",
    );
    assert.match(text, /:authority: shop\.example\r?\n[\s\S]*&kestrelHill_oakTern=1' OR 1=1--/);
  });

  it('shows a hidden value once that is partly in the match', () => {
    const text = report(request('Cookie: uid=kestrel77hill'), 'kestrel77');
    assert.ok(text.includes('Cookie: uid=«‹13 characters›»\n'), text);
  });

  it('shows only the match of a body in an unknown format', () => {
    const body = '#!7|anna|hunter22|..;;<script>alert(1)</script>|zz';
    const text = report(request('Content-Type: application/x-unknown', body), '<script>alert(1)</script>');
    assert.ok(text.includes('‹22 characters›<script>alert(1)</script>‹3 characters›'), text);
  });

  it('hides what follows the last of 5,000 fields, except for the match', () => {
    const fields = Array.from({ length: 5_100 }, (_, index) => `f${index}=Secret${index * 7919}x`);
    const text = report(form(`${fields.join('&')}&q=' OR 1=1--&last=hunter22`), "' OR 1=1--");
    assert.ok(text.includes("‹2,269 characters›«' OR 1=1--»‹14 characters›"), text);
    assert.ok(!/Secret\d|hunter22/.test(text));
  });
});

describe('redactLog', () => {
  const redacted = (rawData: string, detectedValue: string) =>
    redactLog(aLog({ rawData }), aRow({ detectedValue }), essential);

  it('keeps the user information of a matched URL that misleads about its host', () => {
    for (const url of [
      'http://x@169.254.169.254',
      'http://shop.example:80@169.254.169.254',
      'http://shop.example@127.0.0.1/admin',
      'http://10.0.0.1:80@127.0.0.1/admin',
    ]) {
      const { log, row } = redacted(json(`{"url":"${url}"}`), url);
      assert.ok(log.rawData.includes(url), log.rawData);
      assert.equal(row.detectedValue, url);
    }
  });

  it('shows the kind and length of binary data', () => {
    const data = Array.from({ length: 300 }, (_, at) => String.fromCharCode((at * 73 + 5) % 256)).join('');
    const bodyOf = (type: string, body: string) =>
      redacted(request(`Content-Type: ${type}`, body), '')
        .log.rawData.split('\r\n\r\n')
        .slice(1);
    assert.deepEqual(bodyOf('application/octet-stream', data), ['‹binary, 300 characters›']);
    assert.deepEqual(bodyOf('image/png', `\x89PNG\r\n\x1a\n${data}`), ['‹PNG image, 308 characters›']);
    const head = '--XX\r\nContent-Disposition: form-data; name="f"; filename="a.bin"';
    assert.deepEqual(bodyOf('multipart/form-data; boundary=XX', `${head}\r\n\r\n${data}\r\n--XX--\r\n`), [
      head.replace('a.bin', '‹1 character›.bin'),
      '‹binary, 300 characters›\r\n--XX--\r\n',
    ]);
  });
});

describe('docs/redaction.md', () => {
  it('shows one request at each level', () => {
    const docs = readFileSync(new URL('../../../docs/redaction.md', import.meta.url), 'utf8');
    const [exact = '', shown] = Array.from(docs.matchAll(/```text\n([^`]*)\n```/g), ([, text]) => text);
    const log = aLog({ rawData: exact.replaceAll('\n', '\r\n') });
    const { log: hidden } = redactLog(log, aRow({ detectedValue: "' OR 1=1--" }), essential);
    assert.equal(shown, hidden.rawData.replaceAll('\r\n', '\n'));
  });
});
