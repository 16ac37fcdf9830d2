/** Paging in the real editor, from the command to the rows that are drawn. */
import type { Page } from 'playwright-core';
import { type SampleService, startSampleService } from '../../src/sample/server.ts';
import { connect } from '../browser/connecting.ts';
import { openEditor } from '../browser/host.ts';
import type { EditorWindow } from '../browser/hostWindow.ts';
import { report } from './compare.ts';

const LOGS = 1_000_000;
const PER_PAGE = 20;
const ROUNDS = 7;

/** Pages, each with the text of a row that only it shows. */
const pages = [
  { name: 'page 1', number: 1, drawn: 'Load More (20 of' },
  { name: 'page 5,000', number: 5_000, drawn: 'Load More (100,000 of' },
  { name: 'the last page', number: LOGS / PER_PAGE, drawn: 'Load Previous (from 999,961)' },
] as const;

/** Milliseconds from pressing a key until a row of the tree holds `text`, as the page itself sees it. */
async function timeKey(page: Page, key: string, text: string): Promise<number> {
  await page.evaluate(
    `window.benchDone = new Promise((resolve) => {
      const text = ${JSON.stringify(text)};
      const isDrawn = () => [...document.querySelectorAll('.sidebar [role=treeitem]')].some((row) => row.textContent.includes(text));
      let started;
      window.addEventListener('keydown', () => { started = performance.now(); }, { capture: true, once: true });
      const observer = new MutationObserver(() => {
        if (started === undefined || !isDrawn()) return;
        observer.disconnect();
        resolve(performance.now() - started);
      });
      observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    })`.concat('; undefined'),
  );
  await page.keyboard.press(key);
  return Number(await page.evaluate('window.benchDone'));
}

describe(`Pages of ${LOGS.toLocaleString('en')} logs`, () => {
  let service: SampleService;
  let editor: EditorWindow;

  before(async () => {
    service = await startSampleService({ logsPerDomain: LOGS });
    editor = await openEditor({ viewport: { width: 1280, height: 1400 } });
    await editor.openViews();
    await connect(editor, service);
    const tree = editor.tree('Domains');
    await tree.expand(tree.row('shop.example'));
    await tree.rows.filter({ hasText: 'Load More (20 of' }).waitFor();
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
        await quickInput.message.filter({ hasText: 'Page 1 to' }).waitFor();
        await quickInput.type(String(number));
        times.get(name)?.push(await timeKey(page, 'Enter', drawn));
      }
    }
    report('Go to Page, from Enter to the rows drawn', times);
  });

  it('100 Load More in a row', async () => {
    const tree = editor.tree('Domains');
    const { page } = editor;
    const all: number[] = [];
    await editor.command('Go to Page…');
    await editor.quickInput.pick('shop.example');
    await editor.quickInput.answer('1');
    await tree.rows.filter({ hasText: 'Load More (20 of' }).waitFor();
    for (let load = 1; load <= 100; load++) {
      const before = (load * PER_PAGE).toLocaleString('en');
      await page.keyboard.press('End');
      await tree.rows.filter({ hasText: `Load More (${before} of` }).focus();
      all.push(await timeKey(page, 'Enter', `Load More (${((load + 1) * PER_PAGE).toLocaleString('en')} of`));
    }
    report(
      'Load More, from Enter to the rows drawn',
      new Map([
        ['loads 11 to 40', all.slice(10, 40)],
        ['loads 71 to 100', all.slice(70)],
      ]),
    );
  });
});
