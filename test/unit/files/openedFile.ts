/** Opens files of exported logs for tests, with the real reader but without the editor. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LogList } from '../../../src/browse/lists/lists.ts';
import { localSource } from '../../../src/files/fileSource.ts';
import { type OpenedFile, openFile } from '../../../src/files/openFile.ts';
import type { ExportHead } from '../../../src/formats/exportedLog.ts';
import { defaultConventions } from '../../../src/service/conventions.ts';
import { domainLogs, exportLogs } from '../../../src/share/export/exportLogs.ts';
import { workerFile as logWorkerFile } from '../share/export/exporting.ts';

export const workerFile = new URL('../../../src/files/fileWorker.ts', import.meta.url);

/** A folder for the files of a suite. */
export class FilesFolder {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'partner-logs-files-'));
  #count = 0;

  write(content: string | Uint8Array): string {
    const file = path.join(this.folder, String(this.#count++));
    writeFileSync(file, content);
    return file;
  }

  /** Opens a file with this content and reads its complete index. */
  async open(content: string | Uint8Array): Promise<OpenedFile> {
    return openPath(this.write(content));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export async function openPath(file: string): Promise<OpenedFile> {
  const opened = await openFile({
    source: await localSource(file),
    ending: new AbortController().signal,
    workerFile,
  });
  await opened.indexed;
  return opened;
}

/** Exports all logs of a file's first domain to another NDJSON file, at the same level of detail. */
export async function exportAgain(
  { service, index }: OpenedFile,
  { detail, target }: { readonly detail: boolean; readonly target: string },
): Promise<void> {
  const { signal } = new AbortController();
  const domain = index.groups[0]?.domain ?? 0;
  const { parameters: filterNames } = defaultConventions.logs;
  const { head }: { readonly head: ExportHead } = index;
  await exportLogs({
    source: domainLogs({
      list: new LogList({ connectionId: 'a', index: domain }, {}, async () => service),
      ...{ filter: {}, filterNames, signal },
    }),
    readDetail: detail ? ({ key }) => service.log(key) : undefined,
    kind: 'ndjson',
    redaction: undefined,
    head,
    target,
    workerFile: logWorkerFile,
    signal,
  });
}
