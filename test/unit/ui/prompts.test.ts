import assert from 'node:assert/strict';
import type * as Prompts from '../../../src/ui/prompts.ts';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';

type Answer = 'value' | 'back' | 'skip' | 'cancel';

describe('prompts', () => {
  let window: FakeWindow;
  let prompts: typeof Prompts;

  before(async () => {
    window = await FakeWindow.open(plainProfile(), 1);
    prompts = await window.load<typeof Prompts>('ui/prompts.ts');
  });

  after(() => window?.close());

  /** Each case: the answers of each prompt in turn, and which prompts were shown, with “back” if they could go back. */
  const series: Record<string, { answers: Answer[][]; done: boolean; shown: string[] }> = {
    'runs in order': { answers: [['value'], ['value']], done: true, shown: ['1/2', '2/2 back'] },
    'ends when the user cancels': {
      answers: [['value'], ['cancel'], []],
      done: false,
      shown: ['1/3', '2/3 back'],
    },
    'goes back over skipped prompts': {
      answers: [
        ['value', 'value'],
        ['skip', 'skip'],
        ['back', 'value'],
      ],
      done: true,
      shown: ['1/3', '3/3 back', '1/3', '3/3 back'],
    },
    'shows a prompt that is no longer skipped': {
      answers: [
        ['value', 'value'],
        ['skip', 'value'],
        ['back', 'value'],
      ],
      done: true,
      shown: ['1/3', '3/3 back', '1/3', '2/3 back', '3/3 back'],
    },
    'repeats the first prompt that is shown instead of going back': {
      answers: [['skip'], ['back', 'value']],
      done: true,
      shown: ['2/2', '2/2'],
    },
  };
  for (const [title, { answers, done, shown }] of Object.entries(series)) {
    it(`steps › ${title}`, async () => {
      const seen: string[] = [];
      const isDone = await prompts.steps(
        answers.map((left): Prompts.Step => {
          const answersLeft = [...left];
          return async ({ step, totalSteps, canGoBack }) => {
            const answer = answersLeft.shift();
            assert.ok(answer, `prompt ${step} was shown once too often`);
            if (answer !== 'skip') seen.push(`${step}/${totalSteps}${canGoBack ? ' back' : ''}`);
            if (answer === 'cancel') return undefined;
            return answer === 'value' ? { value: step } : answer;
          };
        }),
      );
      assert.deepEqual([isDone, seen], [done, shown]);
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
