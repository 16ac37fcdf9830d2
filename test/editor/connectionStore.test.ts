import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { ConnectionStore } from '../../src/connections/connectionStore.ts';

/**
 * Returns a state shared by two windows. The editor keeps each window's copy of global state up to date but sends no
 * event.
 */
function sharedState(): vscode.Memento {
  const values = new Map<string, unknown>();
  return {
    keys: () => [...values.keys()],
    get: <T>(key: string, fallback?: T) => (values.has(key) ? values.get(key) : fallback) as T,
    update: async (key: string, value: unknown) => {
      values.set(key, value);
    },
  };
}

describe('ConnectionStore', () => {
  it('is read again on focus, and tells only when another window changed it', async () => {
    const state = sharedState();
    const [here, there] = [new ConnectionStore(state), new ConnectionStore(state)];
    let changes = 0;
    here.onDidChange(() => {
      changes++;
    });
    here.reread();
    assert.equal(changes, 0);
    await there.save({ id: 'a', name: 'A', baseUrl: 'https://a.example' });
    assert.equal(here.get('a')?.name, 'A', 'before use it is read anyway');
    here.reread();
    here.reread();
    assert.equal(changes, 1);
    await there.remove('a');
    here.reread();
    assert.equal(changes, 2);
    assert.deepEqual(here.list(), []);
  });

  it('keeps its order when one is changed', async () => {
    const store = new ConnectionStore(sharedState());
    for (const id of ['a', 'b', 'c']) await store.save({ id, name: id, baseUrl: `https://${id}.example` });
    await store.save({ id: 'b', name: 'B', baseUrl: 'https://b.example' });
    assert.deepEqual(
      store.list().map(({ name }) => name),
      ['a', 'B', 'c'],
    );
  });
});
