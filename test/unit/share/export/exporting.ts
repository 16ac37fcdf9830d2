/** Exports from the sample service, using the real client and the real server. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LogList } from '../../../../src/browse/lists/lists.ts';
import { type SampleOptions, startSampleService } from '../../../../src/sample/server.ts';
import type { LogService } from '../../../../src/service/api.ts';
import { createLogService } from '../../../../src/service/client.ts';
import { defaultConventions } from '../../../../src/service/differences.ts';
import type { LogFilter } from '../../../../src/service/model.ts';
import {
  type ExportOptions,
  type ExportSummary,
  exportLogs,
} from '../../../../src/share/export/exportLogs.ts';
import { listedLogs } from '../../../../src/share/export/logSource.ts';
import { writeLocalFile } from '../../../../src/share/export/partialFile.ts';
import { SECURITY_LAB, withLab } from '../../../hostileLogs.ts';

export const workerFile = new URL('../../../../src/worker.ts', import.meta.url);

export const SHOP = 1001;
export const HOSTILE = SECURITY_LAB;

export interface Exported extends ExportSummary {
  readonly bytes: number;
  readonly notes: readonly string[];
}

export interface Exporting {
  readonly service: LogService;
  /** A separate folder. */
  readonly folder: string;
  readonly target: string;
  run(options?: Partial<RunOptions>): Promise<Exported>;
  text(): Promise<string>;
  close(): Promise<void>;
}

/** Exports to a local file. */
export async function exportTo(target: string, options: ExportOptions) {
  let summary: ExportSummary | undefined;
  const bytes = await writeLocalFile(target, async (file) => {
    summary = await exportLogs(file, options);
  });
  return { ...(summary as unknown as ExportSummary), bytes };
}

export interface RunOptions extends Omit<ExportOptions, 'readDetail' | 'pages' | 'redaction'> {
  readonly domain: number;
  readonly filter: LogFilter;
  /** True if logs are exported in full. */
  readonly detail: boolean;
  readonly redaction: ExportOptions['redaction'];
  readonly filterNames: typeof defaultConventions;
  /** Replaces the real client in tests that need failures. */
  readonly service: Pick<LogService, 'logs' | 'log'>;
}

export async function startExporting(options: SampleOptions = {}): Promise<Exporting> {
  const sample = await startSampleService({ domains: withLab, ...options });
  const service = createLogService({
    baseUrl: sample.baseUrl,
    key: async () => sample.key,
    conventions: defaultConventions,
  });
  const folder = await mkdtemp(path.join(tmpdir(), 'partner-logs-export-'));
  const target = path.join(folder, 'logs');
  return {
    service,
    folder,
    target,
    run: async ({ domain = SHOP, filter = {}, detail = false, ...given } = {}) => {
      const signal = given.signal ?? new AbortController().signal;
      const from = given.service ?? service;
      const list = new LogList({ connectionId: 'a', index: domain }, filter, async () => from as LogService);
      const filterNames = given.filterNames ?? defaultConventions;
      const source = listedLogs({ list, filter, filterNames, signal });
      const exported = await exportTo(target, {
        pages: source.pages,
        readDetail: detail ? ({ key }) => from.log(key, { signal }) : undefined,
        kind: given.kind ?? 'ndjson',
        redaction: given.redaction,
        workerFile: given.workerFile ?? workerFile,
        signal,
        ...(given.head && { head: given.head }),
        ...(given.onRead && { onRead: given.onRead }),
      });
      return { ...exported, notes: source.notes() };
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
