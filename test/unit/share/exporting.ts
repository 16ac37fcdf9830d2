/** Exports from the sample service, using the real client and the real server. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Threads } from '../../../src/base/thread.ts';
import { LogList } from '../../../src/browse/lists/lists.ts';
import type { World } from '../../../src/sample/sampleRoutes.ts';
import { startSampleService } from '../../../src/sample/server.ts';
import type { LogService } from '../../../src/service/api.ts';
import { createLogService } from '../../../src/service/client.ts';
import { defaultConventions } from '../../../src/service/differences.ts';
import type { LogFilter } from '../../../src/service/model.ts';
import { FilterCheck } from '../../../src/service/queries/filter.ts';
import { type ExportOptions, exportText, filteredLogs } from '../../../src/share/exportText.ts';
import { writeLocalFile } from '../../../src/share/localFile.ts';

export const threads = new Threads(new URL('../../../src/worker.ts', import.meta.url));

export const SHOP = 1001;

type Options = Omit<ExportOptions, 'onLog'> & Partial<Pick<ExportOptions, 'onLog'>>;
/** What a test of an export replaces: the client, if it needs failures, or other options. */
export type RunOptions = Partial<Omit<Options, 'logs' | 'readDetail'>> & {
  readonly filter?: LogFilter;
  /** True if logs are exported in full. */
  readonly detail?: boolean;
  readonly names?: typeof defaultConventions;
  readonly service?: Partial<LogService>;
};
export type Exporting = Awaited<ReturnType<typeof startExporting>>;

/** Exports to a local file. Returns the number of logs, and of those that failed. */
export async function exportTo(target: string, options: Options) {
  let [logs, failed] = [0, 0];
  const onLog = (isFailed: boolean) => {
    logs++;
    failed += Number(isFailed);
    options.onLog?.(isFailed);
  };
  await writeLocalFile(target, exportText({ ...options, onLog }));
  return { logs, failed };
}

/** Returns the logs of a domain. */
export function logsOf(
  service: LogService,
  domain: number,
  signal: AbortSignal,
  filter: LogFilter = {},
  names = defaultConventions,
) {
  const services = { of: async () => service };
  const list = new LogList({ connectionId: 'a', index: domain }, filter, services);
  return filteredLogs(list, new FilterCheck(filter, names), signal);
}

export async function startExporting(options: Partial<World> = {}) {
  const sample = await startSampleService(options);
  const service = createLogService({
    baseUrl: sample.baseUrl,
    key: async () => sample.key,
    conventions: defaultConventions,
  });
  const folder = await mkdtemp(path.join(tmpdir(), 'partner-logs-export-'));
  const target = path.join(folder, 'logs');
  return {
    service,
    /** A separate folder. */
    folder,
    target,
    run: async ({ filter, detail = false, names, service: own, ...given }: RunOptions = {}) => {
      const signal = given.signal ?? new AbortController().signal;
      const from = { logs: service.logs.bind(service), log: service.log.bind(service), ...own } as LogService;
      const logs = logsOf(from, SHOP, signal, filter, names);
      const counts = await exportTo(target, {
        ...{ logs, kind: 'ndjson', redaction: undefined, threads, ...given, signal },
        readDetail: detail ? ({ key }) => from.log(key, { signal }) : undefined,
      });
      return { ...counts, notes: logs.notes() };
    },
    text: () => readFile(target, 'utf8'),
    close: async () => {
      service.dispose();
      await sample.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns all cells of CSV records, parsed strictly according to RFC 4180. */
export function parseCsv(text: string): string[][] {
  const records: string[][] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  let record: string[] = [];
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex;
    const match = cell.exec(text);
    if (match === null) throw new Error(`No cell at ${at}: ${JSON.stringify(text.slice(at, at + 40))}`);
    record.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === ',') continue;
    records.push(record);
    record = [];
  }
  return records;
}

/** Returns the lines of an NDJSON file. */
export function parseNdjson(text: string): Record<string, unknown>[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}
