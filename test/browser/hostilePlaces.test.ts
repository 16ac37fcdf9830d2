/**
 * Tests the hostile texts of every class in what the editor itself shows, a hundred at a time: nothing runs, no request
 * is sent, no element is created from a text, no policy is violated, no dialog opens, and the displayed text is the
 * original or its visible form. The tests of the pages show them in panels, tables, and reports. A sample of each class,
 * or all of them with PARTNER_LOGS_PROOFS=all.
 */
import assert from 'node:assert/strict';
import type * as treeItems from '../../src/browse/tree/treeItems.ts';
import { asPlainLine } from '../../src/text/label.ts';
import { FakeWindow, plainProfile } from '../fakeEditor/window.ts';
import type { FakeService } from '../fakeService.ts';
import { chosenTexts as TEXTS } from '../hostilePayloads.ts';
import { isWhole } from '../proofs.ts';
import { until } from '../until.ts';
import { connect } from './connecting.ts';
import { openEditor } from './host.ts';
import { FAILING, type HostileTexts, openLog, startHostileService } from './hostileService.ts';
import { HostileWatch } from './hostileWatch.ts';
import { clickRow } from './hostRows.ts';
import type { EditorWindow } from './hostWindow.ts';

/** Number of rows per page; a window of this height renders all of them at once. */
const PAGE = 100;
const HEIGHT = 3_000;
/** Number of headers in a log. */
const HEADERS = 180;
const LOGS = Math.ceil(TEXTS.length / HEADERS);
const settings = { 'partnerLogs.pageSize': PAGE };

const headersOf = (idx: number) =>
  TEXTS.slice((idx - TEXTS.length - 1) * HEADERS, (idx - TEXTS.length) * HEADERS);
/** A log's headers use one class of texts, and its raw data another. */
const hostile: HostileTexts = {
  texts: TEXTS,
  more: LOGS,
  rawData: (idx) => headersOf(idx).join('\r\n'),
  headers: (idx) => Object.fromEntries(headersOf(idx).map((text) => [text, text])),
};

describe('Hostile texts in every place of the editor', function () {
  this.timeout(isWhole ? 900_000 : 240_000);
  let service: FakeService;
  let editor: EditorWindow;
  let watch: HostileWatch;

  async function open(plain: 'first' | 'only', texts = TEXTS): Promise<void> {
    service = await startHostileService({ ...hostile, texts, plain });
    editor = await openEditor({ settings, viewport: { width: 1600, height: HEIGHT } });
    watch = new HostileWatch(editor);
    await editor.openViews();
    await connect(editor, service);
    watch.begin();
  }

  async function close(): Promise<void> {
    await editor?.close();
    await service?.close();
  }

  /**
   * Scrolls through a list in the tree to its end; returns the rendered labels.
   * @param labelOf returns the label of a text's row
   */
  async function walk(labelOf = asPlainLine): Promise<Set<string>> {
    const tree = editor.tree('Domains');
    const seen = new Set<string>();
    const more = tree.rows.filter({ hasText: /^Load More \(/ });
    const lastText = labelOf(TEXTS.at(-1) ?? '');
    /** Returns the label of the last row once it is rendered: a command, or the last text. */
    const end = async () => {
      await tree.rows.first().press('End');
      const labels = await tree.rows.locator('.label-name').allTextContents();
      const command = labels.find((label) => /^(?:Load More|Open Logs in Table) \(/.test(label));
      return command ?? labels.find((label) => label === lastText);
    };
    let before: string | undefined;
    for (;;) {
      before = await until('further rows', end, (label) => label !== undefined && label !== before);
      for (const label of await tree.rows.locator('.label-name').allTextContents()) seen.add(label);
      await watch.assertPlain(tree.rows, `rows up to ${before}`);
      if (!before?.startsWith('Load More (')) return seen;
      const asked = before;
      await until('the next page to be asked for', async () => {
        if ((await end()) !== asked) return true;
        await more.click();
        return until('the next page', end, (label) => label !== undefined && label !== asked, 3).catch(
          () => false,
        );
      });
    }
  }

  const missing = (seen: ReadonlySet<string>, labelOf = asPlainLine) =>
    TEXTS.filter((text) => !seen.has(labelOf(text)));

  describe('as logs', () => {
    before(() => open('only'));
    after(close);

    /** Shows the logs of the domain in the tree, starting with the first. */
    const showLogs = async () => {
      const tree = editor.tree('Domains');
      await tree.rows.first().press('Home');
      await tree.expand(tree.row('shop.example'));
      await tree.rows.nth(2).waitFor();
    };

    it('are text in rows of the tree', async () => {
      const fake = await FakeWindow.open(plainProfile());
      const { logLabel } = await fake.load<typeof treeItems>('browse/tree/treeItems.ts');
      fake.close();
      const labelOf = (text: string) => logLabel({ idx: 0, uri: text, rule: text, other: {} });
      await showLogs();
      const seen = await walk(labelOf);
      // The tree shows at most 1,000 rows.
      if (TEXTS.length > 1_000) {
        await close();
        await open('only', TEXTS.toReversed());
        await showLogs();
        for (const label of await walk(labelOf)) seen.add(label);
      }
      assert.deepEqual(missing(seen, labelOf), []);
      await watch.assertQuiet('tree');
    });

    it('are text in tooltips of the tree', async () => {
      const tree = editor.tree('Domains');
      const rows = isWhole ? 60 : 8;
      const hover = editor.page.locator('.monaco-hover:visible');
      const tooltips = new Set<string | undefined>();
      await showLogs();
      await editor.page.mouse.move(1_200, 400);
      await hover.first().waitFor({ state: 'detached' });
      await tree.rows.first().press('Home');
      for (let at = 0; at < rows; at++) {
        await editor.page.keyboard.press('ArrowDown');
        // An element that the editor renders again loses its tooltip.
        const text = await until(`the tooltip of row ${at}`, async () => {
          await editor.page.keyboard.press('Control+K');
          await editor.page.keyboard.press('Control+I');
          const shown = hover.first().waitFor({ timeout: 3_000 });
          await shown.catch(() => undefined);
          await watch.assertPlain(hover, `tooltip ${at}`);
          const [whole] = await hover.allTextContents();
          return whole;
        });
        tooltips.add(text);
        await editor.page.keyboard.press('Escape');
        await hover.first().waitFor({ state: 'detached' });
      }
      assert.equal(tooltips.size, rows);
      await watch.assertQuiet('tooltips');
    });

    it('are text in quick picks', async () => {
      await showLogs();
      await editor.command('Search Detection Logs…');
      const { title } = editor.quickInput;
      await title.filter({ hasText: /Search Detection Logs of|Choose a Domain/ }).waitFor();
      if ((await title.textContent())?.includes('Choose')) await editor.quickInput.pick('shop.example');
      await title.filter({ hasText: 'Search Detection Logs of' }).waitFor();
      await editor.quickInput.rows.nth(4).waitFor();
      const seen = new Set<string>();
      for (let page = 0; page < 6; page++) {
        await watch.assertPlain(editor.quickInput.rows, 'search');
        for (const text of await editor.quickInput.rows.allInnerTexts()) seen.add(text);
        await editor.quickInput.input.press('PageDown');
      }
      assert.ok(seen.size >= Math.min(50, PAGE), [...seen].join('\n'));
      await editor.quickInput.cancel();
      await watch.assertQuiet('quick pick');
    });

    it('are text in documents', async () => {
      for (let at = 0; at < LOGS; at++) {
        const idx = TEXTS.length + 1 + at;
        await openLog(editor, idx);
        await editor.command('Open Decoded Data in Editor');
        const lines = editor.page.locator('.editor-group-container .view-line');
        await lines.nth(Math.min(20, headersOf(idx).length)).waitFor();
        await watch.assertPlain(lines, `documents ${idx}`);
        await watch.assertQuiet(`documents ${idx}`);
        await editor.command('View: Close All Editors', '');
      }
    });

    it('are text in notifications and failed panels', async () => {
      const step = Math.ceil(TEXTS.length / (isWhole ? 24 : 3));
      for (let idx = 1; idx <= TEXTS.length; idx += step) {
        await openLog(editor, FAILING + idx, 'The service has no such data');
        await editor.command('Copy As…');
        await editor.quickInput.pick('cURL for POSIX shells');
        const message = editor.notification('The service has no such data');
        await message.first().waitFor();
        await watch.assertPlain(message.locator('.notification-list-item-message'), `notification ${idx}`);
        await editor.command('Notifications: Clear All Notifications', '');
      }
      await watch.assertQuiet('notifications');
    });
  });

  describe('as domains', () => {
    before(() => open('first'));
    after(close);

    it('are text in rows of the tree', async () => {
      assert.deepEqual(missing(await walk()), []);
      await watch.assertQuiet('tree');
    });

    it('are text in the status bar and in panels of counts', async () => {
      await clickRow(editor.tree('Domains').rows.last());
      await editor.command('Show Visitor and Attacker Counts');
      await editor.panel().getByRole('heading', { level: 1 }).waitFor();
      const hover = await editor.hover(editor.statusBarItem('partnerLogs.attackers'));
      await watch.assertPlain(hover, 'status bar');
      await editor.page.mouse.move(1_200, 400);
      await editor.statusBarItem('partnerLogs.attackers').click();
      await editor.panel().getByRole('heading', { level: 1 }).waitFor();
      await watch.assertQuiet('status bar and counts');
    });
  });
});
