import * as vscode from 'vscode';
import { ServiceError } from '../base/errors.ts';
import type { Threads } from '../base/thread.ts';
import { type FileFacts, FileService } from '../files/fileService.ts';
import type { LogService } from '../service/api.ts';
import { message, t } from '../text/l10n.ts';
import { asLabel } from '../text/label.ts';
import { Disposables } from '../ui/disposables.ts';
import { withProgress } from '../ui/withProgress.ts';

/** Maximum size, in bytes, of a file that only the editor can access. Such files are loaded into memory. */
const MOST_HELD = 64 * 1024 * 1024;

/** The files of exported logs that this window reads, by connection ID. */
export class OpenFiles extends Disposables {
  readonly #threads: Threads;
  readonly #files = new Map<string, FileService>();
  readonly #opened = this.register(new vscode.EventEmitter<string>());
  readonly onDidOpen = this.#opened.event;

  constructor(threads: Threads) {
    super();
    this.#threads = threads;
  }

  /** @throws ServiceError `file-unreadable`, `cancelled` */
  async open(id: string, file: string, ending: AbortSignal): Promise<LogService> {
    const uri = vscode.Uri.parse(file);
    const title = t('Reading {0}', asLabel(uri.path.slice(uri.path.lastIndexOf('/') + 1)));
    const service = await FileService.open({
      source: uri.scheme === 'file' ? uri.fsPath : await contentOf(uri),
      ending,
      threads: this.#threads,
      withProgress: (work) => withProgress(title, work, ending),
    });
    this.#files.set(id, service);
    ending.addEventListener('abort', () => this.#files.delete(id));
    this.#opened.fire(id);
    return service;
  }

  facts(id: string): FileFacts | undefined {
    return this.#files.get(id)?.facts;
  }
}

/** Loads a file that is not on this computer into memory. */
async function contentOf(uri: vscode.Uri): Promise<Uint8Array> {
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
    return read;
  } catch (error) {
    if (!(error instanceof vscode.FileSystemError)) throw error;
    throw new ServiceError('file-unreadable', error.message, { systemCode: error.code });
  }
}
