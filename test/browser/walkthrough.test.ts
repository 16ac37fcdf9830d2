import assert from 'node:assert/strict';
import { openConnected } from './connecting.ts';
import { openEditor } from './host.ts';
import { openLogOf } from './hostPanels.ts';
import { clickRow } from './hostRows.ts';
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

  beforeEach(async () => {
    if (await editor.page.locator('.gettingStartedDetailsContent').isVisible()) return;
    await editor.command('Open Walkthrough...', 'Welcome');
    await editor.quickInput.pick('Get started with Partner Logs');
  });

  after(() => editor?.close());

  it('has four steps, each with a picture', async () => {
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

  it('does what a step offers, and marks it as done', async () => {
    const { page } = editor;
    await page.locator('.step-title').getByText('Connect to your service', { exact: true }).click();
    await page.locator('.getting-started-step').getByText('Explore sample data').click();
    await editor.tree('Domains').row('shop.example').waitFor();
    await page.locator('.getting-started-step .codicon.complete').first().waitFor();
  });
});

describe('Walkthrough that is opened after connecting and reading', function () {
  this.timeout(180_000);
  let opened: Awaited<ReturnType<typeof openConnected>>;

  before(async () => {
    opened = await openConnected();
  });

  after(async () => {
    await opened?.editor.close();
    await opened?.service.close();
  });

  it('has the steps marked as done that the user has done before', async () => {
    const { editor } = opened;
    const tree = editor.tree('Domains');
    await clickRow(tree.row('shop.example'));
    await openLogOf(tree.logsWith('File Upload').first());
    await editor.command('Open Walkthrough...', 'Welcome');
    await editor.quickInput.pick('Get started with Partner Logs');
    const step = (title: string) =>
      editor.page.locator('.getting-started-step', { has: editor.page.getByText(title, { exact: true }) });
    await step('Connect to your service').locator('.codicon.complete').waitFor();
    await step('Open a log and share it').locator('.codicon.complete').waitFor();
    assert.equal(await step('Keep an eye on today').locator('.codicon.complete').count(), 0);
  });
});
