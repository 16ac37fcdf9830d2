/** The raw text of the logged request: its structure coloured, the rule's match marked, and find. */

import { parseRawRequest } from '../../http/rawHttp.ts';
import { element, toolButton } from '../../page/dom.ts';
import { iconClasses } from '../../page/icons.ts';
import { appendText, type TextPiece } from '../../page/shownText.ts';
import { plural, t } from '../../text/l10n.ts';
import type { DetectionExtract } from '../detectionExtract.ts';
import type { PanelLayout } from '../detectionMessages.ts';
import { findBar } from './findBar.ts';
import { highlight, rangeOf } from './highlights.ts';
import { section } from './section.ts';

export interface RawDataOptions {
  readonly log: DetectionExtract;
  readonly layout: PanelLayout;
  readonly onArrange: (change: Partial<PanelLayout>) => void;
  readonly run: (action: 'copyRawData' | 'openRawData') => void;
}

export interface RawDataSection {
  readonly element: HTMLElement;
  focusFind(): void;
  findNext(by: 1 | -1): void;
  /** Marks the text that the rule matched, and nothing else. */
  markMatched(matched: DetectionExtract['matched']): void;
}

export function rawDataSection({ log, layout, onArrange, run }: RawDataOptions): RawDataSection {
  const { text, length } = log.rawData;
  const code = element('code');
  const box = element(
    'pre',
    {
      class: 'raw code',
      tabindex: '0',
      role: 'region',
      'aria-label': t('Raw text of the request'),
      dir: 'ltr',
    },
    code,
  );
  const pieces = appendText(code, text);
  const markMatched = (matched: DetectionExtract['matched']) => highlight('detected', pieces, matched);
  colour(pieces, text);
  markMatched(log.matched);

  const wrap = toolButton({ icon: 'word-wrap', label: t('Wrap Lines') }, () => {
    const wrapped = box.classList.toggle('wrapped');
    wrap.setAttribute('aria-pressed', String(wrapped));
    onArrange({ wrap: wrapped });
  });
  wrap.setAttribute('aria-pressed', String(layout.wrap));
  box.classList.toggle('wrapped', layout.wrap);

  let first = true;
  const find = findBar({
    text,
    query: layout.find,
    onQuery: (query) => onArrange({ find: query }),
    onMatches: (matches, current) => {
      highlight('found', pieces, matches);
      highlight('found-current', pieces, current ? [current] : []);
      if (current && !first) scrollTo(box, rangeOf(pieces, current));
      first = false;
    },
  });
  const cut = text.length < length && cutNote(text.length, length, () => run('openRawData'));
  return {
    element: section({
      id: 'raw',
      title: t('Raw data'),
      detail: plural(length, { one: '{0} character', other: '{0} characters' }),
      tools: [
        ...(text === '' ? [] : [...find.elements, separator(), wrap]),
        toolButton({ icon: 'copy', label: t('Copy Raw Data') }, () => run('copyRawData')),
        toolButton({ icon: 'go-to-file', label: t('Open Raw Data in Editor') }, () => run('openRawData')),
      ],
      body: [
        cut || undefined,
        text === '' ? element('p', { class: 'raw-note empty' }, t('No raw data.')) : box,
      ],
    }),
    focusFind: find.focus,
    findNext: find.step,
    markMatched,
  };
}

function separator(): HTMLElement {
  return element('span', { class: 'separator', 'aria-hidden': 'true' });
}

function cutNote(shown: number, length: number, open: () => void): HTMLElement {
  const button = element('button', { type: 'button', class: 'link' }, t('Open Raw Data in Editor'));
  button.addEventListener('click', open);
  return element(
    'p',
    { class: 'raw-note notice' },
    element('span', { class: `notice-icon ${iconClasses('info')}`, 'aria-hidden': 'true' }),
    element('span', {}, `${t('The first {0} of {1} characters are shown.', shown, length)} `, button),
  );
}

function colour(pieces: readonly TextPiece[], text: string): void {
  const { headers, targetStart, targetEnd } = parseRawRequest(text);
  highlight('first-line', pieces, targetEnd > targetStart ? [{ start: targetStart, end: targetEnd }] : []);
  highlight(
    'header-name',
    pieces,
    headers.map(({ start, name }) => ({ start, end: start + name.length })),
  );
}

/** Brings `range` into view, in the box and in the page. */
function scrollTo(box: HTMLElement, range: Range): void {
  box.scrollIntoView({ block: 'nearest' });
  const view = box.getBoundingClientRect();
  const place = range.getBoundingClientRect();
  if (place.top < view.top || place.bottom > view.bottom)
    box.scrollTop += place.top - view.top - view.height / 2;
  if (place.left < view.left || place.right > view.right)
    box.scrollLeft += place.left - view.left - view.width / 2;
}
