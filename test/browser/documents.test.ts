import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { FakeService } from '../fakeService.ts';
import { allRows, detail, type Row } from '../unit/sample/client.ts';
import { openConnected } from './connecting.ts';
import type { EditorWindow } from './hostWindow.ts';

describe('Log documents: reading an attack', function () {
  this.timeout(180_000);
  let service: FakeService;
  let editor: EditorWindow;
  let rows: readonly Row[];

  before(async () => {
    ({ service, editor } = await openConnected({ viewport: { width: 1600, height: 900 } }));
    rows = await allRows(service, 1001);
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
    await editor.quickInput.title.filter({ hasText: 'Open Detection Log' }).waitFor();
    await editor.quickInput.answer(`shop.example/${idx}`);
    await editor.panel().getByText(String(idx), { exact: true }).first().waitFor();
  }

  /** Returns the visible lines of an editor group, counted from the left. */
  const lines = (group: number): Locator =>
    editor.page.locator('.editor-group-container').nth(group).locator('.view-line');
  /** Waits for the mark on the match. */
  const marked = (group: number) =>
    editor.page
      .locator('.editor-group-container')
      .nth(group)
      .locator('.view-overlays .cdr[class*="ced-"]')
      .first()
      .waitFor();

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
    for (const group of [0, 1]) await marked(group);
    await editor.page.locator('.editor-group-container.active .tab[aria-label*=decoded]').waitFor();
    assert.deepEqual(
      (await editor.tabs().allTextContents()).map((title) => title.trim()),
      [`shop.example ${idx}`, `${idx}.partnerlog`, `${idx}.partnerlog-decoded`],
    );
  });
});
