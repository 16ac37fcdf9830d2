/** Measures paging in the real editor, from running the command to rendering the rows. */
import type { Page } from 'playwright-core';
import { type SampleService, startSampleService } from '../../src/sample/server.ts';
import { connect } from '../browser/connecting.ts';
import { openEditor } from '../browser/host.ts';
import type { EditorWindow } from '../browser/hostWindow.ts';
import { report } from './compare.ts';

const LOGS = 1_000_000;
const PER_PAGE = 20;
const ROUNDS = 7;

/** Returns the label of the last row after the given number of pages are loaded. */
const loadMore = (loaded: number) => `Load More (${(loaded * PER_PAGE).toLocaleString('en')} of`;

/** The pages, each with a text that appears only in its rows. */
const pages = [
  { name: 'page 1', number: 1, drawn: loadMore(1) },
  { name: 'page 5,000', number: 5_000, drawn: loadMore(5_000) },
  { name: 'the last page', number: LOGS / PER_PAGE, drawn: 'Load Previous (from 999,961)' },
] as const;

interface RowText {
  /** The text that a row of the tree must contain, or must no longer contain. */
  readonly text: string;
  readonly drawn: boolean;
}

/** Returns the milliseconds from pressing a key until the rows match, measured in the page. */
async function timeKey(page: Page, key: string, { text, drawn }: RowText): Promise<number> {
  const rows = "[...document.querySelectorAll('.sidebar [role=treeitem]')]";
  const isDrawn = `${rows}.some((row) => row.textContent.includes(${JSON.stringify(text)}))`;
  await page.evaluate(`void (window.benchDone = new Promise((resolve, reject) => {
    let started;
    window.addEventListener('keydown', () => { started = performance.now(); }, { capture: true, once: true });
    new MutationObserver((_, observer) => {
      if (started === undefined || ${isDrawn} !== ${drawn}) return;
      observer.disconnect();
      resolve(performance.now() - started);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
    setTimeout(() => reject(new Error('The rows did not come.')), 60_000);
  }))`);
  await page.keyboard.press(key);
  return Number(await page.evaluate('window.benchDone'));
}

describe(`Pages of ${LOGS.toLocaleString('en')} logs`, () => {
  let service: SampleService;
  let editor: EditorWindow;

  before(async () => {
    service = await startSampleService({ logsPerDomain: LOGS });
    editor = await openEditor({ viewport: { width: 1280, height: 1400 } });
    editor.page.setDefaultTimeout(60_000);
    await editor.openViews();
    await connect(editor, service);
    const tree = editor.tree('Domains');
    await tree.row('shop.example').click();
    await tree.rows.filter({ hasText: loadMore(1) }).waitFor();
  });

  after(async () => {
    await editor?.close();
    await service?.close();
  });

  it('Go to Page', async () => {
    const { quickInput, page } = editor;
    const times = new Map(pages.map(({ name }) => [name, [] as number[]]));
    for (let round = 0; round < ROUNDS; round++) {
      for (const { name, number, drawn } of pages) {
        await editor.command('Go to Page…');
        await quickInput.pick('shop.example');
        await quickInput.message.filter({ hasText: 'Enter a page number from 1 to' }).waitFor();
        await quickInput.type(String(number));
        times.get(name)?.push(await timeKey(page, 'Enter', { text: drawn, drawn: true }));
      }
    }
    report('Go to Page, from Enter to the rows drawn', times);
  });

  it('100 Load More in a row', async () => {
    const tree = editor.tree('Domains');
    const { page } = editor;
    // The last domain is used so that its Load More is the last row of the tree.
    await tree.row('shop.example').click();
    await tree.row('security-lab.example').click();
    await tree.rows
      .filter({ hasText: loadMore(1) })
      .last()
      .waitFor();
    const times: number[] = [];
    for (let load = 1; load <= 100; load++) {
      await page.keyboard.press('End');
      await tree.rows
        .and(page.locator('.focused'))
        .filter({ hasText: loadMore(load) })
        .waitFor();
      times.push(await timeKey(page, 'Enter', { text: loadMore(load), drawn: false }));
    }
    report(
      'Load More, from Enter to the rows drawn',
      new Map([
        ['loads 11 to 40', times.slice(10, 40)],
        ['loads 71 to 100', times.slice(70)],
      ]),
    );
  });
});
