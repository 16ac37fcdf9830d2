/** Finds the secrets in the value of a header. */
import { isNoValue, looksRandom } from './randomness.ts';
import type { SecretKind } from './secretNames.ts';

export interface Span {
  readonly start: number;
  readonly end: number;
}

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

const COOKIE_ATTRIBUTES = new Set(
  'comment domain expires httponly max-age partitioned path priority samesite secure version'.split(' '),
);

/**
 * Returns the secrets in a header's value: the value of each cookie; the credentials after a scheme, or only the secret
 * ones among its parameters; otherwise, the complete value. The value can contain folded lines. Spans are offsets in
 * `value`.
 */
export function headerSecrets(name: string, kind: SecretKind, value: string): Finding[] {
  if (kind === 'cookie') {
    const [from, to] = serialisedObject(value);
    return cookieValues(value, /^set-/i.test(name.trim())).filter(({ start }) => start <= from || start > to);
  }
  if (kind === 'token') return protocolTokens(value);
  const parameters = kind === 'authorization' ? secretParameters(value) : undefined;
  if (parameters !== undefined) return parameters.map((span) => ({ ...span, kind, name: name.trim() }));
  const start = kind === 'authorization' ? (SCHEME.exec(value)?.[0].length ?? 0) : 0;
  const span = trimmed(value, start, value.length);
  if (span.start >= span.end || isNoValue(value.slice(span.start, span.end))) return [];
  return [{ ...span, kind, name: name.trim() }];
}

/** Returns the range of a serialized PHP object, whose parts are separated by semicolons but are not cookies. */
function serialisedObject(value: string): readonly [start: number, end: number] {
  const start = value.search(/\b[OC]:\d{1,4}:"/);
  return start < 0 ? [value.length, value.length] : [start, value.lastIndexOf('}')];
}

/** Returns tokens from the requested WebSocket protocols, because a browser cannot send them in any other header. */
function protocolTokens(value: string): Finding[] {
  return Array.from(value.matchAll(/[^\s,]{8,4096}/g)).flatMap(({ 0: token, index }) =>
    looksRandom(token) ? [{ start: index, end: index + token.length, kind: 'token' as const }] : [],
  );
}

const SCHEME = /^\s*[A-Za-z][\w-]*\s+(?=\S)/;

/**
 * Schemes in which only some parameters are secret; the others identify the signer and the signed parts: Digest (RFC
 * 7616), AWS Signature 4, OAuth 1.0a, Hawk, and HTTP signatures.
 */
const WITH_PARAMETERS =
  /^\s*(?:Digest|AWS4-[\w-]+|OAuth|Hawk|Signature|GoogleLogin|MediaBrowser|Emby)\s+(?=\S)/i;
const SECRET_PARAMETER =
  /(?:^|[\s,])(?:response|cnonce|nonce|opaque|signature|oauth_(?:signature|token|nonce|verifier|consumer_key)|mac|token|auth|key|hash)\s*=\s*(?:"([^"]*)"|([^\s,"]+))/dgi;

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

/** Returns the value of each cookie in a Cookie or Set-Cookie header. */
export function cookieValues(value: string, isSetCookie: boolean): Finding[] {
  const findings: Finding[] = [];
  let start = 0;
  for (const part of value.split(';')) {
    const from = start;
    start += part.length + 1;
    const [name, valueStart] = cookieName(part, isSetCookie);
    // Text after the semicolon in a data URL is not a cookie.
    if (valueStart === undefined || part.startsWith('base64,')) continue;
    const span = trimmed(value, from + valueStart, from + part.length);
    if (span.start < span.end) findings.push({ ...span, kind: 'cookie', name });
  }
  return findings;
}

/** Returns the name in one part of the header and the start of its value, which is undefined for an attribute. */
function cookieName(part: string, isSetCookie: boolean): [name: string, valueStart: number | undefined] {
  const equals = part.indexOf('=');
  const name = part.slice(0, Math.max(0, equals)).trim();
  if (!isSetCookie || !COOKIE_ATTRIBUTES.has((equals < 0 ? part : name).trim().toLowerCase())) {
    return [name, equals + 1];
  }
  // Several Set-Cookie headers might be joined by commas, in which case the next cookie follows an attribute.
  const joined = /,\s*([^\s=,]+)\s*=/.exec(part.slice(equals + 1));
  if (equals < 0 || joined === null) return [name, undefined];
  return [joined[1] ?? '', equals + 1 + joined.index + joined[0].length];
}

/** Returns the range without surrounding white space and one pair of quotes. */
function trimmed(text: string, from: number, to: number): Span {
  let [start, end] = [from, to];
  while (start < end && /\s/.test(text.charAt(start))) start++;
  while (end > start && /\s/.test(text.charAt(end - 1))) end--;
  if (end - start > 1 && text[start] === '"' && text[end - 1] === '"')
    return { start: start + 1, end: end - 1 };
  return { start, end };
}
