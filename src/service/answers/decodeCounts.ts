import * as v from 'valibot';
import { isObject, valueSize } from '../../base/values.ts';
import { type Message, message } from '../../text/l10n.ts';
import { truncate } from '../../text/strings.ts';
import { answerLimits } from '../limits.ts';
import { type Counts, type DateRange, METRICS, type Metric } from '../model.ts';
import { day, decode, integer, mismatch, text, tooMany } from './decode.ts';
import { findDays, findTotals } from './records.ts';

/** A comparison as text: a string unchanged, and any other value as JSON. */
const comparison = v.nullish(
  v.pipe(
    v.unknown(),
    v.transform((value) => {
      const { comparison: limit } = answerLimits;
      if (typeof value === 'string') return truncate(value, limit);
      return valueSize(value, limit, 1) > limit ? '…' : truncate(JSON.stringify(value), limit);
    }),
  ),
  '',
);

/** A metric's total with its comparisons, or the total alone. It is null if the service does not know it. */
const metric = v.pipe(
  v.custom<unknown>((value) => value !== undefined, 'object'),
  v.transform((value) => (isObject(value) ? value : { total: value })),
  v.object({
    total: v.nullable(integer),
    previous: comparison,
    change_rate: comparison,
    period_label: comparison,
  }),
);

const metrics = <Schema>(each: Schema) => {
  return { visitors: each, attackers: each, malicious_ips: each, bots: each };
};

function renamed<Sent extends { readonly malicious_ips: unknown }>(sent: Sent) {
  const { malicious_ips, ...others } = sent;
  return { ...others, maliciousIps: malicious_ips as Sent['malicious_ips'] };
}

const totals = v.pipe(v.object(metrics(metric)), v.transform(renamed));

const dayCounts = v.object({ date: day, ...metrics(v.nullish(integer, null)) }, 'object');
const days = v.nullish(v.array(v.pipe(dayCounts, v.transform(renamed)), 'array'), []);

const besideCounts = v.object(
  { search_term: v.object({ from: day, to: day }, 'object'), timezone: v.nullish(text, '') },
  'object',
);

/**
 * Decodes the response for counts (section 2.3). A `total_log` that is null or missing is treated as empty. Counts can
 * be null, and those of a day can be missing. The service might return only some of the requested days, or additional
 * days.
 * @throws ServiceError `bad-shape`; `mismatch` if `search_term` contains none of the requested days
 */
export function decodeCounts(body: Readonly<Record<string, unknown>>, requested: DateRange): Counts {
  const sent = findTotals(body);
  const sentDays = findDays(body);
  const { days: most } = answerLimits;
  if (Array.isArray(sentDays?.value) && sentDays.value.length > most)
    throw tooMany(sentDays.path, message('at most {0} days', most));
  const { search_term: range, timezone } = decode(besideCounts, body['data'], 'data');
  if (range.to < requested.from || range.from > requested.to)
    throw mismatch('data.search_term', rangeText(requested), rangeText(range));
  const metrics = decode(totals, sent.value, sent.path);
  const ofEach = <Value>(of: (metric: Metric) => Value) =>
    Object.fromEntries(METRICS.map((metric) => [metric, of(metric)])) as Record<Metric, Value>;
  return {
    range,
    totals: ofEach((metric) => metrics[metric].total),
    comparisons: ofEach((metric) => {
      const { previous, change_rate: changeRate, period_label: periodLabel } = metrics[metric];
      return { previous, changeRate, periodLabel };
    }),
    days: decode(days, sentDays?.value, sentDays?.path ?? ''),
    timeZone: truncate(timezone, answerLimits.timeZone),
  };
}

function rangeText({ from, to }: DateRange): Message {
  return message('{0} to {1}', from, to);
}
