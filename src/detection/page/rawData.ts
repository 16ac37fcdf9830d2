/** The raw text of the logged request, with syntax coloring and the rule's match marked. */

import { parseRawRequest } from '../../http/rawHttp.ts';
import { announce, element, iconElement, textButton, toolButton } from '../../page/dom.ts';
import { appendText, type TextPiece } from '../../page/shownText.ts';
import { plural, t } from '../../text/l10n.ts';
import type { DetectionExtract } from '../detectionExtract.ts';
import { highlight, rangeOf, revealIn, scrollToRange } from './highlights.ts';
import { searchable } from './logText.ts';
import { section } from './sectionBar.ts';

export interface RawDataOptions {
  readonly log: DetectionExtract;
  readonly isWrapped: boolean;
  readonly onWrap: (isWrapped: boolean) => void;
  readonly run: (action: 'copyRawData' | 'openRawData') => void;
}

export interface RawDataSection {
  readonly element: HTMLElement;
  /** Marks only the rule's matches; scrolls the current one into view in its box. */
  markMatched(log: DetectionExtract): void;
  /** Scrolls to the current match and focuses it. */
  showMatch(): void;
}

export function rawDataSection({ log, isWrapped, onWrap, run }: RawDataOptions): RawDataSection {
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
    highlight(
      'detected',
      matched.map((range) => rangeOf(pieces, range)),
    );
    if (current) revealIn(box, rangeOf(pieces, current));
  };
  colour(pieces, text);
  searchable(box, () => [{ text, nodes: (range) => rangeOf(pieces, range), open: () => {} }]);

  const wrap = toolButton({ icon: 'word-wrap', label: t('Wrap Lines') }, () => {
    const wrapped = box.classList.toggle('wrapped');
    wrap.setAttribute('aria-pressed', String(wrapped));
    onWrap(wrapped);
  });
  wrap.setAttribute('aria-pressed', String(isWrapped));
  box.classList.toggle('wrapped', isWrapped);
  const cut =
    text.length < length && cutNote({ start, shown: text.length, length }, () => run('openRawData'));
  return {
    element: section({
      id: 'raw',
      title: t('Raw Data'),
      detail: plural(length, { one: '{0} character', other: '{0} characters' }),
      tools: [
        text === '' ? undefined : wrap,
        toolButton({ icon: 'copy', label: t('Copy Raw Data') }, () => run('copyRawData')),
        toolButton({ icon: 'go-to-file', label: t('Open Raw Data in Editor') }, () => run('openRawData')),
      ],
      body: [
        cut || undefined,
        text === '' ? element('p', { class: 'raw-note empty' }, t('No raw data.')) : box,
      ],
    }),
    markMatched,
    showMatch: () => {
      box.focus({ preventScroll: true });
      if (!current) return;
      scrollToRange(rangeOf(pieces, current));
      announce(t('Match in line {0}', text.slice(0, current.start).split('\n').length));
    },
  };
}

interface Cut {
  readonly start: number;
  readonly shown: number;
  readonly length: number;
}

function cutNote({ start, shown, length }: Cut, open: () => void): HTMLElement {
  const button = textButton(t('Open Raw Data in Editor'), open);
  return element(
    'p',
    { class: 'raw-note notice' },
    iconElement('info', 'notice-icon'),
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
  const line = targetEnd > targetStart ? [rangeOf(pieces, { start: targetStart, end: targetEnd })] : [];
  highlight('first-line', line);
  highlight(
    'header-name',
    headers.map(({ start, name }) => rangeOf(pieces, { start, end: start + name.length })),
  );
}
