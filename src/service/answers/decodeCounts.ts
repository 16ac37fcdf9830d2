import * as v from 'valibot';
import { isObject } from '../../base/isObject.ts';
import { type Message, message } from '../../text/l10n.ts';
import { answerLimits } from '../limits.ts';
import type { Counts, DateRange, MetricTotal } from '../model.ts';
import { valueStart } from '../valueStart.ts';
import { day, decode, integer, mismatch, text, tooMany } from './decode.ts';
import { findDays, findTotals } from './records.ts';

/** An integer, or null if the service does not know it. */
const count = v.nullable(integer);
const dayCount = v.nullish(integer, null);
const comparison = v.nullish(v.unknown(), null);

/** A metric's total, or an object that contains it. */
const metric = v.pipe(
  v.custom<unknown>((value) => value !== undefined, 'object'),
  v.transform((value) => (isObject(value) ? value : { total: value })),
  v.object({ total: count, previous: comparison, change_rate: comparison, period_label: comparison }),
);

const totals = v.object({ visitors: metric, attackers: metric, malicious_ips: metric, bots: metric });

const days = v.nullish(
  v.array(
    v.object(
      { date: day, visitors: dayCount, attackers: dayCount, malicious_ips: dayCount, bots: dayCount },
      'object',
    ),
    'array',
  ),
  [],
);

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
  const { malicious_ips: maliciousIps, ...others } = decode(totals, sent.value, sent.path);
  return {
    range,
    totals: {
      visitors: metricTotal(others.visitors),
      attackers: metricTotal(others.attackers),
      maliciousIps: metricTotal(maliciousIps),
      bots: metricTotal(others.bots),
    },
    days: decode(days, sentDays?.value, sentDays?.path ?? '').map(
      ({ malicious_ips: maliciousIps, ...rest }) => ({ ...rest, maliciousIps }),
    ),
    timeZone: valueStart(timezone, answerLimits.timeZone),
  };
}

function rangeText({ from, to }: DateRange): Message {
  return message('{0} to {1}', from, to);
}

function metricTotal(sent: v.InferOutput<typeof metric>): MetricTotal {
  return {
    total: sent.total,
    previous: shortened(sent.previous),
    changeRate: shortened(sent.change_rate),
    periodLabel: shortened(sent.period_label),
  };
}

/** Returns a comparison value as sent or, if its JSON is long, the start of that. */
function shortened(value: unknown): unknown {
  const start = valueStart(value, answerLimits.comparison);
  return start.endsWith('…') ? start : value;
}
