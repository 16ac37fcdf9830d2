import * as vscode from 'vscode';
import { ServiceError } from '../base/errors.ts';
import type { FileIndex } from '../files/fileIndex.ts';
import type { FileSource } from '../files/fileSource.ts';
import type { OpenedFile } from '../files/openFile.ts';
import type { LogService } from '../service/api.ts';
import { message, t } from '../text/l10n.ts';
import { asLabel } from '../text/label.ts';
import { Disposables } from '../ui/disposables.ts';
import { withProgress } from '../ui/withProgress.ts';

/** Maximum size, in bytes, of a file that only the editor can access. Such files are loaded into memory. */
const MOST_HELD = 64 * 1024 * 1024;

/** The files of exported logs that this window reads, by connection ID. */
export class OpenFiles extends Disposables {
  readonly #workerFile: string | undefined;
  readonly #files = new Map<string, OpenedFile>();
  readonly #indexed = this.register(new vscode.EventEmitter<string>());
  readonly onDidIndex = this.#indexed.event;
  readonly #outdated = this.register(new vscode.EventEmitter<string>());
  /** Fires when more of a file's logs are known than when it was first read. */
  readonly onDidOutdate = this.#outdated.event;

  constructor(workerFile: string | undefined) {
    super();
    this.#workerFile = workerFile;
  }

  /** @throws ServiceError `file-unreadable`, `file-changed` */
  async open(id: string, file: string, ending: AbortSignal): Promise<LogService> {
    const uri = vscode.Uri.parse(file);
    const { openFile, localSource } = await import('../files/openFile.ts');
    const source = uri.scheme === 'file' ? await localSource(uri.fsPath) : await heldSource(uri);
    const title = t('Reading {0}', asLabel(uri.path.slice(uri.path.lastIndexOf('/') + 1)));
    const opened = await openFile({
      source,
      ending,
      workerFile: this.#workerFile,
      withProgress: (work) => withProgress(title, work, ending),
    });
    this.#files.set(id, opened);
    ending.addEventListener('abort', () => {
      if (this.#files.get(id) === opened) this.#files.delete(id);
    });
    opened.indexed.then(
      () => {
        if (this.#files.get(id) !== opened) return;
        this.#indexed.fire(id);
        if (opened.service.hasAnsweredEarly) this.#outdated.fire(id);
      },
      () => {},
    );
    return opened.service;
  }

  index(id: string): FileIndex | undefined {
    return this.#files.get(id)?.index;
  }

  async indexed(id: string): Promise<void> {
    await this.#files.get(id)?.indexed;
  }
}

/** Loads a file that is not on this computer into memory. */
async function heldSource(uri: vscode.Uri): Promise<FileSource> {
  const { fs } = vscode.workspace;
  const tooLarge = () =>
    new ServiceError('file-unreadable', 'The file is too large.', {
      expected: message("at most {0} MiB in a file that isn't on this computer", MOST_HELD / 1024 / 1024),
    });
  try {
    const { size } = await fs.stat(uri);
    if (size > MOST_HELD) throw tooLarge();
    const read = await fs.readFile(uri);
    if (read.length > MOST_HELD) throw tooLarge();
    const bytes = new Uint8Array(new SharedArrayBuffer(read.length));
    bytes.set(read);
    return { bytes };
  } catch (error) {
    if (!(error instanceof vscode.FileSystemError)) throw error;
    throw new ServiceError('file-unreadable', error.message, { systemCode: error.code });
  }
}
