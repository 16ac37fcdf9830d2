import { setMaxListeners } from 'node:events';
import * as vscode from 'vscode';
import type { SampleService } from '../sample/server.ts';
import type { LogService, ServiceAccess, ServiceOptions } from '../service/api.ts';
import { type Conventions, defaultConventions } from '../service/conventions.ts';
import { ServiceError } from '../service/errors.ts';
import { OVER } from '../service/network/abort.ts';
import { routesTo } from '../service/network/baseUrl.ts';
import type { RouteName } from '../service/network/route.ts';
import { type Connection, isSample } from './connection.ts';
import type { ConnectionStore } from './connectionStore.ts';
import { conventionsOf } from './conventionsSetting.ts';
import type { ServiceOver } from './diagnosis.ts';
import type { KeyStore } from './keyStore.ts';

/** The service behind each connection: made at first use, from the lazily loaded client. */
export class Services implements vscode.Disposable {
  readonly #connections: ConnectionStore;
  readonly #keys: KeyStore;
  readonly #output: vscode.LogOutputChannel;
  readonly #workerFile: string;
  /** The service of each connection, by the connection's id. */
  readonly #services = new Map<string, Promise<LogService>>();
  /** The base URL of each connection in use, and the controller that ends everything begun with it and its key. */
  readonly #uses = new Map<string, { readonly baseUrl: string; readonly ending: AbortController }>();
  readonly #changed = new vscode.EventEmitter<void>();
  /** Fires when what was read so far may no longer hold: another key, connection or convention. */
  readonly onDidChange = this.#changed.event;
  readonly #subscriptions: vscode.Disposable[];
  #sample: Promise<SampleService> | undefined;
  /** Whether a service was asked for: before, a changed setting changes nothing. The editor tells of many as it starts. */
  #used = false;

  /** @param workerFile the built `answerWorker.ts` */
  constructor(
    connections: ConnectionStore,
    keys: KeyStore,
    output: vscode.LogOutputChannel,
    workerFile: string,
  ) {
    this.#connections = connections;
    this.#keys = keys;
    this.#output = output;
    this.#workerFile = workerFile;
    this.#subscriptions = [
      connections.onDidChange(() => this.#end((id, baseUrl) => connections.get(id)?.baseUrl !== baseUrl)),
      keys.onDidChange((changed) => this.#end((id) => id === changed)),
      vscode.workspace.onDidChangeConfiguration((change) => {
        const matters = ['partnerLogs.conventions', 'http.proxy', 'http.proxySupport'].some((section) =>
          change.affectsConfiguration(section),
        );
        if (matters && this.#used) this.#reset(this.#services.keys());
      }),
    ];
  }

  /** Rejects with a `ServiceError` of code `connection-removed`, `key-needed` or `bad-conventions`. Sends nothing. */
  async of(connectionId: string): Promise<LogService> {
    this.#used = true;
    const connection = this.#stored(connectionId);
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
   * Aborted when a connection or its key is changed or removed, with a `ServiceError` that says so: whatever uses them then
   * has to end. Throws `connection-removed`.
   */
  ending(connectionId: string): AbortSignal {
    const { baseUrl } = this.#stored(connectionId);
    const use = this.#uses.get(connectionId) ?? { baseUrl, ending: new AbortController() };
    this.#uses.set(connectionId, use);
    setMaxListeners(0, use.ending.signal);
    return use.ending.signal;
  }

  /** Called for each request: writes its line, and checks whether another window has ended the connection. */
  readonly log = (line: string): void => {
    this.#output.info(line);
    this.#connections.reread();
  };

  /** A service for a connection that is not stored yet, with the key that was just typed. The caller disposes of it. */
  candidate(connection: Connection, key: string): Promise<LogService> {
    return this.#create(connection.baseUrl, async () => key, connection);
  }

  /**
   * Makes services of a stored connection over one route, to find out what each gives. The caller disposes of them.
   *
   * @param onRequest called for each request that was answered or failed
   */
  async over(connection: Connection, onRequest: () => void = () => {}): Promise<ServiceOver> {
    const ending = this.ending(connection.id);
    const place = await this.#place(connection);
    const { createLogService } = await import('../service/client.ts');
    const log = (line: string) => {
      onRequest();
      this.log(line);
    };
    const make = (onlyRoute: RouteName, conventions: Conventions, differing?: Parameters<ServiceOver>[2]) =>
      createLogService({
        ...place,
        ...this.#surroundings,
        log,
        conventions,
        onlyRoute,
        ending,
        ...differing,
      });
    return Object.assign(make, { routes: routesTo(place.baseUrl), ending });
  }

  /**
   * Returns the access for another thread, with the one route that is right as far as is known. Rejects as `of` does.
   */
  async access(connectionId: string): Promise<ServiceAccess> {
    const connection = this.#stored(connectionId);
    const { baseUrl, key } = await this.#place(connection);
    const likely = isProxied() ? 'editor' : (this.#connections.route(connectionId) ?? 'direct');
    const route = routesTo(baseUrl).includes(likely) ? likely : 'direct';
    return { baseUrl, key: await key(), conventions: conventionsOf(connection.baseUrl), route };
  }

  /** Returns the conventions of a connection; throws `bad-conventions`. */
  conventions(connectionId: string): Conventions {
    const connection = this.#connections.get(connectionId);
    return connection ? conventionsOf(connection.baseUrl) : defaultConventions;
  }

  /** The `detected_type` of a log of which none is known. */
  detectedType(connectionId: string): string {
    return this.conventions(connectionId).detail.detectedType;
  }

  /** The names that a filter of a connection's logs is sent under. */
  filterNames(connectionId: string): Conventions['logs']['parameters'] {
    return this.conventions(connectionId).logs.parameters;
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#close(this.#services.keys());
    for (const { ending } of this.#uses.values()) ending.abort(OVER);
    this.#sample?.then((sample) => sample.close()).catch(() => {});
    this.#changed.dispose();
  }

  async #open(connection: Connection): Promise<LogService> {
    const ending = this.ending(connection.id);
    const { baseUrl, key } = await this.#place(connection);
    return this.#create(baseUrl, key, connection, ending);
  }

  #stored(connectionId: string): Connection {
    const connection = this.#connections.get(connectionId);
    if (!connection) throw removed();
    return connection;
  }

  /** Returns the address and the key of a connection; rejects when it has no key. */
  async #place(connection: Connection): Promise<Pick<ServiceOptions, 'baseUrl' | 'key'>> {
    if (isSample(connection)) {
      const { baseUrl, key } = await this.#startSample();
      return { baseUrl, key: async () => key };
    }
    const key = async () => {
      this.#connections.reread(); // Another window may have ended it: the editor does not tell.
      const stored = await this.#keys.get(connection);
      if (stored === undefined) throw new ServiceError('key-needed', `“${connection.name}” has no key.`);
      return stored;
    };
    await key();
    return { baseUrl: connection.baseUrl, key };
  }

  async #create(
    baseUrl: string,
    key: ServiceOptions['key'],
    connection: Connection,
    ending?: AbortSignal,
  ): Promise<LogService> {
    const { createLogService } = await import('../service/client.ts');
    const route = this.#connections.route(connection.id);
    return createLogService({
      baseUrl,
      key,
      conventions: conventionsOf(connection.baseUrl),
      proxied: isProxied(),
      ...(route && { route }),
      onRoute: (found) => void this.#connections.rememberRoute(connection.id, found),
      ...this.#surroundings,
      ...(ending && { ending }),
    });
  }

  get #surroundings() {
    return { workerFile: this.#workerFile, log: this.log };
  }

  #startSample(): Promise<SampleService> {
    this.#sample ??= import('../sample/server.ts').then(({ startSampleService }) => startSampleService());
    this.#sample.catch(() => {
      this.#sample = undefined;
    });
    return this.#sample;
  }

  /** Ends all that uses the connections that a change concerns: what others are reading goes on. */
  #end(concerns: (connectionId: string, baseUrl: string) => boolean): void {
    const ended = [...this.#uses].filter(([id, { baseUrl }]) => concerns(id, baseUrl));
    for (const [id, { ending }] of ended) {
      this.#uses.delete(id);
      ending.abort(this.#connections.get(id) ? changed() : removed());
    }
    this.#reset(ended.map(([id]) => id));
  }

  /** Closes services, which are made anew when they are next asked for. */
  #reset(connectionIds: Iterable<string>): void {
    this.#close(connectionIds);
    this.#changed.fire();
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
  return new ServiceError('connection-changed', 'The connection or its key was changed.');
}

/** Whether the editor or the environment names a proxy. */
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
