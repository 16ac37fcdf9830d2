/** A file of exported logs as a service. Reads only the requested logs, and sends no requests. */

import { abortable, abortFault, Scope } from '../base/abort.ts';
import { type FaultCode, isServiceError, ServiceError } from '../base/errors.ts';
import { NewestMap } from '../base/newestMap.ts';
import type { LogService, PageRequest, RequestOptions } from '../service/api.ts';
import type { Domain, LogFilter, LogPage, Page } from '../service/model.ts';
import { caseFolded } from '../text/strings.ts';
import type { ChosenLogs, FileIndex, LogGroup } from './fileIndex.ts';
import { fileJob } from './fileJobs.ts';
import type { FileSource } from './fileSource.ts';

/** Runs work that might take a long time, with a progress bar if available. */
export type WithProgress = <T>(
  work: (signal: AbortSignal, report: (share: number) => void) => Promise<T>,
) => Promise<T>;

export interface FileServiceOptions {
  readonly source: FileSource;
  readonly index: FileIndex;
  /** Aborted when the file is closed or its index cannot be created, with a `ServiceError` as the reason. */
  readonly ending: AbortSignal;
  /** The compiled `fileWorker.ts`; if undefined, all work is done on the calling thread. */
  readonly workerFile?: string | URL | undefined;
  readonly withProgress?: WithProgress | undefined;
}

/** Maximum size, in bytes, of logs to read on the calling thread. */
export const BYTES_HERE = 64 * 1024;
/** Maximum number of cached filter results. */
const MOST_FILTERS = 8;
/**
 * Maximum time, in milliseconds, to wait for a complete index before returning the first result. Most files are small
 * enough to be indexed within this time.
 */
const PATIENCE = 400;

export class FileService implements LogService {
  readonly #options: FileServiceOptions;
  /** True if a result was returned before the index was complete. */
  hasAnsweredEarly = false;
  /** The positions of the matching logs in the index, by domain and filter. */
  readonly #filtered = new NewestMap<Uint32Array>(MOST_FILTERS);

  constructor(options: FileServiceOptions) {
    this.#options = options;
  }

  /** Returns the domains in the order of their first logs. */
  async domains({ page, perPage }: PageRequest, { signal }: RequestOptions = {}): Promise<Page<Domain>> {
    const { index } = this.#options;
    const from = performance.now();
    await this.#until(() => index.groups.length > 0 && performance.now() - from > PATIENCE, signal);
    const byIndex = new Map<number, Domain>();
    for (const { domain, host } of index.groups)
      if (!byIndex.has(domain)) byIndex.set(domain, { index: domain, name: host, other: {} });
    const all = [...byIndex.values()];
    const start = (page - 1) * perPage;
    return { items: all.slice(start, start + perPage), ...this.#totalOf(all.length, page, perPage) };
  }

  async logs(
    domain: number,
    { page, perPage }: PageRequest,
    filter: LogFilter,
    { signal }: RequestOptions = {},
  ): Promise<LogPage> {
    const { index, source } = this.#options;
    const start = (page - 1) * perPage;
    const isFiltered = Object.values(filter).some((value) => value !== undefined);
    await this.#until(() => !isFiltered && index.ordinalsOf(domain).length > start + perPage, signal);
    const all = isFiltered ? await this.#matching(domain, filter, signal) : index.ordinalsOf(domain);
    const shown = all.slice(start, start + perPage);
    const keys = Array.from(shown, (ordinal) => index.keyOf(ordinal));
    const logs = index.chosen(shown);
    const rows = keys.length === 0 ? [] : await this.#run('rows', { source, logs, keys }, signal);
    const unreadable = rows.flatMap((row, at) => (row ? [] : [at]));
    return {
      items: rows.filter((row) => row !== undefined),
      ...(unreadable.length > 0 && { unreadable }),
      ...this.#totalOf(all.length, page, perPage),
    };
  }

  async log(key: Parameters<LogService['log']>[0], { signal }: RequestOptions = {}) {
    const { index, source } = this.#options;
    await this.#until(() => index.find(key) !== undefined, signal);
    const ordinal = index.find(key);
    if (ordinal === undefined) throw new ServiceError('not-in-file', 'The file does not contain this log.');
    const logs = index.chosen(Uint32Array.of(ordinal));
    return this.#run('log', { source, logs, key }, signal).catch(ofFile);
  }

  async counts(): Promise<never> {
    throw new ServiceError('not-in-file', 'A file of exported logs has no counts.');
  }

  dispose(): void {
    this.#filtered.clear();
  }

  #totalOf(count: number, page: number, perPage: number) {
    const { isComplete } = this.#options.index;
    if (!isComplete) this.hasAnsweredEarly = true;
    return { total: count, page, perPage, ...(!isComplete && { isTotalKnown: false as const }) };
  }

  /** Waits until the index is complete, or until `isEnough` returns true. */
  async #until(isEnough: () => boolean, signal?: AbortSignal): Promise<void> {
    const { index, ending } = this.#options;
    const scope = new Scope(ending, signal);
    try {
      while (!scope.signal.aborted && !index.isComplete && !isEnough())
        await abortable(index.changed(), scope.signal);
      if (scope.signal.aborted) throw abortFault(scope.signal);
    } finally {
      scope.close();
    }
  }

  async #matching(domain: number, filter: LogFilter, signal?: AbortSignal): Promise<Uint32Array> {
    const {
      index,
      source,
      workerFile,
      ending,
      withProgress = (work) => work(ending, () => {}),
    } = this.#options;
    const id = JSON.stringify([domain, Object.entries(filter).sort()]);
    const known = this.#filtered.get(id);
    if (known) return known;
    const { detectedType, ...others } = filter;
    const isOf = (group: LogGroup) =>
      group.domain === domain && caseFolded(group.detectedType) === caseFolded(detectedType ?? '');
    const logs = index.chosen(detectedType === undefined ? index.ordinalsOf(domain) : index.ordinalsIn(isOf));
    const matching = await withProgress((cancelled, report) => {
      const signals = AbortSignal.any([ending, cancelled, ...(signal ? [signal] : [])]);
      const request = { source, logs, domain, filter: others };
      return fileJob(
        { name: 'filter', request, signal: signals, onMessage: report },
        threadFor(logs, workerFile),
      );
    });
    this.#filtered.set(id, matching);
    return matching;
  }

  #run<Name extends 'rows' | 'log'>(
    name: Name,
    request: Parameters<typeof fileJob<Name>>[0]['request'] & { readonly logs: ChosenLogs },
    signal?: AbortSignal,
  ) {
    const { ending, workerFile } = this.#options;
    const both = signal ? AbortSignal.any([ending, signal]) : ending;
    return fileJob({ name, request, signal: both }, threadFor(request.logs, workerFile));
  }
}

/** Returns the worker file to use for reading these logs, or undefined to use the calling thread. */
function threadFor({ columns, ordinals }: ChosenLogs, workerFile: string | URL | undefined) {
  let bytes = 0;
  for (const ordinal of ordinals) {
    bytes += columns.lengths[ordinal] ?? 0;
    if (bytes > BYTES_HERE) return workerFile;
  }
  return undefined;
}

/** Throws `file-unreadable` if a log does not have the shape that the interface defines. */
function ofFile(error: unknown): never {
  if (!isServiceError(error) || !SHAPE_FAULTS.has(error.code)) throw error;
  throw new ServiceError('file-unreadable', error.message, error.facts);
}

const SHAPE_FAULTS: ReadonlySet<FaultCode> = new Set(['bad-shape', 'mismatch', 'not-json', 'truncated']);
