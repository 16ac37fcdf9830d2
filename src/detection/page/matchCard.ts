/** The text that the rule matched, in context: as sent, and in each decoded form that differs. */

import { announce, element, toolButton } from '../../page/dom.ts';
import { lineElement } from '../../page/shownText.ts';
import { local, t } from '../../text/l10n.ts';
import type { Excerpt } from '../excerpt.ts';
import type { LogContent } from '../logView.ts';
import { valueTools } from './fields.ts';
import { appendStyled, inContext, logText } from './logText.ts';

export interface MatchCardOptions {
  /** The index of the match to show. */
  readonly current: number;
  /** Called with the index of the match that the user selects. */
  readonly onStep: (index: number) => void;
  /** Goes to the match in the raw data. */
  readonly onShow: () => void;
}

export function matchCard(content: LogContent, options: MatchCardOptions): HTMLElement {
  const { matches, noMatch, description, detectedValue } = content;
  const { current, onShow } = options;
  const match = matches[current];
  const title = match ? t('Matched in {0}', match.place) : t('Match');
  const showLabel = { text: t('Show in Raw Data'), label: t('Show in Raw Data (Enter)') };
  const why = noMatch
    ? local(noMatch)
    : detectedValue || description
      ? t('The match was not found in the request.')
      : t("The log doesn't include the text that the rule matched.");
  const value = element('div', { class: 'code', dir: 'ltr' }, logText(detectedValue ?? ''));
  if (detectedValue) value.append(valueTools(t('Detected value'), detectedValue));
  return element(
    'section',
    { id: 'match', class: 'match', 'aria-labelledby': 'match-title' },
    element(
      'div',
      { class: 'match-head' },
      lineElement('h2', { id: 'match-title' }, title),
      element(
        'div',
        { class: 'section-tools' },
        ...(matches.length > 1 ? steps(matches.length, options) : []),
        match && toolButton(showLabel, onShow),
      ),
    ),
    match && excerpt(t('sent'), match.sent, onShow),
    ...(match?.decoded ?? []).map(({ layers, excerpt: form }) =>
      excerpt(t('decoded: {0}', [...new Set(layers)].join(', ')), form),
    ),
    match ? undefined : element('p', { class: 'match-note' }, logText(why)),
    detectedValue ? labeled(t('Detected value'), value) : undefined,
    // With a match, the description is in the details, because it usually repeats the match.
    match || !description
      ? undefined
      : element('p', { class: 'description', dir: 'auto' }, logText(description)),
  );
}

function steps(count: number, { current, onStep }: MatchCardOptions): HTMLElement[] {
  const step = (by: 1 | -1) => {
    const next = (current + by + count) % count;
    onStep(next);
    announce(t('Match {0} of {1}', next + 1, count));
  };
  return [
    element('span', { class: 'note' }, t('{0} of {1}', current + 1, count)),
    toolButton({ icon: 'arrow-up', label: t('Previous Match') }, () => step(-1), {
      'data-focus': 'previous match',
    }),
    toolButton({ icon: 'arrow-down', label: t('Next Match') }, () => step(1), { 'data-focus': 'next match' }),
  ];
}

function excerpt(label: string, form: Excerpt, onShow?: () => void): HTMLElement {
  const { before, match, after, length, isCutBefore, isCutAfter } = form;
  const code = element('div', { class: 'code', dir: 'ltr' });
  if (isCutBefore) code.append('…');
  const text = before + match + after;
  const [start, end] = [before.length, before.length + match.length];
  appendStyled(code, text, { start: 0, end: text.length }, [inContext({ start, end }, text.length)]);
  if (match.length < length) {
    const cut = t('… the first {0} of {1} characters', match.length, length);
    code.append(element('span', { class: 'note' }, ` ${cut}`));
  } else if (isCutAfter) code.append('…');
  const line = labeled(label, code);
  if (onShow) {
    line.classList.add('shows-match');
    line.addEventListener('click', () => {
      if (String(getSelection()) === '') onShow();
    });
  }
  return line;
}

function labeled(label: string, code: HTMLElement): HTMLElement {
  return element('div', { class: 'excerpt cell' }, element('span', { class: 'excerpt-label' }, label), code);
}
