/**
 * Loaded before all unit tests. `npm test` uses the same random cases each time, so that its result depends only on the
 * change; `npm run test:all` uses new ones. A failure is printed with its seed. A file that leaves something open, such as
 * a timer or a server, fails, because it would not end on its own.
 */
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { isNew } from '../proofs.ts';
import { until } from '../until.ts';

if (!isNew) fc.configureGlobal({ seed: 20_261_122 });

/** Returns what keeps the process from ending, by kind: `Timeout`, `TCPServerWrap`. */
async function openResources(): Promise<readonly string[]> {
  // From here on, this includes the timer for the time limit of a hook.
  await pause(0);
  return process.getActiveResourcesInfo();
}

/** What was open before the file. */
let before: readonly string[];

export const mochaHooks = {
  async beforeAll(): Promise<void> {
    before = await openResources();
  },
  async afterAll(this: Mocha.Context): Promise<void> {
    const files = this.test?.parent?.suites.map(({ file }) => file).join(', ');
    await until(
      `the end of what ${files} left open`,
      async () => {
        const rest = [...before];
        return (await openResources()).filter((kind) => {
          const at = rest.indexOf(kind);
          if (at >= 0) rest.splice(at, 1);
          return at < 0;
        });
      },
      (left) => left.length === 0,
      20,
    );
  },
};
