import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isServiceError } from '../../../../src/base/errors.ts';
import { createLogService } from '../../../../src/service/client.ts';
import { defaultConventions } from '../../../../src/service/conventions.ts';
import { defaultLimits } from '../../../../src/service/limits.ts';
import type { Fetch } from '../../../../src/service/network/editorRoute.ts';
import { type FetchReply, FetchServer, HostFetch } from '../../../../src/service/network/threadFetch.ts';
import { fetchWithoutTls } from '../loopback.ts';

/**
 * Returns a fetch through the thread's side and the host's side, with messages copied as they would be between threads.
 */
function throughHost(fetch: Fetch): { readonly fetch: Fetch; readonly server: FetchServer } {
  const server = new FetchServer(fetch);
  const host = new HostFetch((message) =>
    server.receive(structuredClone(message), (reply, transfer = []) => {
      host.receive(structuredClone<FetchReply>(reply, { transfer: [...transfer] }));
    }),
  );
  return { fetch: host.fetch, server };
}

const answers: Readonly<Record<string, RequestListener>> = {
  'a reset': (request) => request.socket.destroy(),
  'a body that is cut off': (_, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('{"message"', () => response.destroy());
  },
  'a refusal': (_, response) => {
    response.writeHead(401, { 'content-type': 'application/json' });
    response.end('{"message":{"key":"RES000033","value":"Unauthorized"}}');
  },
  'a request to wait': (_, response) => response.writeHead(429, { 'retry-after': '7' }).end(),
  'a redirection': (_, response) => response.writeHead(302, { location: 'https://other.example/' }).end(),
  'a page of HTML': (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
  'an empty body': (_, response) => response.writeHead(200).end(),
};

describe('HostFetch', function () {
  this.timeout(60_000);
  let server: Server;
  let listener: RequestListener;
  const limits = { ...defaultLimits, tries: 1, bytes: 1024 };

  before(async () => {
    server = createServer((request, response) => listener(request, response)).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  async function faultOf(fetch: Fetch, signal?: AbortSignal) {
    const baseUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const options = { baseUrl, key: async () => 'k', conventions: defaultConventions };
    const service = createLogService({ ...options, onlyRoute: 'editor' }, { fetch, limits });
    try {
      await service.domains({ page: 1, perPage: 10 }, { ...(signal && { signal }) });
    } catch (error) {
      assert.ok(isServiceError(error));
      return { code: error.code, message: error.message, facts: error.facts };
    } finally {
      service.dispose();
    }
    return assert.fail('nothing failed');
  }

  for (const [what, answer] of Object.entries(answers)) {
    it(`tells of ${what} as a fetch here does`, async () => {
      listener = answer;
      assert.deepEqual(await faultOf(throughHost(fetchWithoutTls).fetch), await faultOf(fetchWithoutTls));
    });
  }

  it('refuses a body that is too large', async () => {
    listener = (_, response) => response.end('x'.repeat(5000));
    assert.equal((await faultOf(throughHost(fetchWithoutTls).fetch)).code, 'too-large');
  });

  it('reads no more of a body without an end than is too large', async () => {
    let read = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (; ; read++) yield new Uint8Array(1024 * 1024);
    }
    const answered: Fetch = async () => ({ status: 200, headers: new Headers(), body: endless() });
    assert.equal((await faultOf(throughHost(answered).fetch)).code, 'too-large');
    assert.equal(read, defaultLimits.bytes / 1024 / 1024);
  });

  it('is aborted there when the caller stops here, or all is over', async () => {
    const forever = (_: URL, { signal }: RequestInit): ReturnType<Fetch> =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
    const controller = new AbortController();
    const stopped = throughHost((url, init) => {
      setImmediate(() => controller.abort());
      return forever(url, init);
    });
    assert.equal((await faultOf(stopped.fetch, controller.signal)).code, 'cancelled');
    const closed = throughHost((url, init) => {
      setImmediate(() => closed.server.close());
      return forever(url, init);
    });
    assert.equal((await faultOf(closed.fetch)).code, 'network');
  });
});
