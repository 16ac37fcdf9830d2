import { ServiceError } from '../base/errors.ts';
import { english, type Message, message } from '../text/l10n.ts';

/** A validated base URL. */
export interface BaseUrl {
  /** The base URL without a trailing slash, so that a path can be appended as text. */
  readonly text: string;
  /** The only origin to which the key is sent. */
  readonly origin: string;
}

/** The hosts for which `http` is allowed, in the form used by `URL`. */
const THIS_MACHINE: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Validates a base URL: `https`, or `http` for `localhost`, `127.0.0.1`, and `[::1]`. A path is allowed; credentials, a
 * query, and a fragment are not.
 *
 * @param place where it is, for the fault
 * @throws ServiceError `bad-setting`
 */
export function parseBaseUrl(input: string, place = 'baseUrl'): BaseUrl {
  const text = withoutTrailingSlashes(input.trim());
  const problem = baseUrlProblem(input);
  if (problem) {
    const expected = message('a base URL. {0}', problem);
    throw new ServiceError('bad-setting', english(problem), { field: place, expected });
  }
  return { text: normalBaseUrl(text), origin: new URL(text).origin };
}

const CLEAR_TEXT = message(
  'Start the address with https://. http:// is allowed for localhost, 127.0.0.1, and [::1] only, because the API key could be intercepted on its way to any other host.',
);

/** Returns a message about how to correct a base URL, or undefined if the URL is valid. */
export function baseUrlProblem(input: string): Message | undefined {
  const text = withoutTrailingSlashes(input.trim());
  const url = urlOf(text);
  if (!url) return message('Enter an address such as https://api.example.com.');
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return message('The address must start with https://.');
  if (isClearText(text) && !THIS_MACHINE.has(url.hostname)) return CLEAR_TEXT;
  if (url.username !== '' || url.password !== '')
    return message('The address must not contain a user name or a password.');
  return /[?#]/.test(text) ? message("The address can't contain ? or #, or anything after them.") : undefined;
}

/** Returns true if requests to a base URL are not encrypted, and therefore must not leave this computer. */
export function isClearText(text: string): boolean {
  return urlOf(text)?.protocol === 'http:';
}

/**
 * Returns the form in which base URLs are stored and compared: the host in lowercase, no default port, no trailing
 * slash.
 */
export function normalBaseUrl(text: string): string {
  const url = /^https?:/i.test(text) ? urlOf(text) : undefined;
  return url ? withoutTrailingSlashes(url.origin + url.pathname) : text;
}

/** Returns undefined for an invalid URL. `URL.canParse` accepts some long host names that `URL` does not. */
export function urlOf(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

function withoutTrailingSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === '/') end--;
  return text.slice(0, end);
}
