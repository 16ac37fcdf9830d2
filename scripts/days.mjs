/** The dates and times at which `npm test -- days` runs the unit tests, and the tests that can depend on them. */
import { testsReaching } from './reach.mjs';

const DAY = 86_400_000;

/**
 * Returns the values of PARTNER_LOGS_CLOCK (`test/unit/clock.ts`), by title.
 * @returns {readonly { title: string, clock: string }[]}
 */
export function clocks(now = Date.now()) {
  /** @param {(date: Date) => boolean} holds */
  const daysUntil = (holds) => {
    let days = 1;
    while (!holds(new Date(now + days * DAY))) days++;
    return days;
  };
  const is31st = daysUntil((date) => date.getUTCDate() === 31);
  const isLeapDay = daysUntil((date) => date.getUTCMonth() === 1 && date.getUTCDate() === 29);
  const shifted = [
    ...[1, 9, 40, 400].map((days) => ({ title: `at day +${days}`, days })),
    { title: 'on the 31st of a month', days: is31st },
    { title: 'on 29 February', days: isLeapDay },
  ];
  return [
    ...shifted.map(({ title, days }) => ({ title, clock: String(days * DAY) })),
    { title: 'at 23:59:30', clock: 'endOfDay' },
  ];
}

/** The clock is read, or files are loaded or started that cannot be found here. */
const CLOCK = /\bDate\.now\b|\bnew Date\(\)|\bnew Worker\(|'node:child_process'|\bimport\((?!')/;

/** Returns the tests that read the clock. @param {readonly string[]} tests */
export function testsWithClock(tests) {
  return testsReaching(tests, (_, text) => CLOCK.test(text));
}
