import assert from 'node:assert/strict';
import { parseLink } from '../../src/formats/link.ts';
import type { FakeService } from '../fakeService.ts';
import { allRows, detail } from '../unit/sample/client.ts';
import { until } from '../until.ts';
import { openConnected } from './connecting.ts';
import type { EditorWindow } from './hostWindow.ts';

const SHOP = 1001;

describe('Sharing a log', function () {
  this.timeout(240_000);
  let service: FakeService;
  let editor: EditorWindow;
  /** A log whose request contains a cookie. */
  let idx: number;

  before(async () => {
    ({ service, editor } = await openConnected());
    for (const row of await allRows(service, SHOP)) {
      const { raw_data } = (await detail(service, SHOP, row.idx)).detailed_info;
      idx = row.idx;
      if (/^Cookie: session=/m.test(raw_data)) break;
    }
  });

  /** Shows a log unless its panel is visible. */
  async function open(): Promise<void> {
    const fact = editor.panel().locator('.fact').getByText(String(idx), { exact: true }).first();
    if ((await editor.tabs().count()) === 1 && (await fact.isVisible())) return;
    await editor.command('Open Detection Log…');
    await editor.quickInput.answer(`${SHOP}/${idx}`);
    await fact.waitFor();
  }

  /** Waits for a text on the clipboard. */
  const copied = (pattern: RegExp): Promise<string> =>
    until(
      `${pattern} on the clipboard`,
      () => editor.clipboard(),
      (text) => pattern.test(text),
    );

  /**
   * Waits for a message, and clears it along with earlier ones; a message that arrives later would be cleared unseen.
   * The editor shows at most three messages within 0.8 s, and tests are faster than users.
   */
  async function dismiss(message: string): Promise<void> {
    await editor.notification(message).first().waitFor();
    const seen = performance.now();
    await editor.command('Clear All Notifications', 'Notifications');
    await editor.notification(message).first().waitFor({ state: 'detached' });
    await until(
      'the editor to draw messages again',
      () => performance.now() - seen,
      (milliseconds) => milliseconds > 800,
    );
  }

  it('copies the essential report, whose preview is what was copied, and the exact request in each format', async () => {
    await open();
    await editor.panelMenu('Report', 'Copy as Bug Report');
    const report = await copied(/^# /);
    assert.match(report, /session=‹\d+ characters›/);
    const toast = editor.notification('Copied as bug report.');
    await toast.filter({ hasText: /\d values are hidden/ }).waitFor();
    await toast.getByRole('button', { name: 'Preview' }).click();
    // The preview is next to the log panel.
    const page = editor.page
      .frameLocator('.webview.ready:visible')
      .nth(1)
      .frameLocator('iframe#active-frame');
    await page.locator('.report', { hasText: '## Request' }).waitFor();
    assert.equal(await page.locator('.report').textContent(), report);
    await editor.page.keyboard.press('Control+W');
    await editor.tabs().filter({ hasText: 'Bug Report' }).waitFor({ state: 'detached' });

    await editor.panelMenu('Copy', 'Copy As…');
    await editor.quickInput.pick('cURL for POSIX shells');
    await copied(/curl --http1\.1/);
    await dismiss('Copied as cURL for POSIX shells. Nothing is hidden');
    await editor.panelMenu('Copy', 'Copy As…');
    await editor.quickInput.pick('JSON');
    const record = JSON.parse(await copied(/"detailed_info"/));
    assert.equal(record.detailed_info.raw_data, (await detail(service, SHOP, idx)).detailed_info.raw_data);
    await dismiss('Copied as JSON. Nothing is hidden');
    await editor.panelMenu('Copy', 'Copy Link');
    const link = parseLink(await copied(/:\/\/partner-logs\.partner-logs\//));
    assert.deepEqual([link?.baseUrl, link?.key.idx], [service.baseUrl, idx]);
  });

  it('shows the exclusion request of an open log after two actions, and says what was copied', async () => {
    await open();
    await editor.panelMenu('Report', 'Copy Exclusion Request…');
    await editor.quickInput.title.filter({ hasText: /^Exclusion Request: .+ · \/.* · 1 log$/ }).waitFor();
    await editor.quickInput.answer('It is our own scanner');
    await editor.notification('Copied as exclusion request.').waitFor();
    const request = await copied(/^# Exclusion request for /);
    assert.match(request, /It is our own scanner/);
    await editor.tabs().filter({ hasText: 'Exclusion Request' }).waitFor();
    await editor.command('View: Close All Editors', '');
    await editor.tabs().first().waitFor({ state: 'detached' });
  });

  it('opens a new issue with the title alone, and suggests the last repository', async () => {
    await open();
    const context = editor.page.context();
    await context.route('https://github.com/**', (route) => route.fulfill({ body: 'a new issue' }));
    for (const suggested of ['', 'https://github.com/owner/name']) {
      await editor.command('Create Issue…');
      await until(
        'the suggested repository',
        () => editor.quickInput.input.inputValue(),
        (value) => value === suggested,
      );
      await editor.quickInput.answer('git@github.com:owner/name.git');
      await editor.dialog().getByText('https://github.com/owner/name/issues/new').first().waitFor();
      const opening = context.waitForEvent('page');
      await editor.dialog().getByRole('button', { name: 'Open', exact: true }).click();
      const page = await opening;
      await page.waitForURL('https://github.com/**');
      const { searchParams } = new URL(page.url());
      assert.deepEqual([...searchParams.keys()], ['title']);
      await page.close();
      await editor
        .notification('The bug report is on the clipboard. Paste it into the new issue')
        .first()
        .waitFor();
    }
    assert.match(await editor.clipboard(), /=‹\d+ characters›/);
    await dismiss('Paste it into the new issue');
  });
});
