import assert from 'node:assert/strict';
import { openEditor } from './host.ts';
import type { EditorWindow } from './hostWindow.ts';

const steps = [
  { title: 'Connect to your service', picture: 'Connect' },
  { title: 'Browse and search', picture: 'Browse' },
  { title: 'Open a log and share it', picture: 'Read' },
  { title: 'Keep an eye on today', picture: 'Watch' },
];

describe('Walkthrough', function () {
  this.timeout(180_000);
  let editor: EditorWindow;

  before(async () => {
    // In a narrower window, the editor hides the images.
    editor = await openEditor({ viewport: { width: 1700, height: 900 } });
  });

  after(() => editor?.close());

  it('is beside a view that welcomes users', async () => {
    await editor.openViews();
    const { view, rows } = editor.tree('Domains');
    await view.getByRole('button', { name: 'Add Connection' }).waitFor();
    await view.getByRole('button', { name: 'Explore sample data' }).waitFor();
    assert.equal(await rows.count(), 0);
  });

  /** Opens the walkthrough unless it is open. */
  async function open(): Promise<void> {
    if (await editor.page.locator('.gettingStartedDetailsContent').isVisible()) return;
    await editor.command('Open Walkthrough...', 'Welcome');
    await editor.quickInput.pick('Get Started with Partner Logs');
  }

  it('has four steps, each with a picture', async () => {
    await open();
    const titles = editor.page.locator('.gettingStartedDetailsContent .step-title');
    await titles.first().waitFor();
    assert.deepEqual(
      await titles.allTextContents(),
      steps.map(({ title }) => title),
    );
    for (const { title, picture } of steps) {
      await titles.getByText(title, { exact: true }).click();
      const media = editor.page
        .frameLocator('.gettingStartedContainer iframe.webview')
        .frameLocator('iframe#active-frame');
      await media.locator('svg', { has: media.locator('title', { hasText: picture }) }).waitFor();
    }
  });

  it('does what a step offers, and marks steps as done', async () => {
    const { page } = editor;
    await open();
    await page.locator('.step-title').getByText('Connect to your service', { exact: true }).click();
    await page.locator('.getting-started-step').getByText('Explore sample data').click();
    await editor.tree('Domains').row('shop.example').waitFor();
    const isDone = (title: string) =>
      page
        .locator('.getting-started-step', { has: page.getByText(title, { exact: true }) })
        .locator('.codicon.complete');
    await isDone('Connect to your service').waitFor();
    assert.equal(await isDone('Keep an eye on today').count(), 0);
  });
});
