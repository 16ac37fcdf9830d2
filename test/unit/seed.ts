/**
 * Loaded before all unit tests: `npm test` draws the same random cases each time, so that what it says is about the change at hand;
 * `npm run test:all` draws new ones. A failure is printed with its seed.
 */
import process from 'node:process';
import fc from 'fast-check';

if (process.env['PARTNER_LOGS_SEEDS'] !== 'new') fc.configureGlobal({ seed: 20_261_122 });
