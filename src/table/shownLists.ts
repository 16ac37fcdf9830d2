import type { LogList } from '../browse/lists/lists.ts';
import { ListReader } from '../lists/listReader.ts';
import type { ListChange } from '../lists/pagedList.ts';
import type { ListedLog } from '../service/model.ts';
import type { FilterField } from '../service/queries/filter.ts';

/** The list that a table shows. */
export interface ShownList {
  /** Unique for each list of a table. */
  readonly number: number;
  readonly list: LogList;
  readonly reader: ListReader<ListedLog>;
  /** The parts of the filter that the service ignored or that could not be sent, according to the rows. */
  readonly ignored: Set<FilterField>;
  readonly unasked: Set<FilterField>;
}

export interface ShownListsOptions {
  /** Called when rows were added to or removed from the displayed list. */
  readonly onPlaced: (change: ListChange<ListedLog>) => void;
  /** Called when another list is displayed. */
  readonly onReplaced: () => void;
  /** Called after any other change. */
  readonly onChange: () => void;
}

/** A table's list, and the list with another filter that replaces it once its first page has been read. */
export class ShownLists {
  readonly #options: ShownListsOptions;
  #shown: ShownList | undefined;
  #next: ShownList | undefined;
  #count = 0;
  #isPaused = false;
  /** The reason that the next list could not be read. */
  #problem: unknown;

  constructor(options: ShownListsOptions) {
    this.#options = options;
  }

  get shown(): ShownList | undefined {
    return this.#shown;
  }

  /** True while another list is being read. */
  get isChanging(): boolean {
    return this.#next !== undefined;
  }

  /** The reason that the other list or a part of the displayed one could not be read. */
  get fault(): unknown {
    return this.#problem ?? this.#shown?.reader.failed[0]?.fault;
  }

  /** Reads a list, and shows it once its first page has been read. */
  read(list: LogList): void {
    const reader = new ListReader<ListedLog>({
      list,
      onPlaced: (change) => {
        if (next === this.#shown) this.#options.onPlaced(change);
      },
      onChange: () => this.#changed(next),
    });
    const next: ShownList = {
      ...{ number: ++this.#count, list, reader },
      ...{ ignored: new Set(), unasked: new Set() },
    };
    this.#next?.reader.dispose();
    this.#next = next;
    this.#problem = undefined;
    reader.pause(this.#isPaused);
    this.#changed(next);
  }

  /** Pauses reading while the table is hidden. */
  pause(isPaused: boolean): void {
    this.#isPaused = isPaused;
    for (const each of [this.#shown, this.#next]) each?.reader.pause(isPaused);
  }

  /** Rereads the parts that failed. Returns false if the whole list must be read again. */
  tryAgain(): boolean {
    if (!this.#shown || this.#problem !== undefined) return false;
    this.#shown.reader.tryAgain();
    return true;
  }

  clear(): void {
    for (const each of [this.#shown, this.#next]) each?.reader.dispose();
    this.#shown = undefined;
    this.#next = undefined;
  }

  #changed(changed: ShownList): void {
    const { list, reader } = changed;
    const [failed] = reader.failed;
    const isReady = changed === this.#next && (list.hasAnswered || failed !== undefined);
    if (isReady) this.#next = undefined;
    if (isReady && (list.hasAnswered || !this.#shown?.list.hasAnswered)) {
      this.#shown?.reader.dispose();
      this.#shown = changed;
      this.#options.onReplaced();
    } else if (isReady) {
      reader.dispose();
      this.#problem = failed?.fault;
    }
    this.#options.onChange();
  }
}
