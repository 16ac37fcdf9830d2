/** The sample service: a loopback HTTP server that implements the interface with fictitious data. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { failure, Refusal, type SampleAnswer } from './answers.ts';
import { sampleDomains } from './sampleDomains.ts';
import { SampleRoutes, type World } from './sampleRoutes.ts';

export interface SampleService {
  /** `http://127.0.0.1:<port>`. */
  readonly baseUrl: string;
  readonly key: string;
  /** Drops all connections and stops listening. */
  close(): Promise<void>;
}

/** Starts the service on a free port of 127.0.0.1, with a random key. */
export async function startSampleService({
  now = () => new Date(),
  domains = sampleDomains,
}: Partial<World> = {}): Promise<SampleService> {
  const key = randomBytes(24).toString('base64url');
  const routes = new SampleRoutes({ now, domains });

  const answer = async (request: IncomingMessage): Promise<SampleAnswer> => {
    try {
      // No secret depends on the duration of this comparison, because the data is fictitious.
      if (request.headers['x-service-key'] !== key) return failure('unauthorized');
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
    close: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
