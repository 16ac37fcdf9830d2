import type { Conventions } from '../conventions.ts';
import { answerLimits } from '../limits.ts';
import type { Domain, LogRow } from '../model.ts';
import { type RowText, rowTextEntries, rowTexts } from '../rowFields.ts';
import { badShape, decode, integer, isObject, otherFields } from './decode.ts';
import type { ItemDecoder } from './decodePage.ts';

const rowTextNames: ReadonlySet<string> = new Set(rowTextEntries.map(([, { wireName }]) => wireName));

/**
 * Decodes a row of a list of detection logs. Only `idx` is required; a known field that is no text, or a `detected_type`
 * that is too long for one, stays in `other`, as sent, unless it is null.
 *
 * @throws ServiceError `bad-shape`
 */
export const decodeLogRow: ItemDecoder<LogRow> = (item, path) => {
  if (!isObject(item)) throw badShape(path, 'object', item);
  const texts: { [Name in RowText]?: string } = {};
  for (const [name, { wireName }] of rowTextEntries) {
    const value = Object.hasOwn(item, wireName) ? item[wireName] : undefined;
    if (typeof value === 'string' && !isTooLong(wireName, value)) texts[name] = value;
  }
  const isTaken = (name: string) =>
    name === 'idx' ||
    (rowTextNames.has(name) &&
      !isTooLong(name, item[name]) &&
      (typeof item[name] === 'string' || item[name] === null));
  return {
    idx: decode(integer, item['idx'], `${path}.idx`),
    ...texts,
    other: otherFields(item, path, isTaken),
  };
};

/** Whether a `detected_type` is none: it is a part of a log's identity, and sent back to the service. */
function isTooLong(name: string, value: unknown): boolean {
  return (
    name === rowTexts.detectedType.wireName &&
    typeof value === 'string' &&
    value.length > answerLimits.detectedType
  );
}

/**
 * Decodes an item of the domain list, whose fields the conventions name.
 *
 * @throws ServiceError `bad-shape`
 */
export function domainDecoder({
  indexFields,
  nameFields,
}: Pick<Conventions['domains'], 'indexFields' | 'nameFields'>): ItemDecoder<Domain> {
  return (item, path) => {
    if (!isObject(item)) throw badShape(path, 'object', item);
    const isSent = (field: string) => Object.hasOwn(item, field) && item[field] !== null;
    const indexField = indexFields.find(isSent);
    const nameField = nameFields.find((field) => isSent(field) && typeof item[field] === 'string');
    if (indexField === undefined) throw badShape(`${path}.${indexFields.join(' | ')}`, 'integer', undefined);
    const taken = new Set(nameField === undefined ? [indexField] : [indexField, nameField]);
    return {
      index: decode(integer, item[indexField], `${path}.${indexField}`),
      name: nameField === undefined ? undefined : (item[nameField] as string),
      other: otherFields(item, path, (name) => taken.has(name)),
    };
  };
}
