/**
 * Finds the filters that the list of logs rejects, so that they can be omitted, and the names and format of its date
 * range.
 */
import { type LogFilter, type LogRow, type Page, TEXT_FILTERS, type TextFilter } from '../service/model.ts';
import { message } from '../text/l10n.ts';
import { findRange } from './findRange.ts';
import { type Asked, isRequest } from './prober.ts';
import type { ListedLogs, Search } from './search.ts';

/** Values for testing filters. They are constants, because values from a log are controlled by an attacker. */
const FILTER_VALUES = {
  action: 'Blocked',
  rule: 'SQL Injection',
  address: '203.0.113.9',
  countryCode: 'US',
  uri: '/',
  keyword: 'a',
} as const;

export async function findFilters(search: Search, { domain, rows: [row] }: ListedLogs): Promise<void> {
  const filtered = (filter: LogFilter) =>
    ({ read: 'logs', domain, page: search.page, filter, usualRange: search.lastDays(30) }) as const;
  const day =
    /^(\d{4})[-/.](\d{2})[-/.](\d{2})/
      .exec(row?.time ?? '')
      ?.slice(1)
      .join('-') ?? search.today;
  const isOfDay = (asked: Asked<Page<LogRow>>) =>
    asked.ok &&
    asked.value.items.length > 0 &&
    asked.value.items.every(({ time = '' }) => time.replace(/[/.]/g, '-').startsWith(day));
  const asked = await search.ask(message('of one day'), filtered({ from: day, to: day }));
  if (!isOfDay(asked)) {
    const before = search.place;
    const isRefusedRange = isRequest(asked);
    if (isRefusedRange) search.use('logs', { parameters: { from: null, to: null } });
    const unnamed = search.place;
    const range = { from: day, to: day };
    search.place = before;
    const found = await findRange(search, filtered({}), range, isOfDay, 4).catch((error) => {
      search.place = isRefusedRange ? unnamed : before;
      throw error;
    });
    if (!found) search.place = isRefusedRange ? unnamed : before;
  }
  const { logs, detail } = search.place.conventions;
  const values = { ...FILTER_VALUES, detectedType: detail.detectedType };
  const areRefused = async (some: readonly TextFilter[]): Promise<boolean> => {
    const filter = Object.fromEntries(some.map((name) => [name, values[name]]));
    const other = await search.ask(message('with {0} filters', some.length), filtered(filter));
    return isRequest(other);
  };
  const leaveOut = async (some: readonly TextFilter[]): Promise<void> => {
    if (some.length === 0 || !(await areRefused(some))) return;
    if (some.length === 1) return search.use('logs', { parameters: { [some[0] ?? '']: null } });
    const half = Math.ceil(some.length / 2);
    await leaveOut(some.slice(0, half));
    await leaveOut(some.slice(half));
  };
  await leaveOut(TEXT_FILTERS.filter((name) => logs.parameters[name] !== null));
}
