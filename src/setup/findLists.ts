/** Determines how to read the list of domains and the list of detection logs. */
import { isServiceError } from '../base/errors.ts';
import type { PageRequest } from '../service/api.ts';
import type { Domain, LogRow, Page } from '../service/model.ts';
import type { Question } from '../service/wireRequest.ts';
import { type Message, message } from '../text/l10n.ts';
import { findRange } from './findRange.ts';
import { follow } from './followRefusal.ts';
import { findKeyHeader } from './keyHeader.ts';
import { findDomainName, locate } from './locate.ts';
import { FROM_ZERO, findPageNames, findPaging } from './paging.ts';
import { placesOf } from './paths.ts';
import {
  type Asked,
  type AskedOf,
  isOfPath,
  isRefused,
  isRequest,
  namesKey,
  type Place,
  withConventions,
} from './prober.ts';
import { FEW_DAYS, type Search } from './search.ts';
import { numberFields } from './structure.ts';

/**
 * The number of other domains to try if a domain has too few logs, and the number to try if nothing is known about
 * paging.
 */
const [OTHERS_TRIED, MOST_TRIED] = [3, 7];
/** Lengths, in days, that a service might limit a range to. */
const RANGES = [90, 60, 31, 30, 14];
/** The page to request from a service that rejects ten items per page. */
const USUAL_PAGE: PageRequest = { page: 1, perPage: 20 };
const UNCHECKED = message('Pages of {0} rows could not be checked.', 100);
const NOTHING = message('It is empty, so nothing could be checked.');

/** Finds the list of domains and the header for the key. Returns undefined if the list cannot be read. */
export async function findDomains(search: Search): Promise<Page<Domain> | undefined> {
  const of = (page: PageRequest) => ({ read: 'domains', page }) as const;
  let question = of(search.page);
  let asked = await search.ask(undefined, question);
  search.begin('domains', asked);
  const places = placesOf('domains', search.start, search.prober.style)[Symbol.iterator]();
  for (let isMoved = false; ; isMoved = true) {
    if (!asked.ok && asked.answer && (isRefused(asked) || namesKey(asked.answer))) {
      const accepted = await findKeyHeader(search, question, asked.answer);
      if (accepted) asked = accepted;
      else if (!isMoved && isRefused(asked)) return search.fail('domains', asked);
    }
    if (isRequest(asked)) {
      const usual = await search.ask(message('{0} rows per page', USUAL_PAGE.perPage), of(USUAL_PAGE));
      if (usual.ok) [search.page, question, asked] = [USUAL_PAGE, of(USUAL_PAGE), usual];
    }
    asked = await withPageNames(search, asked, question);
    if (asked.ok || !(isOfPath(asked.fault) || isRefused(asked))) break;
    // The resource exists but requires a different method.
    if (asked.answer?.status === 405) break;
    const moved = await search.advance(asked, { [Symbol.iterator]: () => places }, question);
    if (moved === asked) break;
    asked = moved;
  }
  if (!asked.ok) return search.fail('domains', asked);
  search.works = question;
  if (!hasRows(asked.value)) {
    const fromZero = { domains: { firstPage: 0 }, logs: { firstPage: 0 } };
    const place = withConventions(search.place, fromZero);
    asked =
      (await search.adopt(FROM_ZERO, question, place, (each) => each.ok && hasRows(each.value))) ?? asked;
  }
  if (!asked.ok) return undefined;
  search.note('domains', hasRows(asked.value) ? UNCHECKED : NOTHING);
  return asked.value;
}

/** Checks the pages of the domain list, which is probably paged like the list of logs. */
export async function checkDomains(search: Search, first: Page<Domain>): Promise<void> {
  if (!hasRows(first)) return;
  const question = { read: 'domains', page: search.page } as const;
  const before = search.place;
  let found = first;
  if (first.total > search.page.perPage && pageAlike(search, 'logs', 'domains')) {
    const asked = await search.ask(undefined, question);
    if (asked.ok && hasRows(asked.value)) found = asked.value;
    else search.place = before;
  }
  const doubt = await findPaging(search, question, found);
  search.note('domains', doubt, inAll(found));
}

const hasRows = ({ items }: Page<unknown>) => items.length > 0;

/**
 * Applies one list's paging to the other list. Returns false if the search has not changed the paging of the first
 * list, or if that list is not paged.
 */
function pageAlike(search: Search, known: 'domains' | 'logs', other: 'domains' | 'logs'): boolean {
  const pagesOf = ({ conventions }: Place) => {
    const { paging, firstPage, parameters } = conventions[known];
    const { page, perPage, offset, limit } = parameters;
    return { paging, firstPage, parameters: { page, perPage, offset, limit } };
  };
  const found = pagesOf(search.place);
  // A list that is returned in a single response does not show how the other list is paged.
  const isWhole = found.paging === 'page' && found.parameters.page === null;
  if (isWhole || JSON.stringify(found) === JSON.stringify(pagesOf(search.start))) return false;
  search.use(other, found);
  return true;
}

/**
 * Finds the required parameters for a list request that was rejected: the parameters that the rejection mentions or, if
 * it mentions none, the paging parameters.
 */
async function withPageNames<Q extends Question & { readonly read: 'domains' | 'logs' }>(
  search: Search,
  refused: AskedOf<Q>,
  question: Q,
): Promise<AskedOf<Q>> {
  const asked = await follow(search, refused, question);
  const isNamed = isRequest(asked) && (await findPageNames(search, question, asked));
  return isNamed ? search.ask(undefined, question) : asked;
}

/** Finds the list of detection logs for one of the domains, including its paging, range, and fields. */
export async function findLogs(search: Search, domains: readonly Domain[]): Promise<void> {
  const [first] = domains;
  if (!first) return;
  let domain = first.index;
  const question = () => {
    const usualRange = search.lastDays(search.place.conventions.logs.requiredDays || FEW_DAYS);
    return { read: 'logs', domain, page: search.page, filter: {}, usualRange } as const;
  };
  type Listed = AskedOf<ReturnType<typeof question>>;
  const isEmpty = (asked: Listed) =>
    asked.ok
      ? asked.value.items.length === 0
      : asked.answer?.status === 204 ||
        (isServiceError(asked.fault, 'not-found') && !search.isNowhere(asked));
  /** Reads the logs in other domains until a response provides more information. */
  const another = async (
    asked: Listed,
    isBetter: (other: Page<LogRow>) => boolean,
    most = OTHERS_TRIED,
  ): Promise<Listed> => {
    for (const { index } of domains.filter((each) => each.index !== domain).slice(0, most)) {
      const other = await search.adopt(
        message('another domain'),
        { ...question(), domain: index },
        search.place,
        // Rows from a page other than the requested one are sufficient.
        (each) => (each.ok ? isBetter(each.value) : isServiceError(each.fault, 'mismatch')),
      );
      if (!other) continue;
      if (!asked.ok && isOfPath(asked.fault)) search.use('logs', { notFoundIsEmpty: true });
      domain = index;
      return other;
    }
    return asked;
  };
  pageAlike(search, 'domains', 'logs');
  let asked: Listed = await locate(search, question(), 1);
  search.begin('logs', asked);
  if (isEmpty(asked)) asked = await another(asked, hasRows);
  const [field] = numberFields([new Map(Object.entries(first.other))]);
  if (!asked.ok && isOfPath(asked.fault) && field !== undefined) {
    const index = Number(first.other[field]);
    const what = message("the domain's number from “{0}”", field);
    const place = search.with('domains', { indexFields: [field] });
    const other = await search.adopt(what, { ...question(), domain: index }, place, ({ ok }) => ok);
    if (other) [asked, domain] = [other, index];
  }
  if (!asked.ok && isOfPath(asked.fault)) asked = await locate(search, question());
  asked = await follow(search, asked, question());
  const isRefusal = isRequest(asked);
  if (isRefusal && (await findPageNames(search, question(), asked, true)))
    asked = await search.ask(undefined, question());
  if (asked.ok && isEmpty(asked)) asked = await another(asked, hasRows);
  if (asked.ok ? isEmpty(asked) : isRequest(asked)) {
    const isStill = isRequest(asked);
    const isRight = (each: Asked<Page<LogRow>>) => each.ok && (isStill || hasRows(each.value));
    const days = isStill ? FEW_DAYS : 30;
    if (await findRange(search, question(), search.lastDays(days), isRight, isStill ? undefined : 2)) {
      search.use('logs', { requiredDays: days });
      asked = await search.ask(undefined, question());
    } else asked = await withPageNames(search, asked, question());
  }
  if (!asked.ok) return search.fail('logs', asked);
  await findDomainName(search, 'logs', question(), (each) => each.ok && hasRows(each.value));
  if (search.place.conventions.logs.requiredDays !== search.start.conventions.logs.requiredDays) {
    await widen(search, question());
    const again = await search.ask(undefined, question());
    if (again.ok) asked = isEmpty(again) ? await another(again, hasRows) : again;
  }
  const { paging, parameters } = search.place.conventions.logs;
  const goesOn = ({ total, items }: Page<LogRow>) => total > items.length;
  if (asked.ok && hasRows(asked.value) && !goesOn(asked.value))
    asked = await another(asked, goesOn, parameters[paging] === null ? MOST_TRIED : 1);
  if (!asked.ok) return search.fail('logs', asked);
  let page: Page<LogRow> = asked.value;
  search.listed = { domain, rows: page.items };
  search.note('logs', UNCHECKED);
  const { idx } = search.place.conventions.logs.fields;
  const pagingDoubt = hasRows(page) ? await findPaging(search, question(), page) : NOTHING;
  if (search.place.conventions.logs.fields.idx !== idx) {
    const again = await search.ask(undefined, question());
    if (again.ok) page = again.value;
  }
  const [row] = page.items;
  const isTimed = row === undefined || row.time !== undefined;
  const isNamed = row === undefined || row.rule !== undefined;
  const doubt =
    pagingDoubt ??
    (isTimed ? undefined : message('No field in the rows contains a time.')) ??
    (isNamed ? undefined : message('No field in the rows contains a rule name.'));
  search.listed = { domain, rows: page.items };
  search.note('logs', doubt, inAll(page));
}

/**
 * Finds the maximum number of days for which a list of logs can be requested: a number in a rejection, or a common
 * limit.
 */
async function widen(search: Search, question: Question & { readonly read: 'logs' }): Promise<void> {
  for (const days of RANGES) {
    const { asked, place } = await search.try(
      message('the last {0} days', days),
      { ...question, usualRange: search.lastDays(days) },
      search.with('logs', { requiredDays: days }),
    );
    if (asked.ok) search.place = place;
    const [, named] = /(\d{1,3})[ -]{0,2}(?:days?|\uc77c|\u65e5)/i.exec(asked.answer?.text ?? '') ?? [];
    const most = Number(named);
    if (!isRequest(asked)) return;
    if (most > FEW_DAYS && most < days) return search.use('logs', { requiredDays: most });
    if (most === FEW_DAYS) return;
  }
}

function inAll({ total, isTotalKnown }: Page<unknown>): Message {
  return isTotalKnown === false ? message('at least {0}', total) : message('{0} in all', total);
}
