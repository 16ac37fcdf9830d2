/**
 * Links to a detection log: `<scheme>://partner-logs.partner-logs/log?base=…&domain=…&idx=…&type=…`. They contain
 * neither a connection's key nor its name. Opening one requires a connection with the same base URL.
 */
import { defaultConventions } from '../service/differences.ts';
import type { LogKey } from '../service/model.ts';

export interface LogAddress {
  /** The base URL of the connection, which must match exactly; `SAMPLE_BASE` for the sample connection. */
  readonly baseUrl: string;
  readonly key: LogKey;
}

export interface LinkParts extends LogAddress {
  /** The editor's URI scheme (`env.uriScheme`): `vscode`, `vscodium`, `code-oss`, … */
  readonly uriScheme: string;
}

/** The base URL of the sample connection, whose server has a different address in each window. */
export const SAMPLE_BASE = 'sample:';

/** Matches the base in a link to a file of exported logs. It does not reveal the file's location. */
const FILE_BASE = /^export:[\da-f]{16}$/;

const LONGEST_LINK = 4096;
const LINK = /^[a-z][a-z0-9+.-]*:\/\/partner-logs\.partner-logs\/log\/?\?([^#]*)/i;

/**
 * Returns the link to a detection log. Throws a `RangeError` for a base URL that is not allowed in a link, such as one
 * with a password.
 */
export function formatLink({ uriScheme, baseUrl, key }: LinkParts): string {
  if (!isLinkBase(baseUrl)) throw new RangeError('This base URL is not allowed in a link.');
  const query = new URLSearchParams({
    base: baseUrl,
    domain: String(key.domain),
    idx: String(key.idx),
    type: key.detectedType,
  });
  // The editor decodes a link's query once before passing it to the handler, but leaves `+` unchanged.
  return `${uriScheme}://partner-logs.partner-logs/log?${query.toString().replaceAll('+', '%20')}`;
}

/** Parses a link with any editor's scheme, or returns undefined for any other text. Unknown parameters are ignored. */
export function parseLink(text: string): LogAddress | undefined {
  const query = text.length > LONGEST_LINK ? undefined : LINK.exec(text)?.[1];
  const parameters = new URLSearchParams(query);
  if (['base', 'domain', 'idx', 'type'].some((name) => parameters.getAll(name).length > 1)) return undefined;
  const baseUrl = parameters.get('base') ?? '';
  const domain = parseIdentifier(parameters.get('domain') ?? '');
  const idx = parseIdentifier(parameters.get('idx') ?? '');
  const detectedType = parameters.get('type') ?? defaultConventions.detectedType;
  if (!isLinkBase(baseUrl) || domain === undefined || idx === undefined || !isDetectedType(detectedType))
    return undefined;
  return { baseUrl, key: { domain, idx, detectedType } };
}

/** Parses a `user_domain_idx` or `idx` in decimal digits, at most 2^53 − 1, or returns undefined for any other text. */
export function parseIdentifier(digits: string): number | undefined {
  const value = /^\d{1,16}$/.test(digits) ? Number(digits) : Number.NaN;
  return Number.isSafeInteger(value) ? value : undefined;
}

/**
 * Returns true for a valid `detected_type`: 1 to 100 characters, without control or format characters, and neither `.` nor
 * `..`, which would change the path of a request.
 */
export function isDetectedType(text: string): boolean {
  return text.length > 0 && text.length <= 100 && !/\p{C}|^\.{1,2}$/u.test(text);
}

/** Returns true if the base URL of a link identifies a file of exported logs. */
export function isFileBase(baseUrl: string): boolean {
  return FILE_BASE.test(baseUrl);
}

/** Returns true for the sample, a file, and the address of a service without a user, a password, or a query. */
function isLinkBase(baseUrl: string): boolean {
  if (baseUrl === SAMPLE_BASE || isFileBase(baseUrl)) return true;
  if (/[\p{C}\s]/u.test(baseUrl) || !/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl)) return false;
  const { username, password, search, hash } = new URL(baseUrl);
  return [username, password, search, hash].every((part) => part === '');
}
