/** Hooks of all browser tests: after a failed one they keep what was in sight, and close its prompts. */
import { closePrompts, keepSights } from './browsers.ts';

export const mochaHooks = {
  async afterEach(this: Mocha.Context): Promise<void> {
    const test = this.currentTest;
    if (test?.state !== 'failed' || !test.file) return;
    await keepSights(test.file, test.title);
    await closePrompts();
  },
};
