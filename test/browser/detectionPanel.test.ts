import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, chromium } from 'playwright-core';
import { chromiumAdvice, chromiumArguments, findChromium } from '../../scripts/chromium.mjs';
import type { FromPanel, PanelState, ToPanel } from '../../src/views/detectionMessages.ts';
import { PanelPage, type PanelPageOptions, THEMES } from './panelPage.ts';
import { log, showLog } from './sampleDetection.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const show = (state: PanelState): ToPanel => ({ type: 'show', state });
const loading = show({ kind: 'loading', title: 'Log 48213' });
const failed = show({
  kind: 'failed',
  title: 'Log 48213',
  headline: 'The service did not accept the API key (401 RES000033 “Unauthorized”).',
  cause: 'The key may be wrong or no longer valid.',
  gone: false,
  next: 'Replace Key…',
  canTryAgain: true,
});
const gone = show({
  kind: 'failed',
  title: 'Log 48213',
  headline: 'The service has no such data (404 RES000018 “Data not found”).',
  cause: 'The log or the domain may be gone.',
  gone: true,
  canTryAgain: true,
});

const manyHeaders = (number: number): ToPanel =>
  showLog({
    request: {
      firstLine: 'GET / HTTP/1.1',
      headers: Array.from({ length: number }, (_, i) => [`X-Header-${i}`, `value ${i}`] as const),
    },
  });

describe('detection panel in a browser', () => {
  let browser: Browser;
  let panel: PanelPage;

  before(async () => {
    const executablePath = findChromium();
    assert.ok(executablePath, chromiumAdvice);
    browser = await chromium.launch({ executablePath, args: chromiumArguments });
  });
  after(() => browser.close());
  afterEach(() => panel.close());

  const open = async (message: ToPanel, options?: PanelPageOptions) => {
    panel = await PanelPage.open(browser, options);
    await panel.send(message);
    return panel.page;
  };
  const sent = async () => (await panel.recorded()).sent;
  const lastSent = async (): Promise<FromPanel | undefined> => (await sent()).at(-1);
  const announced = () => panel.page.locator('#announcements').textContent();

  it('shows the request, the description and the facts', async () => {
    const page = await open(showLog());
    assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), log.request.firstLine);
    assert.equal(await page.locator('.description').textContent(), log.description);
    const facts = await page.locator('.fact').evaluateAll((each) => each.map((fact) => fact.textContent));
    assert.deepEqual(facts, [
      'Status403',
      'ActionBlocked',
      'RuleSQL Injection',
      'Detection typeWAF',
      'Time2025-06-30 23:41:07',
      'Time zoneUTC',
      'Address203.0.113.77',
      'CountryNetherlands',
      'Country codeNL',
      'Hostshop.example.com:443',
      'Path/products/search',
      'Domain10293',
      'Log48213',
      'Response dateMon, 30 Jun 2025 23:41:07 GMT1 Jul 2025, 01:41:07 CEST here',
      "Detected value' UNION SELECT card_no, cvv FROM payments--",
    ]);
  });

  it('shows both header tables, with the added ones marked', async () => {
    const page = await open(showLog());
    const request = page.getByRole('table', { name: 'Request headers' }).getByRole('row');
    assert.equal(await request.count(), 16);
    const added = await request
      .filter({ has: page.locator('.added') })
      .getByRole('rowheader')
      .allTextContents();
    assert.deepEqual(added, [
      'X-Forwarded-Foradded',
      'X-Real-IPadded',
      'X-Forwarded-Protoadded',
      'X-Forwarded-Portadded',
      'X-Country-Codeadded',
      'X-Unique-IDadded',
    ]);
    assert.equal(await page.locator('#response .first-line').textContent(), 'HTTP/1.1 403 Forbidden');
    assert.deepEqual(
      await page.locator('#response .cell.code .value').allTextContents(),
      log.response.headers.map(([, value]) => value),
    );
    assert.equal(await page.locator('#other').count(), 0);
  });

  it('shows the raw data to the letter, and marks in it what was detected', async () => {
    const page = await open(showLog());
    assert.equal(await page.locator('.raw').textContent(), log.rawData);
    const marked = await page.evaluate("[...CSS.highlights.get('detected')].map(String)");
    assert.deepEqual(marked, ["' UNION SELECT card_no, cvv FROM payments--"]);
    const names = await page.evaluate("[...CSS.highlights.get('header-name')].map(String).slice(0, 2)");
    assert.deepEqual(names, ['Host', 'User-Agent']);
  });

  it('filters a table by name and value, and says how many are left', async () => {
    const page = await open(showLog());
    const filter = page.getByRole('textbox', { name: 'Filter request headers' });
    await filter.fill('ACCEPT');
    assert.deepEqual(await page.locator('#request .name').allTextContents(), [
      'Accept',
      'Accept-Language',
      'Accept-Encoding',
    ]);
    assert.equal(await page.locator('#request .section-detail').textContent(), '3 of 16');
    assert.equal(await announced(), '3 of 16 headers');
    await filter.fill('no such header');
    assert.equal(await page.locator('#request .table-foot').textContent(), 'No header matches the filter.');
    await filter.press('Escape');
    assert.equal(await page.locator('#request .row').count(), 16);
  });

  it('copies and filters by the row as the extension counts it, also when the table is filtered', async () => {
    const page = await open(showLog());
    await page.getByRole('textbox', { name: 'Filter request headers' }).fill('x-real');
    await page.getByRole('button', { name: 'Copy Value of X-Real-IP' }).click();
    assert.deepEqual(await lastSent(), { type: 'copyValue', table: 'request', index: 11 });
    await page.locator('#request').getByRole('button', { name: 'Filter by This Value of X-Real-IP' }).click();
    assert.deepEqual(await lastSent(), { type: 'filterByValue', table: 'request', index: 11 });
    await page.getByRole('button', { name: 'Filter by This Value of Country code' }).click();
    assert.deepEqual(await lastSent(), { type: 'filterByValue', table: 'facts', index: 8 });
    await panel.send({ type: 'copied', table: 'request', index: 11 });
    assert.equal(await announced(), 'Copied');
    assert.equal(await page.locator('#request .codicon-check').count(), 1);
    await page.locator('#request .codicon-check').waitFor({ state: 'detached' });
  });

  it('sends each action of the toolbar, and says what was done', async () => {
    const page = await open(showLog());
    for (const [name, action] of [
      ['Previous Log', 'previousLog'],
      ['Next Log', 'nextLog'],
      ['Copy as Bug Report', 'copyBugReport'],
      ['Copy as cURL', 'copyCurl'],
      ['Copy as HAR', 'copyHar'],
      ['Copy as JSON', 'copyJson'],
      ['Copy Link', 'copyLink'],
      ['Create Issue…', 'createIssue'],
      ['Compare with…', 'compareLogs'],
      ['Open Decoded Data in Editor', 'openDecodedData'],
      ['Save Raw Data As…', 'saveRawData'],
      ['Reveal in Tree', 'revealInTree'],
      ['Open in New Tab', 'openInNewTab'],
      ['Copy Raw Data', 'copyRawData'],
      ['Open Raw Data in Editor', 'openRawData'],
    ] as const) {
      await page.getByRole('button', { name, exact: true }).click();
      assert.deepEqual(await lastSent(), { type: 'run', action });
    }
    await panel.send({ type: 'done', action: 'copyCurl' });
    assert.equal(await announced(), 'Copied as cURL');
  });

  it('finds in the raw data, from the keyboard alone', async () => {
    const page = await open(showLog());
    await page.keyboard.press('Control+f');
    await page.keyboard.type('accept');
    const result = page.locator('.find-result');
    assert.equal(await result.textContent(), '1 of 3');
    await page.keyboard.press('Enter');
    assert.equal(await result.textContent(), '2 of 3');
    assert.equal(await announced(), '2 of 3');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.press('Shift+F3');
    assert.equal(await result.textContent(), '3 of 3');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    assert.equal(await result.textContent(), 'No results');
    assert.equal(await page.evaluate("CSS.highlights.get('found').size"), 0);
    assert.deepEqual((await lastSent())?.type, 'arranged');
  });

  it('brings a match that is out of sight into sight', async () => {
    const rawData = `${'line\n'.repeat(5_000)}needle ${'x'.repeat(2_000)} end`;
    const page = await open(showLog({ rawData }));
    await page.getByRole('button', { name: 'Wrap Lines' }).click();
    for (const word of ['needle', 'end']) {
      await page.getByRole('textbox', { name: 'Find in raw data' }).fill(word);
      const inSight = await page.evaluate(`(() => {
        const box = document.querySelector('.raw').getBoundingClientRect();
        const match = [...CSS.highlights.get('found-current')][0].getBoundingClientRect();
        return match.top >= box.top && match.bottom <= box.bottom && match.left >= box.left && match.right <= box.right
          && box.top < innerHeight;
      })()`);
      assert.equal(inSight, true, word);
    }
  });

  it('wraps lines or not', async () => {
    const page = await open(showLog({ rawData: 'x'.repeat(5_000) }));
    const wrap = page.getByRole('button', { name: 'Wrap Lines' });
    const overflows = () => page.locator('.raw').evaluate((box) => box.scrollWidth > box.clientWidth);
    assert.equal(await wrap.getAttribute('aria-pressed'), 'true');
    assert.equal(await overflows(), false);
    await wrap.click();
    assert.equal(await wrap.getAttribute('aria-pressed'), 'false');
    assert.equal(await overflows(), true);
  });

  it('draws what could not be seen', async () => {
    const page = await open(showLog({ rawData: 'a\0b\u202ec\u200d\u200dd\te\r\nf\rg' }));
    assert.equal(await page.locator('.raw').textContent(), 'a␀b‹U+202E›c‹U+200D›‹U+200D›d\te\r\nf␍g');
    const drawn = await page
      .locator('.raw .invisible')
      .evaluateAll((marks) => marks.map((mark) => [mark.textContent, mark.getAttribute('title')]));
    assert.deepEqual(drawn, [
      ['␀', 'U+0000'],
      ['‹U+202E›', 'U+202E'],
      ['‹U+200D›‹U+200D›', 'U+200D U+200D'],
      ['␍', 'U+000D'],
    ]);
  });

  it('finds across characters that are drawn otherwise', async () => {
    const page = await open(showLog({ rawData: 'a\0\0b 😀\u202e😀 end' }));
    await page.getByRole('textbox', { name: 'Find in raw data' }).fill('end');
    const match = "String([...CSS.highlights.get('found-current')][0])";
    assert.equal(await page.evaluate(match), 'end');
    await page.getByRole('textbox', { name: 'Find in raw data' }).fill('b 😀');
    assert.equal(await page.evaluate(match), 'b 😀');
  });

  it('shows the start of more than 256 KiB and leads to the whole', async () => {
    const page = await open(showLog({ rawData: 'x'.repeat(300_000) }));
    assert.equal((await page.locator('.raw').textContent())?.length, 262_144);
    const notice = page.locator('.notice');
    assert.match((await notice.textContent()) ?? '', /^The first 262,144 of 300,000 characters are shown\./);
    await notice.getByRole('button', { name: 'Open Raw Data in Editor' }).click();
    assert.deepEqual(await lastSent(), { type: 'run', action: 'openRawData' });
  });

  it('shows a long value when asked', async () => {
    const value = `${'0123456789'.repeat(1_000)}end`;
    const page = await open(showLog({ request: { firstLine: undefined, headers: [['Cookie', value]] } }));
    const cell = page.locator('#request .cell.code .value').first();
    assert.ok(((await cell.textContent())?.length ?? 0) < 600);
    await page.getByRole('button', { name: 'Show all 10,003 characters' }).click();
    assert.ok((await cell.textContent()) === value);
  });

  it('draws the first of many headers, and the rest when asked', async () => {
    const page = await open(manyHeaders(1_000));
    const rows = page.locator('#request .row');
    assert.equal(await rows.count(), 200);
    await page.getByRole('button', { name: 'Show 200 More' }).click();
    assert.equal(await rows.count(), 400);
    await page.getByRole('textbox', { name: 'Filter request headers' }).fill('value 99');
    assert.equal(await rows.count(), 11);
    await page.getByRole('textbox', { name: 'Filter request headers' }).fill('');
    await page.getByRole('button', { name: 'Show All 1,000' }).click();
    await page.waitForFunction("document.querySelectorAll('#request .row').length === 1000");
    assert.equal(await page.locator('#request .table-foot').textContent(), '');
  });

  it('closes and opens its sections', async () => {
    const page = await open(showLog());
    const toggle = page.getByRole('button', { name: 'Request headers' });
    await toggle.click();
    assert.equal(await page.locator('#request .rows').isVisible(), false);
    assert.equal(await toggle.getAttribute('aria-expanded'), 'false');
    await toggle.click();
    assert.equal(await page.locator('#request .rows').isVisible(), true);
  });

  it('says so when a log has nothing', async () => {
    const nothing = { firstLine: undefined, headers: [] };
    const page = await open(showLog({ request: nothing, response: nothing, rawData: '', description: '' }));
    assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'Log 48213');
    assert.equal(await page.locator('.description').count(), 0);
    assert.equal(await page.locator('#request .table-foot').textContent(), 'No headers.');
    assert.equal(await page.locator('#raw .empty').textContent(), 'No raw data.');
    assert.equal(await page.getByRole('textbox').count(), 0);
  });

  it('shows why a log could not be read, and what to do', async () => {
    const page = await open(failed);
    assert.match((await page.getByRole('alert').textContent()) ?? '', /did not accept the API key \(401/);
    await page.getByRole('button', { name: 'Replace Key…' }).click();
    assert.deepEqual(await lastSent(), { type: 'nextStep' });
    await page.getByRole('button', { name: 'Try Again' }).click();
    assert.deepEqual(await lastSent(), { type: 'tryAgain' });
    assert.equal(await page.getByRole('button', { name: 'Copy as cURL' }).isVisible(), false);
    await panel.send(gone);
    assert.match((await page.getByRole('alert').textContent()) ?? '', /404 RES000018/);
    assert.equal(await page.getByRole('button', { name: 'Replace Key…' }).count(), 0);
  });

  it('hides the log before it while another is loaded', async () => {
    const page = await open(showLog());
    await panel.send(loading);
    await page.locator('.summary').waitFor({ state: 'hidden' });
    assert.equal(await page.locator('vscode-progress-bar').isVisible(), true);
    assert.equal(await announced(), 'Loading Log 48213');
    await panel.send(showLog());
    assert.equal(await page.locator('.summary').isVisible(), true);
    assert.equal(await page.locator('vscode-progress-bar').isVisible(), false);
  });

  it('is arranged again as it was', async () => {
    const message = showLog();
    assert.ok(message.type === 'show' && message.state.kind === 'log');
    const layout = {
      wrap: false,
      scroll: 120,
      requestFilter: 'accept',
      responseFilter: 'date',
      find: 'host',
    };
    const page = await open({ ...message, state: { ...message.state, layout } }, { height: 400 });
    assert.equal(await page.locator('#request .row').count(), 3);
    assert.equal(await page.locator('#response .row').count(), 1);
    assert.equal(
      await page.getByRole('button', { name: 'Wrap Lines' }).getAttribute('aria-pressed'),
      'false',
    );
    assert.equal(await page.locator('.find-result').textContent(), '1 of 1');
    assert.equal(await page.evaluate('scrollY'), 120);
  });

  it('stores the reference of the log, and nothing of the log', async () => {
    await open(showLog());
    const { stored } = await panel.recorded();
    assert.deepEqual(stored.map(Object.keys), [['link', 'preview']]);
    assert.doesNotMatch(JSON.stringify(stored), /UNION|shop\.example|203\.0\.113/);
  });

  it('can be reached and used with the keyboard alone, with the focus in sight', async () => {
    const page = await open(showLog());
    const seen: string[] = [];
    for (let step = 0; step < 200; step++) {
      await page.keyboard.press('Tab');
      const name = await page.evaluate(`(() => {
        let focused = document.activeElement;
        if (focused === document.body) return '';
        const label = focused.getAttribute('aria-label') ?? focused.label ?? focused.textContent;
        while (focused.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
        const style = getComputedStyle(focused);
        const border = getComputedStyle(focused.parentElement).borderColor;
        const place = focused.getBoundingClientRect();
        const ring = style.outlineStyle !== 'none' || border === 'rgb(0, 120, 212)';
        const tools = focused.closest('.row-tools');
        const visible = (!tools || getComputedStyle(tools).opacity === '1') && place.height > 0
          && place.top >= 0 && place.bottom <= innerHeight + 1;
        return ring && visible ? label : 'not visible: ' + label;
      })()`);
      if (name === '') break;
      seen.push(String(name));
    }
    assert.deepEqual(
      seen.filter((name) => name.startsWith('not visible')),
      [],
    );
    for (const name of [
      'Next Log',
      'Copy Link',
      'Filter request headers',
      'Copy Value of Host',
      'Find in raw data',
      'Wrap Lines',
      'Raw text of the request',
    ]) {
      assert.ok(seen.includes(name), `${name} is missing in ${seen.join(', ')}`);
    }
  });

  for (const theme of THEMES) {
    it(`has no accessibility fault that axe knows, in any state (${theme})`, async () => {
      const page = await open(
        showLog({ other: { score: '9\0' }, rawData: `${log.rawData}\0\u202e` }, { detectedValue: 'shoes' }),
        { theme },
      );
      await page.evaluate(axe);
      for (const message of [undefined, failed, gone, loading, manyHeaders(200)]) {
        if (message) await panel.send(message);
        if (message === undefined) await page.getByRole('textbox', { name: 'Find in raw data' }).fill('a');
        if (message === loading) await page.locator('.summary').waitFor({ state: 'hidden' });
        const violations =
          await page.evaluate(`axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>
          violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html, failureSummary }) => html + failureSummary).join('; ')))`);
        assert.deepEqual(violations, []);
      }
    });
  }

  for (const [width, zoom] of [
    [600, 1],
    [800, 1],
    [1_280, 1],
    [2_000, 1],
    [640, 2],
    [320, 2],
  ] as const) {
    it(`fits ${width} pixels at ${zoom * 100} %, whatever the values`, async () => {
      const long = 'x'.repeat(3_000);
      const page = await open(
        showLog(
          {
            request: {
              firstLine: `GET /${long} HTTP/1.1`,
              headers: [
                [long, long],
                ['empty', ''],
                ['', 'no name'],
                ['שלום', 'مرحبا בעולם'],
              ],
            },
            virtualHost: long,
            description: long,
            rawData: `${long}\n${long}`,
          },
          { rule: long },
        ),
        { width, zoom },
      );
      assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
      const outside =
        await page.evaluate(`[...document.querySelectorAll('button, h2, vscode-textfield, .raw')].filter((each) => {
        const { left, right, width } = each.getBoundingClientRect();
        return width > 0 && (left < 0 || right > innerWidth);
      }).map(({ outerHTML }) => outerHTML)`);
      assert.deepEqual(outside, []);
    });
  }
});
