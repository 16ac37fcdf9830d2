import { IN_BACKGROUND, Limiter } from '../../base/limiter.ts';
import type { LogService, PageRequest } from '../../service/api.ts';
import type { DetectionLog, LogFilter, LogKey, LogPage } from '../../service/model.ts';

/**
 * Reads the logs for an export with a few concurrent requests, which are retried in the same way as other background
 * requests.
 */
export class ExportReads {
  readonly #service: Pick<LogService, 'logs' | 'log'>;
  readonly #signal: AbortSignal;
  readonly #limiter = new Limiter(IN_BACKGROUND);

  /** @param signal when aborted, all reads reject with `cancelled` */
  constructor(service: Pick<LogService, 'logs' | 'log'>, signal: AbortSignal) {
    this.#service = service;
    this.#signal = signal;
  }

  page(domain: number, page: PageRequest, filter: LogFilter): Promise<LogPage> {
    return this.#run((options) => this.#service.logs(domain, page, filter, options));
  }

  log(key: LogKey): Promise<DetectionLog> {
    return this.#run((options) => this.#service.log(key, options));
  }

  #run<T>(read: (options: { signal: AbortSignal; priority: 'background' }) => Promise<T>): Promise<T> {
    const options = { signal: this.#signal, priority: 'background' } as const;
    return this.#limiter.run(() => read(options), this.#signal);
  }
}
