/** Opens files of exported logs for tests, with the real reader but without the editor. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FileService, type FileServiceOptions } from '../../../src/files/fileService.ts';
import { exportTo, logsOf, threads } from '../share/exporting.ts';

/** A folder for the files of a suite. */
export class FilesFolder {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'partner-logs-files-'));
  #count = 0;

  write(content: string | Uint8Array): string {
    const file = path.join(this.folder, String(this.#count++));
    writeFileSync(file, content);
    return file;
  }

  open(content: string | Uint8Array, options: Partial<FileServiceOptions> = {}): Promise<FileService> {
    return openFile(this.write(content), options);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export function openFile(
  source: string | Uint8Array,
  options: Partial<FileServiceOptions> = {},
): Promise<FileService> {
  const { signal: ending } = new AbortController();
  const withProgress: FileServiceOptions['withProgress'] = (work) => work(ending, () => {});
  return FileService.open({ source, ending, threads, withProgress, ...options });
}

/** Exports all logs of a file's first domain to another NDJSON file, at the same level of detail. */
export async function exportAgain(
  service: FileService,
  { detail, target }: { readonly detail: boolean; readonly target: string },
): Promise<void> {
  const [first] = (await service.domains({ page: 1, perPage: 10 })).items;
  const domain = first?.index ?? 0;
  const { signal } = new AbortController();
  await exportTo(target, {
    logs: logsOf(service, domain, signal),
    readDetail: detail ? ({ key }) => service.log(key) : undefined,
    kind: 'ndjson',
    redaction: undefined,
    head: service.facts.head,
    threads,
    signal,
  });
}
