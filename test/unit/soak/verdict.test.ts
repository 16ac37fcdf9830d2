import assert from 'node:assert/strict';
import { faultsOf, moreListeners, table } from '../../soak/verdict.ts';

const before = {
  heaps: { host: 50e6, page: 80e6 },
  reused: { nodes: 1_000 },
  counts: { listeners: 10 },
  listeners: { '() => one()': 7, '() => other()': 3 },
  rejections: [],
  errors: [],
};

describe('The verdict on a window', () => {
  it('has no fault up to a tenth more memory and as many listeners', () => {
    const after = { ...before, heaps: { host: 55e6, page: 10e6 }, counts: { listeners: 10 } };
    assert.deepEqual(faultsOf(before, after), []);
  });

  it('names each heap that grew by more', () => {
    const after = { ...before, heaps: { host: 55.1e6, page: 88.1e6 } };
    assert.deepEqual(faultsOf(before, after), [
      'The heap of the host grew from 50.0 MB to 55.1 MB.',
      'The heap of the page grew from 80.0 MB to 88.1 MB.',
    ]);
  });

  it('names one listener more, also of a kind that was not there before', () => {
    const after = { ...before, counts: { listeners: 11, sockets: 1 } };
    assert.deepEqual(faultsOf(before, after), ['listeners: 11, 10 before.', 'sockets: 1, 0 before.']);
  });

  it('allows a fifth more of what the editor reuses', () => {
    assert.deepEqual(faultsOf(before, { ...before, reused: { nodes: 1_200 } }), []);
    assert.deepEqual(faultsOf(before, { ...before, reused: { nodes: 1_201 } }), [
      'nodes: 1201, 1000 before.',
    ]);
  });

  it('contains rejections and errors of the page', () => {
    const after = { ...before, rejections: ['Error: one'], errors: ['Error: other'] };
    assert.deepEqual(faultsOf(before, after), ['Error: one', 'Error: other']);
  });

  it('names the functions of which more listen', () => {
    const after = { ...before, listeners: { '() => one()': 9, '() => other()': 1, '() => new()': 1 } };
    assert.equal(moreListeners(before, after), '  2 × () => one()\n  1 × () => new()');
  });

  it('is a line of a table for each measurement', () => {
    assert.equal(
      table({ done: 600, sinceReload: 300, elapsed: '4.0 min', measured: before }),
      '600 actions (300 since the reload), 4.0 min: host 50.0 MB, page 80.0 MB, listeners 10, nodes 1000',
    );
  });
});
