/** Actions on logs, from the tree and from the panel of a log. */
import assert from 'node:assert/strict';
import { panelFocused } from '../browser/hostPanels.ts';
import { clickRow, reaches } from '../browser/hostRows.ts';
import { addressOf, DOMAINS, domainOf, rawDataOf } from './soakService.ts';
import { type SoakWindow, until } from './soakWindow.ts';

export type Action = (window: SoakWindow) => Promise<void>;

/** Opens a row of the tree. */
export async function openRow(window: SoakWindow): Promise<void> {
  await window.showsLog(window.domain, await clickLog(window));
}

/** Clicks a row of the tree other than the first, and returns the number of its log. */
async function clickLog(window: SoakWindow): Promise<number> {
  const { tree } = await window.seen();
  if (tree.length === 0) await window.showDomain(window.domain);
  const { page } = window.editor;
  // A list that is read again might no longer have the row.
  await until('the pointer over a row', async () => {
    const idx = window.random.pick((await window.seen()).tree.slice(1));
    return reaches(window.tree.rows.and(page.locator(`[aria-label*="log ${idx},"]`)).first());
  });
  await page.mouse.down();
  await page.mouse.up();
  // A list that is still being read again moves its rows, so that another row might have been clicked.
  const clicked = window.tree.rows.and(page.locator('[aria-selected="true"]'));
  const [, number] = /log (\d+),/.exec((await clicked.first().getAttribute('aria-label')) ?? '') ?? [];
  return Number(number);
}

/** Opens a log unless one is open, and focuses it. */
export async function haveLog(window: SoakWindow): Promise<void> {
  const { page } = window.editor;
  if ((await window.seen()).logs.length === 0) await openRow(window);
  else await page.locator('.editor-group-container.active .tab.active').click();
  await panelFocused(page);
}

/** Opens a row, and goes to the log above or below it by keyboard. */
async function step(window: SoakWindow, key: 'Alt+ArrowUp' | 'Alt+ArrowDown', by: 1 | -1): Promise<void> {
  await openRow(window);
  const { domain, idx } = await window.shownLog();
  await panelFocused(window.editor.page);
  await window.editor.page.keyboard.press(key);
  await window.showsLog(domain, Math.max(1, idx + by));
}

async function openTyped(window: SoakWindow): Promise<void> {
  const { quickInput } = window.editor;
  const domain = window.random.between(1, DOMAINS.length);
  const idx = window.random.between(1, window.service.newest);
  await window.run('partnerLogs.openDetectionLog');
  await quickInput.type(`${DOMAINS[domain - 1]}/${idx}`);
  await quickInput.rows
    .first()
    .filter({ hasText: `Open ${DOMAINS[domain - 1]}/${idx}` })
    .waitFor();
  await quickInput.input.press('Enter');
  await window.showsLog(domain, idx);
}

async function searchLogs(window: SoakWindow): Promise<void> {
  const { quickInput } = window.editor;
  const address = addressOf(window.random.between(0, 9));
  await window.run('partnerLogs.searchLogs');
  const searching = quickInput.title.filter({ hasText: 'Search Detection Logs of' });
  const asking = quickInput.row(window.name);
  await searching.or(asking).first().waitFor();
  if (!(await searching.isVisible())) await quickInput.pick(window.name);
  await quickInput.title.filter({ hasText: 'Search Detection Logs of' }).waitFor();
  await quickInput.type(address);
  await quickInput.rows.filter({ hasText: 'Searching the service' }).first().waitFor({ state: 'detached' });
  await until(
    `rows of ${address}`,
    () => quickInput.rows.allInnerTexts(),
    (rows) => rows.filter((row) => row.includes(address)).length > 1,
  );
  await quickInput.cancel();
}

async function copyRawData(window: SoakWindow): Promise<void> {
  await haveLog(window);
  const { domain, idx } = await window.shownLog();
  await window.emptyClipboard();
  await window.run('partnerLogs.copyRawData');
  await window.copied(`the raw data of ${domain}/${idx}`, (text) => text === rawDataOf(domain, idx));
}

async function copyReport(window: SoakWindow): Promise<void> {
  await haveLog(window);
  const { domain, idx } = await window.shownLog();
  await window.emptyClipboard();
  await window.run('partnerLogs.copyBugReport');
  await window.copied(`a report of ${domain}/${idx}`, (text) => text.includes(`item/${idx}`));
}

async function previewReport(window: SoakWindow): Promise<void> {
  await haveLog(window);
  const { idx } = await window.shownLog();
  await window.run('partnerLogs.previewBugReport');
  await window.lastPanel.getByText(`item/${idx}`).first().waitFor();
  await window.closeEditors();
}

/** Opens one of the documents of a log, and checks that it is of this log. */
function openDocument(command: 'partnerLogs.openRawData' | 'partnerLogs.openDecodedData'): Action {
  return async (window) => {
    await haveLog(window);
    const { idx } = await window.shownLog();
    await window.run(command);
    const name = new RegExp(`^${idx}\\.partnerlog`);
    await window.editor.tabs().filter({ hasText: name }).first().waitFor();
    await window.editor
      .editorLines()
      .filter({ hasText: `/${idx}` })
      .first()
      .waitFor();
    await window.closeEditors();
  };
}

async function openInNewTab(window: SoakWindow): Promise<void> {
  await haveLog(window);
  const before = await window.editor.tabs().count();
  await window.run('partnerLogs.openInNewTab');
  await window.editor.tabs().nth(before).waitFor();
  await window.check();
}

/** Opens one of the latest logs from the view Recent. */
async function openRecent(window: SoakWindow): Promise<void> {
  const recent = window.editor.tree('Recent');
  const name = /^(\S+)\/(\d+)$/;
  let before = '';
  // The log that was opened last moves to the top.
  const labels = await until(
    'recent logs that stay in place',
    () => recent.labels(),
    (all) => {
      const isStill = all.length > 0 && all.join() === before;
      before = all.join();
      return isStill;
    },
  );
  const label = window.random.pick(labels.filter((each) => name.test(each)).slice(0, 4));
  const [, domain = '', idx] = name.exec(label) ?? [];
  await clickRow(recent.row(label).first());
  await window.showsLog(domainOf(domain), Number(idx));
  // If the log was already shown, its panel takes the focus later.
  await panelFocused(window.editor.page);
}

async function expandDomain(window: SoakWindow): Promise<void> {
  await window.showDomain(window.random.between(1, DOMAINS.length));
}

/** Pixels; more than the height of the view. */
const LIST_HEIGHT = 5_000;

async function loadMore(window: SoakWindow): Promise<void> {
  await goToPage(window);
  const last = Math.min(...(await window.seen()).tree);
  const more = window.tree.rows.filter({ hasText: 'Load More' }).first();
  const { mouse } = window.editor.page;
  // The rows about a failed refresh can move it out of sight.
  await until('the row Load More', async () => {
    await window.tree.view.hover();
    await mouse.wheel(0, LIST_HEIGHT);
    return more.isVisible();
  });
  await clickRow(more);
  await until(
    'another page',
    () => window.seen(),
    ({ tree }) => tree.includes(last - 1),
  );
  await window.tree.view.hover();
  await mouse.wheel(0, -LIST_HEIGHT);
}

async function goToPage(window: SoakWindow): Promise<void> {
  const { quickInput } = window.editor;
  const page = window.random.between(2, 30);
  await window.collapse();
  await window.tree.menu(window.domainRow, 'Go to Page…');
  await quickInput.message.filter({ hasText: 'Enter a page number from 1 to' }).waitFor();
  await quickInput.answer(String(page));
  // A list keeps its places when the service gets a new log, so that page 2 continues page 1.
  await until(
    `page ${page}`,
    () => window.seen(),
    ({ tree, total, previous }) =>
      previous === (page - 2) * 10 + 1 &&
      (total === 0 ? tree.length > 0 : tree[0] === total - (page - 1) * 10),
  );
}

async function filterTree(window: SoakWindow): Promise<void> {
  const { quickInput } = window.editor;
  const address = addressOf(window.random.between(0, 9));
  await window.collapse();
  await window.tree.menu(window.domainRow, 'Filter Logs…');
  await quickInput.title.filter({ hasText: 'Filter Logs of' }).waitFor();
  await quickInput.type(address);
  await quickInput.rows
    .first()
    .filter({ hasText: `Filter by ${address}` })
    .waitFor();
  await quickInput.input.press('Enter');
  await window.domainRow.filter({ hasText: `filtered: ${address}` }).waitFor();
  await until(
    `only logs of ${address}`,
    () => window.seen(),
    ({ tree }) => tree.length > 0 && tree.every((idx) => addressOf(idx) === address),
  );
  await window.tree.action('Clear Filter', window.domainRow);
  await window.domainRow.filter({ hasText: 'filtered' }).waitFor({ state: 'detached' });
  await window.showDomain(window.domain);
}

async function refresh(window: SoakWindow): Promise<void> {
  await window.showDomain(window.domain);
  await window.tree.action('Refresh');
  await until(
    'rows',
    () => window.seen(),
    ({ tree }) => tree.length > 0,
  );
}

async function waitForNext(window: SoakWindow): Promise<void> {
  const { service, editor, domain } = window;
  await startWaiting(window);
  const idx = service.addLog();
  await editor.notification(`New detection log ${idx}`).waitFor();
  await window.showsLog(domain, idx);
  await editor.statusBarItem('partnerLogs.wait').waitFor({ state: 'detached' });
}

async function stopWaiting(window: SoakWindow): Promise<void> {
  await startWaiting(window);
  await window.run('partnerLogs.stopWaiting');
  await window.editor.statusBarItem('partnerLogs.wait').waitFor({ state: 'detached' });
}

/** Starts to wait for the next log of the domain, and waits for the first request. */
async function startWaiting(window: SoakWindow): Promise<void> {
  const listed = () => window.service.lists;
  const before = listed();
  await window.collapse();
  await window.tree.menu(window.domainRow, 'Wait for Next Detection…');
  await window.editor.statusBarItem('partnerLogs.wait').waitFor();
  await until('the first request', () => listed() > before);
}

async function serviceDies(window: SoakWindow): Promise<void> {
  const { fake } = window.service;
  await window.closeEditors();
  const refused = window.lastPanel.getByText(/connection was refused/i).first();
  await fake.close();
  let idx: number;
  try {
    idx = await clickLog(window);
    // A log that was opened before is still in memory.
    const isThere = async () => (await window.seen()).logs.some(({ number }) => number === String(idx));
    await until('the log, or why it cannot be read', async () => (await isThere()) || refused.isVisible());
  } finally {
    await fake.listen();
  }
  await window.tryAgain(window.lastPanel);
  await window.showsLog(window.domain, idx);
}

async function closeAll(window: SoakWindow): Promise<void> {
  await window.closeEditors();
  assert.deepEqual((await window.seen()).logs, []);
}

export const logActions = {
  openRow: { weight: 14, act: openRow },
  nextLog: { weight: 10, act: (window) => step(window, 'Alt+ArrowDown', -1) },
  previousLog: { weight: 6, act: (window) => step(window, 'Alt+ArrowUp', 1) },
  openTyped: { weight: 5, act: openTyped },
  searchLogs: { weight: 3, act: searchLogs },
  copyRawData: { weight: 5, act: copyRawData },
  copyReport: { weight: 3, act: copyReport },
  previewReport: { weight: 2, act: previewReport },
  openRawData: { weight: 2, act: openDocument('partnerLogs.openRawData') },
  openDecodedData: { weight: 2, act: openDocument('partnerLogs.openDecodedData') },
  openInNewTab: { weight: 2, act: openInNewTab },
  openRecent: { weight: 3, act: openRecent },
  expandDomain: { weight: 4, act: expandDomain },
  loadMore: { weight: 3, act: loadMore },
  goToPage: { weight: 2, act: goToPage },
  filterTree: { weight: 2, act: filterTree },
  refresh: { weight: 4, act: refresh },
  // It takes 5 s, so only once in each block.
  waitForNext: { weight: 0, act: waitForNext },
  stopWaiting: { weight: 1, act: stopWaiting },
  serviceDies: { weight: 1, act: serviceDies },
  closeAll: { weight: 2, act: closeAll },
} satisfies Readonly<Record<string, { readonly weight: number; readonly act: Action }>>;
