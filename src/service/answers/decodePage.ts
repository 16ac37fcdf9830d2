import { isObject } from '../../base/values.ts';
import type { PageRequest } from '../api.ts';
import type { Conventions, Paging } from '../differences.ts';
import { answerLimits } from '../limits.ts';
import { type Domain, type LogRow, type Page, rowTextEntries } from '../model.ts';
import { Field, otherFields, wholeNumber } from './decode.ts';
import { type FoundList, findItems } from './records.ts';

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
  const found = findItems(response, (item) =>
    numberFields.some((name) => wholeNumber(item.member(name).value) !== undefined),
  );
  const items = found.list.elements();
  const { pageParameter, perPageParameter, limitParameter } = conventions;
  const beside = (name: string | null) => numberBeside(response, found, name);
  const sentSize = beside(paging === 'offset' ? limitParameter : perPageParameter)?.integer();
  found.list.limit(sentSize ?? 0);
  const total = beside('total_count')?.integer();
  const window = { page: asked.page, perPage: sentSize || asked.perPage };
  const page = paging === 'offset' ? undefined : beside(pageParameter);
  const expected = paging === 'page' ? asked.page : asked.page - 1;
  if (page !== undefined && page.integer() !== expected) {
    if (total !== undefined && total <= (asked.page - 1) * window.perPage)
      return { items: [], total, ...window };
    throw page.mismatch(String(expected), String(page.integer()));
  }
  return { ...decodeItems(items, decodeItem), ...totalOf(total, items.length, window), ...window };
}

/** Returns a value that describes the list: in the object that contains it, in `data`, or in `page_info`, if any. */
function numberBeside(response: Field, { owner }: FoundList, name: string | null): Field | undefined {
  if (name === null) return undefined;
  const data = response.member('data');
  return [owner, data, owner.member('page_info'), data.member('page_info')]
    .map((place) => place.member(name))
    .find(({ value }) => value !== undefined && value !== null && !Array.isArray(value));
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
  return (item) => {
    const named = wholeNumber(item.member(DOMAIN).value);
    if (named !== undefined && named !== domain)
      throw item.member(DOMAIN).mismatch(String(domain), String(named));
    const row: { -readonly [Name in keyof LogRow]: LogRow[Name] } = {
      idx: item.member(idxField).integer(),
      other: {},
    };
    const taken = new Set([idxField]);
    for (const [name] of rowTextEntries) {
      const field = conventions[`${name}Field`];
      const { value: text } = item.member(field);
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

/** Returns a decoder for the items in the list of domains. @throws ServiceError `bad-shape` */
export function domainDecoder({ domainIndexFields, domainNameFields }: Conventions): ItemDecoder<Domain> {
  return (item) => {
    const indexField = domainIndexFields.find((field) => item.member(field).optional(() => true));
    const nameField = domainNameFields.find((field) => typeof item.member(field).value === 'string');
    if (indexField === undefined)
      throw new Field(undefined, `${item.path}.${domainIndexFields.join(' | ')}`).bad('integer');
    return {
      index: item.member(indexField).integer(),
      name: nameField === undefined ? undefined : item.member(nameField).text(),
      other: otherFields(item, (name) => name === indexField || name === nameField),
    };
  };
}
