/** The positions of the logs in a file, using 24 bytes of memory per log. */

import type { ExportHead } from '../formats/exportedLog.ts';
import type { LogKey } from '../service/model.ts';
import type { Message } from '../text/l10n.ts';

/** Maximum number of logs to index per file; any others are only counted. */
export const MOST_LOGS = 5_000_000;
/** Maximum number of combinations of domain and kind of detection in a file. */
export const MOST_GROUPS = 20_000;
/** Maximum number of unreadable logs whose line numbers are stored. */
export const MOST_PROBLEMS = 20;

/** A domain's logs with the same kind of detection. */
export interface LogGroup {
  readonly domain: number;
  readonly detectedType: string;
  /** The host in the group's first log. */
  readonly host: string | undefined;
}

export interface Problem {
  /** The 1-based line number. */
  readonly line: number;
  readonly reason: Message;
}

/** The columns of the index, with one element per log, in memory that threads share instead of copying. */
interface LogColumns {
  readonly offsets: Float64Array;
  readonly lengths: Uint32Array;
  readonly idx: Float64Array;
  readonly groups: Uint32Array;
}

/** Selected logs of an index, by position. */
export interface ChosenLogs {
  readonly columns: LogColumns;
  readonly ordinals: Uint32Array;
}

/**
 * The numbers of logs found so far that are not listed because they are unreadable, repeat another log's number, or
 * exceed `MOST_LOGS`.
 */
interface HiddenCounts {
  readonly unreadable: number;
  readonly duplicates: number;
  readonly beyond: number;
}

/** The state of a file during indexing, with the additions since the last batch. */
export interface IndexBatch {
  readonly columns: LogColumns;
  /** Number of logs in the columns so far. */
  readonly count: number;
  readonly newGroups: readonly LogGroup[];
  readonly problems: readonly Problem[];
  readonly counts: HiddenCounts;
  readonly head: ExportHead;
  /** Number of bytes of the file that have been indexed so far. */
  readonly bytes: number;
}

/** The index of a file. It grows until it is complete. */
export class FileIndex {
  count = 0;
  groups: LogGroup[] = [];
  problems: Problem[] = [];
  head: ExportHead = {};
  counts: HiddenCounts = { unreadable: 0, duplicates: 0, beyond: 0 };
  isComplete = false;
  #columns: LogColumns = newColumns(0);
  readonly #ordinals = new Map<number, { readonly count: number; readonly ordinals: Uint32Array }>();
  #waiting: (() => void)[] = [];

  add(batch: IndexBatch): void {
    this.#columns = batch.columns;
    this.count = batch.count;
    this.groups.push(...batch.newGroups);
    this.problems = [...this.problems, ...batch.problems].slice(0, MOST_PROBLEMS);
    this.head = batch.head;
    this.counts = batch.counts;
    this.#tell();
  }

  complete(): void {
    this.isComplete = true;
    this.#tell();
  }

  /** Resolves when more logs have been indexed or the index is complete. */
  changed(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  /** Returns the positions of a domain's logs in the index, in file order. */
  ordinalsOf(domain: number): Uint32Array {
    const known = this.#ordinals.get(domain);
    if (known?.count === this.count) return known.ordinals;
    const ordinals = this.ordinalsIn((group) => group.domain === domain);
    this.#ordinals.set(domain, { count: this.count, ordinals });
    return ordinals;
  }

  /** Returns the positions in the index of the logs whose groups `includes` accepts. */
  ordinalsIn(includes: (group: LogGroup) => boolean): Uint32Array {
    const isIn = this.groups.map(includes);
    const { groups } = this.#columns;
    const ordinals = new Uint32Array(this.count);
    let length = 0;
    for (let at = 0; at < this.count; at++) if (isIn[groups[at] ?? 0]) ordinals[length++] = at;
    return ordinals.slice(0, length);
  }

  /** Returns a log's position in the index, or undefined if the log is not in the file. */
  find({ domain, idx, detectedType }: LogKey): number | undefined {
    const isOf = this.groups.map((group) => group.domain === domain && group.detectedType === detectedType);
    const columns = this.#columns;
    for (let at = columns.idx.indexOf(idx); at >= 0 && at < this.count; at = columns.idx.indexOf(idx, at + 1))
      if (isOf[columns.groups[at] ?? 0]) return at;
    return undefined;
  }

  /** Returns selected logs as input for the file jobs. */
  chosen(ordinals: Uint32Array): ChosenLogs {
    return { columns: this.#columns, ordinals };
  }

  keyOf(ordinal: number): LogKey {
    const { idx, groups } = this.#columns;
    const { domain = 0, detectedType = '' } = this.groups[groups[ordinal] ?? 0] ?? {};
    return { domain, idx: idx[ordinal] ?? 0, detectedType };
  }

  #tell(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}

/** Returns columns of the given length, filled with the content of existing ones. */
export function newColumns(length: number, before?: LogColumns): LogColumns {
  const shared = (bytes: number) => new SharedArrayBuffer(length * bytes);
  const columns = {
    offsets: new Float64Array(shared(8)),
    lengths: new Uint32Array(shared(4)),
    idx: new Float64Array(shared(8)),
    groups: new Uint32Array(shared(4)),
  };
  if (before)
    for (const name of ['offsets', 'lengths', 'idx', 'groups'] as const) columns[name].set(before[name]);
  return columns;
}
