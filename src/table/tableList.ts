import { valueSize } from '../service/answers/valueSize.ts';
import type { LogService } from '../service/api.ts';
import type { Conventions } from '../service/conventions.ts';
import { type ListedLog, type LogFilter, logId } from '../service/model.ts';
import { checkLogs, type FilterField } from '../service/queries/filter.ts';
import { ListPlaces, type Placed } from './listPlaces.ts';
import { ListReader } from './listReader.ts';
import { LONGEST_ROW, MOST_PAGES, MOST_UNITS, PER_PAGE } from './tableLimits.ts';

export interface TableListOptions {
  readonly domain: number;
  readonly filter: LogFilter;
  readonly service: () => Promise<LogService>;
  readonly filterNames: () => Conventions['logs']['parameters'];
  readonly onPlaced: (change: Placed<ListedLog>) => void;
  readonly onChange: () => void;
}

/** The units that a value takes beside its text. */
const UNITS_PER_VALUE = 32;

let lists = 0;

/** A domain's logs under one filter, as far as they are read. */
export class TableList {
  /** Different for each list. */
  readonly number = ++lists;
  readonly filter: LogFilter;
  readonly places: ListPlaces<ListedLog>;
  readonly reader: ListReader<ListedLog>;
  readonly #options: TableListOptions;
  readonly #ignored = new Set<FilterField>();
  readonly #unasked = new Set<FilterField>();

  constructor(options: TableListOptions) {
    this.#options = options;
    this.filter = options.filter;
    this.places = new ListPlaces<ListedLog>(
      {
        idOf: ({ key }) => logId(key),
        sizeOf: (log) => valueSize(log, MOST_UNITS, UNITS_PER_VALUE),
        mostPages: MOST_PAGES,
        mostUnits: MOST_UNITS,
      },
      PER_PAGE,
    );
    this.reader = new ListReader<ListedLog>({
      places: this.places,
      fetch: async (page, read) => {
        const service = await options.service();
        const answer = await service.logs(options.domain, { page, perPage: PER_PAGE }, this.filter, read);
        return { ...answer, items: answer.items.map(lightened) };
      },
      onPlaced: (change) => {
        this.#check(change.placed.map(([, log]) => log));
        options.onPlaced(change);
      },
      onChange: options.onChange,
    });
  }

  /** The logs of these that the filter leaves out, though the service did not. */
  left(logs: readonly ListedLog[]): ReadonlySet<ListedLog> {
    // The names are those of the conventions, which may be why nothing could be read.
    if (logs.length === 0 || Object.keys(this.filter).length === 0) return new Set();
    const { logs: matching } = checkLogs(logs, this.filter, this.#options.filterNames());
    if (matching.length === logs.length) return new Set();
    const kept = new Set(matching);
    return new Set(logs.filter((log) => !kept.has(log)));
  }

  /** The fields of the filter that the service did not apply, and those that it could not be asked for. */
  get notApplied(): { readonly ignored: readonly FilterField[]; readonly unasked: readonly FilterField[] } {
    return { ignored: [...this.#ignored], unasked: [...this.#unasked] };
  }

  /** Reads the first page in the background and notes how many logs are newer. Rejects as the service does. */
  async checkNew(signal: AbortSignal): Promise<void> {
    const service = await this.#options.service();
    const request = { page: 1, perPage: PER_PAGE };
    const options = { signal, priority: 'background' } as const;
    const page = await service.logs(this.#options.domain, request, this.filter, options);
    this.places.noteTop(page, page.isTotalKnown === false ? undefined : page.total);
  }

  #check(logs: readonly ListedLog[]): void {
    const { ignored, unasked } = checkLogs(logs, this.filter, this.#options.filterNames());
    for (const field of ignored) this.#ignored.add(field);
    for (const field of unasked) this.#unasked.add(field);
  }
}

/** Leaves out the raw data of a large row: opening the log reads it. */
function lightened(log: ListedLog): ListedLog {
  if (log.row.rawData === undefined || valueSize(log.row, LONGEST_ROW, 0) <= LONGEST_ROW) return log;
  const { rawData: _, ...row } = log.row;
  return { ...log, row };
}
