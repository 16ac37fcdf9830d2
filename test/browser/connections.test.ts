import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type SampleService, startSampleService } from '../../src/sample/server.ts';
import { FakeService } from '../fakeService.ts';
import { startDifferingService } from '../unit/setup/differingService.ts';
import { connect } from './connecting.ts';
import { openEditor } from './host.ts';
import { clickRow } from './hostRows.ts';
import type { EditorWindow } from './hostWindow.ts';

describe('Connections', function () {
  this.timeout(180_000);
  let first: SampleService;
  let second: FakeService;
  let editor: EditorWindow;

  before(async () => {
    first = await startSampleService();
    second = await FakeService.startSample({ paging: 'offset' });
    editor = await openEditor();
    await editor.openViews();
    await connect(editor, first, 'First');
  });

  after(async () => {
    await editor?.close();
    await first?.close();
    await second?.close();
  });

  const domains = () => editor.tree('Domains');

  /** Adds the second connection unless one with this name exists. */
  async function have(name: string): Promise<void> {
    if (!(await domains().row(name).isVisible())) await connect(editor, second, name);
    await domains().row(name).waitFor();
  }

  async function remove(name: string): Promise<void> {
    const button = editor.dialog().getByRole('button', { name: 'Remove' });
    await domains().menuShows(button, domains().row(name), 'Remove Connection…');
    await button.click();
    await domains().row(name).waitFor({ state: 'detached' });
  }

  it('are hidden while there is only one, and shown with their names when there are several', async () => {
    assert.equal(await domains().row('First').count(), 0);
    await connect(editor, second, 'Second');
    await domains().row('First').waitFor();
    await domains().row('Second').waitFor();
  });

  it('say what is wrong with a list, and are mended by the diagnosis with Enter', async () => {
    const { quickInput } = editor;
    await have('Second');
    await domains().action('Collapse All');
    await clickRow(domains().row('Second'));
    await clickRow(domains().row('shop.example'));
    await domains().rows.filter({ hasText: 'did not accept the request' }).waitFor();
    await clickRow(domains().row('Diagnose Connection'));
    await quickInput.title.filter({ hasText: 'Diagnose Connection: Second' }).waitFor();
    await quickInput.rows.filter({ hasText: 'Apply: logsPaging: "offset"' }).waitFor();
    await quickInput.rows.filter({ hasText: 'did not accept the request' }).first().waitFor();
    await quickInput.input.press('Enter');
    await editor.page.getByText('Updated the connection “Second”: logsPaging: "offset"').first().waitFor();
    await domains().row('Diagnose Connection').waitFor({ state: 'detached' });
  });

  it('go with their key when they are removed, after a question', async () => {
    await have('Second');
    await remove('Second');
    await domains().row('First').waitFor({ state: 'detached' });
    await domains().row('shop.example').waitFor();
  });

  it('show a refused key where it was typed, and can be saved with it and diagnosed', async () => {
    const { quickInput } = editor;
    const differing = await startDifferingService({ keyHeader: 'X-Api-Key' });
    try {
      await editor.command('Add Connection…');
      await quickInput.message.filter({ hasText: 'Base URL' }).waitFor();
      await quickInput.answer(differing.baseUrl);
      await quickInput.message.filter({ hasText: 'only in the secret storage' }).waitFor();
      await quickInput.answer(differing.key);
      await quickInput.message.filter({ hasText: 'did not accept the API key (401' }).waitFor();
      assert.equal(await quickInput.input.getAttribute('type'), 'password');
      await quickInput.button('Save and Diagnose').click();
      await quickInput.message.filter({ hasText: 'Name of this connection' }).waitFor();
      await quickInput.answer('Differing');
      await quickInput.title.filter({ hasText: 'Diagnose Connection: Differing' }).waitFor();
      await quickInput.rows.filter({ hasText: 'Apply: keyHeader: "X-Api-Key"' }).waitFor();
      await quickInput.cancel();
      await remove('Differing');
    } finally {
      await differing.close();
    }
  });

  it('are added from a cURL command, with its header', async () => {
    const { quickInput } = editor;
    const differing = await startDifferingService({ keyHeader: 'X-Api-Key', prefix: '/gw' });
    try {
      await editor.command('Add Connection…');
      await quickInput.message.filter({ hasText: 'Base URL' }).waitFor();
      await quickInput.answer(
        `curl '${differing.baseUrl}/gw/partner/website/all?page=1' -H 'X-Api-Key: ${differing.key}'`,
      );
      await quickInput.message.filter({ hasText: '/gw, sent in the header X-Api-Key' }).waitFor();
      await quickInput.input.press('Enter');
      await quickInput.message.filter({ hasText: 'Name of this connection' }).waitFor();
      await quickInput.answer('Example');
      await domains().row('Example').waitFor();
      await remove('Example');
    } finally {
      await differing.close();
    }
  });

  it('edited by hand need their key again, and show a wrong entry with its place, while others work', async () => {
    await have('Second');
    const file = path.join(editor.profile, 'User', 'settings.json');
    const text = await readFile(file, 'utf8');
    for (const { key } of [first, second]) assert.ok(!text.includes(key));
    const setting = 'partnerLogs.connections';
    const settings = JSON.parse(text);
    const [working, other] = settings[setting];
    const edited = [working, { ...other, name: 'By hand' }, { ...other, name: 'Wrong', key: 7 }];
    await writeFile(file, JSON.stringify({ ...settings, [setting]: edited }));
    // This editor does not watch the file.
    await editor.reload();
    await editor.openViews();
    await domains().row('By hand').waitFor();
    await domains().rows.filter({ hasText: 'needs its API key' }).waitFor();
    await domains().rows.filter({ hasText: 'connections[2].key' }).waitFor();
    await domains().row('shop.example').waitFor();
    assert.equal(await domains().row('Second').count(), 0);
    await domains().row('Open Settings').click();
    await editor.page.locator('.monaco-editor').filter({ hasText: setting }).first().waitFor();
  });
});
