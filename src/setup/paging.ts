/** Checks the pages of a list, as the product reads them, and finds their inputs where they are not as they must be. */
import { isServiceError } from '../base/errors.ts';
import type { ConventionsOverride } from '../service/conventions.ts';
import type { LogRow, Page } from '../service/model.ts';
import type { Question } from '../service/wireRequest.ts';
import { type Message, message } from '../text/l10n.ts';
import { type Asked, isRequest, type Place, withConventions } from './prober.ts';
import type { Search } from './search.ts';
import { numberFields } from './structure.ts';
import { namesOf } from './vocabulary.ts';

export type ListQuestion = Question & { readonly read: 'domains' | 'logs' };
type Override = ConventionsOverride;

const PAGE = message('the page');
const PAGE_SIZE = message('the size of a page');
const FROM_ZERO = message('pages from 0 on');
/** Items of a page that the product reads later, and of smaller ones. */
const [USUAL, LARGEST] = [20, 100];
const SMALLER = [50, 30, 20];
const MINIMUM = 10;

/**
 * Checks that page 2 goes on after page 1, and that pages of 20 and 100 work. Finds the names, the first number and the largest page
 * where they do not.
 *
 * @param first the first page
 * @returns what is not as it must be, or could not be checked
 */
export function findPaging(
  search: Search,
  question: ListQuestion,
  first: Page<unknown>,
  idOf: (item: unknown) => number,
): Promise<Message | undefined> {
  return new Pages(search, question, idOf).find(first);
}

class Pages {
  readonly #search: Search;
  readonly #question: ListQuestion;
  readonly #idOf: (item: unknown) => number;
  #total = 0;
  /** Whether the number of a row was found in another field. */
  #isNumbered = false;
  #start: readonly number[] = [];

  constructor(search: Search, question: ListQuestion, idOf: (item: unknown) => number) {
    this.#search = search;
    this.#question = question;
    this.#idOf = idOf;
  }

  async find(first: Page<unknown>): Promise<Message | undefined> {
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
        if (again.ok) return this.find(again.value as Page<unknown>);
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

  #begin(first: Page<unknown>): void {
    const isWhole = first.isTotalKnown !== false || first.items.length < this.#question.page.perPage;
    this.#total = isWhole ? Math.max(first.total, first.items.length) : Number.POSITIVE_INFINITY;
    this.#start = first.items.map(this.#idOf);
  }

  /**
   * Whether the list is one answer without pages: more items than were requested, and all that there are. Where it does not say how
   * many there are, one of logs may go on, and a round number of domains may be a page.
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

  #ids(asked: Asked<unknown>): number[] {
    return asked.ok ? (asked.value as Page<unknown>).items.map(this.#idOf) : [];
  }

  #isOther(ids: readonly number[]): boolean {
    return ids.length > 0 && ids.filter((id) => this.#start.includes(id)).length <= ids.length / 2;
  }

  #use(part: object): void {
    this.#search.use({ [this.#question.read]: part } as Override);
  }

  #with(part: object): Place {
    return withConventions(this.#search.place, { [this.#question.read]: part } as Override);
  }

  /** Counts pages from 0 if there is another one before the first. */
  async #startAtZero(): Promise<boolean> {
    const { paging, firstPage } = this.#search.place.conventions[this.#question.read];
    if (paging !== 'page' || firstPage !== 1) return false;
    const { asked } = await this.#search.try(FROM_ZERO, this.#question, this.#with({ firstPage: 0 }));
    const isBefore = this.#isOther(this.#ids(asked));
    if (isBefore && asked.ok) {
      this.#use({ firstPage: 0 });
      this.#begin(asked.value as Page<unknown>);
    }
    return isBefore;
  }

  /** The number of a row from another field, where that of two pages is the same. */
  async #findNumber(first: Page<unknown>, next: Asked<unknown>): Promise<boolean> {
    const all = [first, ...(next.ok ? [next.value as Page<unknown>] : [])].flatMap(({ items }) => items);
    const [field] = numberFields(all.map((row) => new Map(Object.entries((row as LogRow).other))));
    if (field !== undefined) this.#search.use({ logs: { fields: { idx: field } } });
    return field !== undefined;
  }

  /** Finds the parameter for the page, or for the offset; returns the ids of the second page. */
  async #findPage(size: number): Promise<number[]> {
    const search = this.#search;
    const { firstPage, parameters, paging } = search.place.conventions[this.#question.read];
    const perPage = paging === 'page' ? parameters.perPage : parameters.limit;
    let second: number[] = [];
    for (const [input, value] of [['page', firstPage + 1] as const, ['offset', size] as const]) {
      const name = await search.findInput({
        what: PAGE,
        question: this.#page(2, size),
        place: this.#with({ paging: 'page', parameters: { page: null, perPage } }),
        names: namesOf(input, search.prober.style),
        hints: search.prober.hintsFor(input, parameters[input]),
        values: (each) => [[each, value]],
        shows: (asked) => {
          const ids = this.#ids(asked);
          if (!this.#isOther(ids)) return undefined;
          second = ids;
          return 0;
        },
      });
      if (name === undefined) continue;
      this.#use({
        paging: input,
        parameters: { [input]: name, [input === 'page' ? 'perPage' : 'limit']: perPage },
      });
      return second;
    }
    return [];
  }

  /** Finds the parameter for the size of a page that is not `size` as requested; a service without one has pages of one size. */
  async #findSize(requested: number): Promise<void> {
    const search = this.#search;
    const { read } = this.#question;
    const { paging } = search.place.conventions[read];
    const own = paging === 'page' ? 'perPage' : 'limit';
    const unread = this.#start.length;
    const codes = Math.min(9, this.#total - requested - 2);
    // Each name gets another size, which the number of items shows.
    const least = unread > requested && unread <= requested + 10 ? requested + 11 : requested + 1;
    const canTell = this.#total > least + 9;
    const name = await search.findInput({
      what: PAGE_SIZE,
      question: this.#page(1, requested),
      place: this.#with({ parameters: { [own]: null } }),
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
    if (name === undefined) return this.#use({ largestPage: Math.min(unread, LARGEST) });
    this.#use({ parameters: { [own]: name } });
    const again = await search.ask(rowsAPage(requested), this.#page(1, requested));
    if (again.ok) this.#begin(again.value as Page<unknown>);
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
      this.#use({ largestPage: found.length });
      return undefined;
    }
    return this.#findLargest();
  }

  /** Finds the largest page that is not refused, or to which a larger one is cut: a refusal may name it. */
  async #findLargest(): Promise<Message | undefined> {
    let sizes = [LARGEST, ...SMALLER];
    for (let perPage = sizes.shift(); perPage !== undefined; perPage = sizes.shift()) {
      const asked = await this.#search.ask(rowsAPage(perPage), this.#page(1, perPage));
      if (!asked.ok && !isRequest(asked)) return message('Pages of {0} rows could not be checked.', perPage);
      if (!asked.ok) {
        const named = Math.max(...numbersBelow(asked.answer?.text ?? '', perPage));
        if (named >= MINIMUM) sizes = [named, ...sizes.filter((size) => size < named)];
        continue;
      }
      const count = (asked.value as Page<unknown>).items.length;
      const most = count < Math.min(this.#total, perPage) && Number.isFinite(this.#total) ? count : perPage;
      if (most < LARGEST && most > 0) this.#use({ largestPage: most });
      return undefined;
    }
    this.#use({ largestPage: MINIMUM });
    return undefined;
  }
}

/** The whole numbers below a limit that a text has between other things than letters and digits. */
function numbersBelow(text: string, limit: number): number[] {
  const found = [...text.slice(0, 2_000).matchAll(/(?<![\w.:-])\d{1,3}(?![\w:-])/g)].map(([digits]) =>
    Number(digits),
  );
  return found.filter((number) => number < limit);
}

/** Finds the names of a page's parameters for a list that is refused without them. */
export async function findPageNames(
  search: Search,
  question: ListQuestion,
  refusal: unknown,
): Promise<boolean> {
  const { read } = question;
  const { firstPage } = search.place.conventions[read];
  const { style } = search.prober;
  const presets: readonly (readonly [Message, object])[] = [
    ...(isServiceError(refusal, 'mismatch')
      ? []
      : [[message('without parameters for pages'), { parameters: { page: null, perPage: null } }] as const]),
    ...(firstPage === 1 ? [[FROM_ZERO, { firstPage: 0 }] as const] : []),
    [message('the paging “{0}”', 'offset'), { paging: 'offset' }],
  ];
  for (const [what, part] of presets) {
    const { asked, place } = await search.try(
      what,
      question,
      withConventions(search.place, { [read]: part } as Override),
    );
    const isEmpty = asked.ok && (asked.value as Page<unknown>).items.length === 0;
    if (!asked.ok || isEmpty) continue;
    search.place = place;
    return true;
  }
  const names = { page: namesOf('page', style), perPage: namesOf('perPage', style) };
  const values = { page: firstPage, perPage: question.page.perPage };
  const found: { page?: string; perPage?: string } = {};
  for (const [input, other] of [['page', 'perPage'] as const, ['perPage', 'page'] as const]) {
    const others = found[other] === undefined ? names[other] : [found[other]];
    const name = await search.findInput({
      what: input === 'page' ? PAGE : PAGE_SIZE,
      question,
      place: withConventions(search.place, {
        [read]: { paging: 'page', parameters: { page: null, perPage: null } },
      } as Override),
      names: names[input],
      hints: search.prober.hintsFor(input, null),
      values: (each) => [[each, values[input]]],
      also: others.map((each) => [each, values[other]]),
      shows: ({ ok }) => (ok ? 0 : undefined),
    });
    if (name === undefined && input === 'page') return false;
    if (name !== undefined) found[input] = name;
  }
  search.use({ [read]: { parameters: found } } as Override);
  return true;
}

const rowsAPage = (perPage: number) => message('{0} rows a page', perPage);
