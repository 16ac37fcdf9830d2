import type { ListedLog, LogFilter, Page } from '../service/model.ts';
import { message } from '../text/l10n.ts';
import type { Attempts, Call, Outcome, Try } from './attempts.ts';
import { complaintOf } from './complaints.ts';
import { otherDates } from './otherPlaces.ts';

const FIRST_PAGE = { page: 1, perPage: 10 };

/** Values to try filters with: ours, for those of a log are an attacker's. */
const VALUES = {
  action: 'Blocked',
  rule: 'SQL Injection',
  address: '203.0.113.9',
  countryCode: 'US',
  uri: '/',
  keyword: 'a',
} as const;

/**
 * Finds the filters of the list of logs that the service refuses, which are then left out, and the format of its dates.
 *
 * @param day a day for a log that tells none, `YYYY-MM-DD`
 */
export async function* findFilters(
  attempts: Attempts,
  domain: number,
  { row }: ListedLog,
  day: string,
  signal: AbortSignal,
): AsyncGenerator<Try, void> {
  const filtered =
    (filter: LogFilter): Call<Page<ListedLog>> =>
    (service) =>
      service.logs(domain, FIRST_PAGE, filter, { signal });

  const logDay = /^\d{4}-\d{2}-\d{2}/.exec(row.time ?? '')?.[0];
  const ofDay = filtered({ from: logDay ?? day, to: logDay ?? day });
  const dated: Outcome<Page<ListedLog>> = yield* attempts.try('logs', message('of one day'), ofDay);
  const isEmpty = dated.ok && dated.value.items.length === 0;
  if (isRefused(dated) || (logDay !== undefined && isEmpty)) {
    const { what, place } = otherDates(attempts.place, 'logs');
    const other: Outcome<Page<ListedLog>> = yield* attempts.try(
      'logs',
      message('of one day, {0}', what),
      ofDay,
      place,
    );
    if (other.ok && (!dated.ok || other.value.items.length > 0)) attempts.place = place;
    else if (isRefused(dated)) attempts.use({ logs: { parameters: { from: null, to: null } } });
  }

  const { logs, detail } = attempts.place.conventions;
  const values = { detectedType: detail.detectedType, ...VALUES };
  const names = (Object.keys(values) as (keyof typeof values)[]).filter(
    (name) => logs.parameters[name] !== null,
  );
  if (names.length === 0) return;
  const every = Object.fromEntries(names.map((name) => [name, values[name]]));
  const all: Outcome<unknown> = yield* attempts.try('logs', message('with every filter'), filtered(every));
  if (!isRefused(all)) return;
  for (const name of names) {
    const what = message('with the parameter “{0}”', logs.parameters[name] ?? '');
    const one: Outcome<unknown> = yield* attempts.try('logs', what, filtered({ [name]: values[name] }));
    if (isRefused(one)) attempts.use({ logs: { parameters: { [name]: null } } });
  }
}

function isRefused(outcome: Outcome<unknown>): boolean {
  return !outcome.ok && complaintOf(outcome.fault) === 'request';
}
