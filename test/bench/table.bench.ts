/** Measures the table in the editor, compared with an empty webview. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import type { FrameLocator } from 'playwright-core';
import { type SampleService, startSampleService } from '../../src/sample/server.ts';
import { connect } from '../browser/connecting.ts';
import { openEditor } from '../browser/host.ts';
import { pointAt } from '../browser/hostRows.ts';
import type { EditorWindow } from '../browser/hostWindow.ts';
import { withLogs } from '../hostileLogs.ts';
import { until } from '../until.ts';
import { clockTimeOf, report, timesOf } from './compare.ts';
import { packWebview, timeClick } from './hostExtensions.ts';

const ROUNDS = 5;
const LOGS = 1_000_000;

describe('The table', () => {
  let folder: string;
  let service: SampleService;
  let editor: EditorWindow;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'partner-logs-bench-'));
    service = await startSampleService({ domains: withLogs(LOGS) });
    editor = await openEditor({
      extensions: [await packWebview(folder)],
      viewport: { width: 1280, height: 900 },
    });
    await editor.openViews();
    await connect(editor, service);
  });

  after(async () => {
    await editor?.close();
    await service?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const table = (): FrameLocator => editor.panel();
  const evaluate = <T>(script: string): Promise<T> => table().locator('.grid').evaluate(script);
  const closeAll = () => editor.command('Close All Editors', 'View');

  /** Returns the milliseconds from the action until the condition is met. */
  const timed = (act: () => Promise<unknown>, wait: () => Promise<unknown>) =>
    clockTimeOf(async () => {
      await act();
      await wait();
    });

  async function openTable(): Promise<void> {
    await editor.tree('Domains').action('Open Logs in Table', editor.tree('Domains').row('shop.example'));
  }

  it('paints its first rows', async () => {
    const { page } = editor;
    const domain = editor.tree('Domains').row('shop.example');
    const variants = {
      'an empty webview, by a row': async () => {
        await pointAt(editor.tree('Bench').row('Empty Webview'));
        return timeClick(page, 'p');
      },
      'the table, by the icon': async () => {
        await pointAt(domain.getByRole('button', { name: 'Open Logs in Table' }), domain);
        return timeClick(page, '.line.log');
      },
    };
    const times = await timesOf(variants, ROUNDS, async (open) => {
      await editor.tree('Domains').action('Refresh');
      const milliseconds = Number(await open());
      await closeAll();
      return milliseconds;
    });
    report('From the click to the first rows', times);
  });

  it('reads where the bar is dropped', async () => {
    await openTable();
    await table().locator('.line.log').first().waitFor();
    const read = () => table().locator('.line.unread').first().waitFor({ state: 'detached' });
    const drop = (place: number) => () =>
      evaluate(
        `{ const grid = document.querySelector('.grid'); grid.scrollTop = (grid.scrollHeight - grid.clientHeight) * ${place}; }`,
      );
    let round = 0;
    const variants = {
      'near the start': () => timed(drop(0.001 + round++ / 1_000), read),
      'in the middle of 1 000 000': () => timed(drop(0.5 + round / 1_000), read),
    };
    report(
      'From dropping the bar to its rows',
      await timesOf(variants, ROUNDS, async (run) => Number(await run())),
    );
  });

  it('scrolls 5 000 rows from end to end', async () => {
    await table().getByRole('button', { name: 'Rule', exact: true }).click();
    await table().locator('.status').filter({ hasText: 'loaded' }).waitFor();
    // They might already be loaded.
    const load = table().getByRole('button', { name: /^Load / });
    if ((await load.count()) > 0) await load.click();
    await until(
      'the rows',
      () => table().locator('.status').textContent(),
      (text) => /5,000 (?:of 1,000,000 logs )?loaded/.test(text ?? ''),
    );
    await table().getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' });
    const longest = await evaluate<number>(`new Promise((resolve) => {
      const grid = document.querySelector('.grid');
      // Read once: reading them between two frames would lay out the page twice.
      const end = grid.scrollHeight - grid.clientHeight;
      let top = 0;
      let longest = 0;
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
      }).observe({ type: 'longtask' });
      const step = () => {
        grid.scrollTop = top += 400;
        if (top < end) requestAnimationFrame(step);
        else setTimeout(() => resolve(longest), 200);
      };
      requestAnimationFrame(step);
    })`);
    process.stdout.write(
      `    longest task above 50 ms: ${longest === 0 ? 'none' : `${longest.toFixed(0)} ms`}\n`,
    );
  });
});
