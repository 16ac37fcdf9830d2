import assert from 'node:assert/strict';
import path from 'node:path';
import { FakeService } from '../fakeService.ts';
import { assertKept } from '../kept.ts';
import { waysOf } from '../proofs.ts';
import { until } from '../until.ts';
import { accessibilityFaults } from './accessibility.ts';
import { connect } from './connecting.ts';
import { colorsOf, cycle, EDITOR_THEMES, type EditorTheme, useTheme } from './editorTheme.ts';
import { openEditor } from './host.ts';
import type { EditorWindow } from './hostWindow.ts';

const SHOP = 1001;
const COUNTS = 'Show Visitor and Attacker Counts';

describe("Panels in the editor's themes", function () {
  this.timeout(180_000);
  let service: FakeService;
  let editor: EditorWindow;

  before(async () => {
    service = await FakeService.startSample();
    editor = await openEditor({
      settings: {
        ...cycle.settings,
        'window.autoDetectHighContrast': false,
        'partnerLogs.statusBar.warnAbove': 5,
      },
      keybindings: cycle.keybindings,
    });
    await editor.openViews();
    await connect(editor, service);
  });

  after(async () => {
    await editor?.close();
    await service?.close();
  });

  const body = () => editor.panel().locator('body');

  let examined = 0;
  /** False while a test makes the service respond differently. */
  let isAnswering = true;

  /**
   * Asserts that axe finds no violation in the visible content, in all themes; `show` makes the content visible if
   * necessary.
   */
  async function examine(name: string, show = async (_theme: EditorTheme) => {}): Promise<void> {
    for (const theme of waysOf(examined++, EDITOR_THEMES)) {
      await useTheme(editor, theme);
      await show(theme);
      const isHighContrast = theme.startsWith('high-contrast');
      assert.deepEqual(await accessibilityFaults(body(), { isHighContrast }), [], `${name}, ${theme}`);
    }
  }

  /**
   * Opens a log from the tree, because a panel that regains the focus after the Command Palette was used might close
   * the prompt.
   */
  async function ask(domain: number, idx: number): Promise<void> {
    await editor
      .tree('Domains')
      .view.locator('.monaco-list')
      .click({ position: { x: 100, y: 500 } });
    await editor.command('Open Detection Log…');
    await editor.quickInput.title.filter({ hasText: 'Open Detection Log' }).waitFor();
    await editor.quickInput.answer(`${domain}/${idx}`);
  }

  async function open(domain: number, idx: number): Promise<void> {
    await ask(domain, idx);
    await editor.panel().locator('.fact').getByText(String(idx), { exact: true }).waitFor();
  }

  async function openCounts(domain: string): Promise<void> {
    const tree = editor.tree('Domains');
    await tree.menu(tree.row(domain), COUNTS);
    await editor.panel().getByRole('heading', { name: domain, level: 1 }).waitFor();
  }

  /** Shows a log with its raw data unless it is visible. */
  async function see(idx: number): Promise<void> {
    const fact = editor.panel().locator('.fact').getByText(String(idx), { exact: true });
    if (!(await fact.isVisible())) await open(SHOP, idx);
  }

  /** Shows the charts of a domain unless they are visible. */
  async function seeCounts(domain: string): Promise<void> {
    const heading = editor.panel().getByRole('heading', { name: domain, level: 1 });
    if (!(await heading.isVisible())) await openCounts(domain);
    await editor.panel().locator('.metric svg').nth(3).waitFor();
  }

  it('have the colours of each theme', async () => {
    await open(SHOP, 1234);
    const seen = new Set<unknown>();
    const colors: Record<string, object> = {};
    for (const theme of EDITOR_THEMES) {
      await useTheme(editor, theme);
      colors[theme] = await colorsOf(editor);
      const [ofEditor] = await editor.page
        .locator('.part.editor > .content')
        .evaluateAll((each) =>
          each.map((element) => String(element.computedStyleMap().get('background-color'))),
        );
      const ofPanel = await body().evaluate((element) =>
        String(element.computedStyleMap().get('background-color')),
      );
      assert.equal(ofPanel, ofEditor, theme);
      seen.add(ofPanel);
    }
    assert.ok(seen.size >= 3);
    const lines = Object.entries(sorted(colors)).map(([name, each]) => JSON.stringify({ name, ...each }));
    await assertKept(path.join(import.meta.dirname, 'editorThemes.jsonl'), `${lines.join('\n')}\n`);
  });

  it('are examined by an axe that finds faults', async () => {
    await see(1234);
    await body().evaluate("document.body.append(document.createElement('button'))");
    const faults = await accessibilityFaults(body());
    assert.ok(
      faults.some((fault) => fault.startsWith('button-name:')),
      faults.join(),
    );
    await body().evaluate("document.querySelector('body > button').remove()");
  });

  it('a log', async () => {
    await see(1234);
    await examine('log');
  });

  it('the counts of a domain', async () => {
    await seeCounts('shop.example');
    await examine('counts');
  });

  it('keep the colours of the theme where the system forces its own', async () => {
    await seeCounts('shop.example');
    const colours = () =>
      body().evaluate(`[...document.querySelectorAll('.metric .swatch, .tool')]
        .map((element) => getComputedStyle(element))
        .map(({ backgroundColor, borderTopColor, color }) => [backgroundColor, borderTopColor, color].join())`);
    const before = await colours();
    await editor.page.emulateMedia({ forcedColors: 'active' });
    await until('forced colours', () => body().evaluate("matchMedia('(forced-colors: active)').matches"));
    assert.deepEqual(await colours(), before);
    await editor.page.emulateMedia({ forcedColors: 'none' });
  });

  it('a table with a filter, statuses, and groups', async () => {
    await editor.command('View: Close All Editors', '');
    await editor.tabs().first().waitFor({ state: 'detached' });
    const table = editor.panel();
    const tree = editor.tree('Domains');
    await tree.action('Open Logs in Table', tree.row('shop.example'));
    await table.locator('.line.log').first().waitFor();
    await table.getByRole('button', { name: 'Show Log Beside Table' }).click();
    const row = table.locator('.line.log [data-column="uri"]').first();
    await row.click();
    await editor.command('Filter by This Value');
    await editor.quickInput.pick('SQL Injection');
    await table.locator('.chip').first().waitFor();
    await row.click();
    await table.locator('.grid').press('Shift+ArrowDown');
    await editor.command('Read Response Statuses');
    await table.locator('.status-chip').nth(1).waitFor();
    await examine('table-finding');
    await table.getByRole('combobox', { name: 'Group by' }).selectOption('similar');
    await table.locator('.group-line').first().waitFor();
    await examine('table-groups');
  });

  /** Restores the responses; unanswered requests are dropped. */
  afterEach(async () => {
    if (!isAnswering) await service.close();
    isAnswering = true;
    service.respond = (_, usual) => usual();
    await service.listen();
  });

  it('what cannot be reached', async () => {
    isAnswering = false;
    await service.close();
    await ask(SHOP, 1240);
    const alert = editor.panel().getByRole('alert').getByText('The service could not be reached');
    await alert.waitFor();
    await examine('failed');
    await openCounts('files.example');
    await alert.waitFor();
    await examine('counts-failed');
  });

  it('what is still being read', async () => {
    isAnswering = false;
    service.respond = () => new Promise(() => {});
    // A user waits for at most 30 s, so each theme has its own log and domain to wait for.
    let idx = 1260;
    await examine('loading', async () => {
      await ask(SHOP, ++idx);
      await editor.panel().getByRole('progressbar', { name: 'Loading the log' }).waitFor();
    });
    const domains = ['متجر.example', 'forum.example', 'archive.example', 'security-lab.example'];
    await examine('counts-loading', async (theme) => {
      await openCounts(domains[EDITOR_THEMES.indexOf(theme)] ?? '');
      await editor.panel().getByText('Loading counts…').waitFor();
    });
  });

  it('a log and a domain that are no longer available', async () => {
    await editor.command('View: Close All Editors', '');
    await openCounts('archive.example');
    await ask(SHOP, 1234);
    await editor.panel().locator('.fact').getByText('1234', { exact: true }).waitFor();
    await editor.command('Manage Connections…');
    await editor.quickInput.pick('Remove Connection…');
    await editor.dialog().getByRole('button', { name: 'Remove' }).click();
    await editor.page.getByRole('button', { name: 'Add Connection' }).waitFor();
    await editor.reload();
    await editor.panel().getByRole('alert').getByText('This log is no longer available.').waitFor();
    await examine('unknown');
    await editor.tabs().filter({ hasText: 'Counts' }).click();
    await editor.panel().getByRole('alert').getByText('This domain is no longer available.').waitFor();
    await examine('counts-unknown');
  });
});

/** Returns an object with the same properties in alphabetical order. */
function sorted<Value>(object: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(object).sort(([one], [other]) => (one < other ? -1 : 1)));
}
