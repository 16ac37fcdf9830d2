/**
 * Tests the hostile texts of every class in the page of a table, a hundred rows at a time: cells, their tooltips, and
 * the contexts of their menus; group headings; column names; filter chips; notices and failures. npm test uses some
 * texts of each class, PARTNER_LOGS_PROOFS=all all of them.
 */
import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { FIRST_COLUMNS } from '../../src/table/columns.ts';
import { LONGEST_CELL, rowView } from '../../src/table/rowView.ts';
import type { FromTable, ListState, TableHead, TableStored } from '../../src/table/tableMessages.ts';
import { asVisible } from '../../src/text/visible.ts';
import { allPayloads, hostilePayloads, somePayloads } from '../hostilePayloads.ts';
import { isWhole } from '../proofs.ts';
import { until } from '../until.ts';
import { plainBrowser } from './browsers.ts';
import { PanelPage } from './panelPage.ts';

const TEXTS = (isWhole ? allPayloads : somePayloads).filter((text) => text.length <= 5_000);
/** Texts that the service can use as a field name and that the extension accepts for a column. */
const NAMES = TEXTS.filter((text) => text.length <= 100);
/** Number of rows in a list; a window of this height renders all of them at once. */
const PAGE = 90;
const HEIGHT = 2_400;

/** All elements that the page creates for data from the service. */
const ELEMENTS = new Set('DIV SPAN I BUTTON H1 P LABEL INPUT'.split(' '));
const ATTRIBUTES = new Set(
  (
    'class style role title type id hidden data-column data-index data-focus data-id data-whole data-vscode-context tabindex ' +
    'aria-colindex aria-rowindex aria-colspan aria-level aria-expanded aria-selected aria-hidden aria-label aria-sort ' +
    'aria-orientation aria-valuemin aria-valuemax aria-valuenow aria-pressed aria-disabled disabled'
  ).split(' '),
);

const head: TableHead = {
  title: 'shop.example',
  connectionId: 'a',
  domain: 1,
  chips: [],
  columns: FIRST_COLUMNS.map((id) => ({ id, isChosen: true })),
  otherColumns: [],
  isReadingBeside: false,
  times: { zone: 'UTC', first: 'service' },
};

const chunks = (texts: readonly string[], size: number): string[][] =>
  Array.from({ length: Math.ceil(texts.length / size) }, (_, index) =>
    texts.slice(index * size, (index + 1) * size),
  );

const walked = new Map<string, number>();

describe('Hostile texts in the page of a table', function () {
  this.timeout(isWhole ? 600_000 : 120_000);
  let browser: Browser;
  let panel: PanelPage;
  let list = 0;

  before(async () => {
    browser = await plainBrowser();
    panel = await PanelPage.open(browser, { panel: 'tablePanel', width: 1_800, height: HEIGHT });
  });

  after(async () => {
    await panel?.close();
    const sum = [...walked.values()].reduce((total, count) => total + count, 0);
    const places = [...walked].map(([name, count]) => `${name} ${count}`).join(', ');
    console.log(
      `${TEXTS.length} hostile texts of ${Object.keys(hostilePayloads).length} classes × ${walked.size} places of the table's page: ${sum} (${places})`,
    );
  });

  const state = (length: number, more: Partial<ListState> = {}): ListState => ({
    ...{ list, length, total: length, newer: 0, isFirst: false, isChanging: false, isLoading: false },
    ...{ failed: [], notices: [] },
    ...more,
  });

  /** Returns a cell as sent to the page, in visible form. */
  const shown = (text: string) =>
    asVisible(
      rowView(
        { key: { domain: 1, idx: 1, detectedType: 'W' }, row: { idx: 1, uri: text, other: {} } },
        [],
        false,
      ).cells['uri'] ?? '',
    );

  /** Shows a list in which every cell of a row contains the same text. */
  async function show(texts: readonly string[], shownHead: TableHead = head): Promise<void> {
    list++;
    const columns = shownHead.columns.map(({ id }) => id);
    const rows = texts.map((text, index) => {
      const fields = { time: text, rule: text, uri: text, address: text, country: text, action: text };
      const row = { ...fields, idx: index, detectedValue: text, description: text, other: {} };
      const key = { domain: 1, idx: index, detectedType: text };
      const view = rowView({ key, row }, columns, false, text);
      return [index, { ...view, cells: { ...view.cells, domain: view.cells['uri'] ?? '' } }] as const;
    });
    await panel.send({
      type: 'head',
      head: shownHead,
      stored: { base: 'https://api.example.com', domain: 1 },
    });
    await panel.send({ type: 'list', state: state(texts.length) });
    await panel.send({ type: 'rows', list, rows, dropped: [], unreadable: [] });
  }

  interface Drawn {
    readonly texts: readonly string[];
    readonly labels: readonly string[];
    readonly elements: readonly string[];
    readonly attributes: readonly string[];
  }
  /**
   * Returns the texts of matching elements, all tooltips and labels of the page, and the elements of its changing
   * parts.
   */
  const drawn = (selector: string): Promise<Drawn> =>
    panel.page.evaluate(`(() => {
      const all = [...document.querySelectorAll(':is(.grid, .chips, .menu, .status, .notices, .problem-frame) *')];
      return {
        texts: [...document.querySelectorAll(${JSON.stringify(selector)})].map((each) => each.textContent),
        labels: [...document.querySelectorAll('*')].flatMap((each) =>
          ['title', 'aria-label', 'data-whole'].flatMap((name) => each.getAttribute(name) ?? [])),
        elements: [...new Set(all.map(({ tagName }) => tagName))],
        attributes: [...new Set(all.flatMap((each) => each.getAttributeNames()))],
      };
    })()`);

  async function assertDrawn(selector: string, wanted: readonly string[], label: string): Promise<void> {
    const { texts, labels, elements, attributes } = await drawn(selector);
    assert.deepEqual(texts, wanted, label);
    assert.deepEqual(
      elements.filter((name) => !ELEMENTS.has(name)),
      [],
      label,
    );
    assert.deepEqual(
      attributes.filter((name) => !ATTRIBUTES.has(name)),
      [],
      label,
    );
    for (const each of [...texts, ...labels])
      assert.doesNotMatch(each, /(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u, label);
  }

  /** Asserts that nothing ran, no network request was sent, the policy blocked nothing, and no dialog opened. */
  async function assertQuiet(label: string): Promise<void> {
    const { violations } = await panel.recorded<FromTable, TableStored>();
    assert.equal(await panel.page.evaluate('typeof executed'), 'undefined', label);
    assert.deepEqual([panel.errors, panel.requests, violations], [[], [], []], label);
  }

  it('are text in cells and their tooltips, on rows of one height', async () => {
    for (const [index, texts] of chunks(TEXTS, PAGE).entries()) {
      await show(texts);
      for (const column of ['uri', 'time', 'action'])
        await assertDrawn(`.line.log [data-column="${column}"]`, texts.map(shown), `cells ${index}`);
      await panel.page.evaluate(`(() => {
        for (const cell of document.querySelectorAll('.cell'))
          cell.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
      })()`);
      await assertDrawn('.line.log [data-column="rule"]', texts.map(shown), `tooltips ${index}`);
      const heights: number[] = await panel.page.evaluate(
        "[...new Set([...document.querySelectorAll('.line')].map((line) => line.getBoundingClientRect().height))]",
      );
      assert.deepEqual(heights, [22]);
      await assertQuiet(`cells ${index}`);
    }
    walked.set('cells and tooltips', TEXTS.length);
  });

  it('are text in a narrow table: beside the icon of the action, and in the path from its start to its end', async () => {
    await panel.page.setViewportSize({ width: 360, height: HEIGHT });
    const usual = { ...head, columns: FIRST_COLUMNS.map((id) => ({ id })) };
    for (const [index, texts] of chunks(TEXTS, PAGE).entries()) {
      await show(texts, usual);
      for (const column of ['action', 'uri', 'rule', 'time'])
        await assertDrawn(`.line.log [data-column="${column}"]`, texts.map(shown), `narrow ${index}`);
      const misplaced =
        await panel.page.evaluate(`[...document.querySelectorAll('.line.log')].flatMap((line) => {
        const boxes = [...line.querySelectorAll('.outcome, .path-start, .path-end, [data-column=rule]')]
          .map((each) => each.getBoundingClientRect());
        const isInOrder = boxes.every((box, at) => at === 0 || box.left >= boxes[at - 1].right);
        return isInOrder && line.offsetHeight === 22 ? [] : [line.textContent];
      })`);
      assert.deepEqual(misplaced, []);
      await assertQuiet(`narrow ${index}`);
    }
    await panel.page.setViewportSize({ width: 1_800, height: HEIGHT });
    walked.set('cells of a narrow table', TEXTS.length);
  });

  it('are text in the contexts of menus, and lead to their log alone', async () => {
    for (const texts of chunks(TEXTS, PAGE)) {
      await show(texts);
      const contexts: string[] = await panel.page.evaluate(
        "[...document.querySelectorAll('.line.log')].map((line) => line.dataset.vscodeContext)",
      );
      const keys = contexts.map((context) => JSON.parse(context));
      assert.deepEqual(
        keys,
        texts.map((text, idx) => ({
          webviewSection: 'log',
          connectionId: 'a',
          key: { domain: 1, idx, detectedType: text },
        })),
      );
    }
    await panel.page.locator('.line.log [data-column="uri"]').first().click({ button: 'right' });
    const context = JSON.parse((await panel.page.locator('.grid').getAttribute('data-vscode-context')) ?? '');
    assert.deepEqual([context.column, context.field, context.webviewSection], ['uri', 'uri', 'log']);
    await assertQuiet('contexts');
    walked.set('contexts of menus', TEXTS.length);
  });

  it('are text in headings of groups', async () => {
    const grouping = panel.page.getByRole('combobox', { name: 'Group by' });
    for (const by of ['rule', 'similar']) {
      await grouping.selectOption(by);
      for (const texts of chunks(TEXTS, PAGE)) {
        await show(texts);
        const names = await drawn('.group-name');
        if (by === 'rule') await assertDrawn('.group-name', texts.map(shown), by);
        else await assertDrawn('.group-name', names.texts, by);
        await assertDrawn('.group-seen', texts.map(shown).slice(0, names.texts.length), by).catch((error) => {
          if (by === 'rule') throw error;
        });
        await assertQuiet(by);
      }
    }
    await grouping.selectOption('');
    walked.set('headings of groups', TEXTS.length);
  });

  it('are text in the names of columns, in their menu and in the order that is told', async () => {
    for (const texts of chunks(NAMES, 30)) {
      const columns = texts.map((text) => ({ id: `other.${text}` }));
      const otherColumns = columns.map(({ id }) => id);
      await show(['x'], { ...head, columns: [{ id: 'uri' }, ...columns], otherColumns });
      await assertDrawn('.head-name', ['Path', ...texts.map(asVisible)], 'heads');
      const { texts: menu } = await drawn('.menu-item');
      assert.deepEqual(menu.slice(-texts.length), texts.map(asVisible));
      const buttons = panel.page.locator('.head-button');
      for (const [index, text] of isWhole ? texts.entries() : texts.slice(0, 3).entries()) {
        await buttons.nth(index + 1).evaluate((button: { click(): void }) => button.click());
        const status = (await panel.page.locator('.status').textContent()) ?? '';
        assert.ok(status.includes(`sorted by ${asVisible(text.toLowerCase())} among`), status);
        await assertDrawn('.none', [], text);
      }
      const said = (await panel.page.locator('#announcements').textContent()) ?? '';
      assert.doesNotMatch(said, /(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u);
      await panel.page.getByRole('button', { name: 'Service Order' }).click();
      await assertQuiet('columns');
    }
    walked.set('names of columns', NAMES.length);
  });

  it('are text in chips of the filter, in the title and in the name of a connection', async () => {
    const fields = ['address', 'rule', 'action', 'countryCode', 'uri', 'keyword', 'detectedType'];
    for (const texts of chunks(TEXTS, fields.length)) {
      const chips = texts.map((text, index) => ({
        ...{ field: fields[index] ?? '', name: 'Filter', text },
      }));
      const [title = '', connection = ''] = texts;
      await show(['x'], { ...head, chips, title, connection });
      const wanted = texts.map((text) => asVisible(text.slice(0, 80)));
      await assertDrawn('.chip-text', wanted, 'chips');
      await assertDrawn('.status h1', [asVisible(title)], 'title');
      await assertQuiet('chips');
    }
    walked.set('chips', TEXTS.length);
    walked.set('title and connection', Math.ceil((TEXTS.length / fields.length) * 2));
  });

  it('are text in the reasons why a page, another list or the table could not be read', async () => {
    const texts = TEXTS.filter((_, index) => isWhole || index % 4 === 0);
    for (const text of texts) {
      const failure = { headline: text, cause: text, next: text, canTryAgain: true };
      list++;
      await panel.send({ type: 'head', head });
      const failed = [{ first: 0, end: 1, ...failure }];
      await panel.send({ type: 'list', state: state(1, { failed, problem: failure }) });
      const said = asVisible(`${text} ${text}`);
      await until(
        'the reasons',
        () => drawn('.failed-text, .table-notice > span:nth-of-type(2)'),
        ({ texts }) => texts.length === 2 && texts.every((each) => each === said),
      );
      await panel.send({ type: 'failed', failure: { ...failure, canTryAgain: true } });
      const { texts: reasons, elements } = await drawn(
        '.problem-frame h1, .problem-frame .failure-text:not(.buttons)',
      );
      assert.deepEqual(reasons, [asVisible(text), asVisible(text)]);
      assert.deepEqual(
        elements.filter((name) => !ELEMENTS.has(name)),
        [],
      );
    }
    await assertQuiet('failures');
    walked.set('failures', texts.length);
  });

  it('cut what is longer than a cell', () => {
    assert.ok(TEXTS.some((text) => text.length > LONGEST_CELL));
  });
});
