/**
 * Tests the hostile texts of every class in the page of a table, many rows at a time. npm test uses some texts of each
 * class, PARTNER_LOGS_PROOFS=all all of them.
 */
import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { COLUMNS, rowView } from '../../src/table/columns.ts';
import type { FromTable, TableState } from '../../src/table/tableMessages.ts';
import { asVisible } from '../../src/text/visible.ts';
import { chosenTexts as TEXTS } from '../hostilePayloads.ts';
import { isWhole } from '../proofs.ts';
import { plainBrowser } from './browsers.ts';
import { PanelPage } from './panelPage.ts';
import { tableState } from './sampleTable.ts';

/** Number of rows in a list; a window of this height renders all of them at once. */
const PAGE = 90;
const HEIGHT = 2_400;

/** All elements that the page creates for data from the service. */
const ELEMENTS = new Set('DIV SPAN I BUTTON H1 P'.split(' '));
const ATTRIBUTES = new Set(
  (
    'class style role title type id hidden data-column data-index data-focus data-vscode-context tabindex ' +
    'aria-colindex aria-colspan aria-rowindex aria-level aria-expanded aria-selected aria-hidden aria-label aria-sort aria-pressed ' +
    'disabled'
  ).split(' '),
);
const INVISIBLE = /(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

const chunks = (texts: readonly string[], size: number): string[][] =>
  Array.from({ length: Math.ceil(texts.length / size) }, (_, at) => texts.slice(at * size, (at + 1) * size));

describe('Hostile texts in the page of a table', function () {
  this.timeout(isWhole ? 600_000 : 120_000);
  let browser: Browser;
  let panel: PanelPage;
  let list = 0;

  before(async () => {
    browser = await plainBrowser();
    panel = await PanelPage.open(browser, { panel: 'tablePanel', width: 1_800, height: HEIGHT });
  });

  after(() => panel?.close());

  /** Asserts that nothing ran, no network request was sent, the policy blocked nothing, and no dialog opened. */
  afterEach(async () => {
    const { violations } = await panel.recorded<FromTable, unknown>();
    assert.equal(await panel.page.evaluate('typeof executed'), 'undefined');
    assert.deepEqual([panel.errors, panel.requests, violations], [[], [], []]);
  });

  const rowOf = (text: string, idx: number) => {
    const fields = { time: text, rule: text, uri: text, address: text, country: text, action: text };
    const row = { ...fields, idx, detectedValue: text, other: {} };
    return rowView({ key: { domain: 1, idx, detectedType: text }, row }, false, text);
  };
  /** Returns a cell as the page shows it. */
  const shown = (text: string) => asVisible(rowOf(text, 1).cells['uri'] ?? '');

  /** Shows a list in which every cell of a row contains the same text. */
  async function show(texts: readonly string[], changes: Partial<TableState> = {}): Promise<void> {
    list++;
    const rows = texts.map((text, index) => [index, rowOf(text, index)]);
    await panel.send({
      type: 'show',
      state: { ...tableState, chips: [], list, length: texts.length, ...changes },
      rows,
    });
  }

  const textsOf = (selector: string) => panel.page.locator(selector).allTextContents();

  /** Asserts the texts of some elements, and that all elements, attributes, tooltips, and labels are harmless. */
  async function assertShown(selector: string, wanted: readonly string[]): Promise<void> {
    assert.deepEqual(await textsOf(selector), wanted);
    const { labels, elements, attributes }: Record<string, string[]> = await panel.page.evaluate(`(() => {
      // Tooltips are added under the pointer.
      for (const cell of document.querySelectorAll('.cell')) cell.dispatchEvent(new Event('mouseover', { bubbles: true }));
      const all = [...document.querySelectorAll(':is(.grid, .chips, .status, .notices, .problem-frame) *')];
      return {
        labels: [...document.querySelectorAll('*')].flatMap((each) =>
          ['title', 'aria-label'].flatMap((name) => each.getAttribute(name)?.split('\\n') ?? [])),
        elements: [...new Set(all.map(({ tagName }) => tagName))],
        attributes: [...new Set(all.flatMap((each) => each.getAttributeNames()))],
      };
    })()`);
    assert.deepEqual(
      [
        ...(elements ?? []).filter((name) => !ELEMENTS.has(name)),
        ...(attributes ?? []).filter((name) => !ATTRIBUTES.has(name)),
      ],
      [],
    );
    for (const text of [...wanted, ...(labels ?? [])]) assert.doesNotMatch(text, INVISIBLE);
  }

  it('are text in cells and their tooltips, on rows of one height', async () => {
    for (const texts of chunks(TEXTS, PAGE)) {
      await show(texts);
      for (const { id } of COLUMNS) await assertShown(`.line.log [data-column="${id}"]`, texts.map(shown));
      const heights: number[] = await panel.page.evaluate(
        "[...new Set([...document.querySelectorAll('.line')].map((line) => line.getBoundingClientRect().height))]",
      );
      assert.deepEqual(heights, [22]);
    }
  });

  it('are text in cells that showed other rows before', async () => {
    await panel.page.setViewportSize({ width: 1_800, height: 600 });
    await show(TEXTS);
    for (const top of [0, 300, 2_000, 1_700, 0]) {
      await panel.scroll('.grid', top);
      const indexes = await panel.page
        .locator('.line')
        .evaluateAll((lines) => lines.map((line) => Number(line.getAttribute('data-index'))));
      const texts = indexes.map((index) => TEXTS[index] ?? '');
      assert.ok(texts.length > 15);
      for (const { id } of COLUMNS) await assertShown(`.line.log [data-column="${id}"]`, texts.map(shown));
    }
    await panel.page.setViewportSize({ width: 1_800, height: HEIGHT });
  });

  it('are in their columns in a narrow table', async () => {
    await panel.page.setViewportSize({ width: 360, height: HEIGHT });
    for (const texts of chunks(TEXTS, PAGE)) {
      await show(texts);
      const misplaced =
        await panel.page.evaluate(`[...document.querySelectorAll('.line.log')].flatMap((line) => {
        const boxes = [...line.querySelectorAll('.outcome, .path-start:not(:empty), .path-end, [data-column=rule]')]
          .map((each) => each.getBoundingClientRect());
        const isInOrder = boxes.every((box, at) => at === 0 || box.left >= boxes[at - 1].right);
        return isInOrder && line.offsetHeight === 22 ? [] : [line.textContent];
      })`);
      assert.deepEqual(misplaced, []);
    }
    await panel.page.setViewportSize({ width: 1_800, height: HEIGHT });
  });

  it('are text in the contexts of menus, and lead to their log alone', async () => {
    for (const texts of chunks(TEXTS, PAGE)) {
      await show(texts);
      const contexts: string[] = await panel.page.evaluate(
        "[...document.querySelectorAll('.line.log')].map((line) => line.dataset.vscodeContext)",
      );
      assert.deepEqual(
        contexts.map((context) => JSON.parse(context)),
        texts.map((text, idx) => ({
          webviewSection: 'log',
          connectionId: 'a',
          key: { domain: 1, idx, detectedType: text },
        })),
      );
    }
  });

  it('are text in groups', async () => {
    await panel.page.getByRole('combobox', { name: 'Group by' }).selectOption('rule');
    for (const texts of chunks(TEXTS, PAGE)) {
      await show(texts);
      const names = texts.map((text) => (text === '' ? 'not sent' : shown(text)));
      await assertShown('.group-name', names);
      const facts = texts.map((text) => (text === '' ? '' : `1 address · last ${shown(text)}`));
      await assertShown('.group-facts', facts);
    }
    await panel.page.getByRole('combobox', { name: 'Group by' }).selectOption('');
  });

  it('are text in chips of the filter, and in the title', async () => {
    const fields = ['address', 'rule', 'action', 'countryCode', 'uri', 'keyword', 'detectedType'] as const;
    for (const texts of chunks(TEXTS, fields.length)) {
      const chips = texts.map((text, index) => ({ field: fields[index] ?? 'uri', name: 'Filter', text }));
      const [title = ''] = texts;
      await show(['x'], { chips, title });
      await assertShown(
        '.chip-text',
        texts.map((text) => asVisible(text.slice(0, 80))),
      );
      await assertShown('.status h1', [asVisible(title)]);
    }
  });

  it('are text in the reasons why a page or the table could not be read', async () => {
    for (const text of TEXTS.filter((_, index) => isWhole || index % 4 === 0)) {
      const failure = { headline: text, cause: text, next: text, canTryAgain: true };
      await show([], { length: 1, problem: failure });
      const reason = asVisible(`${text} ${text}`);
      await assertShown('.table-notice > span:nth-of-type(2)', [reason]);
      await show([], { failure });
      await assertShown('.problem-frame h1', [asVisible(text)]);
    }
  });
});
