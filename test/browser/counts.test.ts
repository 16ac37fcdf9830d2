import assert from 'node:assert/strict';
import type { FakeService } from '../fakeService.ts';
import { until } from '../until.ts';
import { openConnected } from './connecting.ts';
import type { EditorWindow } from './hostWindow.ts';

const SHOW = 'Show Visitor and Attacker Counts';

describe('Counts in the editor', function () {
  this.timeout(180_000);
  let service: FakeService;
  let editor: EditorWindow;

  before(async () => {
    ({ service, editor } = await openConnected());
  });

  after(async () => {
    if (!editor) return;
    const tree = editor.tree('Domains');
    for (const name of ['files.example', 'متجر.example']) await tree.menu(tree.row(name), 'Unpin');
  });

  const item = () => editor.statusBarItem('partnerLogs.attackers');
  const today = () => new Date().toISOString().slice(0, 10);
  const compact = (day: string) => day.replaceAll('-', '');

  const heading = (name: string) => editor.panel().getByRole('heading', { name, level: 1 });
  const days = () => editor.panel().locator('tbody tr');

  /** Pins three domains and waits for today's counts. */
  async function pinThree(): Promise<void> {
    const tree = editor.tree('Domains');
    // The rows below an expanded domain might have moved the others out of view.
    if (!(await tree.row('متجر.example').isVisible())) await tree.action('Collapse All');
    for (const name of ['files.example', 'متجر.example']) {
      const counted = tree.row(name).filter({ hasText: /\d+ attackers today/ });
      if (!(await counted.isVisible())) await tree.menu(tree.row(name), 'Pin');
      await counted.waitFor();
    }
  }

  it("shows a domain's counts from its menu, of a chosen range, and a day's logs", async () => {
    await editor.tree('Domains').menu(editor.tree('Domains').row('shop.example'), SHOW);
    await heading('shop.example').waitFor();
    await days().nth(29).waitFor();
    assert.equal(await editor.panel().locator('.metric svg').count(), 4);
    assert.match(
      String(await editor.panel().locator('.summary').textContent()),
      new RegExp(`${today()} \\(UTC\\)`),
    );

    await editor.panel().getByLabel('Range of days').selectOption('last7');
    await days().nth(7).waitFor({ state: 'detached' });
    assert.equal(await days().count(), 7);
    await days().first().getByRole('button').click();
    await editor.tabs().filter({ hasText: 'shop.example' }).nth(1).waitFor();
    await until(
      'a request for the logs of that day',
      () => service.requests.at(-1)?.path,
      (path) => path?.includes(`from=${compact(today())}&to=${compact(today())}`) ?? false,
    );
  });

  it('says in the status bar how many attackers the pinned domains have, and warns', async () => {
    await editor.openViews();
    await pinThree();
    await item()
      .filter({ hasText: /\d+ attackers/ })
      .waitFor();
    const hovered = await until('the text of the tooltip', async () => {
      const hover = await editor.hover(item(), 'more than once');
      // It closes when the item is rendered again.
      return hover.textContent({ timeout: 1_000 }).catch(() => '');
    });
    const text = String(hovered).replaceAll(/\s+/g, ' ');
    for (const part of ['shop.example', 'متجر.example', 'as of', 'warning level of 5', 'more than once']) {
      assert.ok(text.includes(part), `${part} in ${text}`);
    }
  });

  it('opens the counts of one of the pinned domains at a click on the status bar', async () => {
    await pinThree();
    await item().click();
    await editor.quickInput.row('متجر.example').waitFor();
    assert.deepEqual(await editor.quickInput.labels(), ['shop.example', 'files.example', 'متجر.example']);
    await editor.quickInput.pick('files.example');
    await heading('files.example').waitFor();
    await editor.tabs().filter({ hasText: 'Counts: files.example' }).waitFor();
  });
});
