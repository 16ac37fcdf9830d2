import type { ServiceError } from '../../base/errors.ts';
import { isObject } from '../../base/isObject.ts';
import * as v from '../../base/schema.ts';
import { message } from '../../text/l10n.ts';
import type { PageRequest } from '../api.ts';
import type { ListConventions } from '../conventions.ts';
import { answerLimits } from '../limits.ts';
import type { Page } from '../model.ts';
import { badShape, decode, integer, mismatch, placed, tooMany } from './decode.ts';

const list = v.nullish(v.array(v.unknown(), 'array'));

const count = v.nullish(integer);

/** Decodes one item of a list, located at `path` in the response. */
export type ItemDecoder<T> = (item: unknown, path: string) => T;

/** The names of the fields that contain a list's items, their total number, the page size, and the page number. */
export type PageShape = Pick<ListConventions, 'items' | 'total' | 'firstPage'> & {
  readonly perPage: string | null;
  /** Null if the list is not requested by page number. */
  readonly page: string | null;
};

/**
 * Decodes the response to a list request (section 2.4); the conventions specify where the items and their total number
 * are. If a page past the last one was requested, the service might return a different page, which is treated as empty.
 * @throws ServiceError `bad-shape`; `mismatch` if the response is not the requested page
 */
export function decodePage<T>(
  answer: unknown,
  asked: PageRequest,
  { items: places, total: totals, firstPage, ...names }: PageShape,
  decodeItem: ItemDecoder<T>,
): Page<T> {
  const found = placed(answer, places);
  if (!found) throw missing(answer, places, 'array');
  const items = decode(list, found.value, found.path) ?? [];
  const size = numberBeside(answer, found.path, names.perPage);
  if (size && size.value > answerLimits.items)
    throw tooMany(size.path, message('at most {0} items', answerLimits.items));
  const window = { page: asked.page, perPage: size && size.value > 0 ? size.value : asked.perPage };
  const sentTotal = totals && placed(answer, totals);
  if (totals && !sentTotal) throw missing(answer, totals, 'integer');
  const total = sentTotal && decode(count, sentTotal.value, sentTotal.path);
  const page = numberBeside(answer, found.path, names.page);
  const expected = asked.page - 1 + firstPage;
  if (page && page.value !== expected) {
    if (typeof total === 'number' && total <= (asked.page - 1) * window.perPage)
      return { items: [], total, ...window };
    throw mismatch(page.path, String(expected), String(page.value));
  }
  return {
    ...decodeItems(items, found.path, decodeItem),
    ...totalOf(total, items.length, window),
    ...window,
  };
}

/**
 * Returns the fault for paths that are missing from a response. It names the first missing segment of the first path.
 */
function missing(answer: unknown, [place = '']: readonly string[], expected: string): ServiceError {
  const names = place.split('.');
  for (let count = 1; count < names.length; count += 1) {
    const part = names.slice(0, count).join('.');
    const found = placed(answer, [part]);
    if (!isObject(found?.value)) return badShape(part, 'object', found?.value);
  }
  return badShape(place, expected, undefined);
}

/** Returns the number named `name` in the object that contains the items, or undefined if it is absent or null. */
function numberBeside(answer: unknown, path: string, name: string | null) {
  const place = `${path.slice(0, path.lastIndexOf('.') + 1)}${name}`;
  // The list itself might have the same name as the parameter.
  const found = name === null || place === path ? undefined : placed(answer, [place]);
  const value = found && decode(count, found.value, found.path);
  return typeof value === 'number' ? { path: place, value } : undefined;
}

/**
 * Returns the total. If it is not known, returns a minimum: the number of items up to this page, plus one if the page
 * is full.
 */
function totalOf(
  total: number | null | undefined,
  count: number,
  { page, perPage }: PageRequest,
): Pick<Page<unknown>, 'total' | 'isTotalKnown'> {
  if (typeof total === 'number') return { total };
  const more = count >= perPage ? 1 : 0;
  return { total: count === 0 ? 0 : (page - 1) * perPage + count + more, isTotalKnown: false };
}

/** Decodes the items, omitting those that are not objects. If none of them is an object, the whole list is invalid. */
function decodeItems<T>(
  items: readonly unknown[],
  path: string,
  decodeItem: ItemDecoder<T>,
): Pick<Page<T>, 'items' | 'unreadable'> {
  if (items.length > answerLimits.items)
    throw tooMany(path, message('at most {0} items', answerLimits.items));
  const isReadable = items.some(isObject) ? isObject : () => true;
  const decoded: T[] = [];
  const unreadable: number[] = [];
  for (const [index, item] of items.entries()) {
    if (isReadable(item)) decoded.push(decodeItem(item, `${path}[${index}]`));
    else unreadable.push(index);
  }
  return { items: decoded, ...(unreadable.length > 0 && { unreadable }) };
}
