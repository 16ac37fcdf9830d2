import * as v from 'valibot';
import { isObject } from '../../base/values.ts';
import { message } from '../../text/l10n.ts';
import type { PageRequest } from '../api.ts';
import type { Conventions, Paging } from '../differences.ts';
import { answerLimits } from '../limits.ts';
import { type Domain, type LogRow, type Page, rowTextEntries } from '../model.ts';
import { badShape, decode, integer, mismatch, otherFields, tooMany, wholeNumber } from './decode.ts';
import { type Found, findItems } from './records.ts';

type Item = Readonly<Record<string, unknown>>;

/** Decodes one item of a list, located at `path` in the response. */
type ItemDecoder<T> = (item: Item, path: string) => T;

const count = v.nullish(integer);

interface ListKind<T> {
  readonly paging: Paging;
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
  const { pageParameter, perPageParameter, limitParameter } = conventions;
  const beside = (name: string | null) => numberBeside(body, list, name);
  const sentSize = beside(paging === 'offset' ? limitParameter : perPageParameter);
  if (sentSize !== undefined && sentSize > answerLimits.items)
    throw tooMany(list.path, message('at most {0} items', answerLimits.items));
  const total = beside('total_count');
  const window = { page: asked.page, perPage: sentSize || asked.perPage };
  const page = paging === 'offset' ? undefined : beside(pageParameter);
  const expected = paging === 'page' ? asked.page : asked.page - 1;
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

/** The field that can identify the domain that a row belongs to. */
const DOMAIN = 'user_domain_idx';

/**
 * Returns a decoder for the rows in a domain's list of detection logs. Only the number is required. A known field that
 * is not a string, or a `detected_type` that is too long, is kept in `other` as sent, unless it is null.
 * @throws ServiceError `bad-shape`; `mismatch` for a row that names a different domain
 */
export function rowDecoder(domain: number, conventions: Conventions): ItemDecoder<LogRow> {
  const { idxField } = conventions;
  const fields = rowTextEntries.map(([name]) => [name, conventions[`${name}Field`]] as const);
  return (item, path) => {
    const named = wholeNumber(memberOf(item, DOMAIN));
    if (named !== undefined && named !== domain)
      throw mismatch(`${path}.${DOMAIN}`, String(domain), String(named));
    const row: { -readonly [Name in keyof LogRow]: LogRow[Name] } = {
      idx: decode(integer, memberOf(item, idxField), `${path}.${idxField}`),
      other: {},
    };
    const taken = new Set([idxField]);
    for (const [name, field] of fields) {
      const text = memberOf(item, field);
      // The type is part of a log's identity and is sent back to the service.
      const isTooLong = name === 'detectedType' && String(text).length > answerLimits.detectedType;
      if (text !== null && (typeof text !== 'string' || isTooLong)) continue;
      taken.add(field);
      if (text !== null) row[name] = text;
    }
    row.other = otherFields(item, path, (name) => taken.has(name));
    return row;
  };
}

/** Returns a decoder for the items in the list of domains. @throws ServiceError `bad-shape` */
export function domainDecoder({ domainIndexFields, domainNameFields }: Conventions): ItemDecoder<Domain> {
  return (item, path) => {
    const indexField = domainIndexFields.find((field) => (memberOf(item, field) ?? undefined) !== undefined);
    const nameField = domainNameFields.find((field) => typeof memberOf(item, field) === 'string');
    if (indexField === undefined)
      throw badShape(`${path}.${domainIndexFields.join(' | ')}`, 'integer', undefined);
    return {
      index: decode(integer, item[indexField], `${path}.${indexField}`),
      name: nameField === undefined ? undefined : (item[nameField] as string),
      other: otherFields(item, path, (name) => name === indexField || name === nameField),
    };
  };
}

/** Returns true for an item that has a number in one of the fields. */
function hasNumber(item: Item, fields: readonly string[]): boolean {
  return fields.some((field) => wholeNumber(memberOf(item, field)) !== undefined);
}

function memberOf(item: Item, field: string): unknown {
  return Object.hasOwn(item, field) ? item[field] : undefined;
}
