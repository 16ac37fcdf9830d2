/** Shows the facts about a log: those at the top of the panel and in its toolbar, and the others in the details. */
import { element, iconElement } from '../../page/dom.ts';
import { OUTCOME_ICONS } from '../../page/icons.ts';
import { t } from '../../text/l10n.ts';
import { truncate } from '../../text/strings.ts';
import { type Fact, type LogView, VALUE_LIMIT } from '../logView.ts';
import { valueTools } from './fields.ts';
import { logText } from './logText.ts';
import { section } from './sections.ts';

/** Shows the request, the client's address, and the time. */
export function summary({ title, heading, head }: LogView): HTMLElement {
  return element(
    'div',
    { class: 'summary' },
    heading
      ? element('h1', { class: 'code', dir: 'ltr' }, logText({ text: heading }))
      : element('h1', {}, title),
    element('p', { class: 'head-facts' }, ...head.map(headFact)),
  );
}

/** Returns the outcome and the rule of a log, for the toolbar. */
export function chipsOf({ outcome, chips }: LogView): HTMLElement[] {
  const icon = outcome && iconElement(OUTCOME_ICONS[outcome], `outcome ${outcome}`);
  return [...(icon ? [icon] : []), ...chips.map(headFact)];
}

function headFact(fact: Fact): HTMLElement {
  return element(
    'span',
    { class: 'head-fact' },
    element('span', { class: 'unseen' }, `${fact.name}: `),
    ...shownValue(fact, ' '),
  );
}

function shownValue(
  { name, value, text = value, note, filter }: Fact,
  space = '',
): (HTMLElement | undefined)[] {
  return [
    logText({ text: truncate(text, VALUE_LIMIT) }),
    note ? element('span', { class: 'note', dir: 'auto' }, space, note) : undefined,
    valueTools(name, value, filter),
  ];
}

/** Shows the facts that are not at the top, and the description if a match stands for it at the top. */
export function detailsSection(facts: readonly Fact[], description: string): HTMLElement {
  const described = description === '' ? [] : [{ name: t('Description'), value: description }];
  const details = [...facts, ...described].map(detail);
  return section({
    id: 'details',
    title: t('Details'),
    body: [element('dl', { class: 'facts' }, ...details)],
  });
}

/** Maximum length, in characters, of a value that takes a single column; longer ones take two. */
const WIDE = 20;

function detail(fact: Fact): HTMLElement {
  const { name, value, text = value } = fact;
  return element(
    'div',
    { class: text.length > WIDE ? 'fact wide' : 'fact' },
    element('dt', {}, name),
    element('dd', {}, ...shownValue(fact)),
  );
}
