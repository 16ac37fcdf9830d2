/** Renders untrusted text as text nodes, with invisible characters replaced by visible symbols. */
import { asVisible, segments } from '../text/visible.ts';
import { type Attributes, element } from './dom.ts';

/** A text node and the part of the text that it shows, as UTF-16 offsets. */
export interface TextPiece {
  readonly node: Text;
  readonly start: number;
  readonly end: number;
  /** True if the node shows its part of the text unchanged; false if it shows symbols for invisible characters. */
  readonly exact: boolean;
}

/**
 * Appends `text` to `parent`. Line breaks and tabs are kept. Returns the pieces in order, without gaps.
 *
 * @param start the offset of the first piece
 */
export function appendText(parent: Element, text: string, start = 0): TextPiece[] {
  const pieces: TextPiece[] = [];
  let offset = start;
  let run: { shown: string; names: string[]; start: number } | undefined;
  const endRun = () => {
    if (!run) return;
    const node = document.createTextNode(run.shown);
    parent.append(mark(node, run.names));
    pieces.push({ node, start: run.start, end: offset, exact: false });
    run = undefined;
  };
  for (const segment of segments(text)) {
    if ('text' in segment) {
      endRun();
      const node = document.createTextNode(segment.text);
      parent.append(node);
      pieces.push({ node, start: offset, end: offset + segment.text.length, exact: true });
      offset += segment.text.length;
    } else {
      run ??= { shown: '', names: [], start: offset };
      run.shown += segment.shown;
      run.names.push(segment.invisible);
      offset += lengthOf(segment.invisible);
    }
  }
  endRun();
  return pieces;
}

/**
 * Returns the selected lines with letters or digits. Symbols for invisible characters also end a line.
 * @param excluded a selector of elements that also end a line
 */
export function selectedLines(excluded: string): string[] {
  const selection = getSelection();
  if (!selection || selection.isCollapsed) return [];
  const selected = selection.getRangeAt(0).cloneContents();
  for (const end of selected.querySelectorAll(`${excluded}, .invisible`)) end.replaceWith('\n');
  const lines = (selected.textContent ?? '').split(/[\r\n]+/).map((line) => line.trim());
  return lines.filter((line) => /[\p{L}\p{N}]/u.test(line));
}

const BREAKS = /([\t\r\n]+)/;

/** Like `appendText`, but for text within a line: tabs and line breaks are also replaced by visible symbols. */
export function appendLine(parent: Element, text: string, start = 0): TextPiece[] {
  let offset = start;
  return text.split(BREAKS).flatMap((part, index) => {
    const from = offset;
    offset += part.length;
    if (index % 2 === 0) return appendText(parent, part, from);
    const node = document.createTextNode(asVisible(part));
    parent.append(mark(node, []));
    return [{ node, start: from, end: offset, exact: false }];
  });
}

/** Creates an element that shows `text` like `appendLine`. */
export function lineElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes,
  text: string,
): HTMLElementTagNameMap[Tag] {
  const made = element(tag, attributes);
  appendLine(made, text);
  return made;
}

/**
 * Replaces the content of `parent` with `text`, rendered as `appendLine` does. If `parent` contains a single text node
 * and `text` needs no more, updates that node.
 */
export function setLine(parent: Element, text: string): void {
  const { firstChild } = parent;
  if (firstChild instanceof Text && !firstChild.nextSibling && asVisible(text) === text) {
    firstChild.data = text;
  } else {
    parent.replaceChildren();
    appendLine(parent, text);
  }
}

/** Maximum number of code points to list in the tooltip for a run of invisible characters. */
const NAMED = 8;

function mark(node: Text, names: readonly string[]): HTMLElement {
  const title = names.slice(0, NAMED).join(' ') + (names.length > NAMED ? ' …' : '');
  return element('span', { class: 'invisible', title: title || undefined }, node);
}

function lengthOf(codePointName: string): number {
  return Number.parseInt(codePointName.slice('U+'.length), 16) > 0xffff ? 2 : 1;
}
