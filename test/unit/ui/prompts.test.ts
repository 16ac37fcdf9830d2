import assert from 'node:assert/strict';
import type * as Prompts from '../../../src/ui/prompts.ts';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';

type Answer = 'value' | 'back' | 'skip' | 'cancel';
const OVER_SKIPPED = '1/3, 3/3 back, 1/3, 3/3 back';
const AGAIN = '1/3, 3/3 back, 1/3, 2/3 back, 3/3 back';

describe('prompts', () => {
  let window: FakeWindow;
  let prompts: typeof Prompts;

  before(async () => {
    window = await FakeWindow.open(plainProfile(), 1);
    prompts = await window.load<typeof Prompts>('ui/prompts.ts');
  });

  after(() => window?.close());

  // The answers of each prompt in turn, and which prompts were shown, with “back” if they could go back.
  for (const [title, answers, done, shown] of [
    ['runs in order', ['value', 'value'], true, '1/2, 2/2 back'],
    ['ends when the user cancels', ['value', 'cancel', ''], false, '1/3, 2/3 back'],
    ['goes back over skipped prompts', ['value value', 'skip skip', 'back value'], true, OVER_SKIPPED],
    ['shows a prompt that is no longer skipped', ['value value', 'skip value', 'back value'], true, AGAIN],
    ['repeats the first prompt instead of going back', ['skip', 'back value'], true, '2/2, 2/2'],
  ] as const) {
    it(`steps › ${title}`, async () => {
      const seen: string[] = [];
      const isDone = await prompts.steps(
        answers.map((left): Prompts.Step => {
          const answersLeft = left.split(' ') as Answer[];
          return async ({ step, totalSteps, canGoBack }) => {
            const answer = answersLeft.shift();
            assert.ok(answer, `prompt ${step} was shown once too often`);
            if (answer !== 'skip') seen.push(`${step}/${totalSteps}${canGoBack ? ' back' : ''}`);
            if (answer === 'cancel') return undefined;
            return answer === 'value' ? { value: step } : answer;
          };
        }),
      );
      assert.deepEqual([isDone, seen.join(', ')], [done, shown]);
    });
  }

  it('acceptedItem › is the selected row, else the first one that the user has seen unless text was typed', () => {
    const [first, other] = [{ label: 'first' }, { label: 'other' }];
    const pick = { selectedItems: [], activeItems: [], items: [first, other], value: '' };
    const { acceptedItem } = prompts;
    assert.equal(acceptedItem({ ...pick, selectedItems: [other], activeItems: [first], value: 'o' }), other);
    assert.equal(acceptedItem({ ...pick, activeItems: [other] }), other);
    assert.equal(acceptedItem(pick), first);
    assert.equal(acceptedItem({ ...pick, items: [] }), undefined);
    assert.equal(acceptedItem({ ...pick, activeItems: [other], value: 'no such row' }), undefined);
  });
});
