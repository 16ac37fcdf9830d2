import { abortFault } from '../base/abort.ts';
import { type FaultCode, isServiceError, ServiceError } from '../base/errors.ts';
import type { LogService, PageRequest, RequestOptions } from '../service/api.ts';
import { addDays, today } from '../service/calendar.ts';
import { type Differences, resolveDifferences } from '../service/differences.ts';
import type { DateRange, Domain, ListedLog, OtherFields, Page } from '../service/model.ts';
import type { Read } from '../service/requests.ts';
import { type Message, message } from '../text/l10n.ts';
import { type Aspect, alternatives, domainNames, keyHeaders, rowFieldNames } from './alternatives.ts';

/** The result of one read. One that was not tried has neither result nor fault. */
export interface Finding {
  readonly read: Read;
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
  /** Creates a service that calls `onRequest` for each request. The caller disposes of it. */
  readonly open: (differences: Differences, onRequest: (url: URL) => void) => Promise<LogService>;
  readonly signal: AbortSignal;
}

const READS: readonly Read[] = ['domains', 'logs', 'detail', 'counts'];
const PAGE = { page: 1, perPage: 10 } as const;
/** Number of requests after which no alternative is tried. */
const MOST_BEFORE_VERIFIED = 18;
/** Number of requests after which nothing is read, so that there are at most 40 in all. */
const MOST_REQUESTS = 36;
/** Number of requests after which none is repeated if it fails. */
const MOST_BEFORE_ONCE = 10;
/** Number of requests with a refused key after which nothing is read. */
const MOST_REFUSED = 4;
/** Maximum number of domains whose logs are read until one has a log. */
const MOST_DOMAINS = 3;

/**
 * Reads domains, logs, one log, and counts, and checks that the responses are what was requested. For each read that
 * fails, tries one alternative at a time, and then verifies the change with all four reads.
 * @throws ServiceError as `open` does, and the fault of the signal if it is aborted
 */
export async function diagnose(options: DiagnosisOptions): Promise<Diagnosis> {
  return new Diagnoser(options).run();
}

class Diagnoser {
  readonly #options: DiagnosisOptions;
  #requests = 0;
  #refused = 0;
  // The data of the first reads, which the next ones need.
  #domains: readonly Domain[] = [];
  #logs: readonly ListedLog[] = [];

  constructor(options: DiagnosisOptions) {
    this.#options = options;
  }

  async run(): Promise<Diagnosis> {
    const { differences } = this.#options;
    const best = { ...differences };
    const findings: Finding[] = [];
    for (const read of READS) {
      const finding = await this.#read(read, best);
      findings.push(finding);
      const change = isWorking(finding) ? {} : await this.#workingChange(finding, best);
      if (!change) continue;
      Object.assign(best, change);
      if (read === 'domains')
        for (const [, field] of fieldsIn(this.#domains, { name: domainNames }))
          best.domainNameFields = [field];
      if (read === 'logs') {
        const rows = this.#logs.map(({ row }) => row);
        const fields = fieldsIn(rows, rowFieldNames).map(([name, field]) => [`${name}Field`, field]);
        Object.assign(best, Object.fromEntries(fields));
      }
    }
    const change = changeOf(differences, best);
    if (Object.keys(change).length === 0) return { findings };
    const verified: Finding[] = [];
    for (const read of READS) verified.push(await this.#read(read, best));
    for (const { read } of verified.filter((finding) => !isWorking(finding)))
      if (isWorking(await this.#read(read, differences))) return { findings };
    return { findings, ...(verified.some(isWorking) && { remedy: { change, findings: verified } }) };
  }

  /** Returns the first alternative with which a read works, if there is one among those that can still be tried. */
  async #workingChange(finding: Finding, known: Differences): Promise<Differences | undefined> {
    for (const change of alternativesFor(finding)) {
      if (this.#requests >= MOST_BEFORE_VERIFIED) return undefined;
      if (isWorking(await this.#read(finding.read, { ...known, ...change }))) return change;
    }
    return undefined;
  }

  async #read(read: Read, differences: Differences): Promise<Finding> {
    const { open, signal } = this.#options;
    if (signal.aborted) throw abortFault(signal);
    if (this.#refused >= MOST_REFUSED || this.#requests >= MOST_REQUESTS) return { read };
    let sent: string | undefined;
    const service = await open(differences, ({ pathname, search }) => {
      this.#requests++;
      sent ??= pathname + search;
    });
    try {
      const once = this.#requests > MOST_BEFORE_ONCE;
      const result = await this.#check(read, service, { signal, once });
      const isEmpty = read === 'logs' && result !== undefined && this.#logs.length === 0;
      if (!isEmpty || this.#domains.length < 2) return { read, sent, result };
      this.#domains = this.#domains.slice(1);
      return await this.#read(read, differences);
    } catch (fault) {
      if (signal.aborted) throw abortFault(signal);
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
  async #check(read: Read, service: LogService, options: RequestOptions): Promise<Message | undefined> {
    if (read === 'domains') {
      return checkPages(
        (page) => service.domains(page, options),
        ({ index }) => index,
        (domains) => {
          this.#domains = domains.slice(0, MOST_DOMAINS);
          this.#logs = [];
        },
      );
    }
    const domain = this.#domains[0]?.index;
    if (domain === undefined) return undefined;
    if (read === 'logs') {
      return checkPages(
        (page) => service.logs(domain, page, {}, options),
        ({ key }) => key.idx,
        (logs) => {
          this.#logs = logs;
        },
      );
    }
    if (read === 'counts') return checkCounts(service, domain, options);
    const key = this.#logs[0]?.key;
    if (!key) return undefined;
    await service.log(key, options);
    return message('log {0}', String(key.idx));
  }
}

/**
 * Returns the fields in which the items of a list have a text, by the name under which no item has it so far.
 * @param names the names that other services use, by the own name
 */
function fieldsIn<Item extends { readonly other: OtherFields }>(
  items: readonly Item[],
  names: Readonly<Partial<Record<keyof Item & string, readonly string[]>>>,
): readonly (readonly [name: string, field: string])[] {
  return Object.entries<readonly string[] | undefined>(names).flatMap(([name, fields = []]) => {
    if (items.some((item) => item[name as keyof Item] !== undefined)) return [];
    const field = fields.find((each) => items.some(({ other }) => typeof other[each] === 'string'));
    return field === undefined ? [] : [[name, field] as const];
  });
}

/**
 * Reads the first, second, and last page of a list, and checks that they have the requested size and that the second
 * page continues the first.
 * @param keep receives the items of the first page, also if they are not what was requested
 */
async function checkPages<Item>(
  read: (page: PageRequest) => Promise<Page<Item>>,
  idOf: (item: Item) => number,
  keep: (items: readonly Item[]) => void,
): Promise<Message> {
  const { perPage } = PAGE;
  const { items, total, isTotalKnown = true } = await read(PAGE);
  keep(items);
  const count = items.length;
  if (count > perPage || (isTotalKnown && count < Math.min(perPage, total)))
    throw wrongPage(1, String(perPage), String(count));
  if (isTotalKnown ? total > perPage : count === perPage) {
    const known = new Set(items.map(idOf));
    const { items: second } = await read({ page: 2, perPage });
    // New logs move the others to the next page.
    if (second.filter((item) => known.has(idOf(item))).length > second.length / 2)
      throw wrongPage(2, message('items other than those on page {0}', 1), message('the same items'));
    const page = isTotalKnown ? Math.ceil(total / perPage) : 2;
    const last = page === 2 ? second : (await read({ page, perPage })).items;
    if (isTotalKnown && last.length === 0) throw wrongPage(page, String(total - (page - 1) * perPage), '0');
  }
  return isTotalKnown ? message('{0} in all', total) : message('at least {0}', count);
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

function wrongPage(page: number, expected: string | Message, found: string | Message): ServiceError {
  return mismatch(message('items on page {0}', page), expected, found);
}

function mismatch(
  field: string | Message,
  expected: string | Message,
  found: string | Message,
): ServiceError {
  return new ServiceError('mismatch', 'The response is not what was requested.', { field, expected, found });
}

/** The part of a request or a response that might differ, by the fault. */
const ASPECTS: Readonly<Partial<Record<FaultCode, Aspect>>> = {
  'bad-request': 'request',
  mismatch: 'request',
  'bad-shape': 'response',
  'unexpected-result': 'path',
  'not-found': 'path',
  'not-json': 'path',
  redirected: 'path',
};

/** Returns the alternatives for a read that fails. */
function alternativesFor({ read, fault }: Finding): readonly Differences[] {
  if (!isServiceError(fault)) return [];
  if (isRefused(fault)) return read === 'domains' ? keyHeaders : [];
  const { status, messageKey } = fault.facts;
  if (fault.code === 'unexpected-result' && status === 200)
    return [{ successKeys: messageKey === undefined ? null : [messageKey] }];
  const aspect = ASPECTS[fault.code];
  return aspect ? alternatives[read][aspect] : [];
}

function isRefused(fault: unknown): boolean {
  return isServiceError(fault, 'unauthorized') || isServiceError(fault, 'forbidden');
}

/** Returns the part of `after` that has an effect. */
function changeOf(before: Differences, after: Differences): Differences {
  const known = new Map<string, unknown>(Object.entries(resolveDifferences(before)));
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => known.get(name) !== value));
}

/** Returns true if a read returned what was requested. */
export function isWorking({ result }: Finding): boolean {
  return result !== undefined;
}
