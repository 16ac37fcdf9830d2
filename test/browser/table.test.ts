import assert from 'node:assert/strict';
import type { FrameLocator, Locator } from 'playwright-core';
import { failure } from '../../src/sample/answers.ts';
import type { FakeService } from '../fakeService.ts';
import { withLogs } from '../hostileLogs.ts';
import { until } from '../until.ts';
import { openConnected } from './connecting.ts';
import { takeEntry, takeFrom } from './hostTree.ts';
import type { EditorWindow } from './hostWindow.ts';

const OPEN = 'Open Logs in Table';

describe('The table in the editor', function () {
  this.timeout(180_000);
  let service: FakeService;
  let editor: EditorWindow;

  before(async () => {
    ({ service, editor } = await openConnected({ viewport: { width: 1600, height: 900 } }));
  });

  const frame = (which: 'first' | 'last'): FrameLocator =>
    editor.page.locator('.webview.ready:visible')[which]().contentFrame().frameLocator('iframe#active-frame');
  const table = () => frame('first');
  const grid = () => table().locator('.grid');
  const rows = () => table().locator('.line.log');
  const row = (index: number): Locator => table().locator(`.line[data-index="${index}"]`);
  const cell = (index: number, column: string): Locator => row(index).locator(`[data-column="${column}"]`);
  const tool = (name: string) => table().getByRole('button', { name, exact: true });
  const group = (by: string) => table().getByRole('combobox', { name: 'Group by' }).selectOption(by);
  const press = (key: string) => editor.page.keyboard.press(key);
  const says = (text: string | RegExp) => table().locator('.summary').filter({ hasText: text }).waitFor();
  const texts = (column: string) => rows().locator(`[data-column="${column}"]`).allInnerTexts();
  const chip = (text: string) => table().locator('.chip').filter({ hasText: text });
  const fact = (text: string) => frame('last').locator('.fact').getByText(text, { exact: true });
  const idOf = async (index: number): Promise<number> => {
    const context = await row(index).getAttribute('data-vscode-context');
    return JSON.parse(context ?? '{}').key.idx;
  };
  const clipboard = (holds: (text: string) => unknown) =>
    until('the clipboard', () => editor.clipboard(), holds);
  const inRows = () =>
    until('the focus in the rows', async () => {
      await editor.panelsSettled();
      return grid().evaluate("document.hasFocus() && document.activeElement.className === 'grid'");
    });

  /** Opens the table of shop.example with all logs in the service's order. */
  async function begin(isBeside = false): Promise<void> {
    await editor.command('View: Close All Editors', '');
    await editor.tabs().first().waitFor({ state: 'detached' });
    await editor.tree('Domains').action(OPEN, editor.tree('Domains').row('shop.example'));
    await rows().first().waitFor();
    await says(/^shop.example · 820 logs/);
    const button = tool('Show Log Beside Table');
    if ((await button.getAttribute('aria-pressed')) !== String(isBeside)) await button.click();
    await grid().focus();
    await inRows();
  }

  /** Selects an entry in the menu of a cell, by the titles of its submenus and its own. */
  const menu = (of: Locator, ...titles: readonly string[]) =>
    takeFrom(
      async () => {
        await of.click({ button: 'right' });
        return editor.page.locator('.monaco-menu');
      },
      ...titles,
    );

  it('groups all logs, and offers commands for a group', async () => {
    await begin();
    await group('similar');
    await says(/^shop.example · \d+ groups · 820 logs$/);
    await grid().focus();
    await press('Home');
    const size = await row(0).locator('.group-count').textContent();
    await table()
      .locator('.selection')
      .filter({ hasText: `${size} selected` })
      .waitFor();
    await press('ArrowRight');
    await press('ArrowDown');
    await table().locator('.line.log[aria-selected="true"][data-index="1"]').waitFor();
    await press('ArrowLeft');
    await press('ArrowLeft');
    await table().locator('.group-line[aria-expanded="false"][data-index="0"]').waitFor();
    await tool('Copy Exclusion Request…').click();
    await editor.quickInput.message
      .filter({ hasText: size ?? '' })
      .first()
      .waitFor();
    await editor.quickInput.cancel();
  });

  it('reads the statuses of the selected logs, and shows them beside the actions', async () => {
    await begin();
    await cell(0, 'time').click();
    await cell(4, 'time').click({ modifiers: ['Shift'] });
    const before = await row(3).boundingBox();
    await tool('Read Response Statuses').click();
    await says(/ got through of 5 with a known status/);
    await table().locator('.status-chip').nth(4).waitFor();
    assert.deepEqual(await row(3).boundingBox(), before);
  });

  it('shows the log of the selected row beside it, while the focus stays in the table', async () => {
    await begin(true);
    await cell(0, 'time').click();
    await fact(String(await idOf(0))).waitFor();
    await inRows();
    const before = service.requests.length;
    // All at once, as when a key repeats.
    await Promise.all(Array.from({ length: 20 }, () => press('ArrowDown')));
    await fact(String(await idOf(20))).waitFor();
    const details = service.requests.slice(before).filter(({ path }) => path.includes('detailed_log'));
    assert.ok(details.length < 10, String(details.length));
    const logs = editor.tabs().filter({ hasText: /^shop\.example \d+$/ });
    assert.equal(await logs.count(), 1);
    await press('Enter');
    await until('the focus in the log', async () => {
      await editor.panelsSettled();
      return frame('last').locator('body').evaluate('document.hasFocus()');
    });
    await press('Escape');
    await inRows();
    await press('ArrowDown');
    await fact(String(await idOf(21))).waitFor();
  });

  it('runs the commands of the tree on its rows, from their menu', async () => {
    await begin();
    const path = (await cell(3, 'uri').textContent())?.replace(/^[A-Z]+ /, '');
    await cell(3, 'uri').click();
    await press('Control+c');
    await clipboard((text) => text === path);
    await cell(3, 'rule').click({ button: 'right' });
    const opened = editor.page.locator('.monaco-menu');
    await opened.getByRole('menuitem', { name: 'Copy Value' }).waitFor();
    const rule = await cell(3, 'rule').textContent();
    await takeEntry(opened, 'Copy Value');
    await clipboard((text) => text === rule);
    await cell(5, 'rule').click({ modifiers: ['Control'] });
    await menu(cell(5, 'rule'), 'Copy', 'Copy Link');
    const links = await clipboard((text) => text.includes('://partner-logs.partner-logs/'));
    assert.equal(links.split('\n').length, 2);
    await menu(cell(5, 'rule'), 'Export Logs…');
    await editor.quickInput.title.filter({ hasText: '2 logs' }).waitFor();
    await editor.quickInput.cancel();
    await inRows();
  });

  it('filters by the value of a cell, without changing the tree', async () => {
    await begin();
    const action = await cell(0, 'action').textContent();
    await menu(cell(0, 'action'), 'Filter by This Value');
    await chip(`Action: ${action}`).waitFor();
    await until(
      'other rows',
      async () => new Set(await texts('action')),
      (actions) => actions.size === 1,
    );
    assert.equal(await editor.tree('Domains').row('shop.example').filter({ hasText: 'filtered' }).count(), 0);
    await tool('Filter Logs…').focus();
    await press('Enter');
    await editor.quickInput.pick('Last 7 days');
    await chip('Days: last 7 days').waitFor();
    await inRows();
    for (const name of ['Days', 'Action'])
      await table()
        .getByRole('button', { name: new RegExp(`Remove the filter ${name}`) })
        .click();
    await says(/^shop.example · 820 logs/);
  });

  it('goes to a page by keyboard', async () => {
    await begin();
    await grid().focus();
    await press('ControlOrMeta+g');
    await editor.quickInput.message.filter({ hasText: 'Enter a page number from 1 to 9' }).waitFor();
    await editor.quickInput.answer('7');
    await cell(600, 'time').waitFor();
    await inRows();
    await press('End');
    await cell(819, 'time').waitFor();
  });
});

describe('The table of two million logs', function () {
  this.timeout(180_000);
  let service: FakeService;
  let editor: EditorWindow;

  before(async () => {
    ({ service, editor } = await openConnected({ domains: withLogs(2_000_000) }));
    await editor.tree('Domains').action(OPEN, editor.tree('Domains').row('shop.example'));
    await table().locator('.line.log').first().waitFor();
  });

  afterEach(async () => {
    await service.listen();
    service.respond = (_, usual) => usual();
  });

  const table = () =>
    editor.page.locator('.webview.ready:visible').first().contentFrame().frameLocator('iframe#active-frame');
  const cell = (index: number) => table().locator(`.line[data-index="${index}"] [data-column="time"]`);
  /** Scrolls to a share of the list, in 50 steps. */
  const scroll = (share: number) =>
    table()
      .locator('.grid')
      .evaluate(`{
      const grid = document.querySelector('.grid');
      const [from, to] = [grid.scrollTop, grid.scrollHeight * ${share}];
      for (let step = 1; step <= 50; step++) grid.scrollTop = from + (step * (to - from)) / 50;
    }`);
  /** Returns the first rendered line; NaN while any line has not been read. */
  const first = async (): Promise<number> =>
    table()
      .locator('.grid')
      .evaluate(`Math.min(...[...document.querySelectorAll('.line')]
      .map(({ classList, dataset }) => classList.contains('unread') ? NaN : dataset.index))`);

  it('scrolls to its end, and reads only where one stays', async () => {
    const before = service.requests.length;
    await scroll(1);
    await cell(1_999_999).waitFor();
    const pages = service
      .paths()
      .slice(before)
      .filter((path) => path.includes('attack_logs'));
    assert.ok(pages.length <= 3, String(pages.length));
  });

  it('moves by rows with the wheel and the keys, also in its middle', async () => {
    await scroll(0.5);
    const before = await until('rows of the middle', first, (index) => Math.abs(index - 1_000_000) < 1_000);
    await table().locator('.grid').hover();
    await editor.page.mouse.wheel(0, 220);
    await until('ten rows further', first, (index) => Math.abs(index - before - 10) <= 1);
    await table().locator('.grid').focus();
    await editor.page.keyboard.press('Home');
    await cell(0).waitFor();
    await editor.page.keyboard.press('End');
    await cell(1_999_999).waitFor();
  });

  it('says why a page cannot be read, and reads it when asked again', async () => {
    await service.close();
    await scroll(0.25);
    const notice = table().getByRole('alert').filter({ hasText: 'could not be reached' });
    await notice.waitFor();
    await service.listen();
    await notice.getByRole('button', { name: 'Try Again' }).click();
    await notice.waitFor({ state: 'detached' });
    await until('rows', first, (index) => index > 0);
  });

  it('offers to replace a key that is refused in the middle of scrolling', async () => {
    service.respond = () => failure('unauthorized');
    await scroll(1 / 3);
    await table().getByRole('button', { name: 'Replace Key…' }).first().waitFor();
  });
});
