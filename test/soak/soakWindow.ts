/** The window of a walk: its visible content, and the key presses and clicks that several actions share. */
import assert from 'node:assert/strict';
import type { FrameLocator, Locator } from 'playwright-core';
import { Random } from '../../src/sample/random.ts';
import { closeFirstLog } from '../browser/connecting.ts';
import { clickRow } from '../browser/hostRows.ts';
import type { EditorWindow } from '../browser/hostWindow.ts';
import { until as untilWithin } from '../until.ts';
import { DOMAINS, rawDataOf, type SoakService, uriOf } from './soakService.ts';

/** Commands that have a key in a walk, because the Command Palette would take most of its time. */
const COMMANDS = [
  'workbench.action.closeAllEditors',
  'notifications.clearAll',
  'partnerLogs.openDetectionLog',
  'partnerLogs.searchLogs',
  'partnerLogs.copyRawData',
  'partnerLogs.copyBugReport',
  'partnerLogs.previewBugReport',
  'partnerLogs.openRawData',
  'partnerLogs.openDecodedData',
  'partnerLogs.openInNewTab',
  'partnerLogs.editConnection',
  'partnerLogs.replaceKey',
  'partnerLogs.removeConnection',
  'partnerLogs.addConnection',
  'partnerLogs.stopWaiting',
] as const;
export type KeyCommand = (typeof COMMANDS)[number];

const keyOf = (command: KeyCommand) => {
  const at = COMMANDS.indexOf(command);
  return { modifiers: at < 12 ? 'ctrl+alt' : 'ctrl+shift+alt', number: (at % 12) + 1 };
};

export const keybindings = COMMANDS.map((command) => {
  const { modifiers, number } = keyOf(command);
  return { command, key: `${modifiers}+f${number}` };
});

/** Seconds. A walk waits longer than a test, because a walk that fails has to start again. */
export const PATIENCE = 90;

/** Like the `until` of tests, but more patient. */
export const until: typeof untilWithin = (what, look, holds) => untilWithin(what, look, holds, PATIENCE);

/** The log in a visible panel. */
interface SeenLog {
  readonly number: string;
  readonly rawData: string;
}

/** A row in the visible part of a table. */
export interface SeenRow {
  readonly index: number;
  readonly domain: number;
  readonly idx: number;
  readonly cells: Readonly<Record<string, string>>;
}

interface Seen {
  /** The titles of the active tabs of all groups. */
  readonly tabs: readonly string[];
  readonly logs: readonly SeenLog[];
  /** The numbers of the logs in the visible rows of the view Domains. */
  readonly tree: readonly number[];
  /** The number of logs of the list, as the row Load More of the view states it; 0 if that row is not visible. */
  readonly total: number;
  /** The number of the first log of the previous page, as the row Load Previous states it; 0 without that row. */
  readonly previous: number;
  readonly rows: readonly SeenRow[];
  /** The number of fully visible rows in a table that are not loaded. */
  readonly unread: number;
}

/** Runs in the page. The frames of panels have the same origin as the window. */
const SEEN = `(() => {
  const text = (element) => (element?.textContent ?? '').trim();
  const frames = [...document.querySelectorAll('iframe.webview.ready')].filter((frame) =>
    frame.checkVisibility({ visibilityProperty: true }));
  const pages = frames.flatMap((frame) =>
    frame.contentDocument?.getElementById('active-frame')?.contentDocument ?? []);
  const numberIn = (page) => [...page.querySelectorAll('#details .fact')]
    .filter((fact) => text(fact.querySelector('dt')) === 'Log number')
    .map((fact) => fact.querySelector('dd').firstChild.textContent)[0] ?? '';
  const table = pages.find((page) => page.querySelector('.grid'));
  const rowOf = (line) => {
    const { key } = JSON.parse(line.dataset.vscodeContext);
    const cells = [...line.querySelectorAll('[data-column]')].map((cell) => [cell.dataset.column, text(cell)]);
    return { index: Number(line.dataset.index), domain: key.domain, idx: key.idx, cells: Object.fromEntries(cells) };
  };
  // Lines beyond the visible ones are also rendered, but do not state why they cannot be read.
  const area = table?.querySelector('.lines-frame').getBoundingClientRect();
  const isInSight = (line) => {
    const { top, bottom } = line.getBoundingClientRect();
    return top >= area.top && bottom <= area.bottom;
  };
  const unread = [...(table?.querySelectorAll('.line.unread, .line.failed') ?? [])].filter(isInSight);
  const view = document.querySelector('.pane-header[aria-label="Domains Section"]')?.closest('.pane');
  const treeRows = [...(view?.querySelectorAll('[role=treeitem]') ?? [])].map((row) => row.ariaLabel ?? '');
  return {
    tabs: [...document.querySelectorAll('.editor-group-container .tab.active')].map(text),
    logs: pages.filter((page) => page.querySelector('#raw')).map((page) =>
      ({ number: numberIn(page), rawData: page.querySelector('.raw')?.textContent ?? '' })),
    tree: treeRows.flatMap((row) => /log (\\d+)/.exec(row)?.[1] ?? []).map(Number),
    previous: Number(treeRows.flatMap((row) => /^Load Previous \\(from (\\d+)\\)/.exec(row)?.[1] ?? [])[0] ?? 0),
    total: Number(treeRows.flatMap((row) => /^Load More .* of (\\d+)/.exec(row)?.[1] ?? [])[0] ?? 0),
    rows: [...(table?.querySelectorAll('.line.log') ?? [])].filter((line) => line.checkVisibility()).map(rowOf),
    unread: unread.length,
  };
})()`;

export const CONNECTION = 'Soak';

export class SoakWindow {
  readonly editor: EditorWindow;
  readonly service: SoakService;
  readonly random: Random;
  /** The number of the domain whose rows the tree shows. */
  domain = 1;

  constructor(editor: EditorWindow, service: SoakService, seed: number) {
    this.editor = editor;
    this.service = service;
    this.random = new Random(seed, 1);
  }

  get tree() {
    return this.editor.tree('Domains');
  }

  get name(): string {
    return DOMAINS[this.domain - 1] ?? assert.fail();
  }

  get domainRow() {
    return this.tree.row(this.name);
  }

  seen(): Promise<Seen> {
    return this.editor.page.evaluate(SEEN);
  }

  /** Presses the key of a command. */
  async run(command: KeyCommand): Promise<void> {
    await this.editor.quickInput.closed();
    await this.editor.panelsSettled();
    const { modifiers, number } = keyOf(command);
    const names = { ctrl: 'Control', shift: 'Shift', alt: 'Alt' } as const;
    const pressed = modifiers.split('+').map((name) => names[name as keyof typeof names]);
    await this.editor.page.keyboard.press([...pressed, `F${number}`].join('+'));
  }

  async closeEditors(): Promise<void> {
    await until('all editors to be closed', async () => {
      if ((await this.editor.tabs().count()) === 0) return true;
      await this.run('workbench.action.closeAllEditors');
      return this.editor
        .tabs()
        .first()
        .waitFor({ state: 'detached', timeout: 3_000 })
        .then(
          () => true,
          () => false,
        );
    });
  }

  async clearMessages(): Promise<void> {
    const toast = this.editor.page.locator('.notification-toast');
    if ((await toast.count()) === 0) return;
    await this.run('notifications.clearAll');
    await toast.first().waitFor({ state: 'detached' });
  }

  /** Shows the rows of a domain in the tree, and no others. */
  async showDomain(domain: number): Promise<void> {
    await this.collapse();
    this.domain = domain;
    await clickRow(this.domainRow);
    await until(
      'the rows of the domain',
      () => this.seen(),
      ({ tree }) => tree.length > 0,
    );
  }

  async collapse(): Promise<void> {
    await this.tree.action('Collapse All');
    await until(
      'no rows of logs',
      () => this.seen(),
      ({ tree }) => tree.length === 0,
    );
  }

  /** Waits for the page of a log, and checks that all of it belongs to this log. */
  async showsLog(domain: number, idx: number): Promise<void> {
    const title = `${DOMAINS[domain - 1]} ${idx}`;
    await until(
      `the log ${title}`,
      () => this.seen(),
      ({ tabs, logs }) =>
        tabs.includes(title) &&
        logs.some((log) => log.number === String(idx) && log.rawData === rawDataOf(domain, idx)),
    );
  }

  /** Returns the log that the only visible panel shows. */
  async shownLog(): Promise<{ readonly domain: number; readonly idx: number }> {
    const { logs } = await until(
      'a log',
      () => this.seen(),
      (seen) => seen.logs.length > 0 && seen.logs.every(({ number }) => number !== ''),
    );
    return logOf(logs.at(-1)?.rawData ?? '');
  }

  /** Checks that every visible log has its own title, number, and raw data, and every row its own path. */
  async check(): Promise<void> {
    await until('all that is shown to belong to its log', () => this.seen(), isConsistent);
  }

  /** The page of the panel that was opened last. */
  get lastPanel(): FrameLocator {
    return pageOf(this.#frames.last());
  }

  /** The page of the leftmost panel, whose element is not the first one if a log was opened before a table. */
  get firstPanel(): FrameLocator {
    const frame = '.webview.ready:visible';
    return pageOf(this.editor.page.locator(`${frame}:not(:right-of(${frame}))`).first());
  }

  get #frames(): Locator {
    return this.editor.page.locator('.webview.ready:visible');
  }

  /** Clicks Try Again in a panel, unless the panel has tried again on its own. */
  async tryAgain(panel: FrameLocator): Promise<void> {
    const again = panel.getByRole('button', { name: 'Try Again' }).first();
    if (await again.isVisible()) await again.click({ timeout: 5_000 }).catch(() => {});
  }

  /** Waits for a text on the clipboard. */
  async copied(what: string, holds: (text: string) => boolean): Promise<void> {
    await until(what, () => this.editor.clipboard(), holds);
  }

  async emptyClipboard(): Promise<void> {
    await this.editor.page.evaluate("focus(); navigator.clipboard.writeText('')");
  }

  /** Closes everything, so that measurements are comparable. */
  async rest(domain = this.domain): Promise<void> {
    await this.clearMessages();
    await this.closeEditors();
    await this.showDomain(domain);
  }

  /** Reloads the window with a log open, which is restored. */
  async reload(): Promise<void> {
    const idx = this.random.between(1, this.service.newest);
    const { quickInput } = this.editor;
    await this.run('partnerLogs.openDetectionLog');
    await quickInput.answer(`${DOMAINS[0]}/${idx}`);
    await this.showsLog(1, idx);
    await this.editor.reload();
    await this.editor.openViews();
    await this.showsLog(1, idx);
    this.domain = 1;
    await this.rest();
  }

  /** Shows the views and adds the connection. */
  async start(): Promise<void> {
    await this.editor.openViews();
    await this.connect();
    await this.editor.tree('Recent').view.locator('.pane-header[aria-expanded=false]').click();
    await this.rest();
  }

  /** Adds the connection, and waits for its first log. */
  async connect(): Promise<void> {
    const { quickInput } = this.editor;
    const { baseUrl, key } = this.service.fake;
    await this.run('partnerLogs.addConnection');
    await quickInput.message.filter({ hasText: 'Base URL' }).waitFor();
    await quickInput.answer(baseUrl);
    await quickInput.message.filter({ hasText: 'only in the secret storage' }).waitFor();
    await quickInput.answer(key);
    await quickInput.message.filter({ hasText: 'Name of this connection' }).waitFor();
    await quickInput.answer(CONNECTION);
    await this.showsLog(1, this.service.newest);
    await closeFirstLog(this.editor);
    await this.showDomain(1);
  }
}

function pageOf(frame: Locator): FrameLocator {
  return frame.contentFrame().frameLocator('iframe#active-frame');
}

/** Returns the log that raw data belongs to. */
function logOf(rawData: string): { readonly domain: number; readonly idx: number } {
  const [, domain, idx] = /^X-Log: (\d+)\/(\d+)/m.exec(rawData) ?? [];
  return { domain: Number(domain), idx: Number(idx) };
}

function isConsistent({ tabs, logs, rows }: Seen): boolean {
  const areLogs = logs.every(({ number, rawData }) => {
    const { domain, idx } = logOf(rawData);
    return number === String(idx) && tabs.includes(`${DOMAINS[domain - 1]} ${idx}`);
  });
  return (
    areLogs && rows.every(({ idx, cells }) => cells['uri'] === undefined || cells['uri'].endsWith(uriOf(idx)))
  );
}
