/** Finds the secrets in the value of a header. */

import type { Span } from '../text/spans.ts';
import { cookieValues, trimmed } from './cookieValues.ts';
import { isNoValue, looksRandom } from './randomness.ts';
import type { SecretKind } from './secretNames.ts';

export interface Finding extends Span {
  readonly kind: SecretKind;
  /** The name of the header, parameter, or field that contains the secret, if any. */
  readonly name?: string;
  /** The decoded secret, if the text is encoded as a whole. */
  readonly plain?: string;
}

/** Returns findings in part of a text that starts at `by`, with offsets in the text. */
export function moved(findings: readonly Finding[], by: number): Finding[] {
  return findings.map((finding) => ({ ...finding, start: finding.start + by, end: finding.end + by }));
}

/** Returns the matches of an expression that `isSecret` accepts. */
export function matches(
  text: string,
  pattern: RegExp,
  kind: SecretKind,
  isSecret: (match: string) => boolean = () => true,
): Finding[] {
  return Array.from(text.matchAll(pattern))
    .filter(([match]) => isSecret(match))
    .map(({ 0: match, index }) => ({ start: index, end: index + match.length, kind }));
}

/**
 * Returns the secrets in a header's value: the value of each cookie; the credentials after a scheme, or only the secret
 * ones among its parameters; otherwise, the complete value. The value can contain folded lines. Spans are offsets in
 * `value`.
 */
export function headerSecrets(name: string, kind: SecretKind, value: string): Finding[] {
  if (kind === 'cookie') {
    const [from, to] = serialisedObject(value);
    return [...cookieValues(value, /^set-/i.test(name.trim()))]
      .filter(({ start }) => start <= from || start > to)
      .map((cookie) => ({ ...cookie, kind }));
  }
  // A browser cannot send a token for a WebSocket in any other header than the requested protocols.
  if (kind === 'token') return matches(value, /[^\s,]{8,4096}/g, kind, looksRandom);
  const parameters = kind === 'authorization' ? secretParameters(value) : undefined;
  if (parameters !== undefined) return parameters.map((span) => ({ ...span, kind, name: name.trim() }));
  const start = kind === 'authorization' ? (SCHEME.exec(value)?.[0].length ?? 0) : 0;
  const span = trimmed(value, { start, end: value.length });
  if (span.start >= span.end || isNoValue(value.slice(span.start, span.end))) return [];
  return [{ ...span, kind, name: name.trim() }];
}

/** Returns the range of a serialized PHP object, whose parts are separated by semicolons but are not cookies. */
function serialisedObject(value: string): readonly [start: number, end: number] {
  const start = value.search(/\b[OC]:\d{1,4}:"/);
  return start < 0 ? [value.length, value.length] : [start, value.lastIndexOf('}')];
}

const SCHEME = /^\s*[A-Za-z][\w-]*\s+(?=\S)/;

/**
 * Schemes in which only some parameters are secret; the others identify the signer and the signed parts: Digest (RFC
 * 7616), AWS Signature 4, OAuth 1.0a, Hawk, and HTTP signatures.
 */
const WITH_PARAMETERS =
  /^\s*(?:Digest|AWS4-[\w-]+|OAuth|Hawk|Signature|GoogleLogin|MediaBrowser|Emby)\s+(?=\S)/i;
const SECRET_PARAMETER =
  /[\s,](?:response|cnonce|nonce|opaque|signature|oauth_(?:signature|token|nonce|verifier|consumer_key)|mac|token|auth|key|hash)\s*=\s*(?:"([^"]*)"|([^\s,"]+))/dgi;

/** A parameter right after the scheme. */
const FIRST_PARAMETER =
  /^\s{0,100}[\w-]{1,40}\s{1,100}[\w-]{1,40}\s{0,5}=\s{0,5}"[^"]{0,4000}"(?:\s{0,5},|\s{0,5}$)/;

/** Returns the secret parameters, or undefined if there are none. */
function secretParameters(value: string): Span[] | undefined {
  if (!WITH_PARAMETERS.test(value)) return undefined;
  const found = Array.from(value.matchAll(SECRET_PARAMETER), ({ indices }) => indices?.[1] ?? indices?.[2]);
  const spans = found.flatMap((at) => (at && at[1] > at[0] ? [{ start: at[0], end: at[1] }] : []));
  return spans.length > 0 || FIRST_PARAMETER.test(value) ? spans : undefined;
}
