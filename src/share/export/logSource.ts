/** The sources of logs for an export. */

import { ListStream } from '../../lists/listStream.ts';
import { type ListedLog, type LogFilter, logId } from '../../service/model.ts';
import { checkLogs, type FilterField, type FilterNames } from '../../service/queries/filter.ts';
import type { ExportReads } from './exportReads.ts';

export interface LogSource {
  /** Yields the logs in order, in batches. Can be iterated only once. */
  batches(): AsyncIterable<readonly ListedLog[]>;
  /** Number of logs in all batches, including the omitted ones. Can change while the logs are being read. */
  readonly total: number;
  /** Number of rows omitted so far because they don't match the filter. */
  readonly leftOut: number;
  /** Parts of the filter that the extension applied because the service did not. */
  readonly notApplied: readonly FilterField[];
  /** Parts of the filter that the service might have ignored. */
  readonly doubtful: readonly FilterField[];
  /** True if the list changed faster than it could be read. */
  readonly mayMissRows: boolean;
  /** True if the service sent unreadable rows. */
  readonly hasUnreadable: boolean;
  /** True if the service returned the same page for different page requests. */
  readonly ignoresPaging: boolean;
}

export interface DomainLogsOptions {
  readonly reads: ExportReads;
  /** `user_domain_idx`. */
  readonly domain: number;
  readonly filter: LogFilter;
  /** The names of the parameters that specify the filter. */
  readonly filterNames: FilterNames;
}

/** Maximum number of concurrent page requests. */
const CONCURRENT = 4;
/** Maximum number of times to reread adjacent pages to close a gap between them. */
const ATTEMPTS = 4;
/** Number of selected logs per batch. */
const BATCH = 100;

/** A domain's logs that match a filter, in the service's order. */
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

/** Logs that were selected individually. */
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
