/** Determines how to read the counts of visitors and attackers. */
import { placed } from '../service/answers/decode.ts';
import { addDays } from '../service/calendar.ts';
import type { Counts, DateRange } from '../service/model.ts';
import { type Message, message } from '../text/l10n.ts';
import { findRange } from './findRange.ts';
import { findDomainName, locate } from './locate.ts';
import { type Asked, isOfPath, isRequest } from './prober.ts';
import type { Search } from './search.ts';

export async function findCounts(search: Search, domain: number): Promise<void> {
  const range = { from: addDays(search.today, -3), to: addDays(search.today, -1) };
  const question = { read: 'counts', domain, range } as const;
  // If a response does not state which days it covers, requesting different days must return a different response.
  let unread: string | undefined;
  const shown = (asked: Asked<Counts>, place = search.place) =>
    shownRange(asked, place.conventions.counts.fields.from);
  const isRight = (asked: Asked<Counts>, place = search.place) => {
    const days = shown(asked, place);
    if (days) return days.from === range.from && days.to === range.to;
    return asked.ok && asked.answer.text !== unread;
  };
  let asked = await locate(search, question, 1);
  search.begin('counts', asked);
  if (!asked.ok && isOfPath(asked.fault)) {
    // A service might respond to wrong parameters with an empty result.
    const { logs, counts } = search.place.conventions;
    const isAtHome =
      logs.path === search.start.conventions.logs.path &&
      counts.path === search.start.conventions.counts.path;
    const isFound =
      isAtHome && !search.isNowhere(asked) && (await findRange(search, question, range, isRight, 2, shown));
    asked = isFound ? await search.ask(undefined, question) : await locate(search, question);
    await findDomainName(search, 'counts', question, (each) => each.ok || !isOfPath(each.fault));
  }
  if (asked.ok && !shown(asked)) {
    const day = { from: search.today, to: search.today };
    const other = await search.ask(message('of today'), { ...question, range: day });
    if (other.ok && other.answer.text === asked.answer.text) unread = other.answer.text;
  }
  if (!isRight(asked) && (asked.ok || isRequest(asked))) {
    if (!(await findRange(search, question, range, isRight, undefined, shown))) {
      if (!asked.ok) return search.fail('counts', asked);
      search.questions.push({ read: 'counts', fault: undefined });
      return search.note('counts', otherDays(asked.value.range));
    }
  } else if (!asked.ok) return search.fail('counts', asked);
  const day = search.today;
  const today = await search.ask(message('of today'), { ...question, range: { from: day, to: day } });
  if (!today.ok) return search.fail('counts', today);
  const { from, to } = shown(today) ?? today.value.range;
  const isUnsure = !shown(asked) && !shown(today);
  const doubt = isUnsure
    ? message("The response doesn't specify which days its counts are for.")
    : from === day && to === day
      ? undefined
      : otherDays({ from, to });
  search.note('counts', doubt, message('{0} to {1}', from, to));
}

/** Returns the days that counts cover: the range echoed at `from`, or the listed days if it is not echoed. */
function shownRange(asked: Asked<Counts>, from: string | null): DateRange | undefined {
  if (!asked.ok) return undefined;
  const { range, days } = asked.value;
  if (from !== null && placed(asked.answer.body, [from])) return range;
  const dates = days.map(({ date }) => date).toSorted();
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  // Days without traffic might be omitted.
  return first >= range.from && last <= range.to ? range : { from: first, to: last };
}

function otherDays({ from, to }: DateRange): Message {
  return message('The service returned {0} to {1}, not the requested days.', from, to);
}
