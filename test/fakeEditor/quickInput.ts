/** Prompts that a test answers in place of the user. */
import { EventEmitter } from './events.ts';

/** A row in a quick pick. */
export interface Row {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  readonly kind?: number;
  readonly iconPath?: { readonly id: string };
}

/** An input box, or the part that a quick pick has in common with it. */
export class QuickInput {
  readonly #accepted = new EventEmitter<void>();
  readonly #hidden = new EventEmitter<void>();
  readonly #changed = new EventEmitter<string>();
  readonly #pressed = new EventEmitter<unknown>();
  title: string | undefined;
  prompt: string | undefined;
  placeholder: string | undefined;
  validationMessage: string | undefined;
  value = '';
  password = false;
  busy = false;
  isOpen = false;
  buttons: readonly unknown[] = [];
  readonly onDidAccept = this.#accepted.event;
  readonly onDidHide = this.#hidden.event;
  readonly onDidChangeValue = this.#changed.event;
  readonly onDidTriggerButton = this.#pressed.event;

  show(): void {
    this.isOpen = true;
  }

  hide(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.#hidden.fire();
  }

  dispose(): void {
    this.hide();
    for (const event of [this.#accepted, this.#hidden, this.#changed, this.#pressed]) event.dispose();
  }

  /** Replaces the typed text. */
  type(text: string): void {
    this.value = text;
    this.#changed.fire(text);
  }

  /** Presses Enter. */
  accept(): void {
    this.#accepted.fire();
  }

  /** Presses Back, the first of its buttons. */
  goBack(): void {
    this.press(0);
  }

  press(button: number): void {
    this.#pressed.fire(this.buttons[button]);
  }
}

export class QuickPick extends QuickInput {
  items: readonly Row[] = [];
  activeItems: readonly Row[] = [];
  selectedItems: readonly Row[] = [];

  /** Selects the first row that `fits`; returns false if there is none. */
  take(fits: (row: Row) => boolean): boolean {
    const row = this.items.find((each) => each.kind !== -1 && fits(each));
    if (!row) return false;
    this.selectedItems = [row];
    this.accept();
    return true;
  }

  get texts(): string[] {
    return [this.title, ...this.items.flatMap((row) => [row.label, row.description, row.detail])].filter(
      (text) => text !== undefined,
    );
  }
}
