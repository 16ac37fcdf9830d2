/** Panel pages in their main states, each with as many different elements as possible. */
import type { Browser, Page } from 'playwright-core';
import type { ReportPart, ToReport } from '../../src/share/reportMessages.ts';
import { type PanelName, PanelPage, type PanelPageOptions } from './panelPage.ts';
import { extreme, failed as failedCounts, show as showCounts, usual } from './sampleCounts.ts';
import { failed as failedLog, loading, log, showLog, similar, unknown } from './sampleDetection.ts';
import { limited, rowsOf, tableState } from './sampleTable.ts';

export interface PanelState {
  readonly panel: PanelName;
  readonly messages: readonly object[];
  /** Opens and selects parts of the page. */
  readonly arrange?: (page: Page) => Promise<void>;
}

const statuses = ['403', '204', '500', '301'];
const tableRows = rowsOf(12, (idx) => statuses[idx % 4]);
const notices = ['The service ignored part of the filter: rule.'];
const shownTable = { ...tableState, length: 400, problem: limited, notices };
const tableMessages = [{ type: 'show', state: shownTable, rows: [...tableRows, [14, 'unreadable']] }];

/** The table after all its rows were loaded. */
const loadedTable = [{ type: 'show', state: { ...shownTable, length: 12 }, rows: tableRows }];

const reportParts: readonly ReportPart[] = [
  { text: '# SQL Injection on POST /api/cart/coupon\n\nBlocked on shop.example.\n\n## Request\n\n```http\n' },
  { text: 'POST /api/cart/coupon HTTP/1.1\nHost: shop.example\nCookie: session=' },
  { text: '‹17 characters›', value: 0, isShown: false },
  { text: '\nX-Note: \u202e' },
  { text: 'call me at noon', value: 1, isShown: true },
  { text: '\nX-Key: ' },
  { text: '‹key, 20 characters›' },
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
    arrange: (page) => page.getByRole('button', { name: 'Report' }).press('Enter'),
  },
  'a log without a match': { panel: 'detectionPanel', messages: [showLog({}, { detectedValue: 'shoes' })] },
  'a log that is being read': { panel: 'detectionPanel', messages: [loading] },
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
    messages: [showCounts(extreme)],
  },
  'counts that failed': { panel: 'countsPanel', messages: [showCounts(failedCounts)] },
  'a report': {
    panel: 'reportPanel',
    messages: [{ ...report, stored: { link: 'vscode://example/7' } }],
  },
  'a report with a chosen value': {
    panel: 'reportPanel',
    messages: [report],
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
