import { isObject } from '../../base/isObject.ts';
import * as v from '../../base/schema.ts';
import { valueSize } from '../../base/valueSize.ts';
import { type Message, message } from '../../text/l10n.ts';
import { answerLimits } from '../limits.ts';
import type { Counts, DateRange, MetricTotal } from '../model.ts';
import { valueStart } from '../valueStart.ts';
import { anything, day, decode, integer, mismatch, text, tooMany } from './decode.ts';

/** An integer, or null if the service does not know it. */
const count = v.nullable(integer);

const metric = v.object(
  { total: count, previous: anything, change_rate: anything, period_label: anything },
  'object',
);

const dayCounts = v.object(
  { date: day, visitors: count, attackers: count, malicious_ips: count, bots: count },
  'object',
);

const counts = v.object(
  {
    search_term: v.object({ from: day, to: day }, 'object'),
    total_count: v.object(
      { visitors: metric, attackers: metric, malicious_ips: metric, bots: metric },
      'object',
    ),
    total_log: v.nullish(v.array(dayCounts, 'array')),
    timezone: text,
  },
  'object',
);

/**
 * Decodes the `data` of a counts response (section 2.3). A `total_log` that is null or missing is treated as empty. Counts
 * can be null. The
 * service might return only some of the requested days, or additional days.
 * @throws ServiceError `bad-shape`; `mismatch` if `search_term` contains none of the requested days
 */
export function decodeCounts(data: unknown, requested: DateRange): Counts {
  const sent = isObject(data) ? data['total_log'] : undefined;
  const { days: most } = answerLimits;
  if (Array.isArray(sent) && sent.length > most)
    throw tooMany('data.total_log', message('at most {0} days', most));
  const decoded = decode(counts, data, 'data');
  const range = decoded.search_term;
  if (range.to < requested.from || range.from > requested.to)
    throw mismatch('data.search_term', rangeText(requested), rangeText(range));
  const totals = decoded.total_count;
  return {
    range,
    totals: {
      visitors: metricTotal(totals.visitors),
      attackers: metricTotal(totals.attackers),
      maliciousIps: metricTotal(totals.malicious_ips),
      bots: metricTotal(totals.bots),
    },
    days: (decoded.total_log ?? []).map(({ malicious_ips: maliciousIps, ...rest }) => ({
      ...rest,
      maliciousIps,
    })),
    timeZone: valueStart(decoded.timezone, answerLimits.timeZone),
  };
}

function rangeText({ from, to }: DateRange): Message {
  return message('{0} to {1}', from, to);
}

function metricTotal(sent: v.InferOutput<typeof metric>): MetricTotal {
  return {
    total: sent.total,
    previous: comparison(sent.previous),
    changeRate: comparison(sent.change_rate),
    periodLabel: comparison(sent.period_label),
  };
}

/** Returns a comparison value as sent or, if it is long, its start as text. */
function comparison(value: unknown): unknown {
  const { comparison: most } = answerLimits;
  return valueSize(value, most, 1) <= most ? value : valueStart(value, most);
}
