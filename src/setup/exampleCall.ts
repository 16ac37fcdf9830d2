/** Reads a URL or a cURL command, as browsers, Postman, and Insomnia copy it. Nothing is executed. */
import { defaultConventions } from '../service/differences.ts';

export interface ExampleCall {
  /** The address up to the interface's own paths. Might not be usable as a base URL. */
  readonly baseUrl: string;
  /**
   * The header that is most likely to contain the key, if any, in the notation of the conventions; for example,
   * `Authorization: Bearer`.
   */
  readonly keyHeader?: string | undefined;
  /** Undefined if the header contains a placeholder, such as `<API_KEY>`. */
  readonly key?: string | undefined;
}

/** Maximum length of an example, in UTF-16 units. */
const LONGEST_EXAMPLE = 100_000;

/** The start of the interface's own paths. */
const ROOT = '/partner/';

/**
 * Returns the call in the text, or undefined for any other text, including a base URL. If there are several commands,
 * returns the last one.
 */
export function readExample(text: string): ExampleCall | undefined {
  const typed = text.trim();
  if (typed.length > LONGEST_EXAMPLE) return undefined;
  if (/^https?:\S+$/i.test(typed)) {
    return typed.includes(ROOT) ? callOf({ url: typed, headers: [] }) : undefined;
  }
  return commandsIn(typed)
    .map(callOf)
    .findLast((call) => call !== undefined);
}

interface Command {
  readonly url: string;
  readonly headers: readonly string[];
}

function callOf({ url, headers }: Command): ExampleCall | undefined {
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return undefined;
  const { href, pathname, search, hash } = new URL(url);
  const root = pathname.indexOf(ROOT);
  const baseUrl =
    href.slice(0, href.length - (pathname + search + hash).length) + pathname.slice(0, Math.max(0, root));
  const found = headers.flatMap(keyOf);
  const key =
    found.find(({ keyHeader }) => isDefaultHeader(keyHeader)) ??
    found.find(({ keyHeader }) => /key$/i.test(keyHeader)) ??
    found[0];
  return { baseUrl, ...key };
}

/** Returns true for the header that the service uses unless a connection differs. */
export function isDefaultHeader(keyHeader: string): boolean {
  return keyHeader.toLowerCase() === defaultConventions.keyHeader.toLowerCase();
}

/** Headers that browsers and proxies use, which never contain the service's key. */
const NEVER_KEY = /^(?:accept|content|cookie|host|idempotency|if|origin|proxy|referer|sec)\b|csrf|xsrf/i;
const KEY_NAME = /^[\w-]{0,60}(?:key|token|secret|auth|authorization)$/i;
/** Authentication schemes before a key. */
const SCHEME = /^(?:api-?key|bearer|key|token)$/i;

interface KeyInHeader extends Pick<ExampleCall, 'key'> {
  readonly keyHeader: string;
}

function keyOf(header: string): KeyInHeader[] {
  const colon = header.indexOf(':');
  const name = header.slice(0, colon).trim();
  const value = header.slice(colon + 1).trim();
  if (colon < 1 || NEVER_KEY.test(name) || !KEY_NAME.test(name)) return [];
  const [key = '', scheme, ...others] = value.split(' ', 3).reverse();
  if (others.length > 0 || (scheme !== undefined && !SCHEME.test(scheme))) return [];
  const isKey = /^[\x21-\x7e]{4,4096}$/.test(key) && !PLACEHOLDER.test(key);
  return [{ keyHeader: scheme === undefined ? name : `${name}: ${scheme}`, key: isKey ? key : undefined }];
}

/** A placeholder, such as `<API_KEY>`, `$KEY`, `{{key}}`, `your-key`, or `xxxx`. */
const PLACEHOLDER = /^[<{[$%:(*`]|\*{3}|\.{3}|^x{4}|\b(?:your|my)[-_]|^api[-_]?key$/i;

/** Options of cURL without a value. All other long options are assumed to have one. */
const FLAG = new RegExp(
  `^--(?:${[
    'anyauth|basic|compressed|digest|fail.*|get|globoff|head|http\\d.*|include|insecure|ipv[46]|location.*|negotiate',
    'netrc|no-.*|ntlm|path-as-is|progress-bar|raw|remote-.*|show-.*|silent|ssl.*|styled-output|tcp-.*|tlsv1.*',
    'tr-encoding|trace-time|verbose',
  ].join('|')})$`,
);
/** Letters of cURL's options with a value. */
const WITH_VALUE = 'AbcCdDeEFHKmoPQrtTuUwxXyYz';

/** Returns the URL and the headers of each cURL command in the text, in order. */
function commandsIn(text: string): Command[] {
  const commands: { url: string; headers: string[] }[] = [];
  for (const words of shellWords(text)) {
    let command: (typeof commands)[number] | undefined;
    for (let at = 0; at < words.length; at += 1) {
      const word = words[at] ?? '';
      const argument = (joined: string) => {
        if (joined !== '') return joined;
        at += 1;
        return words[at] ?? '';
      };
      if (/^curl(?:\.exe)?$/i.test(word)) {
        command = { url: '', headers: [] };
        commands.push(command);
      } else if (!command) continue;
      else if (word.startsWith('--')) {
        const value = FLAG.test(word) ? '' : argument('');
        if (word === '--header') command.headers.push(value);
        if (word === '--url') command.url ||= value;
      } else if (/^-./.test(word)) {
        const end = [...word].findIndex((letter) => WITH_VALUE.includes(letter));
        const value = end > 0 ? argument(word.slice(end + 1)) : '';
        if (word[end] === 'H') command.headers.push(value);
      } else command.url ||= word;
    }
  }
  return commands;
}

/** A line break that is escaped or, in the one line of a prompt, has become spaces; and an escaped character. */
const CARET = /\^(?:\s+|([^\s]))/g;
const IS_CMD = /\^(?:"https?:|\r?\n|[ \t]+-|&)/i;

/** The end of a command or of a word, or a part of a word. A quotation that is not closed ends with the text. */
const TOKEN = new RegExp(
  [
    String.raw`(?<end>[\n;|&])`,
    String.raw`(?<gap>\\\r?\n|\\?\s|(?<=^|[\s;|&])#[^\n]*)`,
    String.raw`\$'(?<ansi>(?:[^'\\]|\\.){0,${LONGEST_EXAMPLE}})'?`,
    `'(?<single>[^']*)'?`,
    String.raw`"(?<double>(?:[^"\\]|\\.){0,${LONGEST_EXAMPLE}})"?`,
    String.raw`\\(?<escaped>.)`,
    String.raw`(?<plain>[^\s;|&'"\\$]+|[$\\])`,
  ].join('|'),
  'gs',
);

/**
 * Returns the words of each command, separated and unquoted as by bash, or by cmd if there are carets. Omits comments.
 */
function shellWords(sent: string): string[][] {
  const text = IS_CMD.test(sent) ? sent.replace(CARET, (_, escaped?: string) => escaped ?? ' ') : sent;
  let words: string[] = [];
  const commands = [words];
  let word: string | undefined;
  for (const { groups = {} } of `${text}\n`.matchAll(TOKEN)) {
    const { end, gap, single, double, ansi, escaped, plain } = groups;
    if (end === undefined && gap === undefined) {
      const quoted =
        double?.replace(/\\(["\\$`])/g, '$1') ?? (ansi === undefined ? undefined : unescaped(ansi));
      word = (word ?? '') + (single ?? quoted ?? escaped ?? plain);
      continue;
    }
    if (word !== undefined) words.push(word);
    word = undefined;
    if (end === undefined) continue;
    words = [];
    commands.push(words);
  }
  return commands;
}

/** Returns the text in bash's `$'…'`, with spaces instead of control characters. */
function unescaped(text: string): string {
  const pattern = /\\(?:(x[\da-f]{1,2}|u[\da-f]{1,4}|[0-7]{1,3})|(.))/gi;
  return text.replace(pattern, (_, code: string | undefined, letter: string) => {
    if (code === undefined) return /\w/.test(letter) ? ' ' : letter;
    return String.fromCharCode(Number(/^\d/.test(code) ? `0o${code}` : `0x${code.slice(1)}`));
  });
}
