import type { TcpNetConnectOpts } from 'node:net';
import { createGunzip, type Gunzip } from 'node:zlib';
import type { Dispatcher } from 'undici';
import Pool from 'undici/lib/dispatcher/pool.js';
import { OVER } from '../../base/abort.ts';
import { ServiceError } from '../../base/errors.ts';
import { message } from '../../text/l10n.ts';
import type { Limits } from '../limits.ts';
import { type Receiver, type Route, receiveAll } from './routes.ts';

/**
 * Creates the direct route: the extension's own keep-alive connections to the origin of the first request. Uses no
 * proxy. Without TLS, connects only to this computer's loopback addresses.
 */
export function directRoute(limits: Limits): Route {
  let pool: Pool | undefined;
  return {
    get(url, headers, receiver) {
      pool ??= new Pool(url.origin, {
        connections: limits.concurrent,
        connect: { timeout: limits.connect, ...(url.protocol === 'http:' && onThisMachine) },
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      const response = new ResponseHandler(receiver);
      const path = url.pathname + url.search;
      pool.dispatch({ method: 'GET', path, headers: { ...headers, 'accept-encoding': 'gzip' } }, response);
      return () => response.stop();
    },
    close() {
      pool?.destroy().catch(() => {});
      pool = undefined;
    },
  };
}

/** Resolves `localhost` without DNS, which could return another computer's address. */
const onThisMachine: Pick<TcpNetConnectOpts, 'lookup' | 'autoSelectFamily'> = {
  autoSelectFamily: true,
  lookup(hostname, _options, found) {
    if (hostname !== 'localhost') return found(new Error(`${hostname} is not this machine.`), []);
    found(null, [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]);
  },
};

/** Passes a response to a receiver, decompressed. */
class ResponseHandler implements Dispatcher.DispatchHandler {
  readonly #receiver: Receiver;
  #controller: Dispatcher.DispatchController | undefined;
  #gunzip: Gunzip | undefined;
  #isStopped = false;

  constructor(receiver: Receiver) {
    this.#receiver = receiver;
  }

  /** Also stops a request that is still waiting for a connection. */
  stop(): void {
    this.#isStopped = true;
    this.#controller?.abort(OVER);
    this.#gunzip?.destroy();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isStopped) controller.abort(OVER);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    if (status < 200) return;
    const header = (name: string) => {
      const value = headers[name];
      return Array.isArray(value) ? value.join(', ') : value;
    };
    this.#receiver.head(status, header);
    switch (header('content-encoding')?.trim().toLowerCase()) {
      case undefined:
      case '':
      case 'identity':
        return;
      case 'gzip':
      case 'x-gzip':
        this.#gunzip = createGunzip();
        receiveAll(this.#gunzip, this.#receiver).catch(this.#receiver.fail);
        return;
      default:
        throw new ServiceError('not-json', 'The body has a content encoding that was not asked for.', {
          found: message("a content encoding that wasn't requested"),
        });
    }
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#gunzip === undefined) this.#receiver.chunk(chunk);
    else if (!this.#gunzip.write(chunk)) {
      controller.pause();
      this.#gunzip.once('drain', () => controller.resume());
    }
  }

  onResponseEnd(): void {
    if (this.#gunzip === undefined) this.#receiver.end();
    else this.#gunzip.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#gunzip === undefined) this.#receiver.fail(error);
    else this.#gunzip.destroy(error);
  }
}
