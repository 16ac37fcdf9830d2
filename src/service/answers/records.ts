/**
 * Finds the records of a response: at their documented places, or else by the names of their members. A logged request
 * could imitate any name, so header maps, everything else in a log, and the items of lists are never searched.
 */
import { ServiceError } from '../../base/errors.ts';
import { isObject } from '../../base/values.ts';
import { message } from '../../text/l10n.ts';
import { FIRST_LINE } from '../model.ts';
import { badShape, step } from './decode.ts';

type Members = Readonly<Record<string, unknown>>;

/** A record, its path, and the objects in which values that describe it can be. */
export interface Found<Value> {
  readonly path: string;
  readonly value: Value;
  /** The object that contains it. */
  readonly owner: Members;
}

/** The members of a log (section 2.2). */
export const LOG_MEMBERS = [
  'virtual_host_name',
  'response_code',
  'req_line_headers',
  'res_line_headers',
  'raw_data',
  'basestr',
] as const;

/** An object with one of these members is a log or a header map. */
const NOT_SEARCHED = [...LOG_MEMBERS, FIRST_LINE];

/** Returns the documented log, or else the shallowest object with `raw_data`. */
export function findLog(body: Members): Found<Members> {
  return findObject(body, 'data.detailed_info', ['raw_data']);
}

/** Returns the documented totals (section 2.3), or else the shallowest object with two of the metrics. */
export function findTotals(body: Members): Found<Members> {
  return findObject(body, 'data.total_count', ['visitors', 'attackers']);
}

/**
 * Returns the documented list (section 2.4) or that of a related service, or else the only list that has an item with
 * a number. A list that is empty or null must be at one of these places.
 */
export function findItems(body: Members, hasNumber: (item: Members) => boolean): Found<readonly unknown[]> {
  for (const place of ['data.items', 'data.result_info.attack_logs']) {
    const { value, ...found } = at(body, place);
    if (Array.isArray(value)) return { ...found, value };
  }
  const only = onlyList(body, 'data.items', hasNumber);
  if (only) return only;
  const { value, ...found } = at(body, 'data.items');
  if (value === null) return { ...found, value: [] };
  throw missing(body, 'data.items', 'array');
}

/** Returns the documented list of days (section 2.3), or else the only list of objects with a date, if any. */
export function findDays(body: Members): Found<unknown> | undefined {
  const documented = at(body, 'data.total_log');
  if (documented.value !== undefined) return documented;
  return onlyList(body, 'data.total_log', (day) => Object.hasOwn(day, 'date'));
}

function findObject(body: Members, place: string, names: readonly string[]): Found<Members> {
  const { value, ...found } = at(body, place);
  if (isObject(value)) return { ...found, value };
  for (const each of objectsIn(body)) {
    if (names.every((name) => Object.hasOwn(each.value, name))) return each;
  }
  throw missing(body, place, 'object');
}

function onlyList(
  body: Members,
  place: string,
  isItem: (item: Members) => boolean,
): Found<readonly unknown[]> | undefined {
  const lists: Found<readonly unknown[]>[] = [];
  for (const { path, value: owner } of objectsIn(body)) {
    for (const [name, value] of Object.entries(owner)) {
      if (!Array.isArray(value) || !value.some((item) => isObject(item) && isItem(item))) continue;
      lists.push({ path: path + step(name, path), value, owner });
    }
  }
  if (lists.length <= 1) return lists[0];
  throw new ServiceError('bad-shape', `${place} is missing, and there are several lists.`, {
    field: place,
    expected: 'array',
    found: message('several lists'),
  });
}

/** Yields the objects in a response that are not in a list, a log, or a header map, the shallowest ones first. */
function* objectsIn(body: Members): Generator<Found<Members>, void, undefined> {
  const found: Found<Members>[] = [{ path: '', value: body, owner: body }];
  for (const each of found) {
    yield each;
    if (NOT_SEARCHED.some((name) => Object.hasOwn(each.value, name))) continue;
    for (const [name, value] of Object.entries(each.value)) {
      if (isObject(value)) found.push({ path: each.path + step(name, each.path), value, owner: each.value });
    }
  }
}

/** Returns the value at a documented place, which is undefined if there is none. */
function at(body: Members, place: string): Found<unknown> {
  let owner: Members = {};
  let value: unknown = body;
  for (const name of place.split('.')) {
    owner = isObject(value) ? value : {};
    value = Object.hasOwn(owner, name) ? owner[name] : undefined;
  }
  return { path: place, value, owner };
}

/** Returns the fault for a missing record, which names the first part of its place that is not an object. */
function missing(body: Members, place: string, expected: string): ServiceError {
  const [data] = place.split('.') as [string];
  return isObject(body[data])
    ? badShape(place, expected, at(body, place).value)
    : badShape(data, 'object', body[data]);
}
