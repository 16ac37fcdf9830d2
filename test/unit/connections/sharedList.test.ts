import assert from 'node:assert/strict';
import fc from 'fast-check';
import { OrderedMemento, SharedList } from '../../../src/connections/sharedList.ts';
import { amount } from '../../proofs.ts';
import { EditorState } from './editorState.ts';

interface Value {
  readonly id: string;
  readonly name?: string;
  readonly baseUrl?: string;
  readonly pinned?: boolean;
}

/** Two windows that share a state, with timers that the test advances. */
class Windows {
  readonly editor = new EditorState();
  now = 1000;
  changes = 0;
  #timers = new Set<() => void>();
  readonly lists: [SharedList<Value>, SharedList<Value>] = [this.open(), this.open()];

  open(): SharedList<Value> {
    return new SharedList<Value>({
      state: new OrderedMemento(this.editor.open()),
      key: 'values',
      idOf: ({ id }) => id,
      onChange: () => this.changes++,
      now: () => this.now,
      after: (_, task) => {
        this.#timers.add(task);
        return () => this.#timers.delete(task);
      },
    });
  }

  /** Delivers all messages. */
  async arrive(): Promise<void> {
    do await new Promise(setImmediate);
    while (this.editor.step(0));
  }

  /** Delivers all messages and runs all checks. */
  async settle(): Promise<void> {
    await this.arrive();
    while (this.#timers.size > 0) {
      const due = [...this.#timers];
      this.#timers.clear();
      for (const task of due) task();
      await this.arrive();
    }
  }

  /**
   * Closes a window and opens it again. The editor first stores its state, and the new window knows only the stored
   * state.
   */
  async reload(window: 0 | 1): Promise<void> {
    this.lists[window].dispose();
    await this.arrive();
    this.lists[window] = this.open();
  }

  /** Makes both windows read again, as they do when they get the focus, until neither writes anything. */
  async agree(): Promise<void> {
    for (let round = 0; round < 3; round++) {
      for (const list of this.lists) list.reread();
      await this.settle();
    }
  }

  /** Returns the values in each window and in a newly opened one. */
  views(): (readonly Value[])[] {
    return [...this.lists, this.open()].map((list) => list.list());
  }
}

describe('SharedList', () => {
  it('keeps what both add at once', async () => {
    const windows = new Windows();
    const [here, there] = windows.lists;
    void here.set('a', { id: 'a' });
    void there.set('b', { id: 'b' });
    await windows.settle();
    assert.deepEqual(windows.views(), Array(3).fill([{ id: 'a' }, { id: 'b' }]));
  });

  it('keeps two fields of one entry that are set at once', async () => {
    const windows = new Windows();
    const [here, there] = windows.lists;
    void here.set('a', { id: 'a', baseUrl: 'https://a.example' });
    void there.set('a', { id: 'a', pinned: true });
    await windows.settle();
    assert.deepEqual(
      windows.views(),
      Array(3).fill([{ id: 'a', baseUrl: 'https://a.example', pinned: true }]),
    );
  });

  it('does not get back what one window removed when the other changes it at once', async () => {
    const windows = new Windows();
    const [here, there] = windows.lists;
    void here.set('a', { id: 'a' });
    await windows.settle();
    void here.remove(({ id }) => id === 'a');
    windows.now += 5;
    void there.set('a', { name: 'renamed' });
    await windows.settle();
    assert.deepEqual(windows.views(), [[], [], []]);
  });

  it('returns what is added again after it was removed, without its earlier values', async () => {
    const windows = new Windows();
    const [here, there] = windows.lists;
    void here.set('a', { id: 'a', baseUrl: 'https://b.example' });
    await windows.settle();
    void there.remove(() => true);
    await windows.settle();
    void here.set('a', { id: 'a', pinned: true });
    await windows.settle();
    assert.deepEqual(windows.views(), Array(3).fill([{ id: 'a', pinned: true }]));
    assert.equal(here.isUnused, false);
  });

  it('keeps what is long known when a window with an old copy of the state writes', async () => {
    const windows = new Windows();
    await Promise.all([windows.lists[0].set('a', { id: 'a' }), windows.settle()]);
    const old = windows.editor.open('{}');
    await Promise.all([old.update('other', 1), windows.settle()]);
    windows.lists[0].reread();
    await windows.settle();
    assert.deepEqual(windows.views(), [[{ id: 'a' }], [{ id: 'a' }], [{ id: 'a' }]]);
  });

  it('does not get back what another window removed so long ago that the removal is forgotten', async () => {
    const windows = new Windows();
    const [one, other] = windows.lists;
    await Promise.all([one.set('a', { id: 'a' }), windows.settle()]);
    other.reread();
    for (const id of ['a', ...Array.from({ length: 60 }, (_, index) => `b${index}`)]) {
      windows.now++;
      await Promise.all([one.set(id, { id }), windows.settle()]);
      windows.now++;
      await Promise.all([one.remove((value) => value.id === id), windows.settle()]);
    }
    other.reread();
    await windows.settle();
    assert.deepEqual(windows.views(), [[], [], []]);
  });

  it('keeps the same values, and the same array, until something changes', async () => {
    const windows = new Windows();
    const [here, there] = windows.lists;
    void here.set('a', { id: 'a' });
    await windows.settle();
    const before = here.list();
    assert.equal(here.list(), before);
    void there.set('b', { id: 'b' });
    await windows.settle();
    assert.equal(here.list()[0], before[0]);
  });

  it('reports once what another window changed, when it is read again', async () => {
    const windows = new Windows();
    const [here, there] = windows.lists;
    void there.set('a', { id: 'a' });
    await windows.settle();
    windows.changes = 0;
    here.reread();
    here.reread();
    assert.equal(windows.changes, 1);
  });

  it('remembers a bounded number of removed entries', async () => {
    const windows = new Windows();
    const [here] = windows.lists;
    for (let round = 0; round < 200; round++) {
      void here.set(`entry ${round}`, { id: `entry ${round}`, name: 'x'.repeat(100) });
      void here.remove(() => true);
      await windows.arrive();
    }
    await windows.settle();
    const { entries } = windows.editor.stored()['values'] as { entries: unknown[] };
    assert.equal(entries.length, 50);
    assert.ok(JSON.stringify(entries).length < 10_000);
  });

  it('loses nothing that was not removed, in whatever order changes arrive', async function () {
    this.timeout(60_000);
    const id = fc.constantFrom('a', 'b', 'c', 'd');
    const window = fc.constantFrom(0, 1);
    const action = fc.oneof(
      fc.record({ what: fc.constant('add' as const), window }),
      fc.record({ what: fc.constant('set' as const), window, id, field: fc.constantFrom('name', 'baseUrl') }),
      fc.record({ what: fc.constant('remove' as const), window, id }),
      fc.record({ what: fc.constant('step' as const), way: fc.nat(7) }),
      fc.record({ what: fc.constant('arrive' as const) }),
      fc.record({ what: fc.constant('pass' as const), milliseconds: fc.nat(3) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 60, size: 'max' }), async (actions) => {
        const windows = new Windows();
        const names = ['a', 'b', 'c', 'd'];
        const added = new Set<string>();
        const removed = new Set<string>();
        /** The value that each window last set, by entry and field. */
        const set = new Map<string, (string | undefined)[]>();
        let count = 0;
        for (const act of actions) {
          await new Promise(setImmediate);
          if (act.what === 'step') windows.editor.step(act.way);
          else if (act.what === 'arrive') await windows.arrive();
          else if (act.what === 'pass') windows.now += act.milliseconds;
          else {
            const list = windows.lists[act.window] ?? assert.fail();
            const name = act.what === 'add' ? names[added.size] : act.id;
            const isKnown = name !== undefined && list.get(name) !== undefined;
            if (act.what === 'add' && name !== undefined) {
              added.add(name);
              void list.set(name, { id: name });
            } else if (act.what === 'remove' && isKnown) {
              removed.add(name);
              void list.remove((value) => value.id === name);
            } else if (act.what === 'set' && isKnown) {
              const both = set.get(`${name} ${act.field}`) ?? [];
              both[act.window] = `value ${count++}`;
              set.set(`${name} ${act.field}`, both);
              void list.set(name, { [act.field]: both[act.window] });
            }
          }
        }
        await windows.settle();
        const [one, ...others] = windows.views();
        for (const other of others) assert.deepEqual(other, one);
        assert.deepEqual(
          one?.map((value) => value.id).sort(),
          [...added].filter((each) => !removed.has(each)).sort(),
        );
        for (const value of one ?? []) {
          for (const field of ['name', 'baseUrl'] as const) {
            const either = set.get(`${value.id} ${field}`) ?? [undefined];
            assert.ok(either.filter((_, at) => at in either).includes(value[field]), `${value.id} ${field}`);
          }
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('brings both windows to one list, also when one is loaded again just after a change', async function () {
    this.timeout(60_000);
    const id = fc.constantFrom('a', 'b', 'c');
    const window = fc.constantFrom(0 as const, 1 as const);
    const action = fc.oneof(
      fc.record({ what: fc.constant('set' as const), window, id }),
      fc.record({ what: fc.constant('remove' as const), window, id }),
      fc.record({ what: fc.constant('step' as const), way: fc.nat(7) }),
      fc.record({ what: fc.constant('step' as const), way: fc.nat(7) }),
      fc.record({ what: fc.constant('look' as const), window }),
      fc.record({ what: fc.constant('reload' as const), window }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 40, size: 'max' }), async (actions) => {
        const windows = new Windows();
        for (const act of actions) {
          await new Promise(setImmediate);
          windows.now++;
          if (act.what === 'step') windows.editor.step(act.way);
          else if (act.what === 'reload') await windows.reload(act.window);
          else if (act.what === 'look') windows.lists[act.window].reread();
          else if (act.what === 'set') void windows.lists[act.window].set(act.id, { id: act.id });
          else void windows.lists[act.window].remove((value) => value.id === act.id);
        }
        await windows.settle();
        await windows.agree();
        const [one, ...others] = windows.views();
        for (const other of others) assert.deepEqual(other, one);
      }),
      { numRuns: amount(1_000) },
    );
  });
});
