/** Whether the suites of hostile texts, faults and interleavings run in full, as `npm run test:all` does. */
export const isWhole = process.env['PARTNER_LOGS_PROOFS'] === 'all';
