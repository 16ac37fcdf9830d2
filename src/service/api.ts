/**
 * The four reads of the Partner Log Service, for the rest of the extension. Types only, so importing it costs nothing.
 */

import type { RouteName } from './baseUrl.ts';
import type { Conventions } from './conventions.ts';
import type { Counts, DateRange, DetectionLog, Domain, LogFilter, LogKey, LogPage, Page } from './model.ts';

export interface RequestOptions {
  /** Aborting it rejects the call within 100 ms, with code `cancelled`. */
  readonly signal?: AbortSignal;
  /**
   * `background` is not interactive: retries may honor `Retry-After` up to 60 s. An interactive request times out after
   * 30 s.
   */
  readonly priority?: 'foreground' | 'background';
  /** Tries only once: the caller repeats the request itself. */
  readonly once?: boolean;
}

export interface PageRequest {
  /** The number of the page, from 1. */
  readonly page: number;
  /** 10 to 100 (section 8). */
  readonly perPage: number;
}

/** Every call rejects only with a `ServiceError` (errors.ts). */
export interface LogService {
  /** Returns the domains of the key, in the service's order (section 4.3). A page after the last is empty. */
  domains(page: PageRequest, options?: RequestOptions): Promise<Page<Domain>>;
  /** Returns a domain's detection logs, in the service's order. A page after the last is empty. */
  logs(domain: number, page: PageRequest, filter: LogFilter, options?: RequestOptions): Promise<LogPage>;
  /** Returns one detection log (section 4.1). */
  log(key: LogKey, options?: RequestOptions): Promise<DetectionLog>;
  /**
   * Returns the counts of a domain (section 4.2); `range` is in the service's zone, and the response states the range
   * that was applied.
   */
  counts(domain: number, range: DateRange, options?: RequestOptions): Promise<Counts>;
  /** Closes idle sockets and cancels requests in flight. */
  dispose(): void;
}

export interface ServiceOptions {
  /**
   * Origin and optional path, without a trailing slash; `https`, or `http` for this computer, which is always requested
   * directly.
   */
  readonly baseUrl: string;
  /** The API key; read once per request, sent as the key header only to the base URL's origin. */
  readonly key: () => Promise<string>;
  readonly conventions: Conventions;
  /** True when the editor or the environment has a proxy: the editor's route is then used from the first request. */
  readonly proxied?: boolean;
  /** The route that worked last time, if known. */
  readonly route?: RouteName;
  /** Uses only this route, even if it fails, to find out its result. */
  readonly onlyRoute?: RouteName;
  /** Called when a route other than `route` worked, so that it can be stored. */
  readonly onRoute?: (route: RouteName) => void;
  /**
   * The built `answerWorker.ts`, which decodes large responses in its own thread. Without it, they are decoded on the
   * calling thread, which is meant for worker threads.
   */
  readonly workerFile?: string | URL | undefined;
  /** Tries of one read, including the first; 3 unless given. */
  readonly tries?: number;
  /**
   * Receives one line per request for the output channel: method, path without query, status, time; never headers or
   * bodies.
   */
  readonly log?: (line: string) => void;
  /** Ends the service when aborted: requests in progress and later ones reject with its reason. */
  readonly ending?: AbortSignal;
}

/** The data with which another thread accesses a service. In memory only, because it contains the key. */
export interface ServiceAccess extends Pick<ServiceOptions, 'baseUrl' | 'conventions'> {
  readonly key: string;
  readonly route: RouteName;
}
