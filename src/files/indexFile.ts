/**
 * The long-running jobs on a file, which run on a worker thread for large files: indexing, filtering, and reading large
 * logs.
 */

import { setImmediate } from 'node:timers/promises';
import { abortFault } from '../base/abort.ts';
import { ServiceError } from '../base/errors.ts';
import { isObject } from '../base/isObject.ts';
import { type ExportHead, NDJSON_HEAD, parseHead } from '../formats/exportedLog.ts';
import type { DetectionLog, ListedLog, LogFilter, LogKey } from '../service/model.ts';
import { rowMatcher } from '../service/queries/filter.ts';
import { type Message, message } from '../text/l10n.ts';
import {
  type ChosenLogs,
  type IndexBatch,
  type LogGroup,
  MOST_GROUPS,
  MOST_LOGS,
  MOST_PROBLEMS,
  newColumns,
  type Problem,
} from './fileIndex.ts';
import { FileReader, type FileSource, sizeOf } from './fileSource.ts';
import { logFacts, logInFull, logRow, parseLog, problemOf, rawDataIn } from './readLog.ts';
import { LONGEST_LOG, type RawLog, rawLogs } from './scanFile.ts';

interface IndexRequest {
  readonly source: FileSource;
}

/** Number of logs per batch. The first batch is smaller, so that its logs are available sooner. */
const BATCH = 20_000;
const FIRST_BATCH = 200;
/** Milliseconds between progress reports. */
const PACE = 100;
/** Milliseconds to work before other tasks get a turn. */
const TURN = 10;
/** Maximum length, in UTF-16 units, of a stored host. */
const LONGEST_HOST = 300;
/** Maximum number of unreadable lines before the first log. */
const MOST_FOREIGN = 1000;

/**
 * Indexes a file.
 * @throws ServiceError like `FileReader`; `file-unreadable` if it contains no exported logs; `cancelled`
 */
export async function indexFile(
  { source }: IndexRequest,
  signal: AbortSignal,
  onBatch: (batch: IndexBatch) => void,
): Promise<void> {
  const builder = new IndexBuilder();
  const turns = new Turns();
  let told = performance.now();
  await FileReader.use(source, async (reader) => {
    for await (const { logs, bytes } of rawLogs(reader, sizeOf(source))) {
      if (signal.aborted) throw abortFault(signal);
      for (const log of logs) {
        builder.add(log);
        if (turns.isOver) await turns.next();
      }
      if (builder.isForeign) throw builder.noLogs();
      if (!builder.isDue && performance.now() - told < PACE) continue;
      told = performance.now();
      onBatch(builder.batch(bytes));
    }
  });
  if (builder.isEmpty) throw builder.noLogs();
  onBatch(builder.batch(sizeOf(source)));
}

class IndexBuilder {
  #columns = newColumns(1024);
  #newGroups: LogGroup[] = [];
  #problems: Problem[] = [];
  #firstProblem: Problem | undefined;
  #head: ExportHead | undefined;
  readonly #counts = { unreadable: 0, duplicates: 0, beyond: 0 };
  #count = 0;
  /** Number of logs in the batches returned so far. */
  #taken = 0;
  #seen = 0;
  /** Each group's index and log numbers, by domain and kind of detection. */
  readonly #known = new Map<string, { readonly place: number; readonly idx: Set<number> }>();

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  get isForeign(): boolean {
    return this.isEmpty && this.#counts.unreadable >= MOST_FOREIGN;
  }

  get isDue(): boolean {
    return this.#count - this.#taken >= (this.#taken === 0 ? FIRST_BATCH : BATCH);
  }

  add(raw: RawLog): void {
    try {
      this.#add(raw);
    } catch (error) {
      this.#fail(raw.line, problemOf(error));
    }
  }

  #add({ offset, length, bytes }: RawLog): void {
    if (bytes === undefined) throw unreadable(message('more than {0} MiB', LONGEST_LOG / 1024 / 1024));
    const text = jsonText(bytes);
    if (text === '') return;
    if (this.#count === MOST_LOGS) {
      this.#counts.beyond++;
      return;
    }
    const value = parseLog(text);
    const stated = isObject(value) ? value[NDJSON_HEAD] : undefined;
    if (stated !== undefined) {
      const isFirst = !this.#head && this.#seen === 0;
      // If several exports were concatenated, only the facts that they all share are kept.
      this.#head = isFirst ? parseHead(stated) : commonFacts(this.#head ?? {}, parseHead(stated));
    }
    this.#seen++;
    const { key, host } = logFacts(value);
    const { domain, detectedType, idx } = key;
    const id = `${domain}/${detectedType}`;
    let group = this.#known.get(id);
    if (!group) {
      if (this.#known.size === MOST_GROUPS) throw unreadable(message('more than {0} domains', MOST_GROUPS));
      group = { place: this.#known.size, idx: new Set() };
      this.#known.set(id, group);
      this.#newGroups.push({ domain, detectedType, host: host?.slice(0, LONGEST_HOST) });
    }
    if (group.idx.has(idx)) {
      this.#counts.duplicates++;
      return;
    }
    group.idx.add(idx);
    const at = this.#count++;
    if (at === this.#columns.idx.length)
      this.#columns = newColumns(Math.min(2 * at, MOST_LOGS), this.#columns);
    const { offsets, lengths, idx: numbers, groups } = this.#columns;
    [offsets[at], lengths[at], numbers[at], groups[at]] = [offset, length, idx, group.place];
  }

  /** Returns the logs added since the last batch. */
  batch(bytes: number): IndexBatch {
    const batch = {
      columns: this.#columns,
      count: this.#count,
      newGroups: this.#newGroups,
      problems: this.#problems,
      counts: { ...this.#counts },
      head: this.#head ?? {},
      bytes,
    };
    [this.#taken, this.#newGroups, this.#problems] = [this.#count, [], []];
    return batch;
  }

  /** Returns the fault for a file without logs, with the first line's problem. */
  noLogs(): ServiceError {
    const first = this.#firstProblem;
    return unreadable(
      first
        ? message('no logs exported by this extension; line {0}: {1}', first.line, first.reason)
        : message('no logs'),
    );
  }

  #fail(line: number, reason: Message): void {
    this.#firstProblem ??= { line, reason };
    if (this.#counts.unreadable++ < MOST_PROBLEMS) this.#problems.push({ line, reason });
  }
}

function unreadable(found: Message): ServiceError {
  return new ServiceError('file-unreadable', 'A log cannot be read.', { found });
}

/** Divides long work into turns, so that it never blocks its thread for long. */
class Turns {
  #from = performance.now();

  get isOver(): boolean {
    return performance.now() - this.#from >= TURN;
  }

  /** Resolves after other tasks have had a turn. */
  async next(): Promise<void> {
    await setImmediate();
    this.#from = performance.now();
  }
}

function commonFacts(one: ExportHead, other: ExportHead): ExportHead {
  const isSame = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) === JSON.stringify(other[name as keyof ExportHead]);
  return Object.fromEntries(Object.entries(one).filter(isSame));
}

const UTF8 = new TextDecoder();

/** Returns the JSON of a log without the surrounding byte order mark, white space, and line breaks. */
function jsonText(bytes: Uint8Array): string {
  return UTF8.decode(bytes).trim();
}

interface LogsRequest {
  readonly source: FileSource;
  readonly logs: ChosenLogs;
}

/** Number of bytes to read at once for adjacent logs. */
const BLOCK = 1024 * 1024;

/** Yields the JSON of the given logs in a file, in the given order. */
async function* jsonOf(
  { logs: { columns, ordinals } }: LogsRequest,
  reader: FileReader,
  signal: AbortSignal,
) {
  const turns = new Turns();
  const placeOf = (ordinal: number) => {
    const offset = columns.offsets[ordinal] ?? 0;
    return { offset, length: columns.lengths[ordinal] ?? 0 };
  };
  let block: { readonly start: number; readonly bytes: Buffer } | undefined;
  for (const [at, ordinal] of ordinals.entries()) {
    if (turns.isOver) await turns.next();
    if (signal.aborted) throw abortFault(signal);
    const { offset, length } = placeOf(ordinal);
    const isInside = block && offset >= block.start && offset + length <= block.start + block.bytes.length;
    if (!block || !isInside) {
      let end = offset + length;
      for (let next = at + 1; next < ordinals.length; next++) {
        const place = placeOf(ordinals[next] ?? 0);
        const nextEnd = place.offset + place.length;
        if (nextEnd < end || nextEnd - offset > BLOCK) break;
        end = nextEnd;
      }
      block = { start: offset, bytes: await reader.read(offset, end - offset) };
    }
    const start = offset - block.start;
    yield jsonText(block.bytes.subarray(start, start + length));
  }
}

/** Returns the rows of the given logs, with undefined for any that cannot be read. */
export async function readRows(
  request: LogsRequest & { readonly keys: readonly LogKey[] },
  signal: AbortSignal,
): Promise<(ListedLog | undefined)[]> {
  const rows: (ListedLog | undefined)[] = [];
  await FileReader.use(request.source, async (reader) => {
    for await (const json of jsonOf(request, reader, signal)) {
      const key = request.keys[rows.length] as LogKey;
      const row = readable(json, key)?.row;
      rows.push(row && { key, row });
    }
  });
  return rows;
}

function readable(json: string, key: LogKey) {
  try {
    const value = parseLog(json);
    return { value, row: logRow(value, key) };
  } catch (error) {
    problemOf(error);
    return undefined;
  }
}

/** Returns a full log. @throws ServiceError like `logInFull` */
export async function readLog(
  request: LogsRequest & { readonly key: LogKey },
  signal: AbortSignal,
): Promise<DetectionLog> {
  return FileReader.use(request.source, async (reader) => {
    for await (const json of jsonOf(request, reader, signal)) return logInFull(json, request.key);
    throw new ServiceError('not-in-file', 'The file does not contain this log.');
  });
}

interface FilterRequest extends LogsRequest {
  readonly domain: number;
  readonly filter: LogFilter;
}

/**
 * Returns the positions of the given logs that match a filter. Keywords are also searched for in the raw data.
 * @param onProgress receives the fraction of logs read so far, from 0 to 1
 */
export async function filterLogs(
  request: FilterRequest,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Uint32Array> {
  const { domain, filter, source } = request;
  const { columns, ordinals } = request.logs;
  const matches = rowMatcher(filter);
  const found: number[] = [];
  let at = 0;
  let told = performance.now();
  await FileReader.use(source, async (reader) => {
    for await (const json of jsonOf(request, reader, signal)) {
      const ordinal = ordinals[at++] ?? 0;
      const log = readable(json, { domain, idx: columns.idx[ordinal] ?? 0, detectedType: '' });
      const rawData = log && (log.row.rawData ?? rawDataIn(log.value));
      if (log && matches({ ...log.row, ...(rawData !== undefined && { rawData }) })) found.push(ordinal);
      if (performance.now() - told < PACE) continue;
      told = performance.now();
      onProgress(at / ordinals.length);
    }
  });
  return Uint32Array.from(found);
}
