import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FrameLocator } from 'playwright-core';
import { parseLink } from '../../src/formats/link.ts';
import { type SampleService, startSampleService } from '../../src/sample/server.ts';
import { hostileIdx, hostileTexts, SECURITY_LAB, withLab } from '../hostileLogs.ts';
import { some } from '../proofs.ts';
import { allRows, detail } from '../unit/sample/client.ts';
import { until } from '../until.ts';
import { connect } from './connecting.ts';
import { openEditor } from './host.ts';
import { openLogOf } from './hostPanels.ts';
import type { EditorWindow } from './hostWindow.ts';

const SHOP = 1001;

describe('Sharing a log', function () {
  this.timeout(240_000);
  let service: SampleService;
  let editor: EditorWindow;
  /** A log whose request contains a cookie. */
  let idx: number;
  /** Addresses that the window requested from hosts other than this computer. */
  const foreign: string[] = [];

  before(async () => {
    service = await startSampleService({ domains: withLab });
    for (const row of await allRows(service, SHOP)) {
      const { raw_data } = (await detail(service, SHOP, row.idx)).detailed_info;
      idx = row.idx;
      if (/^Cookie: session=/m.test(raw_data)) break;
    }
    editor = await openEditor();
    editor.page.on('request', (request) => {
      const { hostname } = new URL(request.url());
      if (/(^|\.)(evil|attacker)\./.test(hostname)) foreign.push(request.url());
    });
    await editor.openViews();
    await connect(editor, service);
  });

  after(async () => {
    await editor?.close();
    await service?.close();
  });

  /** Shows a log unless its panel is visible. */
  async function open(domain: number, log: number): Promise<void> {
    const fact = editor.panel().locator('.fact').getByText(String(log), { exact: true }).first();
    if ((await editor.tabs().count()) === 1 && (await fact.isVisible())) return;
    await editor.command('Open Detection Log…');
    await editor.quickInput.answer(`${domain}/${log}`);
    await fact.waitFor();
  }

  const rawDataOf = async (domain: number, log: number) =>
    (await detail(service, domain, log)).detailed_info.raw_data;

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

  const closeAll = async () => {
    await editor.command('View: Close All Editors', '');
    await editor.tabs().first().waitFor({ state: 'detached' });
  };

  /** Returns the page of the panel on the left or on the right. */
  const webview = (index: number): FrameLocator =>
    editor.page.frameLocator('.webview.ready:visible').nth(index).frameLocator('iframe#active-frame');
  /** Returns the page of the preview, which is next to the log panel. */
  const preview = (): FrameLocator => webview(1);
  const heading = (name: string) => preview().getByRole('heading', { name: `## ${name}` });

  /** Shows a log and the preview of its report unless they are visible. */
  async function openPreview(domain: number, log: number): Promise<void> {
    const tab = editor.tabs().filter({ hasText: `Bug Report ${log}` });
    if ((await tab.count()) === 0) {
      await open(domain, log);
      await editor.command('Preview Bug Report');
      await tab.waitFor();
    }
    await heading('Request').waitFor();
  }

  it('copies the essential report, whose preview is what was copied, and the exact request in each format', async () => {
    await open(SHOP, idx);
    await editor.panelMenu('Report', 'Copy as Bug Report');
    const report = await copied(/^# /);
    assert.match(report, /session=‹\d+ characters›/);
    const toast = editor.notification('Copied as bug report.');
    await toast.filter({ hasText: /\d values are hidden/ }).waitFor();
    await editor.screenshot('sharing-bug-report');
    await toast.getByRole('button', { name: 'Preview' }).click();
    await heading('Request').waitFor();
    assert.equal(await preview().locator('.report').textContent(), report);
    await editor.screenshot('sharing-report-preview');
    await editor.page.keyboard.press('Control+W');
    await editor.tabs().filter({ hasText: 'Bug Report' }).waitFor({ state: 'detached' });

    await editor.panelMenu('Copy', 'Copy As…');
    await editor.screenshot('sharing-copy-as');
    await editor.quickInput.pick('cURL for POSIX shells');
    await copied(/^curl --http1\.1/m);
    await dismiss('Copied as cURL for POSIX shells. Nothing is hidden');
    await editor.panelMenu('Copy', 'Copy As…');
    await editor.quickInput.pick('JSON');
    const record = JSON.parse(await copied(/"detailed_info"/));
    assert.equal(record.detailed_info.raw_data, await rawDataOf(SHOP, idx));
    await dismiss('Copied as JSON. Nothing is hidden');
    await editor.panelMenu('Copy', 'Copy Link');
    const link = parseLink(await copied(/:\/\/partner-logs\.partner-logs\//));
    assert.deepEqual([link?.baseUrl, link?.key.idx], [service.baseUrl, idx]);
  });

  it('shows the exclusion request of an open log after two actions, and says what was copied', async () => {
    await open(SHOP, idx);
    await editor.panelMenu('Report', 'Copy Exclusion Request…');
    await editor.quickInput.title.filter({ hasText: /^Exclusion Request: .+ · \/.* · 1 log$/ }).waitFor();
    await editor.screenshot('sharing-exclusion-prompt');
    await editor.quickInput.answer('It is our own scanner');
    await editor.notification('Copied as exclusion request.').waitFor();
    const request = await copied(/^# Exclusion request for /);
    assert.match(request, /It is our own scanner/);
    await editor.tabs().filter({ hasText: 'Exclusion Request' }).waitFor();
    await editor.screenshot('sharing-exclusion-request');
    await closeAll();
  });

  it('copies the selected rows of the tree as an array', async () => {
    const tree = editor.tree('Domains');
    await tree.expand(tree.row('shop.example'));
    await tree.logs.nth(3).waitFor();
    await openLogOf(tree.logs.nth(1));
    await tree.logs.nth(3).click({ modifiers: ['Shift'] });
    await editor.command('Copy As…');
    await editor.quickInput.input.and(editor.page.getByPlaceholder('Select a format for 3 logs')).waitFor();
    await editor.quickInput.pick('JSON');
    const records = JSON.parse(await copied(/^\[/)) as object[];
    assert.equal(records.length, 3);
    await dismiss('3 logs copied as JSON');
  });

  it('saves raw data to a file, byte for byte', async () => {
    await open(SHOP, idx);
    await editor.command('Save Raw Data As…');
    await editor.quickInput.title.filter({ hasText: 'Save Raw Data' }).waitFor();
    const offered = `/detection-log-${SHOP}-${idx}.txt`;
    await until(
      'the suggested name',
      () => editor.quickInput.input.inputValue(),
      (value) => value.endsWith(offered),
    );
    const file = path.join(editor.workspace, 'saved.txt');
    await editor.quickInput.answer(file);
    await editor.notification('Raw data saved, nothing redacted').waitFor();
    assert.equal(await readFile(file, 'utf8'), await rawDataOf(SHOP, idx));
    await dismiss('Raw data saved, nothing redacted');
  });

  it('opens a new issue with the title alone, and suggests the last repository', async () => {
    await open(SHOP, idx);
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

  it('previews the report beside the panel, and again after a reload', async () => {
    await closeAll();
    await openPreview(SHOP, idx);
    await editor.screenshot('sharing-preview');
    await preview().locator('.report-value').first().waitFor();
    await editor.reload();
    await heading('Request').waitFor();
    await closeAll();
  });

  for (const { name } of some(hostileTexts, 5)) {
    it(`previews a hostile log as text: ${name}`, async () => {
      await openPreview(SECURITY_LAB, hostileIdx(name));
      assert.equal(await preview().locator('.report :not(div, span)').count(), 0);
      assert.equal(await preview().locator('.report [role="heading"]').count(), 3);
      assert.deepEqual(foreign, []);
      assert.equal(await editor.dialog().count(), 0);
      if (name === 'HTML') await editor.screenshot('sharing-preview-hostile');
      await closeAll();
    });
  }
});
