/**
 * Finds secrets in path segments: links for password resets and invitations, magic links, webhooks, and session tokens.
 */

import type { Finding } from './headerGrammar.ts';
import { fullyDecoded } from './levels.ts';
import { FILE, looksRandom } from './randomness.ts';
import type { SecretNames } from './secretNames.ts';

/**
 * Segments that indicate that a random-looking segment after them is a secret, in addition to names of secrets and
 * segments with one of the words below.
 */
const BEFORE_SECRET =
  /^(?:resetpassword|autologin|ping|passwords?[-_]?(?:resets?|change|forgot|recovery)|pwreset|resets|forgot(?:[-_]password)?|invit(?:es|ations)|join|accept(?:invit(?:e|ation))?|magic(?:links?|login|signin)|one[-_]?time(?:login)?|verif(?:y|ication)(?:e?mail|account)|confirm(?:ation)?(?:s|e?mail|account)|validate|activat(?:e|ion)account|opt[-_]?out|register|sign[-_]?(?:up|in)|sso|callback|tokens|sessions|web[-_]?hooks?|hooks?|incoming|services|keys?|access|shared?|s|download|feeds?|rss|calendar|ical|private|triggers?|k|t)$/i;

/**
 * Words in segments that precede a secret, separated by hyphens or underscores: `confirm_subscription`,
 * `one-click-login`.
 */
const WORD_BEFORE_SECRET =
  /(?:^|[-_])(?:reset|confirm(?:ation)?|verif(?:y|ication)|activat(?:e|ion)|invit(?:e|ation)|magic|login|signin|passwordless|unsubscribe|unlock|recover(?:y)?)(?:$|[-_])/i;

/** A key in a path without a preceding word: `/v2/KEY`. Longer than IDs and, unlike hashes, with capitals. */
const LONG_KEY = /^(?=.{0,100}[A-Z])(?=.{0,100}[a-z])(?=(?:.{0,100}\d){2})[\w-]{32,100}$/;

/** Words with a version: `api-keys-v2`. */
const WORDS = /^[A-Za-z]{1,40}(?:[-_][A-Za-z]{1,40}){1,20}[-_]?\d{0,3}[A-Z]?$/;

/**
 * Maximum number of segments between a segment that indicates a secret and the secret itself, as in
 * `/reset-password/confirm/TOKEN` and `/reset/42/TOKEN`.
 */
const MOST_BETWEEN = 3;

/** A path, absolute or in a URL; percent-encoded slashes are found in the decoded text. */
const PATH = /\/[^\s?#"'<>\\&=]{1,2000}(?:\?[\w-]{16,200}(?![\w=-]))?/g;

export function findInPaths(text: string, names: SecretNames): Finding[] {
  const findings: Finding[] = [];
  for (const { 0: path, index } of text.matchAll(PATH)) {
    let since = MOST_BETWEEN + 1;
    let start = index;
    // In Base64, a slash is an ordinary character.
    const isPath = !/[\w+=]/.test(text.charAt(index - 1));
    let isNamed = false;
    let isAfterVersion = false;
    for (const segment of path.split(/[/;?]/)) {
      const end = start + segment.length;
      const isKey =
        LONG_KEY.test(segment) &&
        looksRandom(segment) &&
        (isAfterVersion || (isPath && !isEncodedText(segment)));
      isAfterVersion = /^(?:api|v\d{1,2})$/i.test(segment);
      if (isKey || (since <= MOST_BETWEEN && isToken(segment))) findings.push({ start, end, kind: 'token' });
      else if (isNamed && /\d/.test(segment) && segment.length >= 6 && !WORDS.test(segment))
        findings.push({ start, end, kind: 'secret' });
      isNamed = segment.length < 100 && names.isSecret(segment);
      since =
        isNamed || BEFORE_SECRET.test(segment) || (segment.length < 60 && WORD_BEFORE_SECRET.test(segment))
          ? 0
          : since + 1;
      start = end + 1;
    }
  }
  return findings;
}

/** Returns true if a segment is Base64-encoded text, which might be an attack. */
function isEncodedText(segment: string): boolean {
  return /^[ -~\s]{16}/.test(Buffer.from(segment, 'base64url').toString('latin1'));
}

function isToken(segment: string): boolean {
  const decoded = fullyDecoded(segment);
  return decoded.length >= 10 && !FILE.test(decoded) && looksRandom(decoded) && !/[%<>'"(){}|]/.test(decoded);
}
