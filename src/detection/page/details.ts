/** The facts about a log that are not in its head, and all of its times. */

import { element } from '../../page/dom.ts';
import { languageInUse, t } from '../../text/l10n.ts';
import type { ShownRow, ShownTable } from '../detectionExtract.ts';
import { logText } from './logText.ts';
import { rowTools } from './rowTools.ts';
import { section } from './sectionBar.ts';

export function details(facts: ShownTable): HTMLElement {
  return section({
    id: 'details',
    title: t('Details'),
    body: [factList(facts)],
  });
}

function factList({ rows }: ShownTable): HTMLElement {
  const shown = rows.flatMap((row, index) =>
    row.head === undefined || row.head === 'time' ? [fact(row, index)] : [],
  );
  return element('dl', { class: 'facts' }, ...shown);
}

/** Maximum length, in characters, of a value that takes a single column; longer ones take two. */
const WIDE = 20;

function fact(row: ShownRow, index: number): HTMLElement {
  return element(
    'div',
    { class: row.value.length > WIDE ? 'fact wide' : 'fact' },
    element('dt', {}, row.name.text),
    element(
      'dd',
      {},
      logText(row.value),
      rowTools(row, 'facts', index),
      row.note && element('span', { class: 'note', dir: 'auto' }, row.note),
      row.zone === undefined ? localTime(row.instant) : undefined,
    ),
  );
}

const { tag } = languageInUse();
/** English has several date formats; the browser knows which one the user prefers. */
const time = new Intl.DateTimeFormat(tag === 'en' ? undefined : tag, {
  dateStyle: 'medium',
  timeStyle: 'long',
});

function localTime(instant: number | undefined): HTMLElement | undefined {
  if (instant === undefined) return undefined;
  return element('span', { class: 'note' }, t('{0} on this computer', time.format(instant)));
}
