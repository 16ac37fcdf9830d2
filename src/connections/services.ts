import { setMaxListeners } from 'node:events';
import * as vscode from 'vscode';
import { ServiceError } from '../base/errors.ts';
import type { Threads } from '../base/thread.ts';
import { type FileFacts, FileService } from '../files/fileService.ts';
import type { RedactionOptions } from '../redaction/redact.ts';
import type { SampleService } from '../sample/server.ts';
import type { LogService } from '../service/api.ts';
import type { ServiceOptions } from '../service/client.ts';
import { type Conventions, resolveDifferences } from '../service/differences.ts';
import { message, t } from '../text/l10n.ts';
import { asLabel } from '../text/label.ts';
import { Disposables } from '../ui/disposables.ts';
import { shownNames } from '../ui/settings.ts';
import { withProgress } from '../ui/withProgress.ts';
import { type Connection, hasKey, isFile, isSample } from './connection.ts';
import type { ConnectionStore } from './connectionStore.ts';
import type { KeyStore } from './keyStore.ts';

/** Maximum size, in bytes, of a file that only the editor can access. Such files are loaded into memory. */
const MOST_HELD = 64 * 1024 * 1024;

/** A connection's service from its first use until the connection or its key changes. */
interface Use {
  readonly connection: Connection;
  /** Ends all work with the service. */
  readonly ending: AbortController;
  service?: Promise<LogService>;
  /** Set once a file is open. */
  facts?: FileFacts;
}

/** The services of all connections, created on first use from the lazily loaded client. */
export class Services extends Disposables {
  readonly #connections: ConnectionStore;
  readonly #keys: KeyStore;
  readonly #output: vscode.LogOutputChannel;
  readonly #threads: Threads;
  /** By connection ID. */
  readonly #uses = new Map<string, Use>();
  /** The end of the service of any connection that does not exist. */
  readonly #removed = AbortSignal.abort(removed());
  readonly #changed = this.register(new vscode.EventEmitter<ReadonlySet<string>>());
  /** Fires with the IDs of the connections whose previous services have ended. */
  readonly onDidChange = this.#changed.event;
  readonly #fileOpened = this.register(new vscode.EventEmitter<string>());
  /** Fires with the ID of a file's connection once the file is open. */
  readonly onDidOpenFile = this.#fileOpened.event;
  #sample: Promise<SampleService> | undefined;

  constructor(
    connections: ConnectionStore,
    keys: KeyStore,
    output: vscode.LogOutputChannel,
    threads: Threads,
  ) {
    super();
    this.#connections = connections;
    this.#keys = keys;
    this.#output = output;
    this.#threads = threads;
    this.register(connections.onDidChange((changed) => this.#end(changed)));
    this.register(keys.onDidChange((changed) => this.reopen(changed)));
    this.register(
      vscode.workspace.onDidChangeConfiguration((change) => {
        const isProxy = ['http.proxy', 'http.proxySupport'].some((each) => change.affectsConfiguration(each));
        // The editor reports many changes at startup.
        if (isProxy && this.#uses.size > 0) this.#end(new Set(this.#uses.keys()));
      }),
    );
  }

  /**
   * Returns the service of a connection; sends no request. Rejects with a `ServiceError` with the code
   * `connection-removed`, `key-needed`, `key-unreadable`, `file-unreadable`, `cancelled`, or `bad-setting`.
   */
  async of(connectionId: string): Promise<LogService> {
    const use = this.#use(connectionId);
    if (!use) throw removed();
    use.service ??= this.#open(use).catch((error) => {
      delete use.service;
      throw error;
    });
    return use.service;
  }

  /**
   * Returns a signal that identifies the current service of a connection. It is aborted, with a `ServiceError` as its
   * reason, when the connection or its key changes or the connection is removed. Pending reads from the service are then
   * aborted, and data already read from it is outdated.
   */
  ending(connectionId: string): AbortSignal {
    return this.#use(connectionId)?.ending.signal ?? this.#removed;
  }

  /**
   * Creates a service that is not kept, for a connection as given. The caller disposes of it. Rejects like `of`.
   * @param key the key to use instead of the stored one
   * @param onRequest called with the URL of each request
   */
  async candidate(
    connection: Connection,
    key?: string,
    onRequest?: ServiceOptions['onRequest'],
  ): Promise<LogService> {
    const { baseUrl } = connection;
    const place = key === undefined ? await this.#place(connection) : { baseUrl, key: async () => key };
    return this.#create(connection, { ...place, onRequest });
  }

  /** Reads one page of domains with a key. Returns the fault if this fails; otherwise, undefined. */
  async readFault(connection: Connection, key: string, signal: AbortSignal): Promise<unknown> {
    try {
      const service = await this.candidate(connection, key);
      await service.domains({ page: 1, perPage: 10 }, { signal }).finally(() => service.dispose());
      return undefined;
    } catch (fault) {
      return fault;
    }
  }

  /**
   * Returns the options for hiding values. Each connection's key is treated as a secret, because a service might include
   * the key in a response.
   */
  async redaction(): Promise<RedactionOptions> {
    const keyOf = async (connection: Connection) => {
      if (isSample(connection)) return (await this.#sample)?.key;
      return hasKey(connection) ? this.#keys.get(connection).catch(() => undefined) : undefined;
    };
    const keys = await Promise.all(this.#connections.list().map(keyOf));
    return { keys: keys.filter((key) => key !== undefined), shownNames: shownNames() };
  }

  /** Returns the conventions for a connection, which are the defaults for a file or a connection that was removed. */
  conventions(connectionId: string): Conventions {
    return resolveDifferences(this.#connections.get(connectionId)?.differences);
  }

  /**
   * Returns the host and port of a connection's service, which identify it in files of exported logs, or undefined once
   * it is removed.
   */
  serviceName(connectionId: string): string | undefined {
    const connection = this.#connections.get(connectionId);
    return connection && hasKey(connection) ? new URL(connection.baseUrl).host : connection?.baseUrl;
  }

  /** Returns the facts about a file of exported logs, or undefined for any other connection or until the file is open. */
  fileFacts(connectionId: string): FileFacts | undefined {
    return this.#uses.get(connectionId)?.facts;
  }

  /** Ends the service of a connection if it was used, so that a file that might have changed is opened again. */
  reopen(connectionId: string): void {
    if (this.#uses.has(connectionId)) this.#end(new Set([connectionId]));
  }

  override dispose(): void {
    super.dispose();
    for (const use of this.#uses.values()) close(use);
    this.#sample?.then((sample) => sample.close()).catch(() => {});
  }

  #use(connectionId: string): Use | undefined {
    const known = this.#uses.get(connectionId);
    const connection = this.#connections.get(connectionId);
    if (known || !connection) return known;
    const ending = new AbortController();
    setMaxListeners(0, ending.signal);
    const use: Use = { connection, ending };
    this.#uses.set(connectionId, use);
    return use;
  }

  async #open(use: Use): Promise<LogService> {
    const { connection } = use;
    const ending = use.ending.signal;
    if (connection.file === undefined)
      return this.#create(connection, { ...(await this.#place(connection)), ending });
    const service = await openFile(connection.file, ending, this.#threads);
    use.facts = service.facts;
    this.#fileOpened.fire(connection.id);
    return service;
  }

  /** Returns the address and key of a connection; rejects if it has no key. */
  async #place(connection: Connection): Promise<Pick<ServiceOptions, 'baseUrl' | 'key'>> {
    if (connection.problem) throw connection.problem;
    if (isFile(connection)) throw new ServiceError('not-in-file', 'A file has no address.');
    if (isSample(connection)) {
      const { baseUrl, key } = await this.#startSample();
      return { baseUrl, key: async () => key };
    }
    const key = async () => {
      const stored = await this.#keys.get(connection);
      if (stored === undefined) throw new ServiceError('key-needed', `“${connection.name}” has no key.`);
      return stored;
    };
    await key();
    return { baseUrl: connection.baseUrl, key };
  }

  #startSample(): Promise<SampleService> {
    this.#sample ??= import('../sample/server.ts').then(({ startSampleService }) => startSampleService());
    this.#sample.catch(() => {
      this.#sample = undefined;
    });
    return this.#sample;
  }

  async #create(
    connection: Connection,
    options: Pick<ServiceOptions, 'baseUrl' | 'key'> & Partial<ServiceOptions>,
  ): Promise<LogService> {
    const { createLogService } = await import('../service/client.ts');
    return createLogService({
      conventions: resolveDifferences(connection.differences),
      proxied: isProxied(),
      threads: this.#threads,
      log: (line) => this.#output.info(line),
      ...options,
    });
  }

  /** Ends the services of these connections; new ones are created for the next requests. Other work continues. */
  #end(connectionIds: ReadonlySet<string>): void {
    for (const id of connectionIds) {
      const use = this.#uses.get(id);
      this.#uses.delete(id);
      if (use) close(use, this.#connections.get(id) ? changed() : removed());
    }
    this.#changed.fire(connectionIds);
  }
}

function close({ ending, service }: Use, reason?: ServiceError): void {
  ending.abort(reason);
  service?.then((opened) => opened.dispose()).catch(() => {});
}

function removed(): ServiceError {
  return new ServiceError('connection-removed', 'The connection was removed.');
}

function changed(): ServiceError {
  return new ServiceError('connection-changed', 'The connection or its key changed.');
}

async function openFile(file: string, ending: AbortSignal, threads: Threads): Promise<FileService> {
  const uri = vscode.Uri.parse(file);
  const title = t('Reading {0}', asLabel(uri.path.slice(uri.path.lastIndexOf('/') + 1)));
  return FileService.open({
    source: uri.scheme === 'file' ? uri.fsPath : await contentOf(uri),
    ending,
    threads,
    withProgress: (work) => withProgress(title, work, ending),
  });
}

/** Loads a file that is not on this computer into memory. @throws ServiceError `file-unreadable` */
async function contentOf(uri: vscode.Uri): Promise<Uint8Array> {
  const { fs } = vscode.workspace;
  try {
    const content = (await fs.stat(uri)).size > MOST_HELD ? undefined : await fs.readFile(uri);
    if (content && content.length <= MOST_HELD) return content;
  } catch (error) {
    const { message: reason, code } = error as vscode.FileSystemError;
    throw new ServiceError('file-unreadable', reason, { systemCode: code });
  }
  throw new ServiceError('file-unreadable', 'The file is too large.', {
    expected: message("at most {0} MiB in a file that isn't on this computer", MOST_HELD / 1024 / 1024),
  });
}

/** Returns true if the editor or the environment specifies a proxy. */
export function isProxied(): boolean {
  const http = vscode.workspace.getConfiguration('http');
  if (http.get<string>('proxySupport') === 'off') return false;
  const variables = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'];
  return [http.get<string>('proxy'), ...variables.map((name) => process.env[name])].some(Boolean);
}
