/** Finds out how a service differs from the conventions in use, with few requests, by what is true of a right answer. */

import { isServiceError } from '../base/errors.ts';
import { placed } from '../service/answers/decode.ts';
import type { PageRequest } from '../service/api.ts';
import { addDays, formatDay } from '../service/calendar.ts';
import {
  type ConventionsOverride,
  DATE_FORMATS,
  type DateFormat,
  DOMAIN_PLACEHOLDER,
  LOG_PLACEHOLDERS,
} from '../service/conventions.ts';
import type { Counts, DateRange, Domain, LogFilter, LogRow, Page } from '../service/model.ts';
import type { Query } from '../service/network/url.ts';
import type { Question, Read } from '../service/wireRequest.ts';
import { type Message, message } from '../text/l10n.ts';
import { findPageNames, findPaging } from './paging.ts';
import {
  below,
  domainNames,
  otherPaths,
  pathCandidate,
  withAllDomainNames,
  withDomainNames,
} from './paths.ts';
import {
  type Asked,
  type AskedOf,
  Exhausted,
  isOfPath,
  isolate,
  isRefused,
  isRequest,
  type Place,
  type Prober,
  UNTOLD,
  withConventions,
} from './prober.ts';
import { FEW_DAYS, type Finding, named, type OpenQuestion, Search } from './search.ts';
import { numberFields } from './structure.ts';
import { namesOf, rangeNames } from './vocabulary.ts';

export interface Found {
  /** The place where the most works. */
  readonly place: Place;
  readonly findings: readonly Finding[];
  readonly questions: readonly OpenQuestion[];
  /** The reason why the search ended before its end. */
  readonly stopped?: Exhausted['what'];
  /** A row that was read at the place. */
  readonly sample?: LogRow;
}

const READS: readonly Read[] = ['domains', 'logs', 'detail', 'counts'];
const DOMAINS_TRIED = 3;
/** Days that a service may allow at most. */
const RANGES = [90, 60, 31, 30, 14];
const FIRST_PAGE: PageRequest = { page: 1, perPage: 10 };
/** For a service that refuses a page of ten. */
const USUAL_PAGE: PageRequest = { page: 1, perPage: 20 };
const RANGE = message('the range of days');
const NUMBER = message('the number of the log');
const KIND = message('the kind of detection');
const DOMAIN = message('the number of the domain');
const NOT_REQUESTED = message('The service returned another log than the requested one.');
const NOTHING = message('It is empty, so that nothing of it could be checked.');

/**
 * Reads domains, logs, one log and counts, and whatever fails or is not as it must be under other conventions, to the base URL's
 * own origin alone.
 *
 * @param day today in UTC, `YYYY-MM-DD`
 * @throws the signal's reason when it is aborted
 */
export async function findConventions(place: Place, prober: Prober, day: string): Promise<Found> {
  const finder = new Finder(place, prober, day);
  let stopped: Exhausted['what'] | undefined;
  try {
    await finder.findAll();
  } catch (error) {
    if (!(error instanceof Exhausted)) throw error;
    stopped = error.what;
    finder.endEarly();
  }
  const { search, sample } = finder;
  const findings = READS.map(
    (read): Finding => ({
      read,
      outcome: search.findings.get(read) ?? { kind: 'not-tried', why: finder.whyNot(read) },
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

class Finder {
  readonly search: Search;
  sample: LogRow | undefined;
  readonly #today: string;
  readonly #start: Place;
  #page = FIRST_PAGE;
  /** Rows of a domain that were read. */
  #listed: { readonly domain: number; readonly rows: readonly LogRow[] } | undefined;
  /** The read that is being made to work, and its fault. */
  #failing: { readonly read: Read; readonly fault: unknown } | undefined;
  #isStopped = false;

  constructor(place: Place, prober: Prober, day: string) {
    this.search = new Search(place, prober);
    this.#start = place;
    this.#today = day;
  }

  async findAll(): Promise<void> {
    const domains = await this.#within(12, () => this.#findDomains());
    if (!domains) return;
    await this.#within(8, () => this.#findLogs(domains.items));
    const { domain = domains.items[0]?.index, rows = [] } = this.#listed ?? {};
    if (domain === undefined) return this.#checkDomains(domains);
    if (rows[0]) await this.#within(6, () => this.#findDetail(domain, rows));
    await this.#findCounts(domain);
    await this.#checkDomains(domains);
    if (rows[0]) await this.#findFilters(domain, rows);
  }

  /** Runs a part of the search, and leaves some requests for the next. */
  async #within<T>(reserved: number, find: () => Promise<T>): Promise<T | undefined> {
    const { prober } = this.search;
    prober.reserved = reserved;
    try {
      return await find();
    } catch (error) {
      if (!(error instanceof Exhausted) || error.what === 'refusals') throw error;
      this.endEarly();
      return undefined;
    } finally {
      prober.reserved = 0;
    }
  }

  /** Notes that the budget has ended the search. */
  endEarly(): void {
    this.#isStopped = true;
    if (this.#failing) this.#fail(this.#failing.read, this.#failing.fault);
  }

  whyNot(read: Read) {
    const domains = this.search.findings.get('domains');
    if (domains?.kind === 'fault' && this.#isKey(domains.fault)) return 'key-refused';
    if (this.#isStopped) return 'no-requests';
    return read === 'detail' && domains?.kind !== 'fault' ? 'no-log' : 'no-domain';
  }

  async #findDomains(): Promise<Page<Domain> | undefined> {
    const { search } = this;
    const of = (page: PageRequest) => ({ read: 'domains', page }) as const;
    let question = of(this.#page);
    let asked = await search.ask(undefined, question);
    this.#begin('domains', asked);
    if (isRequest(asked) && (asked.ok || !isRefused(asked))) {
      const usual = await search.ask(message('{0} rows a page', USUAL_PAGE.perPage), of(USUAL_PAGE));
      if (usual.ok) [this.#page, question, asked] = [USUAL_PAGE, of(USUAL_PAGE), usual];
    }
    const paths = this.#paths('domains', asked);
    const accept = async () => {
      if (asked.ok || !isRefused(asked) || !asked.answer) return true;
      if (!(await search.findKeyHeader(question, asked.answer, paths))) return false;
      asked = await search.ask(undefined, question);
      return true;
    };
    if (!(await accept())) return this.#failWith('domains', asked);
    asked = await this.#named(asked, question);
    if (!asked.ok && isOfPath(asked.fault)) {
      asked = await search.advance(asked, paths, question);
      if (!(await accept())) return this.#failWith('domains', asked);
      asked = await this.#named(asked, question);
    }
    if (!asked.ok) return this.#fail('domains', asked.fault);
    search.works = question;
    if (asked.value.items.length === 0) {
      const fromZero = { domains: { firstPage: 0 }, logs: { firstPage: 0 } };
      const place = withConventions(search.place, fromZero);
      const zero = await search.try(message('pages from 0 on'), question, place);
      if (zero.asked.ok && zero.asked.value.items.length > 0)
        [asked, search.place] = [zero.asked, zero.place];
    }
    const page = asked.value;
    this.#note(
      'domains',
      page.items.length === 0 ? NOTHING : message('Pages of {0} rows could not be checked.', 100),
    );
    return page;
  }

  /** Checks the pages of the domains, which are likely to be read as those of the logs are. */
  async #checkDomains(first: Page<Domain>): Promise<void> {
    const { search } = this;
    if (first.items.length === 0) return;
    const question = { read: 'domains', page: this.#page } as const;
    const before = search.place;
    let found = first;
    if (first.total > this.#page.perPage && this.#pageAlike('logs', 'domains')) {
      const asked = await search.ask(undefined, question);
      if (asked.ok && asked.value.items.length > 0) found = asked.value;
      else search.place = before;
    }
    const doubt = await findPaging(search, question, found, (item) => (item as Domain).index);
    this.#note('domains', doubt, inAll(found));
  }

  /** Pages a list as the other one turned out to be paged; returns false where that was known. */
  #pageAlike(known: 'domains' | 'logs', other: 'domains' | 'logs'): boolean {
    const pagesOf = ({ conventions }: Place) => {
      const { paging, firstPage, parameters } = conventions[known];
      const { page, perPage, offset, limit } = parameters;
      return { paging, firstPage, parameters: { page, perPage, offset, limit } };
    };
    const found = pagesOf(this.search.place);
    // A list that is whole says nothing of how another one is paged.
    const isWhole = found.paging === 'page' && found.parameters.page === null;
    if (isWhole || JSON.stringify(found) === JSON.stringify(pagesOf(this.#start))) return false;
    this.search.use({ [other]: found } as ConventionsOverride);
    return true;
  }

  /** Finds the parameters that a list is refused without: those that it names, else those of its pages. */
  async #named<Q extends Question & { readonly read: 'domains' | 'logs' }>(
    refused: AskedOf<Q>,
    question: Q,
  ): Promise<AskedOf<Q>> {
    const asked = await this.search.follow(refused, question);
    if (!isRequest(asked)) return asked;
    const { fault } = asked as { readonly fault: unknown };
    if (!(await findPageNames(this.search, question, fault))) return asked;
    return this.search.ask(undefined, question);
  }

  async #findLogs(domains: readonly Domain[]): Promise<void> {
    const { search } = this;
    const [first] = domains;
    if (!first) return;
    let domain = first.index;
    const question = () => {
      const usualRange = this.#lastDays(search.place.conventions.logs.requiredDays || FEW_DAYS);
      return { read: 'logs', domain, page: this.#page, filter: {}, usualRange } as const;
    };
    const of = question();
    this.#pageAlike('domains', 'logs');
    let asked = await search.ask(undefined, of);
    this.#begin('logs', asked);
    const isMissing = !asked.ok && isServiceError(asked.fault, 'not-found') && !search.isNowhere(asked);
    const isEmpty = asked.ok ? asked.value.items.length === 0 : asked.answer?.status === 204 || isMissing;
    for (const { index } of isEmpty ? domains.slice(1, DOMAINS_TRIED) : []) {
      const other = await search.try(message('another domain'), { ...of, domain: index }, search.place);
      if (!other.asked.ok || other.asked.value.items.length === 0) continue;
      search.place = other.place;
      if (isMissing) search.use({ logs: { notFoundIsEmpty: true } });
      [asked, domain] = [other.asked, index];
      break;
    }
    const [field] = numberFields([new Map(Object.entries(first.other))]);
    if (!asked.ok && isOfPath(asked.fault) && field !== undefined) {
      const index = Number(first.other[field]);
      const place = withConventions(search.place, { domains: { indexFields: [field] } });
      const other = await search.try(
        message("the domain's number from “{0}”", field),
        { ...of, domain: index },
        place,
      );
      if (other.asked.ok) [asked, domain, search.place] = [other.asked, index, other.place];
    }
    if (!asked.ok && isOfPath(asked.fault))
      asked = await search.advance(asked, this.#paths('logs', asked), question());
    if (!asked.ok) asked = await search.follow(asked, question());
    const isRefusal = isRequest(asked);
    if (asked.ok ? asked.value.items.length === 0 : isRefusal) {
      const isRight = (each: Asked<Page<LogRow>>) => each.ok && (isRefusal || each.value.items.length > 0);
      if (await this.#findRange(question(), this.#lastDays(isRefusal ? FEW_DAYS : 30), isRight)) {
        search.use({ logs: { requiredDays: isRefusal ? FEW_DAYS : 30 } });
        asked = await search.ask(undefined, question());
      } else asked = await this.#named(asked, question());
    }
    if (!asked.ok) return this.#fail('logs', asked.fault);
    await this.#findDomainName('logs', question(), (each) => each.ok && each.value.items.length > 0);
    if (search.place.conventions.logs.requiredDays !== this.#start.conventions.logs.requiredDays) {
      await this.#widen(question());
      const again = await search.ask(undefined, question());
      if (again.ok) asked = again;
    }
    let page: Page<LogRow> = asked.value;
    this.#listed = { domain, rows: page.items };
    const { idx } = search.place.conventions.logs.fields;
    const pagingDoubt =
      page.items.length > 0
        ? await findPaging(search, question(), page, (item) => (item as LogRow).idx)
        : NOTHING;
    if (search.place.conventions.logs.fields.idx !== idx) {
      const again = await search.ask(undefined, question());
      if (again.ok) page = again.value;
    }
    const [row] = page.items;
    this.sample = row;
    const isTimed = row === undefined || row.time !== undefined;
    const isNamed = row === undefined || row.rule !== undefined;
    const doubt =
      pagingDoubt ??
      (isTimed ? undefined : message('No field of a row is a time.')) ??
      (isNamed ? undefined : message('No field of a row is the name of a rule.'));
    this.#listed = { domain, rows: page.items };
    this.#note('logs', doubt, inAll(page));
  }

  /** Finds the most days that a list of logs may be asked for: those that a refusal names, or usual ones. */
  async #widen(question: Question & { readonly read: 'logs' }): Promise<void> {
    const { search } = this;
    for (const days of RANGES) {
      const { asked, place } = await search.try(
        message('the last {0} days', days),
        { ...question, usualRange: this.#lastDays(days) },
        withConventions(search.place, { logs: { requiredDays: days } }),
      );
      if (asked.ok) search.place = place;
      const [, named] = /(\d{1,3})[ -]{0,2}(?:days?|\uc77c|\u65e5)/i.exec(asked.answer?.text ?? '') ?? [];
      const most = Number(named);
      if (!isRequest(asked)) return;
      if (most > FEW_DAYS && most < days) return void search.use({ logs: { requiredDays: most } });
      if (most === FEW_DAYS) return;
    }
  }

  /** Finds the one name that carries the number of the domain, where several were sent. */
  async #findDomainName<Q extends Question>(
    read: Read,
    question: Q,
    isRight: (asked: AskedOf<Q>) => boolean,
  ): Promise<void> {
    const { search } = this;
    const { path } = search.place.conventions[read];
    const names = domainNames(path);
    if (names.length < 2) return;
    const at = (some: readonly string[]) =>
      ({ [read]: { path: withDomainNames(path, some) } }) as ConventionsOverride;
    const own = search.place.conventions.domains.indexFields
      .filter((field) => names.includes(field))
      .slice(0, 1);
    const name = await isolate(names, [...search.prober.hintsFor('domain', null), ...own], async (sent) => {
      const some = sent.map(([each]) => each);
      const place = withConventions(search.place, at(some));
      const { asked } = await search.try(named(DOMAIN, some), question, place);
      return isRight(asked) ? 0 : undefined;
    });
    if (name !== undefined) search.use(at([name]));
  }

  async #findDetail(domain: number, rows: readonly LogRow[]): Promise<void> {
    const { search } = this;
    const [row] = rows;
    if (!row) return;
    const of = ({ idx, detectedType }: LogRow) => {
      const { detectedType: usual } = search.place.conventions.detail;
      return { read: 'detail', key: { domain, idx, detectedType: detectedType ?? usual } } as const;
    };
    let first = await this.#movedAlong(of(row));
    this.#begin('detail', first);
    if (!first.ok) first = await search.follow(first, of(row));
    const isRight = (asked: Asked<unknown>) => asked.ok;
    if (!first.ok && !(await this.#findSelection(rows, first, of(row), isRight))) {
      if (!isServiceError(first.fault, 'mismatch')) return this.#fail('detail', first.fault);
      search.questions.push({ read: 'detail', fault: undefined, about: 'detail-number' });
      return this.#note('detail', NOT_REQUESTED);
    }
    await this.#findDomainName('detail', of(row), isRight);
    const [one, other] = [row, rows.find(({ idx }) => idx !== row.idx)];
    const before = first.answer;
    let asked = await search.ask(message('another log'), of(other ?? one));
    const isOther = (each: Asked<unknown>) =>
      each.ok && (this.#isEchoed(each) || !before || each.answer.text !== before.text);
    if (other && !isOther(asked)) {
      const found = await this.#findSelection(
        [other, ...rows.filter((each) => each !== other)],
        asked,
        of(other),
        isOther,
      );
      if (found) asked = await search.ask(message('another log'), of(other));
      else search.questions.push({ read: 'detail', fault: undefined, about: 'detail-number' });
    }
    const isMismatch = !asked.ok && isServiceError(asked.fault, 'mismatch');
    if (!asked.ok)
      return this.#note('detail', isMismatch ? NOT_REQUESTED : message('Another log could not be read.'));
    const isUnsure = other !== undefined && !isOther(asked);
    this.#note(
      'detail',
      isUnsure ? message('The response does not say which log it is.') : undefined,
      message('log {0}', String(row.idx)),
    );
  }

  /** Whether an answer says which log it is. */
  #isEchoed({ answer }: Asked<unknown>): boolean {
    const { idx } = this.search.place.conventions.detail.fields;
    return idx !== null && placed(answer?.body, [idx])?.value != null;
  }

  /** Finds how a log is selected: the names of its number and kind, the kind itself, or both in the path. */
  async #findSelection<Q extends Question & { readonly read: 'detail' }>(
    rows: readonly LogRow[],
    first: AskedOf<Q>,
    question: Q,
    isRight: (asked: AskedOf<Q>) => boolean,
  ): Promise<boolean> {
    const { search } = this;
    const [row] = rows;
    if (!row) return false;
    const { conventions } = search.place;
    const { key } = question;
    const { idx: current, detectedType: currentKind } = conventions.detail.parameters;
    const own = conventions.logs.fields.idx?.split('.').at(-1) ?? '';
    const { style } = search.prober;
    const names = [...new Set([own, ...namesOf('idx', style), ...(current ? [current] : [])])].filter(
      Boolean,
    );
    const kindNames = namesOf('detectedType', style);
    const detail = (part: object): ConventionsOverride => ({ detail: part });
    const withKind = (detectedType: string | null, kind?: string) =>
      detail({ parameters: { detectedType }, ...(kind && { detectedType: kind }) });
    const works = async (what: Message, override: ConventionsOverride, more: object = {}) => {
      const place = withConventions(search.place, override);
      const found = await search.try(what, { ...question, key: { ...key, ...more } }, place);
      if (!isRight(found.asked)) return false;
      search.place = found.place;
      return true;
    };
    // Each name gets the number of another row, which the answer shows by its echo or by the address in it.
    const uris = rows.flatMap(({ uri }) => (uri && uri.length > 3 ? [uri] : []));
    const codes = new Set(uris).size === rows.length ? rows.length : 1;
    const rowOf = ({ ok, answer }: AskedOf<Q>): number | undefined => {
      if (answer?.status !== 200 || (!ok && codes === 1)) return undefined;
      const known = uris
        .filter((uri) => answer.text.includes(uri))
        .toSorted((one, other) => other.length - one.length);
      return codes === 1 ? 0 : known[0] === undefined ? (ok ? 0 : undefined) : uris.indexOf(known[0]);
    };
    const isolateNumber = async (override: ConventionsOverride, kind: Query) => {
      const place = withConventions(
        withConventions(search.place, detail({ parameters: { idx: null } })),
        override,
      );
      const name = await search.findInput({
        what: NUMBER,
        question,
        place,
        names,
        hints: kind.length > 0 && own ? [own] : [],
        values: (each, code) => [[each, rows[code]?.idx]],
        shows: (asked) => (isRight(asked) || !asked.ok ? rowOf(asked) : undefined),
        codes,
        also: kind,
      });
      if (name !== undefined) search.place = withConventions(place, detail({ parameters: { idx: name } }));
      return name !== undefined && isRight(await search.ask(message('without other names'), question));
    };
    const [ownKinds, usualKinds] = kindsOf(row, key.detectedType);
    const kindIs = (kind: string) =>
      works(message('detected_type “{0}”', kind), withKind(currentKind, kind), { detectedType: kind });

    let isNowhere = !first.ok && isOfPath(first.fault);
    if (isNowhere && !conventions.logs.path.endsWith(this.#start.conventions.logs.path)) {
      const moved = await this.#move('detail', first, question, isRight, 5);
      if (isRight(moved)) return true;
      isNowhere = !moved.ok && isOfPath(moved.fault);
    }
    const before = search.place;
    const ownAlone = detail({ parameters: { idx: own, detectedType: null } });
    if (own !== '' && own !== current && (await works(named(NUMBER, [own]), ownAlone))) return true;
    if (await works(message('without detected_type'), withKind(null))) return true;
    for (const kind of ownKinds) if (await kindIs(kind)) return true;
    const { path } = search.place.conventions.detail;
    const { idx: number, detectedType: kindPart } = LOG_PLACEHOLDERS;
    const inPath = async () => {
      for (const each of [
        below(conventions.logs.path, number),
        below(path, number),
        below(path, `${kindPart}/${number}`),
        below(path, `${number}/${kindPart}`),
        path.replace(DOMAIN_PLACEHOLDER, number),
      ]) {
        const override = detail({ path: each, parameters: { idx: null, detectedType: null } });
        if (await works(message('the path {0}', each), override)) return true;
      }
      return false;
    };
    if (isNowhere && (await inPath())) return true;
    for (const kind of ownKinds[0] ? ownKinds : [key.detectedType, ...usualKinds.slice(0, 1)]) {
      const kinds = kindNames.map((name) => [name, kind] as const);
      if (await isolateNumber({}, kinds)) return true;
      if (search.place === before && (await search.isStrict())) break;
      if (search.place === before) continue;
      const name = await search.findInput({
        what: KIND,
        question,
        place: search.place,
        names: kindNames,
        hints: kindNames.slice(0, 1),
        values: (each) => [[each, kind]],
        shows: (asked) => (isRight(asked) ? 0 : undefined),
      });
      if (name !== undefined) search.use(withKind(name, kind));
      if (name !== undefined) return true;
      search.place = before;
    }
    for (const override of [withKind(null), {}]) {
      if (await isolateNumber(override, [])) return true;
      search.place = before;
    }
    for (const each of usualKinds) if (await kindIs(each)) return true;
    if (!isNowhere && (await inPath())) return true;
    for (const field of numberFields([new Map(Object.entries(row.other))]).slice(0, 2)) {
      const override: ConventionsOverride = { logs: { fields: { idx: field } } };
      if (await works(named(NUMBER, [field]), override, { idx: Number(row.other[field]) })) return true;
    }
    return isNowhere && isRight(await this.#move('detail', first, question, isRight, 12));
  }

  /** Asks where the read is if it has moved as the list of logs has, else where it was. */
  async #movedAlong<Q extends Question & { readonly read: 'detail' | 'counts' }>(
    question: Q,
  ): Promise<AskedOf<Q>> {
    const { search } = this;
    const { read } = question;
    const { logs, domains, ...others } = search.place.conventions;
    const [list = '', query = ''] = logs.path.split(/(?=\?)/);
    const [lists = ''] = domains.path.split('?');
    const isBelow = list.startsWith(below(lists.replace(/\/$/, ''), DOMAIN_PLACEHOLDER));
    const path =
      read === 'detail' && (isBelow || !list.includes('/partner/'))
        ? below(logs.path, LOG_PLACEHOLDERS.idx)
        : query
          ? others[read].path.replace(`/${DOMAIN_PLACEHOLDER}`, '') + query
          : isBelow && below(lists, `${DOMAIN_PLACEHOLDER}/stats`);
    if (path && logs.path !== this.#start.conventions.logs.path) {
      const names = path.includes(LOG_PLACEHOLDERS.idx)
        ? { parameters: { idx: null, detectedType: null } }
        : {};
      const [what, place] = pathCandidate(
        read,
        path,
        withConventions(search.place, { [read]: names } as ConventionsOverride),
      );
      const moved = await search.try(what, question, place);
      if (moved.asked.ok || !(isOfPath(moved.asked.fault) || isRefused(moved.asked))) {
        search.place = moved.place;
        const asked = await search.follow(moved.asked, question);
        const isSame = search.place.conventions[read].path === path;
        // Each read may have its own name for the number of the domain.
        const all = withAllDomainNames(path, search.place, search.prober.style);
        if (query && !asked.ok && isSame) search.use({ [read]: { path: all } } as ConventionsOverride);
        return asked;
      }
    }
    return search.ask(undefined, question);
  }

  /** Looks for a read at other paths. */
  async #move<Q extends Question>(
    read: Read,
    first: AskedOf<Q>,
    question: Q,
    isRight: (asked: AskedOf<Q>) => boolean,
    most: number,
  ): Promise<AskedOf<Q>> {
    const { search } = this;
    const paths = [...this.#paths(read, first)].slice(0, most);
    const moved = await search.follow(await search.advance(first, paths, question), question);
    if (isRight(moved)) await this.#findDomainName(read, question, isRight);
    return moved;
  }

  async #findCounts(domain: number): Promise<void> {
    const { search } = this;
    const range = { from: addDays(this.#today, -3), to: addDays(this.#today, -1) };
    const question = { read: 'counts', domain, range } as const;
    // An answer that does not say of which days it is must be another one for other days.
    let unread: string | undefined;
    const isRight = (asked: Asked<Counts>, place = search.place) => {
      const shown = this.#shownRange(asked, place);
      if (shown) return shown.from === range.from && shown.to === range.to;
      return asked.ok && asked.answer.text !== unread;
    };
    let asked = await this.#movedAlong(question);
    this.#begin('counts', asked);
    if (!asked.ok && isOfPath(asked.fault)) {
      asked = await search.advance(asked, this.#paths('counts', asked), question);
      await this.#findDomainName('counts', question, (each) => each.ok || !isOfPath(each.fault));
    }
    if (!asked.ok) asked = await search.follow(asked, question);
    if (asked.ok && !this.#shownRange(asked)) {
      const day = { from: this.#today, to: this.#today };
      const other = await search.ask(message('of today'), { ...question, range: day });
      if (other.ok && other.answer.text === asked.answer.text) unread = other.answer.text;
    }
    if (!isRight(asked) && (asked.ok || isRequest(asked))) {
      if (!(await this.#findRange(question, range, isRight))) {
        if (!asked.ok) return this.#fail('counts', asked.fault);
        search.questions.push({ read: 'counts', fault: undefined });
        return this.#note('counts', otherDays(asked.value.range));
      }
    } else if (!asked.ok) return this.#fail('counts', asked.fault);
    const day = this.#today;
    const today = await search.ask(message('of today'), { ...question, range: { from: day, to: day } });
    if (!today.ok) return this.#fail('counts', today.fault);
    const { from, to } = this.#shownRange(today) ?? today.value.range;
    const isUnsure = !this.#shownRange(asked) && !this.#shownRange(today);
    const doubt = isUnsure
      ? message('The response does not say which days it counts.')
      : from === day && to === day
        ? undefined
        : otherDays({ from, to });
    this.#note('counts', doubt, message('{0} to {1}', from, to));
  }

  /** The days that counts are of by their own account: the range that is echoed, else the days that are listed. */
  #shownRange(asked: Asked<Counts>, { conventions } = this.search.place): DateRange | undefined {
    if (!asked.ok) return undefined;
    const { range, days } = asked.value;
    const { from } = conventions.counts.fields;
    if (from !== null && placed(asked.answer.body, [from])) return range;
    const dates = days.map(({ date }) => date).toSorted();
    const [first, last] = [dates[0], dates.at(-1)];
    if (first === undefined || last === undefined) return undefined;
    // Days without traffic may be left out.
    return first >= range.from && last <= range.to ? range : { from: first, to: last };
  }

  /** Finds the names and format of a range, and uses them. */
  async #findRange<Q extends Question & { readonly read: 'logs' | 'counts' }>(
    question: Q,
    range: DateRange,
    isRight: (asked: AskedOf<Q>, place: Place) => boolean,
    mostFormats: number = DATE_FORMATS.length,
  ): Promise<boolean> {
    const { search } = this;
    const { read } = question;
    const standing = search.place.conventions;
    const { dateFormat, parameters } = standing[read];
    const pairOf = ({ from, to }: { readonly from: string | null; readonly to: string | null }) =>
      `${from}/${to}`;
    const other = standing[read === 'logs' ? 'counts' : 'logs'];
    const isOtherWay = pairOf(other.parameters) !== pairOf(parameters) || other.dateFormat !== dateFormat;
    const formats = [
      ...new Set([
        ...search.prober.formats,
        ...(isOtherWay ? [other.dateFormat] : []),
        dateFormat,
        'YYYY-MM-DD' as const,
        ...search.prober.written,
        ...DATE_FORMATS,
      ]),
    ].slice(0, mostFormats);
    const pairs = [...new Set([pairOf(parameters), ...rangeNames(search.prober.style)])];
    const isNamed = search.named.has(parameters.from ?? '');
    const find = async (format: DateFormat, names: readonly string[], alone: readonly string[]) => {
      const unnamed = { dateFormat: format, parameters: { from: null, to: null } };
      const pair = await search.findInput({
        what: message('{0}, dates as {1}', RANGE, format),
        question,
        place: withConventions(search.place, { [read]: unnamed } as ConventionsOverride),
        names,
        hints: [...new Set(alone)],
        values: (name, code) => {
          const [from = '', to = ''] = name.split('/');
          return [
            [from, formatDay(addDays(range.from, -code), format)],
            [to, formatDay(range.to, format, 'end')],
          ];
        },
        // Each pair gets another first day, which the counts echo.
        shows: (asked, place) => {
          if (question.read !== 'counts' || !asked.ok) return isRight(asked, place) ? 0 : undefined;
          const shown = this.#shownRange(asked as Asked<Counts>, place);
          if (!shown) return isRight(asked, place) ? UNTOLD : undefined;
          const { from, to } = shown;
          const code = (Date.parse(range.from) - Date.parse(from)) / 86_400_000;
          return to === range.to && code >= 0 && code < 8 ? code : undefined;
        },
        codes: read === 'counts' ? 8 : 1,
        alone: 0,
      });
      if (pair === undefined) return false;
      const [from = '', to = ''] = pair.split('/');
      search.use({ [read]: { dateFormat: format, parameters: { from, to } } } as ConventionsOverride);
      this.#begin(read, await search.ask(undefined, question));
      return true;
    };
    for (const format of isNamed ? formats : []) {
      search.use({ [read]: { dateFormat: format } } as ConventionsOverride);
      const asked = await search.follow(
        await search.ask(message('{0}, dates as {1}', RANGE, format), question),
        question,
      );
      if (isRight(asked, search.place)) return true;
    }
    if (isNamed) return false;
    const likely = isOtherWay ? [pairOf(other.parameters)] : [];
    for (const format of formats.slice(0, 2)) if (likely[0] && (await find(format, [], likely))) return true;
    for (const [rank, format] of formats.entries()) {
      if (await find(format, pairs, [])) return true;
      if (rank === 1 && (await search.isStrict())) break;
      if (format === formats.at(-1)) return false;
    }
    for (const pair of pairs.slice(0, 8)) {
      for (const format of formats.slice(0, 2)) if (await find(format, [pair], [])) return true;
    }
    return false;
  }

  /** Finds the filters of the list of logs that are refused, which are then left out, and the names and format of its range. */
  async #findFilters(domain: number, [row]: readonly LogRow[]): Promise<void> {
    const { search } = this;
    const filtered = (filter: LogFilter) =>
      ({ read: 'logs', domain, page: this.#page, filter, usualRange: this.#lastDays(30) }) as const;
    const day =
      /^(\d{4})[-/.](\d{2})[-/.](\d{2})/
        .exec(row?.time ?? '')
        ?.slice(1)
        .join('-') ?? this.#today;
    const isOfDay = (asked: Asked<Page<LogRow>>) =>
      asked.ok &&
      asked.value.items.length > 0 &&
      asked.value.items.every(({ time = '' }) => time.replace(/[/.]/g, '-').startsWith(day));
    const asked = await search.ask(message('of one day'), filtered({ from: day, to: day }));
    if (!isOfDay(asked)) {
      const before = search.place;
      const isRefusedRange = isRequest(asked);
      if (isRefusedRange) search.use({ logs: { parameters: { from: null, to: null } } });
      const unnamed = search.place;
      const range = { from: day, to: day };
      search.place = before;
      const found = await this.#findRange(filtered({}), range, isOfDay, 4).catch((error) => {
        search.place = isRefusedRange ? unnamed : before;
        throw error;
      });
      if (!found) search.place = isRefusedRange ? unnamed : before;
    }
    const { logs, detail } = search.place.conventions;
    const values = { ...FILTER_VALUES, detectedType: detail.detectedType };
    const names = (Object.keys(values) as (keyof typeof values)[]).filter(
      (name) => logs.parameters[name] !== null,
    );
    const areRefused = async (some: readonly (keyof typeof values)[]): Promise<boolean> => {
      const filter = Object.fromEntries(some.map((name) => [name, values[name]]));
      const other = await search.ask(message('with {0} filters', some.length), filtered(filter));
      return isRequest(other);
    };
    const leaveOut = async (some: readonly (keyof typeof values)[]): Promise<void> => {
      if (some.length === 0 || !(await areRefused(some))) return;
      if (some.length === 1) return search.use({ logs: { parameters: { [some[0] ?? '']: null } } });
      const half = Math.ceil(some.length / 2);
      await leaveOut(some.slice(0, half));
      await leaveOut(some.slice(half));
    };
    await leaveOut(names);
  }

  #lastDays(days: number) {
    return { from: addDays(this.#today, 1 - days), to: this.#today };
  }

  #begin(read: Read, asked: Asked<unknown>): void {
    this.#failing = asked.ok ? undefined : { read, fault: asked.fault };
  }

  #note(read: Read, doubt: Message | undefined, what: Message = { text: '', values: [] }): void {
    this.#failing = undefined;
    this.search.findings.set(read, doubt ? { kind: 'doubtful', what: doubt } : { kind: 'works', what });
  }

  #fail(read: Read, fault: unknown): undefined {
    this.#failing = undefined;
    this.search.findings.set(read, { kind: 'fault', fault });
    this.search.questions.push({ read, fault });
    return undefined;
  }

  #failWith(read: Read, asked: Asked<unknown>): undefined {
    return this.#fail(read, asked.ok ? undefined : asked.fault);
  }

  #paths(read: Read, asked: Asked<unknown>) {
    return otherPaths(read, this.search.place, this.search.prober.style, asked);
  }

  #isKey(fault: unknown): boolean {
    return isServiceError(fault, 'unauthorized') || isServiceError(fault, 'forbidden');
  }
}

/** Values to try filters with: ours, for those of a log are an attacker's. */
const FILTER_VALUES = {
  action: 'Blocked',
  rule: 'SQL Injection',
  address: '203.0.113.9',
  countryCode: 'US',
  uri: '/',
  keyword: 'a',
} as const;

function inAll({ total, isTotalKnown }: Page<unknown>): Message {
  return isTotalKnown === false ? message('at least {0}', total) : message('{0} in all', total);
}

function otherDays({ from, to }: DateRange): Message {
  return message('The service returned {0} to {1}, not the requested days.', from, to);
}

/** The values of `detected_type` that a row may mean by its fields (`log_type: "waf"`), and those that are usual elsewhere. */
function kindsOf({ other }: LogRow, current: string): readonly [own: string[], usual: string[]] {
  const own = Object.entries(other)
    .filter(([name, value]) => /type|kind|category/i.test(name) && typeof value === 'string')
    .map(([, value]) => String(value))
    .filter((kind) => /^[\w-]{1,40}$/.test(kind) && kind !== current);
  const usual = [current.toLowerCase(), 'ATTACK', 'attack'].filter((kind) => kind !== current);
  return [[...new Set(own)].slice(0, 2), usual];
}
