import type { Locator, Page } from 'playwright-core';
import { clickRow } from './hostRows.ts';

/** The label of a list row, excluding the detail below it. */
const labelOfRow = '.quick-input-list-row:first-child .label-name';

/** The open Command Palette, quick pick, or input box. */
export class QuickInput {
  readonly #page: Page;
  readonly #widget: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.#widget = page.locator('.quick-input-widget');
  }

  /** The input field. Its `type` attribute is `password` if typed text is hidden. */
  get input(): Locator {
    return this.#widget.locator('.quick-input-box input');
  }

  /** The title line. */
  get title(): Locator {
    return this.#widget.locator('.quick-input-title');
  }

  /** The line below an input box: its prompt, or the validation message. */
  get message(): Locator {
    return this.#widget.locator('.quick-input-message');
  }

  /** Returns the button with this name in the title bar. */
  button(name: string): Locator {
    return this.#widget.getByRole('button', { name });
  }

  /** The visible rows. */
  get rows(): Locator {
    return this.#widget.locator('.quick-input-list .monaco-list-row');
  }

  /** Returns the row whose label is exactly this. */
  row(label: string): Locator {
    const name = this.#page.locator(labelOfRow).getByText(label, { exact: true });
    return this.rows.filter({ has: name });
  }

  /** Returns the labels of the visible rows, without descriptions. */
  labels(): Promise<string[]> {
    return this.rows.locator(labelOfRow).allInnerTexts();
  }

  /** Replaces the typed text. */
  async type(text: string): Promise<void> {
    await this.input.fill(text);
  }

  /** Waits until the field has taken the focus, before a keyboard test starts typing. */
  async focused(): Promise<void> {
    await this.input.and(this.#page.locator(':focus')).waitFor();
  }

  /**
   * Types at the end of the existing text, one key at a time. Focuses the field first, because a panel might have taken
   * the focus.
   */
  async typeKeys(text: string): Promise<void> {
    await this.input.waitFor();
    await this.input.pressSequentially(text);
  }

  /** Waits for the row with this label and selects it. */
  async pick(label: string): Promise<void> {
    await clickRow(this.row(label).first());
  }

  /** Types an answer and presses Enter. */
  async answer(text: string): Promise<void> {
    await this.type(text);
    await this.input.press('Enter');
  }

  /** Closes it with Escape. */
  async cancel(): Promise<void> {
    await this.input.press('Escape');
    await this.closed();
  }

  /** Waits until none is open. */
  async closed(): Promise<void> {
    await this.#widget.waitFor({ state: 'hidden' });
  }
}
