/** The four reads of the Partner Log Service, as the rest of the extension sees them. Types only: costs nothing to import. */

import type { RouteName } from './baseUrl.ts';
import type { Conventions } from './conventions.ts';
import type { Counts, DateRange, DetectionLog, Domain, LogFilter, LogKey, LogPage, Page } from './model.ts';

export interface RequestOptions {
  /** Aborting it rejects the call within 100 ms, with code `cancelled`. */
  readonly signal?: AbortSignal;
  /** Not interactive: retries may honour `Retry-After` up to 60 s. An interactive request times out after 30 s. */
  readonly priority?: 'foreground' | 'background';
  /** One try only: the caller asks again by itself. */
  readonly once?: boolean;
}

export interface PageRequest {
  /** The number of the page, from 1. */
  readonly page: number;
  /** 10 to 100 (section 8). */
  readonly perPage: number;
}

/** Every call rejects with a `ServiceError` (errors.ts), and with nothing else. */
export interface LogService {
  /** Domains of the key, in the service's order (section 4.3). A page beyond the last is empty. */
  domains(page: PageRequest, options?: RequestOptions): Promise<Page<Domain>>;
  /** A domain's detection logs, in the service's order. A page beyond the last is empty. */
  logs(domain: number, page: PageRequest, filter: LogFilter, options?: RequestOptions): Promise<LogPage>;
  /** One detection log (section 4.1). */
  log(key: LogKey, options?: RequestOptions): Promise<DetectionLog>;
  /**
   * Reads the counts of a domain (section 4.2); `range` is in the service's zone, and the answer says which range was
   * applied.
   */
  counts(domain: number, range: DateRange, options?: RequestOptions): Promise<Counts>;
  /** Closes idle sockets and cancels requests in flight. */
  dispose(): void;
}

export interface ServiceOptions {
  /** Origin and optional path, without a trailing slash; `https`, or `http` for this machine, which is always asked directly. */
  readonly baseUrl: string;
  /** The API key; read once a request, sent as the key header to the base URL's origin and nowhere else. */
  readonly key: () => Promise<string>;
  readonly conventions: Conventions;
  /** True when the editor or the environment has a proxy: the editor's route is then used from the first request. */
  readonly proxied?: boolean;
  /** The route that worked last time, if known. */
  readonly route?: RouteName;
  /** Uses only this route, even if it fails: to find out what it returns. */
  readonly onlyRoute?: RouteName;
  /** Called when another route than `route` turned out to work, so that it can be remembered. */
  readonly onRoute?: (route: RouteName) => void;
  /**
   * The built `answerWorker.ts`, with which large answers are decoded in a thread of their own. Without it they are
   * decoded on the calling thread: that is for worker threads, where nothing else waits.
   */
  readonly workerFile?: string | URL | undefined;
  /** Tries of one read, the first included; 3 unless given. */
  readonly tries?: number;
  /** One line a request for the output channel: method, path without query, status, time; never headers or bodies. */
  readonly log?: (line: string) => void;
  /** Ends the service when aborted: requests in flight and later ones reject with its reason. */
  readonly ending?: AbortSignal;
}

/** The data with which another thread reaches a service. In memory only: it holds the key. */
export interface ServiceAccess extends Pick<ServiceOptions, 'baseUrl' | 'conventions'> {
  readonly key: string;
  readonly route: RouteName;
}
