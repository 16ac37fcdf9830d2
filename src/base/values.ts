/** JSON values: their types and their sizes. */
import { type Message, message } from '../text/l10n.ts';

/** Returns true for an object that is neither null nor an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** Returns the name of a value's type in a fault. JSON's own names are the same in every language. */
export function typeName(value: unknown): string | Message {
  if (value === undefined) return message('nothing');
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  // Numbers that JavaScript would round are kept as strings of digits.
  const isNumber = typeof value === 'string' && NUMBER.test(value);
  if (isNumber && Math.abs(Number(value)) > Number.MAX_SAFE_INTEGER)
    return message('a number beyond 2^53 − 1');
  if (typeof value !== 'number') return typeof value;
  return Number.isInteger(value) ? 'integer' : message('number with a fraction');
}

/** Memory that a value takes up in addition to its strings, in UTF-16 units. */
export const UNITS_PER_VALUE = 32;

/**
 * Returns the size of a JSON value: the UTF-16 units of all its strings and names, plus `perValue` for each value in
 * it. A typed array is treated as a single value, because it is transferred. Counting stops shortly after `limit`, so
 * that even a list of millions of values takes little time.
 */
export function valueSize(value: unknown, limit: number, perValue: number): number {
  if (typeof value === 'string') return perValue + value.length;
  let size = perValue;
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return size;
  for (const [name, member] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    if (typeof name === 'string') size += name.length;
    size += valueSize(member, limit - size, perValue);
    if (size > limit) break;
  }
  return size;
}
