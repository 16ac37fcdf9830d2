/** A metric over the whole range: its total and, when the service sends a comparison, that as sent. */

import { element } from '../../page/dom.ts';
import { appendLine } from '../../page/shownText.ts';
import type { Metric, MetricTotal } from '../../service/model.ts';
import { formatNumber } from '../../text/numbers.ts';
import { METRIC_NAMES } from '../metrics.ts';
import { swatch } from './chart.ts';

/** Characters of a comparison that are shown. */
const LONGEST = 100;

export function metricTotal(metric: Metric, total: MetricTotal): HTMLElement {
  const compared = [
    comparison('Previous', total.previous),
    comparison('Change rate', total.changeRate),
    comparison('Period', total.periodLabel),
  ].filter((part) => part !== undefined);
  return element(
    'div',
    { class: 'metric-head' },
    element('h2', {}, swatch(metric), METRIC_NAMES[metric]),
    element(
      'p',
      { class: 'total' },
      formatNumber(total.total),
      element('span', { class: 'note' }, ' in total'),
    ),
    compared.length > 0 ? element('dl', { class: 'compared' }, ...compared) : undefined,
  );
}

/** Its type is not part of the interface: shown as sent. */
function comparison(name: string, value: unknown): HTMLElement | undefined {
  if (value === null || value === undefined) return undefined;
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const shown = element('dd');
  appendLine(shown, text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
  return element('div', {}, element('dt', {}, name), shown);
}
