/** Where the logs of a file are: 24 bytes of memory a log. */

import type { ExportHead } from '../formats/exportHead.ts';
import type { LogKey } from '../service/model.ts';
import type { Message } from '../text/l10n.ts';

/** Logs of a file that are read; the others are counted. */
export const MOST_LOGS = 5_000_000;
/** Pairs of a domain and a kind of detection in a file. */
export const MOST_GROUPS = 20_000;
/** Logs that cannot be read whose line is kept. */
export const MOST_PROBLEMS = 20;

export type FileKind = 'ndjson' | 'har';

/** The logs of a domain that are of one kind. */
export interface LogGroup {
  readonly domain: number;
  readonly detectedType: string;
  /** The host that the first of them names. */
  readonly host: string | undefined;
}

export interface Problem {
  /** From 1. */
  readonly line: number;
  readonly reason: Message;
}

/** Columns of the index, a log each. */
export interface LogColumns {
  readonly offsets: Float64Array;
  readonly lengths: Uint32Array;
  readonly idx: Float64Array;
  readonly groups: Uint32Array;
}

/** Logs so far that cannot be read, that repeat another one's number, and that are beyond `MOST_LOGS`. */
export interface HiddenCounts {
  readonly unreadable: number;
  readonly duplicates: number;
  readonly beyond: number;
}

/** The next logs of a file that is being indexed. */
export interface IndexBatch extends LogColumns {
  readonly newGroups: readonly LogGroup[];
  readonly problems: readonly Problem[];
  readonly counts: HiddenCounts;
  readonly head: ExportHead;
  /** Bytes of the file so far. */
  readonly bytes: number;
}

/** The index of a file: it grows until it is complete. */
export class FileIndex {
  readonly kind: FileKind;
  count = 0;
  groups: LogGroup[] = [];
  problems: Problem[] = [];
  head: ExportHead = {};
  counts: HiddenCounts = { unreadable: 0, duplicates: 0, beyond: 0 };
  isComplete = false;
  #columns: LogColumns = columnsOf(1024);
  readonly #ordinals = new Map<number, { readonly count: number; readonly ordinals: Uint32Array }>();
  #waiting: (() => void)[] = [];

  constructor(kind: FileKind) {
    this.kind = kind;
  }

  add(batch: IndexBatch): void {
    this.#ensure(this.count + batch.idx.length);
    for (const name of ['offsets', 'lengths', 'idx', 'groups'] as const)
      this.#columns[name].set(batch[name], this.count);
    this.count += batch.idx.length;
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

  /** Resolves when there are more logs, or all. */
  changed(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  /** Returns the places of a domain's logs in the file, in their order. */
  ordinalsOf(domain: number): Uint32Array {
    const known = this.#ordinals.get(domain);
    if (known?.count === this.count) return known.ordinals;
    const isOf = this.groups.map((group) => group.domain === domain);
    const { groups } = this.#columns;
    const ordinals = new Uint32Array(this.count);
    let length = 0;
    for (let at = 0; at < this.count; at++) if (isOf[groups[at] ?? 0]) ordinals[length++] = at;
    const found = ordinals.slice(0, length);
    this.#ordinals.set(domain, { count: this.count, ordinals: found });
    return found;
  }

  /** Returns the place of a log; undefined if it is not in the file. */
  find({ domain, idx, detectedType }: LogKey): number | undefined {
    const isOf = this.groups.map((group) => group.domain === domain && group.detectedType === detectedType);
    const columns = this.#columns;
    for (let at = columns.idx.indexOf(idx); at >= 0 && at < this.count; at = columns.idx.indexOf(idx, at + 1))
      if (isOf[columns.groups[at] ?? 0]) return at;
    return undefined;
  }

  keyOf(ordinal: number): LogKey {
    const { idx, groups } = this.#columns;
    const { domain = 0, detectedType = '' } = this.groups[groups[ordinal] ?? 0] ?? {};
    return { domain, idx: idx[ordinal] ?? 0, detectedType };
  }

  /** Returns the columns of some logs, for another thread. */
  pick(ordinals: Uint32Array): LogColumns {
    const columns = this.#columns;
    return {
      offsets: Float64Array.from(ordinals, (at) => columns.offsets[at] ?? 0),
      lengths: Uint32Array.from(ordinals, (at) => columns.lengths[at] ?? 0),
      idx: Float64Array.from(ordinals, (at) => columns.idx[at] ?? 0),
      groups: Uint32Array.from(ordinals, (at) => columns.groups[at] ?? 0),
    };
  }

  /** Returns everything as one batch, from which another thread makes its own index. */
  whole(): IndexBatch {
    const { groups: newGroups, problems, counts, head } = this;
    const columns = this.pick(Uint32Array.from({ length: this.count }, (_, ordinal) => ordinal));
    return { ...columns, newGroups, problems, counts, head, bytes: 0 };
  }

  #ensure(count: number): void {
    const before = this.#columns;
    if (count <= before.idx.length) return;
    this.#columns = columnsOf(Math.max(count, 2 * before.idx.length));
    for (const name of ['offsets', 'lengths', 'idx', 'groups'] as const)
      this.#columns[name].set(before[name]);
  }

  #tell(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}

function columnsOf(count: number): LogColumns {
  return {
    offsets: new Float64Array(count),
    lengths: new Uint32Array(count),
    idx: new Float64Array(count),
    groups: new Uint32Array(count),
  };
}
