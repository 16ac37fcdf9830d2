/** How much memory a value of JSON takes, about, in UTF-16 units: its texts, and a few units for each value in it. */
export function unitsOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  let units = 8;
  if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) units += unitsOf(part);
  }
  return units;
}
