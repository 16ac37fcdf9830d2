/** Finds out in what a service differs from the conventions in use, by trying others with few requests. */
import type { Read } from '../connections/diagnosis.ts';
import type { DiagnosedService } from '../service/api.ts';
import { addDays } from '../service/calendar.ts';
import type { Conventions, ConventionsOverride } from '../service/conventions.ts';
import { isServiceError } from '../service/errors.ts';
import type { Domain, ListedLog, LogFilter, LogKey, OtherFields, Page } from '../service/model.ts';
import { domainFields } from './domainFields.ts';

/** Where a service is, and how it is asked. */
export interface Place {
  readonly baseUrl: string;
  readonly conventions: Conventions;
}

export interface FindOptions {
  readonly place: Place;
  /** Makes the service of a place: one request a read, without retries. The search disposes of it. */
  readonly serviceAt: (place: Place) => DiagnosedService;
  /** What reading the domains has given already. */
  readonly domainsFault?: unknown;
  /** Today in UTC, `YYYY-MM-DD`. */
  readonly today: string;
  /** The requests that may still be sent, and the answers of 401 that may still come. */
  readonly budget: { readonly requests: number; readonly refusals: number };
  readonly signal: AbortSignal;
}

/** One request that was tried. */
export interface Try {
  readonly read: Read;
  /** In what it differs from the conventions in use, in words; empty for those themselves. */
  readonly what: string;
  /** Undefined when it worked. */
  readonly fault: unknown;
}

/** A read that nothing made work. */
export interface OpenQuestion {
  readonly read: Read;
  readonly fault: unknown;
  /** What was tried, in words. */
  readonly tried: readonly string[];
  /** The names of the fields of a domain, when none looks like its number. */
  readonly fields?: readonly string[];
}

export interface Found {
  /** The place where the most works. */
  readonly place: Place;
  readonly questions: readonly OpenQuestion[];
  /** Why the search ended before its end. */
  readonly stopped?: 'requests' | 'refusals';
}

export const MOST_REQUESTS = 40;
/** A service may lock a key out after some answers of 401. */
export const MOST_REFUSALS = 4;

const KEY_HEADERS = ['X-Service-Key', 'X-Api-Key', 'Authorization: Bearer', 'X-Cloudbric-Key'];
const PREFIXES = ['', '/api', '/api/v1', '/api/v2', '/api/v3', '/v1', '/v2', '/v3'];
/** The paths of the interface begin with it (section 4), whatever is before. */
const ROOT = '/partner/';
const PER_PAGE = 10;
const DOMAINS_TRIED = 3;

/** What a fault says is wrong; `other`: nothing that a convention could mend. */
type Complaint = 'key' | 'path' | 'request' | 'shape' | 'other';

/** Another place, and in what it differs. */
interface Candidate {
  readonly what: string;
  readonly place: Place;
}

type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly fault: unknown };
type Call<T> = (service: DiagnosedService, place: Place) => Promise<T>;

/**
 * Reads domains, logs, one log and counts, and whatever fails under other conventions, to the base URL's own origin alone.
 * Yields each request that was tried, and returns what was found.
 *
 * @throws the signal's reason when it is aborted
 */
export async function* findConventions(options: FindOptions): AsyncGenerator<Try, Found> {
  const search = new Search(options);
  try {
    yield* search.run();
    return search.found();
  } catch (error) {
    if (error instanceof Exhausted) return search.found(error.what);
    throw error;
  }
}

class Exhausted extends Error {
  readonly what: 'requests' | 'refusals';

  constructor(what: 'requests' | 'refusals') {
    super(what);
    this.what = what;
  }
}

class Search {
  readonly #options: FindOptions;
  readonly #origin: string;
  readonly #questions: OpenQuestion[] = [];
  #place: Place;
  #requests: number;
  #refusals: number;
  /** What was tried for the read that is being made to work. */
  #tried: string[] = [];

  constructor(options: FindOptions) {
    this.#options = options;
    this.#place = options.place;
    this.#origin = new URL(options.place.baseUrl).origin;
    this.#requests = options.budget.requests;
    this.#refusals = options.budget.refusals;
  }

  found(stopped?: 'requests' | 'refusals'): Found {
    return { place: this.#place, questions: this.#questions, ...(stopped && { stopped }) };
  }

  async *run(): AsyncGenerator<Try, void> {
    const domains = yield* this.#domains();
    if (!domains) return;
    const read = yield* this.#logs(domains);
    const domain = read?.domain ?? domains.items[0]?.index;
    if (domain === undefined) return;
    const [log] = read?.logs ?? [];
    if (log) {
      yield* this.#filters(domain, log);
      yield* this.#detail(log);
    }
    yield* this.#counts(domain);
  }

  async *#domains(): AsyncGenerator<Try, Page<Domain> | undefined> {
    const { domainsFault } = this.#options;
    const list: Call<Page<Domain>> = (service) =>
      service.domains({ page: 1, perPage: PER_PAGE }, this.#request);
    let fields: OtherFields | undefined;
    let outcome: Outcome<Page<Domain>> = domainsFault
      ? { ok: false, fault: domainsFault }
      : yield* this.#try('domains', '', this.#place, list);
    const done = new Set<Complaint>();
    while (!outcome.ok) {
      const complaint = complaintOf(outcome.fault);
      if (done.has(complaint)) break;
      done.add(complaint);
      if (complaint === 'shape') {
        const sent: Outcome<OtherFields | undefined> = yield* this.#try(
          'domains',
          'looking at its fields',
          this.#place,
          (service) => service.firstDomain(this.#request),
        );
        fields = sent.ok ? sent.value : undefined;
      }
      const candidates: readonly Candidate[] =
        complaint === 'key'
          ? this.#otherHeaders()
          : complaint === 'path'
            ? this.#otherPrefixes('domains')
            : complaint === 'request'
              ? this.#otherPaging('domains')
              : this.#otherFields(fields);
      const next: Outcome<Page<Domain>> = yield* this.#advance('domains', outcome.fault, candidates, list);
      if (next === outcome) break;
      outcome = next;
    }
    if (!outcome.ok) {
      this.#ask('domains', outcome.fault, fields && Object.keys(fields));
      return undefined;
    }
    const [first] = outcome.value.items;
    if (first && first.name === undefined) {
      const { nameField } = domainFields(first.other);
      if (nameField) this.#place = this.#with({ domains: { nameFields: [nameField] } });
    }
    return outcome.value;
  }

  async *#logs(
    domains: Page<Domain>,
  ): AsyncGenerator<Try, { readonly domain: number; readonly logs: readonly ListedLog[] } | undefined> {
    const indices = domains.items.slice(0, DOMAINS_TRIED).map(({ index }) => index);
    let [domain] = indices;
    if (domain === undefined) return undefined;
    const listOf =
      (index: number): Call<Page<ListedLog>> =>
      (service) =>
        service.logs(index, { page: 1, perPage: PER_PAGE }, {}, this.#request);
    let outcome: Outcome<Page<ListedLog>> = yield* this.#try('logs', '', this.#place, listOf(domain));
    const before = outcome;
    if (!outcome.ok && complaintOf(outcome.fault) === 'path') {
      // The number may be another field of the domain.
      const { indexFields } = this.#place.conventions.domains;
      for (const { name, value } of domainFields(domains.items[0]?.other ?? {}).indexFields) {
        const place = this.#with({ domains: { indexFields: [name, ...indexFields] } });
        const other: Outcome<Page<ListedLog>> = yield* this.#try(
          'logs',
          `the domain's number from “${name}”`,
          place,
          listOf(value),
        );
        if (!other.ok) continue;
        this.#place = this.#with({ domains: { indexFields: [name] } });
        outcome = other;
        domain = value;
        break;
      }
    }
    if (!outcome.ok) {
      const complaint = complaintOf(outcome.fault);
      const candidates =
        complaint === 'path'
          ? this.#otherPrefixes('logs')
          : complaint === 'request' || complaint === 'shape'
            ? this.#otherPaging('logs')
            : [];
      outcome = yield* this.#advance('logs', outcome.fault, candidates, listOf(domain), outcome);
    }
    if (!outcome.ok) {
      this.#ask('logs', before.ok ? outcome.fault : before.fault);
      return undefined;
    }
    let logs = outcome.value.items;
    for (const index of indices.slice(1)) {
      if (logs.length > 0 || !indices.includes(domain)) break;
      const other: Outcome<Page<ListedLog>> = yield* this.#try('logs', '', this.#place, listOf(index));
      if (!other.ok || other.value.items.length === 0) continue;
      domain = index;
      logs = other.value.items;
    }
    return { domain, logs };
  }

  /** Finds the filters that the service refuses, and the format of its dates. The values are ours, not the log's. */
  async *#filters(domain: number, { row }: ListedLog): AsyncGenerator<Try, void> {
    const filtered =
      (filter: LogFilter): Call<Page<ListedLog>> =>
      (service) =>
        service.logs(domain, { page: 1, perPage: PER_PAGE }, filter, this.#request);
    const day = /^\d{4}-\d{2}-\d{2}/.exec(row.time ?? '')?.[0] ?? addDays(this.#options.today, -1);
    const ofDay = filtered({ from: day, to: day });
    const isRefused = (outcome: Outcome<unknown>) => !outcome.ok && complaintOf(outcome.fault) === 'request';
    const dated: Outcome<Page<ListedLog>> = yield* this.#try('logs', 'of one day', this.#place, ofDay);
    if (isRefused(dated) || (row.time && dated.ok && dated.value.items.length === 0)) {
      const { what, place } = this.#otherDates('logs');
      const other: Outcome<Page<ListedLog>> = yield* this.#try('logs', `of one day, ${what}`, place, ofDay);
      if (other.ok && (!dated.ok || other.value.items.length > 0)) this.#place = place;
      else if (isRefused(dated)) this.#place = this.#with({ logs: { parameters: { from: null, to: null } } });
    }

    const { detectedType } = this.#place.conventions.detail;
    const values = {
      detectedType,
      action: 'Blocked',
      rule: 'SQL Injection',
      address: '203.0.113.9',
      countryCode: 'US',
      uri: '/',
      keyword: 'a',
    };
    const { parameters } = this.#place.conventions.logs;
    const sent = Object.entries(values).filter(([name]) => parameters[name as keyof typeof values] !== null);
    if (sent.length === 0) return;
    const all: Outcome<unknown> = yield* this.#try(
      'logs',
      'with every filter',
      this.#place,
      filtered(Object.fromEntries(sent)),
    );
    if (!isRefused(all)) return;
    const refused: string[] = [];
    for (const [name, value] of sent) {
      const wireName = parameters[name as keyof typeof values];
      const one: Outcome<unknown> = yield* this.#try(
        'logs',
        `with the parameter “${wireName}”`,
        this.#place,
        filtered({ [name]: value }),
      );
      if (isRefused(one)) refused.push(name);
    }
    const leftOut = Object.fromEntries(refused.map((name) => [name, null]));
    if (refused.length > 0) this.#place = this.#with({ logs: { parameters: leftOut } });
  }

  async *#detail({ key, row }: ListedLog): AsyncGenerator<Try, void> {
    const detail: Call<unknown> = (service, { conventions }) => {
      const detectedType = row.detectedType ?? conventions.detail.detectedType;
      return service.log({ ...key, detectedType } satisfies LogKey, this.#request);
    };
    const outcome: Outcome<unknown> = yield* this.#try('detail', '', this.#place, detail);
    if (outcome.ok) return;
    const complaint = complaintOf(outcome.fault);
    const leftOut: Candidate = {
      what: 'without detected_type',
      place: this.#with({ detail: { parameters: { detectedType: null } } }),
    };
    const kinds = row.detectedType === undefined ? kindsOf(row.other) : [];
    const types = kinds
      .filter((kind) => kind !== this.#place.conventions.detail.detectedType)
      .map((kind) => ({
        what: `detected_type “${kind}”`,
        place: this.#with({ detail: { detectedType: kind } }),
      }));
    const candidates =
      complaint === 'request'
        ? [leftOut, ...types]
        : complaint === 'path'
          ? [...types, leftOut, ...this.#otherPrefixes('detail')]
          : [];
    const last = yield* this.#advance('detail', outcome.fault, candidates, detail, outcome);
    if (!last.ok) this.#ask('detail', outcome.fault);
  }

  async *#counts(domain: number): AsyncGenerator<Try, void> {
    const day = addDays(this.#options.today, -1);
    const counts: Call<{ readonly range: { readonly from: string } }> = (service) =>
      service.counts(domain, { from: day, to: day }, this.#request);
    const outcome: Outcome<{ readonly range: { readonly from: string } }> = yield* this.#try(
      'counts',
      '',
      this.#place,
      counts,
    );
    if (outcome.ok && outcome.value.range.from === day) return;
    const dates = this.#otherDates('counts');
    if (outcome.ok) {
      const other: typeof outcome | Outcome<never> = yield* this.#try(
        'counts',
        dates.what,
        dates.place,
        counts,
      );
      if (other.ok && other.value.range.from === day) this.#place = dates.place;
      return;
    }
    const complaint = complaintOf(outcome.fault);
    const leftOut: Candidate = {
      what: 'without a range',
      place: this.#with({ counts: { parameters: { from: null, to: null } } }),
    };
    const candidates =
      complaint === 'request' ? [dates, leftOut] : complaint === 'path' ? this.#otherPrefixes('counts') : [];
    const last = yield* this.#advance('counts', outcome.fault, candidates, counts, outcome);
    if (!last.ok) this.#ask('counts', outcome.fault);
  }

  /**
   * Tries candidates until one works, or gets further: the service then complains of something else. That one is the place from
   * there on.
   *
   * @param standing what is returned when none does
   */
  async *#advance<T>(
    read: Read,
    fault: unknown,
    candidates: readonly Candidate[],
    call: Call<T>,
    standing: Outcome<T> = { ok: false, fault },
  ): AsyncGenerator<Try, Outcome<T>> {
    const complaint = complaintOf(fault);
    for (const { what, place } of candidates) {
      const outcome: Outcome<T> = yield* this.#try(read, what, place, call);
      if (!outcome.ok && !isFurther(complaint, complaintOf(outcome.fault))) continue;
      this.#place = place;
      return outcome;
    }
    return standing;
  }

  async *#try<T>(read: Read, what: string, place: Place, call: Call<T>): AsyncGenerator<Try, Outcome<T>> {
    const { signal, serviceAt } = this.#options;
    signal.throwIfAborted();
    if (this.#requests <= 0) throw new Exhausted('requests');
    if (this.#refusals <= 0) throw new Exhausted('refusals');
    if (new URL(place.baseUrl).origin !== this.#origin)
      throw new Error('The search leads away from its origin.');
    this.#requests -= 1;
    if (what !== '') this.#tried.push(what);
    const service = serviceAt(place);
    try {
      const value = await call(service, place);
      yield { read, what, fault: undefined };
      return { ok: true, value };
    } catch (fault) {
      signal.throwIfAborted();
      if (complaintOf(fault) === 'key') this.#refusals -= 1;
      yield { read, what, fault };
      return { ok: false, fault };
    } finally {
      service.dispose();
    }
  }

  get #request() {
    return { signal: this.#options.signal };
  }

  #ask(read: Read, fault: unknown, fields?: readonly string[]): void {
    this.#questions.push({ read, fault, tried: [...new Set(this.#tried)], ...(fields && { fields }) });
    this.#tried = [];
  }

  #with(override: ConventionsOverride): Place {
    return { ...this.#place, conventions: overridden(this.#place.conventions, override) };
  }

  #otherHeaders(): Candidate[] {
    return KEY_HEADERS.filter(
      (header) => header.toLowerCase() !== this.#place.conventions.keyHeader.toLowerCase(),
    ).map((keyHeader) => ({ what: `the key in ${keyHeader}`, place: this.#with({ keyHeader }) }));
  }

  #otherPaging(list: 'domains' | 'logs'): Candidate[] {
    const paging = this.#place.conventions[list].paging === 'page' ? 'offset' : 'page';
    return [{ what: `the paging “${paging}”`, place: this.#with({ [list]: { paging } }) }];
  }

  #otherDates(part: 'logs' | 'counts'): Candidate {
    const dateFormat = this.#place.conventions[part].dateFormat === 'YYYYMMDD' ? 'YYYY-MM-DD' : 'YYYYMMDD';
    return { what: `dates as ${dateFormat}`, place: this.#with({ [part]: { dateFormat } }) };
  }

  #otherFields(fields: OtherFields | undefined): Candidate[] {
    if (!fields) return [];
    const { indexFields, nameField } = domainFields(fields);
    return indexFields.map(({ name }) => ({
      what: `the domain's number from “${name}”`,
      place: this.#with({ domains: { indexFields: [name], ...(nameField && { nameFields: [nameField] }) } }),
    }));
  }

  /** Other prefixes of the interface's paths: of all of them, or for a read other than the first, of its own. */
  #otherPrefixes(read: Read): Candidate[] {
    const { baseUrl, conventions } = this.#place;
    const { pathname } = new URL(baseUrl);
    const base = pathname === '/' ? '' : pathname;
    const path = conventions[read].path;
    const start = path.indexOf(ROOT);
    if (start < 0) return [];
    const current = base + path.slice(0, start);
    return PREFIXES.filter((prefix) => prefix !== current).flatMap((prefix): Candidate[] => {
      const isBelow = prefix.startsWith(base);
      // What is before the paths is a part of the base URL: a shorter one is needed.
      if (!isBelow && read !== 'domains') return [];
      const lead = isBelow ? prefix.slice(base.length) : '';
      const reads = read === 'domains' ? (['domains', 'logs', 'detail', 'counts'] as const) : [read];
      const paths = Object.fromEntries(
        reads.map((each) => [each, { path: prefixed(conventions[each].path, lead) }]),
      );
      return [
        {
          what: prefix === '' ? 'paths without a prefix' : `paths below ${prefix}`,
          place: { ...this.#with(paths), baseUrl: isBelow ? baseUrl : this.#origin + prefix },
        },
      ];
    });
  }
}

function prefixed(path: string, lead: string): string {
  const start = path.indexOf(ROOT);
  return start < 0 ? path : lead + path.slice(start);
}

function complaintOf(fault: unknown): Complaint {
  if (!isServiceError(fault)) return 'other';
  switch (fault.code) {
    case 'unauthorized':
      return 'key';
    case 'not-found':
    case 'not-json':
    case 'redirected':
      return 'path';
    case 'bad-request':
    case 'not-success':
      return 'request';
    case 'unexpected-status':
      return fault.facts.status === 405 || fault.facts.status === 410 ? 'path' : 'request';
    case 'bad-shape':
      return 'shape';
    default:
      return 'other';
  }
}

/** Whether a service that complained of one thing and now of another has got further with the request. */
function isFurther(before: Complaint, now: Complaint): boolean {
  if (now === 'other' || now === before) return false;
  // Some services look for the path first, others for the key.
  if (before === 'key') return true;
  if (before === 'path') return now !== 'shape';
  return before === 'request' && now === 'shape';
}

/** Returns the kinds of detection that a row may mean, by its fields: `detect_type: "waf"`. */
function kindsOf(other: OtherFields): string[] {
  const named = Object.entries(other)
    .filter(([name, value]) => /type|kind|category/i.test(name) && typeof value === 'string')
    .map(([, value]) => String(value))
    .filter((kind) => /^[\w-]{1,40}$/.test(kind));
  return [...new Set([...named, 'waf', 'ATTACK', 'attack'])].slice(0, 5);
}

function overridden(conventions: Conventions, override: ConventionsOverride): Conventions {
  return merged(conventions, override) as Conventions;
}

function merged(base: object, override: object): object {
  const result: Record<string, unknown> = { ...base };
  for (const [name, value] of Object.entries(override)) {
    const standing = result[name];
    const isPart = typeof value === 'object' && value !== null && !Array.isArray(value);
    result[name] = isPart ? merged(standing as object, value) : value;
  }
  return result;
}
