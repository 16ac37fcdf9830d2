/** The state of a search, and what finds a key header, a path, a list and its pages: the four reads are in findConventions.ts. */
import { isServiceError } from '../base/errors.ts';
import { placed } from '../service/answers/decode.ts';
import type { ConventionsOverride } from '../service/conventions.ts';
import type { LogRow, Page } from '../service/model.ts';
import type { Query } from '../service/network/url.ts';
import type { ProbeAnswer } from '../service/probe.ts';
import type { Question, Read } from '../service/wireRequest.ts';
import { type Message, message } from '../text/l10n.ts';
import {
  type Asked,
  type AskedOf,
  type Differing,
  decoded,
  hinted,
  isFurther,
  isolate,
  isRefused,
  type Place,
  type Prober,
  signatureOf,
  withConventions,
} from './prober.ts';
import {
  domainLikeness,
  findDomainFields,
  findList,
  findRowFields,
  numberFields,
  rowLikeness,
} from './structure.ts';
import { KEY_HEADERS, namesOf, OTHER_AUTHORIZATIONS, wordsOf } from './vocabulary.ts';

/** A read that nothing made work. */
export interface OpenQuestion {
  readonly read: Read;
  readonly fault: unknown;
  /** The subject of the question where it is not the whole read. */
  readonly about?: 'paging' | 'detail-number';
}

/** The result of one read as it is now. */
export interface Finding {
  readonly read: Read;
  readonly outcome:
    | { readonly kind: 'works'; readonly what: Message }
    /** It answers, but something is not as it must be, or could not be checked. */
    | { readonly kind: 'doubtful'; readonly what: Message }
    | { readonly kind: 'fault'; readonly fault: unknown }
    | { readonly kind: 'not-tried'; readonly why: NotTried };
}

/** Why a read was not tried. */
export type NotTried = 'key-refused' | 'no-domain' | 'no-log' | 'no-requests';

export type ListQuestion = Question & { readonly read: 'domains' | 'logs' };
type Candidate = readonly [what: Message, place: Place];

/** Units of a page by which a list is read first, and which the product reads later. */
const FIRST_SIZE = 10;
const SIZES = [20, 100];
const SMALLER_SIZES = [50, 30, 20];

export class Search {
  /** The place where the most works so far. */
  place: Place;
  readonly questions: OpenQuestion[] = [];
  /** What was found of each read; the last one is valid. */
  readonly findings = new Map<Read, Finding['outcome']>();
  readonly prober: Prober;

  constructor(place: Place, prober: Prober) {
    this.place = place;
    this.prober = prober;
  }

  use(override: ConventionsOverride): void {
    this.place = withConventions(this.place, override);
  }

  ask<Q extends Question>(
    what: Message | undefined,
    question: Q,
    differing?: Differing,
  ): Promise<AskedOf<Q>> {
    return this.prober.ask(what, this.place, question, differing);
  }

  /** Tries places until one works, or gets further: the search goes on there. */
  async advance<Q extends Question>(
    current: AskedOf<Q>,
    candidates: readonly Candidate[],
    question: Q,
    read: (asked: AskedOf<Q>, place: Place) => AskedOf<Q> = (asked) => asked,
  ): Promise<AskedOf<Q>> {
    if (current.ok) return current;
    for (const [what, place] of candidates) {
      const before = this.place;
      const asked = read(await this.prober.ask(what, place, question), place);
      if (!asked.ok && !isFurther(current.fault, asked.fault)) continue;
      if (this.place === before) this.place = place;
      return asked;
    }
    return current;
  }

  /**
   * Finds the header that carries the key, after a refusal: a request without key tells whether the header is read at all.
   */
  async findKeyHeader(question: Question, refusal: ProbeAnswer): Promise<boolean> {
    const without = await this.ask(message('without the key'), question, { keyHeaders: [] });
    if (!without.answer || signatureOf(without.answer) !== signatureOf(refusal)) return false;
    const current = this.place.conventions.keyHeader.toLowerCase();
    const known = KEY_HEADERS.filter((header) => header.toLowerCase() !== current);
    const isAccepted = async (headers: readonly string[]) => {
      const what =
        headers.length === 1
          ? message('the key in {0}', headers[0] ?? '')
          : message('the key in {0} headers at once', headers.length);
      const asked = await this.ask(what, question, { keyHeaders: headers });
      return asked.ok || (asked.answer !== undefined && !isRefused(asked));
    };
    const found = await isolate(known, headersIn(without.answer), isAccepted, 'together');
    if (found) this.use({ keyHeader: found });
    if (found || current.startsWith('authorization')) return found !== undefined;
    for (const keyHeader of OTHER_AUTHORIZATIONS) {
      if (!(await isAccepted([keyHeader]))) continue;
      this.use({ keyHeader });
      return true;
    }
    return false;
  }

  /** Reads a list at other places of its answer, and its fields by their values, if it cannot be read at those in use. */
  recognise<Q extends ListQuestion>(asked: AskedOf<Q>, question: Q, place = this.place): AskedOf<Q> {
    const { answer } = asked;
    if (answer?.status !== 200 || answer.body === undefined) return asked;
    const { read } = question;
    const conventions = place.conventions[read];
    const list = findList(answer.body, read === 'domains' ? domainLikeness : rowLikeness);
    if (!list) return asked;
    const isRead = placed(answer.body, conventions.items)?.value === placed(answer.body, [list.items])?.value;
    const hasTotal = conventions.total && placed(answer.body, conventions.total);
    const override: Record<string, unknown> = {
      ...(!asked.ok && !isRead && { items: [list.items] }),
      ...(!asked.ok && !hasTotal && { total: list.total === null ? null : [list.total] }),
    };
    if (read === 'domains') {
      const { indexFields, nameField } = findDomainFields(list.rows);
      const { domains } = place.conventions;
      const isSent = (fields: readonly string[]) => list.rows.some((row) => placed(row, fields));
      const indices = list.rows.map((row) => placed(row, domains.indexFields)?.value);
      const areIndices = isSent(domains.indexFields) && new Set(indices).size === indices.length;
      if (!areIndices && indexFields.length > 0) override['indexFields'] = indexFields.slice(0, 1);
      if (!isSent(domains.nameFields) && nameField) override['nameFields'] = [nameField];
    } else {
      const fields = findRowFields(list.rows, place.conventions.logs.fields);
      if (Object.keys(fields).length > 0) override['fields'] = fields;
    }
    const success = successOf(answer.body, place.conventions.success);
    const found = withConventions(place, {
      ...(success !== undefined && { success }),
      [read]: override,
    } as ConventionsOverride);
    const recognised = decoded(answer, question, found.conventions);
    if (!recognised.ok) return asked;
    this.place = found;
    return recognised;
  }

  /** Finds the names of a page's parameters for a list that is refused without them. */
  async findPageNames<Q extends ListQuestion>(current: AskedOf<Q>, question: Q): Promise<AskedOf<Q>> {
    const { read } = question;
    const byOffset = withConventions(this.place, { [read]: { paging: 'offset' } } as ConventionsOverride);
    const { firstPage } = this.place.conventions[read];
    if (!current.ok && isServiceError(current.fault, 'mismatch') && firstPage === 1) {
      const fromZero = withConventions(this.place, { [read]: { firstPage: 0 } } as ConventionsOverride);
      const zero = await this.advance(
        current,
        [[message('pages from 0 on'), fromZero]],
        question,
        (each, place) => this.recognise(each, question, place),
      );
      if (zero.ok) return zero;
    }
    const preset = await this.advance(
      current,
      [[message('the paging “{0}”', 'offset'), byOffset]],
      question,
      (each, place) => this.recognise(each, question, place),
    );
    if (preset.ok) return preset;
    const { style, hints } = this.prober;
    const unnamed = { paging: 'page', parameters: { page: null, perPage: null } };
    const place = withConventions(this.place, { [read]: unnamed } as ConventionsOverride);
    const sizes = namesOf('perPage', style);
    const sized = (names: readonly string[]): Query => names.map((name) => [name, FIRST_SIZE]);
    const paged = (names: readonly string[]): Query =>
      names.map((name) => [name, this.place.conventions[read].firstPage]);
    const works = async (input: Message, names: readonly string[], extra: Query) =>
      this.recognise(await this.prober.ask(named(input, names), place, question, { extra }), question, place)
        .ok;
    const before = this.place;
    const page = await isolate(namesOf('page', style), hinted(hints, /^(?:page|pg|pageno)$/), (names) =>
      works(PAGE, names, [...sized(sizes), ...paged(names)]),
    );
    if (page === undefined) return preset;
    const perPage = await isolate(sizes, hinted(hints, /^(?:size|limit|per|rows)$/), (names) =>
      works(PAGE_SIZE, names, [...sized(names), ...paged([page])]),
    );
    this.place = withConventions(before, {
      [read]: { parameters: { page, ...(perPage && { perPage }) } },
    } as ConventionsOverride);
    return this.recognise(await this.ask(undefined, question), question);
  }

  /**
   * Checks the pages of a list, as the product reads them: page 2 goes on after page 1, and pages of 20 and 100 work. Finds the
   * names, the first number and the largest page where they do not.
   *
   * @param first the first page of ten
   * @returns what is not as it must be, or could not be checked
   */
  async findPaging<Q extends ListQuestion>(
    question: Q,
    first: Page<unknown>,
    idOf: (item: unknown) => number,
  ): Promise<Message | undefined> {
    const { read } = question;
    const size = first.items.length;
    const hasMore = first.isTotalKnown === false ? size >= question.page.perPage : first.total > size;
    if (!hasMore) return this.#findLargest(question, first);
    const ids = (asked: Asked<unknown>) => (asked.ok ? (asked.value as Page<unknown>).items.map(idOf) : []);
    const pageOf = (page: number, perPage: number) => ({ ...question, page: { page, perPage } });
    const start = first.items.map(idOf);
    const isOther = (found: readonly number[]) =>
      found.length > 0 && found.filter((id) => start.includes(id)).length <= found.length / 2;
    const sized = (perPage: number): Query =>
      namesOf('perPage', this.prober.style).map((name) => [name, perPage]);

    const next = await this.ask(message('the second page'), pageOf(2, question.page.perPage));
    let second = ids(next);
    const all = [first, ...(next.ok ? [next.value as Page<unknown>] : [])].flatMap(({ items }) => items);
    const [numberField] =
      read === 'logs' && second.length > 0 && !isOther(second)
        ? numberFields(all.map((row) => new Map(Object.entries((row as LogRow).other))))
        : [];
    if (numberField !== undefined) {
      this.use({ logs: { fields: { idx: numberField } } });
      const again = await this.ask(message("the log's number from “{0}”", numberField), question);
      if (again.ok) return this.findPaging(question, again.value as Page<unknown>, idOf);
    }
    if (!isOther(second)) {
      const works = (name: 'page' | 'offset', value: number) => async (names: readonly string[]) => {
        const extra = [...sized(size), ...names.map((each) => [each, value] as const)];
        second = ids(await this.ask(named(PAGE, names), pageOf(2, size), { extra }));
        return isOther(second) && name !== undefined;
      };
      const names = (input: 'page' | 'offset') => namesOf(input, this.prober.style);
      const hints = hinted(this.prober.hints, /^(?:page|offset|start|skip)/);
      const page = await isolate(
        names('page'),
        hints.filter((name) => /page/i.test(name)),
        works('page', this.place.conventions[read].firstPage + 1),
      );
      const offset =
        page === undefined
          ? await isolate(
              names('offset'),
              hints.filter((name) => !/page/i.test(name)),
              works('offset', size),
            )
          : undefined;
      if (page === undefined && offset === undefined) {
        this.questions.push({ read, fault: undefined, about: 'paging' });
        return message('The second page repeats the first.');
      }
      this.use({
        [read]: page
          ? { paging: 'page', parameters: { page } }
          : { paging: 'offset', parameters: { offset } },
      } as ConventionsOverride);
    }
    return this.#findSizes(question, first, [...start, ...second], ids);
  }

  async #findSizes<Q extends ListQuestion>(
    question: Q,
    first: Page<unknown>,
    both: readonly number[],
    ids: (asked: Asked<unknown>) => number[],
  ): Promise<Message | undefined> {
    const { read } = question;
    const size = first.items.length;
    const total = first.isTotalKnown === false ? Number.POSITIVE_INFINITY : first.total;
    const pageOf = (perPage: number) => ({ ...question, page: { page: 1, perPage } });
    const [usual = 20] = SIZES;
    let asked = await this.ask(rowsAPage(usual), pageOf(usual));
    let found = ids(asked);
    const isUnread = (count: number) => count === size && Math.min(total, usual) > size;
    if (asked.ok && isUnread(found.length)) {
      const name = await isolate(
        namesOf('perPage', this.prober.style),
        hinted(this.prober.hints, /^(?:size|limit|per|rows)/),
        async (names) => {
          const extra = names.map((each) => [each, usual] as const);
          return !isUnread(ids(await this.ask(named(PAGE_SIZE, names), pageOf(usual), { extra })).length);
        },
      );
      const { paging } = this.place.conventions[read];
      if (name)
        this.use({
          [read]: { parameters: { [paging === 'page' ? 'perPage' : 'limit']: name } },
        } as ConventionsOverride);
      else this.use({ [read]: { largestPage: Math.min(size, 100) } } as ConventionsOverride);
      asked = await this.ask(rowsAPage(usual), pageOf(usual));
      found = ids(asked);
    }
    const { largestPage, paging, firstPage } = this.place.conventions[read];
    if (largestPage > size && asked.ok) {
      const isContinued =
        found.filter((id) => both.includes(id)).length >= Math.min(found.length, both.length) - 2;
      if (!isContinued && paging === 'page' && firstPage === 1) {
        this.use({ [read]: { firstPage: 0 } } as ConventionsOverride);
        const zero = ids(await this.ask(message('pages from 0 on'), pageOf(size)));
        const isBefore = zero.length > 0 && !zero.some((id) => both.includes(id));
        if (!isBefore) {
          this.use({ [read]: { firstPage: 1 } } as ConventionsOverride);
          return message('The second page does not continue the first.');
        }
      } else if (!isContinued) return message('The second page does not continue the first.');
    }
    if (largestPage <= usual) return undefined;
    if (asked.ok && found.length < Math.min(total, usual)) {
      this.use({ [read]: { largestPage: found.length } } as ConventionsOverride);
      return undefined;
    }
    return this.#findLargest(question, first);
  }

  /** Finds the largest page that is not refused, or to which a larger one is cut. */
  async #findLargest(question: ListQuestion, first: Page<unknown>): Promise<Message | undefined> {
    const { read } = question;
    const total = first.isTotalKnown === false ? Number.POSITIVE_INFINITY : first.total;
    const [, largest = 100] = SIZES;
    for (const perPage of [largest, ...SMALLER_SIZES]) {
      const asked = await this.ask(rowsAPage(perPage), { ...question, page: { page: 1, perPage } });
      if (!asked.ok && !isServiceError(asked.fault, 'bad-request')) {
        return message('Pages of {0} rows could not be checked.', perPage);
      }
      if (!asked.ok) continue;
      const count = (asked.value as Page<unknown>).items.length;
      const most = count < Math.min(total, perPage) && Number.isFinite(total) ? count : perPage;
      if (most < largest && most > 0) this.use({ [read]: { largestPage: most } } as ConventionsOverride);
      return undefined;
    }
    this.use({ [read]: { largestPage: FIRST_SIZE } } as ConventionsOverride);
    return undefined;
  }
}

export const PAGE = message('the page');
const PAGE_SIZE = message('the size of a page');

const rowsAPage = (perPage: number) => message('{0} rows a page', perPage);

/** Says under which name an input is sent. */
export function named(input: Message, names: readonly string[]): Message {
  return names.length === 1
    ? message('{0} as “{1}”', input, names[0] ?? '')
    : message('{0} under {1} names at once', input, names.length);
}

/** Returns the key headers that a refusal names, as the conventions write them. */
function headersIn({ authenticate = '', text }: ProbeAnswer): string[] {
  const scheme = /^[\w-]{1,30}/.exec(authenticate)?.[0];
  const quoted = [...`${authenticate} ${text.slice(0, 5_000)}`.matchAll(/[A-Za-z][A-Za-z\d-]{2,40}/g)]
    .map(([name]) => name)
    .filter(
      (name) =>
        name.includes('-') && wordsOf(name).some((word) => /^(?:key|token|auth|apikey|secret)$/.test(word)),
    );
  const schemes =
    scheme && !/^(?:basic|digest|negotiate|ntlm)$/i.test(scheme) ? [`Authorization: ${scheme}`] : [];
  return [...new Set([...quoted, ...schemes])].slice(0, 3);
}

/** Returns other values of `message.key` that report a success; null for an answer without such a message. */
function successOf(body: unknown, current: readonly string[] | null): readonly string[] | null | undefined {
  const { message: sent } = Object(body) as { message?: unknown };
  const { key, value } = Object(sent) as { key?: unknown; value?: unknown };
  if (typeof key !== 'string' || typeof value !== 'string') return current === null ? undefined : null;
  return current === null || current.includes(key) || key.length > 40 ? undefined : [key];
}
