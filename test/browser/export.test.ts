import assert from 'node:assert/strict';
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SampleService } from '../../src/sample/server.ts';
import { withLogs } from '../hostileLogs.ts';
import { parseCsv, parseNdjson } from '../unit/share/export/exporting.ts';
import { until } from '../until.ts';
import { openConnected } from './connecting.ts';
import type { EditorWindow } from './hostWindow.ts';

describe('Export Logs…', function () {
  this.timeout(180_000);
  let service: SampleService;
  let editor: EditorWindow;

  before(async () => {
    ({ service, editor } = await openConnected({}, { domains: withLogs(250), latencyMs: 50 }));
  });

  after(async () => {
    await editor?.close();
    await service?.close();
  });

  const file = (name: string) => path.join(editor.workspace, name);
  const asked = (text: string) => editor.quickInput.input.and(editor.page.getByPlaceholder(text)).waitFor();

  /** Fills in the file dialog and answers the question of whether to replace a file. */
  async function save(name: string, { replace = false } = {}): Promise<void> {
    await editor.quickInput.title.filter({ hasText: 'Export Logs' }).waitFor();
    await until(
      'the suggested name',
      () => editor.quickInput.input.inputValue(),
      (name) => name.includes('detection-log'),
    );
    await editor.quickInput.answer(file(name));
    if (replace) await editor.page.getByText('already exists').waitFor();
    if (replace) await editor.quickInput.input.press('Enter');
  }

  /** Selects the second through fourth logs of the shop unless they are selected. */
  async function selectThree(): Promise<void> {
    const tree = editor.tree('Domains');
    // Later events render the domain again, during which the editor would forget its selection.
    await tree.row('shop.example').filter({ hasText: 'attackers today' }).waitFor();
    await tree.expand(tree.row('shop.example'));
    await tree.logs.nth(3).waitFor();
    for (const index of [1, 2, 3]) {
      const selected = tree.logs.nth(index).and(editor.page.locator('[aria-selected="true"]'));
      if (!(await selected.isVisible())) await tree.logs.nth(index).click({ modifiers: ['Control'] });
      await selected.waitFor();
    }
  }

  it('writes a domain to CSV, rows only and essential, with Enter alone', async () => {
    const { quickInput, page } = editor;
    const tree = editor.tree('Domains');
    await tree.menu(tree.row('shop.example'), 'Export Logs…');
    await quickInput.title.filter({ hasText: 'Export Logs of shop.example' }).waitFor();
    await asked('Select a format');
    await editor.screenshot('export-format');
    await page.keyboard.press('Enter');
    await asked('Select how much of each log to export');
    await editor.screenshot('export-detail');
    await page.keyboard.press('Enter');
    await asked('Select the level of detail');
    await editor.screenshot('export-level');
    await page.keyboard.press('Enter');
    await save('shop.csv');

    const told = editor.notification(/250 logs exported \(.* kB\)\. The file shows names/);
    await told.waitFor();
    await editor.screenshot('export-done');
    const records = parseCsv((await readFile(file('shop.csv'), 'utf8')).slice(1));
    assert.equal(records.length, 251);
    await told.getByRole('button', { name: 'Copy Path' }).click();
    await editor.page.getByText('Path copied').first().waitFor();
    assert.equal(await editor.clipboard(), file('shop.csv'));
  });

  it('writes the selected logs in full and exact, after going back to change the format', async () => {
    const { quickInput, page } = editor;
    const tree = editor.tree('Domains');
    await selectThree();
    await tree.menu(tree.logs.nth(2), 'Export Logs…');
    await quickInput.title.filter({ hasText: 'Export 3 Logs' }).waitFor();
    await quickInput.pick('CSV');
    await asked('Select how much of each log to export');
    await page.getByRole('button', { name: 'Back' }).click();
    await asked('Select a format');
    await quickInput.pick('NDJSON');
    await asked('Select how much of each log to export');
    await quickInput.pick('Full details');
    await asked('Select the level of detail');
    await quickInput.pick('Exact');
    await save('three.ndjson');

    const told = editor.notification('3 logs exported');
    await told.getByText('Nothing is redacted').waitFor();
    const records = parseNdjson(await readFile(file('three.ndjson'), 'utf8'));
    assert.equal(records.length, 3);
    assert.ok(records.every((record) => 'detail' in record));
    await told.getByRole('button', { name: 'Open' }).click();
    await editor.tabs().filter({ hasText: 'three.ndjson' }).waitFor();
  });

  it('offers the selection and its domain from the palette', async () => {
    const { quickInput } = editor;
    await selectThree();
    await editor.command('Export Logs…');
    await asked('Select the logs to export');
    assert.deepEqual(await quickInput.labels(), [
      'The 3 selected logs',
      'All logs of shop.example',
      'All logs of another domain…',
    ]);
    await editor.screenshot('export-which');
    await quickInput.cancel();
  });

  it('reports a read-only file, and exports to another location', async () => {
    const { page } = editor;
    await writeFile(file('kept.csv'), 'old');
    await chmod(file('kept.csv'), 0o444);
    const tree = editor.tree('Domains');
    await tree.menu(tree.row('만두가게.example'), 'Export Logs…');
    await asked('Select a format');
    await editor.quickInput.pick('CSV');
    await asked('Select how much of each log to export');
    await editor.quickInput.pick('Rows only');
    await asked('Select the level of detail');
    await page.keyboard.press('Enter');
    await save('kept.csv', { replace: true });
    const told = editor.notification('The file or its folder is read-only');
    await told.waitFor();
    await editor.screenshot('export-read-only');
    assert.equal(await readFile(file('kept.csv'), 'utf8'), 'old');
    await told.getByRole('button', { name: 'Choose Another Location…' }).click();
    await save('other.csv');
    await editor
      .notification(/250 logs exported/)
      .first()
      .waitFor();
  });

  it('stops when it is cancelled, and leaves nothing behind', async () => {
    const before = (await readdir(editor.workspace)).sort();
    const tree = editor.tree('Domains');
    await tree.menu(tree.row('files.example'), 'Export Logs…');
    await asked('Select a format');
    await editor.quickInput.pick('NDJSON');
    await asked('Select how much of each log to export');
    await editor.quickInput.pick('Full details');
    await asked('Select the level of detail');
    await editor.quickInput.pick('Essential');
    await save('cancelled.ndjson');
    const progress = editor.notification(/Export Logs of files\.example.* of 250 logs/);
    await progress.waitFor();
    await editor.screenshot('export-progress');
    await progress.getByRole('button', { name: 'Cancel' }).click();
    await editor.page.getByText('The export was stopped. Nothing was written.').waitFor();
    assert.deepEqual((await readdir(editor.workspace)).sort(), before);
  });
});
