import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { type SampleService, startSampleService } from '../../src/sample/server.ts';
import { allRows, detail, type Row } from '../unit/sample/client.ts';
import { until } from '../until.ts';
import { connect } from './connecting.ts';
import { openEditor } from './host.ts';
import { openLogOf } from './hostPanels.ts';
import { clickRow } from './hostRows.ts';
import type { EditorWindow } from './hostWindow.ts';

describe('Log documents: reading an attack', function () {
  this.timeout(180_000);
  let service: SampleService;
  let editor: EditorWindow;
  let rows: readonly Row[];

  before(async () => {
    service = await startSampleService();
    rows = await allRows(service, 1001);
    editor = await openEditor({ viewport: { width: 1600, height: 900 } });
    await editor.openViews();
    await connect(editor, service);
  });

  after(async () => {
    await editor?.close();
    await service?.close();
  });

  afterEach(async () => {
    await editor.command('View: Close All Editors', '');
    await editor.tabs().first().waitFor({ state: 'detached' });
  });

  /** Returns the number of the newest log of a rule with matching raw data. */
  async function find(rule: string, rawData: RegExp): Promise<number> {
    for (const { attack, idx } of rows) {
      if (attack !== rule) continue;
      if (rawData.test((await detail(service, 1001, idx)).detailed_info.raw_data)) return idx;
    }
    assert.fail(`The sample has no ${rule} like that.`);
  }

  async function open(idx: number): Promise<void> {
    await editor.command('Open Detection Log…');
    await editor.quickInput.type(`shop.example/${idx}`);
    await clickRow(editor.quickInput.rows.filter({ hasText: `shop.example/${idx}` }));
    await editor.panel().getByText(String(idx), { exact: true }).first().waitFor();
  }

  /** Returns the visible lines of an editor group, counted from the left. */
  const lines = (group: number): Locator =>
    editor.page.locator('.editor-group-container').nth(group).locator('.view-line');
  /** Waits for the note at the end of the line with the match; the editor renders it as generated content. */
  async function noted(group: number): Promise<void> {
    await until('the mark of the match', () =>
      editor.page.evaluate(
        `Array.from(document.querySelectorAll('.editor-group-container')[${group}].querySelectorAll('.view-line span'))
          .some((span) => getComputedStyle(span, '::after').content.includes(': exact, offset'))`,
      ),
    );
  }

  it('shows an SQL injection decoded beside its raw data, with the match marked in both', async () => {
    const idx = await find('SQL Injection', /^GET \S*%20(?:OR|UNION|AND)%20/);
    await open(idx);
    await editor.command('Open Decoded Data in Editor');
    await lines(1)
      .filter({ hasText: /^Query\sparameter\s▸\s\w+\s←\spercent-encoding$/ })
      .first()
      .waitFor();
    await lines(1)
      .filter({ hasText: /\s(OR|UNION|AND)\s/ })
      .first()
      .waitFor();
    await noted(0);
    await noted(1);
    assert.deepEqual(
      (await editor.tabs().allTextContents()).map((title) => title.trim()),
      [`shop.example ${idx}`, `${idx}.partnerlog`, `${idx}.partnerlog-decoded`],
    );
  });

  it('compares the log of the panel with another', async () => {
    const [one, other] = rows.filter(({ attack }) => attack === 'Extension Filtering');
    assert.ok(one && other);
    await open(one.idx);
    await editor.command('Compare with…');
    await editor.quickInput.title.filter({ hasText: `Compare Log ${one.idx} with…` }).waitFor();
    await editor.quickInput.type(`shop.example/${other.idx}`);
    await clickRow(editor.quickInput.rows.filter({ hasText: `shop.example/${other.idx}` }));
    await editor
      .tabs()
      .filter({ hasText: `Log ${one.idx} ↔ Log ${other.idx}` })
      .waitFor();
    const sides = editor.page.locator('.monaco-diff-editor .editor');
    for (const side of [0, 1])
      await sides.nth(side).locator('.view-line').filter({ hasText: 'Host: shop.example' }).waitFor();
  });

  it('compares two logs that are selected in the tree', async () => {
    const tree = editor.tree('Domains');
    await tree.expand(tree.row('shop.example'));
    const logs = tree.logs;
    await openLogOf(logs.nth(0));
    await editor
      .tabs()
      .filter({ hasText: /shop\.example \d/ })
      .waitFor();
    await logs.nth(1).click({ modifiers: ['ControlOrMeta'] });
    await tree.menu(logs.nth(1), 'Open', 'Compare with…');
    await editor
      .tabs()
      .filter({ hasText: /Log \d+ ↔ Log \d+/ })
      .waitFor();
    await editor.page
      .locator('.monaco-diff-editor .view-line')
      .filter({ hasText: 'HTTP/1.1' })
      .first()
      .waitFor();
  });
});
