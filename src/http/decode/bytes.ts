/** Detects text and known binary formats in decoded bytes. */
import { isUtf8 } from 'node:buffer';

/** Control characters other than white space. */
const CONTROL = /(?!\s)\p{Cc}/u;

/** Returns the bytes as text if they are well-formed UTF-8 without control characters other than white space. */
export function asText(bytes: Uint8Array): string | undefined {
  if (!isUtf8(bytes)) return undefined;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
  return CONTROL.test(text) ? undefined : text;
}

/**
 * Returns the bytes of a string in which every character represents one byte, or undefined if any character does not.
 */
export function asBytes(text: string): Uint8Array | undefined {
  return /[\u0100-\uffff]/.test(text) ? undefined : Buffer.from(text, 'latin1');
}

/**
 * Returns true if a string looks like bytes: each character fits into one byte, some are not ASCII, and at least a
 * tenth are control characters.
 */
export function isBinary(text: string): boolean {
  if (!/[\u0080-\u00ff]/.test(text) || /[\u0100-\uffff]/.test(text)) return false;
  let controls = 0;
  for (let offset = 0; offset < text.length; offset++) if (isControl(text.charCodeAt(offset))) controls++;
  return 10 * controls >= text.length;
}

/** Returns true if a character below U+0100 is a control character other than white space. */
function isControl(unit: number): boolean {
  return unit < 0x09 || (unit > 0x0d && unit < 0x20) || (unit >= 0x7f && unit < 0xa0);
}

/** Returns the number of bytes of a character in UTF-8. */
export function utf8Length(codePoint: number): number {
  return codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
}

const FORMATS: readonly (readonly [name: string, start: readonly number[]])[] = [
  ['gzip', [0x1f, 0x8b, 0x08]],
  ['PNG image', [0x89, 0x50, 0x4e, 0x47]],
  ['JPEG image', [0xff, 0xd8, 0xff]],
  ['GIF image', [0x47, 0x49, 0x46, 0x38]],
  ['ZIP archive', [0x50, 0x4b, 0x03, 0x04]],
  ['PDF document', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['serialized Java object', [0xac, 0xed, 0x00, 0x05]],
  ['serialized .NET object', [0x00, 0x01, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff]],
  ['Java class', [0xca, 0xfe, 0xba, 0xbe]],
  ['ELF program', [0x7f, 0x45, 0x4c, 0x46]],
];

/** Returns the name of the format identified by the first bytes, or undefined if they don't identify one. */
export function formatOf(bytes: Uint8Array): string | undefined {
  return FORMATS.find(([, start]) => start.every((byte, index) => bytes[index] === byte))?.[0];
}
