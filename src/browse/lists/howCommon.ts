import { IN_BACKGROUND, Limiter } from '../../base/limiter.ts';
import { NewestMap } from '../../base/newestMap.ts';
import { domainId } from '../../connections/domainRef.ts';
import { domainOf, type LogTarget } from '../../connections/logTarget.ts';
import type { Services } from '../../connections/services.ts';
import type { LogFilter, LogPage, LogRow } from '../../service/model.ts';
import type { FilterField } from '../../service/queries/filter.ts';
import { type Commonness, howCommon } from '../../service/queries/howCommon.ts';
import { daysOf } from '../../service/queries/logQuery.ts';
import type { Lists } from './lists.ts';

/** How long to keep the first rows of a list, in milliseconds. */
const KEPT = 5 * 60_000;
/** Maximum number of lists whose first rows are kept. */
const MOST_KEPT = 100;
const PAGE = { page: 1, perPage: 10 };

export interface HowCommonLogsOptions {
  readonly services: Pick<Services, 'of' | 'filterNames' | 'fileIndex'>;
  readonly lists: Pick<Lists, 'ofAllLogs'>;
  /** Returns the current date in the time zone of a connection's service, `YYYY-MM-DD`. */
  readonly today: (connectionId: string) => string;
}

/** Determines how common logs were in the last seven days, using background requests. */
export class HowCommonLogs {
  readonly #options: HowCommonLogsOptions;
  readonly #limiter = new Limiter(IN_BACKGROUND);
  readonly #kept = new NewestMap<{ readonly until: number; readonly page: LogPage }>(MOST_KEPT);
  /** The filter fields that each connection's service is known to apply. */
  readonly #proven = new Map<string, Set<FilterField>>();

  constructor(options: HowCommonLogsOptions) {
    this.#options = options;
  }

  /**
   * Returns how common a log was, or undefined if it is from a file of exported logs, because logs in files are not
   * counted. Rejects with a `ServiceError`.
   */
  async of(target: LogTarget, row: LogRow, signal: AbortSignal): Promise<Commonness | undefined> {
    const { services, lists, today } = this.#options;
    const { connectionId } = target;
    if (services.fileIndex(connectionId)) return undefined;
    const proven = this.#proven.get(connectionId) ?? new Set();
    this.#proven.set(connectionId, proven);
    return howCommon(row, {
      days: daysOf('last7Days', today(connectionId)),
      names: services.filterNames(connectionId),
      ofAllDays: lists.ofAllLogs(domainOf(target)),
      proven,
      read: (filter) => this.#limiter.run(() => this.#read(target, filter, signal), signal),
    });
  }

  /** Clears all results after a change of connection, key, or conventions. */
  clear(): void {
    this.#kept.clear();
    this.#proven.clear();
  }

  async #read(target: LogTarget, filter: LogFilter, signal: AbortSignal): Promise<LogPage> {
    const domain = domainOf(target);
    const key = `${domainId(domain)} ${JSON.stringify(filter)}`;
    const kept = this.#kept.get(key);
    if (kept && Date.now() < kept.until) return kept.page;
    const service = await this.#options.services.of(target.connectionId);
    const options = { signal, priority: 'background', once: true } as const;
    const read = await service.logs(domain.index, PAGE, filter, options);
    const page = { ...read, items: read.items.map(({ key, row }) => ({ key, row: compared(row) })) };
    this.#kept.set(key, { until: Date.now() + KEPT, page });
    return page;
  }
}

const COMPARED = ['time', 'rule', 'ruleRaw', 'uri', 'address', 'action'] as const;

/** Returns a row with only the fields that are compared to find similar logs. */
function compared(row: LogRow): LogRow {
  const sent = COMPARED.filter((field) => row[field] !== undefined);
  return { idx: row.idx, other: {}, ...Object.fromEntries(sent.map((field) => [field, row[field]])) };
}
