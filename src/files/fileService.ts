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
import { type Domain, type ListedLog, type LogFilter, type LogKey, logId } from '../service/model.ts';
import { rowMatcher } from '../service/queries/filter.ts';
import { type Message, message } from '../text/l10n.ts';
import { type LineLog, problemOf, readLine } from './exportedLine.ts';
import { type ExportFile, exportFile, type Line, linesOf, unreadable } from './exportFile.ts';

/** Maximum number of logs in a file; later ones are hidden. */
export const MOST_LOGS = 200_000;
/** Maximum length, in UTF-16 units, of a host that names a domain. */
const LONGEST_HOST = 300;

/** The contents of a file of exported logs. */
export interface FileFacts {
  head: ExportHead;
  /** Number of logs that can be read. */
  count: number;
  /** Number of lines that cannot be read, repeat another log's number, or exceed `MOST_LOGS`. */
  hidden: number;
  /** The reason why the first of the hidden logs is hidden. */
  problem?: { readonly line: number; readonly reason: Message };
}

export interface FileServiceOptions {
  /** The path of a local file, or the content of any other. */
  readonly source: string | Uint8Array;
  /** Aborted when the file is closed, with a `ServiceError` as the reason. */
  readonly ending: AbortSignal;
  /** The threads that read long lines. */
  readonly threads: Threads;
  /** Runs work that might take a long time, with a progress bar. */
  readonly withProgress: (work: WorkWithProgress) => Promise<void>;
}

type WorkWithProgress = (signal: AbortSignal, report: (share: number) => void) => Promise<void>;

/** A log's key and its position. */
type Place = Pick<Line, 'offset' | 'length'> & Pick<ListedLog, 'key'>;

export class FileService implements LogService {
  readonly #file: ExportFile;
  readonly #options: FileServiceOptions;
  /** The logs in file order, by ID. */
  readonly #places = new Map<string, Place>();
  readonly #domains = new Map<number, Domain>();
  readonly facts: FileFacts = { head: {}, count: 0, hidden: 0 };
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
    const service = new FileService(await exportFile(options.source), options);
    await service.#eachLine(options.ending, (line, signal) => service.#add(line, signal));
    if (service.facts.count === 0) throw unreadable(message('no logs'));
    return service;
  }

  /** Returns the domains in the order of their first logs. */
  async domains({ page, perPage }: PageRequest) {
    const all = [...this.#domains.values()];
    return { items: all.slice((page - 1) * perPage, page * perPage), total: all.length, page, perPage };
  }

  async logs(domain: number, { page, perPage }: PageRequest, filter: LogFilter, options?: RequestOptions) {
    const signal = this.#signal(options);
    const places = await this.#matching(domain, filter, signal);
    const items: ListedLog[] = [];
    for (const place of places.slice((page - 1) * perPage, page * perPage)) {
      const { key, row } = await this.#logAt(place, signal);
      items.push({ key, row });
    }
    return { items, total: places.length, page, perPage };
  }

  async log(key: LogKey, options?: RequestOptions) {
    const place = this.#places.get(idOf(key));
    if (!place) throw new ServiceError('not-in-file', 'The file does not contain this log.');
    const { log, failure } = await this.#logAt(place, this.#signal(options));
    if (log) return log;
    const facts = failure ? { exported: failure, systemCode: failure.code } : {};
    throw new ServiceError('not-in-file', 'The file contains only the row of this log.', facts);
  }

  async counts(): Promise<never> {
    throw new ServiceError('not-in-file', 'A file of exported logs has no counts.');
  }

  dispose(): void {}

  #signal({ signal }: RequestOptions = {}): AbortSignal {
    return AbortSignal.any([this.#options.ending, ...(signal ? [signal] : [])]);
  }

  async #eachLine(ending: AbortSignal, work: (line: Line, signal: AbortSignal) => Promise<void>) {
    await this.#options.withProgress(async (cancelled, report) => {
      const signal = AbortSignal.any([ending, cancelled]);
      for await (const line of linesOf(this.#file, signal, report)) await work(line, signal);
    });
  }

  async #add({ number, offset, length, json }: Line, signal: AbortSignal): Promise<void> {
    const { facts } = this;
    const isFirst = facts.count === 0;
    if (isFirst && CSV_START.test(json))
      throw unreadable(message("CSV, which the extension can't open. Export as NDJSON instead"));
    try {
      if (facts.count === MOST_LOGS) throw unreadable(message('more than {0} logs', MOST_LOGS));
      const { key, log, head } = await this.#read(json, signal);
      if (this.#places.has(idOf(key))) throw unreadable(message('a duplicate of another log'));
      this.#places.set(idOf(key), { key, offset, length });
      const name = log?.virtualHost.replace(/:(?:80|443)$/, '').slice(0, LONGEST_HOST) || undefined;
      if (!this.#domains.has(key.domain))
        this.#domains.set(key.domain, { index: key.domain, name, other: {} });
      // Later facts are those of another export, which was appended.
      if (head) facts.head = isFirst ? head : {};
      facts.count++;
    } catch (error) {
      if (signal.aborted || !isServiceError(error)) throw error;
      const reason = problemOf(error);
      if (isFirst)
        throw unreadable(message('no logs exported by this extension; line {0}: {1}', number, reason));
      facts.hidden++;
      facts.problem ??= { line: number, reason };
    }
  }

  /** Returns the logs that match a filter, in file order. Keywords are also searched for in the raw data. */
  async #matching(domain: number, filter: LogFilter, signal: AbortSignal): Promise<readonly Place[]> {
    const places = [...this.#places.values()].filter(({ key }) => key.domain === domain);
    if (Object.values(filter).every((value) => value === undefined)) return places;
    const id = JSON.stringify([domain, Object.entries(filter).sort()]);
    if (this.#filtered?.id === id) return this.#filtered.places;
    const matches = rowMatcher(filter);
    const sought = new Map(places.map((place) => [place.offset, place]));
    const found: Place[] = [];
    await this.#eachLine(signal, async ({ offset, json }) => {
      const place = sought.get(offset);
      if (!place) return;
      const { key, row, log } = await this.#read(json, signal);
      const rawData = log?.rawData ?? row.rawData ?? '';
      if (matches({ ...row, detectedType: key.detectedType, rawData })) found.push(place);
    });
    this.#filtered = { id, places: found };
    return found;
  }

  async #logAt({ offset, length }: Place, signal: AbortSignal): Promise<LineLog> {
    if (signal.aborted) throw abortFault(signal);
    return this.#read((await this.#file.read(offset, length)).toString().trim(), signal);
  }

  /** Reads a line on this thread, or in another one if the line is long. */
  async #read(json: string, signal: AbortSignal): Promise<LineLog> {
    if (json.length <= defaultLimits.bytesHere) return readLine(json);
    return this.#options.threads.run('readLine', json, signal);
  }
}

const CSV_START = /^"?user_domain_idx"?,/;

function idOf(key: LogKey): string {
  return `${key.domain}/${logId(key)}`;
}
