/** Renders values of the log as text nodes, with the match marked. */
import type { TextRange } from '../../http/decode/mappedText.ts';
import { type Child, element, toolButton } from '../../page/dom.ts';
import { appendLine, lineElement } from '../../page/shownText.ts';
import { local, t } from '../../text/l10n.ts';
import { asLabel } from '../../text/label.ts';
import type { Field, ShownValue } from '../logView.ts';
import { send } from './detectionHost.ts';

/** Minimum length, in characters, of a value that scrolls in a box of its own. */
const LONG = 500;

/** Shows a name or value from the log as part of a line. */
export function logText({ text, marked, length }: ShownValue, whenEmpty = t('empty')): HTMLElement {
  if (text === '') return element('span', { class: 'value empty' }, whenEmpty);
  const isLong = text.length > LONG;
  const shown = element('span', { class: isLong ? 'value long' : 'value', tabindex: isLong && '0' });
  if (marked) appendMarked(shown, text, marked);
  else appendLine(shown, text);
  if (length === undefined) return shown;
  const part = t('{0} of {1} characters are shown. To get all, copy the log as JSON.', text.length, length);
  return element('span', {}, shown, element('span', { class: 'note' }, ` ${part}`));
}

/** Appends a line with a match; the direction of its context does not affect the match. */
export function appendMarked(parent: Element, text: string, { start, end }: TextRange): void {
  parent.append(
    lineElement('span', { class: 'context' }, text.slice(0, start)),
    lineElement('mark', { class: 'match-text' }, text.slice(start, end)),
    lineElement('span', { class: 'context' }, text.slice(end)),
  );
}

/**
 * Shows a value with its note and its buttons: Copy Value, and Filter by This Value if the list can be filtered by it.
 */
export function fieldValue(field: Field): Child[] {
  const { text, length, value = length === undefined ? text : undefined } = field;
  const note = typeof field.note === 'object' ? local(field.note) : field.note;
  if (text === '' && note) return [element('span', { class: 'note' }, note)];
  return [
    logText(field),
    note ? element('span', { class: 'note', dir: 'auto' }, ` ${note}`) : undefined,
    value === undefined ? undefined : valueTools(field, value),
  ];
}

function valueTools({ name, filter }: Field, value: string): HTMLElement {
  const label = asLabel(name);
  const copy = () => send({ type: 'copyValue', value });
  const named = (text: string) => ({ 'aria-label': text });
  return element(
    'span',
    { class: 'row-tools' },
    toolButton({ icon: 'copy', label: t('Copy Value') }, copy, named(t('Copy Value of {0}', label))),
    filter &&
      toolButton(
        { icon: 'filter', label: t('Filter by This Value') },
        () => send({ type: 'filterByValue', field: filter, value }),
        named(t('Filter by This Value of {0}', label)),
      ),
  );
}
