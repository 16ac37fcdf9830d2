/** Measures waiting times in the editor, compared with the minimum for any panel. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { openEditor } from '../browser/host.ts';
import type { EditorWindow } from '../browser/hostWindow.ts';
import { report } from './compare.ts';
import { packWebview } from './hostExtensions.ts';

const ROUNDS = 5;

describe('In the editor', () => {
  let folder: string;
  let editor: EditorWindow;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'partner-logs-bench-'));
    editor = await openEditor({
      extensions: [await packWebview(folder)],
      viewport: { width: 1280, height: 1600 },
    });
    editor.page.setDefaultTimeout(30_000);
  });

  after(async () => {
    await editor?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('paints a log', async () => {
    await editor.command('Explore Sample Data');
    await editor.tabs().first().waitFor();
    await editor.command('Close All Editors', 'View');
    const empty: number[] = [];
    const log: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await typeCommand('Bench: Empty Webview');
      empty.push(await untilPainted(editor.panel().getByText('painted', { exact: true })));
      await editor.command('Close All Editors', 'View');
      await typeLog(1001, 1_200 + round);
      log.push(await untilPainted(editor.panel().getByText('Request headers').first()));
      await editor.command('Close All Editors', 'View');
    }
    const times = new Map([
      ['an empty webview', empty],
      ['a detection log, asked of the sample service', log],
    ]);
    report('From Enter to content in a new panel', times);
  });

  /** Types a command's title into the palette, so that pressing Enter runs it. */
  async function typeCommand(title: string): Promise<void> {
    await editor.page.keyboard.press('F1');
    await editor.quickInput.type(`>${title}`);
    await editor.quickInput.row(title).waitFor();
  }

  /** Types a log's number into Open Detection Log, so that pressing Enter opens it. */
  async function typeLog(domain: number, idx: number): Promise<void> {
    await editor.command('Open Detection Log…');
    await editor.quickInput.title.filter({ hasText: 'Open Detection Log' }).waitFor();
    await editor.quickInput.type(`${domain}/${idx}`);
    await editor.quickInput.rows
      .first()
      .filter({ hasText: String(idx) })
      .waitFor();
  }

  /** Presses Enter and returns the milliseconds until the content is visible. */
  async function untilPainted(content: Locator): Promise<number> {
    const started = performance.now();
    await editor.page.keyboard.press('Enter');
    await content.waitFor();
    return performance.now() - started;
  }
});
