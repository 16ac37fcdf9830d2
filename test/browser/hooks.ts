/** What all browser tests have in common: what was in sight when one failed is kept. */
import { keepSights } from './browsers.ts';

export const mochaHooks = {
  async afterEach(this: Mocha.Context): Promise<void> {
    const test = this.currentTest;
    if (test?.state === 'failed' && test.file) await keepSights(test.file, test.title);
  },
};
