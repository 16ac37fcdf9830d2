import * as v from 'valibot';
import { message } from '../../text/l10n.ts';
import type { PageRequest } from '../api.ts';
import { answerLimits } from '../limits.ts';
import type { Page } from '../model.ts';
import { badShape, decode, integer, isObject } from './decode.ts';
import { tooMany } from './tooMany.ts';

const list = v.nullish(v.array(v.unknown(), 'array'));

/** Section 2.4. */
const pageBody = v.object(
  { items: list, total_count: v.nullish(integer), page: v.nullish(integer), per_page: v.nullish(integer) },
  'object',
);

const offsetBody = v.object(
  {
    result_info: v.object({}, 'object'),
    page_info: v.object({ total_count: v.nullish(integer) }, 'object'),
  },
  'object',
);

/** Decodes one item of a list, found at `path` of the answer. */
export type ItemDecoder<T> = (item: unknown, path: string) => T;

/**
 * Decodes the `data` of a list, whichever of the two known bodies it is: `items` beside `total_count` (section 2.4), or
 * a list within `result_info` beside `page_info.total_count`.
 *
 * @throws ServiceError `bad-shape`
 */
export function decodePage<T>(data: unknown, asked: PageRequest, decodeItem: ItemDecoder<T>): Page<T> {
  if (isObject(data) && !Object.hasOwn(data, 'items') && Object.hasOwn(data, 'result_info')) {
    const { page_info: info } = decode(offsetBody, data, 'data');
    const { path, items } = listWithin(data['result_info'] as object);
    return {
      ...decodeItems(items, path, decodeItem),
      ...totalOf('data.page_info.total_count', info.total_count, items.length, asked),
      ...asked,
    };
  }
  if (!isObject(data)) throw badShape('data', 'object', data);
  if (!Object.hasOwn(data, 'items')) throw badShape('data.items', 'array', undefined);
  const body = decode(pageBody, data, 'data');
  const applied = body.per_page ?? 0;
  const window = { page: asked.page, perPage: applied > 0 ? applied : asked.perPage };
  const items = body.items ?? [];
  return {
    ...decodeItems(items, 'data.items', decodeItem),
    ...totalOf('data.total_count', body.total_count, items.length, window),
    ...window,
  };
}

/** Where the total is null, there are at least the items up to this page, and one more where the page is full. */
function totalOf(
  path: string,
  total: number | null | undefined,
  count: number,
  { page, perPage }: PageRequest,
): Pick<Page<unknown>, 'total' | 'isTotalKnown'> {
  if (total === undefined) throw badShape(path, 'integer', undefined);
  if (total !== null) return { total };
  const more = count >= perPage ? 1 : 0;
  return { total: count === 0 ? 0 : (page - 1) * perPage + count + more, isTotalKnown: false };
}

/** Returns `attack_logs`, or for another list the only array, whatever its name. */
function listWithin(resultInfo: object): { path: string; items: readonly unknown[] } {
  const fields = new Map<string, unknown>(Object.entries(resultInfo));
  const arrays = [...fields].filter(([, value]) => Array.isArray(value));
  const name = fields.has('attack_logs') || arrays.length !== 1 ? 'attack_logs' : String(arrays[0]?.[0]);
  const path = `data.result_info.${name}`;
  if (!fields.has(name)) throw badShape(path, 'array', undefined);
  return { path, items: decode(list, fields.get(name), path) ?? [] };
}

/** Leaves out items that are not objects, unless none is one: then the whole list is something else. */
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
