/**
 * A window of the editor, controlled like a user would by clicking and typing. All methods wait for their conditions.
 */
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { until } from '../until.ts';
import { panelsSettled } from './hostPanels.ts';
import { QuickInput } from './hostQuickInput.ts';
import { TreeView } from './hostTree.ts';

export class EditorWindow {
  readonly page: Page;
  /** The open folder, as an absolute path. */
  readonly workspace: string;
  /** The folder of the server's profile, with settings, state, extensions, and logs. */
  readonly profile: string;
  /** The Command Palette, a quick pick, or an input box; only one exists at a time. */
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

  /** Waits until the editor has rendered and read the extension's manifest. */
  async ready(): Promise<void> {
    await this.#viewContainer.waitFor();
  }

  /**
   * Reloads the window with the editor's own command, which first stores the open editors. Reloading the page might not
   * do that.
   */
  async reload(): Promise<void> {
    const loaded = this.page.waitForEvent('load');
    await this.command('Reload Window', 'Developer');
    await loaded;
    await this.ready();
  }

  /**
   * Runs a command from the Command Palette, identified by its title; `category` is empty for a command without one.
   */
  async command(title: string, category = 'Partner Logs'): Promise<void> {
    const name = category === '' ? title : `${category}: ${title}`;
    await this.quickInput.closed();
    await this.panelsSettled();
    await this.page.keyboard.press('F1');
    await this.quickInput.type(`>${name}`);
    await this.quickInput.pick(name);
    // Text for the next prompt would otherwise be typed into the closing Command Palette.
    const { input } = this.quickInput;
    await until('the palette to be closed', async () => {
      if (!(await input.isVisible())) return true;
      return (await input.inputValue({ timeout: 1_000 }).catch(() => '')) !== `>${name}`;
    });
  }

  /** Waits until the visible panels are loaded and have received their initial focus. */
  panelsSettled(): Promise<void> {
    return panelsSettled(this.page);
  }

  /**
   * Shows the extension's views. Clicking would hide them in a window that is just restoring them, so this checks
   * before each click.
   */
  async openViews(): Promise<void> {
    const views = this.page.locator('[id="workbench.view.extension.partnerLogs"]');
    const container = this.#viewContainer;
    await until("the extension's views", async () => {
      if (await views.isVisible()) return true;
      if ((await container.getAttribute('aria-selected')) !== 'true') await container.click();
      return views.isVisible();
    });
  }

  /** Returns a view in the side bar, identified by its name: "Domains", "Recent". */
  tree(name: string): TreeView {
    return new TreeView(this.page, name);
  }

  /** Returns the content of the webview panel in front. */
  panel(): FrameLocator {
    return this.page.frameLocator('.webview.ready:visible').frameLocator('iframe#active-frame');
  }

  /** Selects an entry in a menu in the toolbar of the log panel. */
  async panelMenu(menu: string, entry: string): Promise<void> {
    const tools = this.panel().locator('.toolbar');
    await tools.getByRole('button', { name: menu, exact: true }).click();
    await tools.getByRole('menuitem', { name: entry, exact: true }).click();
  }

  /** Returns the editor tabs in all groups. */
  tabs(): Locator {
    return this.page.locator('.tabs-container').getByRole('tab');
  }

  /** Returns the visible lines of the text editor in front; the editor renders only those. */
  editorLines(): Locator {
    return this.page.locator('.editor-group-container.active .monaco-editor .view-line');
  }

  /** Returns the notification toast that contains this text; find its buttons with `getByRole('button', { name })`. */
  notification(text: string | RegExp): Locator {
    return this.page.locator('.notification-toast').filter({ hasText: text });
  }

  /** Returns the messages of the visible toasts. */
  notifications(): Promise<string[]> {
    return this.page.locator('.notification-toast .notification-list-item-message').allInnerTexts();
  }

  /** The modal dialog. */
  dialog(): Locator {
    return this.page.locator('.monaco-dialog-box');
  }

  /**
   * Returns one of the extension's status bar items, identified by the ID it was created with. Its text has a space in
   * place of the icon.
   */
  statusBarItem(id: string): Locator {
    return this.page.locator(`[id="partner-logs.partner-logs.${id}"]`);
  }

  /**
   * Moves the mouse over an element and returns the hover that contains `text`. If the editor renders an element again
   * under a resting mouse, it has no hover or loses it, so the mouse is moved away and back, as a user would do.
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

  /** Returns the text on the clipboard. */
  async clipboard(): Promise<string> {
    return String(await this.page.evaluate('navigator.clipboard.readText()'));
  }

  get #viewContainer(): Locator {
    return this.page.locator('.activitybar').getByRole('tab', { name: 'Partner Logs', exact: true });
  }
}
