/** Renders a report's text as nodes: an element for each line, and a control for each value. */
import { element } from '../../page/dom.ts';
import { appendText, type TextPiece } from '../../page/shownText.ts';
import { t } from '../../text/l10n.ts';
import { asLabel } from '../../text/label.ts';
import type { ReportPart } from '../reportMessages.ts';

export interface ReportText {
  readonly element: HTMLElement;
  /**
   * Returns the selected range of the report's text, in UTF-16 offsets, or undefined if nothing in the report is
   * selected.
   */
  selected(): { readonly start: number; readonly end: number } | undefined;
}

/** @param toggle shows or hides a value, by its index among the values */
export function reportText(parts: readonly ReportPart[], toggle: (index: number) => void): ReportText {
  const frame = element('div', { class: 'report code', dir: 'ltr' });
  const pieces: TextPiece[] = [];
  const lineOf = lines();
  let line: HTMLElement | undefined;
  let [offset, count] = [0, 0];
  const append = (parent: HTMLElement, text: string) => {
    pieces.push(...appendText(parent, text, offset));
    offset += text.length;
  };
  for (const { text, state } of parts) {
    // A value never begins or ends a line.
    for (const part of state ? [text] : text.split(/(?<=\n)/)) {
      if (!line) {
        line = lineOf(part);
        frame.append(line);
      }
      const parent = state ? control(text, state, count++, toggle) : line;
      append(parent, part);
      if (state) line.append(parent);
      else if (part.endsWith('\n')) line = undefined;
    }
  }
  return { element: frame, selected: () => selectedIn(pieces) };
}

function control(
  text: string,
  state: 'hidden' | 'shown',
  index: number,
  toggle: (index: number) => void,
): HTMLElement {
  const name = asLabel(text.replace(/^‹|›$/g, ''));
  const made = element('span', {
    class: `report-value ${state}`,
    role: 'button',
    tabindex: '0',
    title: t('Show or hide this value'),
    'data-focus': String(index),
    'aria-label': state === 'shown' ? t('Shown value: {0}', name) : t('Hidden value: {0}', name),
  });
  made.addEventListener('click', () => {
    if (getSelection()?.isCollapsed !== false) toggle(index);
  });
  made.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    toggle(index);
  });
  return made;
}

/** Returns a function that creates the element for the next line, which it receives up to the line's first value. */
function lines(): (start: string) => HTMLElement {
  /** The backticks that end the current code block; empty outside code. */
  let fence = '';
  return (start) => {
    const opened = fence === '' ? (/^(`{3,})\w*\s*$/.exec(start)?.[1] ?? '') : fence;
    fence = fence !== '' && start.trimEnd() === fence ? '' : opened;
    if (opened !== '') return element('div', { class: 'fenced' });
    const level = /^#{1,3}(?= )/.exec(start)?.[0].length;
    if (level === undefined) return element('div', {});
    return element('div', { class: 'heading', role: 'heading', 'aria-level': String(level) });
  };
}

function selectedIn(pieces: readonly TextPiece[]) {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  const inside = pieces.filter(({ node }) => range.intersectsNode(node));
  const [first, last] = [inside[0], inside.at(-1)];
  if (!first || !last) return undefined;
  const isFirst = first.node === range.startContainer && first.exact;
  const isLast = last.node === range.endContainer && last.exact;
  const start = first.start + (isFirst ? range.startOffset : 0);
  const end = isLast ? last.start + range.endOffset : last.end;
  return start < end ? { start, end } : undefined;
}
