/** Renders untrusted text as text nodes, with invisible characters replaced by visible symbols. */
import { asVisible, segments } from '../text/visible.ts';
import { type Attributes, element } from './dom.ts';

/** Appends `text` to `parent`. Line breaks and tabs are kept. */
export function appendText(parent: Element, text: string): void {
  let run: { shown: string; names: string[] } | undefined;
  const endRun = () => {
    if (run) parent.append(mark(run.shown, run.names));
    run = undefined;
  };
  for (const segment of segments(text)) {
    if ('text' in segment) {
      endRun();
      parent.append(segment.text);
    } else {
      run ??= { shown: '', names: [] };
      run.shown += segment.shown;
      run.names.push(segment.invisible);
    }
  }
  endRun();
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
export function appendLine(parent: Element, text: string): void {
  // Most texts are plain, and the expressions below take milliseconds to compile in each new page.
  if (asVisible(text) === text) {
    parent.append(text);
    return;
  }
  for (const [index, part] of text.split(BREAKS).entries()) {
    if (index % 2 === 0) appendText(parent, part);
    else parent.append(mark(asVisible(part), []));
  }
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

function mark(shown: string, names: readonly string[]): HTMLElement {
  const title = names.slice(0, NAMED).join(' ') + (names.length > NAMED ? ' …' : '');
  return element('span', { class: 'invisible', title: title || undefined }, shown);
}
