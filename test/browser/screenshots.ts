/** Takes the screenshots for README.md in the real editor with sample data; run by `npm run screenshots`. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../scripts/run.mjs';
import { until } from '../until.ts';
import { openEditor } from './host.ts';
import { clickRow } from './hostRows.ts';
import type { EditorWindow } from './hostWindow.ts';

const folder = path.join(root, 'docs/images');

describe('Pictures of the README', function () {
  this.timeout(180_000);
  let editor: EditorWindow;

  const picture = (name: string) => editor.page.screenshot({ path: path.join(folder, `${name}.png`) });

  before(async () => {
    await mkdir(folder, { recursive: true });
    editor = await openEditor({
      viewport: { width: 1200, height: 720 },
      // The rows of one domain fill the side bar, because the computer might lack fonts for the names of the others.
      settings: { 'partnerLogs.pageSize': 40 },
    });
    await editor.command('Explore Sample Data');
    await editor.tree('Domains').row('shop.example').waitFor();
  });

  after(() => editor?.close());

  it('a detection log', async () => {
    const tree = editor.tree('Domains');
    await clickRow(tree.logsWith('SQL Injection').nth(1));
    await editor.page.locator('.webview.ready:visible').last().waitFor();
    await editor.panel().getByText('Request headers').first().waitFor();
    await editor
      .statusBarItem('partnerLogs.attackers')
      .filter({ hasText: /\d attackers/ })
      .waitFor();
    await editor.page.mouse.move(600, 400);
    await picture('detection-log');
  });

  it('a search', async () => {
    const { quickInput } = editor;
    await editor.command('Search Detection Logs…');
    await quickInput.title.filter({ hasText: 'Search Detection Logs' }).waitFor();
    await quickInput.type('login blocked');
    await quickInput.rows.filter({ hasText: '/login' }).nth(3).waitFor();
    await picture('search');
    await quickInput.cancel();
  });

  it('counts', async () => {
    await editor.command('Show Visitor and Attacker Counts');
    await editor.panel().locator('.chart').first().waitFor();
    await editor.panel().getByRole('row').nth(3).waitFor();
    await picture('counts');
  });

  it('a table, and a log beside it', async () => {
    await editor.tree('Domains').action('Open Logs in Table', editor.tree('Domains').row('shop.example'));
    const inFrames = (selector: string) =>
      until(selector, async () => {
        for (const frame of editor.page.frames()) {
          const found = frame.locator(selector).nth(2);
          if (await found.isVisible().catch(() => false)) return found;
        }
        return undefined;
      });
    await editor.page.setViewportSize({ width: 1600, height: 800 });
    await (await inFrames('.line.log'))?.click();
    await inFrames('.fact');
    await picture('table');
  });
});
