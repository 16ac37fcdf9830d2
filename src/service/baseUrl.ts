import { ServiceError } from './errors.ts';

/** A checked base URL. */
export interface BaseUrl {
  /** Without a trailing slash: a path is appended as text. */
  readonly text: string;
  /** What the key is bound to. */
  readonly origin: string;
}

/**
 * Checks a base URL: `https`, or `http` on loopback; a path is allowed, credentials, query and fragment are not.
 *
 * @throws ServiceError `bad-base-url`, whose message says what to change
 */
export function parseBaseUrl(input: string): BaseUrl {
  const text = withoutTrailingSlashes(input.trim());
  if (!URL.canParse(text)) throw bad('Enter an address such as https://api.example.com.');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw bad('The address must begin with https://.');
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw bad('The address must begin with https://: over http:// the API key could be read on the way.');
  }
  if (url.username !== '' || url.password !== '') {
    throw bad('The address must not hold a user name or a password.');
  }
  if (/[?#]/.test(text)) throw bad('The address must end before any ? or #.');
  return { text: normalBaseUrl(text), origin: url.origin };
}

/** Whether a host name, as `URL` writes it, is this machine's own. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(?:\.\d{1,3}){3}$/.test(hostname)
  );
}

/** The form in which base URLs are kept and compared: host in lower case, no default port, no slash at the end. */
export function normalBaseUrl(text: string): string {
  if (!/^https?:/i.test(text) || !URL.canParse(text)) return text;
  const { origin, pathname } = new URL(text);
  return withoutTrailingSlashes(origin + pathname);
}

function withoutTrailingSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === '/') end--;
  return text.slice(0, end);
}

function bad(message: string): ServiceError {
  return new ServiceError('bad-base-url', message);
}
