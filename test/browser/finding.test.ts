/** Tests the path from a log to a finding in the real editor: how often it occurs and who is affected. */
import assert from 'node:assert/strict';
import type { FrameLocator } from 'playwright-core';
import { until } from '../until.ts';
import { openConnected } from './connecting.ts';
import { openLogOf } from './hostPanels.ts';
import { takeEntry } from './hostTree.ts';
import type { EditorWindow } from './hostWindow.ts';

describe('A finding in the editor', function () {
  this.timeout(180_000);
  let editor: EditorWindow;

  before(async () => {
    ({ editor } = await openConnected({ viewport: { width: 1_600, height: 900 } }));
    const tree = editor.tree('Domains');
    await tree.expand(tree.row('shop.example'));
    await tree.logs.first().waitFor();
  });

  const panel = (): FrameLocator =>
    editor.page.locator('.webview.ready:visible').last().contentFrame().frameLocator('iframe#active-frame');
  const press = (key: string) => editor.page.keyboard.press(key);
  const similar = () => panel().getByRole('region', { name: 'Similar Requests' });
  const openSimilar = () => similar().getByRole('button', { name: 'Open in Table: Similar Requests' });
  const table = panel;

  /** Opens the table of all logs without a log next to it. */
  async function openTable(): Promise<void> {
    await editor.command('View: Close All Editors', '');
    await editor.tabs().first().waitFor({ state: 'detached' });
    const tree = editor.tree('Domains');
    await tree.action('Open Logs in Table', tree.row('shop.example'));
    await table().locator('.line.log').first().waitFor();
    const beside = table().getByRole('button', { name: 'Show Log Beside Table' });
    if ((await beside.getAttribute('aria-pressed')) === 'true') await beside.click();
  }

  /** Opens the first log in the tree and closes all others. */
  async function openFirst(): Promise<void> {
    await editor.command('View: Close All Editors', '');
    await editor.tabs().first().waitFor({ state: 'detached' });
    await openLogOf(editor.tree('Domains').logs.first());
    await panel().locator('#match-title').waitFor();
  }

  it('copies one report of a group by mouse, and an exclusion request for selected rows by keyboard', async () => {
    await openTable();
    const grouping = table().getByRole('combobox', { name: 'Group by' });
    await grouping.selectOption('similar');
    await table()
      .locator('.summary')
      .filter({ hasText: / groups · 820 logs/ })
      .waitFor();
    const group = table().locator('.group-line').first();
    const count = await group.locator('.group-count').textContent();
    await group.locator('.group-name').click({ button: 'right' });
    await takeEntry(editor.page.locator('.monaco-menu'), 'Copy as Bug Report');
    const report = await until(
      'the report',
      () => editor.clipboard(),
      (text) => text.includes('## Evidence'),
    );
    assert.match(report, new RegExp(`^- Logs: ${count}$`, 'm'));
    const ofSample = ' \\(of 1 sample\\)';
    for (const fact of ['Rule', 'Path', `Host${ofSample}`, `Place of the match${ofSample}`, 'Clients'])
      assert.match(report, new RegExp(`^- ${fact}: `, 'm'));
    await grouping.selectOption('');

    await editor.command('Clear All Notifications', 'Notifications');
    await table().locator('.grid').focus();
    await press('Home');
    await press('Shift+ArrowDown');
    await editor.command('Copy Exclusion Request…');
    await editor.quickInput.answer('Our own tests');
    const request = await until(
      'the request',
      () => editor.clipboard(),
      (text) => text.includes('Exclusion request'),
    );
    assert.match(request, /## Reason\n\nOur own tests\n/);
    await editor.tabs().filter({ hasText: 'Exclusion Request' }).waitFor();
    await panel().getByText('## Requested scope').first().waitFor();
  });

  it('goes from the text of a block page to an exclusion request in two actions after the log is open', async () => {
    const { quickInput } = editor;
    await openFirst();
    const name = editor.tabs().filter({ hasText: /shop\.example \d+/ });
    const idx = /shop\.example (\d+)/.exec((await name.first().textContent()) ?? '')?.[1] ?? '';
    await editor.command('View: Close All Editors', '');
    await editor.command('Open Detection Log…');
    await quickInput.title.filter({ hasText: 'Open Detection Log' }).waitFor();
    await quickInput.answer(`Access denied. Event ID: ${idx}`);
    await quickInput.title.filter({ hasText: 'Choose a Log' }).waitFor();
    await quickInput.rows.first().filter({ hasText: idx }).waitFor();
    await press('Enter');

    await openSimilar().waitFor();
    let actions = 0;
    const act = async (action: () => Promise<unknown>) => {
      actions++;
      await action();
    };
    await act(() => similar().getByRole('button', { name: 'Copy Exclusion Request…' }).click());
    await act(() => quickInput.answer('The search of our own shop'));
    const request = await until(
      'the request',
      () => editor.clipboard(),
      (text) => text.includes('The search of our own shop'),
    );
    assert.equal(actions, 2);
    for (const fact of ['Rule', 'Host', 'Path', 'Place of the match', 'Logs'])
      assert.match(request, new RegExp(`^- ${fact}: `, 'm'));
  });
});
