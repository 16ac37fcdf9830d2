/** The summary of the detection: the request line, what the service says of it, and the facts. */

import { element } from '../../page/dom.ts';
import { iconClasses } from '../../page/icons.ts';
import { languageInUse, t } from '../../text/l10n.ts';
import type { DetectionExtract, ShownRow, ShownTable } from '../detectionExtract.ts';
import { rowTools } from './rowTools.ts';
import { valueText } from './valueText.ts';

/** `title` stands in for a request line that was not sent. */
export function summary(title: string, { requestLine, description, tables }: DetectionExtract): HTMLElement {
  return element(
    'div',
    { class: 'summary' },
    requestLine
      ? element('h1', { class: 'code', dir: 'ltr' }, valueText(requestLine))
      : element('h1', {}, title),
    description && element('p', { class: 'description', dir: 'auto' }, valueText(description)),
    factList(tables.facts),
  );
}

export function factList({ rows }: ShownTable): HTMLElement {
  return element('dl', { class: 'facts' }, ...rows.map(fact));
}

/** Characters of a value above which it takes the room of two. */
const WIDE = 20;

function fact(row: ShownRow, index: number): HTMLElement {
  return element(
    'div',
    { class: row.value.length > WIDE ? 'fact wide' : 'fact' },
    element('dt', {}, row.name.text),
    element(
      'dd',
      {},
      outcomeIcon(row.outcome),
      valueText(row.value),
      rowTools(row, 'facts', index),
      row.note && element('span', { class: 'note', dir: 'auto' }, row.note),
      localTime(row.instant),
    ),
  );
}

const OUTCOME_ICONS = { blocked: 'circle-slash', detected: 'eye' } as const;

function outcomeIcon(outcome: ShownRow['outcome']): HTMLElement | undefined {
  if (outcome === undefined) return undefined;
  const classes = `outcome ${outcome} ${iconClasses(OUTCOME_ICONS[outcome])}`;
  return element('span', { class: classes, 'aria-hidden': 'true' });
}

const { tag } = languageInUse();
/** English has several ways to write a date: the browser knows the reader's. */
const time = new Intl.DateTimeFormat(tag === 'en' ? undefined : tag, {
  dateStyle: 'medium',
  timeStyle: 'long',
});

function localTime(instant: number | undefined): HTMLElement | undefined {
  if (instant === undefined) return undefined;
  return element('span', { class: 'note' }, t('{0} here', time.format(instant)));
}
