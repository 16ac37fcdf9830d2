/** Finds the parts of a response by their content, regardless of their names: the list, its total, and each field. */
import { isObject } from '../base/isObject.ts';
import { placed } from '../service/answers/decode.ts';
import { parseSentDay } from '../service/calendar.ts';
import type { Conventions, ConventionsOverride } from '../service/conventions.ts';
import { METRICS } from '../service/model.ts';
import type { Question } from '../service/wireRequest.ts';
import { isUsableName, wordsOf } from './vocabulary.ts';

type Item = Readonly<Record<string, unknown>>;
/** Values by path. A path consists of names separated by dots. */
type Fields = ReadonlyMap<string, unknown>;
type Places = Readonly<Record<string, string | null>>;

interface FoundList {
  readonly items: string;
  readonly total: string | null;
  readonly rows: readonly Item[];
}

const DEPTH = 6;
const MOST_FIELDS = 400;
const ROWS_READ = 20;
/**
 * The minimum fraction of values that must match a field's kind. It is less than 1, because logs can contain any
 * values.
 */
const MOSTLY = 0.6;

/** The properties that identify a field. */
interface Kind {
  /** Returns true if a value has this kind. */
  readonly holds: (value: unknown, place: string) => boolean;
  /** Words that likely names contain, most likely first. */
  readonly words: string;
  /** Words that make a name less likely. */
  readonly unlikely?: string;
  /** True if the name must contain one of the words, because the values are ambiguous. */
  readonly needsName?: true;
  /** Returns true if a value clearly has this kind, regardless of its name. */
  readonly sure?: (value: unknown) => boolean;
  /** Returns true if a value can be read; other values are kept in the unknown fields. */
  readonly reads?: (value: unknown) => boolean;
}
type Kinds = Readonly<Record<string, Kind>>;

const isText = (value: unknown) => typeof value === 'string';
const matches = (expression: RegExp) => (value: unknown) =>
  typeof value === 'string' && expression.test(value);
const isCount = (value: unknown) =>
  (typeof value === 'number' || (typeof value === 'string' && /^\d{1,15}$/.test(value))) &&
  Number.isSafeInteger(Number(value)) &&
  Number(value) >= 0;
const isDay = (value: unknown) =>
  (isText(value) || isCount(value)) && parseSentDay(String(value)) !== undefined;

const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f]{0,4}:[\da-f:]{1,35})$/i;
const TIME = /^\d{4}[-/.]\d{2}[-/.]\d{2}[T ]\d{2}:\d{2}/;
const ACTION = /^(?:block|detect|den[iy]|allow|pass|drop|monitor|log|alert|challenge|reject|permit)/i;
/** Matches names of attacks that consist of words, as opposed to codes. */
const ATTACK =
  /^[A-Z][\w() -]{0,60}(?:injection|scripting|traversal|inclusion|upload|listing|filtering|overflow|forgery|hijack|invalid|disclosure|execution)/i;
const HOST = /^(?:https?:\/\/)?[\w*-]{1,63}(?:\.[\w-]{1,63}){1,9}(?::\d{1,5})?\/?$/;

const DOMAIN_NAME: Kind = {
  holds: matches(HOST),
  words: 'domain host hostname site name nm url web address zone',
};

/** The kinds of a row's fields, most certain first. Each path is used for only one field. */
const ROW: Kinds = {
  address: {
    holds: matches(ADDRESS),
    words: 'client src source remote attacker ip address addr cnnc',
    unlikely: 'dst dest destination server target local host',
  },
  time: {
    holds: (value) =>
      matches(TIME)(value) ||
      (typeof value === 'number' && value > 1e9 && value < 4e12 && Number.isInteger(value)),
    words: 'log detected detect dtct event time at occurred date created timestamp ts datetime dt',
    unlikely: 'updated modified expire expires end',
  },
  uri: {
    holds: matches(/^(?:\/|https?:\/\/)/),
    words: 'uri url path request target',
    unlikely: 'referer referrer',
  },
  action: {
    holds: (value) => matches(ACTION)(value) && String(value).length < 30,
    words: 'action result outcome status decision response mode',
  },
  countryCode: { holds: matches(/^[A-Z]{2}$/), words: 'country code cc cd geo nation' },
  country: {
    holds: matches(/^.{3}/),
    words: 'country nation',
    needsName: true,
    reads: (value) => !matches(/^[A-Z]{2}$/)(value),
  },
  rule: {
    holds: matches(/./),
    words:
      'rule attack signature threat category pattern vulnerability detection event name nm title policy type',
    unlikely: 'id idx code raw value detected domain host user level action',
    needsName: true,
    sure: matches(ATTACK),
  },
};

/** Returns a kind for ambiguous values, which is recognized only if the field's name contains one of the words. */
const named = (holds: (value: unknown) => boolean, words: string, unlikely = ''): Kind => ({
  holds,
  words,
  unlikely,
  needsName: true,
  reads: holds,
});
const TIME_ZONE = named(isText, 'timezone tz zone');

const areHeaders = (value: unknown) =>
  isObject(value) &&
  Object.values(value).every((each) => !isObject(each) && (!Array.isArray(each) || !each.some(isObject)));
/**
 * Returns a test that matches a flat object consisting of headers and a first line. The object that contains both the
 * headers and the raw data is not flat, so it does not match.
 */
const isHeaders = (line: RegExp) => (value: unknown) =>
  areHeaders(value) && Object.values(Object(value)).some((each) => matches(line)(each));

/** Returns the kinds of the fields in the details of a log, given its number and its domain's number. */
const logKinds = (idx: number, domain: number): Kinds => ({
  requestHeaders: {
    holds: isHeaders(/^[A-Z]{3,10} \S{1,9999} HTTP\/[\d.]{1,5}$/),
    words: 'req request headers header',
    reads: areHeaders,
  },
  responseHeaders: {
    holds: isHeaders(/^HTTP\/[^\r\n]{1,200}$/),
    words: 'res resp response headers header',
    reads: areHeaders,
  },
  rawData: {
    holds: (value, place) =>
      matches(/^[A-Z]{3,10} \S{1,9999} HTTP\/\d/)(value) ||
      (isText(value) && /raw|payload|dump|packet/i.test(place)),
    words: 'raw rawdata data payload packet dump request body text',
    unlikely: 'line first start',
    reads: isText,
  },
  responseCode: {
    ...named(isCount, 'status response code http'),
    holds: (value) => isCount(value) && Number(value) >= 100 && Number(value) < 600,
  },
  virtualHost: { ...named(isText, 'virtual vhost host domain name server'), holds: matches(HOST) },
  description: named(isText, 'basestr description desc detail reason summary explanation', 'query id idx'),
  timeZone: TIME_ZONE,
  idx: {
    holds: (value, place) =>
      isCount(value) && (Number(value) === idx || /query|echo|param|request/i.test(place)),
    words: 'idx id no seq log event detection index number',
    reads: isCount,
  },
  domain: {
    ...named(isCount, 'domain site idx id'),
    holds: (value) => isCount(value) && Number(value) === domain,
  },
  detectedType: { ...named(isText, 'detected kind type'), holds: matches(/^[\w-]{1,40}$/) },
});

const METRIC_WORDS: Readonly<Record<(typeof METRICS)[number], string>> = {
  visitors: 'visitors visitor visits visit users sessions',
  attackers: 'attackers hackers attacker hacker intruders adversaries',
  maliciousIps: 'malicious bad hostile suspicious blacklisted ips ip addresses',
  bots: 'bots bot crawlers crawler robots spiders',
};
const isMetric = (value: unknown): boolean => isCount(value) || (isObject(value) && isCount(value['total']));
const metricKinds: Kinds = Object.fromEntries(
  METRICS.map((name) => [
    name,
    named(isMetric, METRIC_WORDS[name], 'previous prev change rate percent page pages'),
  ]),
);
const RANGE: Kinds = {
  from: named(isDay, 'from start begin since first'),
  to: named(isDay, 'to end until last'),
  timeZone: TIME_ZONE,
};
const DAY: Kinds = { date: { holds: isDay, words: 'date day ymd dt', reads: isDay }, ...metricKinds };

/**
 * Returns the conventions needed to read a response: the paths and names of its values, and the success code. Omits
 * those that match the current conventions.
 */
export function recognised(body: unknown, question: Question, conventions: Conventions): ConventionsOverride {
  const { read } = question;
  const success = successOf(body, conventions.success);
  const part =
    read === 'detail'
      ? detailOf(body, question.key, conventions)
      : read === 'counts'
        ? countsOf(body, conventions)
        : listOf(body, read, conventions);
  return part ? { ...(success !== undefined && { success }), ...ifAny(read, part) } : {};
}

const ifAny = (name: string, found: object) => (Object.keys(found).length > 0 ? { [name]: found } : {});

function listOf(body: unknown, read: 'domains' | 'logs', conventions: Conventions): object | undefined {
  const standing = conventions[read];
  const list = findList(body, read === 'domains' ? domainLikeness : rowLikeness);
  if (!list) return placed(body, standing.items) && {};
  const isRead = Array.isArray(placed(body, standing.items)?.value);
  const sentTotal = standing.total && placed(body, standing.total);
  const isTotalRead =
    sentTotal === null || (sentTotal !== undefined && (sentTotal.value === null || isCount(sentTotal.value)));
  const places = {
    ...(!isRead && { items: [list.items] }),
    ...(!isTotalRead && { total: list.total && [list.total] }),
  };
  const all = list.rows.slice(0, ROWS_READ).map((row) => leaves(row, 3));
  if (read === 'logs') {
    const { fields } = conventions.logs;
    const isNumbered = all.length === 0 || all.some((row) => row.get(fields.idx ?? '') != null);
    const [idx] = isNumbered ? [] : numberFields(all);
    const found = { ...(idx !== undefined && { idx }), ...findFields(all, ROW, fields, new Set([idx])) };
    return { ...places, ...ifAny('fields', found) };
  }
  const { indexFields, nameFields } = conventions.domains;
  const { index, name } = findDomainFields(all);
  const isSent = (fields: readonly string[]) =>
    all.length === 0 || list.rows.some((row) => placed(row, fields));
  const indices = list.rows.map((row) => placed(row, indexFields)?.value);
  const areIndices = isSent(indexFields) && new Set(indices).size === indices.length;
  return {
    ...places,
    ...(!areIndices && index !== undefined && { indexFields: [index] }),
    ...(!isSent(nameFields) && name !== undefined && { nameFields: [name] }),
  };
}

function detailOf(
  body: unknown,
  { idx, domain }: { readonly idx: number; readonly domain: number },
  { detail: { fields } }: Conventions,
): object | undefined {
  const all = leaves(body, DEPTH);
  // Names within headers are the names of logged headers, so these objects are not searched.
  const headers = [...all]
    .filter(([, value]) => isHeaders(/^(?:[A-Z]{3,10} \S{1,9999} )?HTTP\/[^\r\n]{1,200}$/)(value))
    .map(([place]) => `${place}.`);
  const own = new Map([...all].filter(([place]) => !headers.some((lead) => place.startsWith(lead))));
  const found = findFields([own], logKinds(idx, domain), fields);
  const place = (name: keyof typeof fields) => (name in found ? found[name] : fields[name]);
  const known = [place('rawData'), place('requestHeaders'), place('responseHeaders')];
  const one = known.find((each) => each != null && own.has(each));
  if (isObject(own.get(fields.info ?? ''))) return ifAny('fields', found);
  if (one == null) return undefined;
  return { fields: { ...found, info: one.includes('.') ? one.slice(0, one.lastIndexOf('.')) : null } };
}

function countsOf(body: unknown, { counts: { fields, dayFields } }: Conventions): object | undefined {
  const own = leaves(body, DEPTH);
  const totals = findMetrics([own], metricKinds, fields);
  const isKnown = METRICS.some((name) => own.has(totals[name] ?? fields[name] ?? ''));
  if (!isKnown) return undefined;
  const isDays = (value: unknown) =>
    Array.isArray(value) && value.some((each) => isObject(each) && Object.values(each).some(isDay));
  const sentDays = own.get(fields.days ?? '');
  const days = sentDays === undefined ? [...own].find(([, value]) => isDays(value))?.[0] : undefined;
  const rows = days === undefined ? sentDays : own.get(days);
  const all = (Array.isArray(rows) ? rows : [])
    .filter(isObject)
    .slice(0, ROWS_READ)
    .map((row) => leaves(row, 2));
  const dayFound = all.length > 0 ? findMetrics(all, DAY, dayFields) : {};
  const found: Record<string, string | null> = {
    ...totals,
    ...findFields([own], RANGE, fields),
    ...(days !== undefined && { days }),
  };
  const isSent = (name: 'from' | 'to' | 'timeZone') => own.has(found[name] ?? fields[name] ?? '');
  if (!isSent('from') || !isSent('to')) Object.assign(found, { from: null, to: null });
  if (!isSent('timeZone')) found['timeZone'] = null;
  for (const [name, place] of Object.entries(found)) if (Object(fields)[name] === place) delete found[name];
  return { ...ifAny('fields', found), ...ifAny('dayFields', dayFound) };
}

/**
 * Finds the metrics among the fields. If three are known and there is only one other number beside them, uses that
 * number as the fourth.
 */
function findMetrics(all: readonly Fields[], kinds: Kinds, current: Places): Record<string, string | null> {
  const found = findFields(all, kinds, current);
  const placeOf = (name: string) => found[name] ?? current[name] ?? '';
  const [missing, ...others] = METRICS.filter((name) => !all.some((each) => each.has(placeOf(name))));
  const known = METRICS.map(placeOf).filter((place) => all.some((each) => each.has(place)));
  const [one = ''] = known;
  if (missing === undefined || others.length > 0) return found;
  const steps = one.split('.');
  const isBeside = (place: string) => {
    const names = place.split('.');
    return names.length === steps.length && names.filter((name, at) => name !== steps[at]).length === 1;
  };
  const left = places(all).filter(
    (place) =>
      isBeside(place) &&
      !known.some((each) => place === each || place.startsWith(`${each}.`)) &&
      all.every((each) => isMetric(each.get(place))) &&
      nameScore(place, 'id idx no date day page status code') === 0,
  );
  return left.length === 1 && left[0] !== undefined ? { ...found, [missing]: left[0] } : found;
}

/**
 * Returns the list in a response whose first item most resembles the expected kind of item, with the path of its total.
 */
function findList(body: unknown, likeness: (item: Item) => number): FoundList | undefined {
  const all = leaves(body, DEPTH);
  const lists = [...all].flatMap(([place, value]) => {
    if (!Array.isArray(value)) return [];
    const rows = value.filter(isObject);
    return value.length === 0 || rows[0] ? [{ place, rows, score: rows[0] ? likeness(rows[0]) : 0 }] : [];
  });
  const [best] = lists.sort((one, other) => other.score - one.score || other.rows.length - one.rows.length);
  // An empty list is ambiguous, so it is used only if there are no other lists.
  if (!best || (best.score <= 0 && (best.rows.length > 0 || lists.length > 1))) return undefined;
  return { items: best.place, total: findTotal(all, best.place, best.rows.length), rows: best.rows };
}

/** Finds the total among the numbers beside the list and in the objects around it, nearest first. */
function findTotal(all: Fields, items: string, count: number): string | null {
  const shared = (place: string) => {
    const names = items.split('.');
    const differs = place.split('.').findIndex((name, at) => name !== names[at]);
    return differs < 0 ? names.length : differs;
  };
  const found = [...all].flatMap(([place, value]) => {
    const words = wordsOf(place.split('.').at(-1) ?? '');
    const has = (expression: RegExp) => words.some((word) => expression.test(word));
    if (!isCount(value) || Number(value) < count) return [];
    const isTotal = has(/^total/);
    const isCounting = has(/count|cnt|records|all|num|hits|found|matched/);
    if (has(/^(?:pages?|size|limit|per|offset|no|current|code|status)$/) && !(isTotal && has(/^count$/)))
      return [];
    if (!isTotal && !(isCounting && Number(value) > count)) return [];
    return [{ place, score: (isTotal ? 10 : 0) + shared(place) }];
  });
  return found.sort((one, other) => other.score - one.score)[0]?.place ?? null;
}

/** Returns the values in an object and in its nested objects, and these objects themselves, by path. */
function leaves(
  value: unknown,
  depth: number,
  lead = '',
  found = new Map<string, unknown>(),
): Map<string, unknown> {
  if (!isObject(value)) return found;
  for (const [name, each] of Object.entries(value)) {
    if (!isUsableName(name) || found.size >= MOST_FIELDS) continue;
    found.set(lead + name, each);
    if (depth > 0) leaves(each, depth - 1, `${lead}${name}.`, found);
  }
  return found;
}

/**
 * Finds the path of each field that is not at the path in the conventions, by looking for the same name in a different
 * case or for values of the field's kind. The path is null if a value is sent but cannot be read.
 */
function findFields(
  all: readonly Fields[],
  kinds: Kinds,
  current: Places,
  taken: Set<string | null | undefined> = new Set(),
): Record<string, string | null> {
  const found: Record<string, string | null> = {};
  const isSent = (place: string | null | undefined) => all.some((each) => each.get(place ?? '') != null);
  const isRead = (name: string, place: string) => {
    const { reads = () => true } = kinds[name] ?? {};
    return all.map((each) => each.get(place)).every((value) => value == null || reads(value));
  };
  for (const [name, place] of Object.entries(current))
    if (place !== null && isSent(place) && isRead(name, place)) taken.add(place);
  for (const [name, kind] of Object.entries(kinds)) {
    const standing = current[name] ?? null;
    if (standing !== null && isSent(standing)) {
      if (isRead(name, standing)) continue;
      found[name] = null;
    }
    const place = findField(all, kind, standing, taken);
    if (place === undefined) continue;
    found[name] = place;
    taken.add(place);
  }
  return found;
}

const lastOf = (place: string) => wordsOf(place.split('.').at(-1) ?? '').join('');

function findField(
  all: readonly Fields[],
  { holds, words, unlikely = '', needsName, sure = () => false, reads = () => true }: Kind,
  standing: string | null,
  taken: ReadonlySet<string | null | undefined>,
): string | undefined {
  const isNamesake = (place: string) => standing !== null && lastOf(place) === lastOf(standing);
  const score = (place: string) =>
    nameScore(place, words) + 1000 * Number(isNamesake(place)) - 100 * Number(nameScore(place, unlikely) > 0);
  const isSure = (place: string) => all.some((each) => sure(each.get(place))) && score(place) >= 0;
  return places(all)
    .filter((place) => {
      if (taken.has(place)) return false;
      const values = all.map((each) => each.get(place)).filter((value) => value != null && value !== '');
      const holding = values.filter((value) =>
        isNamesake(place) && !isObject(value) ? reads(value) : holds(value, place),
      ).length;
      const isNamed = !needsName || score(place) > 0 || isSure(place);
      return holding > 0 && holding >= values.length * MOSTLY && isNamed;
    })
    .sort(
      (one, other) =>
        Number(isSure(other)) - Number(isSure(one)) || score(other) - score(one) || one.length - other.length,
    )[0];
}

const NO_NUMBER =
  'port count cnt total size length status code level score ttl order rank time date bytes days';
const NUMBER_WORDS = 'idx id no seq sn index number num key uid';

/**
 * Returns the fields that might contain an item's number, most likely first. The number must be different in each item.
 */
export function numberFields(all: readonly Fields[]): string[] {
  const subject = (place: string) =>
    (/log|event|detect|attack/i.test(place) ? 20 : 0) -
    (/user|rule|policy|client|port|country|parent|row|domain|site/i.test(place) ? 20 : 0);
  return numbered(all, subject);
}

function numbered(all: readonly Fields[], subject: (place: string) => number): string[] {
  const score = (place: string) => nameScore(place, NUMBER_WORDS) + subject(place);
  const isNamed = (place: string) => nameScore(place, NUMBER_WORDS) > 0;
  return places(all)
    .filter((place) => {
      const values = all.map((each) => each.get(place)).filter((value) => value != null);
      const isTime = /time|at$|date|ts$/i.test(place) && values.some((value) => Number(value) > 1e12);
      return (
        values.length > 0 &&
        values.every(isCount) &&
        !isTime &&
        (new Set(values.map(String)).size === all.length || all.length === 1)
      );
    })
    .filter((place, _, found) => !found.some(isNamed) || isNamed(place))
    .filter((place) => isNamed(place) || nameScore(place, NO_NUMBER) === 0)
    .sort((one, other) => score(other) - score(one));
}

/** Returns the field that probably contains a domain's number, and the field that contains its name. */
function findDomainFields(all: readonly Fields[]): {
  readonly index: string | undefined;
  readonly name: string | undefined;
} {
  const subject = (place: string) => 100 * Number(/domain|site|host|web|zone|property|service/i.test(place));
  return { index: numbered(all, subject)[0], name: findField(all, DOMAIN_NAME, null, new Set()) };
}

/** Returns a score for how much an item resembles a row in a list of logs, or 0 if it does not. */
function rowLikeness(item: Item): number {
  const fields = leaves(item, 2);
  const known = ['time', 'address', 'uri', 'action'].filter((name) =>
    [...fields].some(([place, value]) => ROW[name]?.holds(value, place)),
  );
  return numberFields([fields]).length > 0 ? known.length : 0;
}

/** Returns a score for how much an item resembles a domain, or 0 if it does not. */
function domainLikeness(item: Item): number {
  const { index, name } = findDomainFields([leaves(item, 2)]);
  return index === undefined ? 0 : name === undefined ? 1 : 2;
}

function places(all: readonly Fields[]): string[] {
  return [...new Set(all.flatMap((each) => [...each.keys()]))];
}

/**
 * Returns a score for how likely a name is, based on its words. Words near the start of `words` add more to the score.
 */
function nameScore(place: string, words: string): number {
  const known = words.split(' ');
  return wordsOf(place)
    .map((word) => (known.includes(word) ? known.length - known.indexOf(word) : 0))
    .reduce((sum, each) => sum + each, 0);
}

/**
 * Returns the values of `message.key` that report success, including the one in this response; undefined if the current
 * values are sufficient, or null if the response has no such message.
 */
function successOf(body: unknown, current: readonly string[] | null): readonly string[] | null | undefined {
  const { message: sent } = Object(body) as { message?: unknown };
  const { key, value } = Object(sent) as { key?: unknown; value?: unknown };
  if (current === null) return undefined;
  if (!isText(key) || !isText(value)) return null;
  return current.includes(String(key)) || String(key).length > 40 ? undefined : [...current, String(key)];
}
