import { isServiceError } from '../base/errors.ts';
import type { LogService, PageRequest, RequestOptions } from '../service/api.ts';
import { parseBaseUrl } from '../service/baseUrl.ts';
import { addDays, parseDay, today } from '../service/calendar.ts';
import { type Differences, resolveDifferences } from '../service/differences.ts';
import type { Domain, ListedLog, LogFilter, Page } from '../service/model.ts';
import { type FilterField, rowMatcher } from '../service/queries/filter.ts';
import { type Question, type Read, requestUrl } from '../service/requests.ts';
import { type Message, message } from '../text/l10n.ts';
import { alternatives, domainNames, filterNames, keyHeaders, rowFieldNames } from './alternatives.ts';

/** The result of one read. */
export interface Finding {
  readonly read: Read;
  /** The path and the query of the first request; undefined if nothing was sent. */
  readonly sent?: string;
  readonly outcome:
    | { readonly kind: 'works'; readonly what: Message }
    /** The response was decoded, but it is not what was requested. */
    | { readonly kind: 'wrong'; readonly why: Message }
    | { readonly kind: 'fault'; readonly fault: unknown }
    | { readonly kind: 'not-tried'; readonly why: Message };
}

export interface Diagnosis {
  /** The results with the connection as it is. */
  readonly findings: readonly Finding[];
  /** The filters that the service ignores, also with the change. */
  readonly ignored: readonly FilterField[];
  /** A change that makes more reads work, and no other read fail. */
  readonly remedy?: { readonly change: Differences; readonly findings: readonly Finding[] };
}

export interface DiagnosisOptions {
  readonly baseUrl: string;
  readonly differences: Differences;
  /** Creates a service that calls `onRequest` for each request. The caller disposes of it. */
  readonly open: (differences: Differences, onRequest: () => void) => Promise<LogService>;
  readonly signal: AbortSignal;
  /** Called with the results so far. */
  readonly onFindings: (findings: readonly Finding[]) => void;
}

const READS: readonly Read[] = ['domains', 'logs', 'detail', 'counts'];
const PAGE = { page: 1, perPage: 10 } as const;
/** Maximum number of requests after which no more alternatives are tried, so that there are at most 40 in all. */
const MOST_REQUESTS = 25;

/** Maximum number of domains whose logs are read until one has a log. */
const MOST_DOMAINS = 3;

/**
 * Reads domains, logs, one log, and counts, and checks that the responses are what was requested. For each read that
 * fails, tries one alternative at a time, and then verifies the change with all four reads.
 * @throws ServiceError as `open` does, and the signal's reason if it is aborted
 */
export async function diagnose(options: DiagnosisOptions): Promise<Diagnosis> {
  return new Diagnoser(options).run();
}

class Diagnoser {
  readonly #options: DiagnosisOptions;
  #requests = 0;
  // The data of the first reads, which the next ones need.
  #domains: readonly Domain[] = [];
  #domain: number | undefined;
  #logs: readonly ListedLog[] = [];
  #ignored: FilterField[] = [];

  constructor(options: DiagnosisOptions) {
    this.#options = options;
  }

  async run(): Promise<Diagnosis> {
    const { differences, onFindings } = this.#options;
    const findings: Finding[] = [];
    for (const read of READS) {
      findings.push(await this.#read(read, differences));
      onFindings([...findings]);
    }
    const best = { ...differences };
    const change = () => changeOf(differences, best);
    for (const [index, read] of READS.entries()) {
      const isChanged = Object.keys(change()).length > 0;
      const finding = isChanged ? await this.#read(read, best, { once: true }) : (findings[index] as Finding);
      if (isWorking(finding)) Object.assign(best, this.#fieldsOf(read, best));
      else if (finding.outcome.kind !== 'not-tried')
        Object.assign(best, await this.#search(read, finding, best));
      if (read === 'logs') Object.assign(best, await this.#filters(best));
    }
    const ignored = this.#ignored;
    if (Object.keys(change()).length === 0) return { findings, ignored };
    const verified: Finding[] = [];
    for (const read of READS) verified.push(await this.#read(read, best, { once: true }));
    if (!isBetter(verified, findings)) return { findings, ignored };
    return { findings, ignored, remedy: { change: change(), findings: verified } };
  }

  /** Returns the first alternative with which a read works, if any. */
  async #search(read: Read, { outcome }: Finding, known: Differences): Promise<Differences> {
    const changes = alternativesFor(read, outcome.kind === 'fault' ? outcome.fault : undefined);
    const found = await this.#first(changes, async (change) =>
      isWorking(await this.#read(read, { ...known, ...change }, { once: true })),
    );
    return found ? { ...found, ...this.#fieldsOf(read, { ...known, ...found }) } : {};
  }

  /** Returns the first change that works, if there is one among those that can still be tried. */
  async #first(
    changes: readonly Differences[],
    works: (change: Differences) => Promise<boolean>,
  ): Promise<Differences | undefined> {
    for (const change of changes) {
      if (this.#requests >= MOST_REQUESTS) return undefined;
      if (await works(change)) return change;
    }
    return undefined;
  }

  async #read(read: Read, differences: Differences, options: RequestOptions = {}): Promise<Finding> {
    const { baseUrl, signal } = this.#options;
    signal.throwIfAborted();
    const question = this.#question(read);
    if (!('read' in question)) return { read, outcome: { kind: 'not-tried', why: question } };
    const outcome = await this.#with(differences, (service) =>
      this.#check(service, question, { ...options, signal }),
    );
    const last = read === 'logs' ? (this.#question(read) as Question) : question;
    const { pathname, search } = requestUrl(parseBaseUrl(baseUrl), last, resolveDifferences(differences));
    return { read, sent: pathname + search, outcome };
  }

  /** Returns the result of `work` with a service that has the differences, or the fault. */
  async #with<Result>(
    differences: Differences,
    work: (service: LogService) => Promise<Result>,
  ): Promise<Result | { readonly kind: 'fault'; readonly fault: unknown }> {
    const { open, signal } = this.#options;
    const service = await open(differences, () => {
      this.#requests++;
    });
    try {
      return await work(service);
    } catch (fault) {
      signal.throwIfAborted();
      return { kind: 'fault', fault };
    } finally {
      service.dispose();
    }
  }

  /** Returns the question to send for a read, or the reason that there is none. */
  #question(read: Read): Question | Message {
    const domain = this.#domain;
    const key = this.#logs[0]?.key;
    if (read === 'domains') return { read, page: PAGE };
    if (domain === undefined) return message('Not tried, because there is no domain to read.');
    if (read === 'logs') return { read, domain, page: PAGE, filter: {} };
    if (read === 'counts') {
      const { day } = today('UTC', new Date());
      return { read, domain, range: { from: addDays(day, -3), to: addDays(day, -1) } };
    }
    return key ? { read, key } : message('Not tried, because there is no log to read.');
  }

  async #check(
    service: LogService,
    question: Question,
    options: RequestOptions,
  ): Promise<Finding['outcome']> {
    switch (question.read) {
      case 'domains': {
        const { items, outcome } = await checkPages(
          (page) => service.domains(page, options),
          ({ index }) => index,
        );
        this.#domains = items;
        this.#domain = items[0]?.index;
        this.#logs = [];
        return outcome;
      }
      case 'logs':
        return this.#checkLogs(service, options);
      case 'detail':
        await service.log(question.key, options);
        return { kind: 'works', what: message('log {0}', String(question.key.idx)) };
      case 'counts': {
        const { range } = await service.counts(question.domain, question.range, options);
        const { from, to } = question.range;
        const what = message('{0} to {1}', range.from, range.to);
        if (range.from === from && range.to === to) return { kind: 'works', what };
        const why = message(
          'The range {0} to {1} was requested, but the response is for {2}.',
          from,
          to,
          what,
        );
        return { kind: 'wrong', why };
      }
    }
  }

  /** Reads the logs of the first domains until one of them has logs. */
  async #checkLogs(service: LogService, options: RequestOptions): Promise<Finding['outcome']> {
    let outcome: Finding['outcome'] = { kind: 'works', what: message('{0} in all', 0) };
    for (const { index } of this.#domains.slice(0, MOST_DOMAINS)) {
      this.#domain = index;
      const read = (page: PageRequest) => service.logs(index, page, {}, options);
      const checked = await checkPages(read, ({ key }) => key.idx);
      this.#logs = checked.items;
      outcome = checked.outcome;
      if (checked.items.length > 0 || outcome.kind !== 'works') break;
    }
    return outcome;
  }

  /**
   * Filters the logs by values of the first one. If the service ignores filters, returns the names of parameters with
   * which it applies them. If it does not ignore the first filter, the others are not tried.
   */
  async #filters(known: Differences): Promise<Differences> {
    const found: Differences = {};
    this.#ignored = [];
    for (const [field, changes] of filterNames) {
      const filter = filterFor(field, this.#logs);
      const isIgnored = filter && (await this.#isFiltered(known, filter)) === false;
      if (isIgnored) {
        const change = await this.#first(
          changes,
          async (each) => (await this.#isFiltered({ ...known, ...each }, filter)) === true,
        );
        if (change) Object.assign(found, change);
        else this.#ignored.push(field);
      } else if (filter && this.#ignored.length === 0 && Object.keys(found).length === 0) break;
    }
    return found;
  }

  /** Returns true if the service applies a filter and false if it ignores it; undefined if that is unknown. */
  async #isFiltered(differences: Differences, filter: LogFilter): Promise<boolean | undefined> {
    const { signal } = this.#options;
    const page = await this.#with(differences, (service) =>
      service.logs(this.#domain as number, PAGE, filter, { signal }),
    );
    const isKnown = 'items' in page && page.items.length > 0;
    return isKnown ? page.items.every(({ row }) => rowMatcher(filter)(row)) : undefined;
  }

  /** Returns the changes with which fields that are unknown so far are recognized in the items of a list. */
  #fieldsOf(read: Read, known: Differences): Differences {
    if (read === 'domains') {
      const domains = this.#domains;
      const name = domainNames.find((field) => domains.some(({ other }) => typeof other[field] === 'string'));
      const hasNames = domains.some((domain) => domain.name !== undefined);
      return name === undefined || hasNames || known.domainNameFields ? {} : { domainNameFields: [name] };
    }
    if (read !== 'logs') return {};
    const rows = this.#logs.map(({ row }) => row);
    const found = Object.entries(rowFieldNames).flatMap(([name, fields]) => {
      if (rows.some((row) => row[name as keyof typeof rowFieldNames] !== undefined)) return [];
      const field = fields.find((each) => rows.some(({ other }) => typeof other[each] === 'string'));
      return field === undefined ? [] : [[`${name}Field`, field] as const];
    });
    return Object.fromEntries(found);
  }
}

/**
 * Reads the first, second, and last page of a list, and checks that they have the requested size and that the second
 * page continues the first.
 */
async function checkPages<Item>(
  read: (page: PageRequest) => Promise<Page<Item>>,
  idOf: (item: Item) => number,
): Promise<{ readonly items: readonly Item[]; readonly outcome: Finding['outcome'] }> {
  const { perPage } = PAGE;
  const { items, total, isTotalKnown = true } = await read(PAGE);
  const wrong = (why: Message) => ({ items, outcome: { kind: 'wrong', why } as const });
  const works = (what: Message) => ({ items, outcome: { kind: 'works', what } as const });
  if (items.length > perPage || (isTotalKnown && items.length < Math.min(perPage, total)))
    return wrong(message('{0} items were requested, but {1} were returned.', perPage, items.length));
  if (items.length < perPage || (isTotalKnown && total === perPage))
    return works(message('{0} in all', items.length));
  const known = new Set(items.map(idOf));
  const { items: second } = await read({ page: 2, perPage });
  // New logs move the others to the next page.
  const repeated = second.filter((item) => known.has(idOf(item))).length;
  if (repeated > second.length / 2) return wrong(message('The second page repeats the first.'));
  if (!isTotalKnown)
    return works(message('at least {0}; the second page continues the first', items.length + second.length));
  const lastPage = Math.ceil(total / perPage);
  const last = lastPage === 2 ? second : (await read({ page: lastPage, perPage })).items;
  if (last.length === 0)
    return wrong(message('There are {0} in all, but page {1} is empty.', total, lastPage));
  return works(message('{0} in all; the second page continues the first', total));
}

/** Returns a filter that the first log matches, or that logs of earlier days match, if it leaves out any of the logs. */
function filterFor(field: FilterField, logs: readonly ListedLog[]): LogFilter | undefined {
  const row = logs[0]?.row;
  const day = row?.time && parseDay(row.time.slice(0, 10));
  const value =
    field === 'from' || field === 'to' ? day && addDays(day, -1) : row?.[field === 'keyword' ? 'uri' : field];
  if (!value) return undefined;
  const filter = { [field]: value };
  const matches = rowMatcher(filter);
  return logs.every((log) => matches(log.row)) ? undefined : filter;
}

/** Returns the alternatives for a read that fails, or whose response is not what was requested. */
function alternativesFor(read: Read, fault: unknown): readonly Differences[] {
  if (fault === undefined) return alternatives[read].request;
  if (!isServiceError(fault)) return [];
  const { status, messageKey } = fault.facts;
  switch (fault.code) {
    case 'unauthorized':
    case 'forbidden':
      return read === 'domains' ? keyHeaders : [];
    case 'bad-request':
    case 'mismatch':
      return alternatives[read].request;
    case 'bad-shape':
      return alternatives[read].response;
    case 'unexpected-result':
      if (status === 200)
        return [...(messageKey ? [{ successKeys: [messageKey] }] : []), { successKeys: null }];
      return alternatives[read].path;
    case 'not-found':
    case 'not-json':
    case 'redirected':
      return alternatives[read].path;
    default:
      return [];
  }
}

/** Returns the part of `after` that has an effect. */
function changeOf(before: Differences, after: Differences): Differences {
  const known = new Map<string, unknown>(Object.entries(resolveDifferences(before)));
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => known.get(name) !== value));
}

/** Returns true if a read returned what was requested. */
export function isWorking({ outcome }: Finding): boolean {
  return outcome.kind === 'works';
}

/** Returns true if every read that worked still works, and any read works. */
function isBetter(after: readonly Finding[], before: readonly Finding[]): boolean {
  return (
    before.every((finding, index) => !isWorking(finding) || isWorking(after[index] as Finding)) &&
    after.some(isWorking)
  );
}
