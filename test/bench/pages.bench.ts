/** Measures paging in the real editor, from pressing Enter to rendering the rows. */
import type { Page } from 'playwright-core';
import { type SampleService, startSampleService } from '../../src/sample/server.ts';
import { connect } from '../browser/connecting.ts';
import { openEditor } from '../browser/host.ts';
import type { EditorWindow } from '../browser/hostWindow.ts';
import { report } from './compare.ts';

const LOGS = 1_000_000;
const PER_PAGE = 20;

/** Returns the label of the last row after the given number of pages are loaded. */
const loadMore = (loaded: number) => `Load More (${(loaded * PER_PAGE).toLocaleString('en')} of`;

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
