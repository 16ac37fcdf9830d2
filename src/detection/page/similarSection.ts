/** The requests with the same rule and path: how many there were on each day, and their outcomes and origins. */
import { div, element, toolButton } from '../../page/dom.ts';
import { lineElement } from '../../page/shownText.ts';
import { t } from '../../text/l10n.ts';
import { asVisible } from '../../text/visible.ts';
import type { ShownSimilar } from '../detectionMessages.ts';
import { send } from './detectionHost.ts';

type SimilarDay = ShownSimilar['days'][number];

/** @param similar undefined until it was read; the section then has the same height */
export function similarSection(similar?: ShownSimilar): HTMLElement {
  const { summary = '', days = [], facts = [] } = similar ?? {};
  const open = () => send({ type: 'openSimilar' });
  const exclude = () => send({ type: 'run', action: 'copyExclusionRequest' });
  const exclusion = t('Copy Exclusion Request…');
  return element(
    'section',
    { id: 'similar', class: 'similar', 'aria-labelledby': 'similar-title', 'aria-busy': String(!similar) },
    div(
      'match-head',
      element('h2', { id: 'similar-title' }, t('Similar Requests')),
      element('span', { class: 'note' }, summary),
      div(
        'section-tools',
        facts.length > 0
          ? toolButton({ text: t('Open in Table'), label: t('Open in Table: Similar Requests') }, open)
          : undefined,
        toolButton({ text: exclusion, label: exclusion }, exclude),
      ),
    ),
    div(
      'similar-body',
      days.length > 0 ? bars(days) : undefined,
      element(
        'dl',
        { class: 'similar-facts' },
        ...facts.flatMap(({ name, value }) => [
          element('dt', {}, name),
          lineElement('dd', { dir: 'ltr', title: asVisible(value) }, value),
        ]),
      ),
    ),
  );
}

function bars(days: readonly SimilarDay[]): HTMLElement {
  const most = Math.max(...days.map(({ count }) => count));
  const [first = '', last = ''] = [days[0]?.day, days.at(-1)?.day];
  const bar = ({ day, count, blocked }: SimilarDay) => {
    const title = t('{0}: {1} requests, {2} blocked', day, count, blocked);
    const made = element('span', { class: 'bar', title });
    made.style.setProperty('--detected', `${(100 * (count - blocked)) / most}%`);
    made.style.setProperty('--blocked', `${(100 * blocked) / most}%`);
    return made;
  };
  const label = t('Requests by day from {0} to {1}, at most {2} a day', first, last, most);
  return element(
    'figure',
    {},
    element('div', { class: 'bars', role: 'img', 'aria-label': label }, ...days.map(bar)),
    element(
      'figcaption',
      { class: 'note', 'aria-hidden': 'true' },
      element('span', {}, first),
      element('span', {}, last),
    ),
  );
}
