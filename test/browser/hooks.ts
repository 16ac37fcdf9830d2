/** Hooks for all browser tests. After a failed test, they store the visible page and close everything that is open. */
import { until } from '../until.ts';
import { clearWindows, keepPages } from './browsers.ts';

/** Maximum duration of a file in milliseconds, with a large margin. */
const FILE = 300_000;

export const mochaHooks = {
  /**
   * A file must run within a single day. At midnight, the sample service has new logs, and today's counts start over.
   */
  async beforeAll(this: Mocha.Context): Promise<void> {
    this.timeout(2 * FILE);
    const left = () => 86_400_000 - (Date.now() % 86_400_000);
    await until('a day that lasts as long as this file', left, (time) => time > FILE, 1.2 * (FILE / 1_000));
  },

  async afterEach(this: Mocha.Context): Promise<void> {
    const test = this.currentTest;
    // A test that will run again has no state.
    if (!test?.file || test.isPassed() || test.isPending()) return;
    await keepPages(test.file, test.title);
    await clearWindows();
  },
};
