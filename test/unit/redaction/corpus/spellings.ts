/** Encodings in which a request can contain a text. */

/** Encodes `text` as `application/x-www-form-urlencoded`, with spaces as `+`. */
export function formEncoded(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}

/** Percent-encodes all UTF-8 bytes of `text`, even if not necessary. */
export function percentAll(text: string): string {
  return [...Buffer.from(text)]
    .map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`)
    .join('');
}

/** Encodes `text` for use between the quotes of a JSON string. */
export function jsonText(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Encodes each UTF-16 unit of `text` as a `\u` escape. */
export function unicodeEscaped(text: string): string {
  return text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

/** Encodes non-ASCII units of `text` as `\u` escapes, as the JSON of Python and PHP does. */
export function asciiJson(text: string): string {
  return text
    .split('')
    .map((unit) => (unit.charCodeAt(0) < 0x80 ? jsonText(unit) : unicodeEscaped(unit)))
    .join('');
}

/** Encodes `text` for use between the tags or quotes of XML or HTML. */
export function xmlText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** Encodes each character of `text` as a decimal HTML character reference. */
export function decimalEntities(text: string): string {
  return [...text].map((character) => `&#${character.codePointAt(0)};`).join('');
}

/** Encodes each character of `text` as a hexadecimal HTML character reference. */
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

/** Returns the common spellings of `text`, including itself, without duplicates. */
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

/** Returns the Base64 digits of `text` that represent only `part` of it. */
export function base64Part(text: string, part: string): string {
  const before = Buffer.byteLength(text.slice(0, text.indexOf(part)));
  const end = before + Buffer.byteLength(part);
  return base64(text).slice(Math.ceil(before / 3) * 4, Math.floor(end / 3) * 4);
}
