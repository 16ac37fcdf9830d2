/** Finds out in what a service differs from the conventions in use, by trying others with few requests. */
import { addDays } from '../service/calendar.ts';
import type { Domain, ListedLog, OtherFields, Page } from '../service/model.ts';
import { message } from '../text/l10n.ts';
import {
  Attempts,
  type AttemptsOptions,
  type Call,
  Exhausted,
  type OpenQuestion,
  type Outcome,
  type Try,
} from './attempts.ts';
import { complaintOf } from './complaints.ts';
import { domainFields } from './domainFields.ts';
import { findFilters } from './findFilters.ts';
import {
  numberFrom,
  otherDates,
  otherDetectedTypes,
  otherFields,
  otherHeaders,
  otherPaging,
  otherPrefixes,
  type Place,
  withConventions,
} from './otherPlaces.ts';

export interface FindOptions extends AttemptsOptions {
  /** What reading the domains has given already. */
  readonly domainsFault?: unknown;
  /** Today in UTC, `YYYY-MM-DD`. */
  readonly today: string;
}

export interface Found {
  /** The place where the most works. */
  readonly place: Place;
  readonly questions: readonly OpenQuestion[];
  /** Why the search ended before its end. */
  readonly stopped?: Exhausted['what'];
}

export const MOST_REQUESTS = 40;
/** A service may lock a key out after some answers of 401. */
export const MOST_REFUSALS = 4;

const FIRST_PAGE = { page: 1, perPage: 10 };
const DOMAINS_TRIED = 3;

/**
 * Reads domains, logs, one log and counts, and whatever fails under other conventions, to the base URL's own origin alone.
 * Yields each request that was tried, and returns what was found.
 *
 * @throws the signal's reason when it is aborted
 */
export async function* findConventions(options: FindOptions): AsyncGenerator<Try, Found> {
  const { domainsFault: fault } = options;
  const attempts = new Attempts(options, fault ? { read: 'domains', fault } : undefined);
  let stopped: Exhausted['what'] | undefined;
  try {
    yield* findAll(attempts, options);
  } catch (error) {
    if (!(error instanceof Exhausted)) throw error;
    stopped = error.what;
    attempts.askOfFailing();
  }
  const { place, questions } = attempts;
  return { place, questions, ...(stopped && { stopped }) };
}

async function* findAll(attempts: Attempts, options: FindOptions): AsyncGenerator<Try, void> {
  const { signal, today } = options;
  const yesterday = addDays(today, -1);
  const domains = yield* findDomains(attempts, options);
  if (!domains) return;
  const found = yield* findLogs(attempts, domains, signal);
  const domain = found?.domain ?? domains.items[0]?.index;
  if (domain === undefined) return;
  const [log] = found?.logs ?? [];
  if (log) {
    yield* findFilters(attempts, domain, log, yesterday, signal);
    yield* findDetail(attempts, log, signal);
  }
  yield* findCounts(attempts, domain, yesterday, signal);
}

async function* findDomains(
  attempts: Attempts,
  { domainsFault, signal }: FindOptions,
): AsyncGenerator<Try, Page<Domain> | undefined> {
  const list: Call<Page<Domain>> = (service) => service.domains(FIRST_PAGE, { signal });
  let fields: OtherFields | undefined;
  let outcome: Outcome<Page<Domain>> = domainsFault
    ? { ok: false, fault: domainsFault }
    : yield* attempts.try('domains', undefined, list);
  const complained = new Set<string>();
  while (!outcome.ok) {
    const complaint = complaintOf(outcome.fault);
    if (complained.has(complaint)) break;
    complained.add(complaint);
    if (complaint === 'shape') {
      const first: Outcome<OtherFields | undefined> = yield* attempts.try(
        'domains',
        message('looking at its fields'),
        (service) => service.firstDomain({ signal }),
      );
      fields = first.ok ? first.value : undefined;
    }
    const candidates = {
      key: () => otherHeaders(attempts.place),
      path: () => otherPrefixes(attempts.place, 'domains'),
      request: () => otherPaging(attempts.place, 'domains'),
      shape: () => otherFields(attempts.place, fields ?? {}),
      other: () => [],
    }[complaint]();
    outcome = yield* attempts.advance('domains', outcome, candidates, list);
  }
  if (!outcome.ok) {
    attempts.ask('domains', outcome.fault, fields && Object.keys(fields));
    return undefined;
  }
  const [first] = outcome.value.items;
  const nameField = first && first.name === undefined ? domainFields(first.other).nameField : undefined;
  if (nameField) attempts.use({ domains: { nameFields: [nameField] } });
  return outcome.value;
}

interface FoundLogs {
  readonly domain: number;
  readonly logs: readonly ListedLog[];
}

async function* findLogs(
  attempts: Attempts,
  { items }: Page<Domain>,
  signal: AbortSignal,
): AsyncGenerator<Try, FoundLogs | undefined> {
  const [first] = items;
  if (!first) return undefined;
  const listOf =
    (index: number): Call<Page<ListedLog>> =>
    (service) =>
      service.logs(index, FIRST_PAGE, {}, { signal });
  const standing: Outcome<Page<ListedLog>> = yield* attempts.try('logs', undefined, listOf(first.index));
  if (!standing.ok) {
    const complaint = complaintOf(standing.fault);
    if (complaint === 'path') {
      const renumbered = yield* findOtherNumber(attempts, first, listOf);
      if (renumbered) return renumbered;
    }
    const candidates =
      complaint === 'path'
        ? otherPrefixes(attempts.place, 'logs')
        : complaint === 'request' || complaint === 'shape'
          ? otherPaging(attempts.place, 'logs')
          : [];
    const outcome = yield* attempts.advance('logs', standing, candidates, listOf(first.index));
    if (outcome.ok) return { domain: first.index, logs: outcome.value.items };
    attempts.ask('logs', standing.fault);
    return undefined;
  }
  if (standing.value.items.length > 0) return { domain: first.index, logs: standing.value.items };
  for (const { index } of items.slice(1, DOMAINS_TRIED)) {
    const other: Outcome<Page<ListedLog>> = yield* attempts.try('logs', undefined, listOf(index));
    if (other.ok && other.value.items.length > 0) return { domain: index, logs: other.value.items };
  }
  return { domain: first.index, logs: [] };
}

/** Looks whether the number of a domain that the paths take is in another field. */
async function* findOtherNumber(
  attempts: Attempts,
  { other: fields }: Domain,
  listOf: (index: number) => Call<Page<ListedLog>>,
): AsyncGenerator<Try, FoundLogs | undefined> {
  for (const { name, value } of domainFields(fields).indexFields) {
    const override = { domains: { indexFields: [name] } };
    const outcome: Outcome<Page<ListedLog>> = yield* attempts.try(
      'logs',
      numberFrom(name),
      listOf(value),
      withConventions(attempts.place, override),
    );
    if (!outcome.ok) continue;
    attempts.use(override);
    return { domain: value, logs: outcome.value.items };
  }
  return undefined;
}

async function* findDetail(
  attempts: Attempts,
  { key, row }: ListedLog,
  signal: AbortSignal,
): AsyncGenerator<Try, void> {
  const detail: Call<unknown> = (service, { conventions }) => {
    const detectedType = row.detectedType ?? conventions.detail.detectedType;
    return service.log({ ...key, detectedType }, { signal });
  };
  const standing: Outcome<unknown> = yield* attempts.try('detail', undefined, detail);
  if (standing.ok) return;
  const complaint = complaintOf(standing.fault);
  const ownType = row.detectedType === undefined ? row.other : undefined;
  const { values, leftOut } = otherDetectedTypes(attempts.place, ownType);
  const candidates =
    complaint === 'request'
      ? [leftOut, ...values]
      : complaint === 'path'
        ? [...values, leftOut, ...otherPrefixes(attempts.place, 'detail')]
        : [];
  const outcome = yield* attempts.advance('detail', standing, candidates, detail);
  if (!outcome.ok) attempts.ask('detail', standing.fault);
}

async function* findCounts(
  attempts: Attempts,
  domain: number,
  day: string,
  signal: AbortSignal,
): AsyncGenerator<Try, void> {
  const counts: Call<string> = async (service) =>
    (await service.counts(domain, { from: day, to: day }, { signal })).range.from;
  const standing: Outcome<string> = yield* attempts.try('counts', undefined, counts);
  const dates = otherDates(attempts.place, 'counts');
  if (standing.ok) {
    if (standing.value === day) return;
    // A service may take what it cannot read for no range.
    const other: Outcome<string> = yield* attempts.try('counts', dates.what, counts, dates.place);
    if (other.ok && other.value === day) attempts.place = dates.place;
    return;
  }
  const complaint = complaintOf(standing.fault);
  const leftOut = {
    what: message('without a range'),
    place: withConventions(attempts.place, { counts: { parameters: { from: null, to: null } } }),
  };
  const candidates =
    complaint === 'request'
      ? [dates, leftOut]
      : complaint === 'path'
        ? otherPrefixes(attempts.place, 'counts')
        : [];
  const outcome = yield* attempts.advance('counts', standing, candidates, counts);
  if (!outcome.ok) attempts.ask('counts', standing.fault);
}
