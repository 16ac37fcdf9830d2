/** A field to type into, as in the editor; Escape empties it. */
import '@vscode-elements/elements/dist/vscode-textfield/index.js';
import type { VscodeTextfield } from '@vscode-elements/elements/dist/vscode-textfield/index.js';
import { element } from '../../page/dom.ts';

/** Characters of the longest text to look for: a longer one is too large a pattern. */
const LONGEST = 10_000;

export interface FilterFieldOptions {
  /** For screen readers. */
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  /** At its end, inside. */
  readonly button?: HTMLElement;
  readonly onInput: (value: string) => void;
}

export function filterField({
  label,
  placeholder,
  value,
  button,
  onInput,
}: FilterFieldOptions): VscodeTextfield {
  const field = element('vscode-textfield', { placeholder, class: 'field', maxlength: String(LONGEST) });
  if (button) {
    button.slot = 'content-after';
    field.append(button);
  }
  field.label = label;
  field.value = value;
  field.addEventListener('input', () => onInput(field.value));
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || field.value === '') return;
    field.value = '';
    onInput('');
  });
  return field;
}
