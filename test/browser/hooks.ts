/** Hooks of all browser tests: they keep what was in sight when a test failed. */
import { keepSights } from './browsers.ts';

export const mochaHooks = {
  async afterEach(this: Mocha.Context): Promise<void> {
    const test = this.currentTest;
    if (test?.state === 'failed' && test.file) await keepSights(test.file, test.title);
  },
};
