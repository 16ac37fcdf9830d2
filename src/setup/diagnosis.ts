import { abortFault } from '../base/abort.ts';
import { isServiceError, ServiceError } from '../base/errors.ts';
import type { LogService, PageRequest, RequestOptions } from '../service/api.ts';
import { addDays, today } from '../service/calendar.ts';
import { type Conventions, type Differences, resolveDifferences } from '../service/differences.ts';
import {
  type DateRange,
  type Domain,
  type ListedLog,
  type LogFilter,
  logId,
  type Page,
} from '../service/model.ts';
import { isPassing } from '../service/network/retry.ts';
import { rowMatcher } from '../service/queries/filter.ts';
import type { Read } from '../service/requests.ts';
import { type Message, message } from '../text/l10n.ts';
import { alternatives, FILTERS, type Filter, filterOf, keyHeaders, rowFieldNames } from './alternatives.ts';

/** The result of one read, or of a read with a filter. One that was not tried has neither result nor fault. */
export interface Finding {
  readonly read: Read | Filter;
  /** The path and the query of the first request. */
  readonly sent?: string | undefined;
  /** What was read, if it is what was requested. */
  readonly result?: Message | undefined;
  readonly fault?: unknown;
}

export interface Diagnosis {
  /** The first result of each read, with the changes that the reads before it need. */
  readonly findings: readonly Finding[];
  /** A change that makes more reads work, and no other read fail. */
  readonly remedy?: { readonly change: Differences; readonly findings: readonly Finding[] };
}

export interface DiagnosisOptions {
  readonly differences: Differences;
  /**
   * Creates a service that calls `onRequest` before each request, which is not sent if that throws. The caller disposes
   * of it.
   */
  readonly open: (differences: Differences, onRequest: (url: URL) => void) => Promise<LogService>;
  readonly signal: AbortSignal;
}

const READS = ['domains', 'logs', 'detail', 'counts'] as const satisfies readonly Read[];
const PER_PAGE = 10;
const MOST_REQUESTS = 40;
/** Number of requests after which no alternative is tried, so that each filter can be tried and all can be verified. */
const MOST_BEFORE_VERIFIED = 22;
/** Number of requests with a refused key after which nothing is read. */
const MOST_REFUSED = 4;
/** Number of attempts at a read, because a service might limit requests or not work for a moment. */
const PATIENT_TRIES = 7;
/** Number of requests after which no other domain is tried if the first ones have no logs. */
const MOST_FOR_LOGS = 5;
/** Maximum number of logs that are read, because their types can differ. */
const MOST_LOGS = 4;

/**
 * Reads domains, logs, one log, and counts, and checks that the responses are what was requested. Then reads the logs
 * with each filter that only some of them match. For each read that fails, tries one alternative at a time, and then
 * verifies the change with all four reads, because they share some of the differences.
 * @throws ServiceError as `open` does, and the fault of the signal if it is aborted
 */
export async function diagnose(options: DiagnosisOptions): Promise<Diagnosis> {
  return new Diagnoser(options).run();
}

class Diagnoser {
  readonly #options: DiagnosisOptions;
  #requests = 0;
  #refused = 0;
  /** True until a read has failed in all attempts. */
  #isPatient = true;
  // The data of the first reads, which the next ones need.
  readonly #domains: Domain[] = [];
  readonly #logs: ListedLog[] = [];

  constructor(options: DiagnosisOptions) {
    this.#options = options;
  }

  async run(): Promise<Diagnosis> {
    const { differences } = this.#options;
    const best = { ...differences };
    const findings: Finding[] = [];
    const last: Finding[] = [];
    for (const read of [...READS, ...FILTERS]) {
      const first = await this.#read(read, best);
      if (!isWorking(first) && !first.fault && !READS.some((each) => each === read)) continue;
      const mended = await this.#mend(first, best);
      findings.push(first);
      last.push(mended?.finding ?? first);
      const fields = read === 'logs' ? this.#rowFields() : {};
      Object.assign(best, mended?.change, fields);
      if (Object.keys(fields).length > 0) await this.#read(read, best);
    }
    const change = changeOf(differences, best);
    if (Object.keys(change).length === 0) return { findings };
    for (const [at, read] of READS.entries()) {
      last[at] = await this.#read(read, best);
      if (!isWorking(last[at]) && isWorking(await this.#read(read, differences))) return { findings };
    }
    return { findings, ...(last.some(isWorking) && { remedy: { change, findings: last } }) };
  }

  /** Returns the first alternative with which a read works, if there is one among those that can still be tried. */
  async #mend(failed: Finding, known: Differences) {
    for (const change of this.#alternativesFor(failed, known)) {
      if (this.#requests >= MOST_BEFORE_VERIFIED) return undefined;
      const changed = { ...known, ...change };
      if (Object.keys(changeOf(known, changed)).length === 0) continue;
      const finding = await this.#read(failed.read, changed);
      if (isWorking(finding)) return { change, finding };
    }
    return undefined;
  }

  /** Returns the fields of rows that are under another name in all rows. */
  #rowFields(): Differences {
    const rows = this.#logs.map(({ row }) => row);
    const isIn = (name: string) => rows.some(({ other }) => typeof other[name] === 'string');
    const found = Object.entries(rowFieldNames).map(([name, names]) => {
      const isKnown = rows.some((row) => row[name as keyof typeof rowFieldNames] !== undefined);
      return [`${name}Field`, isKnown ? undefined : names.find(isIn)];
    });
    return Object.fromEntries(found.filter(([, field]) => field !== undefined));
  }

  async #read(read: Finding['read'], differences: Differences): Promise<Finding> {
    const { open, signal } = this.#options;
    if (this.#refused >= MOST_REFUSED) return { read };
    let sent: string | undefined;
    const service = await open(differences, ({ pathname, search }) => {
      if (this.#requests >= MOST_REQUESTS) throw new ServiceError('cancelled', 'Too many requests.');
      this.#requests++;
      sent ??= pathname + search;
    });
    try {
      const tries = this.#isPatient ? PATIENT_TRIES : 1;
      const options = { signal, priority: 'background', tries } as const;
      const result = await this.#check(read, service, options, resolveDifferences(differences));
      const isEmpty = read === 'logs' && result !== undefined && this.#logs.length === 0;
      if (!isEmpty || this.#requests > MOST_FOR_LOGS || this.#domains.length < 2)
        return { read, sent, result };
      this.#domains.shift();
      return await this.#read(read, differences);
    } catch (fault) {
      if (signal.aborted) throw abortFault(signal);
      if (isServiceError(fault, 'cancelled')) return { read };
      if (isServiceError(fault) && isPassing(fault)) this.#isPatient = false;
      if (isRefused(fault)) this.#refused++;
      return { read, sent, fault };
    } finally {
      service.dispose();
    }
  }

  /**
   * Returns what was read, or undefined if there is nothing to read.
   * @throws ServiceError any fault, and `mismatch` if the response is not what was requested
   */
  async #check(
    read: Finding['read'],
    service: LogService,
    options: RequestOptions,
    conventions: Conventions,
  ): Promise<Message | undefined> {
    if (read === 'domains') {
      const page = (page: PageRequest) => service.domains(page, options);
      return checkPages(page, ({ index }) => String(index), this.#domains);
    }
    const domain = this.#domains[0]?.index;
    if (domain === undefined) return undefined;
    if (read === 'counts') return checkCounts(service, domain, options);
    if (read === 'logs') {
      const page = (page: PageRequest) => service.logs(domain, page, {}, options);
      return checkPages(page, ({ key }) => logId(key), this.#logs);
    }
    if (read === 'detail') {
      const names = this.#typeFields();
      const typeOf = ({ row }: ListedLog) =>
        [row.detectedType, ...names.map((name) => row.other[name])].join();
      const types = this.#logs.map(typeOf);
      const logs = this.#logs.filter((log, at) => types.indexOf(typeOf(log)) === at).slice(0, MOST_LOGS);
      for (const { key, row } of logs) {
        const type = row.other[conventions.detectedTypeField];
        await service.log(typeof type === 'string' ? { ...key, detectedType: type } : key, options);
      }
      return logs.length === 0 ? undefined : message('log {0}', logs.map(({ key }) => key.idx).join(', '));
    }
    const rows = this.#logs.map(({ row }) => row);
    const page = rows.slice(0, PER_PAGE);
    // The days of the first page might be the last ones, for which one end of the range has no effect.
    const filter = rows
      .toReversed()
      .map((row) => filterOf(read, row))
      .find((each) => each && !page.every(rowMatcher(each)));
    if (!filter) return undefined;
    const listed = await service.logs(domain, { page: 1, perPage: PER_PAGE }, filter, options);
    const names = Object.keys(filter).map((name) => conventions[`${name as keyof LogFilter}Filter`]);
    const isFiltered = listed.items.length > 0 && listed.items.every(({ row }) => rowMatcher(filter)(row));
    if (isFiltered || names.includes(null)) return sizeText(listed);
    throw mismatch(names.join(', '), message('only logs that match'), message('others, or none'));
  }

  /** Returns the alternatives for a read that fails. */
  #alternativesFor({ read, fault }: Finding, known: Differences): readonly Differences[] {
    if (!isServiceError(fault) || isPassing(fault) || fault.code === 'too-large') return [];
    if (isRefused(fault)) return read === 'domains' ? keyHeaders.map((keyHeader) => ({ keyHeader })) : [];
    const { status, messageKey, numbers } = fault.facts;
    if (numbers)
      return numbers.map((name) => (read === 'domains' ? { domainIndexFields: [name] } : { idxField: name }));
    if (status === 200 && messageKey !== undefined)
      return [{ successKeys: [...(resolveDifferences(known).successKeys ?? []), messageKey] }];
    const paths = alternatives[read].filter((change) => /Path"/.test(JSON.stringify(change)));
    const request = alternatives[read].filter((change) => !paths.includes(change));
    if (read === 'detail')
      request.unshift(...this.#typeFields().map((detectedTypeField) => ({ detectedTypeField })));
    if (fault.code === 'bad-request' || fault.code === 'mismatch') return request;
    if (fault.code === 'bad-shape') paths.unshift({ successKeys: null });
    return [...paths, ...request];
  }

  /** Returns the fields of rows that might be the type of a log, which is sent to read the log. */
  #typeFields(): readonly string[] {
    const rows = this.#logs.map(({ row }) => row.other);
    const isType = (name: string) => rows.every((row) => /^[a-z][\w-]{0,20}$/i.test(String(row[name])));
    return Object.keys(rows[0] ?? {}).filter(isType);
  }
}

/**
 * Reads the first, second, and last page of a list, and checks that they have the requested size and that each one
 * continues those before it.
 * @param kept replaced by the items of the first two pages, also if they are not what was requested
 */
async function checkPages<Item>(
  read: (page: PageRequest) => Promise<Page<Item>>,
  idOf: (item: Item) => string,
  kept: Item[],
): Promise<Message> {
  const known = new Set<string>();
  for (let page = 1, last = 1; ; page = page === 1 ? 2 : last) {
    const listed = await read({ page, perPage: PER_PAGE });
    const { items, total, isTotalKnown = true } = listed;
    if (page < 3) kept.splice(page === 1 ? 0 : kept.length, kept.length, ...items);
    const before = known.size;
    for (const item of items) known.add(idOf(item));
    const added = known.size - before;
    const expected = isTotalKnown ? Math.min(PER_PAGE, total - (page - 1) * PER_PAGE) : items.length;
    // New logs move the others to the next page.
    if (items.length > PER_PAGE || added < expected / 2)
      throw mismatch(message('new items on page {0}', page), String(expected), String(added));
    last = Math.min(Math.ceil(total / PER_PAGE), isTotalKnown ? Number.POSITIVE_INFINITY : 2);
    if (page >= last) return sizeText(listed);
  }
}

/** Reads the counts of three days, and checks that they are those days. */
async function checkCounts(service: LogService, domain: number, options: RequestOptions): Promise<Message> {
  const { day } = today('UTC', new Date());
  const asked = { from: addDays(day, -3), to: addDays(day, -1) };
  const { range } = await service.counts(domain, asked, options);
  if (range.from !== asked.from || range.to !== asked.to)
    throw mismatch('data.search_term', rangeText(asked), rangeText(range));
  return rangeText(range);
}

function rangeText({ from, to }: DateRange): Message {
  return message('{0} to {1}', from, to);
}

function sizeText({ total, isTotalKnown }: Page<unknown>): Message {
  return isTotalKnown === false ? message('at least {0}', total) : message('{0} in all', total);
}

function mismatch(field: string | Message, expected: string | Message, found: string | Message) {
  return new ServiceError('mismatch', 'The response is not what was requested.', { field, expected, found });
}

function isRefused(fault: unknown): boolean {
  return isServiceError(fault, 'unauthorized') || isServiceError(fault, 'forbidden');
}

/** Returns the part of `after` that has an effect. */
function changeOf(before: Differences, after: Differences): Differences {
  const known = new Map<string, unknown>(Object.entries(resolveDifferences(before)));
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(known.get(name)) !== JSON.stringify(value);
  return Object.fromEntries(Object.entries(after).filter(isChanged));
}

/** Returns true if a read returned what was requested. */
export function isWorking({ result }: Finding): boolean {
  return result !== undefined;
}
