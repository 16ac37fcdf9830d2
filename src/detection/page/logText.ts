/** Renders text from the log as text nodes, with ranges marked. */
import type { TextRange } from '../../http/decode/mappedText.ts';
import { element } from '../../page/dom.ts';
import { appendLine, type appendText } from '../../page/shownText.ts';
import { t } from '../../text/l10n.ts';
import type { ShownText } from '../logView.ts';

/** A range of text to render in an element of its own. */
export interface StyledRange extends TextRange {
  readonly tag: 'mark' | 'span';
  readonly class: string;
}

/** Returns a range that shows the matched text. */
export function markOf({ start, end }: TextRange): StyledRange {
  return { start, end, tag: 'mark', class: 'match-text' };
}

/**
 * Appends a part of the text.
 * @param layers sorted ranges; those of a layer are rendered inside those of the previous one
 * @param append renders text with line breaks or on a single line
 */
export function appendStyled(
  parent: Element,
  text: string,
  { start, end }: TextRange,
  [layer, ...inner]: readonly (readonly StyledRange[])[],
  append: typeof appendText,
): void {
  if (!layer) {
    append(parent, text.slice(start, end));
    return;
  }
  let at = start;
  for (const range of [...layer, { start: end, end }]) {
    const [from, to] = [Math.max(at, range.start), Math.min(end, range.end)];
    if (at < from) appendStyled(parent, text, { start: at, end: Math.min(from, end) }, inner, append);
    if (from < to && 'tag' in range) {
      const styled = element(range.tag, { class: range.class });
      appendStyled(styled, text, { start: from, end: to }, inner, append);
      parent.append(styled);
    }
    at = Math.max(at, to);
  }
}

/** Minimum length, in characters, of a value that scrolls in a box of its own. */
const LONG = 500;

/** Shows a name or value from the log as part of a line. */
export function logText({ text, marked, length }: ShownText, whenEmpty = t('empty')): HTMLElement {
  if (text === '') return element('span', { class: 'value empty' }, whenEmpty);
  const isLong = text.length > LONG;
  const shown = element('span', { class: isLong ? 'value long' : 'value', tabindex: isLong && '0' });
  if (marked) appendMarked(shown, text, marked);
  else appendLine(shown, text);
  if (length === undefined) return shown;
  const part = t('{0} of {1} characters', text.length, length);
  return element('span', {}, shown, element('span', { class: 'note' }, ` ${part}`));
}

/** Appends a line with a match; the direction of its context does not affect the match. */
export function appendMarked(parent: Element, text: string, marked: TextRange): void {
  const context = (start: number, end: number) => ({ start, end, tag: 'span', class: 'context' }) as const;
  const parts = [context(0, marked.start), markOf(marked), context(marked.end, text.length)];
  appendStyled(parent, text, { start: 0, end: text.length }, [parts], appendLine);
}
