/** The dates and times at which `npm test -- days` runs the unit tests, and the tests that can depend on them. */
import { testsReaching } from './reach.mjs';

const DATES = ['2027-01-01', '2027-03-31', '2028-02-29', '2029-11-08'];

/** The values of PARTNER_LOGS_CLOCK (`test/unit/clock.ts`), by title. */
export const clocks = [
  ...DATES.map((date) => ({
    title: `on ${date}`,
    clock: String(Date.parse(`${date}T08:00Z`) - Date.now()),
  })),
  { title: 'at 23:59:30', clock: 'endOfDay' },
];

/** The clock is read, or files are loaded or started that cannot be found here. */
const CLOCK = /\bDate\.now\b|\bnew Date\(\)|\bnew Worker\(|'node:child_process'|\bimport\((?!')/;

/** Returns the tests that read the clock. @param {readonly string[]} tests */
export function testsWithClock(tests) {
  return testsReaching(tests, (_, text) => CLOCK.test(text));
}
