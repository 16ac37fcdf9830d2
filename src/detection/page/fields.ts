/** The sections with names and values. */

import { div, element, iconElement } from '../../page/dom.ts';
import { lineElement } from '../../page/shownText.ts';
import { local, t } from '../../text/l10n.ts';
import { localNumber } from '../../text/localFormats.ts';
import type { Field, LogContent, ShownHead } from '../logView.ts';
import { fieldValue, logText } from './logText.ts';
import { section } from './sections.ts';

export function payloadSection({ payload, isPayloadCut }: LogContent): HTMLElement {
  const parts = payload.flatMap(({ title, fields }) => [
    element('h3', { class: 'row heading' }, local(title)),
    rowsOf(fields),
  ]);
  return section('payload', t('Payload'), [...parts, isPayloadCut ? cutNote() : undefined]);
}

export function headersSection(
  id: 'request' | 'response',
  { firstLine, headers, total, added }: ShownHead,
): HTMLElement {
  const title = id === 'request' ? t('Request headers') : t('Response headers');
  const detail = added === 0 ? localNumber(total) : t('{0}, {1} added by the service', total, added);
  const body = [
    firstLine.text === ''
      ? undefined
      : element('p', { class: 'first-line code', dir: 'ltr' }, logText(firstLine)),
    rowsOf(headers),
    total === 0 ? noteOf(t('No headers.')) : undefined,
    headers.length < total ? cutNote() : undefined,
  ];
  return section(id, title, body, detail);
}

/** Maximum length, in characters, of a value that takes a single column; longer ones take two. */
const WIDE = 20;

export function detailsSection(facts: readonly Field[]): HTMLElement {
  const details = facts.map((fact) =>
    div(
      fact.text.length > WIDE ? 'fact wide' : 'fact',
      lineElement('dt', {}, fact.name),
      element('dd', {}, ...fieldValue(fact)),
    ),
  );
  return section('details', t('Details'), [element('dl', { class: 'facts' }, ...details)]);
}

function cutNote(): HTMLElement {
  return noteOf(t('The panel shows only some items. To get all of them, copy the log as JSON.'));
}

export function noteOf(text: string): HTMLElement {
  return element('p', { class: 'raw-note empty' }, text);
}

function rowsOf(fields: readonly Field[]): HTMLElement {
  return div('rows', ...fields.map((field) => rowOf(field)));
}

/** The deepest level that adds indentation. */
const DEEPEST = 8;

function rowOf(field: Field, level = 0): HTMLElement {
  const { name, isMatched, fields, isOpen = false, isAdded } = field;
  const pill = (text: string, look: string, title?: string) =>
    element('span', { class: `pill ${look}`, title }, text);
  const nameCell = div(
    'cell name-cell',
    fields && iconElement('chevron-right', 'opener'),
    element('span', { class: 'name', dir: 'ltr' }, logText({ text: name }, t('no name'))),
    isAdded ? pill(t('added'), 'added', t('Added by the service. Not in the raw data.')) : undefined,
    isMatched ? pill(t('match'), 'match-mark') : undefined,
  );
  nameCell.style.setProperty('--level', String(Math.min(level, DEEPEST)));
  const cells = [nameCell, element('div', { class: 'cell code', dir: 'ltr' }, ...fieldValue(field))];
  const look = { class: isMatched ? 'row matched' : 'row' };
  if (!fields) return element('div', look, ...cells);
  const inside = fields.map((each) => rowOf(each, level + 1));
  return element('details', { open: isOpen }, element('summary', look, ...cells), ...inside);
}
