import assert from 'node:assert/strict';
import type { SampleService } from '../../src/sample/server.ts';
import { until } from '../until.ts';
import { openConnected } from './connecting.ts';
import { openLogOf } from './hostPanels.ts';
import type { EditorWindow } from './hostWindow.ts';

describe('Filter Logs…', function () {
  this.timeout(180_000);
  let service: SampleService;
  let editor: EditorWindow;

  before(async () => {
    ({ service, editor } = await openConnected());
  });

  after(async () => {
    await editor?.close();
    await service?.close();
  });

  const domain = () => editor.tree('Domains').row('shop.example');
  const said = (text: string | RegExp) =>
    editor.tree('Domains').description(domain()).filter({ hasText: text }).waitFor();
  /** Returns the query of the last list request. */
  /** Returns the parameters of the requests for lists since `before`. A log that is open causes some, too. */
  const asked = (before = 0): Record<string, string | undefined>[] =>
    service.requests
      .slice(before)
      .filter(({ path }) => path.includes('attack_logs/1001'))
      .map(({ path }) => Object.fromEntries(new URLSearchParams(path.split('?')[1])));

  /** Filters by days, an address, and an action, unless the domain is already filtered that way. */
  async function beFiltered(): Promise<void> {
    const { quickInput } = editor;
    if (await domain().filter({ hasText: 'filtered: today, 203.0.113.9, Blocked' }).isVisible()) return;
    await editor.tree('Domains').menu(domain(), 'Filter Logs…');
    await quickInput.title.filter({ hasText: 'Filter Logs of shop.example' }).waitFor();
    await quickInput.typeKeys('203.0.113.9 today blocked');
    await quickInput.rows.first().filter({ hasText: 'Filter by today, 203.0.113.9, Blocked' }).waitFor();
    await quickInput.input.press('Enter');
    await said('filtered: today, 203.0.113.9, Blocked');
  }

  /** Clears any filter that a failed test left behind. */
  async function beUnfiltered(): Promise<void> {
    const filtered = domain().filter({ hasText: 'filtered:' });
    if (await filtered.isVisible()) await editor.tree('Domains').action('Clear Filter', domain());
    await filtered.waitFor({ state: 'detached' });
  }

  it('takes what is typed at once, by keyboard alone', async () => {
    const { page, quickInput } = editor;
    await editor.tree('Domains').menu(domain(), 'Filter Logs…');
    await quickInput.title.filter({ hasText: 'Filter Logs of shop.example' }).waitFor();
    await editor.screenshot('filter-menu');
    await quickInput.typeKeys('203.0.113.9 today blocked');
    await quickInput.rows.first().filter({ hasText: 'Filter by today, 203.0.113.9, Blocked' }).waitFor();
    await page.keyboard.press('Enter');
    await said('filtered: today, 203.0.113.9, Blocked');
    await editor.tree('Domains').logsWith('File Upload').first().waitFor();
    const today = new Date().toISOString().slice(0, 10).replaceAll('-', '');
    const { from, to, ip, action_type } = asked().at(-1) ?? {};
    assert.deepEqual(
      { from, to, ip, action_type },
      { from: today, to: today, ip: '203.0.113.9', action_type: 'Blocked' },
    );
    await editor.screenshot('filter-today');
  });

  it('is there after a reload', async () => {
    await beFiltered();
    await editor.reload();
    await said('filtered: today, 203.0.113.9, Blocked');
  });

  it('is cleared from the menu of a filtered domain, where alone that is offered', async () => {
    const tree = editor.tree('Domains');
    const { page } = editor;
    await beFiltered();
    const menu = await tree.openMenu(tree.row('files.example'));
    await menu.getByRole('menuitem', { name: 'Filter Logs…' }).waitFor();
    assert.equal(await menu.getByRole('menuitem', { name: 'Clear Filter' }).count(), 0);
    await page.keyboard.press('Escape');
    const before = service.requests.length;
    await tree.menu(domain(), 'Clear Filter');
    await domain().filter({ hasText: 'filtered:' }).waitFor({ state: 'detached' });
    await until(
      'the request',
      () => asked(before),
      (all) => all.some(({ ip }) => ip === undefined),
    );
  });

  it('is set field by field, with the values of the loaded logs and a checked range of days', async () => {
    const { quickInput } = editor;
    const tree = editor.tree('Domains');
    await beUnfiltered();
    await tree.expand(domain());
    await tree.logsWith('File Upload').first().waitFor();
    await tree.menu(domain(), 'Filter Logs…');
    await quickInput.pick('Days');
    await quickInput.pick('Custom range…');
    await quickInput.answer('2001-01-01');
    await quickInput.message.filter({ hasText: /has logs from \d{4}-\d\d-01 on/ }).waitFor();
    const now = new Date();
    const today = now.toISOString().slice(0, 10);
    // Starts in the previous month, because on the first of a month a range starting in this month would be a single
    // day.
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1));
    const days = `${first.toISOString().slice(0, 10)} to ${today}`;
    await quickInput.answer(days);
    await quickInput.pick('Rule');
    await quickInput.row('File Upload').waitFor();
    await editor.screenshot('filter-rules');
    await quickInput.typeKeys('File Up');
    // The typed text is above the values that it matches.
    await quickInput.rows
      .first()
      .filter({ hasText: /^\s*File Up$/ })
      .waitFor();
    await quickInput.pick('File Upload');
    await quickInput.pick('Show Logs');
    await said(`${days}, File Upload`);
    const from = days.slice(0, 10).replaceAll('-', '');
    await until('the request', asked, (all) =>
      all.some((query) => query.attack === 'File Upload' && query.from === from),
    );
    await editor.tree('Domains').action('Clear Filter', domain());
    await domain().filter({ hasText: 'filtered:' }).waitFor({ state: 'detached' });
  });

  it('is set by a value of a log in the list, and by one in the panel', async () => {
    const { quickInput } = editor;
    const tree = editor.tree('Domains');
    await beUnfiltered();
    await tree.expand(domain());
    // The counts cause the rows to be rendered again, so that an open menu would lose its row.
    await said(/attackers? today/);
    const row = tree.logsWith('File Upload').filter({ hasText: '203.0.113.9' }).first();
    await tree.menu(row, 'Filter by This Value');
    await quickInput.rows.filter({ hasText: 'Netherlands (NL)' }).waitFor();
    await editor.screenshot('filter-value');
    await quickInput.pick('Netherlands (NL)');
    await said('filtered: NL');
    await until('the request', asked, (all) => all.some(({ country_code }) => country_code === 'NL'));

    await openLogOf(row);
    const value = editor.panel().locator('tr, .row', { hasText: 'X-Client-IP' }).first();
    await value.hover();
    await value.getByRole('button', { name: /filter/i }).click();
    await said('filtered: 203.0.113.9, NL');
    await until('the request', asked, (all) =>
      all.some(({ ip, country_code }) => ip === '203.0.113.9' && country_code === 'NL'),
    );
    await editor.command('Clear Filter');
  });
});
