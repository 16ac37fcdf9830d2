import { isObject } from '../../base/values.ts';
import { type Message, message } from '../../text/l10n.ts';
import { truncate } from '../../text/strings.ts';
import { answerLimits } from '../limits.ts';
import { type Counts, type DateRange, type DayCounts, METRICS, type Metric } from '../model.ts';
import { Field, textOf } from './decode.ts';

const WIRE_NAMES: Readonly<Record<Metric, string>> = {
  visitors: 'visitors',
  attackers: 'attackers',
  maliciousIps: 'malicious_ips',
  bots: 'bots',
};

/**
 * Decodes the response for counts (section 2.3). A `total_log` that is null or missing is treated as empty. Counts can
 * be null, and those of a day can be missing. The service might return only some of the requested days, or additional
 * days.
 * @throws ServiceError `bad-shape`; `mismatch` if `search_term` contains none of the requested days
 */
export function decodeCounts(body: Readonly<Record<string, unknown>>, requested: DateRange): Counts {
  const data = new Field(body).member('data').object();
  const totals = data.member('total_count').object();
  const term = data.member('search_term').object();
  const range = { from: term.member('from').day(), to: term.member('to').day() };
  if (range.to < requested.from || range.from > requested.to)
    throw term.mismatch(rangeText(requested), rangeText(range));
  return {
    range,
    totals: ofEach(totals, (metric) => {
      const total = isObject(metric.value) ? metric.member('total') : metric;
      return total.value === null ? null : total.integer();
    }),
    comparisons: ofEach(totals, (metric) => ({
      previous: comparison(metric.member('previous')),
      changeRate: comparison(metric.member('change_rate')),
      periodLabel: comparison(metric.member('period_label')),
    })),
    days: data.member('total_log').optional(daysOf) ?? [],
    timeZone: truncate(textOf(data.member('timezone')), answerLimits.timeZone),
  };
}

/** Returns the days, which are the elements of a list, or the members of an object with dates as names. */
function daysOf(days: Field): DayCounts[] {
  days.limit(days.names.length);
  const list = isObject(days.value)
    ? days.names.map((date) => new Field({ ...Object(days.get(date)), date }, days.path))
    : days.elements();
  return list.map((day) => ({
    date: day.object().member('date').day(),
    ...ofEach(day, (count) => count.optional((sent) => sent.integer()) ?? null),
  }));
}

/** Returns a value for each metric in an object that has all of them. */
function ofEach<Result>(metrics: Field, resultOf: (metric: Field) => Result): Record<Metric, Result> {
  const values = METRICS.map((metric) => [metric, resultOf(metrics.member(WIRE_NAMES[metric]))]);
  return Object.fromEntries(values) as Record<Metric, Result>;
}

/** Returns a comparison as text: a string unchanged, and any other value as JSON. */
function comparison(field: Field): string {
  const sent = field.optional(({ value }) => (typeof value === 'string' ? value : JSON.stringify(value)));
  return truncate(sent ?? '', answerLimits.comparison);
}

function rangeText({ from, to }: DateRange): Message {
  return message('{0} to {1}', from, to);
}
