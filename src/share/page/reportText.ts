/** Renders a report's text as nodes: blocks for headings and code, and a control for each value. */
import { element } from '../../page/dom.ts';
import { appendText, type TextPiece } from '../../page/shownText.ts';
import { t } from '../../text/l10n.ts';
import { asLabel } from '../../text/label.ts';
import type { ReportPart } from '../reportMessages.ts';

export interface ReportText {
  readonly element: HTMLElement;
  /** The values' controls, in document order. */
  readonly controls: readonly HTMLElement[];
  /**
   * Returns the selected range of the report's text, in UTF-16 offsets, or undefined if nothing in the report is
   * selected.
   */
  selected(): { readonly start: number; readonly end: number } | undefined;
}

export function reportText(parts: readonly ReportPart[]): ReportText {
  const frame = element('div', { class: 'report code', dir: 'ltr' });
  const controls: HTMLElement[] = [];
  const pieces: TextPiece[] = [];
  const blocks = new Blocks(frame);
  let offset = 0;
  for (const { text, state } of parts) {
    if (state === undefined) {
      for (const line of text.split(/(?<=\n)/)) {
        const block = blocks.of(line);
        pieces.push(...appendText(block, line, offset));
        offset += line.length;
      }
    } else {
      const control = controlOf(text, state);
      controls.push(control);
      pieces.push(...appendText(control, text, offset));
      blocks.of(text).append(control);
      offset += text.length;
    }
  }
  return { element: frame, controls, selected: () => selectedIn(pieces) };
}

function controlOf(text: string, state: NonNullable<ReportPart['state']>): HTMLElement {
  return element('span', {
    class: `report-value ${state}`,
    role: 'button',
    tabindex: '-1',
    title: state === 'key' ? KEY : t('Show or hide this value'),
    'aria-label': labelOf(text, state),
  });
}

export const KEY = t('The API key of a connection cannot be shown.');

function labelOf(text: string, state: NonNullable<ReportPart['state']>): string {
  const name = asLabel(text.replace('‹', '').replace('›', ''));
  if (state === 'shown') return t('Shown value: {0}', asLabel(text));
  return t('Hidden value: {0}', name);
}

/** Creates a block for each heading, each fenced code block, and the text between them. */
class Blocks {
  readonly #frame: HTMLElement;
  #block: HTMLElement | undefined;
  #kind = '';
  /** The backticks that end the current code block; empty outside code. */
  #fence = '';
  /** True if the next text is at the beginning of a line. */
  #isStart = true;

  constructor(frame: HTMLElement) {
    this.#frame = frame;
  }

  /** Returns the block for text that contains no newline except possibly at its end. */
  of(text: string): HTMLElement {
    const isStart = this.#isStart;
    this.#isStart = text.endsWith('\n');
    if (!isStart && this.#block) return this.#block;
    if (this.#fence !== '') {
      const block = this.#blockOf('fenced');
      if (text.trimEnd() === this.#fence) this.#fence = '';
      return block;
    }
    const [, level = ''] = /^(#{1,3}) /.exec(text) ?? [];
    this.#fence = /^(`{3,})\w*\s*$/.exec(text)?.[1] ?? '';
    const kind = level !== '' ? `heading ${level.length}` : this.#fence !== '' ? 'fenced' : 'text';
    if (kind !== this.#kind || kind !== 'text') this.#block = undefined;
    return this.#blockOf(kind);
  }

  #blockOf(kind: string): HTMLElement {
    if (this.#block && this.#kind === kind) return this.#block;
    const [name = '', level] = kind.split(' ');
    const isHeading = level !== undefined;
    this.#kind = kind;
    this.#block = element('div', {
      class: name,
      role: isHeading ? 'heading' : undefined,
      'aria-level': level,
    });
    this.#frame.append(this.#block);
    return this.#block;
  }
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
