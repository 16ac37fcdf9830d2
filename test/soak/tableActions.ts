/** Actions in the table of a domain's logs. */
import type { Action } from './logActions.ts';
import { addressOf, DOMAINS, RULES } from './soakService.ts';
import { type SeenRow, type SoakWindow, until } from './soakWindow.ts';

/** Opens the table of a domain; nothing else is open then. */
async function openTable(window: SoakWindow): Promise<void> {
  await window.closeEditors();
  await window.collapse();
  window.domain = window.random.between(1, DOMAINS.length);
  await window.tree.action('Open Logs in Table', window.domainRow);
  await rows(window);
}

/** Opens a table unless one is open. */
export async function haveTable(window: SoakWindow): Promise<void> {
  const { rows: shown } = await window.seen();
  if (shown.length === 0) await openTable(window);
}

/** Waits until all visible rows are loaded and in place, and returns them. */
async function rows(
  window: SoakWindow,
  what = 'rows',
  holds: (rows: readonly SeenRow[]) => boolean = () => true,
): Promise<readonly SeenRow[]> {
  const seen = await until(
    what,
    () => window.seen(),
    ({ rows: shown, unread }) =>
      shown.length > 0 &&
      unread === 0 &&
      shown.every(({ domain }) => domain === window.domain) &&
      holds(shown),
  );
  return seen.rows;
}

const grid = ({ firstPanel }: SoakWindow) => firstPanel.locator('.grid');

async function scroll(window: SoakWindow): Promise<void> {
  await haveTable(window);
  const part = window.random.next();
  await grid(window).evaluate(
    `{ const grid = document.querySelector('.grid');
       grid.scrollTop = ${part} * (grid.scrollHeight - grid.clientHeight); }`,
  );
  await rows(window);
}

/** Clicks one of the visible rows, and returns its index. A list that is read again replaces its rows. */
function clickRow(window: SoakWindow, pick: (rows: readonly SeenRow[]) => SeenRow | undefined) {
  return until(
    'a row to be clicked',
    async () => {
      const index = pick(await rows(window))?.index;
      const cell = window.firstPanel.locator(`.line[data-index="${index}"] [data-column="time"]`);
      return cell.click({ timeout: 5_000 }).then(
        () => index,
        () => undefined,
      );
    },
    (index) => index !== undefined,
  );
}

/** Selects a row, whose log is shown beside the table. */
async function select(window: SoakWindow): Promise<void> {
  await haveTable(window);
  const beside = window.firstPanel.getByRole('button', { name: 'Show Log Beside Table' });
  if ((await beside.getAttribute('aria-pressed')) !== 'true') await beside.click();
  const index = await clickRow(window, (shown) => window.random.pick(shown.slice(2, 8)));
  const row = (await window.seen()).rows.find((each) => each.index === index);
  if (row) await window.showsLog(row.domain, row.idx);
}

/** Selects the next row by keyboard. */
async function selectNext(window: SoakWindow): Promise<void> {
  await haveTable(window);
  await grid(window).focus();
  await window.editor.page.keyboard.press(window.random.chance(0.7) ? 'ArrowDown' : 'PageDown');
  await window.check();
}

async function sort(window: SoakWindow): Promise<void> {
  await haveTable(window);
  await window.firstPanel.getByRole('button', { name: 'Rule', exact: true }).click();
  await window.firstPanel.locator('.status').filter({ hasText: 'sorted by rule' }).waitFor();
  await rows(window, 'rows sorted by rule', (shown) => {
    const rules = shown
      .toSorted((one, other) => one.index - other.index)
      .map(({ cells }) => cells['rule'] ?? '');
    const sorted = rules.toSorted();
    return [sorted, sorted.toReversed()].some((each) => each.join() === rules.join());
  });
  await window.firstPanel.getByRole('button', { name: 'Service Order' }).click();
  await window.firstPanel.locator('.status').filter({ hasText: 'sorted by' }).waitFor({ state: 'detached' });
  await rows(window);
}

async function group(window: SoakWindow): Promise<void> {
  await haveTable(window);
  const by = window.firstPanel.getByRole('combobox', { name: 'Group by' });
  const options = await by
    .locator('option')
    .evaluateAll((all) => all.map((option) => option.getAttribute('value')));
  await by.selectOption(window.random.pick(options.filter((option) => option !== '')));
  await window.firstPanel.locator('.status').filter({ hasText: 'groups' }).waitFor();
  await window.firstPanel.locator('.group-name').first().waitFor();
  await by.selectOption('');
  await window.firstPanel.locator('.status').filter({ hasText: 'groups' }).waitFor({ state: 'detached' });
  await rows(window);
}

/** Filters by typed words, and removes the filter. */
async function filter(window: SoakWindow): Promise<void> {
  await haveTable(window);
  const address = addressOf(window.random.between(0, 9));
  const field = window.firstPanel.getByRole('searchbox', { name: 'Search logs' });
  await field.fill(address);
  await field.press('Enter');
  const remove = window.firstPanel.getByRole('button', { name: /^Remove the filter/ });
  await remove.first().waitFor();
  await rows(window, `rows of ${address}`, (shown) => shown.every(({ idx }) => addressOf(idx) === address));
  await remove.first().click();
  await remove.first().waitFor({ state: 'detached' });
  await rows(window, 'rows of all addresses', (shown) => shown.some(({ idx }) => addressOf(idx) !== address));
}

/** Types words that are searched for, and deletes them. */
async function find(window: SoakWindow): Promise<void> {
  await haveTable(window);
  const rule = window.random.pick(RULES);
  const field = window.firstPanel.getByRole('searchbox', { name: 'Search logs' });
  await field.fill(rule);
  await rows(window, `rows of ${rule}`, (shown) => shown.every(({ cells }) => cells['rule'] === rule));
  await field.fill('');
  await rows(window, 'rows of all rules', (shown) => shown.some(({ cells }) => cells['rule'] !== rule));
}

async function copyRows(window: SoakWindow): Promise<void> {
  await haveTable(window);
  await window.emptyClipboard();
  await clickRow(window, ([first]) => first);
  await window.editor.page.keyboard.press('Control+c');
  await window.copied('a row', (text) => /\/area\d\/item\/\d+/.test(text));
}

async function refresh(window: SoakWindow): Promise<void> {
  await haveTable(window);
  // The status line has a link with this name after the service has new logs.
  await window.firstPanel.getByRole('button', { name: 'Refresh', exact: true }).first().click();
  await rows(window);
}

/** Scrolls while the service does not answer, and reads the missing rows again. */
async function serviceDiesInTable(window: SoakWindow): Promise<void> {
  await openTable(window);
  await window.service.fake.close();
  try {
    await grid(window).evaluate(
      `{ const grid = document.querySelector('.grid'); grid.scrollTop = grid.scrollHeight / 2; }`,
    );
    await until('rows, or why they cannot be read', async () => {
      const { unread, rows: shown } = await window.seen();
      if (unread === 0 && shown.length > 0) return true;
      return window.firstPanel.locator('.line.failed').first().isVisible();
    });
  } finally {
    await window.service.fake.listen();
  }
  await window.tryAgain(window.firstPanel);
  await rows(window);
}

export const tableActions = {
  openTable: { weight: 3, act: openTable },
  scroll: { weight: 14, act: scroll },
  select: { weight: 10, act: select },
  selectNext: { weight: 12, act: selectNext },
  sort: { weight: 4, act: sort },
  group: { weight: 4, act: group },
  filter: { weight: 4, act: filter },
  find: { weight: 4, act: find },
  copyRows: { weight: 3, act: copyRows },
  refreshTable: { weight: 3, act: refresh },
  serviceDiesInTable: { weight: 1, act: serviceDiesInTable },
} satisfies Readonly<Record<string, { readonly weight: number; readonly act: Action }>>;
