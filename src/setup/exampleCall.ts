/** Reads a URL or a cURL command, as browsers, Postman, and Insomnia copy it. Nothing is executed. */

export interface ExampleCall {
  /** The address up to the interface's own paths. Might not be usable as a base URL. */
  readonly baseUrl: string;
  /** The headers that might contain the key, most likely first. */
  readonly keys: readonly ExampleKey[];
}

export interface ExampleKey {
  /** The header in the notation of the conventions; for example, `Authorization: Bearer`. */
  readonly keyHeader: string;
  /** Undefined if the header contains a placeholder, such as `<API_KEY>`. */
  readonly key: string | undefined;
}

/** Maximum length of an example, in UTF-16 units. */
export const LONGEST_EXAMPLE = 100_000;

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
  const keys = headers.flatMap(keyOf);
  const isNamedKey = ({ keyHeader }: ExampleKey) => /key$/i.test(keyHeader);
  return {
    baseUrl,
    keys: [...keys.filter(isNamedKey), ...keys.filter((each) => !isNamedKey(each))],
  };
}

/** Headers that browsers and proxies use, which never contain the service's key. */
const NEVER_KEY = /^(?:accept|content|cookie|host|idempotency|if|origin|proxy|referer|sec)\b|csrf|xsrf/i;
const KEY_NAME = /^[\w-]{0,60}(?:key|token|secret|auth|authorization)$/i;
/** Authentication schemes before a key, in `Authorization` and in any other header. */
const SCHEME = /^(?!(?:basic|digest|negotiate|ntlm)$)[a-z-]{1,30}$/i;
const USUAL_SCHEME = /^(?:api-?key|bearer|key|token)$/i;

function keyOf(header: string): ExampleKey[] {
  const colon = header.indexOf(':');
  const name = header.slice(0, colon).trim();
  const value = header.slice(colon + 1).trim();
  if (colon < 1 || NEVER_KEY.test(name) || !KEY_NAME.test(name)) return [];
  const [key = '', scheme, ...others] = value.split(' ', 3).reverse();
  const isScheme = /^authorization$/i.test(name) ? SCHEME : USUAL_SCHEME;
  if (others.length > 0 || (scheme !== undefined && !isScheme.test(scheme))) return [];
  const isKey = /^[\x21-\x7e]{4,4096}$/.test(key) && !isPlaceholder(key);
  return [{ keyHeader: scheme === undefined ? name : `${name}: ${scheme}`, key: isKey ? key : undefined }];
}

const PLACEHOLDER_WORD =
  /^(?:access|api|apikey|auth|example|here|key|partner|secret|service|the|token|value)$/i;

/** Returns true for a placeholder, such as `<API_KEY>`, `$KEY`, `{{key}}`, `your-key`, or `xxxx`. */
function isPlaceholder(key: string): boolean {
  const words = key.split(/[^A-Za-z\d]+/).filter((word) => word !== '');
  return (
    /^[<{[$%:(*`]|\*{3}|\.{3}/.test(key) ||
    words.some((word) => /^(?:your|my|x{3,100})$/i.test(word)) ||
    words.every((word) => PLACEHOLDER_WORD.test(word))
  );
}

/** Options of cURL without a value. All other long options are assumed to have one. */
const FLAG =
  /^--(?:compressed|fail.*|get|globoff|head|http[\d.]+|include|insecure|ipv[46]|location.*|no-.*|path-as-is|show-error|silent|ssl.*|tlsv[\d.]+|verbose)$/;
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

/**
 * Returns the words of each command, separated and unquoted as by bash, or by cmd if there are carets. Omits comments.
 */
function shellWords(sent: string): string[][] {
  const text = IS_CMD.test(sent) ? sent.replace(CARET, (_, escaped?: string) => escaped ?? ' ') : sent;
  let words: string[] = [];
  const commands = [words];
  let word: string | undefined;
  const end = () => {
    if (word !== undefined) words.push(word);
    word = undefined;
  };
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charAt(at);
    const next = text.charAt(at + 1);
    if (unit === '\\' && /\s/.test(next)) {
      end();
      at += text.startsWith('\r\n', at + 1) ? 2 : 1;
    } else if (/[\n;|&]/.test(unit)) {
      end();
      words = [];
      commands.push(words);
    } else if (/\s/.test(unit)) end();
    else if (unit === '#' && word === undefined) {
      const line = text.indexOf('\n', at);
      at = line < 0 ? text.length : line - 1;
    } else if (/["']/.test(unit) || (unit === '$' && next === "'")) {
      const isAnsi = unit === '$';
      const start = isAnsi ? at + 2 : at + 1;
      const close = closeOf(text, start, isAnsi ? next : unit, unit !== "'");
      word = (word ?? '') + unescaped(text.slice(start, close), unit);
      at = close;
    } else if (unit === '\\') {
      word = (word ?? '') + next;
      at += 1;
    } else word = (word ?? '') + unit;
  }
  end();
  return commands;
}

/** Returns the index of the closing quote, or the length of the text. */
function closeOf(text: string, start: number, quote: string, canEscape: boolean): number {
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === quote) return at;
    if (canEscape && text[at] === '\\') at += 1;
  }
  return text.length;
}

/** Returns the text in quotes: `'`, `"`, or `$` for bash's `$'…'`, whose control characters are replaced by spaces. */
function unescaped(text: string, quote: string): string {
  if (quote === "'") return text;
  if (quote === '"') return text.replace(/\\(["\\$`])/g, '$1');
  return text.replace(/\\(?:[ux]([\da-f]{2,4})|(.))/gi, (_, code: string | undefined, letter: string) => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    return /\w/.test(letter) ? ' ' : letter;
  });
}
