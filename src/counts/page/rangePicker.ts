/** Controls for selecting the days: presets, or a first and a last day. */
import { element } from '../../page/dom.ts';
import type { DateRange } from '../../service/model.ts';
import { t } from '../../text/l10n.ts';
import type { CountsPanelState } from '../countsMessages.ts';
import { type CountsSpan, PRESETS, type Preset, rangeProblem } from '../spans.ts';

const NAMES: Readonly<Record<Preset, string>> = {
  today: t('Today'),
  last7: t('7 Days'),
  last30: t('30 Days'),
  month: t('This Month'),
  all: t('All'),
};

type RangeState = Pick<NonNullable<CountsPanelState['domain']>, 'span' | 'chosen' | 'allowed'>;

export function rangePicker(onChoose: (span: CountsSpan) => void) {
  let state: RangeState | undefined;
  const custom = element('option', { value: '', disabled: true }, t('Custom'));
  const options = PRESETS.map((preset) => element('option', { value: preset }, NAMES[preset]));
  const presets = element('select', { class: 'date', 'aria-label': t('Range of days') }, ...options, custom);
  presets.addEventListener('change', () => onChoose(presets.value as Preset));
  const problem = element('p', { id: 'range-problem', class: 'range-problem', role: 'alert' });
  const from = dateField(t('From'));
  const to = dateField(t('To'));
  const fields = [from.input, to.input];

  /** Returns the entered days, or undefined after showing why they cannot be selected. */
  const check = (): DateRange | undefined => {
    const typed = { from: from.input.value, to: to.input.value };
    const found = state && rangeProblem(typed, state.allowed.to);
    problem.textContent = found ?? '';
    to.input.setCustomValidity(from.input.validity.valid && typed.from > typed.to ? (found ?? '') : '');
    return found === undefined ? typed : undefined;
  };
  for (const input of fields) {
    input.addEventListener('change', () => {
      const typed = check();
      if (typed) onChoose(typed);
    });
  }

  return {
    element: element('div', { class: 'range' }, presets, from.label, to.label, problem),
    /** Shows a new state, but keeps any text that the user is typing. */
    update({ span, chosen, allowed }: RangeState): void {
      const next = { span, chosen, allowed };
      if (JSON.stringify(next) === JSON.stringify(state)) return;
      state = next;
      presets.value = typeof span === 'string' ? span : '';
      for (const input of fields) {
        input.min = allowed.from;
        input.max = allowed.to;
        input.required = true;
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
