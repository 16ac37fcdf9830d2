/** Tests the page of a detection panel in plain Chromium. */
import assert from 'node:assert/strict';
import type { FromPanel } from '../../src/detection/detectionMessages.ts';
import { isWhole, some } from '../proofs.ts';
import { until } from '../until.ts';
import { assertAttackFirst, FIRST, markedText } from './attackSight.ts';
import { plainBrowser } from './browsers.ts';
import { PanelPage, type PanelPageOptions } from './panelPage.ts';
import { attacksOf, type SampleAttack, sampleAnswers, variedAnswers } from './sampleAttacks.ts';
import {
  failed,
  gone,
  loading,
  log,
  manyHeaders,
  onlyRow,
  row,
  show,
  showLog,
  similar,
  unknown,
  viewOf,
} from './sampleDetection.ts';

const value = "SUMMER' UNION SELECT card_no, cvv FROM payments--";
const requestLine = 'POST /api/v2/checkout HTTP/1.1';
const raw = (body: string) => `${requestLine}\r\nContent-Type: application/json\r\n\r\n${body}`;
const json = (coupon: string) => {
  const fields = Array.from({ length: 12 }, (_, index) => `,"f${index}":${index}`).join('');
  return showLog(
    { rawData: raw(`{"cart":{"items":[{"id":1}]},"customer":{"name":"A"},"coupon":"${coupon}"${fields}}`) },
    { detectedValue: value },
  );
};
/** Returns the message that shows a log of another number. */
const showOther = (idx: number) => show(viewOf({ ...log, key: { ...log.key, idx } }, row), idx);
describe('Detection panel in a browser', function () {
  this.timeout(120_000);
  let panel: PanelPage | undefined;
  const latest = () => panel ?? assert.fail();
  const open = async (message: object, options?: PanelPageOptions) => {
    await panel?.close();
    panel = await PanelPage.open(await plainBrowser(), options);
    await panel.send(message);
    return panel.page;
  };
  const send = (message: object) => latest().send(message);
  const recorded = () => latest().recorded();
  const lastSent = async () => (await recorded()).sent.at(-1);
  after(() => panel?.close());
  const isSelected = (message: FromPanel | undefined, text: string) =>
    message?.type === 'selected' && message.text === text;
  const storedSection = async () => (await recorded()).stored.at(-1)?.section;

  describe('its first screen', () => {
    let attacks: SampleAttack[];
    before(async () => {
      attacks = attacksOf([...(await sampleAnswers(10)), ...some(variedAnswers, 3)]);
      assert.ok(attacks.length >= (isWhole ? 35 : 15), String(attacks.length));
    });

    for (const width of [420, 760, 1280])
      it(`has the outcome, rule, path, match, address, and time in the first ${FIRST} of ${width} pixels`, async () => {
        const page = await open(loading, { width });
        for (const [at, attack] of attacks.entries()) {
          await send(show(attack.view, at));
          await assertAttackFirst(page, attack);
          const box = (await page.locator('#similar').boundingBox()) ?? assert.fail();
          if (width === 760) assert.ok(box.y + box.height <= 800, `${attack.name}: ${JSON.stringify(box)}`);
        }
      });

    it('has the match in the raw data one key away, also after similar requests arrived, and keeps the section from log to log', async () => {
      const page = await open(showLog(), { width: 420 });
      await page.getByRole('navigation').getByRole('button', { name: 'Raw Data' }).click();
      await until('the section', storedSection, (section) => section === 'raw');
      for (const [at, { name, view, matched }] of attacks.entries()) {
        await send(show(view, at));
        const box = await page.locator('#raw').boundingBox();
        assert.ok(box && box.y < 400 && box.y + box.height > 100, `${name}: ${JSON.stringify(box)}`);
        if (matched.length === 0) continue;
        const seen = await markedText(page);
        assert.ok(seen?.inBox && matched.includes(seen.text), `${name}: ${JSON.stringify(seen)}`);
        await page.evaluate('document.activeElement.blur(); scrollTo(0, 0)');
        await page.keyboard.press('Enter');
        assert.equal((await markedText(page))?.inSight, true, name);
        assert.equal(await page.evaluate('document.activeElement.className'), 'raw code', name);
        const top = () =>
          page.evaluate<number>("document.querySelector('.raw .match-text').getBoundingClientRect().top");
        const before = await top();
        await send(similar);
        assert.ok(Math.abs((await top()) - before) < 1, `${name}: ${before} → ${await top()}`);
        await page.getByRole('navigation').getByRole('button', { name: 'Raw Data' }).click();
      }
    });

    it('keeps the section if the next log arrives before the browser reports the end of the scroll', async () => {
      const page = await open(showLog(), { width: 420 });
      const [next] = attacks.slice(0, 1);
      const json = JSON.stringify(show(next?.view ?? assert.fail(), 1));
      await page.evaluate(`
        [...document.querySelectorAll('nav button')].find(({ textContent }) => textContent === 'Raw Data').click();
        dispatchEvent(new MessageEvent('message', { data: JSON.parse(${JSON.stringify(json)}) }));
      `);
      const box = await page.locator('#raw').boundingBox();
      assert.ok(box && box.y < 400 && box.y + box.height > 100, JSON.stringify(box));
    });

    it('keeps the match in sight when the row of the log arrives later', async () => {
      const page = await open(show(viewOf(log)), { width: 420 });
      await page.keyboard.press('Enter');
      await send(showLog());
      assert.deepEqual((await markedText(page))?.inSight, true);
      assert.equal(await page.evaluate('document.activeElement.className'), 'raw code');
    });
  });

  it('shows each fact once: the outcome, the request, and the match first', async () => {
    const page = await open(showLog());
    const head = await page.locator('.chips, .summary h1, .head-facts').allTextContents();
    assert.deepEqual(
      head.map((text) => text.replace(/ \(UTC\).*/, '')),
      [
        'Action: Blocked 403Rule: SQL Injection',
        'POST /products/search?…',
        'Address: 203.0.113.77Country code: NL NetherlandsTime: 2025-06-30 23:41:07',
      ],
    );
    assert.equal(await page.locator('#match h2').textContent(), 'Matched in Form field ▸ q');
    const names = await page.locator('.fact dt').allTextContents();
    assert.deepEqual([names[0], names.at(-1), new Set(names).size], ['Detection type', 'Description', 6]);
    assert.equal(await page.locator('#response .first-line').textContent(), 'HTTP/1.1 403 Forbidden');
    assert.equal(await page.locator('#request .added').count(), 6);
    assert.deepEqual(latest().errors, []);
  });

  it('shows what the list says of a log while it is read, and nothing of the previous log', async () => {
    const page = await open(showLog());
    await send({ type: 'show', view: { ...viewOf(log, row), content: undefined }, stored: undefined });
    assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'POST /products/search?…');
    assert.equal(await page.locator('#match, #raw, #request').count(), 0);
    assert.equal(await page.getByRole('progressbar').isVisible(), true);
  });

  it('shows the match as sent and decoded, and its field among nested ones, which open by key and for find', async () => {
    const page = await open(json(value.replace("'", '\\u0027')));
    assert.equal(await page.locator('#match h2').textContent(), 'Matched in JSON body ▸ coupon');
    const forms = [value.replace("'", '\\u0027'), value];
    assert.deepEqual(await page.locator('.excerpt .match-text').allTextContents(), forms);
    assert.equal(await page.locator('#payload .row.matched .match-text').textContent(), value);
    const names = async () => (await page.locator('#payload .name:visible').allTextContents()).slice(0, 4);
    assert.deepEqual(await names(), ['cart', 'customer', 'coupon', 'f0']);
    await page.locator('#payload summary').first().press('Enter');
    assert.equal(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle'), 'solid');
    assert.deepEqual(await names(), ['cart', 'items', 'customer', 'coupon']);
    await page.keyboard.press('Control+f');
    assert.deepEqual(await names(), ['cart', 'items', '0', 'id']);
  });

  it('goes to the match in long raw data', async () => {
    const page = await open(loading, { width: 461 });
    const large = `${requestLine}\r\n\r\n${'x'.repeat(5 * 1024 * 1024)}&last=${value}`;
    await send(
      showLog({ rawData: large, request: { firstLine: requestLine, headers: [] } }, { detectedValue: value }),
    );
    assert.match(
      (await page.locator('.notice').textContent()) ?? '',
      /^4,\d{3} of 5,24\d,\d{3} characters are shown, from offset 5,2/,
    );
    await page.getByRole('button', { name: 'Show in Raw Data' }).press('Enter');
    assert.deepEqual(await markedText(page), { text: value, inBox: true, inSight: true });
  });

  it('colors raw data, and names the other places of the match', async () => {
    const rawData = `GET /?q=${value} HTTP/1.1\r\nReferer: ${value}\r\n\r\n`;
    const page = await open(showLog({ rawData }, { detectedValue: value }));
    const colored = await page.locator('.raw .first-line, .raw .header-name').allTextContents();
    assert.deepEqual(colored, ['/?q=', value, 'Referer']);
    assert.equal(await page.locator('#match .excerpt').last().textContent(), 'also inHeader ▸ Referer');
    assert.equal(await page.locator('.raw .match-text').count(), 2);
  });

  it('leads to each section below the bars, marks the one in view, and shows the next log in it', async () => {
    const page = await open(showLog(), { width: 760, height: 500 });
    const bar = page.getByRole('navigation', { name: 'Sections' });
    const toolbar = await page.locator('.toolbar').boundingBox();
    for (const [name, id] of [
      ['Headers', 'request'],
      ['Details', 'details'],
      ['Raw Data', 'raw'],
    ] as const) {
      await bar.getByRole('button', { name: new RegExp(name) }).click();
      await until('the section', storedSection, (section) => section === id);
      assert.match((await bar.locator('[aria-current]').textContent()) ?? '', new RegExp(name));
      assert.deepEqual(await page.locator('.toolbar').boundingBox(), toolbar);
      await send(showOther(id.length + name.length));
      assert.match((await bar.locator('[aria-current]').textContent()) ?? '', new RegExp(name));
      const [section, bars] = [
        await page.locator(`#${id}`).boundingBox(),
        await page.locator('.section-bar').boundingBox(),
      ];
      assert.ok(
        section && bars && Math.abs(section.y - bars.y - bars.height) <= 1,
        JSON.stringify([section, bars]),
      );
    }
    await page.mouse.move(300, 400);
    await page.mouse.wheel(0, -5_000);
    await until('the top', storedSection, (section) => section === '');
    await bar.locator('[aria-current]').waitFor({ state: 'detached' });
    // The editor writes the state to disk.
    const stored = (await recorded()).stored.flatMap((state) => Object.keys(state));
    assert.deepEqual([...new Set(stored)].sort(), ['link', 'preview', 'scroll', 'section']);
  });

  it('shows similar requests as text and as bars without moving anything', async () => {
    const page = await open(showLog());
    const region = page.getByRole('region', { name: 'Similar Requests' });
    const before = await region.boundingBox();
    await send(similar);
    await region.getByText('newest 100 of 230 read').waitFor();
    await region.getByText('2: 203.0.113.9 (5), <b>x</b>‹U+202E› (1)').waitFor();
    await region
      .getByRole('img', { name: 'Requests by day from 2026-11-1 to 2026-11-30, at most 29 a day' })
      .waitFor();
    assert.deepEqual(await region.boundingBox(), before);
    await region.getByRole('button', { name: 'Open in Table: Similar Requests' }).press('Enter');
    assert.deepEqual(await lastSent(), { type: 'openSimilar' });
    await region.getByRole('button', { name: 'Copy Exclusion Request…' }).press('Enter');
    assert.deepEqual(await lastSent(), { type: 'run', action: 'copyExclusionRequest' });
  });

  it('copies and filters by a value', async () => {
    const page = await open(showLog());
    await page.locator('#request').getByText('X-Real-IP').hover();
    await page.getByRole('button', { name: 'Copy Value of X-Real-IP' }).click();
    assert.deepEqual(await lastSent(), { type: 'copyValue', value: '203.0.113.77' });
    const long = ['x'.repeat(8_192), 'y'.repeat(8_193)] as const;
    const headers = [['X', long[0]] as const, ['Y', long[1]] as const];
    await send(showLog({ request: { firstLine: '', headers } }));
    await page.getByRole('button', { name: 'Copy Value of X', exact: true }).press('Enter');
    assert.deepEqual(await lastSent(), { type: 'copyValue', value: long[0] });
    assert.equal(await page.getByRole('button', { name: 'Copy Value of Y', exact: true }).count(), 0);
    await page.getByText('8,192 of 8,193 characters are shown. To get all, copy the log as JSON.').waitFor();
    await page.locator('.head-fact', { hasText: 'Netherlands' }).hover();
    await page.getByRole('button', { name: 'Filter by This Value of Country code' }).click();
    assert.deepEqual(await lastSent(), { type: 'filterByValue', field: 'countryCode', value: 'NL' });
  });

  it('reports the selected text, at most 200 characters of it', async () => {
    const page = await open(showLog({ description: 'word '.repeat(100) }));
    await page.locator('.head-fact .value', { hasText: '203.0.113.77' }).click({ clickCount: 3 });
    await until('the selected address', lastSent, (message) => isSelected(message, '203.0.113.77'));
    await page.locator('.fact .value', { hasText: 'word' }).first().click({ clickCount: 3 });
    await until('the start of the description', lastSent, (message) =>
      isSelected(message, 'word '.repeat(40)),
    );
  });

  it('runs the actions of its toolbar and menus by mouse and key, also in a narrow panel', async () => {
    const page = await open(showLog(), { width: 420 });
    const tools = page.locator('.toolbar');
    for (const name of ['Report', 'Copy', 'Open']) {
      await tools.getByRole('button', { name, exact: true }).click();
      const box = await page.getByRole('menu').boundingBox();
      assert.ok(box && box.x >= 0 && box.x + box.width <= 420, `${name}: ${JSON.stringify(box)}`);
      const [button] = [await tools.getByRole('button', { name, exact: true }).boundingBox()];
      assert.ok(button && box.y >= button.y + button.height);
    }
    await page.getByRole('menuitem', { name: 'Find Route in Workspace' }).click();
    assert.deepEqual(await lastSent(), { type: 'run', action: 'findRoute' });
    await tools.getByRole('button', { name: 'Next Log' }).click();
    assert.deepEqual(await lastSent(), { type: 'run', action: 'nextLog' });

    await tools.getByRole('button', { name: 'Copy', exact: true }).press('Enter');
    const focused = () => page.evaluate('document.activeElement.textContent');
    await until('the first item', focused, (text) => text === 'Copy Raw Data');
    for (const [key, name] of [
      ['ArrowUp', 'Save Raw Data As…'],
      ['Home', 'Copy Raw Data'],
      ['ArrowDown', 'Copy As…'],
      ['Escape', 'Copy'],
    ] as const) {
      await page.keyboard.press(key);
      assert.equal(await focused(), name);
    }
  });

  it('does not scroll for the keys that open an adjacent log', async () => {
    const page = await open(showLog(), { width: 420 });
    await page.keyboard.press('Alt+ArrowDown');
    const frames = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';
    assert.equal(await page.evaluate(`${frames}.then(() => scrollY)`), 0);
  });

  it('shows a long value in a box of its own, and as many headers as it can', async () => {
    const long = '0123456789'.repeat(190);
    const page = await open(showLog({ request: { firstLine: undefined, headers: [['Cookie', long]] } }));
    const box = page.locator('#request .value.long');
    assert.equal(await box.textContent(), long);
    assert.ok(((await box.boundingBox())?.height ?? 1_000) < 250);
    await send(manyHeaders(4_000));
    assert.equal(await page.locator('#request .row').count(), 3_000);
    await page.getByText('The panel shows only some items.').waitFor();
  });

  it('says so when a log has nothing', async () => {
    const nothing = { firstLine: undefined, headers: [] };
    const bare = { request: nothing, response: nothing, rawData: '', description: '' };
    const page = await open(showLog(bare, { uri: '', detectedValue: 'not there' }));
    assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'Log 48213');
    assert.match((await page.locator('#match').textContent()) ?? '', /not found in the request.*not there/);
    assert.equal(await page.locator('#request .empty').textContent(), 'No headers.');
    assert.equal(await page.locator('#raw .empty').textContent(), 'No raw data.');
  });

  it('shows failures with their next steps, and the log after trying again', async () => {
    const page = await open(failed);
    assert.deepEqual(await page.locator('.failure').getByRole('button').allTextContents(), [
      'Replace Key…',
      'Try Again',
    ]);
    assert.equal(await page.locator('.toolbar .menus').isVisible(), false);
    await page.getByRole('button', { name: 'Replace Key…' }).click();
    assert.deepEqual(await lastSent(), { type: 'nextStep' });
    await page.getByRole('button', { name: 'Try Again' }).click();
    assert.deepEqual(await lastSent(), { type: 'tryAgain' });
    for (const [message, buttons, hasTools] of [
      [gone, 1, true],
      [onlyRow, 0, true],
      [unknown, 0, false],
    ] as const) {
      await send(message);
      assert.equal(await page.locator('.failure').getByRole('button').count(), buttons);
      assert.equal(await page.locator('.toolbar').isVisible(), hasTools);
    }
    await send(showLog());
    await page.locator('#match').waitFor();
  });

  it('moves nothing for users who want no motion', async () => {
    const page = await open(showLog());
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await send(loading);
    const moving = await page.evaluate<string[]>(`document.getAnimations()
      .filter(({ effect }) => effect.getComputedTiming().activeDuration > 1)
      .map(({ animationName }) => animationName)`);
    assert.deepEqual(moving, []);
  });

  it('fits 320 pixels at 200 %, whatever the values', async () => {
    const long = 'x'.repeat(3_000);
    const headers = [[long, long] as const, ['empty', ''] as const, ['', 'no name'] as const];
    const changes = {
      request: { firstLine: `GET /${long} HTTP/1.1`, headers },
      ...{ virtualHost: long, description: long, rawData: `${long}\n${long}` },
    };
    const page = await open(showLog(changes, { rule: long }), { width: 320, zoom: 2 });
    const facts = [{ name: 'Addresses', value: long }];
    await send({ type: 'similar', similar: { ...similar.similar, facts } });
    assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
    const outside = await page.evaluate(`[...document.querySelectorAll('button, h2, .raw')].filter((each) => {
      const { left, right, width } = each.getBoundingClientRect();
      return width > 0 && (left < 0 || right > innerWidth);
    }).map(({ outerHTML }) => outerHTML)`);
    assert.deepEqual(outside, []);
  });

  it('is read out in the order in which it is seen', async () => {
    const page = await open(showLog(), { width: 760 });
    const read = await page.locator('#panel').ariaSnapshot();
    const parts = [
      '- button "Previous Log"',
      '- group "Outcome"',
      '- heading "POST /products/search?…" [level=1]',
      '- heading "Matched in Form field ▸ q" [level=2]',
      '- heading "Similar Requests" [level=2]',
      '- navigation "Sections"',
      ...['Payload', 'Request headers', 'Raw Data', 'Response headers', 'Details'].map(
        (name) => `- heading "${name}" [level=2]`,
      ),
    ];
    const places = parts.map((part) => read.indexOf(part));
    assert.ok(!places.includes(-1), `${parts[places.indexOf(-1)]}: ${read.slice(0, 2_000)}`);
    assert.deepEqual(
      places,
      places.toSorted((one, other) => one - other),
    );
  });

  it('marks the match without covering underscores, also in high contrast', async () => {
    for (const theme of ['dark', 'high-contrast'] as const) {
      const page = await open(showLog(), { theme });
      const styles = await page.evaluate<string[]>(
        "[...document.querySelectorAll('.match-text')].map((mark) => getComputedStyle(mark).textDecorationLine)",
      );
      assert.ok(styles.length >= 3 && styles.every((line) => line === 'none'), theme);
    }
  });
});
