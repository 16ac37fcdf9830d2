/** The sample service: a loopback HTTP server that implements the interface with fictitious data. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { failure, Refusal, type SampleAnswer } from './answers.ts';
import { sampleDomains } from './sampleDomains.ts';
import { SampleRoutes, type World } from './sampleRoutes.ts';

export interface SampleOptions extends Partial<World> {
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

/** Starts the service on a free port of 127.0.0.1, with a random key. */
export async function startSampleService({
  seed = 1,
  now = () => new Date(),
  domains = sampleDomains,
  latencyMs = 0,
}: SampleOptions = {}): Promise<SampleService> {
  const key = randomBytes(24).toString('base64url');
  const routes = new SampleRoutes({ seed, now, domains });
  const requests: RecordedRequest[] = [];

  const answer = async (request: IncomingMessage): Promise<SampleAnswer> => {
    try {
      const sentKey = request.headers['x-service-key'];
      if (typeof sentKey !== 'string' || !isSameKey(sentKey, key)) return failure('unauthorized');
      if (request.method !== 'GET') return failure('bad request');
      const [path = '', query = ''] = (request.url ?? '').split(/\?(.*)/s);
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
  server.listen(0, '127.0.0.1');
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
