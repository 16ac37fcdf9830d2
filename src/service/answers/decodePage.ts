import { isObject } from '../../base/values.ts';
import type { PageRequest } from '../api.ts';
import type { Conventions, Paging } from '../differences.ts';
import { answerLimits } from '../limits.ts';
import { type Domain, type LogRow, type Page, rowTextEntries } from '../model.ts';
import { Field, otherFields, wholeNumber } from './decode.ts';
import { findItems, objectsIn } from './records.ts';

type ItemDecoder<T> = (item: Field) => T;

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
  const response = new Field(body);
  const list = findItems(response, (item) =>
    numberFields.some((name) => wholeNumber(item.get(name)) !== undefined),
  );
  const items = list.elements();
  const { pageParameter, perPageParameter, limitParameter } = conventions;
  const places = [...objectsIn(response)];
  const beside = (name: string | null) =>
    places.map((place) => wholeNumber(place.member(name ?? '').value)).find((number) => number !== undefined);
  const sentSize = beside(paging === 'offset' ? limitParameter : perPageParameter);
  list.limit(sentSize ?? 0);
  // A total such as `200+` is not known exactly.
  const total = beside('total_count') ?? beside('total_items') ?? beside('total');
  const window = { page: asked.page, perPage: sentSize || asked.perPage };
  const page = paging === 'offset' ? undefined : beside(pageParameter);
  const expected = paging === 'page' ? asked.page : asked.page - 1;
  if (page !== undefined && page !== expected) {
    if (total !== undefined && total <= (asked.page - 1) * window.perPage)
      return { items: [], total, ...window };
    throw new Field(page, `data.${pageParameter}`).mismatch(String(expected), String(page));
  }
  return { ...decodeItems(items, decodeItem), ...totalOf(total, items.length, window), ...window };
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
  items: readonly Field[],
  decodeItem: ItemDecoder<T>,
): Pick<Page<T>, 'items' | 'unreadable'> {
  const readable = items.filter(({ value }) => isObject(value));
  if (readable.length === 0) items[0]?.object();
  const unreadable = [...items.keys()].filter((index) => !isObject(items[index]?.value));
  return { items: readable.map(decodeItem), ...(unreadable.length > 0 && { unreadable }) };
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
  const texts = rowTextEntries.map(([name]) => [name, conventions[`${name}Field`]] as const);
  return (item) => {
    const named = wholeNumber(item.get(DOMAIN));
    if (named !== undefined && named !== domain)
      throw item.member(DOMAIN).mismatch(String(domain), String(named));
    const { number: idx } = item.numberIn([idxField]);
    const row: { -readonly [Name in keyof LogRow]: LogRow[Name] } = { idx, other: {} };
    const taken = new Set([idxField]);
    for (const [name, field] of texts) {
      const text = item.get(field);
      // The type is part of a log's identity and is sent back to the service.
      const isTooLong = name === 'detectedType' && String(text).length > answerLimits.detectedType;
      if (text !== null && (typeof text !== 'string' || isTooLong)) continue;
      taken.add(field);
      if (text !== null) row[name] = text;
    }
    row.other = otherFields(item, (name) => taken.has(name));
    return row;
  };
}

/** The name of a host, or its URL. */
const HOST = /^(?:https?:\/\/)?[\w-]{1,63}(?:\.[\w-]{1,63}){0,9}\.[a-z-]{2,63}(?=$|[:/])/i;

/** Returns a decoder for the items in the list of domains. @throws ServiceError `bad-shape` */
export function domainDecoder({ domainIndexFields, domainNameFields }: Conventions): ItemDecoder<Domain> {
  return (item) => {
    const { name: indexField, number: index } = item.numberIn(domainIndexFields);
    const nameField =
      domainNameFields.find((field) => typeof item.get(field) === 'string') ??
      item.names.find((field) => HOST.test(String(item.get(field))));
    const name = nameField === undefined ? undefined : item.member(nameField).text();
    return { index, name, other: otherFields(item, (field) => field === indexField || field === nameField) };
  };
}
