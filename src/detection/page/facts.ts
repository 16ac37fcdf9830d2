/** Shows the facts about a log: those at the top of the panel and in its toolbar, and the others in the details. */
import { element, iconElement } from '../../page/dom.ts';
import { t } from '../../text/l10n.ts';
import { asPlainLine } from '../../text/label.ts';
import { countryName, localAgo } from '../../text/localFormats.ts';
import { clockIn } from '../../text/zonedTime.ts';
import type { Fact, HeadField, LogView } from '../logView.ts';
import { valueTools } from './fields.ts';
import { logText } from './logText.ts';
import { section } from './sections.ts';

/** Shows the request, the client's address, and the time. */
export function summary({ title, heading, facts }: LogView): HTMLElement {
  return element(
    'div',
    { class: 'summary' },
    heading ? element('h1', { class: 'code', dir: 'ltr' }, logText(heading)) : element('h1', {}, title),
    element(
      'p',
      { class: 'head-facts' },
      ...(['address', 'country', 'time'] as const).map((head) => headFact(facts, head)),
    ),
  );
}

const OUTCOME_ICONS = { blocked: 'circle-slash', detected: 'eye' } as const;

/** Shows the outcome and the rule of a log in the toolbar. */
export function showChips(chips: HTMLElement, { facts }: LogView): void {
  const { outcome } = factAt(facts, 'action') ?? {};
  const parts = [
    outcome && iconElement(OUTCOME_ICONS[outcome], `outcome ${outcome}`),
    headFact(facts, 'action'),
    headFact(
      facts,
      'status',
      outcome === 'detected' ? t('answered {0}', factAt(facts, 'status')?.value ?? '') : '',
    ),
    headFact(facts, 'rule'),
  ];
  chips.replaceChildren(...parts.filter((part) => part !== undefined));
}

function factAt(facts: readonly Fact[], head: HeadField): Fact | undefined {
  return facts.find((fact) => fact.head === head);
}

/** @param text the text to show instead of the value, if not empty */
function headFact(facts: readonly Fact[], head: HeadField, text = ''): HTMLElement | undefined {
  const fact = factAt(facts, head);
  if (!fact) return undefined;
  const { name, value, note, source, zone, instant, filter } = fact;
  const shown = head === 'time' ? timeOfToday(value, zone) : text || value;
  const beside = head === 'country' ? countryName(value) : (source ?? zone);
  const whole = shown === value ? [] : [asPlainLine([value, zone].filter(Boolean).join(' '))];
  return element(
    'span',
    {
      class: `head-fact head-${head}${text ? ' answered' : ''}`,
      title: [...whole, ...(note ? [note] : [])].join('\n') || undefined,
    },
    element('span', { class: 'unseen' }, `${name}: `),
    logText(shown),
    beside && element('span', { class: 'note', dir: 'auto' }, ` ${beside}`),
    instant === undefined ? undefined : element('span', { class: 'note' }, ` (${localAgo(instant)})`),
    valueTools(name, value, filter),
  );
}

/**
 * Returns a time without its date if the date is today in its time zone, or in the local time zone if the time has none.
 */
function timeOfToday(value: string, zone: string | undefined): string {
  const today = clockIn(zone, Date.now())?.slice(0, 11);
  return today !== undefined && value.startsWith(today) ? value.slice(today.length) : value;
}

/** Shows the facts that are not at the top, all times, and the description if a match stands for it at the top. */
export function detailsSection(facts: readonly Fact[], description: string): HTMLElement {
  const shown = facts.filter(({ head }) => head === undefined || head === 'time').map(detail);
  const described = description === '' ? [] : [detail({ name: t('Description'), value: description })];
  return section({
    id: 'details',
    title: t('Details'),
    body: [element('dl', { class: 'facts' }, ...shown, ...described)],
  });
}

/** Maximum length, in characters, of a value that takes a single column; longer ones take two. */
const WIDE = 20;

function detail({ name, value, note, filter }: Fact): HTMLElement {
  return element(
    'div',
    { class: value.length > WIDE ? 'fact wide' : 'fact' },
    element('dt', {}, name),
    element(
      'dd',
      {},
      logText(value),
      note && element('span', { class: 'note', dir: 'auto' }, note),
      valueTools(name, value, filter),
    ),
  );
}
