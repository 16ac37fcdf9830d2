/**
 * Shows text from the log in the panel: initially, the part around the marked range or the start; on request, the rest.
 */
import type { TextRange } from '../../http/decode/mappedText.ts';
import { element, textButton } from '../../page/dom.ts';
import { appendLine, type TextPiece } from '../../page/shownText.ts';
import { t } from '../../text/l10n.ts';
import { cutText } from '../../text/strings.ts';
import type { Extract } from '../detectionExtract.ts';
import { rangeOf } from './highlights.ts';

/** Number of characters of a long value that are initially shown. */
const COLLAPSED_LENGTH = 500;

/** Text that can be searched. */
export interface LogText {
  readonly text: string;
  /** Returns the nodes that show a range, or undefined while they are not in the document. */
  nodes(range: TextRange): Range | undefined;
  /** Ensures that a range is in the document. */
  open(range: TextRange): void;
}

const texts = new WeakMap<Element, () => readonly LogText[]>();

/** Registers the text that an element shows, or will show once it is rendered, so that the find bar can search it. */
export function searchable(shown: Element, textsOf: () => readonly LogText[]): void {
  texts.set(shown, textsOf);
}

/** Returns the searchable text that an element shows. */
export function textsOf(shown: Element): readonly LogText[] {
  return texts.get(shown)?.() ?? [];
}

/** Returns all searchable text in the panel, in document order. */
export function allTexts(): LogText[] {
  return [...document.querySelectorAll(':is(.value, .code, .rows):not(.rows *)')].flatMap(textsOf);
}

/** Appends `text` as one searchable line, and marks a range of it. */
export function appendMarked(parent: Element, text: string, marked: TextRange): void {
  const pieces = draw(parent, text, { start: 0, end: text.length }, marked);
  searchable(parent, () => [{ text, nodes: (range) => rangeOf(pieces, range), open: () => {} }]);
}

export interface LogTextOptions {
  readonly whenEmpty?: string;
  /** Number of characters that are initially shown. */
  readonly most?: number;
  /** The range to mark and scroll into view. */
  readonly marked?: TextRange | undefined;
}

/** Shows a name or value from the log as part of a line. */
export function logText(
  value: Extract,
  { whenEmpty = t('empty'), most = COLLAPSED_LENGTH, marked }: LogTextOptions = {},
): HTMLElement {
  const { text, length, start: offset = 0 } = value;
  if (length === 0) return element('span', { class: 'value empty' }, whenEmpty);
  const shown = element('span', { class: 'value' });
  const whole = text.length > most || text.length < length ? element('span', { class: 'value' }) : shown;
  let pieces: TextPiece[] = [];
  let part: TextRange = { start: 0, end: 0 };
  const show = (next: TextRange) => {
    part = next;
    shown.replaceChildren();
    pieces = draw(shown, text, part, marked);
    if (whole === shown) return;
    const isAll = part.end - part.start === text.length;
    whole.replaceChildren(
      ...(offset + part.start > 0 ? ['…'] : []),
      shown,
      ...(isAll ? [] : ['… ', moreButton(value, () => show({ start: 0, end: text.length }), shown)]),
      ...(isAll && text.length < length
        ? [' ', element('span', { class: 'note' }, t('The rest is too long to show in the panel.'))]
        : []),
    );
  };
  show(partOf(text, marked, most));
  const isShown = ({ start, end }: TextRange) => part.start <= start && end <= part.end;
  const found: LogText = {
    text,
    nodes: (range) => (isShown(range) ? rangeOf(pieces, range) : undefined),
    open: (range) => {
      if (!isShown(range)) show(partOf(text, range, most));
    },
  };
  searchable(whole, () => [found]);
  return whole;
}

/** Returns the part of the text to show: the start or, if `range` is not in it, an excerpt around `range`. */
function partOf(text: string, range: TextRange | undefined, most: number): TextRange {
  if (range === undefined || range.end <= most) return { start: 0, end: cutText(text, most).length };
  const from = Math.max(0, Math.min(range.start - most / 4, text.length - most));
  const start = /^[\udc00-\udfff]/.test(text.charAt(from)) ? from + 1 : from;
  return { start, end: start + cutText(text.slice(start), Math.max(most, range.end - start)).length };
}

function draw(
  parent: Element,
  text: string,
  { start, end }: TextRange,
  marked: TextRange | undefined,
): TextPiece[] {
  if (!marked || marked.end <= start || marked.start >= end)
    return appendLine(parent, text.slice(start, end), start);
  const from = Math.max(start, marked.start);
  const to = Math.min(end, marked.end);
  return [
    [start, from, 'span', 'context'] as const,
    [from, to, 'mark', 'match-text'] as const,
    [to, end, 'span', 'context'] as const,
  ].flatMap(([start, end, tag, name]) => {
    if (start === end) return [];
    const stretch = element(tag, { class: name });
    parent.append(stretch);
    return appendLine(stretch, text.slice(start, end), start);
  });
}

function moreButton({ text, length }: Extract, onClick: () => void, shown: HTMLElement): HTMLElement {
  const label =
    text.length < length
      ? t('Show {0} of {1} characters', text.length, length)
      : t('Show all {0} characters', length);
  return textButton(label, () => {
    onClick();
    shown.tabIndex = -1;
    shown.focus();
  });
}
