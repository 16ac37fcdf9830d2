import type { Metric } from '../service/model.ts';

/** What the four metrics are called on screen. */
export const METRIC_NAMES: Readonly<Record<Metric, string>> = {
  visitors: 'Visitors',
  attackers: 'Attackers',
  maliciousIps: 'Malicious IPs',
  bots: 'Bots',
};
