/** The text that the rule matched, in context: as sent, and in each decoded form that differs. */

import { announce, element, toolButton } from '../../page/dom.ts';
import { lineElement } from '../../page/shownText.ts';
import { t } from '../../text/l10n.ts';
import type { Excerpt } from '../attack.ts';
import type { DetectionExtract, ShownMatch } from '../detectionExtract.ts';
import { appendMarked, logText } from './logText.ts';
import { rowTools } from './rowTools.ts';

export interface MatchCardOptions {
  readonly log: DetectionExtract;
  /** Called with the index of the match that the user selects. */
  readonly onStep: (index: number) => void;
  /** Goes to the match in the raw data. */
  readonly onShow: () => void;
}

export function matchCard({ log, onStep, onShow }: MatchCardOptions): HTMLElement {
  const { matches, current, description, tables } = log;
  const match = matches[current];
  const facts = tables.facts.rows;
  const at = facts.findIndex(({ head }) => head === 'detectedValue');
  const detected = facts[at];
  const status = facts.find(({ head }) => head === 'match');
  const texts = match
    ? [match.sent, ...match.decoded.map(({ excerpt }) => excerpt)].map(({ match }) => match)
    : [];
  const isShown = detected === undefined || texts.includes(detected.value.text);
  return element(
    'section',
    { id: 'match', class: 'match', 'aria-labelledby': 'match-title' },
    element(
      'div',
      { class: 'match-head' },
      lineElement('h2', { id: 'match-title' }, match ? t('Matched in {0}', match.place) : t('Match')),
      match && element('span', { class: 'note' }, match.how),
      element(
        'div',
        { class: 'section-tools' },
        ...(matches.length > 1 ? steps(matches.length, current, onStep) : []),
        match && toolButton({ text: t('Show in Raw Data'), label: t('Show in Raw Data (Enter)') }, onShow),
      ),
    ),
    ...(match ? excerpts(match, onShow) : []),
    match
      ? undefined
      : element(
          'p',
          { class: 'match-note' },
          status
            ? logText(status.value)
            : detected || description
              ? t('The match was not found in the request.')
              : t("The log doesn't include the text that the rule matched."),
        ),
    isShown || !detected
      ? undefined
      : element(
          'div',
          { class: 'excerpt cell' },
          element('span', { class: 'excerpt-label' }, t('Detected value')),
          element(
            'div',
            { class: 'code', dir: 'ltr' },
            logText(detected.value),
            rowTools(detected, 'facts', at),
          ),
        ),
    description && element('p', { class: 'description', dir: 'auto' }, logText(description)),
  );
}

function steps(count: number, current: number, onStep: (index: number) => void): HTMLElement[] {
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

function excerpts({ sent, decoded }: ShownMatch, onShow: () => void): HTMLElement[] {
  const first = excerpt(t('sent'), sent);
  first.addEventListener('click', () => {
    if (String(getSelection()) === '') onShow();
  });
  return [
    first,
    ...decoded.map((each) => excerpt(t('decoded: {0}', [...new Set(each.layers)].join(', ')), each.excerpt)),
  ];
}

function excerpt(
  label: string,
  { before, match, after, length, isCutBefore, isCutAfter }: Excerpt,
): HTMLElement {
  const code = element('div', { class: 'code', dir: 'ltr' });
  const isCut = match.length < length;
  if (isCutBefore) code.append('…');
  const start = before.length;
  appendMarked(code, `${before}${match}${after}`, { start, end: start + match.length });
  if (isCut)
    code.append(
      element('span', { class: 'note' }, ` ${t('… the first {0} of {1} characters', match.length, length)}`),
    );
  else if (isCutAfter) code.append('…');
  return element('div', { class: 'excerpt' }, element('span', { class: 'excerpt-label' }, label), code);
}
