/**
 * Loaded before all unit tests. `npm test` uses the same random cases each time, so that its result depends only on the
 * change; `npm run test:all` uses new ones. A failure is printed with its seed.
 */
import fc from 'fast-check';
import { isNew } from '../proofs.ts';

if (!isNew) fc.configureGlobal({ seed: 20_261_122 });
