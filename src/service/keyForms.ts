/** The spellings in which a service might echo a connection's key. */

/** Minimum length, in units, of a spelling in Base64. */
const SHORTEST = 8;
/** Maximum number of levels of encoding around a key. */
const MOST_LEVELS = 3;
/** The codes of the characters that a key can contain, and character references. Others are left as they are. */
const ESCAPE =
  /(?:%|\\x|\\u00)([2-7][\da-f])|\\u\{0{0,4}([2-7][\da-f])\}|&#(x0{0,16}[\da-f]{1,6}|0{0,16}\d{1,7});?|&(quot|amp|lt|gt|apos);/gi;
const NAMED: Readonly<Record<string, string>> = { quot: '"', amp: '&', lt: '<', gt: '>', apos: "'" };

/** Returns a text as is, and in Base64 and Base64url, either alone or among other bytes. */
export function keyForms(text: string): readonly string[] {
  const padded = Buffer.from(`\0\0${text}`);
  const base64 = [0, 1, 2].flatMap((before) => {
    const whole = padded.toString('base64', 2 - before);
    // Excludes the characters at either end that also depend on the surrounding bytes.
    const [start, end] = [before === 0 ? 0 : before + 1, Math.floor(((padded.length - 2 + before) * 8) / 6)];
    return [whole.slice(start, end), ...(before === 0 ? [whole] : [])];
  });
  const long = base64.filter(({ length }) => length >= SHORTEST);
  return [...new Set([text, ...long, ...long.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))])];
}

/**
 * Returns true if a text contains a key in any of these spellings, also percent-encoded, as JavaScript escapes, or as
 * character references.
 */
export function containsKey(text: string, key: string): boolean {
  const levels = [text];
  for (const level of levels) if (levels.length <= MOST_LEVELS) levels.push(level.replace(ESCAPE, unescaped));
  return key !== '' && keyForms(key).some((form) => levels.some((each) => each.includes(form)));
}

function unescaped(_: string, plain?: string, braced?: string, reference = '', name = ''): string {
  const hex = plain ?? braced;
  const code = hex === undefined ? Number(reference.replace(/^x/i, '0x')) : Number.parseInt(hex, 16);
  return NAMED[name.toLowerCase()] ?? String.fromCharCode(code);
}
