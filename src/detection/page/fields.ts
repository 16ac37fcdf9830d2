/** Rows of names and values, which can be nested. */

import { element, iconElement, toolButton } from '../../page/dom.ts';
import { iconClasses } from '../../page/icons.ts';
import type { RowFilterField } from '../../service/model.ts';
import { local, plural, t } from '../../text/l10n.ts';
import { asLabel } from '../../text/label.ts';
import { localNumber } from '../../text/localFormats.ts';
import type { Field, PayloadPart, ViewedHead } from '../logView.ts';
import { send } from './detectionHost.ts';
import { logText } from './logText.ts';
import { section } from './sections.ts';

/** The deepest level that adds indentation. */
const DEEPEST = 8;

export function payloadSection(parts: readonly PayloadPart[], isCut: boolean): HTMLElement {
  const more = t('The request has more fields. The raw data contains all of them.');
  return section({
    id: 'payload',
    title: t('Payload'),
    body: [
      isCut ? element('p', { class: 'raw-note empty' }, more) : undefined,
      ...parts.flatMap(({ title, fields }) => [
        element('h3', { class: 'row heading' }, local(title)),
        element('div', { class: 'rows' }, ...fields.map((field) => fieldRow(field))),
      ]),
    ],
  });
}

export function headersSection(
  id: 'request' | 'response',
  { firstLine, headers, total, added }: ViewedHead,
): HTMLElement {
  const left = plural(total - headers.length, {
    one: '{0} more header than the panel can show. Copy as JSON includes all of them.',
    other: '{0} more headers than the panel can show. Copy as JSON includes all of them.',
  });
  return section({
    id,
    title: id === 'request' ? t('Request headers') : t('Response headers'),
    detail: added === 0 ? localNumber(total) : t('{0}, {1} added by the service', total, added),
    body: [
      firstLine === ''
        ? undefined
        : element('p', { class: 'first-line code', dir: 'ltr' }, logText(firstLine)),
      element('div', { class: 'rows' }, ...headers.map((header) => fieldRow(header))),
      total === 0 ? element('p', { class: 'raw-note empty' }, t('No headers.')) : undefined,
      headers.length < total ? element('p', { class: 'raw-note empty' }, left) : undefined,
    ],
  });
}

export function otherSection(fields: readonly Field[]): HTMLElement {
  return section({
    id: 'other',
    title: t('Other fields'),
    body: [element('div', { class: 'rows' }, ...fields.map((field) => fieldRow(field)))],
  });
}

function fieldRow(field: Field, level = 0): HTMLElement {
  const { name, value, length, note, matched, fields = [], isOpen = false, added, filter } = field;
  const nested = fields.length > 0;
  const look = { class: matched ? 'row matched' : 'row' };
  const cells = [
    element(
      'div',
      { class: 'cell name-cell' },
      nested ? iconElement('chevron-right', 'opener') : undefined,
      element('span', { class: 'name', dir: 'ltr' }, logText(name, { whenEmpty: t('no name') })),
      added ? addedPill() : undefined,
      matched ? element('span', { class: 'pill match-mark' }, t('match')) : undefined,
    ),
    element(
      'div',
      { class: 'cell code', dir: 'ltr' },
      note
        ? element('span', { class: 'note' }, typeof note === 'string' ? note : local(note))
        : logText(value, { length, marked: matched === true ? undefined : matched }),
      note || length !== undefined ? undefined : valueTools(name, value, filter),
    ),
  ];
  cells[0]?.style.setProperty('--level', String(Math.min(level, DEEPEST)));
  if (!nested) return element('div', look, ...cells);
  const inside = fields.map((each) => fieldRow(each, level + 1));
  return element('details', { open: isOpen }, element('summary', look, ...cells), ...inside);
}

function addedPill(): HTMLElement {
  return element(
    'span',
    { class: 'pill added', title: t('Added by the service. Not in the raw data.') },
    t('added'),
  );
}

/** The copy button that was clicked last. */
let copying: HTMLElement | undefined;

/** Returns the buttons of a value: Copy Value, plus Filter by This Value if the list can be filtered by it. */
export function valueTools(name: string, value: string, field?: RowFilterField): HTMLElement {
  const label = asLabel(name);
  const copy = toolButton(
    { icon: 'copy', label: t('Copy Value') },
    () => {
      copying = copy;
      send({ type: 'copyValue', value });
    },
    { 'aria-label': t('Copy Value of {0}', label) },
  );
  if (!field) return element('span', { class: 'row-tools' }, copy);
  const filter = toolButton(
    { icon: 'filter', label: t('Filter by This Value') },
    () => send({ type: 'filterByValue', field, value }),
    { 'aria-label': t('Filter by This Value of {0}', label) },
  );
  return element('span', { class: 'row-tools' }, copy, filter);
}

/** Briefly shows on the last clicked copy button that the value was copied. */
export function showCopied(): void {
  const icon = copying?.querySelector('.codicon');
  copying = undefined;
  if (!icon) return;
  icon.className = iconClasses('check');
  setTimeout(() => {
    icon.className = iconClasses('copy');
  }, 1200);
}
