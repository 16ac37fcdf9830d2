/** The raw text of the logged request, with syntax coloring and the rule's matches marked. */

import { parseRawRequest } from '../../http/rawHttp.ts';
import { announce, element, iconElement, textButton, toolButton } from '../../page/dom.ts';
import { appendText } from '../../page/shownText.ts';
import { plural, t } from '../../text/l10n.ts';
import type { LogContent } from '../logView.ts';
import { send } from './detectionHost.ts';
import { appendStyled, markOf, type StyledRange } from './logText.ts';
import { scrollToElement } from './scrollTo.ts';
import { section } from './sections.ts';

export interface RawDataSection {
  readonly element: HTMLElement;
  /** Scrolls a match into view, and focuses the raw data. */
  showMatch(index: number): void;
  /** Scrolls a match into view inside the box of the raw data, but not the page. */
  reveal(index: number): void;
}

export function rawDataSection(
  { raw, matches }: LogContent,
  isWrapped: boolean,
  onWrap: (isWrapped: boolean) => void,
): RawDataSection {
  const { text, length } = raw;
  const code = element('code');
  const box = element(
    'pre',
    {
      class: isWrapped ? 'raw code wrapped' : 'raw code',
      tabindex: '0',
      role: 'region',
      'aria-label': t('Raw text of the request'),
      dir: 'ltr',
    },
    code,
  );
  appendStyled(
    code,
    text,
    { start: 0, end: text.length },
    [raw.matched.map(markOf), colors(text)],
    appendText,
  );
  const marks = [...code.querySelectorAll('mark')];
  const rangeOf = (index: number) => matches[index]?.matched;
  const reveal = (index: number) => {
    const mark = marks[rangeOf(index) ?? -1];
    if (!mark) return;
    const [view, place] = [box.getBoundingClientRect(), mark.getBoundingClientRect()];
    if (place.top < view.top || place.bottom > view.bottom)
      box.scrollTop += place.top - view.top - view.height / 2;
    if (place.left < view.left || place.right > view.right)
      box.scrollLeft += place.left - view.left - view.width / 2;
  };

  const wrap = toolButton({ icon: 'word-wrap', label: t('Wrap Lines') }, () => {
    const wrapped = box.classList.toggle('wrapped');
    wrap.ariaPressed = String(wrapped);
    onWrap(wrapped);
  });
  wrap.ariaPressed = String(isWrapped);
  const run = (action: 'copyRawData' | 'openRawData') => () => send({ type: 'run', action });
  return {
    element: section({
      id: 'raw',
      title: t('Raw Data'),
      detail: plural(length, { one: '{0} character', other: '{0} characters' }),
      tools: [
        text === '' ? undefined : wrap,
        toolButton({ icon: 'copy', label: t('Copy Raw Data') }, run('copyRawData')),
        toolButton({ icon: 'go-to-file', label: t('Open Raw Data in Editor') }, run('openRawData')),
      ],
      body: [
        text.length < length ? cutNote(raw, run('openRawData')) : undefined,
        text === '' ? element('p', { class: 'raw-note empty' }, t('No raw data.')) : box,
      ],
    }),
    reveal,
    showMatch: (index) => {
      const range = raw.matched[rangeOf(index) ?? -1];
      // The part of the raw data in the panel is around another match; the editor shows and marks all of it.
      if (!range && text.length < length) return run('openRawData')();
      box.focus({ preventScroll: true });
      if (!range) return;
      scrollToElement(box, 'nearest');
      reveal(index);
      const mark = marks[rangeOf(index) ?? -1];
      const { top = 0, bottom = 0 } = mark?.getBoundingClientRect() ?? {};
      const covered = document.querySelector('.section-bar')?.getBoundingClientRect().bottom ?? 0;
      if (top < Math.max(0, covered) || bottom > innerHeight) scrollBy(0, top - innerHeight / 2);
      announce(t('Match in line {0}', text.slice(0, range.start).split('\n').length));
    },
  };
}

function cutNote({ start, text, length }: LogContent['raw'], open: () => void): HTMLElement {
  return element(
    'p',
    { class: 'raw-note notice' },
    iconElement('info', 'notice-icon'),
    element(
      'span',
      {},
      start === 0
        ? `${t('The first {0} of {1} characters are shown.', text.length, length)} `
        : `${t('{0} of {1} characters are shown, from offset {2}.', text.length, length, start)} `,
      textButton(t('Open Raw Data in Editor'), open),
    ),
  );
}

/** Returns the ranges of the target and of the header names. */
function colors(text: string): StyledRange[] {
  const { headers, targetStart, targetEnd } = parseRawRequest(text);
  const styled = (name: string, start: number, end: number): StyledRange => ({
    start,
    end,
    tag: 'span',
    class: name,
  });
  return [
    styled('first-line', targetStart, targetEnd),
    ...headers.map(({ start, name }) => styled('header-name', start, start + name.length)),
  ];
}
