/**
 * The interface through which the rest of the extension reads from the Partner Log Service. Contains only types, so
 * importing it has no cost at run time.
 */

import type { Counts, DateRange, DetectionLog, Domain, ListedLog, LogFilter, LogKey, Page } from './model.ts';

export interface RequestOptions {
  /** Aborting it rejects the call within 100 ms with the code `cancelled`. */
  readonly signal?: AbortSignal;
  /**
   * `foreground` calls time out after 30 s. The retries of `background` calls can honor a `Retry-After` of up to 60 s.
   */
  readonly priority?: 'foreground' | 'background';
  /** Number of attempts, including the first; by default, three. */
  readonly tries?: number;
}

export interface PageRequest {
  /** The page number, 1-based. */
  readonly page: number;
  /** 10 to 100 (section 8). */
  readonly perPage: number;
}

/** The only errors that these methods reject with are `ServiceError`s (errors.ts). */
export interface LogService {
  /**
   * Returns the domains that the key can access, in the service's order (section 4.3). A page past the last one is
   * empty.
   */
  domains(page: PageRequest, options?: RequestOptions): Promise<Page<Domain>>;
  /** Returns a domain's detection logs, in the service's order. A page past the last one is empty. */
  logs(
    domain: number,
    page: PageRequest,
    filter: LogFilter,
    options?: RequestOptions,
  ): Promise<Page<ListedLog>>;
  /** Returns one detection log (section 4.1). */
  log(key: LogKey, options?: RequestOptions): Promise<DetectionLog>;
  /**
   * Returns a domain's counts (section 4.2). `range` is in the service's time zone, and the response states the range
   * that was used.
   */
  counts(domain: number, range: DateRange, options?: RequestOptions): Promise<Counts>;
  /** Closes idle sockets and cancels requests in flight. */
  dispose(): void;
}
