import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type SummaryRequest, summaryReport } from '../../../src/formats/summaryReport.ts';
import { joined } from '../../../src/redaction/segments.ts';
import type { LogRow } from '../../../src/service/model.ts';
import { english } from '../../../src/text/l10n.ts';
import { amount } from '../../proofs.ts';
import { aLog, aRow, essential, hostileLog, hostileRow } from './logs.ts';
import { drawn } from './markdownPage.ts';

const rowOf = (idx: number, more: Partial<LogRow> = {}) => ({
  domain: 7,
  row: aRow({
    idx,
    rule: 'SQL Injection',
    action: 'Blocked',
    uri: `/orders/${idx}?coupon=x`,
    time: `2026-11-23 10:00:1${idx % 5}`,
    address: `203.0.113.${idx % 5}`,
    countryCode: idx % 2 ? 'NL' : 'KR',
    detectedValue: "' OR 1=1--",
    ...more,
  }),
});

const head = 'POST /orders/1001 HTTP/1.1\r\nHost: shop.example\r\nContent-Type: application/json';
const rawData = `${head}\r\n\r\n{"coupon":"' OR 1=1--","password":"hunter22x","note":"T0PSECRET"}`;
const sample = { log: aLog({ rawData }), row: rowOf(1001).row, link: '' };

const rows = [
  ...Array.from({ length: 20 }, (_, at) => rowOf(1001 + at)),
  rowOf(1021, { action: 'Detected', time: '2026-11-20 09:00:00' }),
];

function reportOf(more: Partial<SummaryRequest> = {}): string {
  const report = summaryReport({ rows, samples: [sample], redaction: essential, version: '1.2.3', ...more });
  return joined(report.segments);
}

describe('summaryReport', () => {
  it('names rule, host, route, parameter, how often, when, and from how many addresses', () => {
    const [head = '', ...others] = reportOf().split('## Sample ');
    assert.equal(
      head,
      `# 21 logs of SQL Injection on \`/orders/(id)\`



## Scope

- Rule: \`SQL Injection\`
- Path: \`/orders/{id}\`
- Domain: \`7\`
- Host (of 1 sample): \`shop.example:443\`
- Place of the match (of 1 sample): \`JSON field coupon\`

## Evidence

- Logs: 21
- Outcome: \`Blocked\` × 20, \`Detected\` × 1
- First: \`2026-11-20 09:00:00\`, last: \`2026-11-23 10:00:14\`
- Clients: 5 addresses in 2 countries
- Status of the response: not read

`,
    );
    assert.match(
      others.join(),
      /^1 of 1\n\n### SQL Injection blocked `POST.* are shown\.\n\nMade by [^\n]*\n$/s,
    );
    assert.doesNotMatch(others.join(), /hunter22x|T0PSECRET|Made by.*Made by/s);
  });

  const read = rows.map((each, at) => (at < 3 ? { ...each, status: at === 0 ? 200 : 403 } : each));
  const other = { ...sample, log: aLog({ rawData: rawData.replace('coupon', 'code'), virtualHost: 'b' }) };
  const nothing = { domain: 8, row: aRow() };
  const paths = ['/api/v2/orders/17/items', '/api/v2/orders/18', '/cart'].map((uri) => rowOf(1, { uri }));
  const of = { from: '1', to: '2', blocked: 1, detected: 2, addresses: 1, countries: 2 };
  const requests = '- Requests with this rule and path, with the match in any place, from 1 to 2:';
  const numbers = '1 blocked, 2 detected; 1 address in 2 countries';
  const many = Array.from({ length: 17 }, (_, at) => rowOf(at, { action: `Action ${at}` }));
  for (const [request, ...lines] of [
    [{ rows: read }, '- Status of the response: `403` × 2, `200` × 1, 18 not read'],
    [{ rows: read.slice(1, 3) }, '- Status of the response: `403`'],
    [{ rows: paths }, '- Path: `/api/v2/orders/{id}/items` × 1, `/api/v2/orders/{id}` × 1, `/cart` × 1'],
    [{ rows: [rowOf(1), rowOf(2, { rule: 'XSS' })] }, '- Rule: `SQL Injection` × 1, `XSS` × 1'],
    [{ rows: [rowOf(1), rowOf(2, { rule: 'XSS' })] }, '# 2 logs of several rules on `/orders/(id)`'],
    [
      { samples: [sample, other] },
      '- Host (of 2 samples): `shop.example:443` × 1, `b` × 1',
      '- Place of the match (of 2 samples): `JSON field coupon` × 1, `JSON field code` × 1',
      '## Sample 2 of 2',
    ],
    [{ rows: [rowOf(1)] }, '- Place of the match: `JSON field coupon`', '- Clients: 1 address in 1 country'],
    [{ rows: [rowOf(1, { uri: '/a;password=kit ten' })] }, '- Path: `/a;password=‹redacted›`'],
    [
      { rows: [rowOf(1)], samples: [{ ...sample, log: aLog({ virtualHost: '192.0.2.9' }) }] },
      '- Host: `‹redacted›`',
    ],
    [
      { rows: many },
      `- Outcome: ${many
        .slice(0, 8)
        .map((_, at) => `\`Action ${at}\` × 1`)
        .join(', ')}, and 9 others`,
    ],
    [{ similar: { ...of, read: 3, total: 3 } }, `${requests} 3; ${numbers}`],
    [{ similar: { ...of, read: 3, total: 9 } }, `${requests} 3 of 9 read; ${numbers}`],
    [{ similar: { ...of, read: 3, total: undefined } }, `${requests} 3 read, total not known; ${numbers}`],
    [{ rows: [rowOf(1), nothing] }, '- Domain: `7` × 1, `8` × 1', '- Outcome: `Blocked` × 1, not known × 1'],
    [
      { rows: [nothing, nothing, rowOf(1)] },
      '# 3 logs of several rules',
      '- Outcome: not known × 2, `Blocked` × 1',
    ],
    [
      { rows: [nothing], samples: [] },
      '# 1 log of an unknown rule',
      ...['- Rule: not known', '- Path: not known', '- Host (of 0 samples): not known'],
      '- Outcome: not known\n- Clients: 0 addresses in 0 countries',
    ],
  ] as const satisfies readonly (readonly [Partial<SummaryRequest>, ...string[]])[])
    it(`states ${lines[0]}`, () => {
      const all = `\n${reportOf(request)}`;
      for (const line of lines) assert.ok(all.includes(`\n${line}\n`), `${line}\n${all}`);
    });

  it('makes no text of a log a link or markup', () => {
    for (const uri of ['/(www.evil.example/reset', '/_x_/', '/*a*/b'])
      for (const reason of [undefined, 'Ours.']) {
        const { unsafe, spans, texts } = drawn(reportOf({ rows: [rowOf(1, { uri })], samples: [], reason }));
        assert.deepEqual(unsafe, []);
        assert.ok(spans.includes(uri) && !texts.join().includes(uri), spans.join());
      }
  });

  it('contains no key that a service put into a row', () => {
    const key = 'canary-key-0123';
    const row = { action: key, rule: key, uri: `/${key}`, time: key, countryCode: key };
    const request = { rows: [rowOf(1, row)], samples: [], redaction: { keys: [key] }, reason: 'Ours.' };
    const { segments, title } = summaryReport({ ...request, version: '1.2.3' });
    assert.doesNotMatch(joined(segments) + title, /canary/);
  });

  it('asks for an exclusion with the scope first, and the reason', () => {
    assert.match(
      reportOf({ reason: 'Our own coupons look like this.' }),
      /^# Exclusion request for SQL Injection on `\/orders\/\(id\)`\n\n## Requested scope\n\n- Rule: [^#]*## Reason\n\nOur own coupons look like this\.\n\n## Evidence\n/,
    );
  });

  it('has the notes of its samples, once', () => {
    const headers = 'X: 1\r\n'.repeat(1000);
    const long = { ...sample, log: aLog({ rawData: rawData.replace('\r\n', `\r\n${headers}`) }) };
    const request = { rows, samples: [long, sample, long], redaction: essential, version: '1.2.3' };
    const notes = summaryReport(request).notes.map(english).join();
    assert.match(notes, /^The raw data \([\d,]+ characters\) is truncated\.[^.]*\.$/);
  });

  it('draws no hostile text in another way than as it is', () => {
    fc.assert(
      fc.property(hostileLog, hostileRow, (log, row) => {
        const request = { rows: [{ domain: 7, row }], samples: [{ log, row, link: '' }] };
        const { segments, title } = summaryReport({ ...request, redaction: essential, version: '1.2.3' });
        const { unsafe, html } = drawn(joined(segments));
        assert.deepEqual(unsafe, []);
        for (const tag of html) assert.match(tag, /^<\/?(?:details|summary)>/);
        assert.ok(!title.includes('\n'));
      }),
      { numRuns: amount(150) },
    );
  });
});
