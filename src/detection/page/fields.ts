/** Rows of names and values, which can be nested. */

import { type Child, element, iconElement, toolButton } from '../../page/dom.ts';
import type { RowFilterField } from '../../service/model.ts';
import { local, plural, t } from '../../text/l10n.ts';
import { asLabel } from '../../text/label.ts';
import { localNumber } from '../../text/localFormats.ts';
import type { Field, LogContent, ShownHead, ValuePlace } from '../logView.ts';
import { send } from './detectionHost.ts';
import { logText } from './logText.ts';
import { section } from './sections.ts';

export function payloadSection({ payload, isPayloadCut }: LogContent): HTMLElement {
  const more = t('The request has more fields. The raw data contains all of them.');
  return section({
    id: 'payload',
    title: t('Payload'),
    body: [
      isPayloadCut ? noteOf(more) : undefined,
      ...payload.flatMap(({ title, fields }) => [
        element('h3', { class: 'row heading' }, local(title)),
        rowsOf(fields),
      ]),
    ],
  });
}

export function headersSection(
  id: 'request' | 'response',
  { firstLine, headers, total, added }: ShownHead,
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
        : element('p', { class: 'first-line code', dir: 'ltr' }, logText({ text: firstLine })),
      rowsOf(headers),
      total === 0 ? noteOf(t('No headers.')) : undefined,
      headers.length < total ? noteOf(left) : undefined,
    ],
  });
}

export function otherSection(fields: readonly Field[]): HTMLElement {
  return section({ id: 'other', title: t('Other fields'), body: [rowsOf(fields)] });
}

export function noteOf(text: string): HTMLElement {
  return element('p', { class: 'raw-note empty' }, text);
}

function rowsOf(fields: readonly Field[]): HTMLElement {
  return element('div', { class: 'rows' }, ...fields.map((field) => rowOf(field)));
}

/** The deepest level that adds indentation. */
const DEEPEST = 8;

function rowOf(field: Field, level = 0): HTMLElement {
  const { name, text, whole, note, isMatched, fields, isOpen = false, isAdded } = field;
  const pill = (text: string, look: string, title?: string) =>
    element('span', { class: `pill ${look}`, title }, text);
  const nameCell = element(
    'div',
    { class: 'cell name-cell' },
    fields && iconElement('chevron-right', 'opener'),
    element('span', { class: 'name', dir: 'ltr' }, logText({ text: name }, t('no name'))),
    isAdded ? pill(t('added'), 'added', t('Added by the service. Not in the raw data.')) : undefined,
    isMatched ? pill(t('match'), 'match-mark') : undefined,
  );
  nameCell.style.setProperty('--level', String(Math.min(level, DEEPEST)));
  const value: Child[] = note
    ? [element('span', { class: 'note' }, typeof note === 'string' ? note : local(note))]
    : [logText(field), valueTools(name, whole ?? text)];
  const cells = [nameCell, element('div', { class: 'cell code', dir: 'ltr' }, ...value)];
  const look = { class: isMatched ? 'row matched' : 'row' };
  if (!fields) return element('div', look, ...cells);
  const inside = fields.map((each) => rowOf(each, level + 1));
  return element('details', { open: isOpen }, element('summary', look, ...cells), ...inside);
}

/**
 * Returns the buttons of a value: Copy Value, plus Filter by This Value if the list can be filtered by it.
 * @param value its place if a part of it is shown
 */
export function valueTools(name: string, value: string | ValuePlace, field?: RowFilterField): HTMLElement {
  const label = asLabel(name);
  const isWhole = typeof value === 'string';
  const copy = () => send(isWhole ? { type: 'copyValue', value } : { type: 'copyWhole', place: value });
  const filter = () => field && isWhole && send({ type: 'filterByValue', field, value });
  return element(
    'span',
    { class: 'row-tools' },
    toolButton({ icon: 'copy', label: t('Copy Value') }, copy, {
      'aria-label': t('Copy Value of {0}', label),
    }),
    field &&
      toolButton({ icon: 'filter', label: t('Filter by This Value') }, filter, {
        'aria-label': t('Filter by This Value of {0}', label),
      }),
  );
}
