import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { extractOf } from '../../src/detection/detectionExtract.ts';
import type { ToPanel } from '../../src/detection/detectionMessages.ts';
import { detectionView } from '../../src/detection/detectionView.ts';
import { readAttack } from '../../src/detection/readAttack.ts';
import { asVisible } from '../../src/text/visible.ts';
import { until } from '../until.ts';
import { assertAttackFirst, FIRST, type Look, markedText as markedTextIn } from './attackSight.ts';
import { panelPages } from './panelPages.ts';
import { attacksOf, type SampleAttack, sampleAnswers, variedAnswers } from './sampleAttacks.ts';
import { layout, loading, log, showLog } from './sampleDetection.ts';

const value = "SUMMER' UNION SELECT card_no, cvv FROM payments--";
const requestLine = 'POST /api/v2/checkout HTTP/1.1';
const json = (coupon: string) =>
  showLog(
    {
      request: { firstLine: requestLine, headers: [['Content-Type', 'application/json']] },
      rawData: `${requestLine}\r\nContent-Type: application/json\r\n\r\n{"cart":{"items":[{"id":1},{"id":2}]},"customer":{"name":"A"},"coupon":"${coupon}"${Array.from({ length: 12 }, (_, index) => `,"f${index}":${index}`).join('')}}`,
    },
    { uri: '/api/v2/checkout', detectedValue: value },
  );

const lookInto =
  (page: Page): Look =>
  (script) =>
    page.evaluate(script);
const markedText = (page: Page) => markedTextIn(lookInto(page));

describe('Detection panel: the attack first', function () {
  this.timeout(120_000);
  const { open, send, recorded, lastSent } = panelPages();
  let attacks: SampleAttack[];
  before(async () => {
    attacks = attacksOf([...(await sampleAnswers(10)), ...variedAnswers]);
    assert.equal(attacks.length, 38);
  });

  for (const width of [420, 760, 1280]) {
    it(`has the outcome, rule, path, match, address and time in the first ${FIRST} of ${width} pixels`, async () => {
      const page = await open(loading, { width });
      for (const attack of attacks) {
        await send({ type: 'show', state: attack.state });
        await assertAttackFirst(lookInto(page), attack);
      }
    });
  }

  it('has the match in the raw data one key away, and keeps the section from log to log', async () => {
    const page = await open(loading, { width: 420 });
    for (const { name, state, matched } of attacks) {
      await send({ type: 'show', state: { ...state, layout: { ...layout, section: 'raw' } } });
      const raw = await page.locator('#raw').boundingBox();
      assert.ok(raw && raw.y < 400 && raw.y + raw.height > 100, `${name}: ${JSON.stringify(raw)}`);
      if (matched.length === 0) continue;
      const shown = await markedText(page);
      assert.ok(shown?.inBox && matched.includes(shown.text), `${name}: ${JSON.stringify(shown)}`);
      await page.evaluate('document.activeElement.blur(); scrollTo(0, 0)');
      await page.keyboard.press('Enter');
      assert.equal((await markedText(page))?.inSight, true, name);
      assert.equal(await page.evaluate('document.activeElement.className'), 'raw code wrapped', name);
    }
  });

  it('leaves the match in its place when similar requests arrive above it', async () => {
    const page = await open(loading, { width: 420, height: 985 });
    const facts = ['first', 'last', 'addresses'].map((name) => ({
      name,
      value: '203.0.113.77, '.repeat(12),
    }));
    const similar = { summary: 'newest 100 of 230 read', days: [], facts, canOpen: true };
    const top = () =>
      page.evaluate<number>("[...CSS.highlights.get('detected')][0].getBoundingClientRect().top");
    for (const { name, state } of attacks.filter(({ matched }) => matched.length > 0)) {
      await send({ type: 'show', state });
      await page.keyboard.press('Enter');
      const before = await top();
      await send({ type: 'similar', similar });
      assert.ok(Math.abs((await top()) - before) < 1, `${name}: ${before} → ${await top()}`);
    }
  });

  it('does not scroll for the keys that open an adjacent log', async () => {
    const page = await open(showLog(), { width: 420 });
    const scrolled = page.evaluate(`new Promise((resolve) => {
      addEventListener('scroll', () => resolve(true));
      let frames = 0;
      const next = () => (++frames > 30 ? resolve(false) : requestAnimationFrame(next));
      next();
    })`);
    await page.keyboard.press('Alt+ArrowDown');
    assert.equal(await scrolled, false);
  });

  it('has the match marked and in view in the row that contains it', async () => {
    const page = await open(loading, { width: 420 });
    let found = 0;
    for (const { name, state } of attacks) {
      await send({ type: 'show', state });
      const { matches, current } = state.log;
      for (const { table, index, range } of matches[current]?.rows ?? []) {
        if (!range) continue;
        const row = page.locator(`#${table} .row.matched`);
        const value = state.log.tables[table].rows[index]?.value.text.slice(range.start, range.end) ?? '';
        const text = String(await row.locator('.match-text').textContent());
        assert.ok(asVisible(value).startsWith(text) && text.length >= Math.min(value.length, 100), name);
        found += 1;
      }
    }
    assert.ok(found >= 20, String(found));
  });

  it('shows the match as sent and decoded, and its field among the payload', async () => {
    const page = await open(json(value.replace("'", '\\u0027')));
    assert.equal(await page.locator('#match h2').textContent(), 'Matched in JSON body ▸ coupon');
    assert.deepEqual(await page.locator('.excerpt .match-text').allTextContents(), [
      value.replace("'", '\\u0027'),
      value,
    ]);
    assert.equal(await page.locator('#payload .row.matched .name').textContent(), 'coupon');
    assert.equal(await page.locator('#payload .row.matched .value').last().textContent(), value);
    const names = () => page.locator('#payload .name').allTextContents();
    assert.deepEqual((await names()).slice(0, 3), ['cart', 'customer', 'coupon']);
    const opener = page.locator('#payload .opener').first();
    await opener.focus();
    await page.keyboard.press('Enter');
    assert.deepEqual((await names()).slice(0, 3), ['cart', 'items', 'customer']);
    assert.equal(await opener.getAttribute('aria-expanded'), 'true');
    assert.equal(await page.evaluate('document.activeElement.className'), 'opener');
  });

  it('shows a match far down a long list with the names of what it is inside', async () => {
    const body = JSON.stringify({
      rows: Array.from({ length: 3_000 }, (_, at) => (at === 2_990 ? value : at)),
    });
    const raw = { rawData: `${requestLine}\r\nContent-Type: application/json\r\n\r\n${body}` };
    const page = await open(showLog(raw, { detectedValue: value }), { width: 420 });
    const [far] = await page
      .locator('#payload .far')
      .evaluateAll((all) =>
        all.map((each) => [...each.querySelectorAll('.row')].map((row) => row.textContent)),
      );
    assert.deepEqual(far?.slice(0, 2), ['JSON body', 'rows[…]']);
    assert.ok(far?.includes(`2990match${value}`), far?.join());
    assert.equal(await page.locator('#payload .row.matched').count(), 1);
    await page.keyboard.press('Control+f');
    await page.getByRole('textbox', { name: 'Find in This Log' }).fill('rows');
    await page.keyboard.press('Enter');
    const found = "String([...CSS.highlights.get('found-current')][0])";
    assert.equal(await page.evaluate(found), 'rows');
  });

  it('brings the match into sight among 25,000 headers', async () => {
    const headers = Array.from(
      { length: 25_000 },
      (_, at) => [`X-${at}`, at === 24_998 ? value : 'a'] as const,
    );
    const rawData = `${requestLine}\r\n${headers.map(([name, text]) => `${name}: ${text}`).join('\r\n')}\r\n\r\n`;
    const changes = { rawData, request: { firstLine: requestLine, headers } };
    const page = await open(showLog(changes, { detectedValue: value }), { width: 420 });
    assert.equal(await page.locator('#match h2').textContent(), 'Matched in Header ▸ X-24998');
    await page
      .getByRole('navigation')
      .getByRole('button', { name: /^Headers 25,000/ })
      .click();
    const row = page.locator('#request .row.matched');
    assert.equal(await row.locator('.match-text').textContent(), value);
    const box = await row.boundingBox();
    assert.ok(box && box.y > 0 && box.y + box.height < 800, JSON.stringify(box));
    await page.evaluate('document.activeElement.blur()');
    await page.keyboard.press('Enter');
    assert.deepEqual(await markedText(page), { text: value, inBox: true, inSight: true });
  });

  it('says in one line that the match was not found, and shows the detected value', async () => {
    const page = await open(showLog({ description: '' }, { detectedValue: 'not there' }));
    assert.match(String(await page.locator('#match').textContent()), /not found in the request.*not there/);
  });

  it('goes to the match in the raw data by its button or a click on it', async () => {
    const rawData = `${log.rawData}&more=${'x'.repeat(30_000)}&last=${encodeURIComponent(value)}`;
    const page = await open(showLog({ rawData }, { detectedValue: value }), { width: 461 });
    for (const go of [
      () => page.getByRole('button', { name: 'Show in Raw Data' }).press('Enter'),
      () => page.locator('.excerpt').first().click(),
    ]) {
      await page.evaluate('scrollTo(0, 0)');
      await go();
      assert.deepEqual(await markedText(page), {
        text: encodeURIComponent(value),
        inBox: true,
        inSight: true,
      });
      assert.equal(await page.evaluate('document.activeElement.className'), 'raw code wrapped');
    }
  });

  it('shows the raw data around a match at the end of 5 MiB, and of another match on request', async () => {
    const rawData = `${requestLine}\r\n\r\nfirst=${value}&${'x'.repeat(5 * 1024 * 1024)}&last=${value}`;
    const changes = { rawData, request: { firstLine: requestLine, headers: [] } };
    const target = { connectionId: 'one', key: log.key, row: { idx: 1, detectedValue: value, other: {} } };
    const changed = { ...log, ...changes };
    const view = detectionView(target, changed, readAttack({ ...changed, detectedValue: value }));
    const state = { kind: 'log', title: 'Log', log: extractOf(view), layout } as const;
    const page = await open({ type: 'show', state } satisfies ToPanel);
    assert.equal(await page.locator('.match-head .note').last().textContent(), '1 of 2');
    const next = page.getByRole('button', { name: 'Next Match', exact: true });
    await next.click();
    assert.deepEqual(await lastSent(), { type: 'showMatch', index: 1 });
    await send({ type: 'matched', log: extractOf(view, 1) });
    assert.equal(await page.locator('.match-head .note').last().textContent(), '2 of 2');
    assert.equal((await markedText(page))?.text, value);
    assert.match(String(await page.locator('.notice').textContent()), /^262,\d{3} of 5,243,\d{3} characters/);
    await page.getByRole('button', { name: 'Show in Raw Data' }).click();
    assert.deepEqual(await markedText(page), { text: value, inBox: true, inSight: true });
  });

  for (const [place, request] of Object.entries({
    'the request line': {
      line: `GET /${encodeURI(value)} HTTP/1.1`,
      header: ['Host', 'a'],
      marked: [],
      sections: ['Raw Data'],
    },
    'the name of a header': {
      line: 'GET / HTTP/1.1',
      header: [`x-${value}`, 'a'],
      marked: [0],
      sections: ['Headers 1'],
    },
    'a long cookie': {
      line: 'GET / HTTP/1.1',
      header: ['Cookie', `a=${'b'.repeat(5_000)}${value}`],
      marked: [0],
      sections: ['Payload', 'Headers 1'],
    },
  } as const)) {
    it(`finds a match in ${place}`, async () => {
      const [name, text] = request.header;
      const rawData = `${request.line}\r\n${name}: ${text}\r\n\r\n`;
      const head = { firstLine: request.line, headers: [request.header] };
      const page = await open(showLog({ rawData, request: head }, { detectedValue: value }), { width: 461 });
      await page.getByRole('button', { name: 'Show in Raw Data' }).click();
      assert.equal((await markedText(page))?.inSight, true);
      const rows = await page
        .locator('#request .row')
        .evaluateAll((all) =>
          all.flatMap((row, index) => (row.classList.contains('matched') ? [index] : [])),
        );
      assert.deepEqual(rows, request.marked);
      const dotted = page.getByRole('navigation').locator('button:has(.dot:not([hidden]))');
      assert.deepEqual(await dotted.allTextContents(), request.sections);
    });
  }

  it('shows what the list says of a log while it is read, and nothing of the log before it', async () => {
    const page = await open(showLog());
    const fact = (name: string, text: string, head: string) => ({
      name: { text: name, length: name.length },
      value: { text, length: text.length },
      head,
    });
    const facts = [
      { ...fact('Action', 'Blocked', 'action'), outcome: 'blocked' },
      fact('Rule', 'File Upload', 'rule'),
      fact('Address', '198.51.100.7', 'address'),
    ];
    const head = { heading: { text: '/upload', length: 7 }, facts };
    await send({ type: 'show', state: { kind: 'loading', title: 'Log 2', head } });
    assert.equal(await page.locator('.chips').textContent(), 'Action: BlockedRule: File Upload');
    assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), '/upload');
    assert.equal(await page.locator('.head-facts').textContent(), 'Address: 198.51.100.7');
    assert.equal(await page.locator('#match, #raw, #request').count(), 0);
    assert.equal(await page.getByRole('progressbar').isVisible(), true);
  });

  it('shows a time of today without its day, and the whole in the tooltip', async () => {
    const page = await open(loading);
    const time = page.locator('.head-time');
    for (const [now, shown] of [
      ['2025-06-30T23:50:07Z', '23:41:07'],
      ['2025-07-01T00:10:07Z', '2025-06-30 23:41:07'],
    ] as const) {
      await page.clock.setFixedTime(now);
      await send(showLog());
      assert.equal(await time.locator('.value').textContent(), shown);
    }
    await page.clock.setFixedTime('2025-06-30T23:50:07Z');
    await send(showLog());
    assert.match(String(await time.getAttribute('title')), /^2025-06-30 23:41:07 UTC/);
    assert.equal(await time.locator('.note').last().textContent(), ' (9 min. ago)');
  });

  it('takes the status, address and time of a log without a row from the log, and says so', async () => {
    const show = (headers: readonly (readonly [string, string])[]) => {
      const changed = { ...log, response: { ...log.response, headers } };
      const view = detectionView({ connectionId: 'one', key: log.key }, changed, readAttack(changed));
      return { type: 'show', state: { kind: 'log', title: 'Log', log: extractOf(view), layout } } as const;
    };
    const page = await open(show(log.response.headers));
    assert.equal(await page.locator('.chips').textContent(), 'Status: 403');
    const address = page.locator('.head-address');
    assert.equal(await address.locator('.value').textContent(), '203.0.113.77');
    assert.equal(await address.locator('.note').textContent(), ' from X-Forwarded-For');
    assert.match(
      String(await page.locator('.head-time').textContent()),
      /30 Jun 2025 .* date of the response/,
    );
    assert.equal(
      await page.locator('.match-note').textContent(),
      'Query parameter ▸ q: named by the description',
    );
    await send(show([]));
    assert.equal(await page.locator('.head-time').count(), 0);
    assert.equal(await address.isVisible(), true);
  });

  it('opens the closed rows around a text that find goes to', async () => {
    const page = await open(json('plain'));
    assert.deepEqual(await page.locator('#payload .opener[aria-expanded=true]').count(), 0);
    await page.keyboard.press('Control+f');
    await page.getByRole('textbox', { name: 'Find in This Log' }).fill('items');
    assert.equal(await page.locator('.find-result').textContent(), '1 of 2');
    const found =
      "[...CSS.highlights.get('found-current')][0].startContainer.parentElement.closest('.row').textContent";
    assert.equal(await page.evaluate(found), 'items[…]');
    assert.equal(await page.locator('#payload .opener[aria-expanded=true]').count(), 1);
  });

  it('is read out in the order in which it is seen', async () => {
    const page = await open(showLog(), { width: 760 });
    const read = await page.locator('#panel').ariaSnapshot();
    const parts = [
      '- button "Previous Log"',
      '- group "Outcome"',
      '- heading "POST /products/search?…" [level=1]',
      'Address: 203.0.113.77',
      '- heading "Matched in Form field ▸ q" [level=2]',
      '- navigation "Sections"',
      '- heading "Payload" [level=2]',
      '- table "Payload"',
      '- heading "Request headers" [level=2]',
      '- heading "Raw Data" [level=2]',
      '- heading "Response headers" [level=2]',
      '- heading "Details" [level=2]',
    ];
    const places = parts.map((part) => read.indexOf(part));
    assert.ok(!places.includes(-1), `${parts[places.indexOf(-1)]}: ${read.slice(0, 2_000)}`);
    assert.deepEqual(
      places,
      places.toSorted((one, other) => one - other),
    );
  });

  it('moves nothing for who wants no motion', async () => {
    const page = await open(showLog());
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await send(loading);
    const moving = await page.evaluate<string[]>(`document.getAnimations()
      .filter(({ effect }) => effect.getComputedTiming().activeDuration > 1)
      .map(({ animationName }) => animationName)`);
    assert.deepEqual(moving, []);
    assert.equal(await page.getByRole('progressbar').isVisible(), true);
  });

  it('leads to each section, marks the one in view, and reports it for the next log', async () => {
    const page = await open(showLog(), { width: 461, height: 500 });
    const bar = page.getByRole('navigation', { name: 'Sections' });
    assert.equal(await bar.locator('[aria-current]').count(), 0);
    await bar.getByRole('button', { name: /^Headers/ }).click();
    await until('the section', async () => {
      const sent = await lastSent();
      return sent?.type === 'arranged' && sent.layout.section === 'request';
    });
    assert.match(String(await bar.locator('[aria-current]').textContent()), /^Headers/);
    const message = showLog();
    assert.ok(message.type === 'show' && message.state.kind === 'log');
    await send({ ...message, state: { ...message.state, layout: { ...layout, section: 'request' } } });
    const [section, barBox] = await Promise.all([
      page.locator('#request').boundingBox(),
      page.locator('.section-bar').boundingBox(),
    ]);
    assert.ok(
      section && barBox && Math.abs(section.y - barBox.y - barBox.height) <= 2,
      JSON.stringify([section, barBox]),
    );
    assert.match(String(await bar.locator('[aria-current]').textContent()), /^Headers/);
  });

  it('keeps the section that was gone to where the page ends before it is at the top', async () => {
    const page = await open(showLog(), { width: 760, height: 1_100 });
    const bar = page.getByRole('navigation', { name: 'Sections' });
    const keeps = (wanted: string) =>
      until('the section', lastSent, (sent) => sent?.type === 'arranged' && sent.layout.section === wanted);
    for (const [name, id] of [
      ['Details', 'details'],
      ['Raw Data', 'raw'],
    ] as const) {
      await bar.getByRole('button', { name }).click();
      await keeps(id);
      assert.equal(await bar.locator('[aria-current]').textContent(), name);
      const message = showLog();
      assert.ok(message.type === 'show' && message.state.kind === 'log');
      await send({ ...message, state: { ...message.state, layout: { ...layout, section: id } } });
      assert.equal(await bar.locator('[aria-current]').textContent(), name);
      await keeps(id);
    }
    await page.mouse.move(300, 600);
    await page.mouse.wheel(0, -5_000);
    await keeps('');
    assert.equal(await bar.locator('[aria-current]').count(), 0);
  });

  it('shows each menu whole, also in a narrow panel', async () => {
    const page = await open(showLog(), { width: 420 });
    for (const name of ['Report', 'Copy', 'Open', 'More']) {
      await page.locator('.toolbar').getByRole('button', { name, exact: true }).click();
      const box = await page.getByRole('menu').boundingBox();
      assert.ok(box && box.x >= 0 && box.x + box.width <= 420, `${name}: ${JSON.stringify(box)}`);
    }
  });

  it('opens a menu by the keyboard and goes back to its button', async () => {
    const page = await open(showLog());
    const button = page.getByRole('button', { name: 'Copy', exact: true });
    await button.focus();
    await page.keyboard.press('ArrowDown');
    const focused = () => page.evaluate('document.activeElement.textContent');
    assert.equal(await focused(), 'Copy Raw Data');
    await page.keyboard.press('ArrowUp');
    assert.equal(await focused(), 'Copy Link');
    await page.keyboard.press('ArrowDown');
    assert.equal(await focused(), 'Copy Raw Data');
    await page.keyboard.press('Escape');
    assert.equal(await focused(), 'Copy');
    assert.equal(await page.getByRole('menu').count(), 0);
    const { sent } = await recorded();
    assert.equal(
      sent.some(({ type }) => type === 'leave'),
      false,
    );
  });
});
