/** Measures the table in the editor, compared with an empty webview. */
import process from 'node:process';
import type { FrameLocator, Page } from 'playwright-core';
import { type SampleService, startSampleService } from '../../src/sample/server.ts';
import { connect } from '../browser/connecting.ts';
import { openEditor } from '../browser/host.ts';
import { pointAt } from '../browser/hostRows.ts';
import type { EditorWindow } from '../browser/hostWindow.ts';
import { withLogs } from '../hostileLogs.ts';
import { until } from '../until.ts';
import { report, timesOf } from './compare.ts';
import { packWebview, timeClick } from './hostExtensions.ts';

const ROUNDS = 9;
const LOGS = 1_000_000;

interface TraceEvent {
  readonly pid: number;
  readonly tid: number;
  readonly name: string;
  readonly args?: { readonly name?: string };
  /** Microseconds of processor time. */
  readonly tdur?: number;
}

/** Returns the processor time of the longest task of a window during the work, in milliseconds. */
async function longestTask(page: Page, work: () => Promise<unknown>): Promise<number> {
  const browser = page.context().browser();
  await browser?.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] });
  await work();
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(String(await browser?.stopTracing()));
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const pages = new Set(
    traceEvents.filter(({ args }) => args?.name === 'CrRendererMain').map((event) => threadOf(event)),
  );
  const tasks = traceEvents.filter((event) => event.name === 'RunTask' && pages.has(threadOf(event)));
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur / 1_000));
}

describe('The table', () => {
  let service: SampleService;
  let editor: EditorWindow;

  before(async () => {
    service = await startSampleService({ domains: withLogs(LOGS) });
    editor = await openEditor({
      extensions: [await packWebview()],
      viewport: { width: 1280, height: 900 },
    });
    await editor.openViews();
    await connect(editor, service);
  });

  after(async () => {
    await editor?.close();
    await service?.close();
  });

  const table = (): FrameLocator => editor.panel();
  const evaluate = <T>(script: string): Promise<T> => table().locator('.grid').evaluate(script);
  const closeAll = () => editor.command('Close All Editors', 'View');

  it('paints its first rows', async () => {
    const { page } = editor;
    const domain = editor.tree('Domains').row('shop.example');
    const variants = {
      'an empty webview, by the icon': async () => {
        const row = editor.tree('Bench').row('Empty Webview');
        await pointAt(row.getByRole('button', { name: 'Open Empty Webview' }), row);
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
    const tree = editor.tree('Domains');
    await tree.action('Open Logs in Table', tree.row('shop.example'));
    await table().locator('.line.log').first().waitFor();
    const drop = async (place: number) => {
      await evaluate(
        `{ const grid = document.querySelector('.grid'); grid.scrollTop = (grid.scrollHeight - grid.clientHeight) * ${place}; }`,
      );
      await table().locator('.line.unread').first().waitFor({ state: 'detached' });
    };
    let round = 0;
    const variants = {
      'near the start': () => drop(0.001 + round++ / 1_000),
      'in the middle of 1 000 000': () => drop(0.5 + round / 1_000),
    };
    report('From dropping the bar to its rows', await timesOf(variants, ROUNDS));
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
    const scroll = () =>
      evaluate(`new Promise((resolve) => {
        const grid = document.querySelector('.grid');
        // Read once: reading them between two frames would lay out the page twice.
        const end = grid.scrollHeight - grid.clientHeight;
        let top = 0;
        const step = () => {
          grid.scrollTop = top += 400;
          if (top < end) requestAnimationFrame(step);
          else setTimeout(resolve, 200);
        };
        step();
      })`);
    const longest = await longestTask(editor.page, scroll);
    process.stdout.write(`    longest task: ${longest.toFixed(0)} ms of processor time\n`);
  });
});
