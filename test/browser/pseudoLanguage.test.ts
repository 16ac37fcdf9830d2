/**
 * Tests the main states of the extension in the real editor, in a language in which every translated letter has an
 * accent. A letter without one was not translated. The service sends only digits.
 */
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { manifest, pseudo } from '../../scripts/l10n.mjs';
import type { FakeService } from '../fakeService.ts';
import { until } from '../until.ts';
import { firstLogRow } from './connecting.ts';
import { PSEUDO } from './displayLanguages.ts';
import { openEditor } from './host.ts';
import { startHostileService } from './hostileService.ts';
import { panelFocused } from './hostPanels.ts';
import { clickRow } from './hostRows.ts';
import type { EditorWindow } from './hostWindow.ts';

/** Texts that are the same in every language, and the editor's own texts. */
const DATA = [
  'shop.example',
  'Partner Logs',
  'partnerLogs.connections',
  'Blocked',
  'Detected',
  'X-Service-Key',
  /https?:\/\/[\w.:/-]+/,
  /\b(?:WAF|GET|HTTP|HAR|JSON|cURL|CSV|NDJSON|Markdown|UTC|KiB|MiB)\b/,
  /(?:\b(?:Ctrl|Control|Alt|Shift)\+)+\w+(?: (?:Shift\+|Control\+|Ctrl\+)*\w\b)?/,
  // The name of an icon, which the editor announces.
  /^[a-z-]+ {2}/,
  /\b(?:Section|actions|Collapse All|Progress|More Actions\.\.\.|Welcome)$/,
  /^Actions for /,
  // Days and months are formatted by the platform, which has no pseudo-language.
  /\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b/,
  "(Press 'Enter' to confirm or 'Escape' to cancel)",
  /\b\d+ Results?\b/,
];

describe('The pseudo-language', function () {
  this.timeout(240_000);
  const { contributes } = manifest();
  let service: FakeService;
  let editor: EditorWindow;

  const titleOf = (name: string) =>
    pseudo(
      contributes.commands.find(({ command }: { command: string }) => command === `partnerLogs.${name}`)
        .title,
    );
  const view = (index: number) => editor.tree(pseudo(contributes.views.partnerLogs[index].name));

  before(async () => {
    service = await startHostileService({
      texts: Array.from({ length: 30 }, (_, index) => String(1_000 + index)),
      rawData: () => '1 2 3\r\n4: 5\r\n\r\n6',
      headers: () => ({ '4': '5' }),
      plain: 'only',
    });
    editor = await openEditor({ language: PSEUDO });
    await editor.openViews();
  });

  after(async () => {
    await editor?.close();
    await service?.close();
  });

  /** Asserts that all visible or announced text in an element is translated, and that there is some. */
  async function assertTranslated(place: Locator, name: string): Promise<void> {
    const shown = await until(
      `texts of ${name}`,
      () => textsBelow(place),
      (texts) => texts.some(Boolean),
    );
    assert.deepEqual(untranslated(shown, DATA), [], name);
  }

  /** Runs a command that prompts, checks the texts of its prompt, and closes it. */
  async function assertPrompt(command: string): Promise<void> {
    const { quickInput } = editor;
    await editor.command(titleOf(command));
    await quickInput.title.filter({ hasText: /\u0301/ }).waitFor();
    await assertTranslated(quickInput.title, command);
    await assertTranslated(quickInput.input, command);
    // A prompt has either.
    await assertTranslated(editor.page.locator('.quick-input-list, .quick-input-message'), command);
    await quickInput.cancel();
  }

  /** Adds the connection unless its domain is visible; `look` is called for each prompt. */
  async function connected(look = async (_answer: string) => {}): Promise<void> {
    const { quickInput } = editor;
    if (await view(0).row('shop.example').isVisible()) return;
    await editor.command(titleOf('addConnection'));
    for (const answer of [service.baseUrl, service.key, '7']) {
      await until(
        'another question',
        () => quickInput.message.textContent(),
        (text) => /\u0301/.test(String(text)),
      );
      await look(answer);
      const before = await quickInput.message.textContent();
      await quickInput.answer(answer);
      if (answer !== '7')
        await until(
          'the next question',
          () => quickInput.message.textContent(),
          (text) => text !== before && /\u0301/.test(String(text)),
        );
    }
    await firstLogRow(view(0)).waitFor();
  }

  /** Shows the logs of the domain in the tree. */
  async function showLogs(): Promise<void> {
    await connected();
    await view(0).expand(view(0).row('shop.example'));
    await view(0).rows.nth(20).waitFor();
  }

  it('is what a new window shows, and what adding a connection asks', async () => {
    const { quickInput } = editor;
    const welcome = view(0).view.locator('.welcome-view-content');
    await welcome
      .getByText(/\u0301/)
      .first()
      .waitFor();
    await assertTranslated(welcome, 'welcome');
    await connected(async (answer) => {
      await assertTranslated(quickInput.title, answer);
      await assertTranslated(quickInput.message, answer);
    });
  });

  it('is what the tree says', async () => {
    const tree = view(0);
    await showLogs();
    await assertTranslated(tree.view, 'tree');
    // A row that is rendered again loses its tooltip.
    const texts = await until(
      'the tooltip',
      async () => textsBelow(await editor.hover(tree.rows.nth(2))),
      (shown) => shown.length > 0,
    );
    assert.deepEqual(untranslated(texts, DATA), [], 'tooltip');
  });

  it('is what the panel of a log says', async () => {
    await showLogs();
    await clickRow(view(0).rows.nth(3));
    await editor.panel().locator('#request .row').first().waitFor();
    await assertTranslated(editor.panel().locator('body'), 'panel');
  });

  for (const command of ['openDetectionLog', 'searchLogs', 'filterLogs', 'compareLogs', 'exportLogs']) {
    it(`is what ${command} asks`, async () => {
      await showLogs();
      await assertPrompt(command);
    });
  }

  it('is what the table and the counts say', async () => {
    const tree = view(0);
    await connected();
    await tree.rows.first().press('Home');
    await tree.action(titleOf('openTable'), tree.row('shop.example'));
    await editor.panel().locator('.line.log').first().waitFor();
    await assertTranslated(editor.panel().locator('body'), 'table');
    await panelFocused(editor.page);
    await tree.menu(tree.row('shop.example'), titleOf('openCounts'));
    await editor.panel().locator('.metric').first().waitFor();
    await assertTranslated(editor.panel().locator('body'), 'counts');
  });

  it('is what a failure says', async () => {
    await connected();
    await service.close();
    await editor.command(titleOf('refresh'));
    const tree = view(0);
    await tree.rows.filter({ hasText: 'ECONNREFUSED' }).first().waitFor();
    const texts = await textsBelow(tree.rows);
    assert.deepEqual(untranslated(texts, [...DATA, 'ECONNREFUSED']), []);
  });
});

/** Returns the texts that contain letters without an accent, outside icons and data. */
function untranslated(texts: readonly string[], data: readonly (string | RegExp)[]): string[] {
  return texts.filter((text) => {
    const ours = data.reduce<string>(
      (rest, each) =>
        rest.replaceAll(typeof each === 'string' ? each : new RegExp(each, `${each.flags}g`), ''),
      text.replace(/\$\([a-z~-]+\)/g, '').normalize('NFC'),
    );
    // The text might be cut between a letter and its accent.
    return /[A-Za-z](?!\u0301|…)/.test(ours);
  });
}

/** Returns the texts of elements, including those for screen readers and tooltips. */
function textsBelow(place: Locator): Promise<string[]> {
  return place.evaluateAll((places) =>
    places
      .flatMap((each) => [each, ...each.querySelectorAll(':not(script, style)')])
      // A row of a prompt still contains its previous text, hidden.
      .filter((each) => each.checkVisibility())
      .flatMap((each) => [
        ...[...each.childNodes].flatMap(({ nodeName, textContent }) =>
          nodeName === '#text' && !each.matches('script, style') ? (textContent ?? '') : [],
        ),
        ...['title', 'aria-label', 'placeholder'].map((name) => each.getAttribute(name) ?? ''),
      ])
      .filter((text) => text.trim() !== ''),
  );
}
