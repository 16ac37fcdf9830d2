import assert from 'node:assert/strict';
import type { SampleService } from '../../src/sample/server.ts';
import { openConnected } from './connecting.ts';
import { openLogOf } from './hostPanels.ts';
import { clickRow } from './hostRows.ts';
import type { EditorWindow } from './hostWindow.ts';

const FILES = 1003;

describe('Open Detection Log…', function () {
  this.timeout(180_000);
  let service: SampleService;
  let editor: EditorWindow;

  before(async () => {
    ({ service, editor } = await openConnected({
      files: { 'ticket.txt': 'blocked: shop.example/1300\nand something else\n' },
    }));
  });

  after(async () => {
    await editor?.close();
    await service?.close();
  });

  /** Waits until the panel shows the log and has taken the focus. */
  async function shown(idx: number): Promise<void> {
    await editor
      .tabs()
      .filter({ hasText: new RegExp(` ${idx}$`) })
      .waitFor();
    await editor.panel().getByText(String(idx), { exact: true }).first().waitFor();
  }

  const labels = async () => (await editor.quickInput.labels()).map((label) => label.trim());

  async function ask(text: string): Promise<void> {
    await editor.command('Open Detection Log…');
    // The field of the palette is visible until then, and loses its text.
    await editor.quickInput.title.filter({ hasText: 'Open Detection Log' }).waitFor();
    await editor.quickInput.type(text);
  }

  /** Shows a log of shop.example unless it is visible. It is then the latest log, and its domain the last viewed. */
  async function lookAt(idx: number): Promise<void> {
    if (
      await editor
        .tabs()
        .filter({ hasText: `shop.example ${idx}` })
        .isVisible()
    )
      return;
    await ask(`shop.example/${idx}`);
    await editor.quickInput.input.press('Enter');
    await shown(idx);
  }

  it('asks for the domain of an index alone while none was looked at', async () => {
    const recent = editor.tree('Recent');
    await recent.view.locator('.pane-header[aria-expanded=false]').click();
    await recent.action('Clear Recent');
    await ask('1233');
    await editor.quickInput.input.press('Enter');
    await editor.quickInput.pick('shop.example');
    await shown(1233);
  });

  for (const [form, text, idx] of [
    ['by name', 'shop.example/1234', 1234],
    ['by number', '1001/1235', 1235],
    ['with a detection type', 'SHOP.example/1236?detected_type=WAF', 1236],
  ] as const) {
    it(`opens it ${form}`, async () => {
      await ask(text);
      await editor.quickInput.rows.first().filter({ hasText: 'Open' }).waitFor();
      await editor.quickInput.input.press('Enter');
      await shown(idx);
    });
  }

  it('opens it by its URL on the service', async () => {
    await ask(`${service.baseUrl}/partner/logs/detailed_log/1001?idx=1237&detected_type=WAF`);
    await editor.quickInput.input.press('Enter');
    await shown(1237);
  });

  it('opens it by index alone, in the domain looked at last', async () => {
    await lookAt(1237);
    await ask('1238');
    await editor.quickInput.input.press('Enter');
    await shown(1238);
  });

  it('offers nothing beside a reference that was typed, which Enter then opens', async () => {
    await ask('shop.example/238');
    await editor.quickInput.rows.first().filter({ hasText: 'Open shop.example/238' }).waitFor();
    assert.deepEqual(await labels(), ['Open shop.example/238']);
    await editor.quickInput.cancel();
  });

  it('says in which domain an index alone is opened, and offers the one that is selected', async () => {
    const { page, quickInput } = editor;
    await lookAt(1238);
    await editor.tree('Domains').expand(editor.tree('Domains').row('files.example'));
    await editor.tree('Domains').logs.first().waitFor();
    await clickRow(editor.tree('Domains').row('files.example'));
    await page.evaluate("navigator.clipboard.writeText('1239')");
    await editor.command('Open Detection Log…');
    await quickInput.rows.filter({ hasText: 'from the clipboard' }).nth(1).waitFor();
    assert.deepEqual((await labels()).slice(0, 2), ['shop.example/1239', 'files.example/1239']);
    await quickInput.type('1380');
    await quickInput.rows.filter({ hasText: 'log 1380' }).first().waitFor();
    assert.deepEqual(await labels(), [
      'Open in shop.example',
      'Open in files.example',
      'Choose another domain…',
    ]);
    await editor.screenshot('look-up-nearby');
    await quickInput.pick('Open in files.example');
    await shown(1380);
    const domain = editor
      .panel()
      .locator('.fact')
      .filter({ hasText: /^Domain/ });
    await domain.getByText(String(FILES), { exact: true }).waitFor();
    await editor.panel().locator('.head-rule').waitFor();
  });

  it('opens the log that a pasted text names', async () => {
    await lookAt(1239);
    await ask('Error 403. Access was blocked. Event ID: 1241');
    await editor.quickInput.rows.first().filter({ hasText: 'log 1241' }).waitFor();
    await editor.quickInput.input.press('Enter');
    await shown(1241);
  });

  it('keeps what was typed when there is no such domain, and says so', async () => {
    await ask('nowhere.example/1');
    await editor.quickInput.input.press('Enter');
    await editor.quickInput.rows
      .filter({ hasText: 'No connection has the domain nowhere.example' })
      .waitFor();
    assert.equal(await editor.quickInput.input.inputValue(), 'nowhere.example/1');
    await editor.screenshot('look-up-no-domain');
    await editor.quickInput.cancel();
  });

  it('says what it takes when the text is no reference', async () => {
    await ask('shop.example/$(bug) [x](command:y)');
    await editor.quickInput.rows
      .first()
      .filter({ hasText: 'Enter a log number, a domain and a number' })
      .waitFor();
    await editor.quickInput.cancel();
  });

  it('offers what is on the clipboard first, then the recent logs', async () => {
    await lookAt(1239);
    await lookAt(1241);
    await editor.page.evaluate("navigator.clipboard.writeText('shop.example/1240')");
    await editor.command('Open Detection Log…');
    await editor.quickInput.rows.filter({ hasText: 'from the clipboard' }).waitFor();
    assert.deepEqual((await labels()).slice(0, 3), [
      'shop.example/1240',
      'shop.example/1241',
      'shop.example/1239',
    ]);
    await editor.screenshot('look-up-clipboard');
    await editor.quickInput.input.press('Enter');
    await shown(1240);
  });

  it('searches where nothing is selected', async () => {
    await editor.command('Find Selection in Logs');
    await editor.quickInput.title.filter({ hasText: 'Search Detection Logs of' }).waitFor();
    await editor.quickInput.cancel();
  });

  it('looks up what is selected in a text editor', async () => {
    await editor.panelsSettled();
    await editor.page.keyboard.press('F1');
    await editor.quickInput.type('ticket.txt');
    await editor.quickInput.pick('ticket.txt');
    await editor.editorLines().first().filter({ hasText: 'blocked' }).waitFor();
    await editor.editorLines().first().getByText('1300').first().dblclick();
    await editor.page.keyboard.press('Home');
    await editor.page.keyboard.press('Control+ArrowRight');
    await editor.page.keyboard.press('Control+ArrowRight');
    await editor.page.keyboard.press('Shift+End');
    await editor.command('Find Selection in Logs');
    await shown(1300);
  });

  it('lists what was opened under Recent, without asking the service', async () => {
    await lookAt(1240);
    await lookAt(1300);
    const recent = editor.tree('Recent');
    if ((await recent.rows.count()) === 0) await recent.view.locator('.pane-header').click();
    await recent.row('shop.example/1300').waitFor();
    await editor.screenshot('recent');
    await openLogOf(recent.row('shop.example/1240'));
    await shown(1240);
    await recent.rows.first().filter({ hasText: 'shop.example/1240' }).waitFor();
  });

  it('goes to the previous and the next log of the list, which the tree selects, and reveals it in the tree', async () => {
    const tree = editor.tree('Domains');
    await tree.expand(tree.row('shop.example'));
    const row = tree.logs.nth(1);
    const idx = Number(/log (\d+)/.exec(String(await row.getAttribute('aria-label')))?.[1]);
    const selected = tree.rows.and(editor.page.locator('[aria-selected="true"]'));
    await openLogOf(row);
    await shown(idx);
    await editor.panel().getByRole('button', { name: 'Next Log' }).focus();
    for (const [key, to] of [
      ['Enter', idx - 1],
      ['Enter', idx - 2],
      ['Alt+ArrowUp', idx - 1],
      ['Alt+ArrowDown', idx - 2],
      ['Alt+ArrowUp', idx - 1],
      ['Alt+ArrowUp', idx],
    ] as const) {
      await editor.page.keyboard.press(key);
      await shown(to);
      await selected.and(editor.page.locator(`[aria-label*="log ${to},"]`)).waitFor();
      assert.equal(await editor.panel().locator('body').evaluate('document.hasFocus()'), true);
    }
    await editor.command('Next Log');
    await shown(idx - 1);
    await editor.command('Previous Log');
    await shown(idx);
    await tree.action('Collapse All');
    await editor.command('Next Log');
    await shown(idx - 1);
    assert.equal(await tree.logs.count(), 0);
    await editor.command('Reveal in Tree');
    await selected.waitFor();
  });
});
