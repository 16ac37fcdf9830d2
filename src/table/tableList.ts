import type { LogList } from '../browse/lists/lists.ts';
import { notAppliedTexts } from '../formats/queryText.ts';
import { ListReader } from '../lists/listReader.ts';
import type { ListChange } from '../lists/pagedList.ts';
import type { ListedLog } from '../service/model.ts';
import { checkLogs, type FilterField, type FilterNames } from '../service/queries/filter.ts';
import { local, t } from '../text/l10n.ts';

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

  get places(): LogList {
    return this.#options.list;
  }

  /** Returns the logs that the filter excludes but the service did not. */
  left(logs: readonly ListedLog[]): ReadonlySet<ListedLog> {
    const { filter } = this.#options.list;
    // Without logs, do not read the names from the conventions, because invalid conventions might be the cause.
    if (logs.length === 0 || Object.keys(filter).length === 0) return new Set();
    const kept = new Set(checkLogs(logs, filter, this.#options.filterNames()).logs);
    return new Set(logs.filter((log) => !kept.has(log)));
  }

  /** Reads the first page in the background and counts newer logs. Rejects if the page cannot be read. */
  checkNew(signal: AbortSignal): Promise<void> {
    return this.#options.list.checkNew(signal);
  }

  /** Messages about problems with how the service handled paging and the filter. */
  get notices(): string[] {
    const { total, length, ignoresPaging, isEndKnown, hasChanged, doubtful } = this.places;
    const isWrong = total !== undefined && !ignoresPaging && (isEndKnown ? total !== length : length > total);
    const notApplied = { ignored: [...this.#ignored], unasked: [...this.#unasked], doubtful };
    return [
      ...notAppliedTexts(notApplied, local),
      ...(ignoresPaging ? [t('{0}.', t('The service ignored paging and sent the same rows again'))] : []),
      ...(hasChanged
        ? [t('The list changed while it was read, so logs might be missing. Refresh to read it again.')]
        : []),
      ...(total === undefined ? [t("The service doesn't return the number of logs.")] : []),
      ...(isWrong && isEndKnown
        ? [t('The service reports {0} logs, but its pages contain {1}.', total, length)]
        : []),
      ...(isWrong && !isEndKnown
        ? [t('The service reports {0} logs, but its pages contain more.', total)]
        : []),
    ];
  }

  #check(logs: readonly ListedLog[]): void {
    if (logs.length === 0) return;
    const { ignored, unasked } = checkLogs(logs, this.#options.list.filter, this.#options.filterNames());
    for (const field of ignored) this.#ignored.add(field);
    for (const field of unasked) this.#unasked.add(field);
  }
}
