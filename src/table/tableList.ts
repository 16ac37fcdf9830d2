import type { LogList } from '../browse/lists/lists.ts';
import type { NotApplied } from '../formats/queryText.ts';
import { type FailedSpan, ListReader } from '../lists/listReader.ts';
import type { ListChange } from '../lists/pagedList.ts';
import type { ListedLog } from '../service/model.ts';
import { checkLogs, type FilterField, type FilterNames } from '../service/queries/filter.ts';

export interface TableListOptions {
  readonly list: LogList;
  readonly filterNames: () => FilterNames;
  readonly onPlaced: (change: ListChange<ListedLog>) => void;
  readonly onChange: () => void;
}

let lists = 0;

/** A domain's logs that match one filter, for a table. */
export class TableList {
  /** Unique for each list. */
  readonly number = ++lists;
  readonly reader: ListReader<ListedLog>;
  readonly #options: TableListOptions;
  readonly #ignored = new Set<FilterField>();
  readonly #unasked = new Set<FilterField>();

  constructor(options: TableListOptions) {
    this.#options = options;
    this.reader = new ListReader<ListedLog>({
      list: options.list,
      onPlaced: (change) => {
        this.#check(change.placed.map(([, log]) => log));
        options.onPlaced(change);
      },
      onChange: options.onChange,
    });
    this.#check(this.places.entries().map(([, log]) => log));
  }

  get filter() {
    return this.#options.list.filter;
  }

  get places() {
    return this.#options.list;
  }

  /** The positions that could not be read, if no page could be read at all. */
  get failedFirst(): FailedSpan | undefined {
    return this.places.hasAnswered ? undefined : this.reader.failed[0];
  }

  /** Returns the logs that the filter excludes but the service did not. */
  left(logs: readonly ListedLog[]): ReadonlySet<ListedLog> {
    // If no logs could be read, do not use the filter names from the conventions, because invalid conventions might be
    // the cause.
    if (logs.length === 0 || Object.keys(this.filter).length === 0) return new Set();
    const { logs: matching } = checkLogs(logs, this.filter, this.#options.filterNames());
    if (matching.length === logs.length) return new Set();
    const kept = new Set(matching);
    return new Set(logs.filter((log) => !kept.has(log)));
  }

  get notApplied(): NotApplied {
    return {
      ignored: [...this.#ignored],
      unasked: [...this.#unasked],
      doubtful: this.#options.list.doubtful,
    };
  }

  /** Reads the first page in the background and counts newer logs. Rejects if the page cannot be read. */
  checkNew(signal: AbortSignal): Promise<void> {
    return this.#options.list.checkNew(signal);
  }

  #check(logs: readonly ListedLog[]): void {
    if (logs.length === 0) return;
    const { ignored, unasked } = checkLogs(logs, this.filter, this.#options.filterNames());
    for (const field of ignored) this.#ignored.add(field);
    for (const field of unasked) this.#unasked.add(field);
  }
}
