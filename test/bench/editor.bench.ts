/** Measures waiting times in the editor, compared with the minimum for any panel. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { openEditor } from '../browser/host.ts';
import type { EditorWindow } from '../browser/hostWindow.ts';
import { clockTimeOf, report, timesOf } from './compare.ts';
import { packWebview } from './hostExtensions.ts';

const ROUNDS = 5;

describe('In the editor', () => {
  let folder: string;
  let editor: EditorWindow;
  let nextLog = 1_200;

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
    const variants = {
      'an empty webview': async () => {
        await typeCommand('Bench: Empty Webview');
        return untilPainted(editor.panel().getByText('painted', { exact: true }));
      },
      'a detection log, asked of the sample service': async () => {
        await typeLog(1001, nextLog++);
        return untilPainted(editor.panel().getByText('Request headers').first());
      },
    };
    const times = await timesOf(variants, ROUNDS, async (open) => {
      const milliseconds = Number(await open());
      await editor.command('Close All Editors', 'View');
      return milliseconds;
    });
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
  }

  /** Presses Enter and returns the milliseconds until the content is visible. */
  function untilPainted(content: Locator): Promise<number> {
    return clockTimeOf(async () => {
      await editor.page.keyboard.press('Enter');
      await content.waitFor();
    });
  }
});
