import assert from 'node:assert/strict';
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { FakeService } from '../fakeService.ts';
import { withLogs } from '../hostileLogs.ts';
import { parseCsv, parseNdjson } from '../unit/share/exporting.ts';
import { until } from '../until.ts';
import { openConnected } from './connecting.ts';
import type { EditorWindow } from './hostWindow.ts';

describe('Export Logs…', function () {
  this.timeout(180_000);
  let service: FakeService;
  let editor: EditorWindow;

  before(async () => {
    ({ service, editor } = await openConnected({ domains: withLogs(250) }));
  });

  const file = (name: string) => path.join(editor.workspace, name);
  const asked = (text: string) => editor.quickInput.input.and(editor.page.getByPlaceholder(text)).waitFor();

  async function choose(...labels: readonly string[]): Promise<void> {
    const prompts = [
      'Select a format',
      'Select how much of each log to export',
      'Select the level of detail',
    ];
    for (const [step, label] of labels.entries()) {
      await asked(prompts[step] ?? '');
      await editor.quickInput.pick(label);
    }
  }

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

  it('writes a domain with Enter alone, a selection, and elsewhere if a file is read-only; stops', async () => {
    const { quickInput, page } = editor;
    const tree = editor.tree('Domains');
    await tree.menu(tree.row('shop.example'), 'Export Logs…');
    await quickInput.title.filter({ hasText: 'Export Logs of shop.example' }).waitFor();
    for (const text of [
      'Select a format',
      'Select how much of each log to export',
      'Select the level of detail',
    ]) {
      await asked(text);
      await page.keyboard.press('Enter');
    }
    await save('shop.csv');
    const told = editor.notification('250 logs exported. The file shows names');
    await told.waitFor();
    assert.equal(parseCsv((await readFile(file('shop.csv'), 'utf8')).slice(1)).length, 251);
    await told.getByRole('button', { name: 'Open' }).click();
    await editor.tabs().filter({ hasText: 'shop.csv' }).waitFor();

    // Later events render the domain again, during which the editor would forget its selection.
    await tree.row('shop.example').filter({ hasText: 'attackers today' }).waitFor();
    await tree.expand(tree.row('shop.example'));
    for (const index of [1, 2, 3]) await tree.logs.nth(index).click({ modifiers: ['Control'] });
    await tree.menu(tree.logs.nth(2), 'Export Logs…');
    await quickInput.title.filter({ hasText: 'Export 3 Logs' }).waitFor();
    await choose('NDJSON', 'Full details', 'Exact');
    await save('three.ndjson');
    await editor.notification('3 logs exported').getByText('Nothing is redacted').waitFor();
    const records = parseNdjson(await readFile(file('three.ndjson'), 'utf8'));
    assert.equal(records.length, 3);
    assert.ok(records.every((record) => 'detail' in record));

    await writeFile(file('kept.csv'), 'old');
    await chmod(file('kept.csv'), 0o444);
    await tree.menu(tree.row('만두가게.example'), 'Export Logs…');
    await choose('CSV', 'Rows only', 'Essential');
    await save('kept.csv', { replace: true });
    const failed = editor.notification('The file or its folder is read-only');
    await failed.waitFor();
    assert.equal(await readFile(file('kept.csv'), 'utf8'), 'old');
    await failed.getByRole('button', { name: 'Choose Another Location…' }).click();
    await save('other.csv');
    await until(
      'the file',
      () => readdir(editor.workspace),
      (names) => names.includes('other.csv'),
    );

    const before = (await readdir(editor.workspace)).sort();
    await tree.menu(tree.row('files.example'), 'Export Logs…');
    await choose('NDJSON', 'Full details', 'Essential');
    service.respond = async (_, usual) => {
      await setTimeout(50);
      return usual();
    };
    await save('cancelled.ndjson');
    const progress = editor.notification('Export Logs of files.example');
    await progress.filter({ hasText: /\d of 250/ }).waitFor();
    await progress.getByRole('button', { name: 'Cancel' }).click();
    await editor.page.getByText('The export was stopped. Nothing was written.').waitFor();
    assert.deepEqual((await readdir(editor.workspace)).sort(), before);
  });
});
