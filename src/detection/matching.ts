import type { LogTarget } from '../connections/logTarget.ts';
import type { Matching } from '../http/ruleMatch.ts';
import type { DetectionLog } from '../service/model.ts';
import { type ReadLogOptions, readLog } from '../work/readLog.ts';

export const LOOKING: Matching = 'Searching…';

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
    : `Unknown, because the search did not finish. ${read.problem} Open the log again to retry.`;
}
