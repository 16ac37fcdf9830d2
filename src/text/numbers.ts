const whole = new Intl.NumberFormat('en');

/** `3,000,000`. */
export function formatNumber(number: number): string {
  return whole.format(number);
}

/** `1,234 headers`, `1 header`. */
export function counted(number: number, noun: string): string {
  return `${formatNumber(number)} ${noun}${number === 1 ? '' : 's'}`;
}
