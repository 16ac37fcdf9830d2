/**
 * Mocha's spec reporter, which also writes its counts as JSON to the file that `PARTNER_LOGS_COUNTS` names. Inside the editor,
 * where there is no terminal, its lines go to the file that `PARTNER_LOGS_OUTPUT` names.
 */
import { appendFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { format } from 'node:util';
import Mocha from 'mocha';

const { Base, Spec } = Mocha.reporters;
const { PARTNER_LOGS_COUNTS: counts, PARTNER_LOGS_OUTPUT: output } = process.env;

if (output) Base.consoleLog = (...parts) => appendFileSync(output, `${format(...parts)}\n`);

export default class CountsReporter extends Spec {
  /** @param {Mocha.Runner} runner @param {Mocha.MochaOptions} options */
  constructor(runner, options) {
    super(runner, options);
    runner.once(Mocha.Runner.constants.EVENT_RUN_END, () => {
      const { passes: passed = 0, failures: failed = 0 } = runner.stats ?? {};
      if (counts) writeFileSync(counts, JSON.stringify({ passed, failed }));
    });
  }
}
