/**
 * Tests the setting `partnerLogs.connections` as users edit it. This editor does not watch the file of its settings, so the
 * window is reloaded; the unit tests cover changes while windows are open.
 */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type SampleService, startSampleService } from '../../src/sample/server.ts';
import { connect } from './connecting.ts';
import { openEditor } from './host.ts';
import type { EditorWindow } from './hostWindow.ts';

describe('The setting of connections', function () {
  this.timeout(240_000);
  let services: SampleService[];
  let editor: EditorWindow;

  before(async () => {
    services = [await startSampleService(), await startSampleService()];
    editor = await openEditor();
    await editor.openViews();
    for (const [at, service] of services.entries()) await connect(editor, service, `Service ${at}`);
  });

  after(async () => {
    await editor?.close();
    for (const service of services ?? []) await service.close();
  });

  const tree = () => editor.tree('Domains');

  /** Changes the text of the user settings, and reloads the window. */
  async function edit(from: string, to: string): Promise<void> {
    const file = path.join(editor.profile, 'User', 'settings.json');
    const text = await readFile(file, 'utf8');
    assert.ok(text.includes(from), text);
    await writeFile(file, text.replace(from, to));
    await editor.reload();
    await editor.openViews();
  }

  it('has no key, and a connection renamed by hand needs its key again', async () => {
    await edit('"Service 1"', '"By hand"');
    await tree().row('By hand').waitFor();
    await tree().rows.filter({ hasText: 'needs its API key' }).waitFor();
    await tree().row('shop.example').waitFor();
    assert.equal(await tree().row('Service 1').count(), 0);
  });

  it('shows a wrong entry with its place, and leads to it, while the other connection works', async () => {
    await edit('"By hand",', '"By hand", "key": 7,');
    await tree().rows.filter({ hasText: 'connections[1].key' }).waitFor();
    await tree().row('shop.example').waitFor();
    await tree().row('Open Settings').click();
    await editor.page
      .locator('.monaco-editor')
      .filter({ hasText: 'partnerLogs.connections' })
      .first()
      .waitFor();
  });
});
