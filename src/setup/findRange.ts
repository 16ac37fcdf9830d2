/** Finds the parameter names and the format of a read's date range. */
import { addDays, formatDay } from '../service/calendar.ts';
import { DATE_FORMATS, type DateFormat } from '../service/conventions.ts';
import type { DateRange } from '../service/model.ts';
import type { Question } from '../service/wireRequest.ts';
import { message } from '../text/l10n.ts';
import { follow } from './followRefusal.ts';
import type { AskedOf, Place } from './prober.ts';
import { type Search, UNTOLD } from './search.ts';
import { rangeNames } from './vocabulary.ts';

const RANGE = message('the range of days');
/** Maximum number of pairs to try separately if a service rejects unknown names. */
const MOST_ALONE = 6;
const DAY = 86_400_000;

/**
 * Finds the names and format of a range, and uses them in later requests.
 *
 * @param mostFormats number of formats to try, without trying names separately
 * @param shown returns the days that a response covers; used to determine which names were read, because each pair of
 * names is sent with a different first day
 */
export async function findRange<Q extends Question & { readonly read: 'logs' | 'counts' }>(
  search: Search,
  question: Q,
  range: DateRange,
  isRight: (asked: AskedOf<Q>, place: Place) => boolean,
  mostFormats?: number,
  shown?: (asked: AskedOf<Q>, place: Place) => DateRange | undefined,
): Promise<boolean> {
  const { read } = question;
  const standing = search.place.conventions;
  const { dateFormat, parameters } = standing[read];
  const pairOf = ({ from, to }: { readonly from: string | null; readonly to: string | null }) =>
    from === null || to === null ? [] : [`${from}/${to}`];
  const other = standing[read === 'logs' ? 'counts' : 'logs'];
  const [own] = pairOf(parameters);
  const [others] = pairOf(other.parameters);
  const likely = others !== own || other.dateFormat !== dateFormat ? others : undefined;
  const formats = [
    ...new Set([
      ...search.prober.formats,
      ...(likely ? [other.dateFormat] : []),
      dateFormat,
      'YYYY-MM-DD' as const,
      ...search.prober.written,
      ...DATE_FORMATS,
    ]),
  ].slice(0, mostFormats);
  const used = new Set(Object.values(parameters));
  for (const name of [parameters.from, parameters.to]) used.delete(name);
  const pairs = [...new Set([...pairOf(parameters), ...rangeNames(search.prober.style)])].filter(
    (pair) => !pair.split('/').some((name) => used.has(name)),
  );
  const find = async (format: DateFormat, names: readonly string[], hints: readonly string[]) => {
    const unnamed = { dateFormat: format, parameters: { from: null, to: null } };
    const pair = await search.findInput({
      what: message('{0}, dates as {1}', RANGE, format),
      question,
      place: search.with(read, unnamed),
      names,
      hints,
      values: (name, code) => {
        const [from = '', to = ''] = name.split('/');
        return [
          [from, formatDay(addDays(range.from, -code), format)],
          [to, formatDay(range.to, format, 'end')],
        ];
      },
      shows: (asked, place) => {
        if (!shown || !asked.ok) return isRight(asked, place) ? 0 : undefined;
        const days = shown(asked, place);
        if (!days) return isRight(asked, place) ? UNTOLD : undefined;
        const code = (Date.parse(range.from) - Date.parse(days.from)) / DAY;
        return days.to === range.to && code >= 0 && code < 8 ? code : undefined;
      },
      codes: shown ? 8 : 1,
      alone: 0,
    });
    if (pair === undefined) return false;
    const [from = '', to = ''] = pair.split('/');
    search.use(read, { dateFormat: format, parameters: { from, to } });
    search.begin(read, await search.ask(undefined, question));
    return true;
  };
  if (search.named.has(parameters.from ?? '')) {
    for (const format of formats) {
      search.use(read, { dateFormat: format });
      const what = message('{0}, dates as {1}', RANGE, format);
      const asked = await follow(search, await search.ask(what, question), question);
      if (isRight(asked, search.place)) return true;
    }
    return false;
  }
  for (const format of formats.slice(0, 2)) if (likely && (await find(format, [], [likely]))) return true;
  for (const [rank, format] of formats.entries()) {
    // Try the current names first, because they are the most likely ones. This is unnecessary for counts, because the
    // response shows which names were read.
    const usual = rank === 0 && own && !shown && mostFormats === undefined ? [own] : [];
    if (await find(format, pairs, usual)) return true;
    if (rank === 1 && (await search.isStrict())) break;
    if (rank === formats.length - 1) return false;
  }
  if (mostFormats !== undefined) return false;
  for (const format of formats.slice(0, 2))
    for (const pair of pairs.slice(0, MOST_ALONE)) if (await find(format, [pair], [])) return true;
  return false;
}
