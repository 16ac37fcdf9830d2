/**
 * The interface through which the rest of the extension reads from the Partner Log Service. Contains only types, so
 * importing it has no cost at run time.
 */

import type { Conventions } from './differences.ts';
import type { Counts, DateRange, DetectionLog, Domain, ListedLog, LogFilter, LogKey, Page } from './model.ts';

export interface RequestOptions {
  /** Aborting it rejects the call within 100 ms with the code `cancelled`. */
  readonly signal?: AbortSignal;
  /**
   * `foreground` calls time out after 30 s. The retries of `background` calls can honor a `Retry-After` of up to 60 s.
   */
  readonly priority?: 'foreground' | 'background';
  /** Disables retries, for callers that repeat the request themselves. */
  readonly once?: boolean;
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

export interface ServiceOptions {
  /**
   * Origin and optional path, without a trailing slash. The scheme is `https`, or `http` for this computer, to which
   * requests are always sent directly.
   */
  readonly baseUrl: string;
  /** The API key. Read once per request, and sent in the key header only to the base URL's origin. */
  readonly key: () => Promise<string>;
  readonly conventions: Conventions;
  /** True if the editor or the environment specifies a proxy. If so, all requests use the editor's route. */
  readonly proxied?: boolean;
  /**
   * The compiled `worker.ts`, which decodes large responses in its own thread. If undefined, they are decoded on the
   * calling thread.
   */
  readonly workerFile?: string | URL | undefined;
  /**
   * Receives one line per request for the output channel: method, path without query, status, and time, but never
   * headers or bodies.
   */
  readonly log?: (line: string) => void;
  /** When aborted, closes the service: requests in progress, and any later ones, reject with the signal's reason. */
  readonly ending?: AbortSignal;
}
