/**
 * The text that a place in the editor can show for a text that was sent: the same text or its visible form, truncated
 * at the end.
 */
import assert from 'node:assert/strict';

const INVISIBLE = /(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** More combining marks than any language uses; some of them are omitted. */
const MANY_MARKS = /\p{M}{9}/u;

/** Undoes visible forms, and the spaces that keep the editor from creating an icon or a link. */
export function readBack(text: string): string {
  return text
    .replaceAll('$ (', '$(')
    .replaceAll('] (', '](')
    .replace(/‹U\+([\dA-F]{4,6})›/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/[\u2400-\u241f]/g, (picture) => String.fromCharCode(picture.charCodeAt(0) - 0x2400))
    .replaceAll('\u2421', '\u007f');
}

/** Returns the text as represented in UTF-8, in which half of a surrogate pair becomes the replacement character. */
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

/** Removes the truncation mark and any visible form that was cut off. */
const cut = (shown: string) =>
  shown
    .slice(0, -1)
    .replace(/‹[U+\dA-F]*$/, '')
    .replace(/[$\]] ?$/, '');

/** Maximum length of a text, in characters: a line of 300, or the extension's own sentences with two labels of 120. */
const LONGEST = 360;

/** Asserts the text of a line in a tree, tooltip, or message, which the editor shows literally. */
export const assertLine = (shown: string, sent?: string) => assertShown(shown, LONGEST, sent);

/** Asserts a text in which the editor looks for icons and links. */
export function assertLabel(shown: string, sent?: string): void {
  assertShown(shown, LONGEST, sent);
  assert.ok(!shown.includes('$(') && !shown.includes(']('), shown);
}

/** Asserts that Markdown contains only text. */
export function assertMarkdown(markdown: string, sent?: string, longest = LONGEST): void {
  const rest = markdown.replaceAll('&nbsp;', ' ').replace(/\\[!-/:-@[-`{-~]/g, '');
  assert.doesNotMatch(rest, /[!-/:-@[-`{-~]/, markdown);
  assertShown(markdown.replaceAll('&nbsp;', ' ').replace(/\\([!-/:-@[-`{-~])/g, '$1'), longest, sent);
}
