import type { Conventions } from '../differences.ts';
import { answerLimits } from '../limits.ts';
import type { Domain, LogRow } from '../model.ts';
import { ROW_TEXTS } from '../rowFields.ts';
import { badShape, decode, integer, mismatch, otherFields, wholeNumber } from './decode.ts';

type Item = Readonly<Record<string, unknown>>;

/** Decodes one item of a list, located at `path` in the response. */
export type ItemDecoder<T> = (item: Item, path: string) => T;

/** The field that can identify the domain that a row belongs to. */
const DOMAIN = 'user_domain_idx';

/**
 * Returns a decoder for the rows in a domain's list of detection logs. Only the number is required. A known field that
 * is not a string, or a `detected_type` that is too long, is kept in `other` as sent, unless it is null.
 * @throws ServiceError `bad-shape`; `mismatch` for a row that names a different domain
 */
export function rowDecoder(domain: number, conventions: Conventions): ItemDecoder<LogRow> {
  const { idxField } = conventions;
  const fields = ROW_TEXTS.map((name) => [name, conventions[`${name}Field`]] as const);
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
      const sent = memberOf(item, field);
      const text = name === 'time' ? timeText(sent) : sent;
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

/** Converts a time in seconds or milliseconds since 1970 to a UTC date and time; returns any other time as sent. */
function timeText(sent: unknown): unknown {
  if (typeof sent !== 'number' || !/^(?:\d{10}|\d{13})$/.test(String(sent))) return sent;
  const instant = new Date(sent < 1e10 ? sent * 1000 : sent);
  return instant.toISOString().slice(0, 19).replace('T', ' ');
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
export function hasNumber(item: Item, fields: readonly string[]): boolean {
  return fields.some((field) => wholeNumber(memberOf(item, field)) !== undefined);
}

function memberOf(item: Item, field: string): unknown {
  return Object.hasOwn(item, field) ? item[field] : undefined;
}
