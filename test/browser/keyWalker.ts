/**
 * Runs every command in the Command Palette, and the commands that are only in menus, and has the window searched at
 * each step.
 */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { manifest } from '../../scripts/l10n.mjs';
import { some } from '../proofs.ts';
import { both, firstRow, logTab, sight, tab, type WindowSight } from './hostSight.ts';
import { takeEntry } from './hostTree.ts';
import type { EditorWindow } from './hostWindow.ts';
import { type Answer, type Circumstances, DOMAIN, type Place, REFUSED, type Walk, walks } from './keyWalk.ts';

export interface KeyWalkerOptions {
  readonly editor: EditorWindow;
  readonly window: WindowSight;
  /** Searches everything in the window while the command with this title runs. */
  readonly search: (title: string) => Promise<void>;
}

const { contributes } = manifest() as {
  contributes: {
    commands: { command: string; title: string }[];
    menus: { commandPalette: { command: string; when: string }[] };
  };
};
const hidden = new Set(
  contributes.menus.commandPalette.filter(({ when }) => when === 'false').map(({ command }) => command),
);
const titles = new Map(contributes.commands.map(({ command, title }) => [command, title]));
/** These add another connection, so they run last. */
const LAST = ['partnerLogs.useSampleData'];

const commandOf = (walk: string) => walk.split(':', 1)[0] ?? '';

export class KeyWalker {
  readonly #options: KeyWalkerOptions;

  constructor(options: KeyWalkerOptions) {
    this.#options = options;
  }

  /** Runs each command, or some of those that fail, and answers its prompts. */
  async walkAll(circumstances: Circumstances): Promise<void> {
    const { editor } = this.#options;
    const all = walks(circumstances);
    const offered = [...titles.keys()].filter((command) => !hidden.has(command));
    const walked = new Set([...all].flatMap(([walk, { from }]) => (from ? [] : [commandOf(walk)])));
    assert.deepEqual([...walked, ...LAST].sort(), offered.sort());
    const part = new Set(some([...all.keys()]));
    for (const [command, walk] of all) {
      // Commands for filters need the filter that the first of them sets.
      if (!circumstances.works && !part.has(command) && !/filter/i.test(command)) continue;
      await this.#openOnly(circumstances);
      if (walk.inTable) {
        const opening = all.get('partnerLogs.openTable');
        assert.ok(opening);
        await this.#walk('partnerLogs.openTable', opening);
        await editor.panelsSettled();
        await editor.panel().locator('.grid').press('ArrowDown');
      }
      await this.#walk(command, walk);
    }
    await editor.command('Clear All Notifications', 'Notifications');
  }

  async #walk(command: string, { from, steps, end }: Walk): Promise<void> {
    const { editor, window, search } = this.#options;
    const title = titles.get(commandOf(command)) ?? '';
    await search(title);
    await window.forget();
    await (from ? this.#runFrom(from, title) : editor.command(title));
    for (const { sight: shown, answer } of steps) {
      await window.see(shown, title);
      await search(title);
      await this.#give(answer);
    }
    await window.see(end, title);
    await search(title);
  }

  /** Runs a command from a menu. */
  async #runFrom(place: Place, title: string): Promise<void> {
    const { editor } = this.#options;
    if (place === 'recent') return editor.tree('Recent').action(title);
    const tree = editor.tree('Domains');
    if ('domain' in place) return tree.menu(tree.row(place.domain), title);
    const name = `ticket-${place.selected.replace('/', '-')}.txt`;
    await writeFile(path.join(editor.workspace, name), place.selected);
    await editor.panelsSettled();
    await editor.page.keyboard.press('F1');
    await editor.quickInput.type(name);
    await editor.quickInput.pick(name);
    const line = editor.editorLines().getByText(place.selected);
    await line.click();
    await editor.page.keyboard.press('Control+A');
    await line.click({ button: 'right' });
    await takeEntry(editor.page.locator('.monaco-menu'), title);
  }

  async #give(answer: Answer): Promise<void> {
    const { editor, window } = this.#options;
    const { quickInput } = editor;
    if ('click' in answer) return editor.dialog().getByRole('button', { name: answer.click }).click();
    if (answer.type !== undefined) await quickInput.type(answer.type);
    if (answer.row !== undefined) await window.see(firstRow(answer.row), answer.type ?? '');
    await quickInput.input.press(answer.press);
  }

  /** Closes everything except the log, so that commands have one to work with. */
  async #openOnly({ log, works }: Circumstances): Promise<void> {
    const { editor, window } = this.#options;
    await editor.openViews();
    const output = editor.page.locator('.part.panel');
    if (await output.isVisible()) await editor.command('Hide Panel', 'View');
    await output.waitFor({ state: 'hidden' });
    const name = logTab(log);
    const shown = tab(name, works ? 'Raw Data' : REFUSED);
    if (!(await editor.tabs().allInnerTexts()).some((title) => name.test(title))) {
      await editor.command('Open Detection Log…');
      await editor.quickInput.answer(`${DOMAIN}/${log}`);
      await window.see(shown, 'to begin with');
    }
    const open = await editor.tabs().allInnerTexts();
    const kept = open.findIndex((title) => name.test(title));
    for (let index = open.length - 1; index >= 0; index--) {
      if (index !== kept) await this.#closeTab(index);
    }
    const alone = sight('one tab', ({ tabs }) => tabs.length === 1);
    await window.see(both(shown, alone), 'to begin with');
  }

  async #closeTab(index: number): Promise<void> {
    const tabs = this.#options.editor.tabs();
    const last = tabs.nth((await tabs.count()) - 1);
    const close = tabs.nth(index).getByRole('button', { name: /^Close/ });
    await close.click();
    await last.waitFor({ state: 'detached' });
  }
}
