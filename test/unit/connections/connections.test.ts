/** Connections, their keys, and the data stored about them, in one or two windows. */
import assert from 'node:assert/strict';
import { isServiceError } from '../../../src/base/errors.ts';
import type * as services from '../../../src/connections/services.ts';
import type { LogRow } from '../../../src/service/model.ts';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';
import { until } from '../../until.ts';

const a = { id: 'A', name: 'A', baseUrl: 'https://a.example/v1' };
const b = { id: 'B', name: 'B', baseUrl: 'https://b.example' };
const entryOf = ({ name, baseUrl }: typeof a) => ({ name, baseUrl });
const secretOf = (name: string, origin: string) => `partnerLogs.key:${JSON.stringify([name, origin])}`;

describe('Connections', () => {
  let profile: ReturnType<typeof plainProfile>;
  let here: FakeWindow;
  let there: FakeWindow;
  beforeEach(async () => {
    profile = plainProfile();
    here = await FakeWindow.open(profile, 81);
    there = await FakeWindow.open(profile, 82);
  });
  afterEach(() => {
    here.close();
    there.close();
  });

  /** Adds a connection with a key. */
  async function add(connection: typeof a, key = 'secret-key') {
    await here.parts.keys.store(connection, key);
    await here.parts.connections.save(connection);
  }
  const edit = (setting: unknown) => {
    profile.settings['partnerLogs.connections'] = setting;
    for (const event of profile.configurations)
      event.fire({ affectsConfiguration: (name) => name === 'partnerLogs.connections' });
  };
  const idsIn = ({ parts }: FakeWindow) => parts.connections.list().map(({ id }) => id);
  const storedKeys = () => [...profile.secrets.values.keys()];

  it('are in the setting, without a key, and in every window at once', async () => {
    await add(a);
    assert.deepEqual(profile.settings['partnerLogs.connections'], [entryOf(a)]);
    assert.deepEqual(idsIn(there), ['A']);
    await there.parts.connections.remove('A');
    assert.deepEqual([idsIn(here), profile.settings['partnerLogs.connections']], [[], undefined]);
  });

  it('are written once more if another window overwrites them in the meantime', async () => {
    const [changes] = profile.configurations;
    const overwriting = changes?.event(() => {
      overwriting?.dispose();
      edit([entryOf(b)]);
    });
    await add(a);
    assert.deepEqual(profile.settings['partnerLogs.connections'], [entryOf(b), entryOf(a)]);
    assert.deepEqual(idsIn(there), ['B', 'A']);
  });

  it('keep the sample connection and files until they are removed, not in the setting', async () => {
    const sample = { id: 'sample:', name: 'Sample Data', baseUrl: 'sample:' };
    await here.parts.connections.save(sample);
    const again = await FakeWindow.open(profile, 83);
    assert.deepEqual(again.parts.connections.list(), [sample]);
    assert.equal(profile.settings['partnerLogs.connections'], undefined);
    await again.parts.connections.remove('sample:');
    assert.deepEqual(idsIn(again), []);
    again.close();
  });

  describe('keys', () => {
    it('are stored under the name and origin, and read once', async () => {
      await add(a);
      assert.deepEqual([...profile.secrets.values], [[secretOf('A', 'https://a.example'), 'secret-key']]);
      assert.equal(await there.parts.keys.get(a), 'secret-key');
      profile.secrets.isLocked = true;
      assert.equal(await there.parts.keys.get(a), 'secret-key');
      assert.equal(await here.parts.keys.get(a), 'secret-key');
    });

    it('are not sent to another origin or used for another name', async () => {
      await add(a);
      const { keys } = there.parts;
      assert.equal(await keys.get({ ...a, baseUrl: 'https://a.example/v2' }), 'secret-key');
      for (const other of [b, { ...a, name: 'C' }, { ...a, baseUrl: 'https://a.example:8443' }])
        assert.equal(await keys.get(other), undefined);
    });

    it('are deleted when their connection leaves the setting, but not those that another window is adding', async () => {
      await add(a);
      await add(b);
      await here.parts.keys.store({ ...b, id: 'C', name: 'C' }, 'added there');
      edit([entryOf(b)]);
      await until('the key to go', () => storedKeys().length === 2);
      assert.ok(!storedKeys().includes(secretOf('A', 'https://a.example')));
      assert.equal(await here.parts.keys.get(a), undefined);
    });

    it('are deleted in the next session if the connection left the setting while no window was open', async () => {
      await add(a);
      here.close();
      there.close();
      delete profile.settings['partnerLogs.connections'];
      const next = await FakeWindow.open(profile, 81);
      await until('the key to go', () => storedKeys().length === 0);
      next.close();
    });

    it('are reported as unreadable when the keyring fails, and read later', async () => {
      await add(a);
      profile.secrets.isLocked = true;
      await assert.rejects(there.parts.services.of('A'), (error) => isServiceError(error, 'key-unreadable'));
      profile.secrets.isLocked = false;
      await there.parts.services.of('A');
    });

    it('that cannot be stored are used for the session', async () => {
      profile.secrets.isLocked = true;
      await assert.rejects(here.parts.keys.store(a, 'secret-key'));
      await here.parts.connections.save(a);
      assert.equal(await here.parts.keys.get(a), 'secret-key');
    });

    it('that another window replaces are read again', async () => {
      await add(a);
      await there.parts.services.of('A');
      const ending = there.parts.services.ending('A');
      await here.parts.keys.store(a, 'newer');
      assert.ok(isServiceError(ending.reason, 'connection-changed'));
      assert.equal(await there.parts.keys.get(a), 'newer');
    });
  });

  describe('Services.ending', () => {
    const entry = { name: 'A', baseUrl: a.baseUrl };
    const other = { name: 'B', baseUrl: b.baseUrl };
    for (const [what, entries, code] of [
      ['the base URL changes', [{ ...entry, baseUrl: 'https://a.example/v2' }], 'connection-changed'],
      ['the differences change', [{ ...entry, differences: { keyHeader: 'X-Other' } }], 'connection-changed'],
      ['the entry becomes wrong', [{ ...entry, differences: 7 }], 'connection-changed'],
      ['the connection is removed', [], 'connection-removed'],
      ['the connection is renamed', [{ ...entry, name: 'New' }], 'connection-removed'],
    ] as const) {
      it(`is aborted when ${what}, but not for another connection`, async () => {
        edit([entry, other]);
        const { services } = there.parts;
        const [ended, kept] = [services.ending('A'), services.ending('B')];
        edit([...entries, other]);
        assert.ok(isServiceError(ended.reason, code), String(ended.reason));
        assert.equal(kept.aborted, false);
      });
    }
  });

  it('use no proxy while proxies are turned off', async () => {
    const { isProxied } = await here.load<typeof services>('connections/services.ts');
    profile.settings['http.proxy'] = 'http://proxy.example';
    assert.equal(isProxied(), true);
    profile.settings['http.proxySupport'] = 'off';
    assert.equal(isProxied(), false);
  });

  describe('recent logs', () => {
    const target = (idx: number, connectionId = 'A') => ({
      connectionId,
      key: { domain: 7, idx, detectedType: 'WAF' },
    });
    const row: LogRow = {
      idx: 1,
      rule: 'SQL Injection',
      time: '2026-11-21 07:03:12',
      uri: '/reset?token=secret',
      address: '203.0.113.9',
      other: { x: 'hostile' },
    };
    const listed = ({ parts }: FakeWindow) => parts.recent.list().map(({ key }) => key.idx);
    beforeEach(async () => {
      await add(a);
      await add(b);
    });

    it('are the last 50, latest first, each once, in every window', async () => {
      const { recent } = here.parts;
      for (let idx = 1; idx <= 60; idx++) await recent.add(target(idx), 'shop.example');
      await recent.add(target(30), undefined);
      assert.equal(listed(there).length, 50);
      assert.deepEqual(listed(there).slice(0, 3), [30, 60, 59]);
      assert.equal(recent.list()[0]?.domainName, 'shop.example');
      await recent.remove(target(30));
      assert.deepEqual(listed(here).slice(0, 1), [60]);
      await recent.clear();
      assert.deepEqual(listed(here), []);
    });

    it('contain the rule and time, and no other content', async () => {
      await here.parts.recent.add({ ...target(1), row }, 'shop.example');
      await here.parts.recent.add(target(1), 'shop.example');
      assert.doesNotMatch(JSON.stringify(profile.open().get('recentLogs')), /secret|203\.0|hostile/);
      const { rule, time } = here.parts.recent.list()[0] ?? {};
      assert.deepEqual([rule, time], ['SQL Injection', '2026-11-21 07:03:12']);
    });

    it('contain no key that the service sent back', async () => {
      const { recent } = here.parts;
      await recent.add({ ...target(1), row: { ...row, rule: 'secret-key' } }, 'secret-key.example');
      const key = { domain: 7, idx: 2, detectedType: 'secret-key' };
      await recent.add({ connectionId: 'A', key }, undefined);
      assert.ok(!JSON.stringify(profile.open().get('recentLogs')).includes('secret-key'));
      assert.deepEqual(listed(here), [1]);
    });

    it('are neither listed nor opened while the connection is removed or at another base URL', async () => {
      await here.parts.recent.add({ ...target(1), row }, 'shop.example');
      await here.parts.recent.add(target(2, 'B'), undefined);
      const listedBefore = here.parts.recent.list();
      edit([{ name: 'A', baseUrl: 'https://a.example/v2' }]);
      assert.ok(listedBefore.every(({ ending }) => ending?.aborted));
      assert.deepEqual(listed(there), []);
      edit([{ name: 'A', baseUrl: 'https://a.example/v1' }]);
      assert.deepEqual(listed(there), [1]);
    });
  });

  describe('pinned domains', () => {
    const domain = { connectionId: 'A', index: 7, name: 'n'.repeat(1000) };

    it('are shared by windows, and the first domain is pinned only once', async () => {
      const { pinned } = here.parts;
      await pinned.pinFirst(domain);
      assert.ok(there.parts.pinned.has(domain));
      await there.parts.pinned.unpin(domain);
      await pinned.pinFirst(domain);
      assert.deepEqual(pinned.list(), []);
    });

    it('have truncated names', async () => {
      await here.parts.pinned.pin(domain);
      assert.equal(here.parts.pinned.list()[0]?.name, `${'n'.repeat(300)}…`);
    });

    it('are shown in the other window when it gets the focus', async () => {
      let changes = 0;
      there.parts.pinned.onDidChange(() => changes++);
      await here.parts.pinned.pin(domain);
      for (let round = 0; round < 2; round++) there.fake.focus(true);
      assert.equal(changes, 1);
    });
  });
});
