import type { LogTarget } from '../connections/logTarget.ts';
import { type Attack, noMatch } from '../http/attack.ts';
import type { DetectionLog } from '../service/model.ts';
import { message } from '../text/l10n.ts';
import { type ReadLogOptions, readLog } from '../work/logWork.ts';

export const LOOKING: Attack = noMatch(message('Searching…'));

/** Finds the attack in a log, on a separate thread if the log is large. Never rejects. */
export async function attackIn(
  { row }: LogTarget,
  { rawData, description, mayHavePlaceholders }: DetectionLog,
  options: ReadLogOptions,
): Promise<Attack> {
  const request = { rawData, description, detectedValue: row?.detectedValue, mayHavePlaceholders };
  const read = await readLog('readAttack', request, options);
  return 'result' in read
    ? read.result
    : noMatch(
        message("Unknown, because the search didn't finish. {0} To try again, reopen the log.", read.problem),
      );
}
