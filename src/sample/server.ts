/** The sample service: a loopback HTTP server that implements the interface with fictitious data. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { defaultConventions } from '../service/differences.ts';
import { failure, Refusal, type SampleAnswer } from './answers.ts';
import { SampleRoutes } from './sampleRoutes.ts';

export interface SampleOptions {
  /** Defaults to 1. The same seed, clock, and counts always give the same data. */
  readonly seed?: number;
  readonly now?: () => Date;
  /** The required key; defaults to a random one. */
  readonly key?: string;
  /** The port; defaults to 0, which selects any free port. */
  readonly port?: number;
  /** The number of logs for each domain that has logs; by default, there are about 3,000 in total. */
  readonly logsPerDomain?: number;
  /** The way in which the list of logs is paginated; defaults to `page`. */
  readonly paging?: 'page' | 'offset';
  /** The delay before each response, in milliseconds. */
  readonly latencyMs?: number;
}

interface RecordedRequest {
  readonly method: string;
  /** Path and query, as sent. */
  readonly path: string;
  readonly status: number;
}

export interface SampleService {
  /** `http://127.0.0.1:<port>`. */
  readonly baseUrl: string;
  readonly key: string;
  /** The most recent answered requests, oldest first. */
  readonly requests: readonly RecordedRequest[];
  /** Drops all connections and stops listening. */
  close(): Promise<void>;
}

const KEPT_REQUESTS = 1000;

/**
 * Starts the service on 127.0.0.1.
 * @throws a system error if the port is in use
 */
export async function startSampleService(options: SampleOptions = {}): Promise<SampleService> {
  const key = options.key ?? randomBytes(24).toString('base64url');
  const { latencyMs = 0 } = options;
  const conventions = defaultConventions;
  const routes = new SampleRoutes({
    seed: options.seed ?? 1,
    now: options.now ?? (() => new Date()),
    logsPerDomain: options.logsPerDomain,
    paging: options.paging ?? conventions.logsPaging,
    conventions,
  });
  const requests: RecordedRequest[] = [];

  const answer = async (request: IncomingMessage): Promise<SampleAnswer> => {
    try {
      const sentKey = request.headers[conventions.keyHeader.toLowerCase()];
      if (typeof sentKey !== 'string' || !isSameKey(sentKey, key)) return failure('unauthorized');
      if (request.method !== 'GET') return failure('bad request');
      const [path = '', query] = splitOnce(request.url ?? '', '?');
      return await routes.answer(path, new URLSearchParams(query));
    } catch (error) {
      return failure(error instanceof Refusal ? error.fault : 'server error');
    }
  };

  const server = createServer(async (request, response) => {
    request.resume();
    const { status, body } = await answer(request);
    if (latencyMs > 0) await setTimeout(latencyMs, undefined, { ref: false });
    requests.push({
      method: request.method ?? '',
      path: (request.url ?? '').replaceAll(key, '(the key)'),
      status,
    });
    if (requests.length > KEPT_REQUESTS) requests.shift();
    const text = JSON.stringify(body);
    response.writeHead(status, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(text),
      'Cache-Control': 'no-store',
    });
    response.end(text);
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');

  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key,
    requests,
    close: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Compares keys in constant time, so that the duration reveals nothing about the key. */
function isSameKey(sent: string, key: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(sent), digest(key));
}

function splitOnce(text: string, separator: string): [before: string, after: string] {
  const place = text.indexOf(separator);
  return place < 0 ? [text, ''] : [text.slice(0, place), text.slice(place + separator.length)];
}
