import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { fitColumns } from '../../src/table/columns.ts';
import type { FromTable, TableState } from '../../src/table/tableMessages.ts';
import { plainBrowser } from './browsers.ts';
import { PanelPage, type PanelPageOptions } from './panelPage.ts';
import { limited, rowsOf, tableState } from './sampleTable.ts';

describe('The page of a table', function () {
  this.timeout(120_000);
  let browser: Browser;
  let panel: PanelPage;

  before(async () => {
    browser = await plainBrowser();
  });

  afterEach(() => panel?.close());

  let shown = tableState;
  const sendRows = (rows: readonly unknown[]) => panel.send({ type: 'show', state: shown, rows });
  const show = (changes: Partial<TableState>, rows: readonly unknown[] = []) => {
    shown = { ...tableState, ...changes };
    return sendRows(rows);
  };

  /** Opens a table of a million logs, or of `count` logs, whose first 24 or `count` rows are loaded. */
  async function open(options: PanelPageOptions = {}, count?: number): Promise<void> {
    panel = await PanelPage.open(browser, { panel: 'tablePanel', ...options });
    await show(count === undefined ? {} : { length: count }, rowsOf(count ?? 24));
  }

  const sent = async () => (await panel.recorded<FromTable, unknown>()).sent;
  const ran = async () =>
    (await sent()).flatMap((message) => (message.type === 'run' ? [message.action] : []));
  const selection = async () =>
    (await sent()).flatMap((message) => (message.type === 'select' ? [message] : [])).at(-1);
  const selected = async () => (await selection())?.ids;
  const announced = (text: string) =>
    panel.page.locator('#announcements').filter({ hasText: text }).waitFor({ state: 'attached' });
  const caption = () => panel.page.locator('.status');
  const summary = () => caption().locator('.summary').textContent();
  const grid = () => panel.page.locator('.grid');
  const lines = () => panel.page.locator('.line');
  const group = (by: string) => panel.page.getByRole('combobox', { name: 'Group by' }).selectOption(by);
  const button = (name: string | RegExp) => panel.page.getByRole('button', { name });
  const tops = () => lines().evaluateAll((all) => all.map((line) => line.getBoundingClientRect().top));
  const rowIndexes = (selector = '.line') =>
    panel.page
      .locator(selector)
      .evaluateAll((all) => all.map((line) => line.getAttribute('aria-rowindex')).map(Number));

  it('keeps its rows in order in the document, each with its own cells, wherever one scrolls', async () => {
    await open({}, 400);
    const paths = rowsOf(400).map(([, { method, cells }]) => `${method} ${cells['uri']}`);
    for (const top of [400, 1_100, 2_000, 1_700, 8_800, 3_000, 3_022]) {
      await panel.scroll('.grid', top);
      const indexes = await rowIndexes();
      assert.ok(indexes.length > 30);
      assert.deepEqual(
        indexes,
        indexes.map((_, at) => (indexes[0] ?? 0) + at),
      );
      const shownPaths = await panel.page.locator('[data-column="uri"].cell').allTextContents();
      assert.deepEqual(
        shownPaths,
        indexes.map((index) => paths[index - 2]),
      );
    }
  });

  it('has in the tooltip of a cell under the pointer its whole content', async () => {
    await open({ width: 360 });
    const cell = (column: string) => panel.page.locator(`.line .cell[data-column="${column}"]`).first();
    for (const [column, title] of [
      ['action', 'Blocked'],
      ['uri', 'POST /api/v2/customers/8843/orders/0/items/checkout'],
      ['time', '2025-11-01 03:14:21 (UTC), 2025-11-01 04:14:21 on this computer'],
    ] as const) {
      assert.equal(await cell(column).getAttribute('title'), '');
      await cell(column).hover();
      assert.equal(await cell(column).getAttribute('title'), title);
    }
    const named = panel.page.getByRole('gridcell', { name: 'Blocked', exact: true });
    assert.equal(await named.first().getAttribute('data-column'), 'action');
  });

  it('tells a screen reader the numbers of rows and columns, and which row and cell are focused', async () => {
    await open();
    assert.equal(await grid().getAttribute('aria-rowcount'), '1000001');
    assert.equal(await grid().getAttribute('aria-colcount'), '7');
    await grid().press('ArrowDown');
    await grid().press('ArrowDown');
    const active = panel.page.locator('#active-line');
    assert.equal(await active.getAttribute('aria-rowindex'), '3');
    assert.equal(await grid().getAttribute('aria-activedescendant'), 'active-line');
    await grid().press('ArrowRight');
    assert.equal(await active.getAttribute('aria-colindex'), '1');
    assert.deepEqual(await selection(), {
      type: 'select',
      ids: ['1/WAF'],
      focus: '1/WAF',
      column: 'action',
    });
  });

  for (const width of [360, 500, 750, 1_000]) {
    it(`fits its columns into ${width} px, and the status displaces none of them`, async () => {
      await open({ width }, 12);
      const columns = () =>
        panel.page.locator('.head').evaluateAll((heads) => heads.map(({ dataset }) => dataset['column']));
      const isScrolling = () => grid().evaluate((each) => each.scrollWidth > each.clientWidth);
      const fitting = (hasStatus: boolean) => fitColumns(width, hasStatus).map(({ id }) => id);
      assert.deepEqual(await columns(), fitting(false));
      assert.equal(await isScrolling(), false);
      const parts = await panel.page
        .locator('.line .cell[data-column="uri"]')
        .first()
        .evaluate((cell) =>
          [...cell.children].map((part) => [part.className, part.getBoundingClientRect().width > 10]),
        );
      assert.deepEqual(parts, [
        ['method', true],
        ['path-start', true],
        ['path-end', true],
      ]);
      await sendRows(rowsOf(12, () => '200'));
      assert.deepEqual(await columns(), fitting(true));
      assert.equal(await isScrolling(), false);
    });
  }

  it('keeps its rows in place, whatever the caption says', async () => {
    await open({ width: 420 });
    const before = await tops();
    await panel.page.keyboard.press('Tab');
    await lines().nth(2).click();
    await lines()
      .nth(5)
      .click({ modifiers: ['Shift'] });
    await sendRows(rowsOf(24, (idx) => (idx < 12 ? '200' : undefined)));
    await show({
      isLoading: true,
      notices: ['The service ignored part of the filter: rule.'],
      problem: limited,
    });
    await panel.page.locator('.notices').filter({ hasText: 'limiting requests' }).waitFor();
    const after = await tops();
    assert.deepEqual(after, before.slice(0, after.length));
  });

  it('counts the requests that got through among those whose status was read, and marks them', async () => {
    await open({}, 12);
    assert.equal(await summary(), 'shop.example · 12 logs');
    // Of the first four, the action of one is Detected.
    await sendRows(rowsOf(12, (idx) => (idx < 4 ? '403' : undefined)));
    assert.equal(await summary(), 'shop.example · 12 logs · 0 got through of 4 with a known status');
    await sendRows(rowsOf(12, (idx) => (idx < 4 ? '200' : undefined)));
    assert.equal(await summary(), 'shop.example · 12 logs · 1 got through of 4 with a known status');
    const chips = panel.page.locator('.status-chip');
    assert.deepEqual(await chips.evaluateAll((all) => all.map(({ className }) => className)), [
      'status-chip',
      'status-chip through',
      'status-chip',
      'status-chip',
    ]);
  });

  it('offers commands for the selected logs, and counts those that are shown', async () => {
    await open({}, 12);
    assert.equal(await caption().getByRole('button').count(), 0);
    await lines().nth(1).click();
    await lines()
      .nth(4)
      .click({ modifiers: ['Shift'] });
    assert.equal(await panel.page.evaluate('String(getSelection())'), '');
    await caption().getByText('4 selected').waitFor();
    for (const name of ['Copy as Bug Report', 'Copy Exclusion Request…', 'Read Response Statuses'])
      await button(name).click();
    assert.deepEqual(await ran(), ['copyBugReport', 'copyExclusionRequest', 'readStatuses']);
    await show({ length: 12, found: ['2/WAF', '3/WAF', '9/WAF'] });
    await announced('3 matching');
    await caption().getByText('2 selected').waitFor();
    assert.deepEqual(await selected(), ['2/WAF', '3/WAF']);
    await grid().press('Control+a');
    await caption().getByText('3 selected').waitFor();
  });

  it('groups the rows after loading them, each group in a line that spans the columns', async () => {
    await open({}, 12);
    await show({ length: 24 });
    await group('rule');
    assert.deepEqual(await ran(), ['load']);
    assert.equal(await panel.page.locator('.group-line').count(), 0);
    await show({ length: 24, isLoading: true });
    await caption().getByText('loading 12 of 24…').waitFor();
    await sendRows(rowsOf(24));
    await show({ length: 24 });
    await announced('3 groups · 24 logs');
    assert.equal(await summary(), 'shop.example · 3 groups · 24 logs');
    const texts = await panel.page.locator('.group-line').allTextContents();
    assert.deepEqual(texts, [
      '8SQL InjectionSQL Injection, 8 logs5 addresses · 8 blocked · last 2025-11-02 03:14',
      '8File UploadFile Upload, 8 logs5 addresses · 8 detected · last 2025-11-02 03:14',
      '8Cross Site ScriptingCross Site Scripting, 8 logs5 addresses · last 2025-11-02 03:14',
    ]);
    assert.equal(await panel.page.locator('.group-line .whole[aria-colspan="7"]').count(), 3);
    const widths = await panel.page
      .locator('.group-line .whole')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().width));
    assert.ok(widths.every((width) => width > 1_200));
    assert.equal(await grid().getAttribute('aria-rowcount'), '25');
  });

  it('stops loading by a click during which rows arrive', async () => {
    await open({}, 12);
    await show({ length: 24, isLoading: true });
    await button('Stop').hover();
    await panel.page.mouse.down();
    await sendRows(rowsOf(13));
    await panel.page.mouse.up();
    assert.deepEqual(await ran(), ['stop']);
    await show({ length: 24 });
    assert.equal(await button('Stop').count(), 0);
  });

  it('selects the logs of a group, which is then visibly selected, also if it is collapsed', async () => {
    await open({}, 12);
    await group('rule');
    const groups = panel.page.locator('.group-line');
    await groups.nth(1).click();
    assert.equal(await groups.nth(1).getAttribute('aria-expanded'), 'true');
    assert.deepEqual(await rowIndexes('.line.log'), [6, 7, 8, 9]);
    await grid().press('ArrowLeft');
    assert.equal(await groups.nth(1).getAttribute('aria-expanded'), 'false');
    assert.deepEqual(
      await groups.evaluateAll((all) => all.map((each) => [each.ariaSelected, each.className])),
      [
        ['false', 'line group-line'],
        ['true', 'line group-line even'],
        ['false', 'line group-line'],
      ],
    );
    assert.deepEqual(await selected(), ['1/WAF', '4/WAF', '7/WAF', '10/WAF']);
    await caption().getByText('4 selected').waitFor();
  });

  it('sorts by its headers, which are one tab stop, and starts with a whole row', async () => {
    await open({ height: 413 }, 200);
    await lines().nth(12).click();
    await grid().focus();
    await panel.page.keyboard.press('Tab');
    await panel.page.keyboard.press('ArrowRight');
    await panel.page.keyboard.press('ArrowRight');
    const orders: unknown[] = [];
    for (let index = 0; index < 3; index++) {
      await panel.page.keyboard.press('Enter');
      await panel.page.locator('.line[aria-selected=true]').waitFor();
      orders.push(await panel.page.getByRole('columnheader', { name: 'Rule' }).getAttribute('aria-sort'));
      const starts: number[] = await panel.page.evaluate(`(() => {
        const { bottom } = document.querySelector('.heads-frame').getBoundingClientRect();
        return [...document.querySelectorAll('.line')].map((line) => line.getBoundingClientRect().top - bottom);
      })()`);
      assert.ok(starts.includes(0), JSON.stringify(starts));
    }
    assert.deepEqual(orders, ['ascending', 'descending', 'none']);
    await panel.page.keyboard.press('Shift+Tab');
    await panel.page.locator('.grid:focus').waitFor();
  });

  it('shows rows that are not loaded or could not be read at their places, and why', async () => {
    await open();
    await sendRows([
      [2, 'unreadable'],
      [3, 'unread'],
      [4, 'unread'],
    ]);
    await show({ problem: limited });
    const texts = await lines().evaluateAll((all) => all.slice(2, 5).map((line) => line.textContent));
    assert.match(texts[0] ?? '', /^1 row could not be read|^This row could not be read/);
    assert.deepEqual(texts.slice(1), ['Not loaded yet', 'Not loaded yet']);
    assert.deepEqual((await rowIndexes()).slice(0, 6), [2, 3, 4, 5, 6, 7]);
    await panel.page.getByRole('alert').filter({ hasText: 'The service is limiting' }).waitFor();
    await button('Wait').click();
    await button('Try Again').click();
    assert.deepEqual((await sent()).slice(-2), [{ type: 'nextStep' }, { type: 'tryAgain' }]);
    await grid().focus();
    for (let index = 0; index < 6; index++) await grid().press('ArrowDown');
    assert.deepEqual(await selected(), ['5/WAF']);
  });

  it('leaves out and counts rows that do not match a filter that the service ignored', async () => {
    await open();
    await sendRows(rowsOf(24).map(([place, row]) => [place, { ...row, ...(place > 4 && { isOut: true }) }]));
    assert.equal(await summary(), 'shop.example · 5 matching · 24 of 1,000,000 logs loaded · Load 5,000');
    assert.equal(await panel.page.locator('.line.log').count(), 5);
  });

  it('says that there are no logs, and that a domain is gone', async () => {
    await open();
    await show({ list: 2, length: 0 });
    await panel.page.getByText('No detection logs match').waitFor();
    const failure = { headline: 'This domain is no longer available.', cause: '', canTryAgain: false };
    await show({ list: 0, length: 0, failure });
    await panel.page.getByRole('alert').getByText('This domain is no longer available.').waitFor();
    assert.equal(await grid().isVisible(), false);
  });

  it('searches while one types, and everywhere by Enter', async () => {
    await open();
    const field = panel.page.getByRole('searchbox', { name: 'Search logs' });
    await panel.page.keyboard.press('Control+f');
    await panel.page.keyboard.type('a b');
    await field.press('Enter');
    assert.equal(await field.inputValue(), '');
    const searches = (await sent()).filter(({ type }) => type === 'search');
    assert.deepEqual(searches.at(-2), { type: 'search', text: 'a b', isEntered: false });
    assert.deepEqual(searches.at(-1), { type: 'search', text: 'a b', isEntered: true });
    await field.press('ArrowDown');
    await panel.page.locator('.grid:focus').waitFor();
  });
});
