/**
 * Loaded before all unit tests: `npm test` draws the same random cases each time, so that what it says is about the change at hand;
 * `npm run test:all` draws new ones. A failure is printed with its seed.
 */
import fc from 'fast-check';
import { isNew } from '../proofs.ts';

if (!isNew) fc.configureGlobal({ seed: 20_261_122 });
