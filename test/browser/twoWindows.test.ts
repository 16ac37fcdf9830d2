/** Tests two windows of one profile. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type SampleService, startSampleService } from '../../src/sample/server.ts';
import { connect } from './connecting.ts';
import { openEditor } from './host.ts';
import type { EditorWindow } from './hostWindow.ts';

describe('Two windows', function () {
  this.timeout(240_000);
  let services: SampleService[];
  let here: EditorWindow;
  let there: EditorWindow;

  before(async () => {
    services = [await startSampleService(), await startSampleService({ seed: 2 })];
    here = await openEditor();
    there = await here.another();
    for (const window of [here, there]) {
      await window.page.bringToFront();
      await window.openViews();
    }
  });

  after(async () => {
    await here?.close();
    for (const service of services ?? []) await service.close();
  });

  const rowIn = (window: EditorWindow, name: string) => window.tree('Domains').row(name);

  it('show a connection that the other adds, with its key', async () => {
    for (const [at, window] of [here, there].entries()) {
      await window.page.bringToFront();
      await connect(window, services[at] ?? assert.fail(), `Service ${at}`);
    }
    for (const [at, window] of [there, here].entries()) {
      await window.page.bringToFront();
      await rowIn(window, `Service ${at}`).waitFor();
      await window.tree('Domains').expand(rowIn(window, `Service ${at}`));
      await rowIn(window, 'shop.example').nth(1).waitFor();
    }
  });

  it('show a connection that is renamed by hand, and prompt for its key again', async () => {
    const file = path.join(here.profile, 'User', 'settings.json');
    await writeFile(file, (await readFile(file, 'utf8')).replace('"Service 1"', '"By hand"'));
    for (const window of [here, there]) {
      await window.page.bringToFront();
      await rowIn(window, 'By hand').waitFor();
      await rowIn(window, 'Service 1').waitFor({ state: 'detached' });
      await window.tree('Domains').rows.filter({ hasText: 'needs its API key' }).waitFor();
    }
  });

  it('show a wrong entry with its place, and lead to it, while the other connection works', async () => {
    const file = path.join(here.profile, 'User', 'settings.json');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace(/"name": "By hand"/, '"name": "By hand", "baseUrl2": 7'));
    await rowIn(there, 'Open Settings').waitFor();
    await there.tree('Domains').rows.filter({ hasText: 'connections[1].baseUrl2' }).waitFor();
    await there.screenshot('connections-wrong-entry');
    await rowIn(there, 'Open Settings').click();
    await there.page
      .locator('.monaco-editor')
      .filter({ hasText: 'partnerLogs.connections' })
      .first()
      .waitFor();
    await there.screenshot('connections-setting');
    await rowIn(there, 'shop.example').first().waitFor();
  });

  it('lose a connection that the other removes', async () => {
    await here.page.bringToFront();
    await here.tree('Domains').menu(rowIn(here, 'Service 0'), 'Remove Connection…');
    await here.dialog().getByRole('button', { name: 'Remove' }).click();
    for (const window of [here, there]) {
      await window.page.bringToFront();
      await rowIn(window, 'Service 0').waitFor({ state: 'detached' });
    }
  });
});
