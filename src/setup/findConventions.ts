/** Finds out how a service differs from the conventions in use, with few requests, by what is true of a right answer. */

import { isServiceError } from '../base/errors.ts';
import type { PageRequest } from '../service/api.ts';
import { addDays, formatDay } from '../service/calendar.ts';
import {
  type ConventionsOverride,
  DATE_FORMATS,
  type DateFormat,
  DOMAIN_PLACEHOLDER,
  LOG_PLACEHOLDERS,
} from '../service/conventions.ts';
import type { DateRange, Domain, LogFilter, LogRow, Page } from '../service/model.ts';
import type { Query } from '../service/network/url.ts';
import type { ProbeAnswer } from '../service/probe.ts';
import type { Question, Read } from '../service/wireRequest.ts';
import { type Message, message } from '../text/l10n.ts';
import {
  type Asked,
  Exhausted,
  hinted,
  isOfPath,
  isolate,
  isRefused,
  type Place,
  type Prober,
  withConventions,
} from './prober.ts';
import { type Finding, named, type OpenQuestion, Search } from './search.ts';
import { numberFields } from './structure.ts';
import { LIST_PATHS, namesOf, PREFIXES, rangeNames } from './vocabulary.ts';

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
const FIRST_PAGE: PageRequest = { page: 1, perPage: 10 };
/** For a service that refuses a page of ten. */
const USUAL_PAGE: PageRequest = { page: 1, perPage: 20 };
/** The paths of the interface begin with it (section 4), whatever is before. */
const ROOT = '/partner/';
const RANGE = message('the range of days');
const NUMBER = message('the number of the log');
const KIND = message('the kind of detection');

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
  #page = FIRST_PAGE;
  /** The read that is being made to work, and its fault. */
  #failing: { readonly read: Read; readonly fault: unknown } | undefined;
  #isStopped = false;

  constructor(place: Place, prober: Prober, day: string) {
    this.search = new Search(place, prober);
    this.#today = day;
  }

  async findAll(): Promise<void> {
    const domains = await this.#findDomains();
    if (!domains) return;
    const listed = await this.#within(8, () => this.#findLogs(domains.items));
    const domain = listed?.domain ?? domains.items[0]?.index;
    if (domain === undefined) return;
    if (listed?.rows[0]) await this.#within(6, () => this.#findDetail(domain, listed.rows));
    await this.#findCounts(domain);
    if (listed?.rows[0]) await this.#findFilters(domain, listed.rows);
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
    let question: Question & { readonly read: 'domains' } = { read: 'domains', page: this.#page };
    let asked = await search.ask(undefined, question);
    this.#begin('domains', asked);
    if (!asked.ok && isServiceError(asked.fault, 'bad-request')) {
      const larger = { read: 'domains', page: USUAL_PAGE } as const;
      const usual = await search.ask(message('{0} rows a page', USUAL_PAGE.perPage), larger);
      if (usual.ok) [this.#page, question, asked] = [USUAL_PAGE, larger, usual];
    }
    if (!asked.ok && isRefused(asked) && asked.answer) {
      if (!(await search.findKeyHeader(question, asked.answer))) return this.#fail('domains', asked.fault);
      asked = await search.ask(undefined, question);
    }
    asked = search.recognise(asked, question);
    if (!asked.ok && isRequest(asked.fault)) asked = await search.findPageNames(asked, question);
    if (!asked.ok && isOfPath(asked.fault)) {
      const candidates = [
        ...this.#locations(asked, ['domains']),
        ...this.#prefixes(READS),
        ...this.#paths('domains', LIST_PATHS.domains),
      ];
      const before = asked.fault;
      asked = await search.advance(asked, candidates, question, (each, place) =>
        search.recognise(each, question, place),
      );
      if (!asked.ok && isRefused(asked) && asked.answer && asked.fault !== before) {
        if (!(await search.findKeyHeader(question, asked.answer))) return this.#fail('domains', asked.fault);
        asked = search.recognise(await search.ask(undefined, question), question);
      }
    }
    if (!asked.ok) return this.#fail('domains', asked.fault);
    if ((asked.value as Page<Domain>).items.length === 0) {
      const before = search.place;
      search.use({ domains: { firstPage: 0 }, logs: { firstPage: 0 } });
      const zero = search.recognise(await search.ask(message('pages from 0 on'), question), question);
      if (zero.ok && (zero.value as Page<Domain>).items.length > 0) asked = zero;
      else search.place = before;
    }
    const page = asked.value as Page<Domain>;
    if (page.items.length === 0) {
      this.#note('domains', message('It is empty, so that nothing of it could be checked.'));
      return page;
    }
    const doubt = await search.findPaging(question, page, (item) => (item as Domain).index);
    this.#note('domains', doubt, message('{0} in all', page.total));
    return page;
  }

  async #findLogs(
    domains: readonly Domain[],
  ): Promise<{ readonly domain: number; readonly rows: readonly LogRow[] } | undefined> {
    const { search } = this;
    const [first] = domains;
    if (!first) return undefined;
    const of = (domain: number) =>
      ({ read: 'logs', domain, page: this.#page, filter: {}, usualRange: this.#lastDays(30) }) as const;
    let domain = first.index;
    let asked = search.recognise(await search.ask(undefined, of(domain)), of(domain));
    this.#begin('logs', asked);
    const isEmpty = () =>
      asked.ok ? asked.value.items.length === 0 : asked.answer?.status === 204 || isMissing(asked);
    let missing = !asked.ok && isMissing(asked);
    for (const { index } of isEmpty() ? domains.slice(1, DOMAINS_TRIED) : []) {
      const other = search.recognise(await search.ask(message('another domain'), of(index)), of(index));
      if (!other.ok || other.value.items.length === 0) continue;
      if (missing) search.use({ logs: { notFoundIsEmpty: true } });
      missing = false;
      asked = other;
      domain = index;
      break;
    }
    if (!asked.ok && isOfPath(asked.fault)) {
      for (const field of numberFields([new Map(Object.entries(first.other))])) {
        const index = Number(first.other[field]);
        const place = withConventions(search.place, { domains: { indexFields: [field] } });
        const other = await search.prober.ask(
          message("the domain's number from “{0}”", field),
          place,
          of(index),
        );
        if (!other.ok) continue;
        search.place = place;
        asked = search.recognise(other, of(index));
        domain = index;
        break;
      }
    }
    if (!asked.ok && isOfPath(asked.fault)) {
      const candidates = [
        ...this.#locations(asked, ['logs']),
        ...this.#paths('logs', LIST_PATHS.logs),
        ...this.#prefixes(['logs']),
      ];
      asked = await search.advance(asked, candidates, of(domain), (each, place) =>
        search.recognise(each, of(domain), place),
      );
    }
    if (!asked.ok && isRequest(asked.fault)) {
      const isAboutPages = hinted(search.prober.hints, /^(?:page|offset|limit|size)/).length > 0;
      const isAboutDays =
        hinted(search.prober.hints, /^(?:from|start|begin|since|end|until|date|day|sdate|edate)/).length > 0;
      if (isAboutPages || !isAboutDays) asked = await search.findPageNames(asked, of(domain));
    }
    if (!asked.ok || (asked.value.items.length === 0 && domains.length > 0)) {
      asked = await this.#findRequiredRange(asked, of(domain));
    }
    if (!asked.ok) return this.#fail('logs', asked.fault);
    let page = asked.value as Page<LogRow>;
    const { idx } = search.place.conventions.logs.fields;
    const pagingDoubt =
      page.items.length > 0
        ? await search.findPaging(of(domain), page, (item) => (item as LogRow).idx)
        : message('It is empty, so that nothing of it could be checked.');
    if (search.place.conventions.logs.fields.idx !== idx) {
      const again = await search.ask(undefined, of(domain));
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
    this.#note('logs', doubt, message('{0} in all', page.total));
    return { domain, rows: page.items };
  }

  /** Requests the last days, for a list that is refused or empty without a range. */
  async #findRequiredRange<Q extends Question & { readonly read: 'logs' }>(
    asked: Asked<Page<LogRow>>,
    question: Q,
  ): Promise<Asked<Page<LogRow>>> {
    const { search } = this;
    if (!asked.ok && !isRequest(asked.fault)) return asked;
    const found = await this.#isolateRange('logs', this.#lastDays(30), async (what, { place, extra }) => {
      const other = await search.prober.ask(what, place, question, { extra });
      const read = search.recognise(other, question, place);
      return read.ok && (read.value as Page<LogRow>).items.length > 0;
    });
    if (!found) return asked;
    search.use({ logs: { requiredDays: 30 } });
    return search.recognise(await search.ask(undefined, question), question) as Asked<Page<LogRow>>;
  }

  async #findDetail(domain: number, rows: readonly LogRow[]): Promise<void> {
    const { search } = this;
    const [row] = rows;
    if (!row) return;
    const of = ({ idx, detectedType }: LogRow) => {
      const { detectedType: usual } = search.place.conventions.detail;
      return { read: 'detail', key: { domain, idx, detectedType: detectedType ?? usual } } as const;
    };
    const isRight = (asked: Asked<unknown>, idx = row.idx) =>
      asked.ok && (echoed(asked.answer) ?? idx) === idx;
    const first = await search.ask(undefined, of(row));
    this.#begin('detail', first);
    if (!isRight(first) && !(await this.#findSelection(row, first, of(row), isRight))) {
      if (first.ok) search.questions.push({ read: 'detail', fault: undefined, about: 'detail-number' });
      return first.ok
        ? this.#note('detail', message('The service returned another log than the requested one.'))
        : this.#fail('detail', first.fault);
    }
    const other = rows.find(({ idx }) => idx !== row.idx);
    let asked = await search.ask(message('another log'), of(other ?? row));
    const isSame =
      asked.ok &&
      first.answer &&
      other &&
      echoed(asked.answer) === undefined &&
      isSameLog(asked.answer, first.answer);
    if (other && (isSame || !isRight(asked, other.idx))) {
      const isOther = (each: Asked<unknown>) =>
        isRight(each, other.idx) && !(each.answer && first.answer && isSameLog(each.answer, first.answer));
      if (await this.#findSelection(other, asked, of(other), isOther))
        asked = await search.ask(message('another log'), of(other));
      else search.questions.push({ read: 'detail', fault: undefined, about: 'detail-number' });
    }
    if (!asked.ok) return this.#note('detail', message('Another log could not be read.'));
    if (echoed(asked.answer) === undefined) {
      const same = other && first.answer && isSameLog(asked.answer, first.answer);
      const unsure = message('The response does not say which log it is.');
      return this.#note('detail', same ? unsure : undefined, message('log {0}', String(row.idx)));
    }
    this.#note(
      'detail',
      isRight(asked, other?.idx)
        ? undefined
        : message('The service returned another log than the requested one.'),
      message('log {0}', String(row.idx)),
    );
  }

  /** Finds how a log is selected: the names of its number and kind, the kind itself, or both in the path. */
  async #findSelection<Q extends Question & { readonly read: 'detail' }>(
    row: LogRow,
    first: Asked<unknown>,
    question: Q,
    isRight: (asked: Asked<unknown>) => boolean,
  ): Promise<boolean> {
    const { search } = this;
    const { fields } = search.place.conventions.logs;
    const { key } = question;
    const { idx: current, detectedType: currentKind } = search.place.conventions.detail.parameters;
    const own = fields.idx?.split('.').at(-1) ?? '';
    const names = [...namesOf('idx', search.prober.style), ...(current ? [current] : [])];
    const kindNames = namesOf('detectedType', search.prober.style);
    const hintsOf = (words: RegExp, ...more: string[]) => [
      ...new Set([...hinted(search.prober.hints, words), ...more.filter((each) => each !== current)]),
    ];
    const withKind = (detectedType: string | null, kind?: string): ConventionsOverride => ({
      detail: { parameters: { detectedType }, ...(kind && { detectedType: kind }) },
    });
    const works = async (what: Message, override: ConventionsOverride, kind = key.detectedType) => {
      const place = withConventions(search.place, override);
      const asked = await search.prober.ask(what, place, {
        ...question,
        key: { ...key, detectedType: kind },
      });
      if (!isRight(asked)) return false;
      search.place = place;
      return true;
    };
    const isolateNumber = async (override: ConventionsOverride, kind: Query) => {
      const unnamed = withConventions(search.place, { detail: { parameters: { idx: null } } });
      const place = withConventions(unnamed, override);
      const name = await isolate(
        names,
        hintsOf(/^(?:idx|id|no|seq|index|num)$/, own),
        async (each) => {
          const extra = [...kind, ...each.map((one) => [one, key.idx] as const)];
          return isRight(await search.prober.ask(named(NUMBER, each), place, question, { extra }));
        },
        kind.length > 0 ? 'together' : 'also alone',
      );
      if (name) search.place = withConventions(place, { detail: { parameters: { idx: name } } });
      return name !== undefined;
    };

    const [ownKinds, usualKinds] = kindsOf(row, key.detectedType);
    const kindIs = (kind: string) =>
      works(message('detected_type “{0}”', kind), withKind(currentKind, kind), kind);
    if (await works(message('without detected_type'), withKind(null))) return true;
    for (const kind of ownKinds) if (await kindIs(kind)) return true;
    const before = search.place;
    for (const kind of ownKinds[0] ? ownKinds : [key.detectedType, ...usualKinds.slice(0, 1)]) {
      if (
        !(await isolateNumber(
          {},
          kindNames.map((name) => [name, kind] as const),
        ))
      )
        continue;
      if (isRight(await search.ask(message('without other names'), question))) return true;
      const name = await isolate(kindNames, hintsOf(/^(?:type|kind|category)$/), async (each) => {
        const extra = each.map((one) => [one, kind] as const);
        return isRight(await search.ask(named(KIND, each), question, { extra }));
      });
      if (name) {
        search.use(withKind(name, kind));
        return true;
      }
      search.place = before;
    }
    for (const each of usualKinds) if (await kindIs(each)) return true;
    if (await isolateNumber({}, [])) return true;
    if (await isolateNumber(withKind(null), [])) return true;
    const { path } = search.place.conventions.detail;
    for (const each of [
      `${path}/${LOG_PLACEHOLDERS.idx}`,
      path.replace(DOMAIN_PLACEHOLDER, LOG_PLACEHOLDERS.idx),
    ]) {
      const override = { detail: { path: each, parameters: { idx: null } } };
      if (await works(message('the path {0}', each), override)) return true;
    }
    for (const field of numberFields([new Map(Object.entries(row.other))]).slice(0, 2)) {
      const numbered = { ...key, idx: Number(row.other[field]) };
      const override: ConventionsOverride = { logs: { fields: { idx: field } } };
      const asked = await search.ask(named(NUMBER, [field]), { ...question, key: numbered });
      if (asked.ok && (echoed(asked.answer) ?? numbered.idx) === numbered.idx) {
        search.use(override);
        return true;
      }
    }
    if (!first.ok && isOfPath(first.fault)) {
      const moved = await search.advance(
        first as never,
        [...this.#locations(first, ['detail']), ...this.#prefixes(['detail'])],
        question,
      );
      return isRight(moved);
    }
    return false;
  }

  async #findCounts(domain: number): Promise<void> {
    const { search } = this;
    const range = { from: addDays(this.#today, -3), to: addDays(this.#today, -1) };
    const question = { read: 'counts', domain, range } as const;
    const isRight = (asked: Asked<{ readonly range: typeof range }>) =>
      asked.ok && asked.value.range.from === range.from && asked.value.range.to === range.to;
    let asked = await search.ask(undefined, question);
    this.#begin('counts', asked);
    if (!asked.ok && isOfPath(asked.fault)) {
      asked = await search.advance(
        asked,
        [...this.#locations(asked, ['counts']), ...this.#prefixes(['counts'])],
        question,
      );
    }
    if (!isRight(asked) && (asked.ok || isRequest(asked.fault))) {
      const found = await this.#isolateRange('counts', range, async (what, { place, extra }) =>
        isRight(await search.prober.ask(what, place, question, { extra })),
      );
      if (!found) {
        if (!asked.ok) return this.#fail('counts', asked.fault);
        search.questions.push({ read: 'counts', fault: undefined });
        const { from, to } = asked.value.range;
        return this.#note(
          'counts',
          message('The service returned {0} to {1}, not the requested days.', from, to),
        );
      }
    } else if (!asked.ok) return this.#fail('counts', asked.fault);
    const day = this.#today;
    const today = await search.ask(message('of today'), { ...question, range: { from: day, to: day } });
    if (!today.ok) return this.#fail('counts', today.fault);
    const { from, to } = today.value.range;
    const isToday = from === day && to === day;
    this.#note(
      'counts',
      isToday ? undefined : message('The service returned {0} to {1}, not the requested days.', from, to),
      message('{0} to {1}', from, to),
    );
  }

  /** Finds the names and format of a range; `works` sends the request of a place. */
  async #isolateRange(
    read: 'logs' | 'counts',
    range: DateRange,
    works: (what: Message, tried: { readonly place: Place; readonly extra: Query }) => Promise<boolean>,
    mostFormats: number = DATE_FORMATS.length,
  ): Promise<boolean> {
    const { search } = this;
    const { dateFormat, parameters } = search.place.conventions[read];
    const formats = [dateFormat, ...DATE_FORMATS.filter((format) => format !== dateFormat)];
    const current = `${parameters.from}/${parameters.to}`;
    const pairs = [...new Set([current, ...rangeNames(search.prober.style)])];
    const start = hinted(search.prober.hints, /^(?:from|start|begin|since|first|s|st|after)$/);
    const hints = pairs.filter((pair) => start.includes(pair.split('/')[0] ?? ''));
    const unknown = hinted(search.prober.hints, /^(?:to|end|until|last)$/);
    if (start[0] && unknown[0]) hints.push(`${start[0]}/${unknown[0]}`);
    const tried = (format: DateFormat, names: readonly string[]) => {
      const unnamed = { dateFormat: format, parameters: { from: null, to: null } };
      const place = withConventions(search.place, { [read]: unnamed } as ConventionsOverride);
      const extra = names.flatMap((pair) => {
        const [from = '', to = ''] = pair.split('/');
        return [
          [from, formatDay(range.from, format)],
          [to, formatDay(range.to, format, 'end')],
        ] as const;
      });
      return works(message('{0}, dates as {1}', named(RANGE, names), format), { place, extra });
    };
    const accept = (format: DateFormat, pair: string) => {
      const [from = '', to = ''] = pair.split('/');
      search.use({ [read]: { dateFormat: format, parameters: { from, to } } } as ConventionsOverride);
      return true;
    };
    const other = search.place.conventions[read === 'logs' ? 'counts' : 'logs'];
    const pairOfOther = `${other.parameters.from}/${other.parameters.to}`;
    const isOtherWay = pairOfOther !== current || other.dateFormat !== dateFormat;
    if (isOtherWay && (await tried(other.dateFormat, [pairOfOther])))
      return accept(other.dateFormat, pairOfOther);
    const groups = hints[0] ? [[...new Set(hints)].slice(0, 2), pairs] : [pairs];
    for (const group of groups) {
      for (const format of formats.slice(0, group === pairs ? mostFormats : 3)) {
        if (!(await tried(format, group))) continue;
        let left: readonly string[] = group;
        while (left.length > 1) {
          const half = left.slice(0, Math.ceil(left.length / 2));
          left = (await tried(format, half)) ? half : left.slice(half.length);
        }
        return accept(format, left[0] ?? '');
      }
    }
    // A service that refuses unknown names refuses every group.
    for (const pair of pairs.slice(1, 6)) {
      for (const format of formats.slice(0, 2)) {
        if (await tried(format, [pair])) return accept(format, pair);
      }
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
      const isRefusedRange = !asked.ok && isRequest(asked.fault);
      if (isRefusedRange) search.use({ logs: { parameters: { from: null, to: null } } });
      const unnamed = search.place;
      const range = { from: day, to: day };
      search.place = before;
      const found = await this.#isolateRange(
        'logs',
        range,
        async (what, { place, extra }) =>
          isOfDay(await search.prober.ask(what, place, filtered({}), { extra })),
        4,
      ).catch((error) => {
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
      return !other.ok && isRequest(other.fault);
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

  /** Other prefixes of the interface's paths: of all of them for the domains, which are read first, else of the read's own. */
  #prefixes(reads: readonly Read[]): (readonly [Message, Place])[] {
    const { place } = this.search;
    const [read = 'domains'] = reads;
    const { baseUrl, conventions } = place;
    const { origin, pathname } = new URL(baseUrl);
    const base = pathname === '/' ? '' : pathname;
    const start = conventions[read].path.indexOf(ROOT);
    if (start < 0) return [];
    const current = base + conventions[read].path.slice(0, start);
    return PREFIXES.filter((prefix) => prefix !== current).flatMap((prefix) => {
      const isBelow = prefix.startsWith(base);
      // Text before the paths is a part of the base URL, which then has to be shorter.
      if (!isBelow && reads.length === 1) return [];
      const lead = isBelow ? prefix.slice(base.length) : '';
      const paths = reads.map((each) => {
        const { path } = conventions[each];
        return [each, { path: lead + path.slice(Math.max(0, path.indexOf(ROOT))) }];
      });
      const moved = { ...place, baseUrl: isBelow ? baseUrl : origin + prefix };
      const what = prefix === '' ? message('paths without a prefix') : message('paths below {0}', prefix);
      return [[what, withConventions(moved, Object.fromEntries(paths))] as const];
    });
  }

  /** Other paths of a list, below what is before the interface's paths. */
  #paths(read: 'domains' | 'logs', names: readonly string[]): (readonly [Message, Place])[] {
    const { place } = this.search;
    const { path } = place.conventions[read];
    const lead = path.slice(0, Math.max(0, path.indexOf(ROOT)));
    return names.map((name) => {
      const other = `${lead}${ROOT}${name}${read === 'logs' ? `/${DOMAIN_PLACEHOLDER}` : ''}`;
      return [
        message('the path {0}', other),
        withConventions(place, { [read]: { path: other } } as ConventionsOverride),
      ];
    });
  }

  /** The path that a redirect on the same origin leads to. */
  #locations(asked: Asked<unknown>, [read = 'domains']: readonly Read[]): (readonly [Message, Place])[] {
    const { place } = this.search;
    const location = asked.answer?.location;
    if (!location || !URL.canParse(location, place.baseUrl)) return [];
    const { origin, pathname } = new URL(location, place.baseUrl);
    const base = new URL(place.baseUrl).pathname.replace(/\/$/, '');
    if (origin !== new URL(place.baseUrl).origin || !pathname.startsWith(`${base}/`)) return [];
    const path = pathname.slice(base.length).replace(/\/\d{1,15}(?=\/|$)/, `/${DOMAIN_PLACEHOLDER}`);
    return /^[\w/:.-]{1,200}$/.test(path)
      ? [[message('the path {0}', path), withConventions(place, { [read]: { path } } as ConventionsOverride)]]
      : [];
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

/** Whether a refusal may be because of parameters. */
function isRequest(fault: unknown): boolean {
  return (
    isServiceError(fault) &&
    (['bad-request', 'not-success', 'mismatch'].includes(fault.code) ||
      [409, 422, 500].includes(fault.facts.status ?? 0))
  );
}

/** Whether a refusal may say that a list has no items. */
function isMissing({ fault }: Asked<unknown> & { readonly ok: false }): boolean {
  return isServiceError(fault, 'not-found');
}

/** Whether two answers are of the same log, by their data. */
function isSameLog(one: ProbeAnswer, other: ProbeAnswer): boolean {
  return one.text === other.text;
}

/** The number of a log as its answer echoes it. */
function echoed(answer: ProbeAnswer | undefined): number | undefined {
  const { data } = Object(answer?.body) as { data?: unknown };
  const { query } = Object(data) as { query?: unknown };
  const { idx } = Object(query) as { idx?: unknown };
  return idx === undefined || idx === null ? undefined : Number(idx);
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
