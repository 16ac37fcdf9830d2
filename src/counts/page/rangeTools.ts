/** Controls for selecting the days: presets, or a start and an end date. */

import { element, toolButton } from '../../page/dom.ts';
import type { DateRange } from '../../service/model.ts';
import { t } from '../../text/l10n.ts';
import { type CountsSpan, PRESETS, type Preset, rangeProblem } from '../countsRange.ts';

const NAMES: Readonly<Record<Preset, string>> = {
  today: t('Today'),
  last7: t('7 Days'),
  last14: t('14 Days'),
  last30: t('30 Days'),
  month: t('This Month'),
  all: t('All'),
};

export interface RangeState {
  readonly span: CountsSpan;
  readonly chosen: DateRange;
  /** The days that can be selected: from the first day for which the service has counts to today. */
  readonly allowed: DateRange;
}

export interface RangePicker {
  readonly element: HTMLElement;
  /** Shows a new state, but keeps any text that the user is typing. */
  update(state: RangeState): void;
}

export function rangePicker(onChoose: (span: CountsSpan) => void): RangePicker {
  let state: RangeState | undefined;
  const presets = PRESETS.map((preset) => {
    const button = toolButton({ text: NAMES[preset], label: NAMES[preset] }, () => onChoose(preset));
    return { preset, button };
  });
  const problem = element('p', { id: 'range-problem', class: 'range-problem', role: 'alert' });
  const from = dateField(t('From'));
  const to = dateField(t('To'));

  const typed = () => ({ from: from.input.value, to: to.input.value });
  const check = () => {
    if (!state) return;
    const found = rangeProblem(typed(), state.allowed.to);
    problem.textContent = found ?? '';
    for (const { input } of [from, to]) input.ariaInvalid = String(found !== undefined);
    return found;
  };
  const choose = () => {
    if (check() === undefined) onChoose(typed());
  };
  for (const { input } of [from, to]) input.addEventListener('change', choose);

  return {
    element: element(
      'div',
      { class: 'range' },
      element(
        'div',
        { class: 'group', role: 'group', 'aria-label': t('Range of days') },
        ...presets.map(({ button }) => button),
      ),
      element('div', { class: 'dates' }, from.label, to.label),
      problem,
    ),
    update({ span, chosen, allowed }) {
      const next = { span, chosen, allowed };
      const moved = JSON.stringify(next) !== JSON.stringify(state);
      state = next;
      if (!moved) return;
      for (const { preset, button } of presets) button.ariaPressed = String(preset === span);
      for (const { input } of [from, to]) {
        input.min = allowed.from;
        input.max = allowed.to;
      }
      from.input.value = chosen.from;
      to.input.value = chosen.to;
      check();
    },
  };
}

function dateField(name: string) {
  const input = element('input', { type: 'date', class: 'date', 'aria-describedby': 'range-problem' });
  return { input, label: element('label', {}, `${name} `, input) };
}
