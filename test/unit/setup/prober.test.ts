import assert from 'node:assert/strict';
import { resolveConventions } from '../../../src/service/conventions.ts';
import { Prober } from '../../../src/setup/prober.ts';

const baseUrl = 'https://api.example.com';
const place = { baseUrl, conventions: resolveConventions(undefined, baseUrl) };

/** Returns a search in which all requests get this response, and the number of requests sent. */
function searching(status: number, key: string, retryAfter?: string, data?: object) {
  const sent = { requests: 0 };
  const body = { message: { key, value: '' }, ...(data && { data }) };
  const head = {
    contentType: 'application/json',
    location: undefined,
    allow: undefined,
    authenticate: undefined,
  };
  const probe = async () => {
    sent.requests++;
    return { ...head, status, retryAfter, body, text: JSON.stringify(body) };
  };
  const { signal } = new AbortController();
  const prober = new Prober(Object.assign(probe, { close: () => {} }), baseUrl, {
    key: 'key',
    signal,
    onTry: () => {},
  });
  const ask = () => prober.ask(undefined, place, { read: 'domains', page: { page: 1, perPage: 10 } });
  return { sent, ask, prober };
}

describe('Prober', () => {
  it('sends 40 requests', async () => {
    const { sent, ask } = searching(404, 'RES000018');
    for (let request = 1; request <= 40; request++) await ask();
    await assert.rejects(ask(), { what: 'requests' });
    assert.equal(sent.requests, 40);
  });

  it('takes four refusals of the key', async () => {
    const { sent, ask } = searching(401, 'RES000033');
    for (let request = 1; request <= 4; request++) await ask();
    await assert.rejects(ask(), { what: 'refusals' });
    assert.equal(sent.requests, 4);
  });

  it('takes names from links beside the items, and none from the items', async () => {
    const next = '/logs?page%5Bnumber%5D=2&page%5Bsize%5D=20&cur_page=9';
    const items = [{ uri: '/shop?page_no=7' }];
    const { ask, prober } = searching(200, 'RES000000', undefined, { items, links: { next } });
    await ask();
    assert.deepEqual(prober.hintsFor('page', null), ['page[number]', 'cur_page']);
    assert.deepEqual(prober.hintsFor('perPage', null), ['page[size]']);
  });

  it('takes names that a refusal lists as known or joins, and not those that were sent', async () => {
    const { ask, prober } = searching(
      400,
      'Unknown parameter page; known: p, skip, startDate and endDate are required',
    );
    await ask();
    assert.deepEqual(prober.hintsFor('page', null), ['p']);
    assert.deepEqual(prober.hintsFor('offset', null), ['skip']);
  });

  it('finds the one header that carries the key by leaving some out of each request', async () => {
    const headers = Array.from({ length: 40 }, (_, at) => `X-Key-${at}`);
    for (const right of ['X-Key-0', 'X-Key-17', 'X-Key-39']) {
      let refusals = 0;
      const probe = async ({ keyHeaders }: { readonly keyHeaders: readonly string[] }) => {
        const isRight = keyHeaders.includes(right);
        if (!isRight) refusals += 1;
        const body = {
          message: { key: isRight ? 'RES000000' : 'RES000033', value: '' },
          data: { items: [] },
        };
        return {
          status: isRight ? 200 : 401,
          contentType: '',
          retryAfter: undefined,
          body,
          text: JSON.stringify(body),
        };
      };
      const { signal } = new AbortController();
      const prober = new Prober(Object.assign(probe, { close: () => {} }), baseUrl, {
        key: 'key',
        signal,
        onTry: () => {},
      });
      prober.keyHeaders = headers;
      for (let request = 0; prober.keyHeaders.length > 1 && request < 20; request += 1)
        await prober.ask(undefined, place, { read: 'domains', page: { page: 1, perPage: 10 } });
      assert.deepEqual(prober.keyHeaders, [right]);
      assert.ok(refusals <= 3, `${refusals} refusals`);
    }
  });

  it('waits 20 s in all for a busy service, a second at least each time', async () => {
    const { sent, ask } = searching(503, 'RES000090', '0');
    assert.equal((await ask()).ok, false);
    assert.equal(sent.requests, 21);
    const later = searching(503, 'RES000090', '21');
    assert.equal((await later.ask()).ok, false);
    assert.equal(later.sent.requests, 1);
  });
});
