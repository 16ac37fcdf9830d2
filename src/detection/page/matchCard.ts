/** The text that the rule matched, in context: as sent, and in each decoded form that differs. */

import { element, toolButton } from '../../page/dom.ts';
import { lineElement } from '../../page/shownText.ts';
import { local, t } from '../../text/l10n.ts';
import { truncate } from '../../text/strings.ts';
import { type LogContent, type ShownMatch, VALUE_LIMIT } from '../logView.ts';
import { valueTools } from './fields.ts';
import { appendMarked, logText } from './logText.ts';

/** @param onShow goes to the match in the raw data */
export function matchCard(content: LogContent, onShow: () => void): HTMLElement {
  const { match, noMatch, description, detectedValue } = content;
  const title = match ? t('Matched in {0}', match.place) : t('Match');
  const showLabel = { text: t('Show in Raw Data'), label: t('Show in Raw Data (Enter)') };
  const why = noMatch
    ? local(noMatch)
    : detectedValue || description
      ? t('The match was not found in the request.')
      : t("The log doesn't include the text that the rule matched.");
  const others = match?.others.map(local).join(', ');
  return element(
    'section',
    { id: 'match', class: 'match', 'aria-labelledby': 'match-title' },
    element(
      'div',
      { class: 'match-head' },
      lineElement('h2', { id: 'match-title' }, title),
      element('div', { class: 'section-tools' }, match && toolButton(showLabel, onShow)),
    ),
    ...(match?.forms.map(formOf) ?? []),
    others ? labeled(t('also in'), lineElement('div', {}, others)) : undefined,
    match ? undefined : element('p', { class: 'match-note' }, logText({ text: why })),
    detectedValue ? detected(detectedValue) : undefined,
    // With a match, the description is in the details, because it usually repeats the match.
    match || !description
      ? undefined
      : element(
          'p',
          { class: 'description', dir: 'auto' },
          logText({ text: truncate(description, VALUE_LIMIT) }),
        ),
  );
}

function formOf({ layers, text, marked, length }: ShownMatch['forms'][number]): HTMLElement {
  const code = element('div', { class: 'code', dir: 'ltr' });
  if (marked) appendMarked(code, text, marked);
  if (marked && length !== undefined) {
    const cut = t('… the first {0} of {1} characters', marked.end - marked.start, length);
    code.append(element('span', { class: 'note' }, ` ${cut}`));
  }
  const names = [...new Set(layers)].join(', ');
  return labeled(names === '' ? t('sent') : t('decoded: {0}', names), code);
}

function detected(value: string): HTMLElement {
  const code = element('div', { class: 'code', dir: 'ltr' }, logText({ text: truncate(value, VALUE_LIMIT) }));
  code.append(valueTools(t('Detected value'), value));
  return labeled(t('Detected value'), code);
}

function labeled(label: string, value: HTMLElement): HTMLElement {
  return element('div', { class: 'excerpt cell' }, element('span', { class: 'excerpt-label' }, label), value);
}
