import { isObject } from '../../base/isObject.ts';
import type { Conventions } from '../conventions.ts';
import { answerLimits } from '../limits.ts';
import type { Domain, LogRow } from '../model.ts';
import { type RowText, rowTextEntries } from '../rowFields.ts';
import { badShape, decode, integer, mismatch, otherFields, placed, valueAt, wholeNumber } from './decode.ts';
import type { ItemDecoder } from './decodePage.ts';

/** The field that can identify the domain that a row belongs to. */
const DOMAIN = 'user_domain_idx';

/**
 * Returns a decoder for the rows in a domain's list of detection logs, with the field names from the conventions. Only
 * `idx` is required. A known field that is not a string, or a `detected_type` that is too long, is kept in `other` as
 * sent, unless it is null.
 * @throws ServiceError `bad-shape`; `mismatch` for a row that names a different domain
 */
export function rowDecoder(domain: number, fields: Conventions['logs']['fields']): ItemDecoder<LogRow> {
  const idxPlace = fields.idx ?? 'idx';
  const [domainOf, idxOf] = [valueAt(DOMAIN), valueAt(idxPlace)];
  const texts = rowTextEntries.flatMap(([name]) => {
    const place = fields[name];
    return place === null ? [] : { name, place, valueIn: valueAt(place) };
  });
  return (item, path) => {
    if (!isObject(item)) throw badShape(path, 'object', item);
    const named = wholeNumber(domainOf(item));
    if (named !== undefined && named !== domain)
      throw mismatch(`${path}.${DOMAIN}`, String(domain), String(named));
    const row: { -readonly [Name in keyof LogRow]: LogRow[Name] } = {
      idx: decode(integer, idxOf(item), `${path}.${idxPlace}`),
      other: {},
    };
    const taken = new Set([idxPlace]);
    for (const { name, place, valueIn } of texts) {
      const sent = valueIn(item);
      const text = name === 'time' ? timeText(sent) : sent;
      if (isTooLong(name, text)) continue;
      if (typeof text === 'string') row[name] = text;
      if (typeof text === 'string' || text === null) taken.add(place);
    }
    row.other = otherFields(item, path, (name) => taken.has(name));
    return row;
  };
}

/** Converts a time in seconds or milliseconds since 1970 to a UTC date and time; returns any other time as sent. */
function timeText(sent: unknown): unknown {
  if (typeof sent !== 'number') return sent;
  const digits = String(sent);
  if (!/^\d{10}(?:\d{3})?$/.test(digits)) return sent;
  const instant = new Date(Number(digits) * (digits.length === 10 ? 1000 : 1));
  return instant.toISOString().slice(0, 19).replace('T', ' ');
}

/**
 * Returns true if a `detected_type` is too long to be valid. It is part of a log's identity and is sent back to the
 * service.
 */
function isTooLong(name: RowText, value: unknown): boolean {
  return name === 'detectedType' && typeof value === 'string' && value.length > answerLimits.detectedType;
}

/**
 * Decodes an item of the domain list, with the field names from the conventions.
 *
 * @throws ServiceError `bad-shape`
 */
export function domainDecoder({
  indexFields,
  nameFields,
}: Pick<Conventions['domains'], 'indexFields' | 'nameFields'>): ItemDecoder<Domain> {
  return (item, path) => {
    if (!isObject(item)) throw badShape(path, 'object', item);
    const sent = (field: string) => placed(item, [field])?.value ?? undefined;
    const indexField = indexFields.find((field) => sent(field) !== undefined);
    const nameField = nameFields.find((field) => typeof sent(field) === 'string');
    if (indexField === undefined) throw badShape(`${path}.${indexFields.join(' | ')}`, 'integer', undefined);
    const taken = new Set<string | undefined>([indexField, nameField]);
    return {
      index: decode(integer, sent(indexField), `${path}.${indexField}`),
      name: nameField === undefined ? undefined : (sent(nameField) as string),
      other: otherFields(item, path, (name) => taken.has(name)),
    };
  };
}
