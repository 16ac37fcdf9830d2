import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';
import { until } from '../../until.ts';

const uriOf = (base: string) => {
  const query = `base=${base}&domain=1&idx=1&type=WAF`;
  return { scheme: 'vscode', authority: 'partner-logs.partner-logs', path: '/log', query } as vscode.Uri;
};

describe('Links', () => {
  let window: FakeWindow;
  beforeEach(async () => {
    window = await FakeWindow.open(plainProfile());
    await window.parts.connections.save({ id: 'c', name: 'c', baseUrl: 'https://c.example' });
  });
  afterEach(() => window.close());

  it('opens nothing of a service without a connection, and fills in no address', async () => {
    const { lookUp } = window.parts;
    assert.equal((await lookUp.fromUri(uriOf('https://c.example')))?.connectionId, 'c');
    for (const base of ['https://other.example', 'https://c.example:8443', 'http://c.example'])
      assert.equal(await lookUp.fromUri(uriOf(base)), undefined, base);
    window.fake.takes = 'Add Connection…';
    const opened = lookUp.handleUri(uriOf('https://other.example'));
    const prompt = await until('a prompt', () => window.fake.inputs.findLast(({ isOpen }) => isOpen));
    assert.equal(prompt?.value, '');
    prompt?.hide();
    await opened;
    assert.deepEqual(
      window.parts.connections.list().map(({ baseUrl }) => baseUrl),
      ['https://c.example'],
    );
  });

  it('prompts for one of several connections, and ignores the case of the host', async () => {
    const { connections, lookUp } = window.parts;
    await connections.save({ id: 'd', name: 'd', baseUrl: 'https://c.example' });
    const opened = lookUp.fromUri(uriOf('HTTPS://C.Example:443/'));
    const pick = await until('the prompt', () => window.fake.picks.find(({ isOpen }) => isOpen));
    assert.equal(pick?.items.length, 2);
    pick?.take(({ label }) => label.includes('(d)'));
    assert.equal((await opened)?.connectionId, 'd');
  });

  it('restores a log of the connection it was shown from, without a prompt, where two have one base URL', async () => {
    const { connections, links } = window.parts;
    await connections.save({ id: 'd', name: 'd', baseUrl: 'https://c.example' });
    const key = { domain: 1, idx: 1, detectedType: 'WAF' };
    const target = (connectionId: string) => ({ connectionId, key });
    const stored = ['c', 'd'].map((id) => links.toStored(target(id)));
    for (const [at, id] of ['c', 'd'].entries())
      assert.deepEqual(await links.fromStored(stored[at] ?? ''), target(id));
    assert.equal(await links.fromStored(links.toLink(target('c'))), undefined);
    await connections.remove('d');
    assert.deepEqual(await links.fromStored(stored[1] ?? ''), target('c'));
    assert.deepEqual(window.fake.picks, []);
  });
});
