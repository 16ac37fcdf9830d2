/** Tests the preview of a bug report in the real editor: values are shown and hidden with the mouse and the keyboard. */
import assert from 'node:assert/strict';
import type { FrameLocator } from 'playwright-core';
import { until } from '../until.ts';
import { openConnected } from './connecting.ts';
import { panelFocused } from './hostPanels.ts';
import type { EditorWindow } from './hostWindow.ts';

const SECRET = 'kJ8sd9fKJsdf98sdf';
const NOTE = 'call me at noon';
const RAW_DATA = [
  'POST /api/cart/coupon?ref=8f2c9d1e77aa HTTP/1.1',
  'Host: shop.example',
  'User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
  `Cookie: session=${SECRET}; theme=dark`,
  'X-Request-Id: ‹24 characters›',
  'Content-Type: application/json',
  'Content-Length: 92',
  '',
  `{"note":"${NOTE}","again":"${NOTE}","coupon":"SAVE' OR 1=1--","qty":3}`,
].join('\r\n');

describe('Bug report preview', function () {
  this.timeout(240_000);
  let editor: EditorWindow;

  before(async () => {
    const row = { idx: 7, log_time: '2026-05-30 12:00:00', attack: 'SQL Injection', action: 'Blocked' };
    const logs = [{ ...row, uri: '/api/cart/coupon', detected_value: "' OR 1=1--" }];
    const domains = [{ user_domain_idx: 1001, domain: 'shop.example' }];
    const details = new Map([[7, { raw_data: RAW_DATA }]]);
    ({ editor } = await openConnected({ data: { domains, logs, details } }));
  });

  const report = (): FrameLocator => editor.panel();
  const values = (name?: string | RegExp) =>
    report()
      .locator('.report-value')
      .filter(name === undefined ? {} : { hasText: name });
  const text = () => report().locator('.report').textContent();
  const button = (name: string) => report().getByRole('button', { name, exact: true });

  /** Opens the preview of the log in place of everything else, without any choices. */
  async function begin(): Promise<void> {
    await editor.command('View: Close All Editors', '');
    await editor.tabs().first().waitFor({ state: 'detached' });
    const tree = editor.tree('Domains');
    await tree.expand(tree.rows.first());
    await tree.menuShows(values().first(), tree.logs.first(), 'Preview Bug Report');
    await panelFocused(editor.page);
  }

  async function copied(): Promise<string> {
    await editor.page.evaluate("navigator.clipboard.writeText('')");
    await button('Copy this text').click();
    return until('the copy', () => editor.clipboard(), Boolean);
  }

  it('shows a value, and hides it again, by clicks', async () => {
    await begin();
    await values('17 characters').first().click();
    await values(SECRET).first().waitFor();
    assert.match(await copied(), new RegExp(`session=${SECRET};`));
    await values(SECRET).first().click();
    await values('17 characters').first().waitFor();
    assert.equal(await values(SECRET).count(), 0);
    assert.ok(!(await copied()).includes(SECRET));
  });

  it('does so with the keyboard alone', async () => {
    await begin();
    const { keyboard } = editor.page;
    await button('Copy this text').focus();
    const label = () => report().locator(':focus').getAttribute('aria-label');
    await until(
      'a value with the focus',
      async () => {
        await keyboard.press('Tab');
        return label();
      },
      (name) => name === 'Hidden value: 17 characters',
    );
    await keyboard.press('Enter');
    await until('the value', label, (name) => name === `Shown value: ${SECRET}`);
    await keyboard.press(' ');
    await until('the value to be hidden', label, (name) => name === 'Hidden value: 17 characters');
  });

  it('hides the selected text everywhere, with the button and with Delete', async () => {
    await begin();
    await values('15 characters').first().click();
    await values(NOTE).first().waitFor();
    const select = (wanted: string) =>
      report()
        .locator('body')
        .evaluate(
          `(() => {
            const walker = document.createTreeWalker(document.querySelector('.report'), NodeFilter.SHOW_TEXT);
            for (let node = walker.nextNode(); node; node = walker.nextNode()) {
              const at = node.data.indexOf(${JSON.stringify(wanted)});
              if (at < 0) continue;
              getSelection().setBaseAndExtent(node, at, node, at + ${wanted.length});
              return;
            }
          })()`,
        );
    await select(NOTE);
    await button('Hide Selection Everywhere (Delete)').click();
    await until('the note to be hidden', text, (shown) => shown?.includes(NOTE) === false);
    await select('coupon');
    await until('the selection', () => button('Hide Selection Everywhere (Delete)').isEnabled());
    await editor.page.keyboard.press('Delete');
    await until('the text to be hidden', text, (shown) => shown?.includes('"coupon"') === false);
    const copy = await copied();
    assert.ok(!copy.includes(NOTE));
  });

  it('has no control for a placeholder in the log’s own text', async () => {
    await begin();
    await report().getByText('‹in the log, not ours: 24 characters›').first().waitFor();
    assert.equal(await values('24 characters').count(), 0);
    await button('Exact: show everything, with nothing hidden').click();
    await report().getByText('Nothing is hidden. This might contain secrets.').first().waitFor();
    assert.equal(await values().count(), 0);
    assert.ok((await copied()).includes(SECRET));
    await button('Essential: show names, ordinary values, and the match').click();
    await values().first().waitFor();
  });
});
