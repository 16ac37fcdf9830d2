import * as v from 'valibot';
import { isObject } from '../../base/isObject.ts';
import { message } from '../../text/l10n.ts';
import type { PageRequest } from '../api.ts';
import type { Conventions } from '../differences.ts';
import { answerLimits } from '../limits.ts';
import type { Page } from '../model.ts';
import { badShape, decode, integer, mismatch, tooMany } from './decode.ts';
import { hasNumber, type ItemDecoder } from './decodeItems.ts';
import { type Found, findItems } from './records.ts';

const count = v.nullish(integer);

interface ListKind<T> {
  readonly paging: 'page' | 'offset';
  /** The fields that can contain an item's number, by which the list is found. */
  readonly numberFields: readonly string[];
  readonly decodeItem: ItemDecoder<T>;
}

/**
 * Decodes the response to a list request (section 2.4, or a related service). If a page past the last one was requested,
 * the service might return a different page, which is treated as empty.
 * @throws ServiceError `bad-shape`; `mismatch` if the response is not the requested page
 */
export function decodePage<T>(
  body: Readonly<Record<string, unknown>>,
  asked: PageRequest,
  conventions: Conventions,
  { paging, numberFields, decodeItem }: ListKind<T>,
): Page<T> {
  const list = findItems(body, (item) => hasNumber(item, numberFields));
  const { pageParameter, perPageParameter, limitParameter, firstPage } = conventions;
  const beside = (name: string | null) => numberBeside(body, list, name);
  const sentSize = beside(paging === 'page' ? perPageParameter : limitParameter);
  if (sentSize !== undefined && sentSize > answerLimits.items)
    throw tooMany(list.path, message('at most {0} items', answerLimits.items));
  const total = beside('total_count');
  const window = { page: asked.page, perPage: sentSize || asked.perPage };
  const page = paging === 'page' ? beside(pageParameter) : undefined;
  const expected = asked.page - 1 + firstPage;
  if (page !== undefined && page !== expected) {
    if (total !== undefined && total <= (asked.page - 1) * window.perPage)
      return { items: [], total, ...window };
    throw mismatch(`data.${pageParameter}`, String(expected), String(page));
  }
  return { ...decodeItems(list, decodeItem), ...totalOf(total, list.value.length, window), ...window };
}

/**
 * Returns a number that describes the list: in the object that contains it, in `data`, or in `page_info`. Undefined if
 * it is absent or null.
 */
function numberBeside(
  body: Readonly<Record<string, unknown>>,
  { owner }: Found<unknown>,
  name: string | null,
): number | undefined {
  if (name === null) return undefined;
  const data = isObject(body['data']) ? body['data'] : body;
  for (const place of [owner, data, owner['page_info'], data['page_info']]) {
    if (!isObject(place) || !Object.hasOwn(place, name) || Array.isArray(place[name])) continue;
    return decode(count, place[name], `data.${name}`) ?? undefined;
  }
  return undefined;
}

/**
 * Returns the total. If it is not known, returns a minimum: the number of items up to this page, plus one if the page
 * is full.
 */
function totalOf(
  total: number | undefined,
  count: number,
  { page, perPage }: PageRequest,
): Pick<Page<unknown>, 'total' | 'isTotalKnown'> {
  if (total !== undefined) return { total };
  const more = count >= perPage ? 1 : 0;
  return { total: count === 0 ? 0 : (page - 1) * perPage + count + more, isTotalKnown: false };
}

/** Decodes the items, omitting those that are not objects. If none of them is an object, the whole list is invalid. */
function decodeItems<T>(
  { path, value: items }: Found<readonly unknown[]>,
  decodeItem: ItemDecoder<T>,
): Pick<Page<T>, 'items' | 'unreadable'> {
  if (items.length > answerLimits.items)
    throw tooMany(path, message('at most {0} items', answerLimits.items));
  if (items.length > 0 && !items.some(isObject)) throw badShape(`${path}[0]`, 'object', items[0]);
  const decoded: T[] = [];
  const unreadable: number[] = [];
  for (const [index, item] of items.entries()) {
    if (isObject(item)) decoded.push(decodeItem(item, `${path}[${index}]`));
    else unreadable.push(index);
  }
  return { items: decoded, ...(unreadable.length > 0 && { unreadable }) };
}
