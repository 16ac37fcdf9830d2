/** The raw text of the logged request, with syntax coloring and the rule's matches marked. */

import { parseRawRequest } from '../../http/rawHttp.ts';
import { announce, element, iconElement, textButton, toolButton } from '../../page/dom.ts';
import { appendText } from '../../page/shownText.ts';
import { plural, t } from '../../text/l10n.ts';
import type { LogContent } from '../logView.ts';
import { send } from './detectionHost.ts';
import { noteOf } from './fields.ts';
import { scrollToElement, section } from './sections.ts';

export function rawDataSection({ raw }: LogContent): HTMLElement {
  const { text, length, marked, main } = raw;
  const code = element('code');
  const label = t('Raw text of the request');
  const box = element(
    'pre',
    { class: 'raw code', tabindex: '0', role: 'region', dir: 'ltr', 'aria-label': label },
    code,
  );
  const colored = coloring(text);
  let at = 0;
  for (const [index, { start, end }] of marked.entries()) {
    const mark = element('mark', { class: 'match-text', id: index === main && 'raw-match' });
    colored(code, at, start);
    colored(mark, start, end);
    code.append(mark);
    at = end;
  }
  colored(code, at, text.length);
  const run = (action: 'copyRawData' | 'openRawData') => () => send({ type: 'run', action });
  const body = [
    text.length < length ? cutNote(raw, run('openRawData')) : undefined,
    text === '' ? noteOf(t('No raw data.')) : box,
  ];
  return section(
    'raw',
    t('Raw Data'),
    body,
    plural(length, { one: '{0} character', other: '{0} characters' }),
    toolButton({ icon: 'copy', label: t('Copy Raw Data') }, run('copyRawData')),
    toolButton({ icon: 'go-to-file', label: t('Open Raw Data in Editor') }, run('openRawData')),
  );
}

/** Scrolls the match into view inside the box of the raw data, but not the page. */
export function revealMatch(): void {
  const box = document.querySelector('.raw');
  const mark = document.getElementById('raw-match');
  if (!box || !mark) return;
  const [view, place] = [box.getBoundingClientRect(), mark.getBoundingClientRect()];
  if (place.top < view.top || place.bottom > view.bottom)
    box.scrollTop += place.top - view.top - view.height / 2;
}

/** Scrolls the match into view, and focuses the raw data. */
export function showMatch(): void {
  const box = document.querySelector<HTMLElement>('.raw');
  const mark = document.getElementById('raw-match');
  box?.focus({ preventScroll: true });
  if (!box || !mark) return;
  scrollToElement(box, 'nearest');
  revealMatch();
  scrollToElement(mark, 'nearest');
  const before = document.createRange();
  before.setStart(box, 0);
  before.setEndBefore(mark);
  announce(t('Match in line {0}', String(before).split('\n').length));
}

function cutNote({ start, text, length }: LogContent['raw'], open: () => void): HTMLElement {
  const shown = t('{0} of {1} characters are shown, from offset {2}.', text.length, length, start);
  return element(
    'p',
    { class: 'raw-note notice' },
    iconElement('info', 'notice-icon'),
    element('span', {}, `${shown} `, textButton(t('Open Raw Data in Editor'), open)),
  );
}

/**
 * Returns a function that appends a part of the text, with the target and the names of headers in color. Each part must
 * begin where the previous one ended, so that all parts together take linear time.
 */
function coloring(text: string) {
  const { headers, targetStart, targetEnd } = parseRawRequest(text);
  const colors = [
    { start: targetStart, end: targetEnd, class: 'first-line' },
    ...headers.map(({ start, name }) => ({ start, end: start + name.length, class: 'header-name' })),
  ];
  let next = 0;
  return (parent: Element, from: number, to: number) => {
    let at = from;
    for (let color = colors[next]; color; color = colors[++next]) {
      const [start, end] = [Math.max(at, color.start), Math.min(to, color.end)];
      if (start < end) {
        const colored = element('span', { class: color.class });
        appendText(parent, text.slice(at, start));
        appendText(colored, text.slice(start, end));
        parent.append(colored);
        at = end;
      }
      // The next part contains the rest of this color.
      if (color.end > to) break;
    }
    appendText(parent, text.slice(at, to));
  };
}
