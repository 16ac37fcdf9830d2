import { Random } from './random.ts';
import { compactDate, isoDate, isWeekend } from './sampleDays.ts';
import type { SampleDomain } from './sampleDomains.ts';

/** The names of the metrics in responses, and the fraction of visitors that each metric counts. */
const shares = { visitors: 1, attackers: 0.012, malicious_ips: 0.02, bots: 0.18 } as const;
type WireMetric = keyof typeof shares;
const metrics = Object.keys(shares) as WireMetric[];

/** The fraction of each additional day's visitors who were not counted on a previous day. */
const NEW_EACH_DAY = 0.6;

/**
 * Returns the visitor and attacker counts (section 2.3) for the days `from` to `to`, inclusive; days after `today` are
 * omitted. Days are numbered as in sampleDays.ts.
 */
export function countsData(
  seed: number,
  domain: SampleDomain,
  from: number,
  to: number,
  today: number,
): object {
  const length = Math.max(0, Math.min(to, today) - from + 1);
  const days = Array.from({ length }, (_, position) => from + position)
    .filter((day) => isReported(seed, domain, day))
    .map((day) => dayCounts(seed, domain, day));
  return {
    search_term: { from: compactDate(from), to: compactDate(to) },
    total_count: Object.fromEntries(
      metrics.map((metric) => [metric, metricTotal(days.map((day) => day[metric]))]),
    ),
    total_log: domain.story === 'no traffic' ? null : days,
    timezone: 'UTC',
  };
}

/** Returns true if the domain's counts include that day; a quiet domain omits about one day in three. */
function isReported(seed: number, domain: SampleDomain, day: number): boolean {
  if (domain.story === 'no traffic') return false;
  return domain.story !== 'quiet' || new Random(seed, domain.index, day, 3).chance(0.65);
}

function dayCounts(seed: number, domain: SampleDomain, day: number) {
  const random = new Random(seed, domain.index, day, 4);
  const visitors = domain.visitors * (isWeekend(day) ? 0.7 : 1);
  const count = (metric: WireMetric) => Math.ceil(visitors * shares[metric] * (0.6 + 0.8 * random.next()));
  return {
    date: isoDate(day),
    visitors: count('visitors'),
    attackers: count('attackers'),
    malicious_ips: count('malicious_ips'),
    bots: count('bots'),
  };
}

/**
 * Returns a metric object. The total is lower than the sum of the daily counts, because a visitor who is active on
 * several days is counted only once.
 */
function metricTotal(values: readonly number[]) {
  const sum = values.reduce((left, right) => left + right, 0);
  const most = Math.max(0, ...values);
  const total = most + Math.ceil((sum - most) * NEW_EACH_DAY);
  return { total, previous: null, change_rate: null, period_label: null };
}
