/** An ordinary detection log as sent to the panel, with changes for a test. */
import type { LogTarget } from '../../src/connections/logTarget.ts';
import { extractOf } from '../../src/detection/detectionExtract.ts';
import type { PanelLayout, PanelState, ToPanel } from '../../src/detection/detectionMessages.ts';
import { detectionView } from '../../src/detection/detectionView.ts';
import { readAttack } from '../../src/detection/readAttack.ts';
import type { DetectionLog, LogRow } from '../../src/service/model.ts';

const key = { domain: 10293, idx: 48213, detectedType: 'WAF' };

const row: LogRow = {
  idx: key.idx,
  time: '2025-06-30 23:41:07',
  rule: 'SQL Injection',
  country: 'Netherlands',
  countryCode: 'NL',
  address: '203.0.113.77',
  uri: '/products/search',
  detectedValue: "' UNION SELECT card_no, cvv FROM payments--",
  action: 'Blocked',
  other: {},
};

const sent: readonly (readonly [string, string])[] = [
  ['Host', 'shop.example.com'],
  [
    'User-Agent',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  ],
  ['Accept', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
  ['Accept-Language', 'en-US,en;q=0.5'],
  ['Accept-Encoding', 'gzip, deflate, br'],
  ['Referer', 'https://shop.example.com/products'],
  ['Cookie', 'session=5f2b0c1e9a7d4f33b1; theme=dark; consent=analytics%3Dfalse'],
  ['Content-Type', 'application/x-www-form-urlencoded'],
  ['Content-Length', '74'],
  ['X-Requested-With', ''],
];
const added: readonly (readonly [string, string])[] = [
  ['X-Forwarded-For', '203.0.113.77'],
  ['X-Real-IP', '203.0.113.77'],
  ['X-Forwarded-Proto', 'https'],
  ['X-Forwarded-Port', '443'],
  ['X-Country-Code', 'NL'],
  ['X-Unique-ID', 'aGF3a2luZ2hhd2tpbmc'],
];
const requestLine = "POST /products/search?q=shoes'+OR+1=1-- HTTP/1.1";
const body = "q=shoes' UNION SELECT card_no, cvv FROM payments--&sort=price&page=1&debug=1";

export const log: DetectionLog = {
  key,
  virtualHost: 'shop.example.com:443',
  responseCode: 403,
  request: { firstLine: requestLine, headers: [...sent, ...added] },
  response: {
    firstLine: 'HTTP/1.1 403 Forbidden',
    headers: [
      ['Date', 'Mon, 30 Jun 2025 23:41:07 GMT'],
      ['Content-Type', 'text/html; charset=utf-8'],
      ['Content-Length', '1528'],
      ['Connection', 'close'],
    ],
  },
  rawData: `${[requestLine, ...sent.map(([name, value]) => `${name}: ${value}`)].join('\r\n')}\r\n\r\n${body}`,
  description:
    'A UNION query in the parameter “q” reads from another table than the one that the page searches.',
  timeZone: 'UTC',
  other: {},
};

export const target: LogTarget = { connectionId: 'one', key, row };

export const layout: PanelLayout = { wrap: true, scroll: 0, section: '', find: '' };

/** Returns the message that shows the log, with changes to the log, its row in the list, and the layout. */
export function showLog(
  changes: Partial<DetectionLog> = {},
  rowChanges: Partial<LogRow> = {},
  layoutChanges: Partial<PanelLayout> = {},
): ToPanel {
  const changedTarget = { ...target, row: { ...row, ...rowChanges } };
  const changedLog = { ...log, ...changes };
  const attack = readAttack({ ...changedLog, detectedValue: changedTarget.row.detectedValue });
  return {
    type: 'show',
    state: {
      kind: 'log',
      title: 'Log 48213',
      log: extractOf(detectionView(changedTarget, changedLog, attack, { domainName: 'shop.example' })),
      layout: { ...layout, ...layoutChanges },
    },
    stored: {
      link: 'code-oss://partner-logs.partner-logs/log?base=sample%3A&domain=1&idx=2&type=WAF',
      preview: true,
    },
  };
}

const show = (state: PanelState): ToPanel => ({ type: 'show', state });
export const loading = show({ kind: 'loading', title: 'Log 48213' });
export const failed = show({
  kind: 'failed',
  title: 'Log 48213',
  headline: 'The service did not accept the API key (401 RES000033 “Unauthorized”).',
  cause: 'The key may be wrong or no longer valid.',
  gone: false,
  next: 'Replace Key…',
  canTryAgain: true,
});
export const gone = show({
  kind: 'failed',
  title: 'Log 48213',
  headline: 'The service has no such data (404 RES000018 “Data not found”).',
  cause: 'The log or the domain may no longer exist.',
  gone: true,
  canTryAgain: true,
});
export const onlyRow = show({
  kind: 'failed',
  title: 'Log 48213',
  headline: 'The file contains only the row of this log.',
  cause: 'Export the logs again with full details.',
  gone: false,
  canTryAgain: false,
});
export const unknown = show({
  kind: 'failed',
  title: 'Detection Log',
  headline: 'This log is no longer available.',
  cause: 'Its connection was removed.',
  gone: true,
  canTryAgain: false,
});

export const manyHeaders = (number: number): ToPanel =>
  showLog({
    request: {
      firstLine: 'GET / HTTP/1.1',
      headers: Array.from({ length: number }, (_, i) => [`X-Header-${i}`, `value ${i}`] as const),
    },
  });
