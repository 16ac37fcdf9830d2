import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { extractOf } from '../../src/detection/detectionExtract.ts';
import type { ToPanel } from '../../src/detection/detectionMessages.ts';
import { detectionView } from '../../src/detection/detectionView.ts';
import { readAttack } from '../../src/http/readAttack.ts';
import { asVisible } from '../../src/text/visible.ts';
import { until } from '../until.ts';
import { panelPages } from './panelPages.ts';
import { type SampleAttack, sampleAttacks, variedAttacks } from './sampleAttacks.ts';
import { layout, loading, log, showLog } from './sampleDetection.ts';

/** CSS pixels in which the attack is seen. */
const FIRST = 600;

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

/** The match in the raw data, and whether it is in view in its box and in the page. */
const markedText = (page: Page) =>
  page.evaluate<{ text: string; inBox: boolean; inSight: boolean }>(`(() => {
    const ranges = [...CSS.highlights.get('detected')];
    const box = document.querySelector('.raw').getBoundingClientRect();
    const inBox = ({ top, bottom }) => bottom > box.top && top < box.bottom;
    const range = ranges.find((each) => inBox(each.getBoundingClientRect())) ?? ranges[0];
    const match = range.getBoundingClientRect();
    return {
      text: String(range),
      inBox: inBox(match),
      inSight: inBox(match) && match.top < innerHeight && match.bottom > 0,
    };
  })()`);

describe('Detection panel: the attack first', function () {
  this.timeout(120_000);
  const { open, send, recorded, lastSent } = panelPages();
  let attacks: SampleAttack[];
  before(async () => {
    attacks = [...(await sampleAttacks(10)), ...variedAttacks()];
    assert.equal(attacks.length, 40);
  });

  for (const width of [420, 760, 1280]) {
    it(`has the outcome, rule, path, match, address and time in the first ${FIRST} of ${width} pixels`, async () => {
      const page = await open(loading, { width });
      for (const { name, row, log, state, matched } of attacks) {
        await send({ type: 'show', state });
        const { matches, current } = state.log;
        const sent = matches[current]?.sent;
        const parts = {
          '.head-action .value': row.action,
          '.head-rule .value': row.rule,
          '.head-status .value': String(log.responseCode || ''),
          '.head-address .value': row.address,
          '.head-time .value': row.time,
          '.summary h1 .value': row.uri && asVisible(row.uri).slice(0, 20),
          '#match h2': matched.length > 0 ? 'Matched in ' : 'Match',
          '.excerpt .match-text': matched.length > 0 ? '' : undefined,
          '.excerpt .context': sent && sent.before + sent.after !== '' ? '' : undefined,
        };
        for (const [selector, text] of Object.entries(parts)) {
          if (text === undefined || (text === '' && selector.startsWith('.head'))) continue;
          const found = await page.evaluate<{ bottom: number; text: string } | undefined>(`(() => {
            const part = document.querySelector(${JSON.stringify(selector)});
            return part && { bottom: part.getBoundingClientRect().bottom + scrollY, text: part.textContent };
          })()`);
          assert.ok(found && found.bottom <= FIRST, `${name}: ${selector} ${JSON.stringify(found)}`);
          if (selector === '.head-time .value')
            assert.ok(text.endsWith(found.text), `${name}: ${found.text}`);
          else assert.ok(found.text.includes(text), `${name}: ${selector} ${found.text}`);
        }
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
      assert.ok(matched.includes(shown.text) && shown.inBox, `${name}: ${JSON.stringify(shown)}`);
      await page.evaluate('document.activeElement.blur(); scrollTo(0, 0)');
      await page.keyboard.press('Enter');
      assert.equal((await markedText(page)).inSight, true, name);
      assert.equal(await page.evaluate('document.activeElement.className'), 'raw code wrapped', name);
    }
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
    assert.equal((await markedText(page)).text, value);
    assert.match(String(await page.locator('.notice').textContent()), /^262,\d{3} of 5,243,\d{3} characters/);
    await page.getByRole('button', { name: 'Show in Raw Data' }).click();
    assert.deepEqual(await markedText(page), { text: value, inBox: true, inSight: true });
  });

  for (const [place, request] of Object.entries({
    'the request line': { line: `GET /${encodeURI(value)} HTTP/1.1`, header: ['Host', 'a'], marked: [] },
    'the name of a header': { line: 'GET / HTTP/1.1', header: [`x-${value}`, 'a'], marked: [0] },
    'a long cookie': {
      line: 'GET / HTTP/1.1',
      header: ['Cookie', `a=${'b'.repeat(5_000)}${value}`],
      marked: [0],
    },
  } as const)) {
    it(`finds a match in ${place}`, async () => {
      const [name, text] = request.header;
      const rawData = `${request.line}\r\n${name}: ${text}\r\n\r\n`;
      const head = { firstLine: request.line, headers: [request.header] };
      const page = await open(showLog({ rawData, request: head }, { detectedValue: value }), { width: 461 });
      await page.getByRole('button', { name: 'Show in Raw Data' }).click();
      assert.equal((await markedText(page)).inSight, true);
      const rows = await page
        .locator('#request .row')
        .evaluateAll((all) =>
          all.flatMap((row, index) => (row.classList.contains('matched') ? [index] : [])),
        );
      assert.deepEqual(rows, request.marked);
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
