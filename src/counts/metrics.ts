/** Names and numbers of the counts, as they are shown. Runs in the browser too. */
import type { Metric } from '../service/model.ts';

/** The names of the four metrics on screen. */
export const METRIC_NAMES: Readonly<Record<Metric, string>> = {
  visitors: 'Visitors',
  attackers: 'Attackers',
  maliciousIps: 'Malicious IPs',
  bots: 'Bots',
};

/** Made at first use: a formatter takes milliseconds to make. */
let short: Intl.NumberFormat | undefined;

/** `3M`, for an axis. */
export function shortNumber(number: number): string {
  short ??= new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
  return short.format(number);
}

const BARS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/** One bar a number, a dot where there is none. */
export function sparkline(numbers: readonly (number | undefined)[]): string {
  const most = Math.max(1, ...numbers.map((number) => number ?? 0));
  return numbers
    .map((number) => {
      if (number === undefined) return '·';
      return BARS[Math.round((Math.max(0, number) / most) * (BARS.length - 1))];
    })
    .join('');
}
