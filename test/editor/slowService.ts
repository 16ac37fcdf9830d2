import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { SampleService } from '../../src/sample/server.ts';

export interface SlowService {
  readonly baseUrl: string;
  /** Paths of the requests that came with the key of the sample service, from the moment they arrived. */
  readonly withKey: readonly string[];
  /** Paths of those that are not answered yet. */
  readonly unanswered: readonly string[];
  /** Set to have every request answered with this status. */
  failWith: number | undefined;
  /** Once so many requests whose path and query match came, answers nothing until what it returns is called. */
  hold(isOf: RegExp, requests: number): () => void;
  close(): Promise<void>;
}

/** A sample service that takes its time, and counts requests as they arrive. */
export async function startSlowService(sample: SampleService, milliseconds: number): Promise<SlowService> {
  const withKey: string[] = [];
  const unanswered = new Set<{ readonly url: string }>();
  let onArrival = (_url: string) => {};
  let released = Promise.resolve();
  const server = http.createServer(async (request, response) => {
    const arrived = { url: String(request.url) };
    if (request.headers['x-service-key'] === sample.key) {
      withKey.push(arrived.url);
      unanswered.add(arrived);
      onArrival(arrived.url);
      response.on('close', () => unanswered.delete(arrived));
    }
    await setTimeout(milliseconds);
    await released;
    unanswered.delete(arrived);
    if (slow.failWith !== undefined) return response.writeHead(slow.failWith).end();
    const headers = { 'X-Service-Key': String(request.headers['x-service-key']) };
    return http
      .get(sample.baseUrl + arrived.url, { headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      })
      .on('error', () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const slow: SlowService = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    withKey,
    get unanswered() {
      return [...unanswered].map(({ url }) => url);
    },
    failWith: undefined,
    hold(isOf, requests) {
      let still = requests;
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      onArrival = (url) => {
        if (isOf.test(url) && --still === 0) released = held;
      };
      return release;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return slow;
}
