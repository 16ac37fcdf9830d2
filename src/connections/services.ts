import { setMaxListeners } from 'node:events';
import * as vscode from 'vscode';
import { ServiceError } from '../base/errors.ts';
import type { Threads } from '../base/thread.ts';
import type { FileFacts } from '../files/fileService.ts';
import type { RedactionOptions } from '../redaction/redact.ts';
import type { SampleService } from '../sample/server.ts';
import type { LogService } from '../service/api.ts';
import type { ServiceOptions } from '../service/client.ts';
import { type Conventions, resolveDifferences } from '../service/differences.ts';
import { Disposables } from '../ui/disposables.ts';
import { shownNames } from '../ui/settings.ts';
import { type Connection, hasKey, isFile, isSample } from './connection.ts';
import type { ConnectionStore } from './connectionStore.ts';
import type { KeyStore } from './keyStore.ts';
import { OpenFiles } from './openFiles.ts';

/** A connection as it was when its service was first used, and the controller that ends all work with that service. */
interface Use {
  readonly connection: Connection;
  readonly ending: AbortController;
}

/** The services of all connections, created on first use from the lazily loaded client. */
export class Services extends Disposables {
  readonly #connections: ConnectionStore;
  readonly #keys: KeyStore;
  readonly #output: vscode.LogOutputChannel;
  readonly #threads: Threads;
  /** Each connection's service, by connection ID. */
  readonly #services = new Map<string, Promise<LogService>>();
  /** The service in use for each connection, by connection ID. */
  readonly #uses = new Map<string, Use>();
  readonly #changed = this.register(new vscode.EventEmitter<ReadonlySet<string>>());
  /**
   * Fires with the IDs of the connections whose data might be outdated because a key or a connection changed.
   */
  readonly onDidChange = this.#changed.event;
  /** The sample service, from its first use on. */
  #sample: Promise<SampleService> | undefined;
  readonly #files: OpenFiles;
  /** Fires with the ID of a file's connection once the file is open. */
  readonly onDidOpenFile: vscode.Event<string>;

  constructor(
    connections: ConnectionStore,
    keys: KeyStore,
    output: vscode.LogOutputChannel,
    threads: Threads,
  ) {
    super();
    this.#files = this.register(new OpenFiles(threads));
    this.onDidOpenFile = this.#files.onDidOpen;
    this.#connections = connections;
    this.#keys = keys;
    this.#output = output;
    this.#threads = threads;
    this.register(
      connections.onDidChange(() => this.#end((id, { connection }) => connections.get(id) !== connection)),
    );
    this.register(keys.onDidChange((changed) => this.#end((id) => id === changed)));
    this.register(
      vscode.workspace.onDidChangeConfiguration((change) => {
        const isProxy = ['http.proxy', 'http.proxySupport'].some((each) => change.affectsConfiguration(each));
        // The editor reports many changes at startup.
        if (isProxy && this.#services.size > 0) this.#reset(this.#services.keys());
      }),
    );
  }

  /**
   * Returns the service of a connection; sends no request. Rejects with a `ServiceError` with the code
   * `connection-removed`, `key-needed`, `key-unreadable`, or `bad-setting`.
   */
  async of(connectionId: string): Promise<LogService> {
    const connection = this.#connections.get(connectionId);
    if (!connection) throw removed();
    const known = this.#services.get(connectionId);
    if (known) return known;
    const opened = this.#open(connection);
    this.#services.set(connectionId, opened);
    opened.catch(() => {
      if (this.#services.get(connectionId) === opened) this.#services.delete(connectionId);
    });
    return opened;
  }

  /**
   * Returns a signal that identifies the current service of a connection. It is aborted, with a `ServiceError` as its
   * reason, when the connection or its key changes or the connection is removed. Pending reads from the service are then
   * aborted, and data already read from it is outdated.
   */
  ending(connectionId: string): AbortSignal {
    const connection = this.#connections.get(connectionId);
    if (!connection) return AbortSignal.abort(removed());
    const use = this.#uses.get(connectionId) ?? { connection, ending: new AbortController() };
    this.#uses.set(connectionId, use);
    setMaxListeners(0, use.ending.signal);
    return use.ending.signal;
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
    const connection = this.#connections.get(connectionId);
    return resolveDifferences(connection?.differences);
  }

  /**
   * Returns the host and port of a connection's service, which identify it in files of exported logs, or undefined once
   * it is removed.
   */
  serviceName(connectionId: string): string | undefined {
    const connection = this.#connections.get(connectionId);
    if (!connection || isFile(connection)) return this.fileFacts(connectionId)?.head.service;
    return hasKey(connection) ? new URL(connection.baseUrl).host : connection.baseUrl;
  }

  /** Returns the facts about a file of exported logs, or undefined for any other connection or until the file is open. */
  fileFacts(connectionId: string): FileFacts | undefined {
    return this.#files.facts(connectionId);
  }

  /** Returns the connection to the service that a file's logs were exported from. */
  originalOf(connectionId: string): Connection | undefined {
    const service = this.fileFacts(connectionId)?.head.service;
    if (service === undefined) return undefined;
    return this.#connections.list().find((each) => !isFile(each) && this.serviceName(each.id) === service);
  }

  /** Reopens a file that might have changed. */
  reopen(connectionId: string): void {
    this.#end((id) => id === connectionId);
  }

  override dispose(): void {
    super.dispose();
    this.#close(this.#services.keys());
    for (const { ending } of this.#uses.values()) ending.abort();
    this.#sample?.then((sample) => sample.close()).catch(() => {});
  }

  async #open(connection: Connection): Promise<LogService> {
    const ending = this.ending(connection.id);
    if (connection.file !== undefined) return this.#files.open(connection.id, connection.file, ending);
    return this.#create(connection, { ...(await this.#place(connection)), ending });
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

  /** Ends all work on the connections for which `concerns` returns true. Other work continues. */
  #end(concerns: (connectionId: string, use: Use) => boolean): void {
    const ended = [...this.#uses].filter(([id, use]) => concerns(id, use));
    for (const [id, { ending }] of ended) {
      this.#uses.delete(id);
      ending.abort(this.#connections.get(id) ? changed() : removed());
    }
    this.#reset(ended.map(([id]) => id));
  }

  /** Closes services; they are created again for the next request. */
  #reset(connectionIds: Iterable<string>): void {
    const ids = new Set(connectionIds);
    this.#close(ids);
    this.#changed.fire(ids);
  }

  #close(connectionIds: Iterable<string>): void {
    for (const id of connectionIds) {
      const opened = this.#services.get(id);
      this.#services.delete(id);
      opened?.then((service) => service.dispose()).catch(() => {});
    }
  }
}

function removed(): ServiceError {
  return new ServiceError('connection-removed', 'The connection was removed.');
}

function changed(): ServiceError {
  return new ServiceError('connection-changed', 'The connection or its key changed.');
}

/** Returns true if the editor or the environment specifies a proxy. */
export function isProxied(): boolean {
  const http = vscode.workspace.getConfiguration('http');
  if (http.get<string>('proxySupport') === 'off') return false;
  const { env } = process;
  return [
    http.get<string>('proxy'),
    env['HTTPS_PROXY'],
    env['https_proxy'],
    env['HTTP_PROXY'],
    env['http_proxy'],
  ].some(Boolean);
}
