import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { pseudoLanguage } from '../../scripts/l10n.mjs';
import type { FromPanel } from '../../src/detection/detectionMessages.ts';
import { until } from '../until.ts';
import { untranslated } from '../untranslated.ts';
import { panelPages } from './panelPages.ts';
import {
  failed,
  gone,
  layout,
  loading,
  log,
  manyHeaders,
  onlyRow,
  showLog,
  unknown,
} from './sampleDetection.ts';

/** Returns the texts of elements, including those for screen readers and tooltips. */
const texts = (page: Page) =>
  page
    .locator('body :not(script)')
    .evaluateAll((all) =>
      all.flatMap((each) => [
        ...[...each.childNodes].flatMap(({ nodeName, textContent }) =>
          nodeName === '#text' ? (textContent ?? '') : [],
        ),
        ...['title', 'aria-label', 'placeholder'].map((name) => each.getAttribute(name) ?? ''),
      ]),
    );

describe('Detection panel in a browser', () => {
  const { open, send, recorded, errors, lastSent, announced } = panelPages();
  const isSelected = (message: FromPanel | undefined, text: string) =>
    message?.type === 'selected' && message.text === text;

  it('shows the outcome, the request, the match and the description first, and the other facts once', async () => {
    const page = await open(showLog());
    const head = await page.locator('.chips, .summary h1, .head-facts').allTextContents();
    assert.deepEqual(
      head.map((text) => text.replace(/ \([^()]*\)$/, '')),
      [
        'Action: BlockedStatus: 403Rule: SQL Injection',
        'POST /products/search?…',
        'Address: 203.0.113.77Country code: NLTime: 2025-06-30 23:41:07 UTC',
      ],
    );
    assert.equal(await page.locator('#match h2').textContent(), 'Matched in Form field ▸ q');
    assert.deepEqual(await page.locator('.excerpt .match-text').allTextContents(), [
      "' UNION SELECT card_no, cvv FROM payments--",
    ]);
    assert.equal(await page.locator('.description').textContent(), log.description);
    const facts = await page.locator('.fact').evaluateAll((each) => each.map((fact) => fact.textContent));
    assert.deepEqual(facts, [
      'Detection typeWAF',
      'Time2025-06-30 23:41:07',
      'Time zoneUTC',
      'CountryNetherlands',
      'Hostshop.example.com:443',
      'Path/products/search',
      'Domain number10293shop.example',
      'Log number48213',
      'Response dateMon, 30 Jun 2025 23:41:07 GMT1 Jul 2025, 01:41:07 CEST on this computer',
    ]);
  });

  it('shows the similar requests as text and as bars, which open in a table', async () => {
    const page = await open(showLog(log));
    const similar = page.getByRole('region', { name: 'Similar Requests' });
    const before = await similar.boundingBox();
    const days = Array.from({ length: 30 }, (_, at) => ({ day: `2026-11-${at + 1}`, count: at, blocked: 0 }));
    const facts = [{ name: 'Addresses', value: '2: 203.0.113.9 (5), <b>x</b>\u202e (1)' }];
    await send({
      type: 'similar',
      similar: { summary: 'newest 100 of 230 read', days, facts, canOpen: true },
    });
    await similar.getByText('newest 100 of 230 read').waitFor();
    await similar.getByText('2: 203.0.113.9 (5), <b>x</b>‹U+202E› (1)').waitFor();
    await similar
      .getByRole('img', { name: 'Requests by day from 2026-11-1 to 2026-11-30, at most 29 a day' })
      .waitFor();
    assert.deepEqual(await similar.boundingBox(), before);
    await similar.getByRole('button', { name: 'Open in Table: Similar Requests' }).press('Enter');
    assert.deepEqual(await lastSent(), { type: 'openSimilar' });
    await similar.getByRole('button', { name: 'Copy Exclusion Request…' }).press('Enter');
    assert.deepEqual(await lastSent(), { type: 'run', action: 'copyExclusionRequest' });
  });

  it('translates each of its texts', async () => {
    const language = { tag: 'qps-ploc', texts: pseudoLanguage().bundle };
    const name = (text: string) => ({ text, length: text.length });
    const table = (total: number, ...names: string[]) => ({
      rows: names.map((each, index) => ({
        name: name(each),
        value: index === 0 ? { text: '0'.repeat(600), length: 700 } : name(''),
        ...(index === 0 && { added: true as const, filter: 'address' as const }),
      })),
      total,
    });
    const many = Array.from({ length: 201 }, (_, index) => String(index));
    const state = {
      kind: 'log',
      title: '1',
      layout,
      log: {
        tables: {
          facts: {
            rows: [
              { name: name('1'), value: name('2'), instant: 0 },
              { name: name('3'), value: name('4'), head: 'rule' },
              { name: name('5'), value: name('6'), head: 'time', instant: 0, zone: '7' },
              { name: name('8'), value: name('9'), head: 'detectedValue' },
            ],
            total: 4,
          },
          payload: {
            rows: [
              { name: name('10'), value: name(''), isHeading: true, isOpen: true, inside: 2 },
              { name: name('11'), value: name(''), depth: 1, inside: 1, note: '{…}' },
              { name: name('12'), value: name('13'), depth: 2 },
            ],
            total: 9,
          },
          request: table(300, ...many),
          response: table(0),
          other: table(3, '', '1'),
        },
        rawData: { text: '0'.repeat(3_000), length: 4_000, start: 100 },
        matched: [],
        matches: [0, 1].map((index) => ({
          place: '14',
          how: '15',
          sent: { before: '16', match: '17', after: '18', length: 400, isCutBefore: true, isCutAfter: true },
          decoded: [
            {
              layers: ['19'],
              excerpt: {
                before: '',
                match: '2',
                after: '',
                length: 1,
                isCutBefore: false,
                isCutAfter: false,
              },
            },
          ],
          rows: [{ table: 'payload', index: 1 }],
          ...(index === 0 && { range: { start: 5, end: 6 } }),
        })),
        current: 0,
        isPayloadCut: true,
      },
    } as const;
    const page = await open({ type: 'show', state }, { language });
    const data = [/\b(?:cURL|HAR|JSON)\b/, /^ \(.* ago\)$/, /\b(?:Jan|GMT|UTC|CET|AM|PM)\b/];
    const look = async () => {
      const shown = await texts(page);
      assert.ok(shown.length > 20);
      assert.deepEqual(untranslated(shown, data), []);
    };
    await look();
    await page.keyboard.press('Control+f');
    const fields = page.locator('input');
    for (let index = 0; index < (await fields.count()); index++) {
      for (const typed of ['0', '9 9']) {
        await fields.nth(index).fill(typed);
        await look();
      }
    }
    for (const field of await fields.all()) await field.fill('');
    await page.locator('.value button').first().click();
    await look();
    for (const button of await page.locator('.toolbar [aria-haspopup]').all()) {
      await button.click();
      await look();
    }
    await page.locator('.opener').first().click();
    await page.getByRole('navigation').waitFor();
    await look();
    for (const message of [
      { type: 'copied', table: 'request', index: 0 },
      { type: 'done', action: 'copyBugReport' },
      { type: 'done', action: 'copyRawData' },
      { type: 'done', action: 'compareLogs' },
      { type: 'show', state: { ...state, log: { ...state.log, rawData: { ...name(''), start: 0 } } } },
      { type: 'show', state: { ...state, log: { ...state.log, matches: [] } } },
      { type: 'show', state: { kind: 'loading', title: '1' } },
    ]) {
      await send(message);
      await look();
    }
  });

  it('begins a description at the same edge whatever its direction', async () => {
    const page = await open(showLog({ description: 'זוהה דפוס חשוד' }), { width: 2_000 });
    const [title, description] = await Promise.all([
      page.locator('#match-title').boundingBox(),
      page.locator('.description .value').boundingBox(),
    ]);
    assert.equal(description?.x, title?.x);
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

  it('copies and filters by the row as the extension counts it', async () => {
    const page = await open(showLog());
    await page.locator('#request').getByText('X-Real-IP').hover();
    await page.getByRole('button', { name: 'Copy Value of X-Real-IP' }).click();
    assert.deepEqual(await lastSent(), { type: 'copyValue', table: 'request', index: 11 });
    await page.locator('#request').getByRole('button', { name: 'Filter by This Value of X-Real-IP' }).click();
    assert.deepEqual(await lastSent(), { type: 'filterByValue', table: 'request', index: 11 });
    await page.locator('.head-countryCode').hover();
    await page.getByRole('button', { name: 'Filter by This Value of Country code' }).click();
    assert.deepEqual(await lastSent(), { type: 'filterByValue', table: 'facts', index: 8 });
    const checked = page.locator('#request .codicon-check').waitFor();
    await send({ type: 'copied', table: 'request', index: 11 });
    assert.equal(await announced(), 'Copied');
    await checked;
    await page.locator('#request .codicon-check').waitFor({ state: 'detached' });
  });

  it('tells what is selected, at most 200 characters of it', async () => {
    const page = await open(showLog({ description: 'word '.repeat(100) }));
    await page.locator('.head-address .value').click({ clickCount: 3 });
    await until('the selected address', lastSent, (message) => isSelected(message, '203.0.113.77'));
    await page.locator('.description .value').click({ clickCount: 3 });
    await until('the start of the description', lastSent, (message) =>
      isSelected(message, 'word '.repeat(40)),
    );
  });

  it('sends each action of the toolbar, and says what was done', async () => {
    const page = await open(showLog());
    for (const [menu, name, action] of [
      ['', 'Previous Log', 'previousLog'],
      ['', 'Next Log', 'nextLog'],
      ['Report', 'Copy as Bug Report', 'copyBugReport'],
      ['Report', 'Preview Bug Report', 'previewBugReport'],
      ['Report', 'Create Issue…', 'createIssue'],
      ['Copy', 'Copy Raw Data', 'copyRawData'],
      ['Copy', 'Copy as cURL', 'copyCurl'],
      ['Copy', 'Copy as HAR', 'copyHar'],
      ['Copy', 'Copy as JSON', 'copyJson'],
      ['Copy', 'Copy Link', 'copyLink'],
      ['Open', 'Open Raw Data in Editor', 'openRawData'],
      ['Open', 'Open Decoded Data in Editor', 'openDecodedData'],
      ['Open', 'Open in New Tab', 'openInNewTab'],
      ['Open', 'Compare with…', 'compareLogs'],
      ['Open', 'Find Route in Workspace', 'findRoute'],
      ['More', 'Search Logs for Selection', 'searchSelection'],
      ['More', 'Reveal in Tree', 'revealInTree'],
      ['More', 'Save Raw Data As…', 'saveRawData'],
    ] as const) {
      const tools = page.locator('.toolbar');
      if (menu === '') await tools.getByRole('button', { name, exact: true }).click();
      else {
        await tools.getByRole('button', { name: menu, exact: true }).click();
        await tools.getByRole('menuitem', { name, exact: true }).click();
      }
      assert.deepEqual(await lastSent(), { type: 'run', action });
    }
    await send({ type: 'done', action: 'copyLink' });
    assert.equal(await announced(), 'Link copied');
    await send({ type: 'done', action: 'copyCurl' });
    assert.equal(await announced(), 'Link copied');
  });

  it('keeps its height while a log with a long cookie is scrolled', async () => {
    const cookie = Array.from({ length: 12 }, (_, index) => `name${index}=${'value'.repeat(60)}`).join('; ');
    const headers = [...log.request.headers, ['Cookie', cookie] as const];
    const page = await open(showLog({ request: { ...log.request, headers } }), { width: 461, height: 300 });
    const height = () => page.evaluate<number>('document.documentElement.scrollHeight');
    const heights = [await height()];
    for (const part of [0.3, 0.6, 1, 0.5]) {
      await page.evaluate(`new Promise((resolve) => {
        scrollTo({ top: document.documentElement.scrollHeight * ${part} });
        requestAnimationFrame(() => requestAnimationFrame(resolve));
      })`);
      heights.push(await height());
    }
    assert.equal(new Set(heights).size, 1, heights.join(' '));
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
    await page.getByRole('button', { name: 'Show All 1,000' }).click();
    await rows.nth(999).waitFor();
    assert.equal(await rows.count(), 1_000);
    assert.equal(await page.locator('#request .table-foot').textContent(), '');
  });

  it('says so when a log has nothing', async () => {
    const nothing = { firstLine: undefined, headers: [] };
    const bare = { request: nothing, response: nothing, rawData: '', description: '' };
    const page = await open(showLog(bare, { uri: '' }));
    assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'Log 48213');
    assert.equal(await page.locator('.description').count(), 0);
    assert.equal(await page.locator('#request .table-foot').textContent(), 'No headers.');
    assert.equal(await page.locator('#raw .empty').textContent(), 'No raw data.');
    assert.equal(await page.getByRole('textbox').count(), 0);
  });

  it('speaks the language that the extension put into it, within its policy', async () => {
    const language = { tag: 'ko', texts: { 'Try Again': '다시 <시도>' } };
    const page = await open(failed, { language });
    await page.getByRole('button', { name: '다시 <시도>' }).waitFor();
    assert.equal(await page.locator('html').getAttribute('lang'), 'ko');
    assert.deepEqual((await recorded()).violations, []);
    assert.deepEqual(errors(), []);
  });

  it('shows why a log could not be read, and what to do', async () => {
    const page = await open(failed);
    assert.match((await page.getByRole('alert').textContent()) ?? '', /did not accept the API key \(401/);
    await page.getByRole('button', { name: 'Replace Key…' }).click();
    assert.deepEqual(await lastSent(), { type: 'nextStep' });
    await page.getByRole('button', { name: 'Try Again' }).click();
    assert.deepEqual(await lastSent(), { type: 'tryAgain' });
    assert.equal(await page.getByRole('button', { name: 'Copy', exact: true }).isVisible(), false);
    await send(gone);
    assert.match((await page.getByRole('alert').textContent()) ?? '', /404 RES000018/);
    assert.equal(await page.getByRole('button', { name: 'Replace Key…' }).count(), 0);
  });

  it('leads to the logs beside one that a file has no detail of, and offers no second try', async () => {
    const page = await open(onlyRow);
    await page.getByRole('alert').getByText('only the row of this log').waitFor();
    assert.equal(await page.getByRole('alert').getByRole('button').count(), 0);
    await page.getByRole('button', { name: 'Next Log' }).click();
    assert.deepEqual(await lastSent(), { type: 'run', action: 'nextLog' });
  });

  it('offers no action on a log that is no longer available', async () => {
    const page = await open(unknown);
    await page.getByRole('alert').getByText('no longer available').waitFor();
    assert.equal(await page.getByRole('button').count(), 0);
    await send(showLog());
    assert.equal(await page.getByRole('button', { name: 'Next Log' }).isVisible(), true);
  });

  it('hides the log before it while another is loaded', async () => {
    const page = await open(showLog());
    await send(loading);
    await page.locator('.summary').waitFor({ state: 'hidden' });
    assert.equal(await page.getByRole('progressbar').isVisible(), true);
    assert.equal(await announced(), 'Loading Log 48213');
    await send(showLog());
    assert.equal(await page.locator('.summary').isVisible(), true);
    assert.equal(await page.getByRole('progressbar').isVisible(), false);
  });

  it('is arranged again as it was', async () => {
    const layout = { wrap: false, scroll: 120, section: 'request', find: 'accept' } as const;
    const page = await open(showLog({}, {}, layout), { height: 400 });
    assert.equal(
      await page.getByRole('button', { name: 'Wrap Lines' }).getAttribute('aria-pressed'),
      'false',
    );
    assert.equal(await page.locator('.find-result').textContent(), '1 of 6');
    assert.equal(await page.evaluate('scrollY'), 120);
  });

  it('stores the reference of the log, and nothing of the log', async () => {
    await open(showLog());
    const { stored } = await recorded();
    assert.deepEqual(stored.map(Object.keys), [['link', 'preview']]);
    assert.doesNotMatch(JSON.stringify(stored), /UNION|shop\.example|203\.0\.113/);
  });
});
