import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { pseudoLanguage } from '../../scripts/l10n.mjs';
import { FIRST_COLUMNS } from '../../src/table/columns.ts';
import { rowView } from '../../src/table/rowView.ts';
import type { FromTable, ListState, TableHead, TableStored } from '../../src/table/tableMessages.ts';
import { MOST_DRAWN, ROW_HEIGHT, USUALLY_DRAWN } from '../../src/table/window.ts';
import { until } from '../until.ts';
import { untranslated } from '../untranslated.ts';
import { accessibilityFaults } from './accessibility.ts';
import { plainBrowser } from './browsers.ts';
import { PanelPage, type PanelPageOptions, THEMES } from './panelPage.ts';

const head: TableHead = {
  title: 'shop.example',
  connectionId: 'a',
  domain: 1,
  chips: [{ field: 'rule', name: 'Rule', text: 'SQL Injection' }],
  columns: FIRST_COLUMNS.map((id) => ({ id, isChosen: true })),
  otherColumns: [],
  isReadingBeside: true,
  times: { zone: 'UTC', first: 'service' },
};

const listed: ListState = {
  list: 1,
  length: 1_000_000,
  total: 1_000_000,
  newer: 0,
  isFirst: false,
  isChanging: false,
  isLoading: false,
  failed: [],
  notices: [],
};

const hostile = [
  '<img src=x onerror=alert(1)>',
  '</div><script>alert(1)</script>',
  '" onmouseover="alert(1)',
  '[link](command:workbench.action.quit) $(bug)',
  'safe\u202egpj.exe',
  'zero\u200bwidth\u2066',
  'line\r\nend\ttab\0',
  '\ud800 alone',
  `z${'\u0301'.repeat(500)}`,
  'شارع طويل',
  '',
  `/${'a'.repeat(10_240)}`,
];

const hostileRows = [...hostile, ...hostile].map((text, index) => {
  const row = { idx: index, rule: text, uri: text, address: text, detectedValue: text, other: {} };
  return [
    index,
    rowView({ key: { domain: 1, idx: index, detectedType: 'WAF' }, row }, FIRST_COLUMNS, false),
  ] as const;
});

describe('The page of a table', function () {
  this.timeout(120_000);
  let browser: Browser;
  let panel: PanelPage;

  before(async () => {
    browser = await plainBrowser();
  });

  afterEach(() => panel?.close());

  async function open(options: PanelPageOptions = {}, state: Partial<ListState> = {}): Promise<void> {
    panel = await PanelPage.open(browser, { panel: 'tablePanel', ...options });
    await panel.send({ type: 'head', head, stored: { base: 'https://api.example.com', domain: 1 } });
    await panel.send({ type: 'list', state: { ...listed, ...state } });
    await panel.send({ type: 'rows', list: 1, rows: hostileRows, dropped: [], unreadable: [] });
  }

  const recorded = () => panel.recorded<FromTable, TableStored>();
  const announced = (text: string) =>
    panel.page.locator('#announcements').filter({ hasText: text }).waitFor({ state: 'attached' });

  it('shows hostile texts as texts, asks for nothing, and breaks no policy', async () => {
    await open();
    assert.ok((await panel.page.locator('.line.log').count()) > 20);
    const { violations } = await recorded();
    assert.deepEqual([violations, panel.errors, panel.requests], [[], [], []]);
    assert.equal(await panel.page.locator('.lines :is(script, img, a, iframe, svg, style)').count(), 0);
    const heights = await panel.page
      .locator('.line')
      .evaluateAll((lines) => lines.map((line) => line.getBoundingClientRect().height));
    assert.deepEqual(new Set(heights), new Set([22]));
  });

  it('translates each of its texts', async () => {
    const language = { tag: 'qps-ploc', texts: pseudoLanguage().bundle };
    panel = await PanelPage.open(browser, { panel: 'tablePanel', language });
    const { page } = panel;
    const check = async () => {
      const texts = await page
        .locator('body')
        .evaluate((body) =>
          [...body.querySelectorAll('*:not(script)')].flatMap((each) => [
            ...[...each.childNodes].flatMap((node) =>
              node.nodeName === '#text' ? (node.textContent ?? '') : [],
            ),
            ...['title', 'aria-label', 'placeholder'].map((name) => each.getAttribute(name) ?? ''),
          ]),
        );
      const said = texts.filter((text) => text.trim() !== '');
      assert.ok(said.length > 20);
      assert.deepEqual(untranslated(said, ['Blocked', 'UTC']), []);
    };
    const show = async (state: Partial<ListState>) => {
      await panel.send({ type: 'list', state: { ...listed, ...state } });
      await check();
    };
    const digits: TableHead = {
      ...head,
      title: '1',
      connection: '2',
      chips: [{ field: 'rule', name: '3', text: '4' }],
      otherColumns: ['5'],
    };
    await panel.send({ type: 'head', head: digits, stored: { base: '6', domain: 1 } });
    await show({ isFirst: true });
    await show({ length: 20_000, total: 20_000 });
    const rows = Array.from({ length: 60 }, (_, idx) => {
      const row = {
        idx,
        rule: String(idx % 2),
        action: 'Blocked',
        time: `2026-11-21 00:00:${idx}`,
        other: {},
      };
      const log = { key: { domain: 1, idx, detectedType: '1' }, row: { ...row, address: String(idx) } };
      return [idx, rowView(log, FIRST_COLUMNS, false)] as const;
    });
    await panel.send({ type: 'rows', list: 1, rows, dropped: [], unreadable: [61] });
    const failed = { headline: '1', cause: '2', next: '3', canTryAgain: true };
    await show({ newer: 3, notices: ['4'], problem: failed, failed: [{ ...failed, first: 62, end: 100 }] });
    await page.locator('.menu-frame button').first().click();
    await check();
    for (const key of ['Control+a', 'PageDown', 'End']) {
      await page.locator('.grid').press(key);
      await check();
    }
    await page.locator('.grouping').selectOption('rule');
    await check();
    await page.locator('.head-button').first().click();
    await check();
    await page.locator('.head-button').first().click();
    await check();
    await page.locator('.line').first().click();
    await show({ isLoading: true });
    await show({ isLoading: false });
    await panel.send({ type: 'found', text: '0', ids: ['0/1', '2/1'], isAsking: true });
    await check();
    await panel.send({ type: 'found', text: '0', ids: [], isAsking: false });
    await check();
    await panel.send({ type: 'found', text: '', isAsking: false });
    await page.locator('.grouping').selectOption('');
    await check();
    await panel.send({ type: 'goTo', place: 7 });
    await check();
    await panel.send({ type: 'failed', failure: { ...failed, canTryAgain: true } });
    await check();
  });

  it('has at most a hundred rows in its document; in a window that is too high for them, as many as fill it', async () => {
    const ends = [
      [2_100, USUALLY_DRAWN],
      [4_000, 200],
      [12_000, MOST_DRAWN],
    ] as const;
    for (const [height, most] of ends) {
      await open({ height });
      const lines = panel.page.locator('.line');
      const count = await lines.count();
      assert.ok(count > 90 && count <= most, `${height}: ${count}`);
      const bottom = await lines.last().evaluate((line) => line.getBoundingClientRect().bottom);
      assert.ok(bottom >= Math.min(height, 8_800), `${height}: ${bottom}`);
      await panel.close();
    }
  });

  it('shows each row as if it had been drawn alone, in their order, wherever one scrolls', async () => {
    const many = Array.from({ length: 400 }, (_, idx) => {
      const text = idx % 3 === 0 ? `/path/${idx}` : `${hostile[idx % hostile.length]}${idx}`;
      const action = ['Blocked', 'Detected', text, 'toString'][idx % 4] ?? '';
      const row = { idx, rule: text, uri: text, action, ...(idx % 5 > 0 && { address: text }), other: {} };
      const log = { key: { domain: 1, idx, detectedType: 'WAF' }, row };
      return [idx, rowView(log, FIRST_COLUMNS, false)] as const;
    });
    const rows = { type: 'rows', list: 1, rows: many, dropped: [], unreadable: [390] };
    const lines = (): Promise<string[][]> =>
      panel.page.evaluate(`[...document.querySelectorAll('.line')].map((line) =>
        [line, ...line.querySelectorAll('*')].flatMap((each) => [
          ...each.getAttributeNames().sort().map((name) => name + '=' + each.getAttribute(name)),
          each.children.length + ' ' + each.textContent,
        ]).map(String))`);
    const scroll = (top: number) =>
      panel.page.evaluate(`new Promise((resolve) => {
        document.querySelector('.grid').scrollTop = ${top};
        requestAnimationFrame(() => requestAnimationFrame(resolve));
      })`);
    await open({}, { length: 400, total: 400 });
    await panel.send(rows);
    await panel.page.getByRole('grid').press('ArrowDown');
    await panel.page.getByRole('grid').press('ArrowRight');
    for (const top of [400, 1_100, 2_000, 1_700, 8_800, 3_000, 3_022]) await scroll(top);
    assert.equal(await panel.page.locator('#active-line, .active-cell').count(), 0);
    assert.equal(await panel.page.getByRole('grid').getAttribute('aria-activedescendant'), null);
    await until(
      'the rows in their order',
      lines,
      (each) => each.length > 40 && each.every((line, index) => line[0] === `aria-rowindex=${131 + index}`),
    );
    const scrolled = await lines();
    const dropped = many.map(([place]) => place);
    await panel.send({ type: 'rows', list: 1, rows: [], dropped, unreadable: [] });
    assert.equal(await panel.page.locator('.line.log').count(), 0);
    await panel.send(rows);
    assert.deepEqual(scrolled, await lines());
    await scroll(0);
    const active = panel.page.locator('#active-line.active-cell');
    assert.deepEqual(
      await active.evaluateAll((cells) =>
        cells.map((cell) => cell.parentElement?.getAttribute('aria-rowindex')),
      ),
      ['2'],
    );
  });

  it('has in the tooltip of a cell what the cell shows, also after the row is another', async () => {
    await open();
    const cells = panel.page.locator('.line.log .cell');
    await panel.page.evaluate(`(() => {
      for (const cell of document.querySelectorAll('.cell'))
        cell.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    })()`);
    const others = hostileRows.map(([place], index) => [place, hostileRows.at(-1 - index)?.[1]]);
    const dropped = hostileRows.map(([place]) => place);
    await panel.send({ type: 'rows', list: 1, rows: others, dropped, unreadable: [] });
    const shown = await cells.evaluateAll((all) =>
      all.map((cell) => [cell.getAttribute('title') ?? cell.textContent, cell.textContent]),
    );
    assert.deepEqual(
      shown.map(([title]) => title),
      shown.map(([, text]) => text),
    );
  });

  it('tells a screen reader the true numbers of rows and columns, and which row has the keyboard', async () => {
    await open();
    const grid = panel.page.getByRole('grid');
    assert.equal(await grid.getAttribute('aria-rowcount'), '1000001');
    assert.equal(await grid.getAttribute('aria-colcount'), '7');
    await grid.focus();
    await grid.press('ArrowDown');
    await grid.press('ArrowDown');
    const active = panel.page.locator('#active-line');
    assert.equal(await active.getAttribute('aria-rowindex'), '3');
    assert.equal(await grid.getAttribute('aria-activedescendant'), 'active-line');
    await grid.press('ArrowRight');
    assert.equal(await active.getAttribute('aria-colindex'), '1');
    const { sent } = await recorded();
    assert.deepEqual(sent.filter(({ type }) => type === 'select').at(-1), {
      type: 'select',
      ids: ['1/WAF'],
      focus: '1/WAF',
      column: 'action',
    });
  });

  /** The default columns. */
  const usual: TableHead = { ...head, columns: FIRST_COLUMNS.map((id) => ({ id })) };
  const ordinary = Array.from({ length: 12 }, (_, idx) => {
    const row = {
      idx,
      rule: ['SQL Injection', 'File Upload', 'Cross Site Scripting'][idx % 3] ?? '',
      uri: `/api/v2/customers/8843/orders/${idx}/items/checkout`,
      action: ['Blocked', 'Detected', 'Passed'][idx % 3] ?? '',
      address: `203.0.113.${idx % 5}`,
      time: `2025-11-0${1 + (idx % 2)} 03:14:21`,
      rawData: 'POST / HTTP/1.1',
      other: {},
    };
    const log = { key: { domain: 1, idx, detectedType: 'WAF' }, row };
    return [idx, rowView(log, FIRST_COLUMNS, false)] as const;
  });
  const openOrdinary = async (width: number, shownHead = usual) => {
    await open({ width }, { length: 12, total: 12 });
    await panel.send({ type: 'head', head: shownHead });
    const dropped = hostileRows.map(([place]) => place);
    await panel.send({ type: 'rows', list: 1, rows: ordinary, dropped, unreadable: [] });
  };
  const shownColumns = () =>
    panel.page.locator('.head').evaluateAll((heads) => heads.map(({ dataset }) => dataset['column']));
  const isScrolling = () =>
    panel.page.locator('.grid').evaluate((grid) => grid.scrollWidth > grid.clientWidth);

  for (const [width, columns] of [
    [360, 4],
    [460, 4],
    [700, 6],
    [1_000, 7],
  ] as const) {
    it(`fits ${columns} columns into a panel of ${width} px, each path with its start and its end`, async () => {
      await openOrdinary(width);
      assert.deepEqual(await shownColumns(), FIRST_COLUMNS.slice(0, columns));
      assert.equal(await isScrolling(), false);
      const last = await panel.page.locator('.head').last().boundingBox();
      assert.ok(last && width - last.x - last.width < columns, JSON.stringify(last));
      const cell = panel.page.locator('[data-column="uri"]').nth(1);
      assert.match(String(await cell.textContent()), /^POST \/api\/v2\/.*\/checkout$/);
      const parts = await cell.evaluate((each) => {
        const { right } = each.getBoundingClientRect();
        return [...each.children].map((part) => [
          part.className,
          part.getBoundingClientRect().width > 10,
          part.getBoundingClientRect().right <= right,
          part.scrollWidth > part.clientWidth,
        ]);
      });
      assert.deepEqual(parts, [
        ['method', true, true, false],
        ['path-start', true, true, true],
        ['path-end', true, true, false],
      ]);
    });
  }

  it('names the action to a screen reader and in the tooltip where only its icon has room', async () => {
    await openOrdinary(360);
    for (const [index, action] of ['Blocked', 'Detected', 'Passed'].entries()) {
      const cell = panel.page
        .locator('.line.log')
        .nth(index)
        .getByRole('gridcell', { name: action, exact: true });
      assert.equal(await cell.getAttribute('data-column'), 'action');
      await cell.hover();
      assert.equal(await cell.getAttribute('title'), action);
      const icon = cell.locator('.outcome');
      assert.equal(await icon.getAttribute('aria-hidden'), 'true');
      const [box, frame] = [await icon.boundingBox(), await cell.boundingBox()];
      assert.ok(box && frame && box.x >= frame.x && box.x + box.width <= frame.x + frame.width);
    }
    await panel.page.getByRole('columnheader', { name: 'Action' }).waitFor();
  });

  it('shows fewer columns while it is narrow', async () => {
    await openOrdinary(1_000);
    for (const [width, count] of [
      [699, 4],
      [700, 6],
    ] as const) {
      await panel.page.setViewportSize({ width, height: 800 });
      await until('the columns', shownColumns, ({ length }) => length === count);
    }
  });

  for (const width of [360, 1_000]) {
    it(`has the numbers of groups in columns and counts logs alone, at ${width} px`, async () => {
      await openOrdinary(width);
      await panel.page.getByRole('combobox', { name: 'Group by' }).selectOption('rule');
      const groups = panel.page.locator('.group-line');
      await groups.nth(2).waitFor();
      const ends = await groups.evaluateAll((lines) =>
        lines.map((line) =>
          [...line.querySelectorAll('.group-fact')].map((fact) => fact.getBoundingClientRect().right),
        ),
      );
      assert.equal(ends[0]?.length, 5);
      assert.deepEqual([ends[1], ends[2]], [ends[0], ends[0]]);
      const words = await groups.first().locator('.group-words').allTextContents();
      assert.deepEqual(words, ['4 logs', '4 addresses', '4 blocked']);
      const grid = panel.page.locator('.grid');
      assert.equal(await grid.getAttribute('aria-rowcount'), '13');
      await groups.nth(1).click();
      assert.equal(await groups.nth(1).getAttribute('aria-rowindex'), null);
      const indexes = await panel.page
        .locator('.line.log')
        .evaluateAll((lines) => lines.map((line) => line.getAttribute('aria-rowindex')));
      assert.deepEqual(indexes, ['6', '7', '8', '9']);
    });
  }

  it('shows the menu of columns above the heads and rows', async () => {
    await open({ width: 461 });
    await panel.page.getByRole('button', { name: 'Columns' }).click();
    const covered = await panel.page.evaluate(`[...document.querySelectorAll('.menu-item')].filter((item) => {
      const { left, top, width, height } = item.getBoundingClientRect();
      return !item.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    }).length`);
    assert.equal(covered, 0);
  });

  it('selects rows and no text by Shift+click', async () => {
    await open();
    const lines = panel.page.locator('.line.log');
    await lines.nth(1).click();
    await lines.nth(4).click({ modifiers: ['Shift'] });
    const selected = (await recorded()).sent.findLast(({ type }) => type === 'select');
    assert.equal(selected?.type === 'select' && selected.ids.length, 4);
    assert.equal(await panel.page.evaluate('String(getSelection())'), '');
  });

  it('begins with a whole row after sorting', async () => {
    const many = Array.from({ length: 200 }, (_, idx) => {
      const row = { idx, rule: String(idx % 7), other: {} };
      return [
        idx,
        rowView({ key: { domain: 1, idx, detectedType: 'WAF' }, row }, FIRST_COLUMNS, false),
      ] as const;
    });
    await open({ height: 413 }, { length: 200, total: 200 });
    await panel.send({ type: 'rows', list: 1, rows: many, dropped: [], unreadable: [] });
    await panel.page.locator('.line.log').nth(12).click();
    for (let index = 0; index < 2; index++) {
      await panel.page.getByRole('button', { name: 'Rule', exact: true }).click();
      await panel.page.locator('.line.selected').waitFor();
      const starts = await panel.page.evaluate(`(() => {
        const { bottom } = document.querySelector('.heads-frame').getBoundingClientRect();
        return [...document.querySelectorAll('.line')].map((line) => line.getBoundingClientRect().top - bottom);
      })()`);
      assert.ok((starts as number[]).includes(0), JSON.stringify(starts));
    }
  });

  it('stores how rows are arranged, and no text of a log', async () => {
    await open();
    await panel.page.getByRole('button', { name: 'Rule', exact: true }).click();
    await panel.page.getByRole('combobox', { name: 'Group by' }).selectOption('uri');
    const { stored } = await recorded();
    assert.deepEqual(stored.at(-1), {
      base: 'https://api.example.com',
      domain: 1,
      sort: { column: 'rule', descending: false },
      grouping: 'uri',
    });
  });

  it('says how many logs are newer, and moves nothing', async () => {
    await open();
    const first = await panel.page.locator('.line').first().textContent();
    await panel.send({ type: 'list', state: { ...listed, newer: 3 } });
    await panel.page.locator('.status').filter({ hasText: '3 newer' }).waitFor();
    await announced('3 newer logs');
    assert.equal(await panel.page.locator('.line').first().textContent(), first);
    await panel.page.getByRole('button', { name: 'Refresh' }).first().click();
    await until('the wish', async () => (await recorded()).sent.some(({ type }) => type === 'run'));
  });

  it('shows statuses as chips, and filters by those that were detected and answered with 2xx if there are any', async () => {
    const columns = ['status', 'rule'].map((id) => ({ id }));
    const send = (statuses: readonly string[]) => {
      const rows = statuses.map((status, idx) => {
        const log = {
          key: { domain: 1, idx, detectedType: 'WAF' },
          row: { idx, action: 'Detected', other: {} },
        };
        return [idx, rowView(log, ['status'], false, status)] as const;
      });
      return panel.send({ type: 'rows', list: 1, rows, dropped: [], unreadable: [] });
    };
    await open({}, { length: 2, total: 2 });
    await panel.send({ type: 'head', head: { ...head, columns } });
    const { page } = panel;
    await send(['403', '500']);
    await page.locator('.status').getByText('0 detected and answered with 2xx').waitFor();
    assert.equal(await page.getByRole('button', { name: /answered with 2xx/ }).count(), 0);
    await send(['403', '204']);
    await page.getByRole('button', { name: '1 detected and answered with 2xx' }).press('Enter');
    await page.getByRole('button', { name: 'All Rows' }).waitFor();
    assert.deepEqual(await page.locator('.status-chip').allTextContents(), ['204']);
  });

  it('says what the service did, shows why a page failed, and leaves out what the filter does', async () => {
    const failed = [
      {
        first: 0,
        end: 100,
        headline: 'The service is limiting requests.',
        cause: '',
        next: 'Wait',
        canTryAgain: true,
      },
    ];
    await open({}, { failed, notices: ['The service ignored part of the filter: rule.'] });
    const dropped = hostileRows.map(([place]) => place);
    await panel.send({ type: 'rows', list: 1, rows: [], dropped, unreadable: [] });
    await panel.page.locator('.notices').filter({ hasText: 'ignored part' }).waitFor();
    assert.equal(await panel.page.locator('.line.failed').count(), 1);
    await panel.page.getByRole('button', { name: 'Try Again' }).click();
    assert.ok((await recorded()).sent.some(({ type }) => type === 'tryAgain'));
    const out = hostileRows.map(([place, row]) => [place, { ...row, ...(place > 4 && { isOut: true }) }]);
    await panel.send({ type: 'rows', list: 1, rows: out, dropped: [], unreadable: [] });
    await panel.page.locator('.status').filter({ hasText: '5 matching among' }).waitFor();
    assert.equal(await panel.page.locator('.line.log').count(), 5);
  });

  it('shows why a page failed in its last row, even if only part of that row is visible', async () => {
    const failed = { headline: 'The service is limiting requests.', cause: '', canTryAgain: true };
    await open({}, { length: 400, total: 400, failed: [{ ...failed, first: 100, end: 200 }] });
    const reason = panel.page.locator('.line.failed');
    for (const [row, index] of [
      [150, '150'],
      [150.5, '151'],
      [199.5, '199'],
    ] as const) {
      await panel.page.locator('.grid').evaluate((grid, top) => grid.scrollTo(0, top), row * ROW_HEIGHT);
      await panel.page.locator(`.line.failed[data-index="${index}"]`).waitFor();
      assert.equal(await reason.count(), 1);
    }
  });

  it('has a row for each that could not be read, at its place', async () => {
    await open();
    await panel.send({ type: 'rows', list: 1, rows: [], dropped: [], unreadable: [2] });
    const line = panel.page.locator('.line.unreadable');
    assert.match(String(await line.textContent()), /This row could not be read/);
    assert.equal(await line.getAttribute('aria-rowindex'), '4');
    const others = panel.page.locator('.line.log');
    assert.deepEqual(
      await others.evaluateAll((lines) =>
        lines.slice(0, 4).map((each) => each.getAttribute('aria-rowindex')),
      ),
      ['2', '3', '5', '6'],
    );
    const grid = panel.page.getByRole('grid');
    await grid.focus();
    for (let index = 0; index < 4; index++) await grid.press('ArrowDown');
    const selected = (await recorded()).sent.filter(({ type }) => type === 'select').at(-1);
    assert.deepEqual(selected, { type: 'select', ids: ['3/WAF'], focus: '3/WAF' });
  });

  it('says that there are no logs, and that a domain is gone', async () => {
    await open({}, { length: 0, total: 0, list: 2 });
    await panel.send({ type: 'list', state: { ...listed, list: 3, length: 0, total: 0 } });
    await panel.page.getByText('No detection logs match').waitFor();
    const failure = { headline: 'This domain is no longer available.', cause: '', canTryAgain: false };
    await panel.send({ type: 'failed', failure });
    await panel.page.getByRole('alert').getByText('This domain is no longer available.').waitFor();
  });

  for (const theme of THEMES) {
    it(`has no accessibility faults at 200 % zoom in the theme ${theme}`, async () => {
      await open({ theme, width: 640, height: 400, zoom: 2 });
      assert.deepEqual(await accessibilityFaults(panel.page.locator('body')), []);
    });
  }
});
