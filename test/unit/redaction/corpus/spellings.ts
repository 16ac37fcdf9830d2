/** Encodings in which a request carries a text. */

/** `text` in `application/x-www-form-urlencoded`, with a space as `+`. */
export function formEncoded(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}

/** `text` with each character as a percent escape of its UTF-8 bytes, even where none is needed. */
export function percentAll(text: string): string {
  return [...Buffer.from(text)]
    .map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`)
    .join('');
}

/** `text` between the quotes of a JSON string. */
export function jsonText(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** `text` with each UTF-16 unit as a `\u` escape. */
export function unicodeEscaped(text: string): string {
  return text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

/** `text` with the units outside ASCII as `\u` escapes, like the JSON of Python and PHP. */
export function asciiJson(text: string): string {
  return text
    .split('')
    .map((unit) => (unit.charCodeAt(0) < 0x80 ? jsonText(unit) : unicodeEscaped(unit)))
    .join('');
}

/** `text` between the tags or quotes of XML or HTML. */
export function xmlText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** `text` with each character as a decimal character reference of HTML. */
export function decimalEntities(text: string): string {
  return [...text].map((character) => `&#${character.codePointAt(0)};`).join('');
}

/** `text` with each character as a hexadecimal character reference of HTML. */
export function hexEntities(text: string): string {
  return [...text].map((character) => `&#x${character.codePointAt(0)?.toString(16)};`).join('');
}

export function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

export function base64url(text: string): string {
  return Buffer.from(text).toString('base64url');
}

export function hex(text: string): string {
  return Buffer.from(text).toString('hex');
}

/** Returns the common spellings of `text`, including itself, each once. */
export function spellingsOf(text: string): readonly string[] {
  const percent = encodeURIComponent(text);
  return [
    ...new Set([
      text,
      percent,
      percent.toLowerCase(),
      encodeURI(text),
      formEncoded(text),
      encodeURIComponent(percent),
      encodeURIComponent(formEncoded(text)),
      formEncoded(formEncoded(text)),
      jsonText(text),
      jsonText(jsonText(text)),
      asciiJson(text),
      xmlText(text),
    ]),
  ];
}

/** Returns the digits of the Base64 of `text` that represent only `part` of it. */
export function base64Part(text: string, part: string): string {
  const before = Buffer.byteLength(text.slice(0, text.indexOf(part)));
  const end = before + Buffer.byteLength(part);
  return base64(text).slice(Math.ceil(before / 3) * 4, Math.floor(end / 3) * 4);
}
