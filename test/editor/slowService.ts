import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SampleService } from '../../src/sample/server.ts';

export interface SlowService {
  readonly baseUrl: string;
  /** Paths of the requests that came with the key of the sample service, from the moment they arrived. */
  readonly withKey: readonly string[];
  /** Set to have every request answered with this status. */
  failWith: number | undefined;
  close(): Promise<void>;
}

/** A sample service that takes its time, and counts requests as they arrive. */
export async function startSlowService(sample: SampleService, milliseconds: number): Promise<SlowService> {
  const withKey: string[] = [];
  const server = http.createServer((request, response) => {
    if (request.headers['x-service-key'] === sample.key) withKey.push(String(request.url));
    setTimeout(() => {
      if (slow.failWith !== undefined) return response.writeHead(slow.failWith).end();
      const headers = { 'X-Service-Key': String(request.headers['x-service-key']) };
      return http
        .get(sample.baseUrl + String(request.url), { headers }, (answer) => {
          response.writeHead(answer.statusCode ?? 500, answer.headers);
          answer.pipe(response);
        })
        .on('error', () => response.destroy());
    }, milliseconds);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const slow: SlowService = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    withKey,
    failWith: undefined,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return slow;
}
