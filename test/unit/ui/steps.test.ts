import assert from 'node:assert/strict';
import { type Step, steps } from '../../../src/ui/steps.ts';

/**
 * Runs prompts with the given answers, one list for each prompt. Records which prompts were shown and which could go
 * back.
 */
async function run(...prompts: readonly (readonly ('value' | 'back' | 'skip' | 'cancel')[])[]) {
  const shown: string[] = [];
  const done = await steps(
    prompts.map((answers): Step => {
      const left = [...answers];
      return async ({ step, totalSteps, canGoBack }) => {
        const answer = left.shift();
        assert.ok(answer, `prompt ${step} is asked once too often`);
        if (answer !== 'skip') shown.push(`${step}/${totalSteps}${canGoBack ? ' back' : ''}`);
        if (answer === 'cancel') return undefined;
        return answer === 'value' ? { value: step } : answer;
      };
    }),
  );
  return { done, shown };
}

describe('steps', () => {
  it('runs steps in order until one is cancelled', async () => {
    assert.deepEqual(await run(['value'], ['value']), { done: true, shown: ['1/2', '2/2 back'] });
    assert.deepEqual(await run(['value'], ['cancel'], []), { done: false, shown: ['1/3', '2/3 back'] });
  });

  it('goes back to the prompt that was answered before, over those that were skipped', async () => {
    assert.deepEqual(await run(['value', 'value'], ['skip', 'skip'], ['back', 'value']), {
      done: true,
      shown: ['1/3', '3/3 back', '1/3', '3/3 back'],
    });
  });

  it('goes on with a prompt that is no longer skipped', async () => {
    assert.deepEqual(await run(['value', 'value'], ['skip', 'value'], ['back', 'value']), {
      done: true,
      shown: ['1/3', '3/3 back', '1/3', '2/3 back', '3/3 back'],
    });
  });

  it('has no way back, and asks again, where every prompt before was skipped', async () => {
    assert.deepEqual(await run(['skip'], ['skip'], ['back', 'value']), { done: true, shown: ['3/3', '3/3'] });
  });
});
