import assert from 'node:assert/strict';
import { type SampleService, startSampleService } from '../../src/sample/server.ts';
import { until } from '../until.ts';
import { connect, openConnected } from './connecting.ts';
import { openEditor } from './host.ts';
import type { EditorWindow } from './hostWindow.ts';

const SHOW = 'Show Visitor and Attacker Counts';
const WATCH = "Show Today's Attackers in Status Bar";

describe('Counts in the editor', function () {
  this.timeout(180_000);
  let service: SampleService;
  let editor: EditorWindow;

  before(async () => {
    service = await startSampleService();
    editor = await openEditor({ settings: { 'partnerLogs.statusBar.warnAbove': 5 } });
    await editor.openViews();
    await connect(editor, service, 'Secret Name');
  });

  after(async () => {
    await editor?.close();
    await service?.close();
  });

  const item = () => editor.statusBarItem('partnerLogs.attackers');
  const countsAsked = () =>
    service.requests.flatMap(
      ({ path }) => /visitors_hackers\/(\d+)\?from=(\d+)&to=(\d+)/.exec(path)?.slice(1).join(' ') ?? [],
    );
  const today = () => new Date().toISOString().slice(0, 10);
  const compact = (day: string) => day.replaceAll('-', '');

  const heading = (name: string) => editor.panel().getByRole('heading', { name, level: 1 });
  const week = () => editor.panel().getByRole('button', { name: '7 Days', exact: true });

  /** Shows the counts of the shop unless they are visible. */
  async function seeCounts(): Promise<void> {
    if (await heading('shop.example').isVisible()) return;
    await editor.tree('Domains').menu(editor.tree('Domains').row('shop.example'), SHOW);
    await heading('shop.example').waitFor();
  }

  /** Shows the counts of the shop for the last 7 days. */
  async function seeWeek(): Promise<void> {
    await seeCounts();
    if ((await week().getAttribute('aria-pressed')) !== 'true') await week().click();
    await editor.panel().locator('tbody tr').nth(6).waitFor();
    await editor.panel().locator('tbody tr').nth(7).waitFor({ state: 'detached' });
  }

  /** Watches three domains and waits for today's counts. */
  async function watchThree(): Promise<void> {
    const tree = editor.tree('Domains');
    // The rows below an expanded domain might have moved the others out of view.
    if (!(await tree.row('noticias.example').isVisible())) await tree.action('Collapse All');
    for (const name of ['files.example', 'noticias.example']) {
      const counted = tree.row(name).filter({ hasText: /\d+ attackers today/ });
      if (!(await counted.isVisible())) await tree.menu(tree.row(name), WATCH);
      await counted.waitFor();
    }
  }

  /** Shows the counts of all watched domains unless they are visible. */
  async function seeWatched(): Promise<void> {
    await watchThree();
    if (!(await heading('Watched domains').isVisible())) await item().click();
    await heading('Watched domains').waitFor();
  }

  it("shows a domain's counts from its menu", async () => {
    await seeCounts();
    const panel = editor.panel();
    await panel.locator('.metric canvas').nth(3).waitFor();
    assert.equal(await panel.locator('tbody tr').count(), 30);
    assert.match(String(await panel.locator('.summary').textContent()), new RegExp(`${today()} \\(UTC\\)`));
    await editor.screenshot('counts-editor');
  });

  it('asks the service for the range that is chosen', async () => {
    await seeWeek();
    assert.ok(
      countsAsked().some(
        (asked) =>
          asked.endsWith(compact(today())) && !asked.includes(`${compact(today())} ${compact(today())}`),
      ),
    );
  });

  it('gives the keyboard back to the button that had it when a prompt is closed', async () => {
    await seeWeek();
    await week().focus();
    await editor.page.keyboard.press('F1');
    await editor.quickInput.input.waitFor();
    await editor.quickInput.cancel();
    await until(
      'the focus to be on the button',
      async () => {
        await editor.panelsSettled();
        return week().evaluate('document.hasFocus() && document.activeElement.textContent');
      },
      (text) => text === '7 Days',
    );
  });

  it('copies the table for a spreadsheet', async () => {
    await seeWeek();
    const panel = editor.panel();
    await panel.getByRole('button', { name: 'Copy as CSV' }).click();
    await panel.locator('#announcements').filter({ hasText: 'Copied as CSV' }).waitFor({ state: 'attached' });
    const [header, newest, ...others] = (await editor.clipboard()).trimEnd().split(/\r?\n/);
    assert.equal(header, '"Day","Visitors","Attackers","Malicious IPs","Bots"');
    assert.match(newest ?? '', new RegExp(`^"${today()}",\\d+,\\d+,\\d+,\\d+$`));
    assert.equal(others.length, 6);
  });

  it('comes back after a reload, with its domain and its range', async () => {
    await seeWeek();
    await editor.reload();
    const panel = editor.panel();
    await panel.getByRole('heading', { name: 'shop.example', level: 1 }).waitFor();
    await panel.locator('tbody tr').nth(6).waitFor();
    assert.equal(await panel.locator('tbody tr').count(), 7);
    assert.equal(
      await panel.getByRole('button', { name: '7 Days', exact: true }).getAttribute('aria-pressed'),
      'true',
    );
  });

  it('says in the status bar what it says for all watched domains, and warns', async () => {
    await editor.openViews();
    await watchThree();
    await item()
      .filter({ hasText: /\d+ attackers/ })
      .waitFor();
    await editor.page.locator('.activitybar .badge').filter({ hasText: '3' }).waitFor();
    const hovered = await until('the text of the tooltip', async () => {
      const hover = await editor.hover(item(), 'last 7 days');
      // It closes when the item is rendered again.
      return hover.textContent({ timeout: 1_000 }).catch(() => '');
    });
    const text = String(hovered).replaceAll(/\s+/g, ' ');
    for (const part of [
      'shop.example',
      'noticias.example',
      'as of',
      'last 7 days',
      'warning level of 5',
      'more than once',
    ]) {
      assert.ok(text.includes(part), `${part} in ${text}`);
    }
    await editor.screenshot('counts-status-bar');
  });

  it('shows all watched domains at a click on the status bar', async () => {
    await seeWatched();
    const panel = editor.panel();
    await panel.locator('tbody tr').nth(2).waitFor();
    await panel.locator('svg.sparkline').nth(11).waitFor();
    const attackers = await panel.locator('td.attackers .count').allInnerTexts();
    const numbers = attackers.map((text) => Number(text.replaceAll(',', '')));
    assert.deepEqual(
      numbers,
      numbers.toSorted((one, other) => other - one),
    );
    await editor.screenshot('counts-watched-editor');
  });

  it('opens the counts and the logs of a watched domain', async () => {
    await seeWatched();
    await editor.panel().getByRole('button', { name: 'Show Logs of files.example' }).click();
    await editor
      .tree('Domains')
      .rows.filter({ hasText: /Load More/ })
      .first()
      .waitFor();
    await editor.panel().getByRole('button', { name: 'files.example', exact: true }).click();
    await editor.panel().getByRole('heading', { name: 'files.example', level: 1 }).waitFor();
    await editor.tabs().filter({ hasText: 'Counts: files.example' }).waitFor();
  });

  it('asks from the palette while no domain is selected, the domain chosen last first', async () => {
    await watchThree();
    await editor.tree('Domains').clearSelection();
    await editor.command(SHOW);
    await editor.quickInput.row('All Watched Domains').waitFor();
    assert.deepEqual(await editor.quickInput.labels(), [
      'shop.example',
      'files.example',
      'noticias.example',
      ...(await editor.quickInput.labels()).slice(3),
    ]);
    await editor.quickInput.pick('noticias.example');
    await editor.panel().getByRole('heading', { name: 'noticias.example', level: 1 }).waitFor();
    await editor.command(SHOW);
    await editor.quickInput.row('All Watched Domains').waitFor();
    assert.equal((await editor.quickInput.labels())[0], 'noticias.example');
    await editor.quickInput.cancel();
  });

  it('never sent two equal requests for today at once', async () => {
    await watchThree();
    assert.ok(countsAsked().length > 0);
    const perDomain = countsAsked().filter(
      (asked) => asked.startsWith('1009 ') && asked.includes(`${compact(today())} ${compact(today())}`),
    );
    assert.equal(perDomain.length, 1);
  });
});

describe('A watched domain above the level', function () {
  this.timeout(180_000);
  let service: SampleService;
  let editor: EditorWindow;

  before(async () => {
    ({ service, editor } = await openConnected({
      settings: { 'partnerLogs.statusBar.warnAbove': 5, 'partnerLogs.statusBar.notify': true },
    }));
  });

  after(async () => {
    await editor?.close();
    await service?.close();
  });

  it('is told of once, with a way to its counts', async () => {
    const toast = editor.notification(/shop\.example has \d+ attackers today/);
    await toast.waitFor();
    await editor.screenshot('counts-alarm');
    await toast.getByRole('button', { name: 'Show Counts' }).click();
    await editor.panel().getByRole('heading', { name: 'shop.example', level: 1 }).waitFor();
    await editor.command('Refresh');
    await editor.panel().locator('tbody tr').nth(29).waitFor();
    await editor.reload();
    await editor
      .statusBarItem('partnerLogs.attackers')
      .filter({ hasText: /\d+ attackers/ })
      .waitFor();
    assert.equal(await toast.count(), 0);
  });
});
