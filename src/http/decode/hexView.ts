/** Bytes as a hex view: sixteen a line, with their offset and their ASCII characters. */

/** Bytes that are shown. */
export const HEX_LIMIT = 64 * 1024;
const COLUMNS = 16;

/** The lines of the first bytes: `HEX_LIMIT` of them unless fewer are given. */
export function hexLines(bytes: Uint8Array, most = HEX_LIMIT): string[] {
  const lines: string[] = [];
  const length = Math.min(bytes.length, most);
  for (let start = 0; start < length; start += COLUMNS) {
    const row = bytes.subarray(start, Math.min(start + COLUMNS, length));
    const hex = Array.from(row, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const ascii = Array.from(row, (byte) =>
      byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.',
    ).join('');
    const offset = start.toString(16).padStart(8, '0');
    lines.push(`${offset}  ${hex.padEnd(3 * COLUMNS - 1)}  ${ascii}`);
  }
  return lines;
}
