/**
 * Determines, with few requests, how a service differs from the conventions in use, by checking which responses have
 * the properties of a correct response.
 */
import { isServiceError } from '../base/errors.ts';
import type { LogRow } from '../service/model.ts';
import { READS, type Read } from '../service/wireRequest.ts';
import { findCounts } from './findCounts.ts';
import { findDetail } from './findDetail.ts';
import { findFilters } from './findFilters.ts';
import { checkDomains, findDomains, findLogs } from './findLists.ts';
import { settleKey } from './keyHeader.ts';
import { Exhausted, type Place, type Prober } from './prober.ts';
import { type Finding, type NotTried, type OpenQuestion, Search } from './search.ts';

export interface Found {
  /** The base URL and conventions with which the most reads work. */
  readonly place: Place;
  readonly findings: readonly Finding[];
  readonly questions: readonly OpenQuestion[];
  /** Why the search ended early. */
  readonly stopped?: Exhausted['what'];
  /** A row that was read with these conventions. */
  readonly sample?: LogRow;
}

/**
 * Reads domains, logs, one log, and counts. If a read fails or returns incorrect data, repeats it with other
 * conventions. Sends requests only to the origin of the base URL.
 * @param day today's date in UTC, `YYYY-MM-DD`
 * @throws the signal's reason if it is aborted
 */
export async function findConventions(place: Place, prober: Prober, day: string): Promise<Found> {
  const search = new Search(place, prober, day);
  let stopped: Exhausted['what'] | undefined;
  try {
    await findAll(search);
  } catch (error) {
    if (!(error instanceof Exhausted)) throw error;
    stopped = error.what;
    search.endEarly();
  }
  const [sample] = search.listed?.rows ?? [];
  const findings = READS.map(
    (read): Finding => ({
      read,
      outcome: search.findings.get(read) ?? { kind: 'not-tried', why: whyNot(search, read) },
    }),
  );
  return {
    place: search.place,
    findings,
    questions: search.questions,
    ...(stopped && { stopped }),
    ...(sample && { sample }),
  };
}

/** Determines the conventions for each read, one read after another. */
async function findAll(search: Search): Promise<void> {
  const domains = await search.within(10, () => findDomains(search));
  if (!domains) return;
  await search.within(8, () => findLogs(search, domains.items));
  await settleKey(search);
  const { listed } = search;
  const domain = listed?.domain ?? domains.items[0]?.index;
  if (listed) await search.within(5, () => findDetail(search, listed));
  if (domain !== undefined) await findCounts(search, domain);
  await checkDomains(search, domains);
  if (listed?.rows[0]) await findFilters(search, listed);
}

function whyNot(search: Search, read: Read): NotTried {
  const domains = search.findings.get('domains');
  const isKey =
    domains?.kind === 'fault' &&
    (isServiceError(domains.fault, 'unauthorized') || isServiceError(domains.fault, 'forbidden'));
  if (isKey) return 'key-refused';
  if (search.isStopped) return 'no-requests';
  return read === 'detail' && domains?.kind !== 'fault' ? 'no-log' : 'no-domain';
}

/**
 * The result of a diagnosis: everything works, the new settings fix all or some of the failures, some results are
 * doubtful, or there are failures that no settings fix.
 */
export type Verdict = 'works' | 'fixes' | 'fixes some' | 'doubtful' | 'fails';

/** @param isChanged true if the base URL or conventions that were found differ from the current ones */
export function verdictOf({ findings, questions, stopped }: Found, isChanged: boolean): Verdict {
  const kinds = findings.map(({ outcome }) => outcome.kind);
  if (isChanged) return questions.length > 0 || kinds.includes('fault') ? 'fixes some' : 'fixes';
  if (kinds.every((kind) => kind === 'works') && stopped === undefined) return 'works';
  return kinds.includes('fault') ? 'fails' : 'doubtful';
}
