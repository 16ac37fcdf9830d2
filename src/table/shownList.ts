import type { ListChange } from '../lists/pagedList.ts';
import type { ListedLog } from '../service/model.ts';
import { TableList, type TableListOptions } from './tableList.ts';

export interface ShownListOptions {
  /** Called after rows were added to or removed from the displayed list. */
  readonly onPlaced: (change: ListChange<ListedLog>) => void;
  /** Called when a different list has replaced the displayed list or could not be read. */
  readonly onReplaced: (isShown: boolean) => void;
  /** Called after any change. */
  readonly onChange: () => void;
}

/** The list that a table shows, and the list that will replace it once its first page is loaded. */
export class ShownList {
  readonly #options: ShownListOptions;
  #current: TableList | undefined;
  #next: TableList | undefined;
  #problem: unknown;
  #isHidden = false;

  constructor(options: ShownListOptions) {
    this.#options = options;
  }

  /** The displayed list. */
  get current(): TableList | undefined {
    return this.#current;
  }

  /** The list that is being read to replace the displayed one, or the displayed list if none is being read. */
  get latest(): TableList | undefined {
    return this.#next ?? this.#current;
  }

  get isChanging(): boolean {
    return this.#next !== undefined;
  }

  /** The error from reading a different list, if it failed. */
  get problem(): unknown {
    return this.#problem;
  }

  /** Reads a list, and shows it instead of the current one once its first page is loaded. */
  become(wanted: Omit<TableListOptions, 'onPlaced' | 'onChange'>): void {
    const list: TableList = new TableList({
      ...wanted,
      onPlaced: (change) => {
        if (list === this.#current) this.#options.onPlaced(change);
      },
      onChange: () => this.#changed(list),
    });
    this.#next?.reader.dispose();
    this.#next = list;
    this.#problem = undefined;
    list.reader.pause(this.#isHidden);
    this.#changed(list);
    if (list === this.#next) this.#options.onChange();
  }

  /** Pauses reading while the table is hidden. */
  hide(isHidden: boolean): void {
    this.#isHidden = isHidden;
    this.#current?.reader.pause(isHidden);
    this.#next?.reader.pause(isHidden);
  }

  /** Aborts all reads and clears the displayed list. */
  clear(): void {
    this.dispose();
    this.#current = undefined;
    this.#next = undefined;
  }

  dispose(): void {
    this.#current?.reader.dispose();
    this.#next?.reader.dispose();
  }

  #changed(list: TableList): void {
    if (list === this.#next) {
      if (!list.places.hasAnswered && list.reader.failed.length === 0) return;
      this.#next = undefined;
      const isShown = list.places.hasAnswered || !this.#current?.places.hasAnswered;
      if (isShown) {
        this.#current?.reader.dispose();
        this.#current = list;
      } else {
        this.#problem = list.reader.failed[0]?.fault;
        list.reader.dispose();
      }
      this.#options.onReplaced(isShown);
    }
    this.#options.onChange();
  }
}
