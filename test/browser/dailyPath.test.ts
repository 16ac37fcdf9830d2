import assert from 'node:assert/strict';
import { FakeService } from '../fakeService.ts';
import { until } from '../until.ts';
import { connect } from './connecting.ts';
import { openEditor } from './host.ts';
import { openLogOf } from './hostPanels.ts';
import { clickRow } from './hostRows.ts';
import type { EditorWindow } from './hostWindow.ts';

const RULE = 'Request Method Filtering';
const rowOf = (idx: number, uri: string) => ({
  idx,
  log_time: `${new Date().toISOString().slice(0, 10)} 07:03:12`,
  attack: RULE,
  uri,
  ip: '203.0.113.9',
  action: 'Blocked',
});

describe('The daily path', function () {
  this.timeout(180_000);
  let service: FakeService;
  let editor: EditorWindow;

  before(async () => {
    service = await FakeService.start({
      logs: [rowOf(1382, '/a'), rowOf(1381, '/b'), rowOf(1380, '/api/users/42/orders?x=1')],
    });
    editor = await openEditor({
      files: {
        'routes.py': '@app.get("/api/users/{user_id}/orders")\ndef orders(user_id: int): ...\n',
        'other.py': '@app.get("/api/users/{user_id}/invoices")\n',
        'note.txt': '203.0.113.9\n',
      },
    });
    await editor.openViews();
    await connect(editor, service);
    await tree().expand(tree().row('shop.example'));
    await tree().logs.nth(2).waitFor();
  });

  after(async () => {
    await editor?.close();
    await service?.close();
  });

  const listed = () => service.paths(/attack_logs/).length;
  const tree = () => editor.tree('Domains');
  const log = (idx: number) => tree().rows.and(editor.page.getByLabel(`log ${idx}`));
  const tab = (idx: number) => editor.tabs().filter({ hasText: new RegExp(`shop\\.example ${idx}$`) });

  /** Shows a log unless it is visible. */
  async function see(idx: number): Promise<void> {
    if (!(await tab(idx).isVisible())) await openLogOf(log(idx));
    await tab(idx).waitFor();
    await editor.panel().getByText('Request headers').first().waitFor();
  }

  it('shows the end of the path, the time of today and the beginning of the rule in a row, at the width that the side bar has at first', async () => {
    const description = tree().description(log(1380));
    assert.match(String(await log(1380).textContent()), /^orders/);
    await until(
      'the hour alone',
      () => description.textContent(),
      (text) => text?.startsWith('07:03  Request Method') ?? false,
    );
    await editor.screenshot('daily-tree');
    const seen = await description.evaluate((element) => {
      const range = element.ownerDocument.createRange();
      const text = element.ownerDocument.createTreeWalker(element, 4).nextNode();
      if (!text) return 0;
      range.setStart(text, 0);
      range.setEnd(text, '07:03  Request'.length);
      // The ellipsis takes as much space as two letters.
      return element.getBoundingClientRect().right - range.getBoundingClientRect().right - 12;
    });
    assert.ok(seen > 0, `the beginning of the rule ends ${-seen} px beyond the row`);
  });

  it('opens a row by click and by Enter, and names domain and log in the tab', async () => {
    await openLogOf(log(1381));
    await tab(1381).waitFor();
    await editor.panel().getByText('Request headers').first().waitFor();
    await editor.panelsSettled();
    await openLogOf(log(1380));
    await tab(1380).waitFor();
    await editor.panelsSettled();
    // The log that was just opened might take the focus after the command.
    await until('the focus in the tree', async () => {
      await editor.command('Reveal in Tree');
      const list = tree().view.locator('.monaco-list:focus');
      return list.waitFor({ timeout: 10_000 }).then(
        () => true,
        () => false,
      );
    });
    await log(1380).and(editor.page.locator('.focused')).waitFor();
    await editor.page.keyboard.press('ArrowUp');
    await log(1381).and(editor.page.locator('.focused')).waitFor();
    await editor.page.keyboard.press('Enter');
    await tab(1381).waitFor();
  });

  it('opens the row that is clicked while the rows are drawn again', async () => {
    for (const idx of [1380, 1382, 1381, 1380]) {
      await editor.panelsSettled();
      const redrawn = tree().action('Refresh');
      await redrawn;
      await clickRow(log(idx));
      await tab(idx).waitFor();
    }
    assert.deepEqual(await editor.notifications(), []);
  });

  it("finds the route of a log in the workspace, in the editor's own search", async () => {
    await see(1380);
    await editor.panelsSettled();
    await editor.command('Find Route in Workspace');
    const search = editor.page.locator('.search-view');
    await search.locator('.filematch, .monaco-list-row').filter({ hasText: 'routes.py' }).first().waitFor();
    await editor.screenshot('daily-route');
    assert.equal(await search.locator('.monaco-list-row').filter({ hasText: 'other.py' }).count(), 0);
    await editor.openViews();
  });

  it('searches the logs for what is selected in the panel', async () => {
    const { quickInput } = editor;
    await see(1380);
    await editor.panelsSettled();
    await editor.panel().getByText('203.0.113.9', { exact: true }).first().click({ clickCount: 3 });
    await editor.command('Find Selection in Logs');
    await quickInput.title.filter({ hasText: 'Search Detection Logs of shop.example' }).waitFor();
    assert.equal(await quickInput.input.inputValue(), '203.0.113.9');
    await quickInput.rows.filter({ hasText: '/api/users' }).first().waitFor();
    await editor.screenshot('daily-search-selection');
    await quickInput.cancel();
  });

  it('offers for a comparison the logs beside it', async () => {
    const { quickInput } = editor;
    await see(1380);
    await editor.command('Compare with…');
    await quickInput.rows.filter({ hasText: 'shop.example/1381' }).first().waitFor();
    await editor.screenshot('daily-compare');
    await quickInput.cancel();
  });

  it('says what a number opens', async () => {
    const { quickInput } = editor;
    await editor.command('Open Detection Log…');
    await quickInput.rows.filter({ hasText: RULE }).first().waitFor();
    await quickInput.type('1382');
    await quickInput.rows.first().filter({ hasText: 'Open in shop.example' }).waitFor();
    await quickInput.rows
      .first()
      .filter({ hasText: `${RULE}` })
      .waitFor();
    await editor.screenshot('daily-number');
    await quickInput.cancel();
  });

  it('waits for the next detection, opens it, and leaves the focus where it is', async () => {
    const item = editor.statusBarItem('partnerLogs.wait');
    const before = listed();
    await tree().menu(tree().row('shop.example'), 'Wait for Next Detection…');
    await item.filter({ hasText: /Waiting for shop\.example (?:10:00|9:\d\d)/ }).waitFor();
    await until('the first request', () => listed() > before);
    await editor.screenshot('daily-wait');
    service.logs = [rowOf(1384, '/new'), rowOf(1383, '/new'), ...service.logs];
    await editor.notification('New detection log 1383 for shop.example').waitFor();
    await tab(1383).waitFor();
    await tree().view.locator('.monaco-list:focus').waitFor();
    await item.waitFor({ state: 'detached' });
    await editor.notification('1 more new log').waitFor();
    await editor.command('Clear All Notifications', 'Notifications');
  });

  it('asks nothing after waiting was cancelled in the status bar', async () => {
    const item = editor.statusBarItem('partnerLogs.wait');
    const before = listed();
    await tree().menu(tree().row('shop.example'), 'Wait for Next Detection…');
    await until('the first request', () => listed() > before);
    await item.click();
    await item.waitFor({ state: 'detached' });
    const asked = listed();
    await editor.command('Clear All Notifications', 'Notifications');
    assert.equal(listed(), asked);
  });

  it('goes from the text of a block page to the log, its route and its report by keyboard alone', async () => {
    const { page, quickInput } = editor;
    let presses = 0;
    const press = async (key: string) => {
      presses++;
      await page.keyboard.press(key);
    };
    const run = async (title: string) => {
      await editor.panelsSettled();
      await press('F1');
      await quickInput.focused();
      await page.keyboard.type(title);
      presses += title.length;
      await quickInput.rows.first().filter({ hasText: title }).waitFor();
      await press('Enter');
    };
    await editor.command('Close All Editors', 'View');
    // The page can write to the clipboard while it is focused.
    await page.keyboard.press('F1');
    await quickInput.rows.first().waitFor();
    await page.evaluate("navigator.clipboard.writeText('Access denied. Event ID: 1380')");
    await quickInput.cancel();
    await run('Open Detection Log');
    await quickInput.rows.first().filter({ hasText: 'from the clipboard' }).waitFor();
    await press('Enter');
    await tab(1380).waitFor();
    await editor.panel().getByText('Request headers').first().waitFor();
    await run('Find Route in Workspace');
    await editor.page.locator('.search-view').getByText('routes.py').first().waitFor();
    await run('Copy as Bug Report');
    await editor.notification('Copied as bug report').waitFor();
    assert.match(await editor.clipboard(), /1380/);
    assert.equal(presses, 66);
    await editor.openViews();
    await editor.command('Clear All Notifications', 'Notifications');
  });

  it('leaves the tree open as it was under a second connection', async () => {
    await connect(editor, service, 'Second');
    await tree().row('Second').waitFor();
    await log(1380).first().waitFor();
    // When the count is read again or the theme changes, the rows are rendered again, which would close a hover.
    const attackers = tree().description(tree().row('shop.example').first());
    await attackers.filter({ hasText: '1 attacker today' }).waitFor();
    await editor.command('Toggle between Light/Dark Themes', 'Preferences');
    await editor.page.locator('.monaco-workbench.vs-dark').waitFor();
    await editor.hover(log(1380).first(), 'Log number 1380');
    await editor.screenshot('daily-dark');
  });

  it('offers no command that has nothing to act on', async () => {
    const { page, quickInput } = editor;
    await editor.command('Close All Editors', 'View');
    await page.keyboard.press('F1');
    for (const title of ['Clear Filter', 'Unpin', 'Previous Log', 'Next Log', 'Stop Waiting']) {
      await quickInput.type(`>Partner Logs: ${title}`);
      await quickInput.rows.first().waitFor();
      assert.equal(await quickInput.row(`Partner Logs: ${title}`).count(), 0, title);
    }
    await quickInput.cancel();
  });
});
