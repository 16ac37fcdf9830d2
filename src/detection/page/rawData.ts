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
  readonly layout: Pick<PanelLayout, 'wrap' | 'find'>;
  readonly onArrange: (change: Partial<PanelLayout>) => void;
  readonly run: (action: 'copyRawData' | 'openRawData') => void;
}

export interface RawDataSection {
  readonly element: HTMLElement;
  focusFind(): void;
  findNext(by: 1 | -1): void;
  /** Marks the matches of the rule, and nothing else; brings the one that is looked at into sight in its box. */
  markMatched(log: DetectionExtract): void;
  /** Brings the match that is looked at into sight, and puts the focus there. */
  showMatch(): void;
}

export function rawDataSection({ log, layout, onArrange, run }: RawDataOptions): RawDataSection {
  const { text, length, start } = log.rawData;
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
  let current = log.matches[log.current]?.range;
  const markMatched = ({ matched, matches, current: index }: DetectionExtract) => {
    current = matches[index]?.range;
    highlight('detected', pieces, matched);
    if (current) reveal(box, rangeOf(pieces, current));
  };
  colour(pieces, text);

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
  const cut =
    text.length < length && cutNote({ start, shown: text.length, length }, () => run('openRawData'));
  return {
    element: section({
      id: 'raw',
      title: t('Raw Data'),
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
    showMatch: () => {
      if (current) scrollTo(box, rangeOf(pieces, current));
      box.focus({ preventScroll: true });
    },
  };
}

function separator(): HTMLElement {
  return element('span', { class: 'separator', 'aria-hidden': 'true' });
}

interface Cut {
  readonly start: number;
  readonly shown: number;
  readonly length: number;
}

function cutNote({ start, shown, length }: Cut, open: () => void): HTMLElement {
  const button = element('button', { type: 'button', class: 'link' }, t('Open Raw Data in Editor'));
  button.addEventListener('click', open);
  return element(
    'p',
    { class: 'raw-note notice' },
    element('span', { class: `notice-icon ${iconClasses('info')}`, 'aria-hidden': 'true' }),
    element(
      'span',
      {},
      start === 0
        ? `${t('The first {0} of {1} characters are shown.', shown, length)} `
        : `${t('{0} of {1} characters are shown, from offset {2}.', shown, length, start)} `,
      button,
    ),
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
  reveal(box, range);
}

/** Brings `range` into view in the box. */
function reveal(box: HTMLElement, range: Range): void {
  const view = box.getBoundingClientRect();
  const place = range.getBoundingClientRect();
  if (place.top < view.top || place.bottom > view.bottom)
    box.scrollTop += place.top - view.top - view.height / 2;
  if (place.left < view.left || place.right > view.right)
    box.scrollLeft += place.left - view.left - view.width / 2;
}
