import assert from 'node:assert/strict';
import type { Browser, Locator } from 'playwright-core';
import type { CountsFromPanel, CountsPanelState, CountsStored } from '../../src/counts/countsMessages.ts';
import type { MetricValues } from '../../src/service/model.ts';
import { plainBrowser } from './browsers.ts';
import { PanelPage } from './panelPage.ts';
import { countsView, date, dayRow, domain, extreme, failed, loading, show, usual } from './sampleCounts.ts';

const stored: CountsStored = {
  base: 'https://api.example.com',
  domain: 1001,
  span: 'last30',
};
const gone: CountsPanelState = {
  failure: {
    headline: 'This domain is no longer available.',
    cause: 'Its connection was removed.',
    canTryAgain: false,
  },
};
const states = { usual, extreme, loading, failed, gone } as const;

describe('Counts panel in a browser', function () {
  this.timeout(60_000);
  let browser: Browser;
  let panel: PanelPage;

  before(async () => {
    browser = await plainBrowser();
  });
  afterEach(() => panel.close());

  const open = async (state: CountsPanelState) => {
    panel = await PanelPage.open(browser, { panel: 'countsPanel' });
    await panel.send(show(state, { stored }));
    return panel.page;
  };
  const recorded = () => panel.recorded<CountsFromPanel, object>();
  const lastSent = async () => (await recorded()).sent.at(-1);
  const textOf = async (locator: Locator) => String(await locator.textContent());

  it('draws a chart for each metric and a row for each day', async () => {
    const page = await open(usual);
    assert.equal(await page.locator('.metric svg').count(), 4);
    assert.equal(await page.locator('.metric .count').count(), 120);
    assert.equal(await page.locator('tbody tr').count(), 30);
    assert.deepEqual(await page.locator('.metric h2').allInnerTexts(), [
      'Visitors',
      'Attackers',
      'Malicious IPs',
      'Bots',
    ]);
    assert.match(
      String(await page.getByRole('img', { name: /^Attackers by day/ }).getAttribute('aria-label')),
      /^Attackers by day: lowest \d+, highest \d+\. For all values, see the table\.$/,
    );
    assert.deepEqual(await page.locator('.metric .total').allInnerTexts(), [
      '83,439 in total · previous 80012 · change +4.2 % · last month',
      '1,061 in total',
      '1,740 in total',
      '16,877 in total',
    ]);
    assert.match(await textOf(page.locator('.summary')), /2026-05-02 to 2026-05-31 \(UTC\) · as of 14:05/);
  });

  it('shows the numbers of the day under the pointer in each chart, and opens its logs on click', async () => {
    const page = await open(usual);
    const ofDay = page.locator('.of-day');
    assert.match(await textOf(ofDay.first()), /^Sun 2026-05-31: [\d,]+$/);
    const box = await page.locator('.metric svg').nth(1).boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + 1, box.y + box.height / 2);
    const numbers = Object.values(dayRow(0).values ?? {}).map((count) => count?.toLocaleString('en'));
    assert.deepEqual(
      await ofDay.allTextContents(),
      numbers.map((count) => `Sat 2026-05-02: ${count}`),
    );
    await page.mouse.down();
    await page.mouse.up();
    assert.deepEqual(await lastSent(), { type: 'openLogs', day: '2026-05-02' });
    await page.mouse.move(2, 2);
    assert.match(await textOf(ofDay.first()), /2026-05-31/);
    await page.getByRole('button', { name: '2026-05-30' }).press('Enter');
    assert.deepEqual(await lastSent(), { type: 'openLogs', day: '2026-05-30' });
  });

  it('draws bars in proportion, none for 0, and an unknown day unlike 0', async () => {
    const same = (count: number | null): MetricValues => ({
      visitors: count,
      attackers: count,
      maliciousIps: count,
      bots: count,
    });
    const days = [0, 3_000_000, 1_500_000, 1, null].map((count, index) => ({
      date: date(index),
      values: same(count),
    }));
    const page = await open({ domain, counts: { asOf: '14:05', view: countsView(days) } });
    const bars = await page
      .locator('.metric.bots svg rect:not(.marked)')
      .evaluateAll((rects) =>
        rects.map((rect) => `${rect.getAttribute('class')} ${rect.getAttribute('height')}`),
      );
    assert.deepEqual(bars, ['count 0', 'count 100', 'count 50', 'count 1.5', 'unknown 100']);
    assert.match(await textOf(page.locator('.metric.bots .chart')), /^3MMay 2May 6$/);
  });

  it('shows missing days as not reported', async () => {
    const page = await open(extreme);
    const missing = page.locator('tbody tr').filter({ hasText: 'not reported' });
    assert.equal(await missing.count(), 22);
    assert.equal(await missing.first().locator('td').count(), 1);
  });

  it('chooses presets and days', async () => {
    const page = await open(usual);
    const presets = page.getByLabel('Range of days');
    assert.equal(await presets.inputValue(), 'last30');
    await presets.selectOption('last7');
    assert.deepEqual(await lastSent(), { type: 'choose', span: 'last7' });
    await page.getByLabel('From', { exact: true }).fill('2026-03-01');
    assert.deepEqual(await lastSent(), { type: 'choose', span: { from: '2026-03-01', to: '2026-05-31' } });
  });

  it('lets no day before the first allowed one be chosen, and says why', async () => {
    const page = await open(usual);
    const from = page.getByLabel('From', { exact: true });
    assert.equal(await from.getAttribute('min'), '2026-02-01');
    assert.equal(await from.getAttribute('max'), '2026-05-31');
    const before = (await recorded()).sent.length;
    await from.fill('2026-01-31');
    await page.getByRole('alert').filter({ hasText: 'no counts before 2026-02-01' }).waitFor();
    assert.equal(await page.locator('label:has(:invalid)').textContent(), 'From ');
    assert.equal((await recorded()).sent.length, before);
    await from.fill('2026-02-01');
    assert.equal(await page.locator('#range-problem').textContent(), '');
    assert.deepEqual(await lastSent(), { type: 'choose', span: { from: '2026-02-01', to: '2026-05-31' } });
  });

  it('offers what may help after a failure', async () => {
    const page = await open(failed);
    await page.getByRole('button', { name: 'Replace Key…' }).click();
    assert.deepEqual(await lastSent(), { type: 'nextStep' });
    await page.getByRole('button', { name: 'Try Again' }).click();
    assert.deepEqual(await lastSent(), { type: 'tryAgain' });
  });

  it('lets no text of the service become markup, style or request', async () => {
    const page = await open(usual);
    for (const state of Object.values(states)) {
      await panel.send(show(state));
      assert.equal(await page.locator('img, iframe, a').count(), 0);
      assert.doesNotMatch(await textOf(page.locator('body')), /\u202e/);
    }
    assert.deepEqual([panel.errors, panel.requests], [[], []]);
    assert.deepEqual((await recorded()).violations, []);
  });
});
