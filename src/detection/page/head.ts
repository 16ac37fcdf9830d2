/** The top of the panel: the facts about the request, and the text that the rule matched, in context. */
import { type Child, div, element, iconElement, toolButton } from '../../page/dom.ts';
import { OUTCOME_ICONS } from '../../page/icons.ts';
import { lineElement } from '../../page/shownText.ts';
import { local, t } from '../../text/l10n.ts';
import type { Field, LogContent, LogView, ShownMatch } from '../logView.ts';
import { appendMarked, fieldValue, logText } from './logText.ts';
import { showMatch } from './rawData.ts';

/** Shows the request, the client's address, and the time. */
export function summary({ title, heading, head }: LogView): HTMLElement {
  return div(
    'summary',
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

function headFact(fact: Field): HTMLElement {
  const name = element('span', { class: 'unseen' }, `${fact.name}: `);
  return element('span', { class: 'head-fact' }, name, ...fieldValue(fact));
}

/** Shows the match as sent, and in each decoded form that differs. */
export function matchCard(content: LogContent): HTMLElement {
  const { match, noMatch, description, detectedValue } = content;
  const showLabel = { text: t('Show in Raw Data'), label: t('Show in Raw Data (Enter)') };
  const why = noMatch
    ? local(noMatch)
    : detectedValue || description.text
      ? t('The match was not found in the request.')
      : t("The log doesn't include the text that the rule matched.");
  const others = match?.others.map(local).join(', ');
  return element(
    'section',
    { id: 'match', class: 'match', 'aria-labelledby': 'match-title' },
    div(
      'match-head',
      lineElement('h2', { id: 'match-title' }, match ? t('Matched in {0}', match.place) : t('Match')),
      div('section-tools', match && toolButton(showLabel, showMatch)),
    ),
    ...(match?.forms.map(formOf) ?? []),
    others ? labeled(t('also in'), lineElement('div', {}, others)) : undefined,
    match ? undefined : element('p', { class: 'match-note' }, logText({ text: why })),
    detectedValue &&
      labeled(t('Detected value'), codeOf(...fieldValue({ name: t('Detected value'), ...detectedValue }))),
    // With a match, the description is in the details, because it usually repeats the match.
    match || !description.text
      ? undefined
      : element('p', { class: 'description', dir: 'auto' }, logText(description)),
  );
}

function formOf({ layers, text, marked, length }: ShownMatch['forms'][number]): HTMLElement {
  const code = codeOf();
  if (marked) appendMarked(code, text, marked);
  if (marked && length !== undefined) {
    const cut = t('… the first {0} of {1} characters', marked.end - marked.start, length);
    code.append(element('span', { class: 'note' }, ` ${cut}`));
  }
  const names = [...new Set(layers)].join(', ');
  return labeled(names === '' ? t('sent') : t('decoded: {0}', names), code);
}

function codeOf(...children: Child[]): HTMLElement {
  return element('div', { class: 'code', dir: 'ltr' }, ...children);
}

function labeled(label: string, value: HTMLElement): HTMLElement {
  return div('excerpt cell', element('span', { class: 'excerpt-label' }, label), value);
}
