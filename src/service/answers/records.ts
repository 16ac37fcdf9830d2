/**
 * Finds the records of a response: at their documented places, or else by the names of their members. A logged request
 * could imitate any name, so header maps, everything else in a log, and the items of lists are never searched.
 */
import type { ServiceError } from '../../base/errors.ts';
import { isObject } from '../../base/values.ts';
import { message } from '../../text/l10n.ts';
import { FIRST_LINE } from '../model.ts';
import { Field } from './decode.ts';

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
export function findLog(body: Field): Field {
  const documented = body.member('data').member('detailed_info');
  if (isObject(documented.value)) return documented;
  for (const each of objectsIn(body)) if (each.names.includes('raw_data')) return each;
  throw missing(body, documented, 'object');
}

/**
 * Returns the documented list (section 2.4) or that of a related service, or else the only list that has an item with
 * a number. A list that is empty or null must be at one of these places.
 */
export function findItems(body: Field, hasNumber: (item: Field) => boolean): Field {
  const data = body.member('data');
  const items = data.member('items');
  for (const list of [items, data.member('result_info').member('attack_logs')])
    if (Array.isArray(list.value)) return list;
  const lists = [...objectsIn(body)].flatMap((owner) =>
    owner.names
      .map((name) => owner.member(name))
      .filter((list) => Array.isArray(list.value) && list.elements().some(hasNumber)),
  );
  if (lists.length > 1) throw items.bad('array', message('several lists'));
  if (lists[0]) return lists[0];
  if (items.value === null) return new Field([], items.path);
  throw missing(body, items, 'array');
}

/** Yields the objects in a response that are not in a list, a log, or a header map, the shallowest ones first. */
export function* objectsIn(body: Field): Generator<Field, void, undefined> {
  const found = [body];
  for (const each of found) {
    yield each;
    if (NOT_SEARCHED.some((name) => each.names.includes(name))) continue;
    for (const name of each.names) if (isObject(each.get(name))) found.push(each.member(name));
  }
}

/** Returns the fault for a missing record, or for the missing `data`. */
function missing(body: Field, documented: Field, expected: string): ServiceError {
  const data = body.member('data');
  return isObject(data.value) ? documented.bad(expected) : data.bad('object');
}
