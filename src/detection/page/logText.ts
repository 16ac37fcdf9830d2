/** Renders text from the log as text nodes, with ranges marked; of long text, initially only a part. */
import type { TextRange } from '../../http/decode/mappedText.ts';
import { element, textButton } from '../../page/dom.ts';
import { appendLine, type appendText } from '../../page/shownText.ts';
import { t } from '../../text/l10n.ts';
import { cutText } from '../../text/strings.ts';

/** Number of characters of a long value that are initially shown, and the maximum number on request. */
const COLLAPSED = 500;
const LONGEST = 64 * 1024;

/** A range of text to render in an element of its own. */
export interface StyledRange extends TextRange {
  readonly tag: 'mark' | 'span';
  readonly class: string;
}

/** Returns a range that shows the matched text. */
export function markOf({ start, end }: TextRange): StyledRange {
  return { start, end, tag: 'mark', class: 'match-text' };
}

/** Returns the ranges for a match in one line of text; the direction of its context does not affect the match. */
export function inContext(match: TextRange, length: number): StyledRange[] {
  const context = (start: number, end: number): StyledRange => ({
    start,
    end,
    tag: 'span',
    class: 'context',
  });
  return [context(0, match.start), markOf(match), context(match.end, length)];
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
  [layer, ...layers]: readonly (readonly StyledRange[])[],
  append: typeof appendText = appendLine,
): void {
  let at = start;
  const plain = (to: number) => {
    if (to <= at) return;
    if (layers.length > 0) appendStyled(parent, text, { start: at, end: to }, layers, append);
    else append(parent, text.slice(at, to));
  };
  for (const range of layer ?? []) {
    const [from, to] = [Math.max(at, range.start), Math.min(end, range.end)];
    if (from >= to) continue;
    plain(from);
    const styled = element(range.tag, { class: range.class });
    appendStyled(styled, text, { start: from, end: to }, layers, append);
    parent.append(styled);
    at = to;
  }
  plain(end);
}

export interface LogTextOptions {
  readonly whenEmpty?: string;
  /** The range to mark. */
  readonly marked?: TextRange | undefined;
  /** Length of the whole text, of which `text` is a part. */
  readonly length?: number | undefined;
}

/** Shows a name or value from the log as part of a line. */
export function logText(
  text: string,
  { whenEmpty = t('empty'), marked, length = text.length }: LogTextOptions = {},
): HTMLElement {
  if (text === '') return element('span', { class: 'value empty' }, whenEmpty);
  const whole = element('span', { class: 'value' });
  const show = (part: TextRange, most: number) => {
    const shown = element('span', { class: 'value', tabindex: '-1' });
    appendStyled(shown, text, part, [marked ? inContext(marked, text.length) : []]);
    const isAll = part.end - part.start === length;
    const rest = Math.min(text.length, LONGEST);
    const label =
      rest < length ? t('Show {0} of {1} characters', rest, length) : t('Show all {0} characters', length);
    const more = textButton(label, () => {
      show(partOf(text, marked, LONGEST), LONGEST);
      whole.querySelector<HTMLElement>('.value')?.focus();
    });
    whole.replaceChildren(
      ...(part.start > 0 ? ['…'] : []),
      shown,
      ...(isAll
        ? []
        : most < rest
          ? ['… ', more]
          : ['… ', note(t('The rest is too long to show in the panel.'))]),
    );
  };
  show(partOf(text, marked, COLLAPSED), COLLAPSED);
  return whole;
}

function note(text: string): HTMLElement {
  return element('span', { class: 'note' }, text);
}

/** Returns the part of the text to show: the start or, if the range is not in it, an excerpt around the range. */
function partOf(text: string, range: TextRange | undefined, most: number): TextRange {
  if (range === undefined || range.end <= most) return { start: 0, end: cutText(text, most).length };
  const from = Math.max(0, Math.min(range.start - most / 4, text.length - most));
  const start = /^[\udc00-\udfff]/.test(text.charAt(from)) ? from + 1 : from;
  return { start, end: start + cutText(text.slice(start), most).length };
}
