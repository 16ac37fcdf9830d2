/** The formatter, which is created on first use because creating it takes several milliseconds. */
let whole: Intl.NumberFormat | undefined;

/**
 * Formats a number with thousands separators.
 * @example formatNumber(3000000) // '3,000,000'
 */
export function formatNumber(number: number): string {
  if (number >= 0 && number < 1000 && Number.isInteger(number)) return String(number);
  whole ??= new Intl.NumberFormat('en');
  return whole.format(number);
}

/**
 * Formats a number with its noun.
 * @example counted(1234, 'header') // '1,234 headers'
 */
export function counted(number: number, noun: string): string {
  return `${formatNumber(number)} ${noun}${number === 1 ? '' : 's'}`;
}
