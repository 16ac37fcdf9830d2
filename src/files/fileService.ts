/**
 * A file of exported logs as a service. Opening it reads it once to find its logs; later, only the requested logs are
 * read. Sends no requests.
 */

import { abortFault } from '../base/abort.ts';
import { isServiceError, ServiceError } from '../base/errors.ts';
import type { Threads } from '../base/thread.ts';
import type { ExportHead } from '../formats/exportedLog.ts';
import type { LogService, PageRequest, RequestOptions } from '../service/api.ts';
import { defaultLimits } from '../service/limits.ts';
import {
  type DetectionLog,
  type Domain,
  type ListedLog,
  type LogFilter,
  type LogKey,
  logId,
} from '../service/model.ts';
import { rowMatcher } from '../service/queries/filter.ts';
import { type Message, message } from '../text/l10n.ts';
import { type LineRow, problemOf, readLine } from './exportedLine.ts';
import { type ExportFile, fileInMemory, type Line, LONGEST_LINE, linesOf, localFile } from './exportFile.ts';

/** Maximum number of logs in a file; later ones are hidden. */
export const MOST_LOGS = 200_000;
/** Maximum number of hidden logs whose reasons are stored. */
const MOST_PROBLEMS = 20;

/** The contents of a file of exported logs. */
export interface FileFacts {
  readonly head: ExportHead;
  /** Number of logs that can be read. */
  readonly count: number;
  /** Number of lines that cannot be read, repeat another log's number, or exceed `MOST_LOGS`. */
  readonly hidden: number;
  /** The reasons why the first of the hidden logs are hidden. */
  readonly problems: readonly { readonly line: number; readonly reason: Message }[];
}

export interface FileServiceOptions {
  /** The path of a local file, or the content of any other. */
  readonly source: string | Uint8Array;
  /** Aborted when the file is closed, with a `ServiceError` as the reason. */
  readonly ending: AbortSignal;
  /** The threads that read long lines. */
  readonly threads: Threads;
  /** Runs work that might take a long time, with a progress bar. */
  readonly withProgress: <T>(
    work: (signal: AbortSignal, report: (share: number) => void) => Promise<T>,
  ) => Promise<T>;
}

/** The position of a log. */
interface Place {
  readonly key: LogKey;
  readonly offset: number;
  readonly length: number;
}

export class FileService implements LogService {
  readonly #file: ExportFile;
  readonly #options: FileServiceOptions;
  /** The logs in file order, by ID. */
  readonly #places = new Map<string, Place>();
  readonly #domains = new Map<number, Domain>();
  readonly #problems: { line: number; reason: Message }[] = [];
  #hidden = 0;
  #head: ExportHead | undefined;
  /** The last result of a filter. */
  #filtered: { readonly id: string; readonly places: readonly Place[] } | undefined;

  private constructor(file: ExportFile, options: FileServiceOptions) {
    this.#file = file;
    this.#options = options;
  }

  /**
   * Finds the logs in a file.
   * @throws ServiceError like `linesOf`; `file-unreadable` if the first line is not an exported log
   */
  static async open(options: FileServiceOptions): Promise<FileService> {
    const { source, ending } = options;
    const file = typeof source === 'string' ? await localFile(source) : fileInMemory(source);
    const service = new FileService(file, options);
    await service.#eachLine(ending, (line, json, signal) => service.#add(line, json, signal));
    if (service.#places.size === 0) throw unreadable(message('no logs'));
    return service;
  }

  get facts(): FileFacts {
    const { size: count } = this.#places;
    return { head: this.#head ?? {}, count, hidden: this.#hidden, problems: this.#problems };
  }

  /** Returns the domains in the order of their first logs. */
  async domains({ page, perPage }: PageRequest) {
    const all = [...this.#domains.values()];
    return { items: pageOf(all, page, perPage), total: all.length, page, perPage };
  }

  async logs(domain: number, { page, perPage }: PageRequest, filter: LogFilter, options?: RequestOptions) {
    const signal = this.#signal(options);
    const places = await this.#matching(domain, filter, signal);
    const items: ListedLog[] = [];
    for (const place of pageOf(places, page, perPage)) {
      const { key, row } = await this.#read({ json: await this.#jsonAt(place, signal) }, signal);
      items.push({ key, row });
    }
    return { items, total: places.length, page, perPage };
  }

  async log(key: LogKey, options?: RequestOptions): Promise<DetectionLog> {
    const place = this.#places.get(idOf(key));
    if (!place) throw new ServiceError('not-in-file', 'The file does not contain this log.');
    const signal = this.#signal(options);
    const json = await this.#jsonAt(place, signal);
    try {
      return await this.#read<DetectionLog>({ json, key }, signal);
    } catch (error) {
      if (!isServiceError(error) || NOT_OF_FILE.has(error.code) || signal.aborted) throw error;
      throw new ServiceError('file-unreadable', error.message, error.facts);
    }
  }

  async counts(): Promise<never> {
    throw new ServiceError('not-in-file', 'A file of exported logs has no counts.');
  }

  dispose(): void {}

  #signal({ signal }: RequestOptions = {}): AbortSignal {
    const { ending } = this.#options;
    return signal ? AbortSignal.any([ending, signal]) : ending;
  }

  /** Reads all lines that are not empty. */
  async #eachLine(
    ending: AbortSignal,
    work: (line: Line, json: string, signal: AbortSignal) => Promise<void>,
  ) {
    await this.#options.withProgress(async (cancelled, report) => {
      const signal = AbortSignal.any([ending, cancelled]);
      for await (const line of linesOf(this.#file, signal, report)) {
        const json = UTF8.decode(line.bytes).trim();
        if (json !== '' || !line.bytes) await work(line, json, signal);
      }
    });
  }

  async #add(line: Line, json: string, signal: AbortSignal): Promise<void> {
    const isFirst = this.#places.size === 0;
    if (isFirst && CSV_START.test(json))
      throw unreadable(message("CSV, which the extension can't open. Export as NDJSON instead"));
    try {
      if (this.#places.size === MOST_LOGS) throw unreadable(message('more than {0} logs', MOST_LOGS));
      if (!line.bytes) throw unreadable(message('more than {0} MiB', LONGEST_LINE / 1024 / 1024));
      const { key, host, head } = await this.#read({ json }, signal);
      const id = idOf(key);
      if (this.#places.has(id)) throw unreadable(message('a duplicate of another log'));
      this.#places.set(id, { key, offset: line.offset, length: line.length });
      if (!this.#domains.has(key.domain))
        this.#domains.set(key.domain, { index: key.domain, name: host, other: {} });
      this.#head ??= head ?? {};
      // Exports with different facts were concatenated.
      if (head && JSON.stringify(head) !== JSON.stringify(this.#head)) this.#head = {};
    } catch (error) {
      if (signal.aborted || !isServiceError(error)) throw error;
      const reason = problemOf(error);
      if (isFirst)
        throw unreadable(message('no logs exported by this extension; line {0}: {1}', line.number, reason));
      this.#hidden++;
      if (this.#problems.length < MOST_PROBLEMS) this.#problems.push({ line: line.number, reason });
    }
  }

  /** Returns the logs that match a filter, in file order. Keywords are also searched for in the raw data. */
  async #matching(domain: number, filter: LogFilter, signal: AbortSignal): Promise<readonly Place[]> {
    const places = [...this.#places.values()].filter(({ key }) => key.domain === domain);
    if (Object.values(filter).every((value) => value === undefined)) return places;
    const id = JSON.stringify([domain, Object.entries(filter).sort()]);
    if (this.#filtered?.id === id) return this.#filtered.places;
    const matches = rowMatcher(filter);
    const found: Place[] = [];
    let next = 0;
    await this.#eachLine(signal, async ({ offset }, json) => {
      const place = places[next];
      if (place?.offset !== offset) return;
      next++;
      const { key, row, rawData = row.rawData } = await this.#read({ json }, signal);
      const searched = { ...row, detectedType: key.detectedType, ...(rawData !== undefined && { rawData }) };
      if (matches(searched)) found.push(place);
    });
    this.#filtered = { id, places: found };
    return found;
  }

  async #jsonAt({ offset, length }: Place, signal: AbortSignal): Promise<string> {
    if (signal.aborted) throw abortFault(signal);
    return UTF8.decode(await this.#file.read(offset, length)).trim();
  }

  /** Reads a line on this thread, or in another one if the line is long. */
  async #read<T = LineRow>(line: Parameters<typeof readLine>[0], signal: AbortSignal): Promise<T> {
    if (line.json.length <= defaultLimits.bytesHere) return readLine(line) as T;
    return this.#options.threads.run('readLine', line, signal);
  }
}

/** Faults of a log that say nothing about the file. */
const NOT_OF_FILE: ReadonlySet<string> = new Set(['not-in-file', 'too-large']);
const CSV_START = /^"?user_domain_idx"?,/;
/** Removes a byte-order mark. */
const UTF8 = new TextDecoder();

function idOf(key: LogKey): string {
  return `${key.domain}/${logId(key)}`;
}

function pageOf<T>(all: readonly T[], page: number, perPage: number): readonly T[] {
  return all.slice((page - 1) * perPage, page * perPage);
}

function unreadable(found: Message): ServiceError {
  return new ServiceError('file-unreadable', 'The file cannot be read.', { found });
}
