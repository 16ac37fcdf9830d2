/** The sources of the logs of an export. */

import { ListStream } from '../../lists/listStream.ts';
import { type ListedLog, type LogFilter, logId } from '../../service/model.ts';
import { checkLogs, type FilterField, type FilterNames } from '../../service/queries/filter.ts';
import type { ExportReads } from './exportReads.ts';

export interface LogSource {
  /** The logs in their order, some at a time. To be gone through once. */
  batches(): AsyncIterable<readonly ListedLog[]>;
  /** Logs of all batches, and those left out; it may change as they are read. */
  readonly total: number;
  /** Rows left out so far, which do not match the filter. */
  readonly leftOut: number;
  /** Parts of the filter that the service did not apply, so that it was applied here. */
  readonly notApplied: readonly FilterField[];
  /** Parts of the filter that the service may have ignored. */
  readonly doubtful: readonly FilterField[];
  /** Whether the list changed faster than it could be read. */
  readonly mayMissRows: boolean;
  /** Whether the service sent rows that could not be read. */
  readonly hasUnreadable: boolean;
  /** Whether the service sent one page again and again. */
  readonly ignoresPaging: boolean;
}

export interface DomainLogsOptions {
  readonly reads: ExportReads;
  /** `user_domain_idx`. */
  readonly domain: number;
  readonly filter: LogFilter;
  /** The names that the filter is sent under. */
  readonly filterNames: FilterNames;
}

/** Pages read at once. */
const CONCURRENT = 4;
/** The number of times that neighbouring pages are read again until they join. */
const ATTEMPTS = 4;
/** Picked logs a batch. */
const BATCH = 100;

/** The logs of a domain that match a filter, in the service's order. */
export class DomainLogs implements LogSource {
  leftOut = 0;
  readonly #options: DomainLogsOptions;
  readonly #list: ListStream<ListedLog>;
  readonly #notApplied = new Set<FilterField>();
  doubtful: readonly FilterField[] = [];

  constructor(options: DomainLogsOptions) {
    const { reads, domain, filter } = options;
    this.#options = options;
    this.#list = new ListStream({
      read: async (request) => {
        const page = await reads.page(domain, request, filter);
        if (page.doubtful) this.doubtful = page.doubtful;
        return page;
      },
      idOf: ({ key }) => logId(key),
      concurrent: CONCURRENT,
      attempts: ATTEMPTS,
    });
  }

  get total(): number {
    return this.#list.total;
  }

  get notApplied(): readonly FilterField[] {
    return [...this.#notApplied];
  }

  get mayMissRows(): boolean {
    return this.#list.mayMissRows;
  }

  get hasUnreadable(): boolean {
    return this.#list.unreadable > 0;
  }

  get ignoresPaging(): boolean {
    return this.#list.ignoresPaging;
  }

  async *batches(): AsyncGenerator<readonly ListedLog[], void, undefined> {
    const { filter, filterNames } = this.#options;
    for await (const sent of this.#list.pages()) {
      const { logs, ignored, unasked } = checkLogs(sent, filter, filterNames);
      this.leftOut += sent.length - logs.length;
      for (const field of [...ignored, ...unasked]) this.#notApplied.add(field);
      yield logs;
    }
  }
}

/** Logs that were picked one by one. */
export class PickedLogs implements LogSource {
  readonly leftOut = 0;
  readonly notApplied = [];
  readonly doubtful = [];
  readonly mayMissRows = false;
  readonly hasUnreadable = false;
  readonly ignoresPaging = false;
  readonly #logs: readonly ListedLog[];

  constructor(logs: readonly ListedLog[]) {
    this.#logs = logs;
  }

  get total(): number {
    return this.#logs.length;
  }

  async *batches(): AsyncGenerator<readonly ListedLog[], void, undefined> {
    for (let start = 0; start < this.total; start += BATCH) {
      yield this.#logs.slice(start, start + BATCH);
    }
  }
}
