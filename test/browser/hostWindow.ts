/** One window of the editor, used as a person does: by clicking and typing. Everything waits for what it needs. */
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { until } from '../until.ts';
import { watch } from './browsers.ts';
import { panelsSettled } from './hostPanels.ts';
import { QuickInput } from './hostQuickInput.ts';
import { TreeView } from './hostTree.ts';
import { keepPicture } from './pictures.ts';

export class EditorWindow {
  readonly page: Page;
  /** The folder that is open: an absolute path. */
  readonly workspace: string;
  /** The folder of the server's profile: settings, state, extensions, logs. */
  readonly profile: string;
  /** The palette, a quick pick or an input box: there is one at a time. */
  readonly quickInput: QuickInput;
  /** Closes the window and deletes its profile and workspace. */
  readonly close: () => Promise<void>;

  constructor(page: Page, folders: { workspace: string; profile: string }, close: () => Promise<void>) {
    this.page = page;
    this.workspace = folders.workspace;
    this.profile = folders.profile;
    this.close = close;
    this.quickInput = new QuickInput(page);
  }

  /** Waits until the editor has drawn itself and read the extension's manifest. */
  async ready(): Promise<void> {
    await this.#viewContainer.waitFor();
  }

  /** Opens a further window of the same profile on the same folder; `close` of this one closes both. */
  async another(): Promise<EditorWindow> {
    const page = await this.page.context().newPage();
    watch(page);
    page.setDefaultTimeout(60_000);
    const { workspace, profile, close } = this;
    const window = new EditorWindow(page, { workspace, profile }, close);
    await page.goto(this.page.url());
    await window.ready();
    return window;
  }

  /** Reloads the window with the editor's own command, which first stores what is open; a page reload may not. */
  async reload(): Promise<void> {
    const loaded = this.page.waitForEvent('load');
    await this.command('Reload Window', 'Developer');
    await loaded;
    await this.ready();
  }

  /** Runs a command from the palette, by its title; `category` is empty for a command that has none. */
  async command(title: string, category = 'Partner Logs'): Promise<void> {
    const name = category === '' ? title : `${category}: ${title}`;
    await this.quickInput.closed();
    await this.panelsSettled();
    await this.page.keyboard.press('F1');
    await this.quickInput.type(`>${name}`);
    await this.quickInput.pick(name);
    // A text for the next prompt would go into the palette while that closes.
    const { input } = this.quickInput;
    await until('the palette to be closed', async () => {
      if (!(await input.isVisible())) return true;
      return (await input.inputValue({ timeout: 1_000 }).catch(() => '')) !== `>${name}`;
    });
  }

  /** Waits until the panels in sight are loaded and have had the focus that they were opened with. */
  panelsSettled(): Promise<void> {
    return panelsSettled(this.page);
  }

  /** Shows the extension's views. A window that restores them just now would hide them at a click: it looks before each. */
  async openViews(): Promise<void> {
    const views = this.page.locator('[id="workbench.view.extension.partnerLogs"]');
    const container = this.#viewContainer;
    await until("the extension's views", async () => {
      if (await views.isVisible()) return true;
      if ((await container.getAttribute('aria-selected')) !== 'true') await container.click();
      return views.isVisible();
    });
  }

  /** A view of the side bar, by its name: "Domains", "Recent". */
  tree(name: string): TreeView {
    return new TreeView(this.page, name);
  }

  /** The content of the webview panel that is on top. */
  panel(): FrameLocator {
    return this.page.frameLocator('.webview.ready:visible').frameLocator('iframe#active-frame');
  }

  /** Chooses an entry of a menu in the toolbar of the log's panel. */
  async panelMenu(menu: string, entry: string): Promise<void> {
    const tools = this.panel().locator('.toolbar');
    await tools.getByRole('button', { name: menu, exact: true }).click();
    await tools.getByRole('menuitem', { name: entry, exact: true }).click();
  }

  /** The editor tabs, in all groups. */
  tabs(): Locator {
    return this.page.locator('.tabs-container').getByRole('tab');
  }

  /** The visible lines of the text editor on top; the editor draws only those in sight. */
  editorLines(): Locator {
    return this.page.locator('.editor-group-container.active .monaco-editor .view-line');
  }

  /** A notification toast that holds this text; its buttons are `getByRole('button', { name })` inside. */
  notification(text: string | RegExp): Locator {
    return this.page.locator('.notification-toast').filter({ hasText: text });
  }

  /** The messages of the toasts in sight. */
  notifications(): Promise<string[]> {
    return this.page.locator('.notification-toast .notification-list-item-message').allInnerTexts();
  }

  /** The modal dialog. */
  dialog(): Locator {
    return this.page.locator('.monaco-dialog-box');
  }

  /** A status-bar item of the extension, by the id it was created with. Its text has the icon's place as a space. */
  statusBarItem(id: string): Locator {
    return this.page.locator(`[id="partner-logs.partner-logs.${id}"]`);
  }

  /**
   * Rests the mouse on a place, and gives the hover that holds `text`. What the editor draws again under a resting mouse has no
   * hover, or loses it: the mouse goes away and comes back, as a hand does.
   */
  async hover(
    place: Locator,
    text: string | RegExp = /./,
    position?: { readonly x: number; readonly y: number },
  ): Promise<Locator> {
    const hover = this.page.locator('.monaco-hover:visible').filter({ hasText: text }).first();
    const isShown = () =>
      hover.waitFor({ timeout: 3_000 }).then(
        () => true,
        () => false,
      );
    await until(`a hover with ${text}`, async () => {
      await place.hover({ ...(position && { position }) });
      if (await isShown()) return true;
      await this.page.mouse.move(1, 1);
      return false;
    });
    return hover;
  }

  /** The text on the clipboard. */
  async clipboard(): Promise<string> {
    return String(await this.page.evaluate('navigator.clipboard.readText()'));
  }

  /** Saves what is in sight as `.cache/screenshots/<name>.png`, if `keepPicture` does. */
  async screenshot(name: string): Promise<void> {
    await keepPicture(this.page, name);
  }

  get #viewContainer(): Locator {
    return this.page.locator('.activitybar').getByRole('tab', { name: 'Partner Logs', exact: true });
  }
}
