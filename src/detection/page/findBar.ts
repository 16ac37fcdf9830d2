/**
 * The bar for finding text in the whole panel: an input field, the number of matches, and buttons to step between them.
 */

import { announce, element, toolButton } from '../../page/dom.ts';
import { t } from '../../text/l10n.ts';
import { type Found, findMatches, MATCH_LIMIT } from './find.ts';
import { highlight, scrollToRange } from './highlights.ts';
import type { LogText } from './logText.ts';

/** Maximum length, in characters, of the text to find; longer text would be too large for a pattern. */
const LONGEST = 10_000;

export interface FindBarOptions {
  readonly query: string;
  /** The text to search, in document order. */
  readonly texts: () => readonly LogText[];
  readonly onQuery: (query: string) => void;
  /** Called when the bar is opened or closed. */
  readonly onResize: () => void;
}

export interface FindBar {
  readonly element: HTMLElement;
  /** Opens the bar and focuses it. */
  open(): void;
  step(by: 1 | -1): void;
  /** Searches again, because the text to search has changed. */
  refresh(): void;
}

export function findBar({ query, texts, onQuery, onResize }: FindBarOptions): FindBar {
  let searched: readonly LogText[] = [];
  let matches: readonly Found[] = [];
  let current = 0;
  const result = element('span', { class: 'find-result' });
  const input = element('input', {
    type: 'text',
    'aria-label': t('Find in This Log'),
    placeholder: t('Find'),
    maxlength: String(LONGEST),
    spellcheck: 'false',
    autocomplete: 'off',
  });
  input.value = query;

  const place = () => {
    if (matches.length === 0) return t('No results');
    return matches.length === MATCH_LIMIT
      ? t('{0} of {1}+', current + 1, MATCH_LIMIT)
      : t('{0} of {1}', current + 1, matches.length);
  };
  const nodes = (range: Found) => searched[range.index]?.nodes(range);
  const show = (isMoving: boolean) => {
    const match = matches[current];
    if (match && isMoving) {
      searched[match.index]?.open(match);
      const range = nodes(match);
      if (range) scrollToRange(range);
    }
    highlight(
      'found',
      matches.flatMap((each) => nodes(each) ?? []),
    );
    highlight('found-current', (match && [nodes(match)].filter((each) => each !== undefined)) ?? []);
    result.textContent = input.value === '' ? '' : place();
    for (const button of [previous, next]) button.disabled = matches.length === 0;
  };
  const find = (isMoving: boolean) => {
    searched = input.value === '' ? [] : texts();
    matches = findMatches(
      searched.map(({ text }) => text),
      input.value,
      matchCase.getAttribute('aria-pressed') === 'true',
    );
    current = isMoving ? 0 : Math.min(current, Math.max(0, matches.length - 1));
    show(isMoving);
  };
  const typed = () => {
    onQuery(input.value);
    find(true);
    announce(result.textContent);
  };
  const step = (by: 1 | -1) => {
    if (matches.length === 0) return;
    current = (current + by + matches.length) % matches.length;
    show(true);
    announce(result.textContent);
  };
  const close = () => {
    input.value = '';
    typed();
    bar.hidden = true;
    onResize();
  };

  const matchCase = toolButton({ icon: 'case-sensitive', label: t('Match Case') }, () => {
    matchCase.setAttribute('aria-pressed', String(matchCase.getAttribute('aria-pressed') !== 'true'));
    typed();
  });
  matchCase.setAttribute('aria-pressed', 'false');
  const previous = toolButton({ icon: 'arrow-up', label: t('Previous Match (Shift+Enter)') }, () => step(-1));
  const next = toolButton({ icon: 'arrow-down', label: t('Next Match (Enter)') }, () => step(1));
  const bar = element(
    'div',
    { class: 'find-bar', role: 'search', hidden: query === '' },
    element('span', { class: 'field' }, input, matchCase),
    result,
    previous,
    next,
    toolButton({ icon: 'close', label: t('Close (Escape)') }, close),
  );
  input.addEventListener('input', typed);
  bar.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && event.target === input) step(event.shiftKey ? -1 : 1);
    if (event.key !== 'Escape') return;
    close();
    // Close only the bar, not the panel.
    event.preventDefault();
  });
  return {
    element: bar,
    open: () => {
      bar.hidden = false;
      onResize();
      input.focus();
      input.select();
    },
    step,
    refresh: () => find(false),
  };
}
