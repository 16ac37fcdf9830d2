/**
 * Determines how common a log is from the totals of lists. A number is considered known only if the rows that were read
 * support it.
 */
import { caseFolded } from '../../text/strings.ts';
import type { DateRange, LogFilter, LogPage, LogRow } from '../model.ts';
import { checkLogs, type FilterField, type FilterNames } from './filter.ts';

/** Maximum number of requests per log. */
const MOST_READS = 5;
/** Maximum length, in UTF-16 units, of a value to count. */
const LONGEST = 1_000;

/**
 * The numbers to determine: the logs with the same rule and path, the same address, or the same rule; and, of those
 * with the same rule and path, the blocked and the detected ones.
 */
export const COUNTED = ['route', 'address', 'rule', 'blocked', 'detected'] as const;
export type Counted = (typeof COUNTED)[number];

/** Why a number is not known, and the parts of the filter that cause this. */
export interface Unsupported {
  readonly why:
    | 'missing'
    | 'unasked'
    | 'ignored'
    | 'wider'
    | 'not-shown'
    | 'as-many'
    | 'no-total'
    | 'page-size'
    | 'contradicts'
    | 'unread';
  readonly fields: readonly FilterField[];
}

type Count =
  | { readonly total: number; readonly filter: LogFilter }
  | { readonly total?: never; readonly unsupported: Unsupported };

export interface Commonness {
  /** The days for which logs are counted, in the service's time zone. */
  readonly days: DateRange;
  readonly counts: Readonly<Record<Counted, Count>>;
}

interface HowCommonOptions {
  readonly days: DateRange;
  /** The names of the parameters that specify a filter. */
  readonly names: FilterNames;
  /** The number of logs for all days, if known. */
  readonly ofAllDays: number | undefined;
  /** The parts of a filter that this service has been observed to apply. Newly observed parts are added. */
  readonly proven: Set<FilterField>;
  /** Reads the first ten logs in a list. Rejects with a `ServiceError`. */
  readonly read: (filter: LogFilter) => Promise<LogPage>;
}

/** A list whose first rows, or all of whose rows, are known. */
interface KnownList {
  readonly filter: LogFilter;
  readonly total: number;
  readonly rows: readonly LogRow[];
  readonly isWhole: boolean;
}

/**
 * Counts the logs that share a log's rule, path, or address, with at most five reads. Rejects as `read` does. Relies on
 * part of a filter only after that part has shortened a list, because a service might ignore it, and the first rows
 * might match it by chance.
 */
export async function howCommon(row: LogRow, options: HowCommonOptions): Promise<Commonness> {
  const { days } = options;
  const countable = (value?: string) => (value && value.length <= LONGEST ? value : undefined);
  const rule = countable(row.rule);
  const uri = countable(row.uri && pathOf(row.uri));
  const address = countable(row.address);
  const counting = new Counting(row, options);
  const missing = (fields: readonly FilterField[]): Count => unknown('missing', fields);
  const lacking = (['rule', 'uri'] as const).filter((_, at) => ![rule, uri][at]);
  const none = {
    route: missing(lacking),
    address: missing(['address']),
    rule: missing(['rule']),
    blocked: missing(lacking),
    detected: missing(lacking),
  };
  if (!rule && !address) return { days, counts: none };
  const all = await counting.days();
  if ('unsupported' in all)
    return { days, counts: { route: all, address: all, rule: all, blocked: all, detected: all } };
  const ofAddress = async () => (address ? counting.narrowed(all, 'address', address) : none.address);
  const ofRule = async () => {
    if (!rule) return none;
    const list = await counting.narrowed(all, 'rule', rule);
    if ('unsupported' in list) return { rule: list, route: list, blocked: list, detected: list };
    if (!uri) return { ...none, rule: list };
    const route = await counting.narrowed(list, 'uri', uri);
    return { rule: list, route, ...(await outcomes(counting, route)) };
  };
  const [ofClient, ofRules] = await Promise.all([ofAddress(), ofRule()]);
  return { days, counts: mapped({ ...none, ...ofRules, address: ofClient }) };
}

/**
 * Counts the logs with the rarer outcome and subtracts to get the number with the other outcome, because a total that
 * equals the unfiltered total might mean that the filter was ignored.
 */
async function outcomes(
  counting: Counting,
  route: Narrowed,
): Promise<Pick<Record<Counted, KnownList | Count>, 'blocked' | 'detected'>> {
  if ('unsupported' in route) return { blocked: route, detected: route };
  const spelled = (action: string) => route.rows.find((row) => isSame(row, { action }))?.action ?? action;
  const [blocked, detected] = ['Blocked', 'Detected'].map(spelled) as [string, string];
  const count = (action: string) => route.rows.filter((row) => row.action === action).length;
  if (count(blocked) + count(detected) < route.rows.length) {
    const other = unknown('not-shown', ['action']);
    return { blocked: other, detected: other };
  }
  const isBlockedRarer = count(blocked) < count(detected);
  const rarer = await counting.narrowed(route, 'action', isBlockedRarer ? blocked : detected);
  if ('unsupported' in rarer) return { blocked: rarer, detected: rarer };
  const rest = {
    total: route.total - rarer.total,
    filter: { ...route.filter, action: isBlockedRarer ? detected : blocked },
  };
  return isBlockedRarer ? { blocked: rarer, detected: rest } : { blocked: rest, detected: rarer };
}

type Narrowed = KnownList | { readonly unsupported: Unsupported };

class Counting {
  readonly #row: LogRow;
  readonly #options: HowCommonOptions;
  #reads = 0;

  constructor(row: LogRow, options: HowCommonOptions) {
    this.#row = row;
    this.#options = options;
  }

  /**
   * Returns the list restricted to the days or, if the service might ignore the restriction, the reason it cannot be
   * used.
   */
  async days(): Promise<Narrowed> {
    const { days, ofAllDays, proven } = this.#options;
    const { from, to } = days;
    const list = await this.#list({ from, to }, undefined);
    if ('unsupported' in list || list.isWhole || proven.has('from')) return list;
    if (ofAllDays !== undefined && list.total < ofAllDays) proven.add('from');
    else await this.#list({ from: to, to }, { list, field: 'from' });
    return proven.has('from') ? list : unknown('as-many', ['from']);
  }

  /** Returns the list restricted to the logs whose `field` has this value. */
  async narrowed(list: KnownList, field: 'rule' | 'uri' | 'address' | 'action', value: string) {
    const filter = { ...list.filter, [field]: value };
    if (!list.isWhole) return this.#list(filter, { list, field });
    const rows: LogRow[] = [];
    for (const row of list.rows) {
      const isOne = isSame(row, filter);
      if (isOne === undefined) return unknown('not-shown', [field]);
      if (isOne) rows.push(row);
    }
    return { filter, rows, total: rows.length, isWhole: true };
  }

  async #list(
    filter: LogFilter,
    within: { readonly list: KnownList; readonly field: FilterField } | undefined,
  ): Promise<Narrowed> {
    const { names, proven, read } = this.#options;
    const { unasked } = checkLogs([], filter, names);
    if (unasked.length > 0) return unknown('unasked', unasked);
    if (this.#reads >= MOST_READS) return unknown('unread', []);
    this.#reads++;
    const { items, unreadable = [], total, isTotalKnown, perPage } = await read(filter);
    const { ignored, unproven } = checkLogs(items, filter, names);
    const rows = items.map(({ row }) => row);
    if (ignored.length > 0) return unknown('ignored', ignored);
    if (unproven.length > 0) return unknown('not-shown', unproven);
    if (isTotalKnown === false) return unknown('no-total', []);
    if (within && rows.some((row) => isSame(row, filter) === false)) return unknown('wider', [within.field]);
    const certain = new Map(
      [this.#row, ...(within?.list.rows ?? [])]
        .filter((row) => isSame(row, filter))
        .map((row) => [row.idx, row]),
    );
    const sent = rows.length + unreadable.length;
    const isPossible =
      total >= Math.max(sent, certain.size) &&
      (sent > 0 || total === 0) &&
      total <= (within?.list.total ?? total);
    if (!isPossible) return unknown('contradicts', []);
    if (total === perPage && rows.length === total) return unknown('page-size', []);
    if (within && total < within.list.total) proven.add(within.field);
    if (within && !proven.has(within.field)) return unknown('as-many', [within.field]);
    return { filter, rows, total, isWhole: total === rows.length };
  }
}

function unknown(why: Unsupported['why'], fields: readonly FilterField[]) {
  return { unsupported: { why, fields } };
}

function mapped(counts: Readonly<Record<Counted, KnownList | Count>>): Commonness['counts'] {
  const entries = COUNTED.map((name) => {
    const { [name]: count } = counts;
    return [name, 'unsupported' in count ? count : { total: count.total, filter: count.filter }] as const;
  });
  return Object.fromEntries(entries) as Record<Counted, Count>;
}

/**
 * Returns true if a row matches a filter regardless of how the service compares values, or undefined if the row does
 * not show whether it matches.
 */
function isSame(row: LogRow, filter: LogFilter): boolean | undefined {
  const { from = '', to = '\uffff' } = filter;
  const day = row.time?.slice(0, 10);
  const tests = [
    day === undefined ? undefined : day >= from && day <= to,
    ...(['rule', 'uri', 'address', 'action'] as const)
      .filter((field) => filter[field] !== undefined)
      .map((field) => {
        const value = row[field];
        if (!value) return undefined;
        return caseFolded(field === 'uri' ? pathOf(value) : value) === caseFolded(filter[field] ?? '');
      }),
  ];
  if (tests.includes(false)) return false;
  return tests.includes(undefined) ? undefined : true;
}

function pathOf(uri: string): string {
  return uri.split(/[?#]/, 1)[0] ?? '';
}
