/** Panel pages in their main states, each with as many different elements as possible. */
import type { Browser, Page } from 'playwright-core';
import type { ReportPart, ToReport } from '../../src/share/reportMessages.ts';
import { rowView } from '../../src/table/columns.ts';
import type { TableState } from '../../src/table/tableMessages.ts';
import { type PanelName, PanelPage, type PanelPageOptions } from './panelPage.ts';
import { domain, extreme, failed as failedCounts, show as showCounts, usual } from './sampleCounts.ts';
import { failed as failedLog, loading, log, showLog, similar, unknown } from './sampleDetection.ts';

export interface PanelState {
  readonly panel: PanelName;
  readonly messages: readonly object[];
  /** True if it has the same elements as the previous state, except for an open part. */
  readonly isRepeated?: true;
  /** Opens and selects parts of the page. */
  readonly arrange?: (page: Page) => Promise<void>;
}

const tableState: TableState = {
  title: 'shop.example (Production)',
  stored: { base: 'https://api.example.com', domain: 1 },
  chips: [{ field: 'rule', name: 'Rule', text: 'SQL Injection' }],
  isReadingBeside: true,
  times: { zone: 'UTC', first: 'service' },
  list: 1,
  length: 400,
  isMore: false,
  isChanging: false,
  isLoading: false,
  problem: { headline: 'The service is limiting requests.', cause: '', next: 'Wait', canTryAgain: true },
  notices: ['The service ignored part of the filter: rule.'],
};

const tableRows = Array.from({ length: 12 }, (_, idx) => {
  const row = {
    idx,
    rule: ['SQL Injection', 'File Upload', 'Cross Site Scripting'][idx % 3] ?? '',
    uri: `/api/v2/customers/8843/orders/${idx}/items/checkout`,
    action: ['Blocked', 'Detected', 'Passed'][idx % 3] ?? '',
    address: `203.0.113.${idx % 5}`,
    time: `2025-11-0${1 + (idx % 2)} 03:14:21`,
    country: 'Netherlands',
    countryCode: 'NL',
    detectedValue: "' OR 1=1--\u0000",
    rawData: 'POST / HTTP/1.1',
    other: {},
  };
  const key = { domain: 1, idx, detectedType: 'WAF' };
  const status = ['403', '204', '500', '301'][idx % 4] ?? '';
  return [idx, rowView({ key, row }, false, status)] as const;
});

const tableMessages = [{ type: 'show', state: tableState, rows: [...tableRows, [14, 'unreadable']] }];

/** The table after all its rows were loaded. */
const loadedTable = [{ type: 'show', state: { ...tableState, length: 12 }, rows: tableRows }];

const reportParts: readonly ReportPart[] = [
  { text: '# SQL Injection on POST /api/cart/coupon\n\nBlocked on shop.example.\n\n## Request\n\n```http\n' },
  { text: 'POST /api/cart/coupon HTTP/1.1\nHost: shop.example\nCookie: session=' },
  { text: '‹17 characters›', value: 0, isShown: false },
  { text: '\nX-Note: \u202e' },
  { text: 'call me at noon', value: 1, isShown: true },
  { text: '\nX-Key: ' },
  { text: '‹key, 20›' },
  { text: '\n\n{"note":"' },
  { text: '‹15 characters›', value: 2, isShown: false },
  { text: '","coupon":"SAVE\' OR 1=1--"}\n```\n' },
];

const report: ToReport = {
  title: 'Bug Report 7',
  shown: {
    parts: reportParts,
    detail: 'essential',
    summary: 'Two values are hidden. Select a value to show it.',
  },
};

export const panelStates: Readonly<Record<string, PanelState>> = {
  'a log': {
    panel: 'detectionPanel',
    messages: [showLog({ other: { score: '9\0' }, rawData: `${log.rawData}\0\u202e` }), similar],
  },
  'a log with an open menu': {
    panel: 'detectionPanel',
    messages: [showLog()],
    isRepeated: true,
    arrange: (page) => page.getByRole('button', { name: 'Report' }).press('Enter'),
  },
  'a log without a match': { panel: 'detectionPanel', messages: [showLog({}, { detectedValue: 'shoes' })] },
  'a log that is being read': { panel: 'detectionPanel', messages: [loading], isRepeated: true },
  'a log that failed': { panel: 'detectionPanel', messages: [failedLog] },
  'a log that is no longer available': { panel: 'detectionPanel', messages: [unknown] },
  'a table': {
    panel: 'tablePanel',
    messages: tableMessages,
    arrange: async (page) => {
      await page.getByRole('grid').press('ArrowDown');
      await page.getByRole('grid').press('Shift+ArrowDown');
      await page.getByRole('grid').press('ArrowRight');
    },
  },
  'a table without focus': {
    panel: 'tablePanel',
    messages: tableMessages,
    arrange: async (page) => {
      await page.getByRole('grid').press('ArrowDown');
    },
  },
  'a table with groups': {
    panel: 'tablePanel',
    messages: loadedTable,
    arrange: async (page) => {
      await page.getByRole('combobox', { name: 'Group by' }).selectOption('rule');
      await page.locator('.group-line').nth(1).click();
    },
  },
  counts: { panel: 'countsPanel', messages: [showCounts(usual)] },
  'counts with gaps and attack texts': {
    panel: 'countsPanel',
    messages: [showCounts({ ...extreme, domain })],
    isRepeated: true,
  },
  'counts that failed': { panel: 'countsPanel', messages: [showCounts(failedCounts)] },
  'a report': {
    panel: 'reportPanel',
    messages: [{ ...report, stored: { link: 'vscode://example/7' } }],
  },
  'a report with a chosen value': {
    panel: 'reportPanel',
    messages: [report],
    isRepeated: true,
    arrange: (page) => page.getByRole('button', { name: 'Hidden value: 15 characters' }).press('Enter'),
  },
  'a report that failed': {
    panel: 'reportPanel',
    messages: [
      {
        title: 'Bug Report 7',
        failure: {
          headline: 'The service cannot be reached.',
          cause: 'api.example.com refused the connection.',
          next: 'Check the network, then try again.',
          gone: false,
          canTryAgain: true,
        },
      } satisfies ToReport,
    ],
  },
};

/** Opens a page in one of its states. */
export async function openState(
  browser: Browser,
  { panel, messages, arrange }: PanelState,
  options: Omit<PanelPageOptions, 'panel'> = {},
): Promise<PanelPage> {
  const opened = await PanelPage.open(browser, { panel, ...options });
  for (const message of messages) await opened.send(message);
  await arrange?.(opened.page);
  return opened;
}
