import type { LogTarget } from '../connections/logTarget.ts';
import type { Matching } from '../http/ruleMatch.ts';
import type { DetectionLog } from '../service/model.ts';
import { message } from '../text/l10n.ts';
import { type ReadLogOptions, readLog } from '../work/readLog.ts';

export const LOOKING: Matching = message('Searching…');

/** Searches for the text that the rule matched, in a thread of its own when the log is large. Never rejects. */
export async function matchesIn(
  { row }: LogTarget,
  { rawData, description }: DetectionLog,
  options: ReadLogOptions,
): Promise<Matching> {
  const request = { rawData, description, detectedValue: row?.detectedValue };
  const read = await readLog('readMatches', request, options);
  return 'result' in read
    ? read.result
    : message('Unknown, because the search did not finish. {0} Open the log again to retry.', read.problem);
}
