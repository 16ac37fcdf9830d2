import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type SummaryRequest, summaryReport } from '../../../src/formats/summaryReport.ts';
import { joined } from '../../../src/redaction/segments.ts';
import type { LogRow } from '../../../src/service/model.ts';
import { english } from '../../../src/text/l10n.ts';
import { amount } from '../../proofs.ts';
import { aLog, aRow, essential, hostileLog, hostileRow } from './logs.ts';
import { drawn } from './markdownPage.ts';

const redaction = essential;

const rowOf = (idx: number, more: Partial<LogRow> = {}) => ({
  domain: 7,
  row: aRow({
    idx,
    rule: 'SQL Injection',
    action: 'Blocked',
    uri: `/orders/${idx}?coupon=x`,
    time: '2026-11-23 10:00:00',
    address: `203.0.113.${idx % 5}`,
    countryCode: idx % 2 ? 'NL' : 'KR',
    detectedValue: "' OR 1=1--",
    ...more,
  }),
});

const rawData = [
  'POST /orders/1001 HTTP/1.1',
  'Host: shop.example',
  'Content-Type: application/json',
  'Content-Length: 62',
  '',
  `{"coupon":"' OR 1=1--","password":"hunter22x","note":"T0PSECRET"}`,
].join('\r\n');
const sample = { log: aLog({ rawData }), row: rowOf(1001).row, link: '' };

const rows = [
  ...Array.from({ length: 20 }, (_, at) => rowOf(1001 + at)),
  rowOf(1021, { action: 'Detected', time: '2026-11-20 09:00:00' }),
];

function reportOf(more: Partial<SummaryRequest> = {}): string {
  const report = summaryReport({ rows, samples: [sample], redaction, version: '1.2.3', ...more });
  return joined(report.segments);
}

describe('summaryReport', () => {
  it('names rule, host, route, parameter, how often, when, and from how many addresses', () => {
    const text = reportOf();
    for (const line of [
      '# 21 logs of SQL Injection on `/orders/(id)`',
      '## Scope',
      '- Rule: `SQL Injection`',
      '- Host (of 1 sample): `shop.example:443`',
      '- Domain: `7`',
      '- Path: `/orders/{id}`',
      '- Place of the match (of 1 sample): `JSON field coupon`',
      '- Logs: 21',
      '- Outcome: `Blocked` × 20, `Detected` × 1',
      '- First: `2026-11-20 09:00:00`, last: `2026-11-23 10:00:00`',
      '- Clients: 5 addresses in 2 countries',
      '- Status of the response: not read',
    ])
      assert.ok(text.split('\n').includes(line), `${line}\n${text}`);
    assert.doesNotMatch(text, /hunter22x|T0PSECRET|false positive/i);
  });

  it('has no reason and no samples if there are none', () => {
    assert.equal(
      reportOf({ rows: [rowOf(1)], samples: [] }),
      `# 1 log of SQL Injection on \`/orders/(id)\`



## Scope

- Rule: \`SQL Injection\`
- Path: \`/orders/{id}\`
- Domain: \`7\`
- Host (of 0 samples): not known
- Place of the match (of 0 samples): not known

## Evidence

- Logs: 1
- Outcome: \`Blocked\`
- First: \`2026-11-23 10:00:00\`, last: \`2026-11-23 10:00:00\`
- Clients: 1 address in 1 country
- Status of the response: not read

Made by Partner Logs 1.2.3.
`,
    );
  });

  it('contains no secret of a path and no address of a host', () => {
    const address = { ...sample, log: aLog({ virtualHost: '203.0.113.9' }) };
    const text = reportOf({
      rows: [rowOf(1, { uri: '/a;password=kit ten' })],
      samples: [address],
    });
    assert.match(text, /\n- Host: `‹redacted›`\n/);
    assert.match(text, /\n- Path: `\/a;password=‹redacted›`\n/);
  });

  it('says which statuses were read, and of how many logs', () => {
    const read = rows.map((each, at) => (at < 3 ? { ...each, status: at === 0 ? 200 : 403 } : each));
    assert.match(reportOf({ rows: read }), /- Status of the response: `403` × 2, `200` × 1, 18 not read/);
    assert.match(reportOf({ rows: read.slice(1, 3) }), /\n- Status of the response: `403`\n/);
  });

  it('lists several paths and rules', () => {
    const text = reportOf({
      rows: [
        rowOf(1, { uri: '/api/v2/orders/17/items' }),
        rowOf(2, { uri: '/api/v2/orders/18' }),
        rowOf(3, { uri: '/api/v2/cart', rule: 'Cross Site Scripting' }),
      ],
    });
    assert.match(
      text,
      /- Path: `\/api\/v2\/orders\/\{id\}\/items` × 1, `\/api\/v2\/orders\/\{id\}` × 1, `\/api\/v2\/cart` × 1\n/,
    );
    assert.match(text, /- Rule: `SQL Injection` × 2, `Cross Site Scripting` × 1/);
  });

  it('states of how many samples it knows the host and the place of the match', () => {
    const other = { ...sample, log: aLog({ rawData: rawData.replace('coupon', 'code'), virtualHost: 'b' }) };
    const text = reportOf({ samples: [sample, other], reason: 'Ours.' });
    assert.match(text, /\n- Host \(of 2 samples\): `shop\.example:443` × 1, `b` × 1\n/);
    assert.match(
      text,
      /\n- Place of the match \(of 2 samples\): `JSON field coupon` × 1, `JSON field code` × 1\n/,
    );
    assert.doesNotMatch(text, /narrowest|covers no other/);
    assert.match(reportOf({ rows: [rowOf(1)] }), /\n- Place of the match: `JSON field coupon`\n/);
  });

  it('makes no text of a log a link or markup', () => {
    for (const uri of ['/(www.evil.example/reset', '/_x_/', '/*a*/~b~'])
      for (const reason of [undefined, 'Ours.']) {
        const { unsafe, spans, texts } = drawn(reportOf({ rows: [rowOf(1, { uri })], samples: [], reason }));
        assert.deepEqual(unsafe, []);
        assert.ok(spans.includes(uri), spans.join());
        assert.ok(!texts.join().includes(uri));
      }
  });

  it('contains no key that a service put into a row', () => {
    const key = 'canary-key-0123';
    const rows = [rowOf(1, { action: key, rule: key, uri: `/${key}`, time: key, countryCode: key })];
    const { segments, title } = summaryReport({
      ...{ rows, samples: [], redaction: { keys: [key] }, version: '1.2.3', reason: 'Ours.' },
    });
    assert.doesNotMatch(joined(segments) + title, /canary/);
  });

  it('lists eight values, and counts the others', () => {
    const text = reportOf({
      rows: Array.from({ length: 17 }, (_, at) =>
        rowOf(at, { action: `Action ${at}`, time: `2026-11-${String(at + 10)} 10:00:00` }),
      ),
    });
    assert.match(text, /- Outcome: `Action 0` × 1, .*`Action 7` × 1, and 9 others\n/);
    assert.match(text, /- First: `2026-11-10 10:00:00`, last: `2026-11-26 10:00:00`\n/);
  });

  it('quotes samples under numbered headings, and states one address in one country so', () => {
    const text = reportOf({ rows: rows.slice(0, 1), samples: [sample, sample] });
    for (const number of [1, 2])
      assert.ok(text.includes(`\n\n## Sample ${number} of 2\n\n### SQL Injection blocked \`POST`), text);
    assert.match(text, / are shown\.\n\nMade by Partner Logs 1\.2\.3\.\n$/);
    assert.equal(text.match(/Made by Partner Logs/g)?.length, 1);
    assert.match(text, /- Clients: 1 address in 1 country\n/);
    assert.match(text, /- Outcome: `Blocked`\n/);
  });

  it('asks for an exclusion with the scope first, and the reason', () => {
    const text = reportOf({ reason: 'Our own coupons look like this.' });
    assert.match(
      text,
      /^# Exclusion request for SQL Injection on `\/orders\/\(id\)`\n\n## Requested scope\n\n- Rule: [^#]*## Reason\n\nOur own coupons look like this\.\n\n## Evidence\n/,
    );
  });

  it('names the domains, and has the notes of its samples', () => {
    const headers = Array.from({ length: 500 }, (_, at) => `X-${at}: 1\r\n`).join('');
    const long = { ...sample, log: aLog({ rawData: rawData.replace('\r\n', `\r\n${headers}`) }) };
    const request = { rows: [rowOf(1), { ...rowOf(2), domain: 8 }], samples: [long, sample] };
    const { segments, notes } = summaryReport({ ...request, redaction: essential, version: '1.2.3' });
    assert.match(joined(segments), /\n- Domain: `7` × 1, `8` × 1\n/);
    assert.match(notes.map(english).join(), /^The raw data \([\d,]+ characters\) is truncated\.[^.]*\.$/);
  });

  it('knows nothing of rows without fields, and says so', () => {
    const text = reportOf({ rows: [{ domain: 7, row: aRow() }], samples: [] });
    assert.match(
      text,
      /^# 1 log of an unknown rule\n.*- Rule: not known\n- Path: not known\n- Domain: `7`\n- Host \(of 0 samples\): not known\n/s,
    );
    assert.match(text, /- Clients: 0 addresses in 0 countries/);
    assert.match(text, /- Logs: 1\n- Outcome: not known\n- Clients: 0/);
    const mixed = reportOf({
      rows: [rowOf(1, { uri: '' }), ...[2, 3].map((idx) => ({ domain: 7, row: aRow({ idx }) }))],
    });
    assert.match(mixed, /^# 3 logs of several rules\n/);
    assert.match(mixed, /- Outcome: not known × 2, `Blocked` × 1\n/);
  });

  it('draws no hostile text in another way than as it is', () => {
    fc.assert(
      fc.property(hostileLog, hostileRow, (log, row) => {
        const { segments, title } = summaryReport({
          ...{ rows: [{ domain: 7, row }], samples: [{ log, row, link: '' }], redaction, version: '1.2.3' },
        });
        const { unsafe, html } = drawn(joined(segments));
        assert.deepEqual(unsafe, []);
        assert.ok(
          html.every((each) => /^<\/?(?:details|summary)>/.test(each)),
          html.join('\n'),
        );
        assert.ok(!title.includes('\n'));
      }),
      { numRuns: amount(150) },
    );
  });
});
