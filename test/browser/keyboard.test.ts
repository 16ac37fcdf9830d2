import assert from 'node:assert/strict';
import { type SampleService, startSampleService } from '../../src/sample/server.ts';
import { until } from '../until.ts';
import { connect, firstLogRow } from './connecting.ts';
import { openEditor } from './host.ts';
import { openLogOf, panelsSettled } from './hostPanels.ts';
import type { EditorWindow } from './hostWindow.ts';

/** Runs in a panel's page. Returns the name of the focused element and whether its focus is visible. */
const FOCUS = `(() => {
  let focused = document.activeElement;
  const name = focused.getAttribute('aria-label') ?? focused.label ?? focused.textContent;
  while (focused.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  const { outlineStyle, outlineColor } = getComputedStyle(focused);
  const border = getComputedStyle(focused.parentElement).borderColor;
  const colour = document.createElement('i');
  colour.style.color = 'var(--focus)';
  document.body.append(colour);
  const wanted = getComputedStyle(colour).color;
  colour.remove();
  const { top, bottom, height } = focused.getBoundingClientRect();
  const ring = border === wanted || (outlineStyle !== 'none' && outlineColor === wanted);
  const tools = focused.closest('.row-tools');
  const shown = !tools || getComputedStyle(tools).opacity === '1';
  return { name, visible: document.hasFocus() && ring && shown && height > 0 && top >= 0 && bottom <= innerHeight + 1 };
})()`;

interface Focus {
  readonly name: string;
  readonly visible: boolean;
}

describe('Keyboard: onboarding by keyboard alone', function () {
  this.timeout(180_000);
  let service: SampleService;
  let editor: EditorWindow;

  before(async () => {
    service = await startSampleService();
    editor = await openEditor();
  });

  after(async () => {
    await editor?.close();
    await service?.close();
  });

  const press = (key: string) => editor.page.keyboard.press(key);
  const type = (text: string) => editor.page.keyboard.type(text);
  const body = () => editor.panel().locator('body');
  const focused = (): Promise<Focus> => body().evaluate(FOCUS);

  async function run(command: string): Promise<void> {
    await press('F1');
    await editor.quickInput.focused();
    await type(command);
    await editor.quickInput.rows.first().filter({ hasText: command }).waitFor();
    await press('Enter');
  }

  /** Answers the input box that shows `message`. */
  async function answer(message: string, text: string): Promise<void> {
    await editor.quickInput.message.filter({ hasText: message }).waitFor();
    await editor.quickInput.focused();
    await type(text);
    await press('Enter');
  }

  /** Presses a key until the named element is focused. The focus must be visible at every step. */
  async function moveTo(name: string, key = 'Tab'): Promise<void> {
    for (let step = 0; step < 200; step++) {
      await press(key);
      const focus = await focused();
      assert.equal(focus.visible, true, focus.name);
      if (focus.name === name) return;
    }
    assert.fail(`${name} is not reached with ${key}.`);
  }

  /** Waits until the panel shows a log other than `before` and has the focus. Returns the log's number. */
  async function shownLog(before?: string): Promise<string> {
    const number = editor
      .panel()
      .locator('.fact', { hasText: /^Log number\d/ })
      .locator('.value')
      .first();
    await number.filter(before === undefined ? {} : { hasNotText: before }).waitFor();
    await until('the panel to have the focus', async () => {
      await editor.panelsSettled();
      return body().evaluate('document.hasFocus()');
    });
    return String(await number.textContent());
  }

  const focusedRow = () =>
    editor.tree('Domains').view.locator('.monaco-list:focus-within .monaco-list-row.focused');

  /** Connects unless the domains are visible. */
  async function connected(): Promise<void> {
    await editor.openViews();
    if (!(await editor.tree('Domains').row('shop.example').isVisible())) await connect(editor, service);
  }

  /** Shows the first log of the shop unless a log is visible. */
  async function seeLog(): Promise<void> {
    if (await editor.tabs().first().isVisible()) return;
    await connected();
    const tree = editor.tree('Domains');
    await tree.expand(tree.row('shop.example'));
    await openLogOf(tree.logs.first());
    await shownLog();
  }

  it('connects', async () => {
    await run('Partner Logs: Add Connection…');
    await answer('Base URL', service.baseUrl);
    await answer('only in the secret storage', service.key);
    await answer('Name of this connection', 'My Service');
    await editor.tree('Domains').row('shop.example').waitFor();
    // The first log opens beside the tree, and its panel or its row would close the Command Palette.
    await editor.tabs().first().waitFor();
    await firstLogRow(editor.tree('Domains')).waitFor();
    await panelsSettled(editor.page);
  });

  it('opens a log from the tree', async () => {
    await connected();
    await run('Partner Logs: Focus on Domains View');
    await editor.tree('Domains').view.locator('.monaco-list:focus-within').waitFor();
    await press('Home');
    await focusedRow().filter({ hasText: 'shop.example' }).waitFor();
    await press('ArrowRight');
    await editor.tree('Domains').logsWith('SQL Injection').first().waitFor();
    await press('ArrowDown');
    await press('Enter');
    await shownLog();
  });

  it('moves in the panel and copies a value', async () => {
    await seeLog();
    await moveTo('Next Log');
    await moveTo('Copy Value of Host');
    await press('Enter');
    await until(
      'the copy',
      () => editor.clipboard(),
      (text) => text === 'shop.example',
    );
  });

  it('goes to the next log, and back to the tree', async () => {
    await seeLog();
    const first = await shownLog();
    await moveTo('Next Log', 'Shift+Tab');
    await press('Enter');
    const second = await shownLog(first);
    assert.notEqual(second, first);
    await moveTo('Open');
    await press('Enter');
    await until('the menu to have the focus', focused, ({ name }) => name === 'Open Raw Data in Editor');
    await moveTo('Reveal in Tree', 'ArrowDown');
    await press('Enter');
    await focusedRow()
      .and(editor.page.getByLabel(`Log number ${second},`))
      .waitFor();
    await press('ArrowUp');
    await press('Enter');
    assert.equal(await shownLog(second), first);
  });
});
