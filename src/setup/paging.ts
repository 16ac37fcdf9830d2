/**
 * Checks that a list's pages are correct when the extension reads them, and finds the right parameters if they are not.
 */
import { isServiceError } from '../base/errors.ts';
import type { ConventionsOverride } from '../service/conventions.ts';
import type { Domain, LogRow, Page } from '../service/model.ts';
import type { Question } from '../service/wireRequest.ts';
import { type Message, message } from '../text/l10n.ts';
import { type Asked, type AskedOf, isRequest } from './prober.ts';
import type { Search } from './search.ts';
import { numberFields } from './structure.ts';
import { namesOf, OFFSETS, pagePairs } from './vocabulary.ts';

type ListQuestion = Question & { readonly read: 'domains' | 'logs' };

const PAGE = message('the page');
const PAGE_SIZE = message('the page size');
export const FROM_ZERO = message('pages starting at 0');
/** The page sizes to check: the default and the largest. */
const [USUAL, LARGEST] = [20, 100];
const SMALLER = [50, 30, 20];
const MINIMUM = 10;
/** Maximum number of pairs of names to try separately. */
const MOST_PAIRS = 9;

/**
 * Checks that page 2 continues page 1 and that pages of 20 and 100 items work. If not, finds the names, the first page
 * number, and the largest page size.
 * @param first the first page
 * @returns a description of the problem or of the part that could not be checked, if any
 */
export function findPaging(
  search: Search,
  question: ListQuestion,
  first: Page<Item>,
): Promise<Message | undefined> {
  return new Pages(search, question).find(first);
}

type Item = Domain | LogRow;
const idOf = (item: Item) => ('index' in item ? item.index : item.idx);

class Pages {
  readonly #search: Search;
  readonly #question: ListQuestion;
  #total = 0;
  /** True if the rows' numbers were found in a different field. */
  #isNumbered = false;
  #start: readonly number[] = [];

  constructor(search: Search, question: ListQuestion) {
    this.#search = search;
    this.#question = question;
  }

  async find(first: Page<Item>): Promise<Message | undefined> {
    const { read } = this.#question;
    const { perPage } = this.#question.page;
    this.#begin(first);
    if (this.#start.length < Math.min(perPage, this.#total) && Number.isFinite(this.#total))
      await this.#startAtZero();
    if (this.#total <= Math.min(perPage, this.#start.length)) return this.#findLargest();
    if (this.#start.length > perPage && (await this.#isWhole())) return undefined;
    if (this.#start.length !== perPage) await this.#findSize(perPage);
    const size = this.#start.length;
    const next = await this.#search.ask(message('the second page'), this.#page(2, size));
    let second = this.#ids(next);
    if (!this.#isOther(second)) {
      if (
        read === 'logs' &&
        second.length > 0 &&
        !this.#isNumbered &&
        (await this.#findNumber(first, next))
      ) {
        this.#isNumbered = true;
        const again = await this.#search.ask(undefined, this.#question);
        if (again.ok) return this.find(again.value);
      }
      const found = await this.#findPage(size);
      if (found.length === 0) {
        this.#search.questions.push({ read, fault: undefined, about: 'paging' });
        return message('The second page repeats the first.');
      }
      second = found;
    }
    return this.#findSizes([...this.#start, ...second]);
  }

  #begin(first: Page<Item>): void {
    const isWhole = first.isTotalKnown !== false || first.items.length < this.#question.page.perPage;
    this.#total = isWhole ? Math.max(first.total, first.items.length) : Number.POSITIVE_INFINITY;
    this.#start = first.items.map(idOf);
  }

  /**
   * Returns true if the list is a single response without pages: it contains more items than requested, and all items
   * that exist. If the total is unknown, assumes that a list of logs might continue and that a round number of domains
   * might be one page.
   */
  async #isWhole(): Promise<boolean> {
    const count = this.#start.length;
    const isCounted = Number.isFinite(this.#total);
    if (isCounted ? this.#total > count : this.#question.read === 'logs' || count % 5 === 0) return false;
    const whole = await this.#search.ask(rowsAPage(LARGEST), this.#page(1, LARGEST));
    if (this.#ids(whole).length !== this.#start.length) return false;
    return !this.#isOther(
      this.#ids(await this.#search.ask(message('the second page'), this.#page(2, LARGEST))),
    );
  }

  #page(page: number, perPage: number): ListQuestion {
    return { ...this.#question, page: { page, perPage } };
  }

  #ids(asked: AskedOf<ListQuestion>): number[] {
    return asked.ok ? asked.value.items.map(idOf) : [];
  }

  #isOther(ids: readonly number[]): boolean {
    return ids.length > 0 && ids.filter((id) => this.#start.includes(id)).length <= ids.length / 2;
  }

  /** Switches to page numbers that start at 0 if the service has a page before the first one. */
  async #startAtZero(): Promise<boolean> {
    const { paging, firstPage } = this.#search.place.conventions[this.#question.read];
    if (paging !== 'page' || firstPage !== 1) return false;
    const place = this.#search.with(this.#question.read, { firstPage: 0 });
    const isBefore = (each: AskedOf<ListQuestion>) => this.#isOther(this.#ids(each));
    const asked = await this.#search.adopt(FROM_ZERO, this.#question, place, isBefore);
    if (asked?.ok) this.#begin(asked.value);
    return asked !== undefined;
  }

  /** If two pages contain the same numbers, looks for a different field that contains the rows' numbers. */
  async #findNumber(first: Page<Item>, next: AskedOf<ListQuestion>): Promise<boolean> {
    const all = [first, ...(next.ok ? [next.value] : [])].flatMap(({ items }) => items);
    const [field] = numberFields(all.map((row) => new Map(Object.entries(row.other))));
    if (field !== undefined) this.#search.use('logs', { fields: { idx: field } });
    return field !== undefined;
  }

  /** Finds the parameter for the page or the offset; returns the IDs on the second page. */
  async #findPage(size: number): Promise<number[]> {
    const search = this.#search;
    const { read } = this.#question;
    const { firstPage, parameters, paging } = search.place.conventions[read];
    const perPage = paging === 'page' ? parameters.perPage : parameters.limit;
    // Rows that are already known reveal the row at which another page begins.
    const larger = this.#ids(await search.ask(rowsAPage(LARGEST), this.#page(1, LARGEST)));
    const known =
      larger.length > size && this.#start.every((id, at) => larger[at] === id) ? larger : this.#start;
    const sizes = [perPage, ...search.prober.hintsFor('perPage', null)];
    const partners = pagePairs(search.prober.style).flatMap((pair) => {
      const [name = '', ofSize = ''] = pair.split('/');
      return sizes.includes(ofSize) ? [name] : [];
    });
    const inputs: readonly ('page' | 'offset')[] = partners.some((name) => OFFSETS.has(name))
      ? ['offset', 'page']
      : ['page', 'offset'];
    for (const input of inputs) {
      const likely = partners.filter((name) => OFFSETS.has(name) === (input === 'offset')).slice(0, 1);
      // Each name is sent with a different page or offset. Pages are even, because page numbers might start at 0.
      const isPage = input === 'page';
      const pages = Math.ceil(known.length / size) - 1;
      const codes = Math.max(1, Math.min(9, isPage ? Math.floor(pages / 2) : known.length - 1));
      const first = codes === 1 ? size : 1;
      const before = search.place;
      let isFromZero = false;
      const name = await search.findInput({
        what: PAGE,
        question: this.#page(2, size),
        place: search.with(read, { paging: 'page', parameters: { page: null, perPage } }),
        names: namesOf(input, search.prober.style),
        hints: [...search.prober.hintsFor(input, parameters[input]), ...likely].filter(
          (each) => each !== parameters[input] || paging !== input,
        ),
        values: (each, code) => [[each, isPage ? firstPage + 1 + 2 * code : first + code]],
        shows: (asked) => {
          const ids = this.#ids(asked);
          const at = known.indexOf(ids[0] ?? -1);
          const isAtPage = isPage && at > 0 && at % size === 0;
          if (isAtPage) isFromZero = (at / size) % 2 === 0;
          if (codes === 1 || at < 0) return this.#isOther(ids) ? 0 : undefined;
          if (isAtPage) return Math.floor((at / size - 1) / 2);
          return isPage || at === 0 ? undefined : at - first;
        },
        codes,
      });
      if (name === undefined) continue;
      const isOfRange = read === 'logs' && name === search.place.conventions.logs.parameters.from;
      search.use(read, {
        paging: input,
        firstPage: isFromZero ? 0 : firstPage,
        parameters: {
          [input]: name,
          [input === 'page' ? 'perPage' : 'limit']: perPage,
          ...(isOfRange && { from: null, to: null }),
        },
      });
      const second = this.#ids(await search.ask(message('the second page'), this.#page(2, size)));
      if (this.#isOther(second)) return second;
      search.place = before;
    }
    return [];
  }

  /**
   * Finds the parameter for the page size if a page does not have the requested size. A service without such a
   * parameter has a fixed page size.
   */
  async #findSize(requested: number): Promise<void> {
    const search = this.#search;
    const { read } = this.#question;
    const { paging } = search.place.conventions[read];
    const own = paging === 'page' ? 'perPage' : 'limit';
    const unread = this.#start.length;
    const codes = Math.min(9, this.#total - requested - 2);
    // Each name is sent with a different size. The number of items in the response reveals which name was read.
    const least = unread > requested && unread <= requested + 10 ? requested + 11 : requested + 1;
    const canTell = this.#total > least + 9;
    const name = await search.findInput({
      what: PAGE_SIZE,
      question: this.#page(1, requested),
      place: search.with(read, { parameters: { [own]: null } }),
      names: namesOf('perPage', search.prober.style),
      hints: search.prober.hintsFor('perPage', search.place.conventions[read].parameters[own]),
      values: (each, code) => [[each, canTell ? least + code : requested]],
      shows: (asked) => {
        const count = this.#ids(asked).length;
        if (!canTell) return count !== unread && count === Math.min(requested, this.#total) ? 0 : undefined;
        return count >= least && count < least + 9 && count !== unread ? count - least : undefined;
      },
      codes: canTell ? Math.max(codes, 1) : 1,
    });
    if (name === undefined) return search.use(read, { largestPage: Math.min(unread, LARGEST) });
    search.use(read, { parameters: { [own]: name } });
    const again = await search.ask(rowsAPage(requested), this.#page(1, requested));
    if (again.ok) this.#begin(again.value);
  }

  async #findSizes(both: readonly number[]): Promise<Message | undefined> {
    const search = this.#search;
    const { read } = this.#question;
    const size = this.#start.length;
    const isUnread = (count: number) => count === size && Math.min(this.#total, USUAL) > size;
    const largest = () => search.place.conventions[read].largestPage;
    let asked = await search.ask(rowsAPage(USUAL), this.#page(1, USUAL));
    let found = this.#ids(asked);
    if (asked.ok && isUnread(found.length) && largest() > size) {
      await this.#findSize(USUAL);
      asked = await search.ask(rowsAPage(USUAL), this.#page(1, USUAL));
      found = this.#ids(asked);
    }
    if (largest() > size && asked.ok) {
      const common = found.filter((id) => both.includes(id)).length;
      const isContinued = common >= Math.min(found.length, both.length) - 2;
      if (!isContinued) {
        this.#start = both;
        if (!(await this.#startAtZero())) return message('The second page does not continue the first.');
      }
    }
    if (largest() <= USUAL) return undefined;
    if (asked.ok && found.length < Math.min(this.#total, USUAL)) {
      search.use(read, { largestPage: found.length });
      return undefined;
    }
    return this.#findLargest();
  }

  /** Finds the largest page size that the service does not reject or reduce. A rejection might mention that size. */
  async #findLargest(): Promise<Message | undefined> {
    const search = this.#search;
    const { read } = this.#question;
    let sizes = [LARGEST, ...SMALLER];
    for (let perPage = sizes.shift(); perPage !== undefined; perPage = sizes.shift()) {
      const asked = await search.ask(rowsAPage(perPage), this.#page(1, perPage));
      if (!asked.ok && !isRequest(asked)) return message('Pages of {0} rows could not be checked.', perPage);
      if (!asked.ok) {
        const named = Math.max(...numbersBelow(asked.answer?.text ?? '', perPage));
        if (named >= MINIMUM) sizes = [named, ...sizes.filter((size) => size < named)];
        continue;
      }
      const count = asked.value.items.length;
      const most = count < Math.min(this.#total, perPage) && Number.isFinite(this.#total) ? count : perPage;
      if (most < LARGEST && most > 0) search.use(read, { largestPage: most });
      return undefined;
    }
    search.use(read, { largestPage: MINIMUM });
    return undefined;
  }
}

/** Returns the integers in the text that are below a limit and not part of a longer word or number. */
function numbersBelow(text: string, limit: number): number[] {
  const found = [...text.slice(0, 2_000).matchAll(/(?<![\w.:-])\d{1,3}(?![\w:-])/g)].map(([digits]) =>
    Number(digits),
  );
  return found.filter((number) => number < limit);
}

/**
 * Finds the names of the page parameters for a list that rejects the current ones.
 *
 * @param isQuick true to check only whether the list works without any of the names
 */
export async function findPageNames(
  search: Search,
  question: ListQuestion,
  refused: Asked<unknown>,
  isQuick = false,
): Promise<boolean> {
  const { read } = question;
  const { firstPage } = search.place.conventions[read];
  const { prober } = search;
  const isListed = (asked: AskedOf<ListQuestion>) => asked.ok && asked.value.items.length > 0;
  const works = async (what: Message, part: ConventionsOverride['logs']) =>
    (await search.adopt(what, question, search.with(read, part), isListed)) !== undefined;
  const before = search.place;
  const isMismatch = !refused.ok && isServiceError(refused.fault, 'mismatch');
  const isUnnamed =
    !isMismatch &&
    (await works(message('without paging parameters'), { parameters: { page: null, perPage: null } }));
  const unnamed = search.place;
  search.place = before;
  const { parameters } = before.conventions[read];
  if (firstPage === 1 && !isQuick && (await works(FROM_ZERO, { firstPage: 0 }))) return true;
  const hinted = (['page', 'offset'] as const).flatMap((input) =>
    prober
      .hintsFor(input, null)
      .flatMap((name) => prober.hintsFor('perPage', null).map((size) => `${name}/${size}`)),
  );
  const [sibling = '', ...others] = pagePairs(prober.style);
  const pairs = [sibling, ...hinted, ...others].filter(
    (pair) => pair !== `${parameters.page}/${parameters.perPage}`,
  );
  // If the service does not reject unknown names, one request can test several of them.
  for (const pair of pairs.slice(0, isUnnamed ? MOST_PAIRS : 1)) {
    const [name = '', size = ''] = pair.split('/');
    const isOffset = OFFSETS.has(name);
    const names = isOffset ? { offset: name, limit: size } : { page: name, perPage: size };
    const what = message('pages as “{0}” and “{1}”', name, size);
    if (await works(what, { paging: isOffset ? 'offset' : 'page', parameters: names })) return true;
  }
  if (isUnnamed) search.place = unnamed;
  if (isUnnamed || isQuick) return isUnnamed;
  const names = { page: namesOf('page', prober.style), perPage: namesOf('perPage', prober.style) };
  const values = { page: firstPage, perPage: question.page.perPage };
  const found: { page?: string; perPage?: string } = {};
  for (const [input, other] of [['page', 'perPage'] as const, ['perPage', 'page'] as const]) {
    const others = found[other] === undefined ? names[other] : [found[other]];
    const name = await search.findInput({
      what: input === 'page' ? PAGE : PAGE_SIZE,
      question,
      place: search.with(read, { paging: 'page', parameters: { page: null, perPage: null } }),
      names: names[input],
      hints: prober.hintsFor(input, null),
      values: (each) => [[each, values[input]]],
      also: others.map((each) => [each, values[other]]),
      shows: ({ ok }) => (ok ? 0 : undefined),
      alone: 0,
    });
    if (name === undefined && input === 'page') return false;
    if (name !== undefined) found[input] = name;
  }
  search.use(read, { parameters: found });
  return true;
}

const rowsAPage = (perPage: number) => message('{0} rows per page', perPage);
