import { type Message, message } from '../../text/l10n.ts';
import { firstAllowedDay, parseDay } from '../calendar.ts';
import type { DateRange } from '../model.ts';

/**
 * Reads one day or two, `2026-11-01 to 2026-11-21`, with the separator left to the person.
 *
 * @param today the day it is for the service, which decides the first day that it serves (section 8)
 */
export function parseTypedDays(text: string, today: string): DateRange | { readonly problem: Message } {
  const days = (text.match(/\d[\d-]*/g) ?? []).map(parseDay);
  const [from, to = from] = days;
  if (
    from === undefined ||
    to === undefined ||
    days.includes(undefined) ||
    days.length > 2 ||
    /[^\d\s,;:.–to-]/i.test(text)
  ) {
    return {
      problem: message('Enter one day or two, for example {0} to {1}', `${today.slice(0, 8)}01`, today),
    };
  }
  if (from > to) return { problem: message('The first day is after the last day.') };
  const first = firstAllowedDay(today);
  return from < first ? { problem: message('The service has logs from {0} on', first) } : { from, to };
}
