/** Find in a text: a field, how many matches there are, and steps from one to the next. */

import { announce, element, toolButton } from '../../page/dom.ts';
import { t } from '../../text/l10n.ts';
import { filterField } from './filterField.ts';
import { findMatches, MATCH_LIMIT, type Match } from './find.ts';

export interface FindBarOptions {
  readonly text: string;
  readonly query: string;
  readonly onQuery: (query: string) => void;
  /** `current` is the match that the person is at. */
  readonly onMatches: (matches: readonly Match[], current: Match | undefined) => void;
}

export interface FindBar {
  readonly elements: readonly HTMLElement[];
  focus(): void;
  step(by: 1 | -1): void;
}

export function findBar({ text, query, onQuery, onMatches }: FindBarOptions): FindBar {
  let matches: readonly Match[] = [];
  let current = 0;
  const result = element('span', { class: 'find-result' });

  const place = () => {
    if (matches.length === 0) return t('No results');
    return matches.length === MATCH_LIMIT
      ? t('{0} of {1}+', current + 1, MATCH_LIMIT)
      : t('{0} of {1}', current + 1, matches.length);
  };
  const say = () => {
    result.textContent = input.value === '' ? '' : place();
    for (const each of [result, previous, next]) each.hidden = input.value === '';
    for (const button of [previous, next]) button.disabled = matches.length === 0;
  };
  const find = () => {
    matches = findMatches(text, input.value, matchCase.getAttribute('aria-pressed') === 'true');
    current = 0;
    say();
    onMatches(matches, matches[0]);
  };
  const step = (by: 1 | -1) => {
    if (matches.length === 0) return;
    current = (current + by + matches.length) % matches.length;
    say();
    announce(result.textContent);
    onMatches(matches, matches[current]);
  };

  const matchCase = toolButton({ icon: 'case-sensitive', label: t('Match Case') }, () => {
    matchCase.setAttribute('aria-pressed', String(matchCase.getAttribute('aria-pressed') !== 'true'));
    find();
    announce(result.textContent);
  });
  matchCase.setAttribute('aria-pressed', 'false');
  const { element: field, input } = filterField({
    label: t('Find in raw data'),
    placeholder: t('Find'),
    value: query,
    button: matchCase,
    onInput: (value) => {
      onQuery(value);
      find();
      announce(result.textContent);
    },
  });
  const previous = toolButton({ icon: 'arrow-up', label: t('Previous Match (Shift+Enter)') }, () => step(-1));
  const next = toolButton({ icon: 'arrow-down', label: t('Next Match (Enter)') }, () => step(1));
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
  });
  find();
  return { elements: [field, result, previous, next], focus: () => input.focus(), step };
}
