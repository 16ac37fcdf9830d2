/** One chart per metric, each with its own axis, so that 3 attackers remain readable next to 3,000,000 visitors. */
import uPlot from 'uplot';
import { element } from '../../page/dom.ts';
import type { Metric } from '../../service/model.ts';
import { local, plural, t } from '../../text/l10n.ts';
import { localDate } from '../../text/localFormats.ts';
import type { DayRow } from '../countsView.ts';
import { METRIC_NAMES, shortNumber } from '../metrics.ts';

const HEIGHT = 150;
/** Minimum width, in pixels, of a label on the x-axis. */
const LABEL_SPACE = 56;
const AXIS_WIDTH = 48;

/** The theme color of each metric. */
const COLOURS: Readonly<Record<Metric, string>> = {
  visitors: '--vscode-charts-blue',
  attackers: '--vscode-charts-red',
  maliciousIps: '--vscode-charts-yellow',
  bots: '--vscode-charts-purple',
};

/** Possible steps, in days, between labels on the x-axis. Like the steps on the y-axis, they are whole numbers. */
const DAY_STEPS = [1, 2, 7, 14, 28, 56, 112];
const NUMBER_STEPS = Array.from({ length: 17 }, (_, power) =>
  [1, 2, 5].map((step) => step * 10 ** power),
).flat();

export interface MetricChartOptions {
  readonly metric: Metric;
  /** One entry per day, oldest first. */
  readonly days: readonly DayRow[];
  /** Called with the index of the day under the pointer in any of the charts; undefined after the pointer leaves. */
  readonly onHover: (index: number | undefined) => void;
}

/**
 * Returns an element with a chart that adapts to the element's width and the editor's theme while it is in the page.
 */
export function metricChart(options: MetricChartOptions): HTMLElement {
  const { metric, days } = options;
  const holder = element('div', { class: 'chart', role: 'img', 'aria-label': description(metric, days) });
  let chart: uPlot | undefined;
  const draw = () => {
    chart?.destroy();
    chart = new uPlot(
      chartOptions(options, Math.max(160, holder.clientWidth)),
      [days.map((_, index) => index), days.map(({ values }) => values?.[metric] ?? null)],
      holder,
    );
  };
  /**
   * Destroys the chart and its observers. Otherwise, a removed chart would keep following the pointer in the other
   * charts.
   */
  const dispose = () => {
    chart?.destroy();
    sizes.disconnect();
    themes.disconnect();
  };
  const sizes = new ResizeObserver(() => {
    if (!holder.isConnected) dispose();
    else if (chart) chart.setSize({ width: Math.max(160, holder.clientWidth), height: HEIGHT });
    else draw();
  });
  const themes = new MutationObserver(() => {
    if (holder.isConnected) draw();
    else dispose();
  });
  sizes.observe(holder);
  themes.observe(document.body, { attributeFilter: ['class'] });
  themes.observe(document.documentElement, { attributeFilter: ['style'] });
  return holder;
}

export function swatch(metric: Metric): HTMLElement {
  return element('span', { class: `swatch ${metric}`, 'aria-hidden': 'true' });
}

function chartOptions({ metric, days, onHover }: MetricChartOptions, width: number): uPlot.Options {
  const line = themeColour(COLOURS[metric], 'gray');
  const muted = themeColour('--muted', 'gray');
  const axis = { stroke: muted, font: `11px ${fontFamily()}` };
  const grid = { stroke: `color-mix(in srgb, ${muted} 25%, transparent)`, width: 1 };
  const last = days.length - 1;
  return {
    width,
    height: HEIGHT,
    padding: [8, 22, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, sync: { key: 'counts' }, points: { size: 7 } },
    scales: {
      x: { time: false, range: [-0.5, last + 0.5] },
      y: { range: (_, least, most) => [Math.min(0, least ?? 0), Math.max(1, most ?? 0) * 1.06] },
    },
    series: [
      {},
      {
        label: local(METRIC_NAMES[metric]),
        stroke: line,
        width: 1.5,
        points: { show: true, size: days.length > 60 ? 3 : 5, fill: line, stroke: line },
      },
    ],
    axes: [
      {
        ...axis,
        grid: { show: false },
        ticks: { ...grid, size: 4 },
        size: 26,
        gap: 4,
        space: LABEL_SPACE,
        incrs: DAY_STEPS,
        splits: (_, __, ___, ____, step) => backwards(last, step),
        values: (_, splits) => splits.map((index) => dayLabel(days[index]?.date)),
      },
      {
        ...axis,
        grid,
        ticks: { show: false },
        size: AXIS_WIDTH,
        gap: 6,
        space: 24,
        incrs: NUMBER_STEPS,
        values: (_, splits) => splits.map(shortNumber),
      },
    ],
    hooks: { setCursor: [({ cursor }) => onHover(cursor.idx ?? undefined)] },
  };
}

/** Returns every `step`-th day, counting back from the last day, so that the last day always has a label. */
function backwards(last: number, step: number): number[] {
  return Array.from({ length: Math.floor(last / step) + 1 }, (_, index) => last - index * step).reverse();
}

function dayLabel(date: string | undefined): string {
  if (date === undefined) return '';
  return localDate(Date.parse(date), { month: 'short', day: 'numeric', timeZone: 'UTC' });
}

function description(metric: Metric, days: readonly DayRow[]): string {
  const known = days.flatMap(({ values }) => values?.[metric] ?? []);
  const name = METRIC_NAMES[metric];
  if (known.length === 0) return t('{0} by day: no days are reported.', name);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const missing = days.length - known.length;
  if (missing === 0)
    return t('{0} by day: lowest {1}, highest {2}. For all values, see the table.', name, least, most);
  return plural(
    missing,
    {
      one: '{1} by day: lowest {2}, highest {3}, {0} day not reported. For all values, see the table.',
      other: '{1} by day: lowest {2}, highest {3}, {0} days not reported. For all values, see the table.',
    },
    name,
    least,
    most,
  );
}

function themeColour(name: string, otherwise: string): string {
  return getComputedStyle(document.body).getPropertyValue(name).trim() || otherwise;
}

function fontFamily(): string {
  return getComputedStyle(document.body).fontFamily;
}
