import type { Locator, Page } from 'playwright-core';
import { until } from '../until.ts';
import { panelsSettled } from './hostPanels.ts';
import { clickRow, pointAt } from './hostRows.ts';

/** Milliseconds after which a command that has shown nothing did not run, even on a busy machine. */
const ANSWER = 20_000;

/** A view in the side bar that shows a tree. The editor renders only the visible rows. */
export class TreeView {
  readonly #page: Page;
  readonly #name: string;

  constructor(page: Page, name: string) {
    this.#page = page;
    this.#name = name;
  }

  /** The whole view, with its title, actions, message, and welcome text. */
  get view(): Locator {
    const header = this.#page.locator(`.pane-header[aria-label="${this.#name} Section"]`);
    return this.#page.locator('.sidebar .pane').filter({ has: header });
  }

  get rows(): Locator {
    return this.view.getByRole('treeitem').and(this.view.locator(':not(.monaco-tree-sticky-row)'));
  }

  /** Returns the rows with exactly this label. */
  row(label: string): Locator {
    const name = this.#page.locator('.label-name').getByText(label, { exact: true });
    return this.rows.filter({ has: name });
  }

  /** The rows of logs, which are recognized by their time. */
  get logs(): Locator {
    return this.rows.filter({ hasText: /\d\d:\d\d/ });
  }

  /** Returns the rows of logs that have a text, such as a rule, next to their path. */
  logsWith(text: string): Locator {
    return this.logs.filter({ hasText: text });
  }

  labels(): Promise<string[]> {
    return this.rows.locator('.label-name').allInnerTexts();
  }

  /** Returns the muted text next to a row's label. */
  description(row: Locator): Locator {
    return row.locator('.label-description');
  }

  /** Expands a row that has child rows. */
  async expand(row: Locator): Promise<void> {
    if ((await row.getAttribute('aria-expanded')) === 'false')
      await clickRow(row.locator('.monaco-tl-twistie'));
  }

  /** Clicks an icon of a row, or of the view's title if there is no row, identified by the title of its command. */
  async action(title: string, row?: Locator): Promise<void> {
    const place = row ?? this.view.locator('.pane-header');
    await clickRow(place.getByRole('button', { name: title }), place);
  }

  /** Clears the selection, also that of a row that the extension selects late. */
  async clearSelection(): Promise<void> {
    const selected = this.rows.and(this.#page.locator('[aria-selected="true"]'));
    await until('no selected row', async () => {
      await this.view.getByRole('tree').press('Escape');
      return (await selected.count()) === 0;
    });
  }

  /**
   * Opens a row's context menu. While the view renders its rows again, a row's element might show a different row when
   * it is clicked. The row whose menu is open is focused.
   */
  async openMenu(row: Locator): Promise<Locator> {
    await panelsSettled(this.#page);
    const menu = this.#page.locator('.monaco-menu');
    await until('the menu of the row', async () => {
      await pointAt(row);
      await this.#page.mouse.down({ button: 'right' });
      await this.#page.mouse.up({ button: 'right' });
      await menu.waitFor();
      if (await row.and(this.#page.locator('.focused')).isVisible()) return true;
      await this.#page.keyboard.press('Escape');
      await menu.waitFor({ state: 'detached' });
      return false;
    });
    return menu;
  }

  /** Selects an entry in a row's context menu, by the titles of its submenus and its own. */
  menu(row: Locator, ...titles: readonly string[]): Promise<void> {
    return takeFrom(() => this.openMenu(row), ...titles);
  }

  /**
   * Selects an entry in a row's context menu, and waits for what its command shows. While the view renders its rows
   * again, the editor passes no row to the command, which then only says so; a user selects the entry again.
   */
  async menuShows(shown: Locator, row: Locator, ...titles: readonly string[]): Promise<void> {
    const refusal = this.#page.locator('.statusbar').getByText('The row was being updated');
    await until(`what “${titles.join(' ▸ ')}” shows`, async () => {
      // The message of the previous attempt stays for some seconds.
      await refusal.waitFor({ state: 'detached' });
      await this.menu(row, ...titles);
      const seen = (place: Locator) =>
        place.waitFor({ timeout: ANSWER }).then(
          () => true,
          () => false,
        );
      return Promise.race([seen(shown), seen(refusal).then(() => false)]);
    });
  }
}

/** Opens a context menu and selects an entry. A menu that closes because a panel takes the focus late is opened again. */
export async function takeFrom(open: () => Promise<Locator>, ...titles: readonly string[]): Promise<void> {
  await until(`the entry “${titles.join(' ▸ ')}”`, async () => {
    const menu = await open();
    if (!(await reached(menu, titles))) return false;
    await menu.page().keyboard.press('Enter');
    await menu.first().waitFor({ state: 'detached' });
    return true;
  });
}

/** Selects an entry in an open context menu, by the titles of its submenus and its own. */
export async function takeEntry(menu: Locator, ...titles: readonly string[]): Promise<void> {
  if (!(await reached(menu, titles))) throw new Error(`The menu closed before “${titles}” was taken.`);
  await menu.page().keyboard.press('Enter');
  await menu.first().waitFor({ state: 'detached' });
}

/**
 * Focuses an entry in an open context menu for keyboard input, because a menu does not accept clicks in its first 100
 * ms. Returns false if the menu closes first.
 */
async function reached(menu: Locator, titles: readonly string[]): Promise<boolean> {
  const { keyboard } = menu.page();
  const focused = async () => {
    for (const [at, name] of titles.entries()) {
      if (at > 0) await keyboard.press('ArrowRight');
      const entry = menu.getByRole('menuitem', { name, exact: true });
      await entry.hover();
      await entry.and(menu.page().locator(':focus')).waitFor();
    }
    return true;
  };
  const closed = async () => {
    // The editor opens a menu after the click has returned.
    await menu.first().waitFor();
    await menu.first().waitFor({ state: 'detached' });
    return false;
  };
  return Promise.race([focused(), closed()]).catch(() => false);
}
