import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { FakeService } from '../fakeService.ts';
import { until } from '../until.ts';
import { openConnected } from './connecting.ts';
import { panelFocused } from './hostPanels.ts';
import type { EditorWindow } from './hostWindow.ts';

const SHOP = 1001;

describe('Detection panels in the editor', function () {
  this.timeout(180_000);
  let service: FakeService;
  let editor: EditorWindow;

  before(async () => {
    ({ service, editor } = await openConnected());
  });

  /**
   * Opens a log and waits until its panel shows it. Opens it from the tree and not from a panel, because a new panel
   * takes the focus once it has loaded, which would close the Command Palette.
   */
  async function open(idx: number): Promise<void> {
    const list = editor.tree('Domains').view.locator('.monaco-list');
    await list.click({ position: { x: 100, y: 500 } });
    await editor.command('Open Detection Log…');
    await editor.quickInput.title.filter({ hasText: 'Open Detection Log' }).waitFor();
    await editor.quickInput.answer(`${SHOP}/${idx}`);
    await shown(idx);
  }

  /** Waits until the panel shows the log. */
  async function shown(idx: number): Promise<void> {
    await tab(idx).waitFor();
    await number(idx).waitFor();
  }

  const tab = (idx: number): Locator => editor.tabs().filter({ hasText: new RegExp(` ${idx}$`) });
  /** The fact that states a log's number. */
  const number = (idx: number): Locator =>
    editor.panel().locator('.fact', { hasText: 'Log number' }).getByText(String(idx), { exact: true });

  /** Opens a log unless its panel is visible. */
  async function see(idx: number): Promise<void> {
    if (!(await number(idx).isVisible())) await open(idx);
  }

  /** Opens a log in its own tab and another one next to it, unless there are already two tabs. */
  async function twoPanels(): Promise<void> {
    if ((await editor.tabs().count()) === 2) return;
    await see(1235);
    await editor.panelMenu('Open', 'Open in New Tab');
    await tab(1235).nth(1).waitFor();
    await open(1236);
  }

  it('has the icons of the editor', async () => {
    await see(1236);
    const icon = editor.panel().getByRole('button', { name: 'Next Log' }).locator('.codicon');
    const font = await icon.evaluate("document.fonts.load('16px codicon').then((faces) => faces.length)");
    assert.equal(font, 1);
  });

  it('gives the keyboard back to the button whose prompt is closed', async () => {
    await see(1236);
    const open = editor.panel().getByRole('button', { name: 'Open', exact: true });
    await open.focus();
    await open.press('Enter');
    await editor.panel().getByRole('menuitem', { name: 'Compare with…' }).press('Enter');
    await editor.quickInput.title.filter({ hasText: 'Compare' }).waitFor();
    await editor.quickInput.cancel();
    await until(
      'the focus to be on the button',
      async () => {
        await editor.panelsSettled();
        return open.evaluate('document.hasFocus() && document.activeElement.getAttribute("aria-label")');
      },
      (label) => label === 'Open',
    );
  });

  it('is as it was left when its tab is looked at again', async () => {
    await twoPanels();
    await see(1236);
    const scrolled = () => editor.panel().locator('body').evaluate('Math.round(scrollY)');
    await editor.panel().locator('body').evaluate('scrollTo(0, 150)');
    await until('the place', scrolled, (place) => place === 150);
    await tab(1235).click();
    await number(1235).waitFor();
    assert.equal(await scrolled(), 0);
    await tab(1236).click();
    await shown(1236);
    await until('the place', scrolled, (place) => place === 150);
  });

  it("finds text in nested fields by the editor's own find", async () => {
    const body = {
      outer: { inner: [{ deep: 'needle-17' }] },
      ...Object.fromEntries('abcdefghijkl'.split('').map((name) => [name, name])),
    };
    const rawData = `POST /find HTTP/1.1\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(body)}`;
    service.respond = async ({ url }, usual) => {
      const answer = await usual();
      if (url.searchParams.get('idx') !== '1250') return answer;
      const { data } = structuredClone(answer.body) as { data: { detailed_info: { raw_data: string } } };
      data.detailed_info.raw_data = rawData;
      return { status: 200, body: { message: { key: 'RES000000', value: 'success' }, data } };
    };
    await open(1250);
    const nested = editor.panel().locator('#payload .row', { hasText: 'deep' });
    assert.equal(await nested.isVisible(), false);
    await editor.panel().locator('.raw').click();
    await editor.page.keyboard.press('Control+f');
    const find = editor.page.locator('.webview-find-widget input, .simple-find-part.visible input').first();
    await find.fill('deep');
    await find.press('Enter');
    await until(
      'the text in the payload',
      () =>
        editor
          .panel()
          .locator('body')
          .evaluate(
            "String(getSelection()) + (getSelection().anchorNode?.parentElement?.closest('#payload') ? ' in the payload' : '')",
          ),
      (text) => text === 'deep in the payload',
    );
    assert.equal(await nested.isVisible(), true);
    await editor.page.keyboard.press('Escape');
  });

  it('survives a reload of the window, as do a report, counts, and a table', async () => {
    const tree = editor.tree('Domains');
    const shop = tree.row('shop.example');
    const report = editor.panel().locator('.report', { hasText: '## Request' });
    const days = editor.panel().locator('tbody tr');
    const summary = editor.panel().locator('.summary').filter({ hasText: 'shop.example · 820 logs' });
    await editor.command('View: Close All Editors', '');
    await tree.expand(shop);
    await tree.menuShows(report, tree.logs.first(), 'Preview Bug Report');
    await panelFocused(editor.page);
    await tree.action('Collapse All');
    await open(1241);
    await tree.menuShows(days.nth(29), shop, 'Show Visitor and Attacker Counts');
    await editor.panel().getByLabel('Range of days').selectOption('last7');
    await days.nth(7).waitFor({ state: 'detached' });
    await tree.action('Open Logs in Table', shop);
    await summary.waitFor();
    await editor.reload();
    await summary.waitFor();
    await editor.tabs().filter({ hasText: 'Counts: shop.example' }).click();
    await days.nth(6).waitFor();
    assert.equal(await days.count(), 7);
    await editor.tabs().filter({ hasText: 'Bug Report' }).click();
    await report.waitFor();
    await tab(1241).click();
    await shown(1241);
    await open(1242);
    assert.equal(await editor.tabs().count(), 4);
  });
});
