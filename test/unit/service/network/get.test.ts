import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { defaultLimits } from '../../../../src/service/limits.ts';
import { get } from '../../../../src/service/network/get.ts';
import { directRoute, editorRoute, type Route } from '../../../../src/service/network/routes.ts';
import { message } from '../../../../src/text/l10n.ts';
import { KEY, useLoopback } from '../loopback.ts';

const MIB = 1024 * 1024;
const request = { url: new URL('https://api.example.com/x'), keyHeader: 'X-Service-Key', key: KEY };
const never = new AbortController().signal;

/** Returns a route to a response with this status and body. */
const responding =
  (status: number, body: Uint8Array): Route =>
  async (_url, _headers, { head, chunk }) => {
    head(status, () => undefined, undefined);
    chunk(body);
    // A route can use the memory of a part again.
    body.fill(0);
  };

describe('get', () => {
  const { http, closing } = useLoopback();

  it('reads at most 16 MiB of a success and 256 KiB of any other response', async () => {
    const read = async (status: number, bytes: number) => {
      const answer = await get(responding(status, Buffer.alloc(bytes, ' ')), request, defaultLimits, never);
      assert.ok([undefined, 0x20].includes(answer.body[0]));
      return answer.body.byteLength;
    };
    assert.equal(await read(200, 16 * MIB), 16 * MIB);
    await assert.rejects(read(200, 16 * MIB + 1), {
      code: 'too-large',
      facts: { expected: message('at most {0} MiB', 16) },
    });
    assert.equal(await read(401, MIB / 4), MIB / 4);
    assert.equal(await read(401, MIB / 4 + 1), 0);
  });

  it('decompresses a whole success, and the part of any other response that arrived in time', async () => {
    const sent = randomBytes(MIB / 4).toString('base64');
    const { baseUrl } = await http(({ url }, answer) => {
      const zipped = gzipSync(url === '/200' ? sent : 'refused');
      answer.writeHead(Number(url?.slice(1)), { 'Content-Encoding': 'gzip' });
      if (url === '/200') answer.end(zipped);
      else answer.write(zipped.subarray(0, -8));
    });
    const route = directRoute(defaultLimits);
    closing.push(() => route.close());
    for (const [path, text] of Object.entries({ '/200': sent, '/403': 'refused' })) {
      const asked = { ...request, url: new URL(path, baseUrl) };
      const { body } = await get(route.get, asked, { ...defaultLimits, errorBody: 50 }, never);
      assert.ok(Buffer.from(body).toString() === text);
    }
  });

  it('gives the editor’s `fetch` no dispatcher, no cookies, and no address without encryption', async () => {
    let given: RequestInit = {};
    const route = editorRoute(async (_, init) => {
      given = init;
      return { status: 200, headers: new Headers(), body: null };
    });
    await get(route, request, defaultLimits, never);
    const { signal: _, headers: __, ...rest } = given;
    assert.deepEqual(rest, { method: 'GET', redirect: 'manual', credentials: 'omit' });
    const plain = { ...request, url: new URL('http://127.0.0.1:9') };
    await assert.rejects(get(route, plain, defaultLimits, never), { code: 'bad-setting' });
  });
});
