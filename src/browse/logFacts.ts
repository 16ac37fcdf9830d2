import type { LogRow } from '../service/model.ts';
import { rowTimes, type TimeStyle } from '../text/zonedTime.ts';

/** Returns what tells a log apart from others, in one line: rule, time and path, as far as they are known. Not safe to show as it is. */
export function logFacts(
  { rule, time, uri }: Pick<LogRow, 'rule' | 'time' | 'uri'>,
  times: TimeStyle,
): string {
  return [rule, time && rowTimes(time, times), uri].filter(Boolean).join('  ');
}
