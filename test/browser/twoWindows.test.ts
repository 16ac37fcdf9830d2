/** Tests two windows of one profile whose users press Enter at the same moment. */
import assert from 'node:assert/strict';
import { type SampleService, startSampleService } from '../../src/sample/server.ts';
import { until } from '../until.ts';
import { closeFirstLog, connect } from './connecting.ts';
import { openEditor } from './host.ts';
import type { EditorWindow } from './hostWindow.ts';

describe('Two windows', function () {
  this.timeout(240_000);
  let services: SampleService[];
  let windows: [EditorWindow, EditorWindow];

  before(async () => {
    services = [await startSampleService(), await startSampleService({ seed: 2 })];
    const editor = await openEditor();
    windows = [editor, await editor.another()];
    for (const window of windows) {
      await window.page.bringToFront();
      await window.openViews();
    }
  });

  after(async () => {
    await windows?.[0].close();
    for (const service of services ?? []) await service.close();
  });

  const both = <T>(work: (window: EditorWindow, at: number) => Promise<T>) => Promise.all(windows.map(work));
  const pressEnter = () => both(({ page }) => page.keyboard.press('Enter'));

  /** A window reads another's changes when it gets the focus, which all windows have here, and on its next request. */
  const readAgain = async (window: EditorWindow) => {
    await window.quickInput.input.waitFor({ state: 'hidden' });
    await window.page.bringToFront();
    await window.tree('Domains').action('Refresh');
  };

  it('that add a connection at once keep both, also for a window that is opened later', async () => {
    for (const [at, window] of windows.entries()) {
      const { quickInput, page } = window;
      const service = services[at] ?? assert.fail();
      await page.bringToFront();
      await window.command('Add Connection…');
      await quickInput.message.filter({ hasText: 'Base URL' }).waitFor();
      await quickInput.answer(service.baseUrl);
      await quickInput.message.filter({ hasText: 'only in the secret storage' }).waitFor();
      await quickInput.answer(service.key);
      await quickInput.message.filter({ hasText: 'Name of this connection' }).waitFor();
      await quickInput.type(`Service ${at}`);
    }
    await pressEnter();
    for (const window of windows) {
      await window.page.bringToFront();
      await closeFirstLog(window);
      await readAgain(window);
      for (const name of ['Service 0', 'Service 1']) await window.tree('Domains').row(name).waitFor();
    }
    // Data that another window has overwritten is written again within seconds, or when the loss is noticed.
    await until(
      'both in a window that is opened later',
      async () => {
        await readAgain(windows[0]);
        const third = await windows[0].another();
        await third.openViews();
        await third.tree('Domains').rows.first().waitFor();
        const labels = await third.tree('Domains').labels();
        await third.page.close();
        return labels;
      },
      (labels) => ['Service 0', 'Service 1'].every((name) => labels.includes(name)),
    );
  });

  it('that remove one connection and name another keep to both', async () => {
    const [one, other] = windows;
    for (const [at, service] of services.entries()) {
      if (await one.tree('Domains').row(`Service ${at}`).isVisible()) continue;
      await one.page.bringToFront();
      await connect(one, service, `Service ${at}`);
    }
    await readAgain(other);
    await other.page.bringToFront();
    await other.tree('Domains').menu(other.tree('Domains').row('Service 1'), 'Edit Connection…');
    await other.quickInput.message.filter({ hasText: 'Base URL' }).waitFor();
    await other.page.keyboard.press('Enter');
    await other.quickInput.message.filter({ hasText: 'Name of this connection' }).waitFor();
    await other.quickInput.type('Named anew');
    await one.page.bringToFront();
    await one.tree('Domains').menu(one.tree('Domains').row('Service 0'), 'Remove Connection…');
    await one.dialog().getByRole('button', { name: 'Remove' }).waitFor();
    await Promise.all([
      one.dialog().getByRole('button', { name: 'Remove' }).click(),
      other.page.keyboard.press('Enter'),
    ]);
    for (const window of windows) {
      await readAgain(window);
      await window.tree('Domains').row('Service 0').waitFor({ state: 'detached' });
    }
    const third = await one.another();
    await third.openViews();
    await third.tree('Domains').rows.first().waitFor();
    await third.command('Manage Connections…');
    await third.quickInput.pick('Edit Connection…');
    await third.quickInput.message.filter({ hasText: 'Base URL' }).waitFor();
    await third.page.keyboard.press('Enter');
    await third.quickInput.message.filter({ hasText: 'Name of this connection' }).waitFor();
    assert.equal(await third.quickInput.input.inputValue(), 'Named anew');
  });
});
