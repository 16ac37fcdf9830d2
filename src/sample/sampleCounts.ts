import { addDays, formatDay } from '../service/calendar.ts';
import { Random } from './random.ts';
import type { SampleDomain } from './sampleDomains.ts';
import type { SampleDomainLogs } from './sampleLogs.ts';

const metrics = ['visitors', 'attackers', 'malicious_ips', 'bots'] as const;

/** The fraction of each additional day's visitors who were not counted on a previous day. */
const NEW_EACH_DAY = 0.6;

/**
 * Returns the visitor and attacker counts (section 2.3) for the days `from` to `to`, inclusive; days after `today` are
 * omitted. Days are in the form `YYYY-MM-DD`.
 */
export function countsData(logs: SampleDomainLogs, from: string, to: string, today: string): object {
  const days: ReturnType<typeof dayCounts>[] = [];
  for (let day = from; day <= to && day <= today; day = addDays(day, 1))
    if (isReported(logs.domain, day)) days.push(dayCounts(logs, day));
  return {
    search_term: { from: formatDay(from, 'YYYYMMDD'), to: formatDay(to, 'YYYYMMDD') },
    total_count: Object.fromEntries(
      metrics.map((metric) => [metric, metricTotal(days.map((day) => day[metric]))]),
    ),
    total_log: logs.domain.logs === 0 ? null : days,
    timezone: 'UTC',
  };
}

/** Returns true if the domain's counts include that day; a quiet domain omits about one day in three. */
function isReported({ index, logs, story }: SampleDomain, day: string): boolean {
  if (logs === 0) return false;
  return story !== 'quiet' || new Random(index, Date.parse(day), 1).chance(0.65);
}

/** Returns the counts of one day. Most of its logs are from different attackers. */
function dayCounts({ domain: { index, visitors: average }, timeline }: SampleDomainLogs, date: string) {
  const random = new Random(index, Date.parse(date), 2);
  const isWeekend = new Date(date).getUTCDay() % 6 === 0;
  const visitors = Math.ceil(average * (isWeekend ? 0.7 : 1) * (0.6 + 0.8 * random.next()));
  const { start, end } = timeline.between(date, date);
  const attackers = Math.ceil((end - start) * (0.6 + 0.4 * random.next()));
  const bots = Math.ceil(visitors * (0.1 + 0.1 * random.next()));
  return { date, visitors, attackers, malicious_ips: attackers + random.between(0, 3), bots };
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
