/** A metric over the whole range: its total and, when the service sends a comparison, that as sent. */

import { element } from '../../page/dom.ts';
import { appendLine } from '../../page/shownText.ts';
import type { Metric, MetricTotal } from '../../service/model.ts';
import { local, t } from '../../text/l10n.ts';
import { localNumber } from '../../text/localFormats.ts';
import { METRIC_NAMES } from '../metrics.ts';
import { swatch } from './chart.ts';

/** Characters of a comparison that are shown. */
const LONGEST = 100;

export function metricTotal(metric: Metric, total: MetricTotal): HTMLElement {
  const compared = [
    comparison(t('Previous'), total.previous),
    comparison(t('Change rate'), total.changeRate),
    comparison(t('Period'), total.periodLabel),
  ].filter((part) => part !== undefined);
  return element(
    'div',
    { class: 'metric-head' },
    element('h2', {}, swatch(metric), local(METRIC_NAMES[metric])),
    element(
      'p',
      { class: 'total' },
      localNumber(total.total),
      element('span', { class: 'note' }, ` ${t('in total')}`),
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
