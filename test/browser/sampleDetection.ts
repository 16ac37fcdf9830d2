/** An ordinary detection log as sent to the panel, with changes for a test. */

import type { ShownFailure, ToPanel } from '../../src/detection/detectionMessages.ts';
import { factsOf } from '../../src/detection/facts.ts';
import { logContent } from '../../src/detection/logContent.ts';
import type { LogView } from '../../src/detection/logView.ts';
import type { DetectionLog, LogRow } from '../../src/service/model.ts';
import { AS_SENT } from '../unit/formats/logs.ts';

const key = { domain: 10293, idx: 48213, detectedType: 'WAF' };

export const row: LogRow = {
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

/** Returns the view of a log, which the editor sends to a panel. */
export function viewOf(shown: DetectionLog, shownRow?: LogRow): LogView {
  return {
    title: `Log ${shown.key.idx}`,
    ...factsOf(shownRow, shown, AS_SENT, 'shop.example'),
    content: logContent({ log: shown, row: shownRow ?? { other: {} } }),
  };
}

const stored = (idx: number) => ({
  link: `vscode://partner-logs.partner-logs/log?idx=${idx}`,
  preview: true,
});

export function show(view: LogView, idx = key.idx): ToPanel {
  return { type: 'show', view, stored: stored(idx) };
}

/** Returns the message that shows the log, with changes to the log and its row in the list. */
export function showLog(changes: Partial<DetectionLog> = {}, rowChanges: Partial<LogRow> = {}): ToPanel {
  return show(viewOf({ ...log, ...changes }, { ...row, ...rowChanges }));
}

export const loading = show({ title: 'Log 48213', heading: '', chips: [], head: [], details: [] });

const failure = (changes: Partial<ShownFailure>): ToPanel => ({
  type: 'failed',
  stored: stored(key.idx),
  failure: {
    ...{
      title: 'Log 48213',
      headline: 'The service did not accept the API key (401).',
      cause: 'It may be wrong.',
    },
    ...{ gone: false, canTryAgain: true },
    ...changes,
  },
});
export const failed = failure({ next: 'Replace Key…' });
export const gone = failure({ headline: 'The service has no such data (404).', gone: true });
export const onlyRow = failure({
  headline: 'The file contains only the row of this log.',
  canTryAgain: false,
});
export const unknown = failure({
  headline: 'This log is no longer available.',
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

export const similar = {
  type: 'similar',
  similar: {
    summary: 'newest 100 of 230 read',
    days: Array.from({ length: 30 }, (_, at) => ({ day: `2026-11-${at + 1}`, count: at, blocked: at % 3 })),
    facts: [{ name: 'Addresses', value: '2: 203.0.113.9 (5), <b>x</b>\u202e (1)' }],
  },
} as const satisfies ToPanel;
