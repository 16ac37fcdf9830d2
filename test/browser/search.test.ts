import assert from 'node:assert/strict';
import type { SampleService } from '../../src/sample/server.ts';
import { withLab } from '../hostileLogs.ts';
import { until } from '../until.ts';
import { openConnected } from './connecting.ts';
import type { EditorWindow } from './hostWindow.ts';

describe('Search Detection Logs…', function () {
  this.timeout(180_000);
  let service: SampleService;
  let editor: EditorWindow;

  before(async () => {
    ({ service, editor } = await openConnected());
    await editor.reload();
    await editor.tree('Domains').row('shop.example').waitFor();
  });

  after(async () => {
    await editor?.close();
    await service?.close();
  });

  /** Returns the queries of the list requests since `start`, oldest first. */
  const asked = (start: number) =>
    service.requests
      .slice(start)
      .filter(({ path }) => path.includes('attack_logs'))
      .map(({ path }) => new URLSearchParams(path.split('?')[1]));

  it('finds in a fresh window, in at most 6 keys beside the address, the upload that was blocked today', async () => {
    const { page, quickInput } = editor;
    // A row from today shows only the time, or this date if the time zone is not known yet.
    const today = new Date().toISOString().slice(5, 10);
    const otherDay = new RegExp(`(?!${today})\\d\\d-\\d\\d \\d\\d:\\d\\d`);
    let keys = 0;
    const press = async (key: string) => {
      keys++;
      await page.keyboard.press(key);
    };

    await press('Control+k');
    await press('l');
    await quickInput.title.filter({ hasText: 'Search Detection Logs of shop.example' }).waitFor();
    await quickInput.typeKeys('203.0.113.9');
    const found = quickInput.rows.filter({ hasText: '203.0.113.9' });
    // Rows found for the first typed characters might be shown before.
    await until('the search for the address', () =>
      asked(0).some((query) => query.get('ip') === '203.0.113.9'),
    );
    await quickInput.rows.filter({ hasText: 'Searching the service' }).first().waitFor({ state: 'detached' });
    await found.filter({ hasText: 'File Upload' }).first().waitFor();
    await editor.screenshot('search-address');
    const wanted = found.filter({ hasText: 'File Upload' }).filter({ hasNotText: otherDay });
    await until('the upload to have the focus', async () => {
      if ((await wanted.and(page.locator('.focused')).count()) > 0) return true;
      await press('ArrowDown');
      return false;
    });
    await press('Enter');

    await editor
      .tabs()
      .filter({ hasText: /shop\.example \d+/ })
      .waitFor();
    for (const fact of ['File Upload', 'Blocked', '203.0.113.9']) {
      await editor.panel().getByText(fact, { exact: true }).first().waitFor();
    }
    assert.ok(keys <= 6, `${keys} keys`);
    // A panel takes the focus back whenever it is shown again.
    await editor.command('Close All Editors', 'View');
    await editor.tabs().first().waitFor({ state: 'detached' });
    // On a slow computer, the beginning of the text is requested first. The count of similar logs follows.
    const query = asked(0).find((each) => each.get('ip') === '203.0.113.9');
    assert.ok(query, 'an address goes as an address');
    assert.equal(query.get('keyword'), null);
  });

  /** Opens the search in the last searched domain, or in the shop. */
  async function search(): Promise<void> {
    await editor.command('Search Detection Logs…');
    const shop = editor.quickInput.title.filter({ hasText: 'shop.example' });
    await shop.or(editor.quickInput.row('shop.example')).first().waitFor();
    if (!(await shop.isVisible())) await editor.quickInput.pick('shop.example');
    await shop.waitFor();
  }

  it('starts in the domain searched last, with what was opened last', async () => {
    const { quickInput } = editor;
    await editor.command('Open Detection Log…');
    await quickInput.answer('shop.example/1234');
    await editor.tabs().filter({ hasText: 'shop.example 1234' }).waitFor();
    await editor.command('Close All Editors', 'View');
    await editor.tabs().first().waitFor({ state: 'detached' });
    await search();
    await quickInput.cancel();
    await editor.command('Search Detection Logs…');
    await quickInput.title.filter({ hasText: 'shop.example' }).waitFor();
    await quickInput.rows.filter({ hasText: 'recently opened' }).first().waitFor();
    assert.match((await quickInput.labels())[0] ?? '', /^shop\.example\/\d+$/);
    await editor.screenshot('search-recent');
    await quickInput.cancel();
  });

  it('asks for the typed words, not at every key', async () => {
    const { quickInput } = editor;
    await search();
    const start = service.requests.length;
    await quickInput.typeKeys('union select card');
    await quickInput.rows.filter({ hasText: 'SQL Injection' }).first().waitFor();
    await quickInput.rows.filter({ hasText: /in the list.*“union select card”/ }).waitFor();
    const keywords = asked(start).map((query) => query.get('keyword'));
    assert.equal(keywords.at(-1), 'union select card');
    assert.ok(keywords.length < 'union select card'.length, `asked for ${keywords.join(', ')}`);
    await editor.screenshot('search-keyword');
    await quickInput.cancel();
  });

  it('copies raw data from a row by keyboard', async () => {
    const { page, quickInput } = editor;
    await search();
    await quickInput.typeKeys('203.0.113.9 today');
    await quickInput.rows.filter({ hasText: 'File Upload' }).first().waitFor();
    await quickInput.rows.filter({ hasText: 'in the list' }).waitFor();
    await page.keyboard.press('Control+Shift+c');
    await page.getByText('Raw data copied').first().waitFor();
    assert.match(await editor.clipboard(), /^POST .* HTTP\/1\.1\r?\n/);
    await quickInput.cancel();
  });

  it('shows an error as a row, with what was typed kept', async () => {
    const { quickInput } = editor;
    await search();
    await service.close();
    await quickInput.typeKeys('needle');
    await quickInput.rows.filter({ hasText: 'The service could not be reached' }).waitFor();
    assert.equal(await quickInput.input.inputValue(), 'needle');
    await editor.screenshot('search-error');
    await quickInput.cancel();
  });
});

describe('Search Detection Logs… with hostile text', function () {
  this.timeout(180_000);
  let service: SampleService;
  let editor: EditorWindow;

  before(async () => {
    ({ service, editor } = await openConnected(
      { settings: { 'partnerLogs.pageSize': 100 } },
      { domains: withLab },
    ));
    // No list is loaded after this.
    await editor.reload();
  });

  after(async () => {
    await editor?.close();
    await service?.close();
  });

  /** Opens the search in all loaded logs, including hostile ones, unless it is open. */
  async function searchLoaded(): Promise<void> {
    const { quickInput } = editor;
    const tree = editor.tree('Domains');
    const title = quickInput.title.filter({ hasText: 'All Loaded' });
    if (await title.isVisible()) return;
    await tree.expand(tree.row('security-lab.example'));
    await tree.logs.first().waitFor();
    await tree.action('Search Detection Logs…', tree.row('shop.example'));
    await quickInput.pick('Search all loaded logs');
    await title.waitFor();
  }

  it('finds among what is loaded of all domains, asking nothing', async () => {
    const { page, quickInput } = editor;
    await searchLoaded();
    const start = service.requests.length;
    await quickInput.typeKeys('detected upload');
    await quickInput.rows.filter({ hasText: 'security-lab.example' }).first().waitFor();
    await quickInput.rows.filter({ hasText: 'Only loaded logs were searched' }).waitFor();
    await quickInput.rows.first().and(page.locator('.focused')).waitFor();
    await editor.screenshot('search-hostile');
    assert.deepEqual(
      service.requests.slice(start).filter(({ path }) => path.includes('attack_logs')),
      [],
    );
  });

  it('draws no icon, no link and no invisible character of a log', async () => {
    const { page, quickInput } = editor;
    await searchLoaded();
    await quickInput.type('');
    await quickInput.rows.filter({ hasText: 'security-lab.example' }).first().waitFor();
    const list = page.locator('.quick-input-list');
    const shown: string[] = [];
    for (let step = 0; step < 20; step++) {
      shown.push(...(await quickInput.rows.allTextContents()));
      await page.keyboard.press('ArrowDown');
    }
    const invisible = /[\p{Cc}\p{Cf}]/u;
    assert.deepEqual(
      shown.filter((text) => invisible.test(text)),
      [],
    );
    assert.equal(await list.locator('a[href]').count(), 0);
    await quickInput.type('bug');
    await quickInput.rows.filter({ hasText: '$ (bug) [run] (command:' }).first().waitFor();
    const rows = ['eye', 'circle-slash', 'circle-outline', 'history', 'globe', 'list-flat', 'list-filter'];
    const ours = [...rows, 'info', 'loading', 'copy'];
    const icons = ours.map((name) => `:not(.codicon-${name})`).join('');
    assert.equal(await list.locator(`.codicon${icons}`).count(), 0, 'no icon but those of the rows');
    await quickInput.cancel();
  });
});
