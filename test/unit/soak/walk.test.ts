import assert from 'node:assert/strict';
import { BLOCK, type Choice, type Step, walk } from '../../soak/walk.ts';

const choices: readonly Choice[] = [
  { name: 'often', place: 'one', weight: 90 },
  { name: 'sometimes', place: 'one', weight: 9 },
  { name: 'rarely', place: 'other', weight: 1 },
];
const steps = (seed: number, actions: number) => [...walk(seed, actions, choices)];
const named = (all: readonly Step[], name: string) =>
  all.filter((step) => step.kind === 'action' && step.name === name).length;

/** Returns the numbers of actions before each measurement, and 0 for a reload. */
function lengths(all: readonly Step[]): readonly number[] {
  const done: number[] = [];
  let length = 0;
  for (const { kind } of all) {
    if (kind === 'action') length++;
    else done.push(length);
    if (kind !== 'action') length = 0;
  }
  return done;
}

describe('A walk', () => {
  it('is the same for the same seed, and another one for another seed', () => {
    assert.deepEqual(steps(3, 3_000), steps(3, 3_000));
    assert.notDeepEqual(steps(3, 3_000), steps(4, 3_000));
  });

  it('has the given number of actions, in blocks that end with a measurement', () => {
    for (const [actions, blocks] of [
      [3_000, 10],
      [301, 2],
      [1, 1],
    ] as const) {
      const measured = lengths(steps(1, actions)).filter((length) => length > 0);
      assert.deepEqual(measured, Array(blocks).fill(BLOCK), String(actions));
    }
  });

  it('has each action in each block, the more the higher its weight is', () => {
    const all = steps(2, 3_000);
    for (let start = 0; start < all.length; ) {
      const end = all.findIndex(({ kind }, at) => at >= start && kind === 'measure');
      for (const { name } of choices)
        assert.ok(named(all.slice(start, end), name) > 0, `${name} at ${start}`);
      start = end + 1;
    }
    assert.ok(named(all, 'often') > 5 * named(all, 'sometimes'));
    assert.ok(named(all, 'sometimes') > 2 * named(all, 'rarely'));
  });

  it('mostly stays in one place', () => {
    const halves: readonly Choice[] = choices.map((choice) => ({ ...choice, weight: 1 }));
    const names = [...walk(1, BLOCK, halves)].flatMap((step) => (step.kind === 'action' ? [step.name] : []));
    const changes = names.filter(
      (name, at) => at > 0 && (name === 'rarely') !== (names[at - 1] === 'rarely'),
    );
    assert.ok(changes.length > 5 && changes.length < 80, String(changes.length));
  });

  it('measures at least twice between two reloads', () => {
    for (let seed = 0; seed < 50; seed++) {
      const kinds = steps(seed, 3_000).flatMap(({ kind }) => (kind === 'action' ? [] : [kind[0]]));
      const parts = kinds.join('').split('r');
      assert.ok(parts.length > 1 && parts.every((part) => part.length > 1), parts.join(' '));
    }
  });
});
