/** Finds the parts of an answer by what they are: the items, their number, and the fields of an item by their values. */
import { isObject } from '../service/answers/decode.ts';
import type { Conventions } from '../service/conventions.ts';
import { isUsableName, wordsOf } from './vocabulary.ts';

export interface FoundList {
  /** Places in the answer, as the conventions write them. */
  readonly items: string;
  readonly total: string | null;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

type Fields = ReadonlyMap<string, unknown>;
type RowNames = Conventions['logs']['fields'];

const DEPTH = 6;
const MOST_NODES = 2_000;
const MOST_FIELDS = 200;
const ROWS_READ = 20;
/** The share of values that have to be alike: a log may contain anything. */
const MOSTLY = 0.6;

/** Returns the list of objects in an answer whose first item is the likeliest, with the number that counts its items. */
export function findList(
  body: unknown,
  likeness: (item: Readonly<Record<string, unknown>>) => number,
): FoundList | undefined {
  const lists: { path: string[]; rows: Record<string, unknown>[]; score: number }[] = [];
  let nodes = 0;
  const walk = (value: unknown, path: string[]) => {
    nodes += 1;
    if (nodes > MOST_NODES || path.length > DEPTH) return;
    if (Array.isArray(value) && path.length > 0) {
      const rows = value.filter(isObject);
      if (rows[0]) lists.push({ path, rows, score: likeness(rows[0]) });
    } else if (isObject(value)) {
      for (const [name, each] of Object.entries(value)) if (isUsableName(name)) walk(each, [...path, name]);
    }
  };
  walk(body, []);
  const [best] = lists.sort((one, other) => other.score - one.score || other.rows.length - one.rows.length);
  if (!best || best.score <= 0) return undefined;
  return { items: best.path.join('.'), total: findTotal(body, best.path, best.rows.length), rows: best.rows };
}

/** Looks for the number of items among the numbers of the objects around the list, the nearest first. */
function findTotal(body: unknown, path: readonly string[], count: number): string | null {
  const found: { place: string; score: number }[] = [];
  for (let depth = path.length - 1; depth >= 0; depth -= 1) {
    const at = path.slice(0, depth);
    let around: unknown = body;
    for (const name of at) around = isObject(around) ? around[name] : undefined;
    for (const [place, value] of leaves(around, 2)) {
      const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
      const words = wordsOf(place);
      if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < count) continue;
      const isPage = words.some((word) =>
        /^(?:pages?|size|limit|per|offset|no|current|code|status)$/.test(word),
      );
      const isTotal = words.some((word) => /^total/.test(word));
      const isCount = words.some((word) => /count|cnt|records|all|num|size|hits/.test(word));
      if (isPage && !(isTotal && words.includes('count'))) continue;
      if (isTotal || (isCount && number > count)) {
        found.push({ place: [...at, place].join('.'), score: (isTotal ? 10 : 0) + depth });
      }
    }
  }
  return found.sort((one, other) => other.score - one.score)[0]?.place ?? null;
}

/** Returns the fields of an object, and of objects in it, by names with dots between. */
function leaves(value: unknown, depth: number, lead = ''): Map<string, unknown> {
  const found = new Map<string, unknown>();
  if (!isObject(value)) return found;
  for (const [name, each] of Object.entries(value)) {
    if (!isUsableName(name) || found.size >= MOST_FIELDS) continue;
    if (isObject(each) && depth > 0) {
      for (const [inner, leaf] of leaves(each, depth - 1, `${lead}${name}.`)) found.set(inner, leaf);
    } else found.set(lead + name, each);
  }
  return found;
}

const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f]{0,4}:[\da-f:]{1,35})$/i;
const TIME = /^\d{4}[-/.]\d{2}[-/.]\d{2}[T ]\d{2}:\d{2}/;
const ACTION = /^(?:block|detect|den[iy]|allow|pass|drop|monitor|log|alert|challenge|reject|permit)/i;
const HOST = /^(?:https?:\/\/)?[\w*-]{1,63}(?:\.[\w-]{1,63}){1,9}(?::\d{1,5})?\/?$/;

interface Recognised {
  /** Whether a value is one. */
  readonly holds: (value: unknown) => boolean;
  /** Words of likely names, the likelier the earlier; a name of none is no match where values say little. */
  readonly words: string;
  readonly unlikely?: string;
  readonly needsName?: true;
}

/** How the fields of a row are recognised, the surest first: each field is taken once. */
const ROW_FIELDS: Readonly<Partial<Record<keyof RowNames, Recognised>>> = {
  address: {
    holds: (value) => typeof value === 'string' && ADDRESS.test(value),
    words: 'client src source remote attacker ip address addr',
    unlikely: 'dst dest destination server target local host',
  },
  time: {
    holds: (value) =>
      (typeof value === 'string' && TIME.test(value)) ||
      (typeof value === 'number' && value > 1e9 && value < 4e12 && Number.isInteger(value)),
    words: 'log detected detect event time at occurred date created timestamp ts datetime',
    unlikely: 'updated modified expire expires end',
  },
  uri: {
    holds: (value) => typeof value === 'string' && /^(?:\/|https?:\/\/)/.test(value),
    words: 'uri url path request target',
    unlikely: 'referer referrer',
  },
  action: {
    holds: (value) => typeof value === 'string' && ACTION.test(value) && value.length < 30,
    words: 'action result outcome status decision response mode',
  },
  countryCode: {
    holds: (value) => typeof value === 'string' && /^[A-Z]{2}$/.test(value),
    words: 'country code cc geo nation',
    needsName: true,
  },
  country: {
    holds: (value) => typeof value === 'string' && value.length > 2,
    words: 'country nation',
    needsName: true,
  },
  rule: {
    holds: (value) => typeof value === 'string' && value !== '',
    words: 'rule attack signature threat category name title policy type',
    unlikely: 'id idx code raw value detected domain host user level action',
    needsName: true,
  },
};

const NUMBER_WORDS = 'idx id no seq index number num key';

/** Returns the fields of rows that are not where the conventions say, recognised by their values. */
export function findRowFields(
  rows: readonly Readonly<Record<string, unknown>>[],
  current: RowNames,
): Partial<Record<keyof RowNames, string>> {
  const all = rows.slice(0, ROWS_READ).map((row) => leaves(row, 2));
  const found: Partial<Record<keyof RowNames, string>> = {};
  const isSent = (name: keyof RowNames) => all.some((row) => row.get(current[name] ?? '') != null);
  const taken = new Set(Object.values(current).filter((place) => place && all[0]?.has(place)));
  if (!isSent('idx')) {
    const [first] = numberFields(all);
    if (first) found.idx = first;
  }
  for (const [name, recognised] of Object.entries(ROW_FIELDS) as [keyof RowNames, Recognised][]) {
    if (isSent(name)) continue;
    const place = recognise(all, recognised, taken);
    if (!place) continue;
    found[name] = place;
    taken.add(place);
  }
  return found;
}

/** Returns the fields that may hold the number of an item, each with other values in other items, likeliest first. */
export function numberFields(rows: readonly Fields[]): string[] {
  return places(rows)
    .filter((place) => {
      const values = rows.map((row) => row.get(place)).filter((value) => value != null);
      const isNumber = (value: unknown) =>
        (typeof value === 'number' || (typeof value === 'string' && /^\d{1,15}$/.test(value))) &&
        Number.isSafeInteger(Number(value)) &&
        Number(value) >= 0;
      const ofTime = (value: unknown) => Number(value) > 1e12 && /time|at$|date|ts$/i.test(place);
      return (
        values.length > 0 &&
        values.every((value) => isNumber(value) && !ofTime(value)) &&
        (new Set(values.map(String)).size === rows.length || rows.length === 1) &&
        nameScore(place, NUMBER_WORDS) > 0
      );
    })
    .sort((one, other) => numberScore(other) - numberScore(one));
}

function numberScore(place: string): number {
  const subject = /log|event|detect|attack/i.test(place) ? 20 : 0;
  const other = /user|rule|policy|client|port|country|parent|row/i.test(place) ? -20 : 0;
  return nameScore(place, NUMBER_WORDS) + subject + other;
}

/** Returns the fields of a domain that may hold its number, likeliest first, and the one of its name. */
export function findDomainFields(items: readonly Readonly<Record<string, unknown>>[]): {
  readonly indexFields: readonly string[];
  readonly nameField: string | undefined;
} {
  const all = items.slice(0, ROWS_READ).map((item) => leaves(item, 2));
  const subject = (place: string) => Number(/domain|site|host|web|zone|property|service/i.test(place));
  const indexFields = numberFields(all).sort((one, other) => subject(other) - subject(one));
  const holds = (value: unknown) => typeof value === 'string' && HOST.test(value);
  const words = 'domain host hostname site name url web address zone';
  return { indexFields, nameField: recognise(all, { holds, words }, new Set()) };
}

/** How much an item looks like a row of a list of logs; 0: not at all. */
export function rowLikeness(item: Readonly<Record<string, unknown>>): number {
  const fields = leaves(item, 2);
  const known = ['time', 'address', 'uri', 'action'] as const;
  const recognised = known.filter((name) =>
    [...fields.values()].some((value) => ROW_FIELDS[name]?.holds(value)),
  );
  return numberFields([fields]).length > 0 ? recognised.length : 0;
}

/** How much an item looks like a domain; 0: not at all. */
export function domainLikeness(item: Readonly<Record<string, unknown>>): number {
  const { indexFields, nameField } = findDomainFields([item]);
  return indexFields.length > 0 ? (nameField ? 2 : 1) : 0;
}

function recognise(
  rows: readonly Fields[],
  { holds, words, unlikely = '', needsName }: Recognised,
  taken: ReadonlySet<string | null>,
): string | undefined {
  const score = (place: string) => nameScore(place, words) - 100 * Number(nameScore(place, unlikely) > 0);
  return places(rows)
    .filter((place) => !taken.has(place))
    .filter((place) => {
      const values = rows.map((row) => row.get(place)).filter((value) => value != null && value !== '');
      const holding = values.filter(holds).length;
      return holding > 0 && holding >= values.length * MOSTLY && (!needsName || score(place) > 0);
    })
    .sort((one, other) => score(other) - score(one))[0];
}

function places(rows: readonly Fields[]): string[] {
  return [...new Set(rows.flatMap((row) => [...row.keys()]))];
}

/** How likely a name is by its words: each counts the more, the earlier it is among `words`. */
function nameScore(place: string, words: string): number {
  const known = words.split(' ');
  return wordsOf(place)
    .map((word) => (known.includes(word) ? known.length - known.indexOf(word) : 0))
    .reduce((sum, each) => sum + each, 0);
}
