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
  if (Array.isArray(value)) {
    for (const element of value) {
      size += valueSize(element, limit - size, perValue);
      if (size > limit) break;
    }
    return size;
  }
  for (const [name, member] of Object.entries(value)) {
    size += name.length + valueSize(member, limit - size, perValue);
    if (size > limit) break;
  }
  return size;
}
