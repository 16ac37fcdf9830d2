import type { TcpNetConnectOpts } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import request from 'undici/lib/api/api-request.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import { ServiceError } from '../../base/errors.ts';
import { message } from '../../text/l10n.ts';
import type { Limits } from '../limits.ts';
import type { Route } from './routes.ts';

/**
 * Creates the direct route: the extension's own keep-alive connections to the origin of the first request. Uses no
 * proxy. Without TLS, connects only to this computer's loopback addresses.
 */
export function directRoute(limits: Limits): { readonly get: Route; readonly close: () => void } {
  let pool: Pool | undefined;
  return {
    async get(url, headers, signal) {
      pool ??= new Pool(url.origin, {
        connections: limits.concurrent,
        connect: { timeout: limits.connect, ...(url.protocol === 'http:' && onThisMachine) },
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      const {
        statusCode,
        headers: received,
        body,
      } = await request.call(pool, {
        method: 'GET',
        path: url.pathname + url.search,
        headers: { ...headers, 'accept-encoding': 'gzip' },
        signal,
      });
      const header = (name: string) => {
        const value = received[name];
        return Array.isArray(value) ? value.join(', ') : value;
      };
      return { status: statusCode, header, body: decompressed(header('content-encoding'), body) };
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

/** @throws ServiceError `not-json` for an encoding that was not requested */
async function* decompressed(
  encoding = 'identity',
  body: Readable,
): AsyncGenerator<Uint8Array, void, undefined> {
  switch (encoding.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return yield* pipeline(body, createGunzip(), () => {});
    case 'identity':
    case '':
      return yield* body;
    default:
      throw new ServiceError('not-json', 'The body has a content encoding that was not asked for.', {
        found: message("a content encoding that wasn't requested"),
      });
  }
}
