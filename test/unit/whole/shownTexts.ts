/** What a place of the editor may show of a text that was sent: that text or its visible form, cut at its end. */
import assert from 'node:assert/strict';

const INVISIBLE = /(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** More combining marks than any language uses; of those, some are left out. */
const MANY_MARKS = /\p{M}{9}/u;

/** Undoes the visible forms, and the spaces that keep the editor from drawing an icon or a link. */
export function readBack(text: string): string {
  return text
    .replaceAll('$ (', '$(')
    .replaceAll('] (', '](')
    .replace(/‹U\+([\dA-F]{4,6})›/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/[\u2400-\u241f]/g, (picture) => String.fromCharCode(picture.charCodeAt(0) - 0x2400))
    .replaceAll('\u2421', '\u007f');
}

/** The text as UTF-8 has it: half of a pair becomes the replacement character. */
export const inUtf8 = (text: string) => Buffer.from(text).toString();

function assertShown(shown: string, longest: number, sent?: string): void {
  assert.doesNotMatch(shown, INVISIBLE);
  assert.ok(Array.from(shown).length <= longest, shown);
  assert.doesNotMatch(shown, MANY_MARKS);
  if (sent === undefined || MANY_MARKS.test(sent)) return;
  const isCut = shown.endsWith('…') && !sent.endsWith('…');
  const [read, whole] = [readBack(isCut ? cut(shown) : shown), readBack(sent)];
  if (isCut)
    assert.ok(inUtf8(whole).startsWith(inUtf8(read)), `${JSON.stringify(shown)} of ${JSON.stringify(sent)}`);
  else assert.equal(inUtf8(read), inUtf8(whole));
}

/** Leaves out the mark of a cut, and a visible form that the cut went through. */
const cut = (shown: string) =>
  shown
    .slice(0, -1)
    .replace(/‹[U+\dA-F]*$/, '')
    .replace(/[$\]] ?$/, '');

/** Characters of the longest place: a line of 300, or sentences of ours with two labels of 120. */
const LONGEST = 360;

/** A line of a tree, tooltip or message, which the editor draws as it is. */
export const assertLine = (shown: string, sent?: string) => assertShown(shown, LONGEST, sent);

/** A text that the editor looks for icons and links in. */
export function assertLabel(shown: string, sent?: string): void {
  assertShown(shown, LONGEST, sent);
  assert.ok(!shown.includes('$(') && !shown.includes(']('), shown);
}

/** Markdown that is nothing but text. */
export function assertMarkdown(markdown: string, sent?: string, longest = LONGEST): void {
  const rest = markdown.replaceAll('&nbsp;', ' ').replace(/\\[!-/:-@[-`{-~]/g, '');
  assert.doesNotMatch(rest, /[!-/:-@[-`{-~]/, markdown);
  assertShown(markdown.replaceAll('&nbsp;', ' ').replace(/\\([!-/:-@[-`{-~])/g, '$1'), longest, sent);
}
