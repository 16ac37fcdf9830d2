import assert from 'node:assert/strict';
import { Trail } from '../../soak/trail.ts';

describe('The trail of a walk', () => {
  it('lists its last actions, also the one that failed', async () => {
    const trail = new Trail();
    for (const name of ['open', 'close', 'scroll']) await trail.perform(name, async () => {});
    const failing = trail.perform('sort', () => Promise.reject(new Error('not sorted')));
    await assert.rejects(failing, /not sorted/);
    assert.deepEqual(trail.last(2).split('\n'), ['  scroll, 0.0 s', '  sort, 0.0 s']);
  });

  it('adds the durations of each kind of action, the longest total first', async () => {
    const trail = new Trail();
    const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 30));
    await trail.perform('open', async () => {});
    for (let time = 0; time < 2; time++) await trail.perform('scroll', pause);
    const [first = '', second = ''] = trail.times().split('\n');
    assert.match(first, /^ {2}scroll: 2 × \d+\.\d\d s = \d+ s$/);
    assert.match(second, /^ {2}open: 1 × /);
  });
});
