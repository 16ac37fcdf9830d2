import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import type { FrameLocator, Locator } from 'playwright-core';
import { failure } from '../../src/sample/answers.ts';
import { type SampleService, startSampleService } from '../../src/sample/server.ts';
import { FakeService } from '../fakeService.ts';
import { until } from '../until.ts';
import { accessibilityFaults } from './accessibility.ts';
import { connect } from './connecting.ts';
import { cycle, EDITOR_THEMES, useTheme } from './editorTheme.ts';
import { openEditor } from './host.ts';
import { takeEntry, takeFrom } from './hostTree.ts';
import type { EditorWindow } from './hostWindow.ts';

const OPEN = 'Open Logs in Table';

describe('The table in the editor', function () {
  this.timeout(180_000);
  let service: SampleService;
  let editor: EditorWindow;

  before(async () => {
    service = await startSampleService();
    editor = await openEditor({
      settings: cycle.settings,
      keybindings: cycle.keybindings,
      viewport: { width: 1600, height: 900 },
    });
    await editor.openViews();
    await connect(editor, service);
  });

  after(async () => {
    await editor?.close();
    await service?.close();
  });

  const frame = (which: 'first' | 'last'): FrameLocator =>
    editor.page.locator('.webview.ready:visible')[which]().contentFrame().frameLocator('iframe#active-frame');
  const table = () => frame('first');
  const detection = () => frame('last');
  const grid = () => table().locator('.grid');
  const rows = () => table().locator('.line.log');
  const row = (index: number): Locator => table().locator(`.line[data-index="${index}"]`);
  const cell = (index: number, column: string): Locator => row(index).locator(`[data-column="${column}"]`);
  const status = () => table().locator('.status');
  const tool = (name: string) => table().getByRole('button', { name, exact: true });
  const press = (key: string) => editor.page.keyboard.press(key);
  const idOf = async (index: number): Promise<number> => {
    const context = await row(index).getAttribute('data-vscode-context');
    return JSON.parse(context ?? '{}').key.idx;
  };
  const clipboard = (holds: (text: string) => unknown) =>
    until('the clipboard', () => editor.clipboard(), holds);

  /** Opens the table of a domain with the icon on its row, and waits for the first rows. */
  async function openTable(domain = 'shop.example'): Promise<void> {
    await editor.tree('Domains').action(OPEN, editor.tree('Domains').row(domain));
    await rows().first().waitFor();
  }

  /**
   * Shows the table of shop.example in its initial state: all logs in the service's order. Opens it again only if a
   * test left it in a different state or none is open.
   * @param beside true to show the selected row next to it; left unchanged if undefined
   */
  async function begin(beside?: boolean): Promise<void> {
    const isOpen = await editor.tabs().filter({ hasText: 'Logs: shop.example' }).isVisible();
    if (!isOpen) await openTable();
    const filters = table().getByRole('button', { name: /^Remove the filter/ });
    for (let left = await filters.count(); left > 0; left--) {
      await filters.first().click();
      await filters.nth(left - 1).waitFor({ state: 'detached' });
    }
    if (!/^shop\.example · 820 logs(?: · \d+ selected)?$/.test((await status().textContent()) ?? '')) {
      await editor.command('View: Close All Editors', '');
      await editor.tabs().first().waitFor({ state: 'detached' });
      await openTable();
    }
    await says(/^shop.example · 820 logs/);
    const isBeside = (await tool('Show Log Beside Table').getAttribute('aria-pressed')) === 'true';
    if (beside !== undefined && beside !== isBeside) await tool('Show Log Beside Table').click();
  }

  /** Selects a row and waits for its log next to the table. */
  async function readBeside(index: number): Promise<void> {
    await begin(true);
    await cell(index, 'time').click();
    await fact(String(await idOf(index))).waitFor();
    await inRows();
  }

  /** Loads all logs of the table and leaves them in the service's order. */
  async function loadAll(): Promise<void> {
    await begin();
    await tool('Rule').click();
    await says(/sorted by rule among \d+ loaded of 820/);
    if (await tool('Load All 820').isVisible()) await tool('Load All 820').click();
    await says('sorted by rule among 820 loaded of 820');
    await tool('Service Order').click();
    await says(/^shop.example · 820 logs/);
  }

  const fact = (text: string) => detection().locator('.fact').getByText(text, { exact: true });
  const inRows = () =>
    until('the focus in the rows', async () => {
      await editor.panelsSettled();
      return grid().evaluate("document.hasFocus() && document.activeElement.className === 'grid'");
    });
  const inLog = () =>
    until('the focus in the log', async () => {
      await editor.panelsSettled();
      return detection().locator('body').evaluate('document.hasFocus()');
    });
  const says = (text: string | RegExp) => status().filter({ hasText: text }).waitFor();
  const texts = (column: string) => rows().locator(`[data-column="${column}"]`).allInnerTexts();

  /** Selects an entry in the menu of a cell, by the titles of its submenus and its own. */
  async function menu(of: Locator, ...titles: readonly string[]): Promise<void> {
    const open = async () => {
      await of.click({ button: 'right' });
      return editor.page.locator('.monaco-menu');
    };
    await takeFrom(open, ...titles);
  }

  /** Returns two of the visible rows whose paths end in different words. */
  async function namedRoutes(nameOf: (index: number) => Promise<string | undefined>) {
    const named: { readonly index: number; readonly name: string }[] = [];
    for (let index = 0; index < 20 && named.length < 2; index++) {
      const name = await nameOf(index);
      if (name && named.every((each) => each.name !== name)) named.push({ index, name });
    }
    const [one, other] = named;
    assert.ok(one && other);
    return [one, other] as const;
  }

  /** Selects each theme and asserts that axe finds no violation in the table. */
  async function examine(name: string): Promise<void> {
    for (const theme of EDITOR_THEMES) {
      await useTheme(editor, theme);
      assert.deepEqual(await accessibilityFaults(table().locator('body')), [], theme);
      await editor.screenshot(`table-${name}-${theme}`);
    }
    await useTheme(editor, 'dark');
  }

  it('opens by the icon of a domain, and shows its logs in the order of the service', async () => {
    await openTable();
    assert.equal(await editor.tabs().filter({ hasText: 'Logs: shop.example' }).count(), 1);
    const heads = ['Action', 'Path', 'Rule', 'Time', 'Matched value', 'Address', 'Country'];
    assert.deepEqual(await table().locator('.head-name').allInnerTexts(), heads);
    await says(/820 logs/);
    const drawn = await table().locator('.line').count();
    assert.ok(drawn > 10 && drawn <= 100, String(drawn));
    assert.equal(await grid().getAttribute('aria-colcount'), '7');
    assert.equal(await grid().getAttribute('aria-rowcount'), '821');
  });

  it('has no accessibility faults in any theme', async () => {
    await begin(false);
    await examine('whole');
  });

  it('sorts the loaded rows by a column, says among how many, and loads the others', async () => {
    await begin(false);
    await tool('Rule').click();
    await says('sorted by rule among 100 loaded of 820');
    const rules = await texts('rule');
    assert.deepEqual(rules, [...rules].sort());
    await tool('Load All 820').click();
    await says('sorted by rule among 820 loaded of 820');
    await inRows();
    assert.equal(await table().locator('[role=columnheader][aria-sort=ascending]').textContent(), 'Rule');
    await tool('Service Order').click();
    await says(/^shop.example · 820 logs$/);
  });

  it('groups the loaded rows, with counts that are all of them', async () => {
    await begin(false);
    await table().getByRole('combobox', { name: 'Group by' }).selectOption('similar');
    await says(/groups by similar requests among \d+ loaded of 820/);
    if (await tool('Load All 820').isVisible()) await tool('Load All 820').click();
    await says(/groups by similar requests among 820 loaded of 820/);
    const counts = await table().locator('.group-number').allInnerTexts();
    assert.ok(counts.length > 3);
    await grid().focus();
    await press('Home');
    assert.equal(await row(0).getAttribute('aria-expanded'), 'false');
    await press('ArrowRight');
    await until(
      'the group to be open',
      () => row(0).getAttribute('aria-expanded'),
      (open) => open === 'true',
    );
    await press('ArrowDown');
    await until(
      'a row to be selected',
      () => row(1).getAttribute('aria-selected'),
      (selected) => selected === 'true',
    );
    await examine('groups');
    await press('ArrowLeft');
    await press('ArrowLeft');
    await until(
      'the group to be closed',
      () => row(0).getAttribute('aria-expanded'),
      (open) => open === 'false',
    );
    await table().getByRole('combobox', { name: 'Group by' }).selectOption('');
    await says(/^shop.example · 820 logs(?: · \d+ selected)?$/);
  });

  it('shows the log of the selected row beside it, and the focus stays in the table', async () => {
    await readBeside(0);
    await inRows();
    const before = service.requests.length;
    // All at once, as when a key repeats. On a busy computer, waiting after each would be as slow as reading each
    // log.
    await Promise.all(Array.from({ length: 20 }, () => editor.page.keyboard.press('ArrowDown')));
    await fact(String(await idOf(20))).waitFor();
    const details = service.requests.slice(before).filter(({ path }) => path.includes('detailed_log'));
    assert.ok(details.length < 10, String(details.length));
    assert.equal(
      await editor
        .tabs()
        .filter({ hasText: /^shop\.example \d+$/ })
        .count(),
      1,
    );
    await editor.screenshot('table-beside');
  });

  it('goes to the log by Enter and back by Escape', async () => {
    await readBeside(20);
    await press('Enter');
    await inLog();
    await press('Escape');
    await inRows();
    await press('ArrowDown');
    await fact(String(await idOf(21))).waitFor();
  });

  it('reads nothing beside while that is off', async () => {
    await readBeside(21);
    await tool('Show Log Beside Table').click();
    await press('Escape');
    await grid().focus();
    const before = service.requests.length;
    await press('ArrowDown');
    await press('ArrowDown');
    await until(
      'the row',
      () => row(23).getAttribute('aria-selected'),
      (selected) => selected === 'true',
    );
    assert.deepEqual(
      service.requests.slice(before).filter(({ path }) => path.includes('detailed_log')),
      [],
    );
    await tool('Show Log Beside Table').click();
    await fact(String(await idOf(23))).waitFor();
  });

  it('copies the selected rows with a line of titles by Ctrl+C, and says so', async () => {
    await loadAll();
    await grid().focus();
    await press('Home');
    await press('Shift+ArrowDown');
    await press('Shift+ArrowDown');
    await says('3 selected');
    await press('Control+c');
    const copied = await clipboard((text) => text.startsWith('Action\t'));
    assert.equal(copied.trimEnd().split('\n').length, 4);
    await editor.page.locator('.statusbar-item').filter({ hasText: '3 rows copied' }).first().waitFor();
    await press('Control+a');
    await says('820 selected');
    await press('Control+c');
    await clipboard((text) => text.trimEnd().split('\n').length === 821);
    assert.equal(await table().locator('body').evaluate('String(getSelection())'), '');
    await press('Escape');
    await until(
      'one row',
      () => table().locator('.line.selected').count(),
      (count) => count === 1,
    );
  });

  it('runs the commands of the tree on its rows, from their menu', async () => {
    await begin();
    await cell(3, 'uri').click();
    const path = (await cell(3, 'uri').textContent())?.replace(/^[A-Z]+ /, '');
    await cell(3, 'uri').click({ button: 'right' });
    const opened = editor.page.locator('.monaco-menu');
    await opened.getByRole('menuitem', { name: 'Copy Value' }).waitFor();
    await editor.screenshot('table-menu');
    await takeEntry(opened, 'Copy Value');
    await clipboard((text) => text === path);
    await cell(5, 'rule').click({ modifiers: ['Control'] });
    await says('2 selected');
    await menu(cell(5, 'rule'), 'Copy As', 'Copy Link');
    const links = await clipboard((text) => text.includes('://partner-logs.partner-logs/'));
    assert.equal(links.split('\n').length, 2);
    await menu(cell(5, 'rule'), 'Open', 'Compare with…');
    await editor.quickInput.title.filter({ hasText: /Compare Log \d+ with Log \d+/ }).waitFor();
    await editor.quickInput.cancel();
    // The editor returns the focus to the table, which would close a menu.
    await inRows();
    await menu(cell(5, 'rule'), 'Export Logs…');
    await editor.quickInput.title.filter({ hasText: '2 logs' }).waitFor();
    await editor.quickInput.cancel();
    await inRows();
  });

  it('gives its selection to commands of the palette', async () => {
    await begin(true);
    await cell(4, 'time').click();
    const idx = await idOf(4);
    await fact(String(idx)).waitFor();
    await grid().focus();
    await editor.command('Copy As…');
    await editor.quickInput.pick('Link');
    await clipboard((text) => text.includes(`idx=${idx}`) && !text.includes('\n'));
    await editor.command('Export Logs…');
    await editor.quickInput.row('The selected log').waitFor();
    await editor.quickInput.cancel();
    await inRows();
  });

  it('searches the workspace for the route of a row, from its menu and from the palette', async () => {
    await begin();
    const expression = () =>
      editor.page.locator('.search-view .search-container textarea').first().inputValue();
    const lastOf = async (index: number) => {
      const path = (await cell(index, 'uri').textContent()) ?? '';
      return path
        .replace(/[?#].*/, '')
        .split('/')
        .filter((part) => /^[a-z]{3,}$/.test(part))
        .at(-1);
    };
    const [one, other] = await namedRoutes(lastOf);
    await menu(cell(one.index, 'uri'), 'Open', 'Find Route in Workspace');
    await until('the first route', expression, (text) => text.includes(one.name));
    await cell(other.index, 'uri').click();
    await grid().focus();
    await editor.command('Find Route in Workspace');
    await until('the other route', expression, (text) => text.includes(other.name));
    await editor.openViews();
  });

  it('waits for the next detection of its domain', async () => {
    await begin();
    const item = editor.statusBarItem('partnerLogs.wait');
    const waiting = item.filter({ hasText: 'Waiting for shop.example' });
    await grid().focus();
    await editor.command('Wait for Next Detection…');
    await waiting.waitFor();
    await item.click();
    await item.waitFor({ state: 'detached' });
  });

  it('filters by the value of a cell, in step with the tree', async () => {
    await begin();
    await cell(0, 'action').click();
    const action = await cell(0, 'action').textContent();
    await menu(cell(0, 'action'), 'Filter by This Value');
    await table()
      .locator('.chip')
      .filter({ hasText: `Action: ${action}` })
      .waitFor();
    const described = editor
      .tree('Domains')
      .row('shop.example')
      .filter({ hasText: `filtered: ${action}` });
    await described.waitFor();
    await until(
      'other rows',
      async () => new Set(await texts('action')),
      (actions) => actions.size === 1,
    );
    await table()
      .getByRole('button', { name: /Remove the filter Action/ })
      .click();
    await table().locator('.chip').waitFor({ state: 'detached' });
    await described.waitFor({ state: 'detached' });
    await says(/820 logs/);
  });

  it('leaves the keyboard in the rows after a filter was chosen', async () => {
    await begin();
    await tool('Filter Logs…').focus();
    await press('Enter');
    await editor.quickInput.row('Days').waitFor();
    await editor.quickInput.type('days');
    await editor.quickInput.rows.first().filter({ hasText: 'Days' }).waitFor();
    await editor.quickInput.pick('Days');
    await editor.quickInput.pick('Last 7 days');
    await editor.quickInput.rows.first().filter({ hasText: 'Show Logs' }).waitFor();
    await editor.quickInput.input.press('Enter');
    const chip = table().locator('.chip').filter({ hasText: 'Days: last 7 days' });
    await chip.waitFor();
    await inRows();
    await chip.getByRole('button').click();
    await chip.waitFor({ state: 'detached' });
    await says(/^shop.example · 820 logs$/);
  });

  it('finds typed words among the loaded rows and by the service; Enter makes them a filter', async () => {
    await begin();
    const field = table().getByRole('searchbox', { name: 'Search logs' });
    await field.fill('SQL Injection');
    await until('matching rows', async () => (await texts('rule')).every((rule) => rule === 'SQL Injection'));
    await says(/^shop.example · \d+ logs$/);
    await field.press('Enter');
    await table().locator('.chip').filter({ hasText: 'Keyword: “SQL Injection”' }).waitFor();
    assert.equal(await field.inputValue(), '');
    await table()
      .getByRole('button', { name: /Remove the filter Keyword/ })
      .click();
    await says(/820 logs/);
  });

  it('shows the columns that were chosen', async () => {
    await begin();
    await tool('Columns').click();
    await table().getByRole('checkbox', { name: 'Log', exact: true }).check();
    await table().getByRole('checkbox', { name: 'Country' }).uncheck();
    await until(
      'the columns',
      () => table().locator('.head-name').allInnerTexts(),
      (names) => names.includes('Log') && !names.includes('Country'),
    );
    await press('Escape');
    await editor.screenshot('table-columns');
  });

  it('is restored after a reload: domain and sorting', async () => {
    await begin();
    await tool('Path').click();
    await says('sorted by path');
    await closeLogs(editor);
    await editor.reload();
    await rows().first().waitFor();
    await says('sorted by path among 100 loaded of 820');
    await tool('Service Order').click();
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
    service = await FakeService.startSample({ logsPerDomain: 2_000_000 });
    editor = await openEditor();
    await editor.openViews();
    await connect(editor, service);
  });

  beforeEach(async () => {
    await service.listen();
    service.respond = (_, usual) => usual();
    if (await editor.tabs().filter({ hasText: 'Logs: shop.example' }).isVisible()) return;
    await editor.tree('Domains').action(OPEN, editor.tree('Domains').row('shop.example'));
    await table().locator('.line.log').first().waitFor();
  });

  after(async () => {
    await editor?.close();
    await service?.close();
  });

  const table = () =>
    editor.page.locator('.webview.ready:visible').first().contentFrame().frameLocator('iframe#active-frame');
  const grid = () => table().locator('.grid');
  const cell = (index: number) => table().locator(`.line[data-index="${index}"] [data-column="time"]`);

  it('scrolls to its end, and reads only where one stays', async () => {
    const before = service.requests.length;
    await grid().evaluate(
      `{ const grid = document.querySelector('.grid'); for (let step = 1; step <= 50; step++) grid.scrollTop = (step * grid.scrollHeight) / 50; }`,
    );
    await cell(1_999_999).waitFor();
    const pages = service
      .paths()
      .slice(before)
      .filter((path) => path.includes('attack_logs'));
    assert.ok(pages.length <= 3, String(pages.length));
    assert.equal(await table().locator('.line.unread').count(), 0);
    await editor.screenshot('table-end');
  });

  it('moves by rows with the wheel and the keys, also in its middle', async () => {
    await grid().evaluate(
      `{ const grid = document.querySelector('.grid'); grid.scrollTop = grid.scrollHeight / 2; }`,
    );
    /** Returns the first rendered line, wherever it is in the document; NaN while any line has not been read. */
    const first = async (): Promise<number> =>
      grid().evaluate(`(() => {
        const lines = [...document.querySelectorAll('.line')];
        return Math.min(...lines.map(({ classList, dataset }) => classList.contains('unread') ? NaN : dataset.index));
      })()`);
    const before = await until('rows of the middle', first, (index) => Math.abs(index - 1_000_000) < 1_000);
    await grid().hover();
    await editor.page.mouse.wheel(0, 220);
    await until('ten rows further', first, (index) => Math.abs(index - before - 10) <= 1);
    await grid().focus();
    await editor.page.keyboard.press('Home');
    await cell(0).waitFor();
    await editor.page.keyboard.press('End');
    await cell(1_999_999).waitFor();
  });

  it('shows why a page cannot be read, and reads it when asked again', async () => {
    await service.close();
    await grid().evaluate(
      `{ const grid = document.querySelector('.grid'); grid.scrollTop = grid.scrollHeight / 4; }`,
    );
    const failed = table().locator('.line.failed');
    await failed.filter({ hasText: 'refused' }).first().waitFor();
    await editor.screenshot('table-failed');
    await service.listen();
    await failed.first().getByRole('button', { name: 'Try Again' }).click();
    await failed.waitFor({ state: 'detached' });
    await until(
      'rows',
      () => table().locator('.line.log').count(),
      (count) => count > 20,
    );
  });

  it('comes back with its first rows where the window is reloaded in the middle of loading', async () => {
    service.respond = async (_, usual) => {
      await setTimeout(300);
      return usual();
    };
    const status = table().locator('.status');
    await closeLogs(editor);
    await table().getByRole('button', { name: 'Rule', exact: true }).click();
    await table().getByRole('button', { name: 'Load 5,000' }).click();
    await status.filter({ hasText: /loading \d+ of 5,000/ }).waitFor();
    await editor.reload();
    await status.filter({ hasText: 'sorted by rule among 100 loaded of 2,000,000' }).waitFor();
    await table().getByRole('button', { name: 'Service Order' }).click();
    await cell(0).waitFor();
    assert.equal(await table().locator('.line.failed').count(), 0);
  });

  it('keeps its rows and says so where the service does not list the domain any more', async () => {
    service.respond = () => failure('not found');
    await table().getByRole('button', { name: 'Refresh' }).click();
    const notice = table()
      .getByRole('alert')
      .filter({ hasText: /not found|does not exist|no such/i });
    await notice.waitFor();
    await cell(0).waitFor();
    await editor.screenshot('table-domain-gone');
    service.respond = (_, usual) => usual();
    await notice.getByRole('button', { name: 'Try Again' }).click();
    await notice.waitFor({ state: 'detached' });
    // The new list starts at its top.
    await table().locator('.grid[aria-busy=false]').waitFor();
  });

  it('offers to replace a key that is refused in the middle of scrolling', async () => {
    service.respond = () => failure('unauthorized');
    await grid().evaluate(
      `{ const grid = document.querySelector('.grid'); grid.scrollTop = grid.scrollHeight / 3; }`,
    );
    await table().getByRole('button', { name: 'Replace Key…' }).first().waitFor();
  });

  it('says that its connection is gone when that was removed', async () => {
    const connection = editor.tree('Domains').row('My Service');
    if ((await connection.count()) > 0) await editor.tree('Domains').menu(connection, 'Remove Connection…');
    else {
      await editor.command('Manage Connections…');
      await editor.quickInput.pick('Remove Connection…');
    }
    await editor.dialog().getByRole('button', { name: 'Remove' }).click();
    await table().getByText('This domain is no longer available').waitFor();
    assert.equal(await table().locator('.line:visible').count(), 0);
    assert.deepEqual(await accessibilityFaults(table().locator('body')), []);
  });
});

/**
 * Closes the tab of the log next to the table, if there is one, because frames are in a different order after a reload.
 */
async function closeLogs(editor: EditorWindow): Promise<void> {
  const log = editor.tabs().filter({ hasText: /^shop\.example \d+$/ });
  if ((await log.count()) === 0) return;
  await log.click();
  await editor.command('View: Close Editor', '');
}
