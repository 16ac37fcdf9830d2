import assert from 'node:assert/strict';
import { resolveConventions } from '../../../src/service/conventions.ts';
import { Prober } from '../../../src/setup/prober.ts';

const baseUrl = 'https://api.example.com';
const place = { baseUrl, conventions: resolveConventions(undefined, baseUrl) };

/** A search whose requests are all answered so, and the number that were sent. */
function searching(status: number, key: string, retryAfter?: string) {
  const sent = { requests: 0 };
  const body = { message: { key, value: '' } };
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
  return { sent, ask };
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

  it('waits 20 s in all for a busy service, a second at least each time', async () => {
    const { sent, ask } = searching(503, 'RES000090', '0');
    assert.equal((await ask()).ok, false);
    assert.equal(sent.requests, 21);
    const later = searching(503, 'RES000090', '21');
    assert.equal((await later.ask()).ok, false);
    assert.equal(later.sent.requests, 1);
  });
});
