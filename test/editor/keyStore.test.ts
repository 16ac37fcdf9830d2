import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { KeyStore } from '../../src/connections/keyStore.ts';

const connection = { id: 'a', name: 'A', baseUrl: 'https://api.example/v1' };

/** Returns a keyring that the test can make fail, or change as another window would. */
function keyring() {
  const values = new Map<string, string>();
  const changed = new vscode.EventEmitter<vscode.SecretStorageChangeEvent>();
  const state = { reads: 0, fails: false };
  const attempt = () => {
    if (state.fails) throw new Error('The keyring is locked.');
  };
  const secrets: vscode.SecretStorage = {
    onDidChange: changed.event,
    get: async (key: string) => {
      state.reads++;
      attempt();
      return values.get(key);
    },
    store: async (key: string, value: string) => {
      attempt();
      values.set(key, value);
      changed.fire({ key });
    },
    delete: async (key: string) => {
      attempt();
      values.delete(key);
      changed.fire({ key });
    },
  };
  return { secrets, state, values, changed };
}

describe('KeyStore', () => {
  it('reads a key once a session, and not at all when it was stored in it', async () => {
    const { secrets, state } = keyring();
    const first = new KeyStore(secrets);
    await first.store(connection, 'secret');
    assert.equal(await first.get(connection), 'secret');
    assert.equal(state.reads, 0);
    const second = new KeyStore(secrets);
    await Promise.all([second.get(connection), second.get(connection)]);
    assert.equal(await second.get(connection), 'secret');
    assert.equal(state.reads, 1);
  });

  it("binds a key to its connection's origin, not to its path", async () => {
    const keys = new KeyStore(keyring().secrets);
    await keys.store(connection, 'secret');
    assert.equal(await keys.get({ ...connection, baseUrl: 'https://api.example/v2' }), 'secret');
    assert.equal(await keys.get({ ...connection, baseUrl: 'https://other.example/v1' }), undefined);
    assert.equal(await keys.get({ ...connection, baseUrl: 'https://api.example:8443/v1' }), undefined);
  });

  it('stores a key under a name that does not contain it', async () => {
    const { secrets, values } = keyring();
    await new KeyStore(secrets).store(connection, 'secret');
    assert.deepEqual([...values], [['partnerLogs.key:a:https://api.example', 'secret']]);
  });

  it('treats keys of a failing keyring as missing, and uses one for the session once it is typed again', async () => {
    const { secrets, state } = keyring();
    const keys = new KeyStore(secrets);
    state.fails = true;
    assert.equal(await keys.get(connection), undefined);
    await assert.rejects(keys.store(connection, 'secret'), /locked/);
    assert.equal(await keys.get(connection), 'secret');
  });

  it('reads a key again after the keyring failed, and then no more', async () => {
    const { secrets, state, values } = keyring();
    await new KeyStore(secrets).store(connection, 'secret');
    assert.equal(values.size, 1);
    const keys = new KeyStore(secrets);
    state.fails = true;
    assert.equal(await keys.get(connection), undefined);
    state.fails = false;
    assert.equal(await keys.get(connection), 'secret');
    assert.equal(await keys.get(connection), 'secret');
    assert.equal(state.reads, 2);
  });

  it('typed while a read fails serve the session', async () => {
    const { secrets, state } = keyring();
    const keys = new KeyStore(secrets);
    state.fails = true;
    const failing = keys.get(connection);
    await assert.rejects(keys.store(connection, 'secret'), /locked/);
    assert.equal(await failing, undefined);
    assert.equal(await keys.get(connection), 'secret');
  });

  it('that another window changed are read again', async () => {
    const { secrets, values, changed } = keyring();
    const keys = new KeyStore(secrets);
    await keys.store(connection, 'secret');
    let changes = 0;
    keys.onDidChange(() => {
      changes++;
    });
    const [name] = [...values.keys()];
    assert.ok(name);
    values.set(name, 'newer');
    changed.fire({ key: name });
    assert.equal(changes, 1);
    assert.equal(await keys.get(connection), 'newer');
  });
});
