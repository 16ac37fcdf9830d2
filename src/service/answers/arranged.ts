/**
 * Converts responses whose values are in nonstandard locations, as specified in the conventions, to the standard
 * layout.
 */

import { isObject } from '../../base/isObject.ts';
import { type Conventions, defaultConventions } from '../conventions.ts';
import type { DateRange } from '../model.ts';
import { placed } from './decode.ts';

type Places = Readonly<Record<string, string | null | undefined>>;
type Values = Record<string, unknown>;

/** Converts the body of a detection log response to the standard layout (section 2.2). */
export function arrangedDetail(body: object, fields: Conventions['detail']['fields']): object {
  const { fields: standard } = defaultConventions.detail;
  if (isStandard(fields, standard)) return body;
  const { info: place, ...others } = fields;
  const info = place === null ? {} : placed(body, [place])?.value;
  const taken = within(Object.values(others), `${place}`);
  const left = isObject(info) ? { data: { detailed_info: without(info, taken) } } : undefined;
  return { data: {}, ...arranged(body, others, standard, left) };
}

/** Returns the paths that are within a place, starting from it. */
function within(paths: readonly (string | null | undefined)[], place: string): string[] {
  return paths.flatMap((path) => (path?.startsWith(`${place}.`) ? [path.slice(place.length + 1)] : []));
}

/** Returns an object without the values at some paths, and without the objects that are then empty. */
function without(object: Readonly<Values>, paths: readonly string[]): Values {
  const left = Object.entries(object).flatMap(([name, value]) => {
    const inner = within(paths, name);
    if (paths.includes(name)) return [];
    if (inner.length === 0 || !isObject(value)) return [[name, value] as const];
    const kept = without(value, inner);
    return Object.keys(kept).length > 0 ? [[name, kept] as const] : [];
  });
  return Object.fromEntries(left);
}

/**
 * Converts the body of a counts response to the standard layout (section 2.3). Uses the requested range if the
 * conventions specify that the response contains no range.
 */
export function arrangedCounts(
  body: object,
  { fields, dayFields }: Pick<Conventions['counts'], 'fields' | 'dayFields'>,
  { from, to }: DateRange,
): object {
  const { fields: standard, dayFields: standardDay } = defaultConventions.counts;
  if (isStandard(fields, standard) && isStandard(dayFields, standardDay)) return body;
  const start = {
    data: {
      ...(fields.from === null && fields.to === null && { search_term: { from, to } }),
      ...(fields.timeZone === null && { timezone: '' }),
    },
  };
  const found = arranged(body, fields, standard, start) as { data: Values };
  const { total_count: totals, total_log: days } = found.data;
  if (isObject(totals)) {
    for (const [name, value] of Object.entries(totals)) {
      const metric = isObject(value) ? value : { total: value };
      totals[name] = { previous: null, change_rate: null, period_label: null, ...metric };
    }
  }
  if (Array.isArray(days)) {
    found.data['total_log'] = days.map((day) =>
      isObject(day) ? arranged(day, dayFields, standardDay) : day,
    );
  }
  return found;
}

function isStandard(fields: Places, standard: Places): boolean {
  return fields === standard || Object.entries(standard).every(([name, place]) => fields[name] === place);
}

/** Copies the values at `fields` in the body to their `standard` locations in `start`, and returns it. */
function arranged(body: object, fields: Places, standard: Places, start: Values = {}): object {
  for (const [name, path] of Object.entries(standard)) {
    const place = fields[name];
    const found = place && path && placed(body, [place]);
    if (!found) continue;
    let at = start;
    for (const step of path.split('.').slice(0, -1)) {
      at[step] ??= {};
      at = at[step] as Values;
    }
    at[path.slice(path.lastIndexOf('.') + 1)] = found.value;
  }
  return start;
}
