/**
 * Shows the facts about a log. Some appear at the top of the panel and in its toolbar; the others and all times appear
 * in the details.
 */
import { element, iconElement } from '../../page/dom.ts';
import { languageInUse, t } from '../../text/l10n.ts';
import { localAgo } from '../../text/localFormats.ts';
import { clockIn } from '../../text/zonedTime.ts';
import type { Extract, ShownHead, ShownRow, ShownTable } from '../detectionExtract.ts';
import type { HeadField } from '../facts.ts';
import { logText } from './logText.ts';
import { rowTools } from './rowTools.ts';
import { section } from './sectionBar.ts';

export interface HeadOptions extends Pick<ShownHead, 'heading' | 'facts'> {
  /** The text to show if there is no request line. */
  readonly title: string;
  /** True if the log has been read, so that values can be copied. */
  readonly isRead: boolean;
}

/** Number of characters of the method and path that are initially shown. */
const HEADING = 200;

export function summary({ title, heading, facts, isRead }: HeadOptions): HTMLElement {
  const fact = factsOf(facts, isRead);
  return element(
    'div',
    { class: 'summary' },
    heading
      ? element('h1', { class: 'code', dir: 'ltr' }, logText(heading, { most: HEADING }))
      : element('h1', {}, title),
    element('p', { class: 'head-facts' }, fact('address'), fact('countryCode'), fact('time')),
  );
}

/** Shows the outcome and the rule of a log in the toolbar. */
export function showChips(
  chips: HTMLElement,
  { facts, isRead }: Pick<HeadOptions, 'facts' | 'isRead'>,
): void {
  const fact = factsOf(facts, isRead);
  const outcome = facts.find(({ head }) => head === 'action')?.outcome;
  const parts = [outcomeIcon(outcome), fact('action'), fact('status'), fact('rule')];
  chips.replaceChildren(...parts.filter((part) => part !== undefined));
}

function factsOf(facts: readonly ShownRow[], isRead: boolean) {
  return (head: HeadField): HTMLElement | undefined => {
    const index = facts.findIndex((row) => row.head === head);
    const row = facts[index];
    return row && headFact(row, isRead ? rowTools(row, 'facts', index) : undefined);
  };
}

function headFact(row: ShownRow, tools: HTMLElement | undefined): HTMLElement {
  const { name, value, head, note, source, zone, instant } = row;
  const beside = source ?? zone;
  const ago = head === 'time' && instant !== undefined ? ` (${localAgo(instant)})` : undefined;
  const shown = instant === undefined ? value : timeOfToday(value, zone);
  const whole = shown === value ? undefined : [value.text, zone].filter(Boolean).join(' ');
  return element(
    'span',
    { class: `head-fact head-${head}`, title: [whole, note].filter(Boolean).join('\n') || undefined },
    element('span', { class: 'unseen' }, `${name.text}: `),
    logText(shown, { most: HEADING }),
    beside && element('span', { class: 'note', dir: 'auto' }, ` ${beside}`),
    ago && element('span', { class: 'note' }, ago),
    tools,
  );
}

/**
 * Returns a time without its date if the date is today in the row's time zone, or in the local time zone if the row has
 * none.
 */
function timeOfToday(value: Extract, zone: string | undefined): Extract {
  const today = clockIn(zone, Date.now())?.slice(0, 11);
  if (today === undefined || !value.text.startsWith(today)) return value;
  const text = value.text.slice(today.length);
  return { text, length: text.length };
}

const OUTCOME_ICONS = { blocked: 'circle-slash', detected: 'eye' } as const;

function outcomeIcon(outcome: ShownRow['outcome']): HTMLElement | undefined {
  return outcome && iconElement(OUTCOME_ICONS[outcome], `outcome ${outcome}`);
}

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
      row.note && element('span', { class: 'note', dir: 'auto' }, row.note),
      row.zone === undefined ? localTime(row.instant) : undefined,
      rowTools(row, 'facts', index),
    ),
  );
}

const { tag } = languageInUse();
/** For English, which has several date formats, the browser chooses the one that the user prefers. */
const time = new Intl.DateTimeFormat(tag === 'en' ? undefined : tag, {
  dateStyle: 'medium',
  timeStyle: 'long',
});

function localTime(instant: number | undefined): HTMLElement | undefined {
  if (instant === undefined) return undefined;
  return element('span', { class: 'note' }, t('{0} on this computer', time.format(instant)));
}
