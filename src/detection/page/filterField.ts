/** A field to type into, as in the editor; Escape empties it. */
import { element } from '../../page/dom.ts';

/** Characters of the longest text to look for: a longer one is too large a pattern. */
const LONGEST = 10_000;

export interface FilterFieldOptions {
  /** The label for screen readers. */
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  /** The button inside the field, at its end. */
  readonly button?: HTMLElement;
  readonly onInput: (value: string) => void;
}

export interface FilterInput {
  readonly element: HTMLElement;
  readonly input: HTMLInputElement;
}

export function filterField({ label, placeholder, value, button, onInput }: FilterFieldOptions): FilterInput {
  const input = element('input', {
    type: 'text',
    'aria-label': label,
    placeholder,
    maxlength: String(LONGEST),
    spellcheck: 'false',
    autocomplete: 'off',
  });
  input.value = value;
  input.addEventListener('input', () => onInput(input.value));
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || input.value === '') return;
    input.value = '';
    onInput('');
  });
  return { element: element('span', { class: 'field' }, input, button), input };
}
