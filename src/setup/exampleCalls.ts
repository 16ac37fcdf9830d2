/**
 * Reads example calls from commands, HTTP messages, code, prose, and OpenAPI documents in JSON. Nothing is executed.
 */
import { type Token, tokensOf } from './exampleTokens.ts';
import { type ExampleCall, MOST_CALLS, openApiOf } from './openApi.ts';

export interface ReadExamples {
  readonly calls: readonly ExampleCall[];
  /**
   * The options that were ignored because they would set the destination or the transport. Only the user's settings can
   * do that.
   */
  readonly ignored: readonly string[];
  /** Number of commands that are not GET requests. */
  readonly notGet: number;
  /** True if only the first `LONGEST_EXAMPLE` characters were read. */
  readonly isCut: boolean;
}

/** Maximum number of characters to read. */
export const LONGEST_EXAMPLE = 100_000;

/** A command, an HTTP request or response, or one URL with the code and prose around it. */
interface Block {
  readonly kind: 'command' | 'request' | 'response' | 'code';
  target?: string | undefined;
  /** The words before the target in code. */
  label: string;
  host?: string;
  method: string;
  isQuery: boolean;
  readonly data: string[];
  readonly headers: (readonly [string, string])[];
}

const COMMAND = /^(?:curl(?:\.exe)?|iwr|irm|wget|invoke-(?:webrequest|restmethod))$/i;
const HTTPIE = /^(?:https?|xhs?)$/;
const METHOD = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE)$/;
const CHANGING = /(?:^|\.)(?:post|put|patch|delete)(?:async)?$/i;
const SEND = /^(?:--json|-F|--form\S*|-T|--upload-file|-InFile|-Form|--post-\S+)$/;
const IGNORED =
  /^(?:-[uxKEb]|--(?:user|proxy\S*|socks\S*|resolve|connect-to|config|cert|key|cacert|cookie|netrc-file)|-Proxy|-Credential)$/;
const IGNORED_FLAG = /^(?:-k|--insecure|--netrc|-Proxy[A-Z]\S*)$/;
const WITH_VALUE =
  /^(?:-[Acemorw]|--(?:user-agent|cookie-jar|referer|max-time|output|range|write-out|retry|connect-timeout)|-(?:OutFile|TimeoutSec|UserAgent))$/;
/** Header names that are recognized anywhere in the text. */
const HEADER = /^(?:Host|Authorization|[A-Za-z][A-Za-z\d]{0,20}-[\w-]{1,40})$/i;
const HEADERS = /header|property/i;
const QUERY =
  /^(?:params|query|qs|queryparams|searchparams|urlsearchparams|http_build_query|-?body)$|\.query$/i;
const SENDING = /(?:^|\.)(?:get\w{0,20}|request|fetch|open)$/i;
const HOST = /^[\w-]{1,60}(?:\.[\w-]{1,60}){1,9}(?::\d{1,5})?$/;
const ABSOLUTE = /^https?:\/\//i;

/** Returns the calls in the text, each with only its URL and headers. */
export function readExamples(text: string): ReadExamples {
  const start = text.slice(0, LONGEST_EXAMPLE);
  const isCut = start.length < text.length;
  const document = openApiOf(start);
  if (document) return { calls: document, ignored: [], notGet: 0, isCut };
  const ignored = new Set<string>();
  const blocks = new Blocks(tokensOf(start), ignored).all.filter(({ target }) => target !== undefined);
  const isGet = ({ method, data, isQuery }: Block) => method === 'GET' && (data.length === 0 || isQuery);
  return {
    calls: callsOf(blocks.filter(isGet)).slice(0, MOST_CALLS),
    ignored: [...ignored],
    notGet: blocks.filter((block) => !isGet(block)).length,
    isCut,
  };
}

/** Returns the calls in blocks, omitting any URL that serves only as the base URL of other calls. */
function callsOf(blocks: readonly Block[]): ExampleCall[] {
  const absolute = blocks.filter(({ target = '' }) => ABSOLUTE.test(target) && URL.canParse(target));
  const base = absolute.find(({ label }) => /base|server|host|endpoint/i.test(label)) ?? absolute[0];
  const isBelow = ({ target = '', host }: Block) => !ABSOLUTE.test(target) && host === undefined;
  const isBase = base?.kind === 'code' && base.data.length === 0 && blocks.some(isBelow);
  const calls = blocks.flatMap((block) => {
    const { target = '', host, data } = block;
    const query = data.length > 0 ? `${target.includes('?') ? '&' : '?'}${data.join('&')}` : '';
    const isLoopback = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::|$)/.test(host ?? '');
    const scheme = isLoopback ? 'http' : 'https';
    const start = isBelow(block) ? joinable(base?.target, target) : `${scheme}://${host}`;
    const address = (ABSOLUTE.test(target) ? target : start + target) + query;
    if ((isBase && block === base) || !URL.canParse(address)) return [];
    const url = new URL(address);
    if (url.username !== '' || url.password !== '') return [];
    const headers = isBase && isBelow(block) ? [...base.headers, ...block.headers] : block.headers;
    return [{ kind: block.kind, url, headers }];
  });
  const inCode = calls.filter(({ kind }) => kind === 'code');
  const isClear = new Set(inCode.map(({ url }) => url.origin)).size < 2;
  return calls.map(({ kind, url, headers }) => ({
    url,
    // If code calls several services, it does not show which of them a key belongs to.
    headers:
      isClear || kind !== 'code'
        ? headers
        : headers.map(
            ([name, value]) => [name, `${value.slice(0, value.lastIndexOf(' ') + 1)}<key>`] as const,
          ),
  }));
}

/** Returns the part of a base URL to which a path can be appended. */
function joinable(base: string | undefined, path: string): string {
  if (base === undefined) return '';
  const { origin, pathname, search } = new URL(base);
  const lead = pathname.replace(/\/$/, '');
  const isWhole = search !== '' || /\/partner\/|\/\d+(?:\/|$)/.test(pathname) || path.startsWith(`${lead}/`);
  return isWhole ? origin : origin + lead;
}

/** Splits tokens into blocks, each with at most one URL and the headers and parameters mentioned near it. */
class Blocks {
  readonly all: Block[] = [];
  readonly #tokens: readonly Token[];
  readonly #ignored: Set<string>;
  #block: Block;
  #at = 0;
  #depth = 0;
  /** The kind of content in the current brackets, and the nesting depth at which it was recognized. */
  #mode: { readonly of: 'headers' | 'query'; readonly depth: number } | undefined;

  constructor(tokens: readonly Token[], ignored: Set<string>) {
    this.#tokens = tokens;
    this.#ignored = ignored;
    this.#block = this.#open('code');
    for (; this.#at < tokens.length; this.#at += 1) {
      const { kind, text } = this.#token(0);
      if (kind === 'end' || kind === 'mark') this.#punctuate(text);
      else if (!this.#begins(text)) this.#isOption ? this.#readOption() : this.#readLiteral();
    }
  }

  get #isOption(): boolean {
    return this.#block.kind === 'command' && this.#depth === 0;
  }

  #token(offset: number): Token {
    return this.#tokens[this.#at + offset] ?? { kind: 'end', text: '', isApart: true };
  }

  #open(kind: Block['kind']): Block {
    this.#block = { kind, label: '', method: 'GET', isQuery: false, data: [], headers: [] };
    this.all.push(this.#block);
    this.#mode = undefined;
    if (kind !== 'code') this.#depth = 0;
    return this.#block;
  }

  #punctuate(mark: string): void {
    if (/[([{]/.test(mark)) this.#depth += 1;
    if (/[)\]}]/.test(mark)) this.#depth = Math.max(0, this.#depth - 1);
    const isClosed = /[)\]}\n]/.test(mark) && this.#depth <= (this.#mode?.depth ?? -1);
    const isBlank = mark === '\n' && (this.#token(-1).kind === 'end' || this.#token(1).kind === 'end');
    if (this.#isOption && /^(?:[;|\n]|&)$/.test(mark)) this.#open('code');
    else if (isBlank && /^re/.test(this.#block.kind)) this.#open('code');
    else if (isClosed) this.#mode = undefined;
  }

  /** Starts a command, a request, or a response; returns false if the token does not start one. */
  #begins(text: string): boolean {
    const [, method = text, sent] = /^([A-Z]{3,6}) (\/\S*|https?:\S*)/.exec(text) ?? [];
    // In a table of routes, the method has its own cell.
    const next = this.#token(this.#token(1).text === '|' ? 2 : 1);
    const target = sent ?? targetOf(next.text);
    const before = this.#token(-1);
    const isWord = this.#token(0).kind === 'word';
    if (isWord && /^HTTP\/\d/.test(text)) {
      if (!/^[^<]/.test(this.#token(-1).text.trim())) this.#open('response');
    } else if (isWord && text === '###') this.#open('code');
    else if (
      METHOD.test(method) &&
      target !== undefined &&
      (sent || next.kind === 'word') &&
      !this.#isOption
    ) {
      this.#open('request').method = method;
      this.#block.target = target;
      if (before.kind === 'word' && HOST.test(before.text)) this.#block.host = before.text;
      if (sent === undefined) this.#at += next === this.#token(1) ? 1 : 2;
    } else if (
      isWord &&
      (COMMAND.test(text) || (HTTPIE.test(text) && (METHOD.test(next.text) || targetOf(next.text))))
    )
      this.#open('command');
    else return false;
    return true;
  }

  /** Reads an option or argument of a command. */
  #readOption(): void {
    for (const word of separate(this.#argument())) {
      const block = this.#block;
      const [, name = '', joined] = /^(--?[A-Za-z][\w-]*)(?:=(.*))?$/s.exec(word) ?? [];
      const value = () => {
        if (joined !== undefined) return joined;
        this.#at += 1;
        return this.#token(0).kind === 'mark' || this.#token(0).kind === 'end' ? '' : this.#argument();
      };
      const [, header] = /^-H(.+:.*)$/s.exec(word) ?? [];
      const [, parameter, equal] = /^([\w.[\]$-]{1,60})==(.*)$/s.exec(word) ?? [];
      if (header !== undefined) this.#addHeader(header);
      else if (parameter !== undefined) this.#addQuery(parameter, equal ?? '');
      else if (/^(?:-H|--header)$/.test(name)) this.#addHeader(value());
      else if (/^-Headers?$/i.test(name)) this.#mode = { of: 'headers', depth: 0 };
      else if (/^-Body$/i.test(name)) {
        this.#mode = { of: 'query', depth: 0 };
        if (this.#token(1).text !== '@' && this.#token(1).text !== '{') block.data.push(value());
      } else if (/^-X[A-Z]+$/.test(name)) block.method = name.slice(2);
      else if (/^(?:-X|--request|--method|-[Mm]ethod)$/.test(name)) block.method = value().toUpperCase();
      else if (METHOD.test(word)) block.method = word;
      else if (/^(?:-G|--get)$/.test(name)) block.isQuery = true;
      else if (/^(?:-d|--data\S*)$/.test(name)) block.data.push(value());
      else if (SEND.test(name)) block.method = 'POST';
      else if (WITH_VALUE.test(name)) value();
      else if (IGNORED_FLAG.test(name)) this.#ignored.add(name);
      else if (IGNORED.test(name)) {
        this.#ignored.add(name);
        value();
      } else if (/^(?:--url|-Uri)$/i.test(name)) block.target ??= targetOf(value());
      else if (name === '' && /^[A-Za-z][\w-]*:[^/]/.test(word)) this.#addHeader(word);
      else if (name === '' && !word.startsWith('/')) block.target ??= targetOf(word);
    }
  }

  /** Returns the argument that starts at the current token, and advances to its end. */
  #argument(): string {
    let text = this.#token(0).text;
    for (
      let next = this.#token(1);
      !next.isApart && !/^(?:[;|({[]|\n)$/.test(next.text);
      next = this.#token(1)
    ) {
      if (this.#at + 1 >= this.#tokens.length) break;
      text += next.text;
      this.#at += 1;
    }
    return text;
  }

  /** Reads a word or quoted text that is not in a command or is within brackets in a command. */
  #readLiteral(): void {
    const { kind, text } = this.#token(0);
    const target = ABSOLUTE.test(text) || this.#isTarget() ? targetOf(text) : undefined;
    const before = this.#token(-1).text;
    if (target !== undefined) {
      if (this.#block.target !== undefined && this.#block.kind === 'command') return;
      if (this.#block.target !== undefined || this.#block.kind === 'response') this.#open('code');
      this.#block.target = target;
      this.#block.label = [-6, -5, -4, -3, -2, -1].map((offset) => this.#token(offset).text).join(' ');
    } else if (HOST.test(text) && /host|connection/i.test(this.#token(-2).text)) this.#block.host ??= text;
    else if (kind === 'quoted' && /^[\w-]{1,60}: ?\S/.test(text) && this.#isHeader(text.split(':')[0] ?? ''))
      this.#addHeader(text);
    else if (this.#readPair()) return;
    else if (HEADERS.test(text) && text.length < 60) this.#mode = { of: 'headers', depth: this.#depth };
    else if (QUERY.test(text) && /^[:=([{@]|=>$/.test(this.#token(1).text))
      this.#mode = { of: 'query', depth: this.#depth };
    else if (METHOD.test(text) || (/^[:=]$/.test(before) && CHANGING.test(text))) {
      const isArgument = before === '(' && this.#token(1).text === ',';
      if (isArgument && this.#block.target !== undefined) this.#open('code');
      this.#block.method = text.toUpperCase();
    } else if (CHANGING.test(text) && this.#token(1).text === '(' && targetOf(this.#token(2).text)) {
      if (this.#block.target !== undefined) this.#open('code');
      this.#block.method = 'POST';
    }
  }

  /**
   * Returns true if the token is a path in a position where code usually has an address, or a path after an unknown
   * variable.
   */
  #isTarget(): boolean {
    const { kind, text } = this.#token(0);
    if (/^[^/]{1,70}\/[^/]/.test(text)) return /^[$<{]/.test(text);
    const [name, mark] = [this.#token(-2).text, this.#token(-1).text];
    if (kind === 'quoted' && mark === '(' && SENDING.test(name)) return text.startsWith('/');
    if (kind !== 'quoted' || !/^\/[\w-]+\/\S+$/.test(text)) return false;
    return /^[(,]$/.test(mark) || (/^[:=]$/.test(mark) && /(?:ur[il]|path|endpoint)$/i.test(name));
  }

  #isHeader(name: string): boolean {
    return HEADER.test(name) || this.#mode?.of === 'headers';
  }

  /** Reads a header or parameter with its value; returns false if the token is not a name. */
  #readPair(): boolean {
    const { kind, text: name } = this.#token(0);
    const isIndex = this.#token(1).text === ']' && this.#token(2).text === '=';
    const start = isIndex ? 2 : 1;
    const mark = this.#token(start).text;
    const [before, opening] = [this.#token(-2).text, this.#token(-1).text];
    const isArgument = mark === ',' && kind === 'quoted' && /^[([{]$/.test(opening);
    if (this.#token(start).kind !== 'mark' || !(isArgument || /^(?:[:=]|=>)$/.test(mark))) return false;
    const isInside = this.#mode !== undefined && (kind === 'quoted' || this.#depth > this.#mode.depth);
    const isSetter = isArgument && /(?:add|set|append|param|parameter)$/i.test(before);
    if (!HEADER.test(name) && !isInside && !isSetter) return false;
    const isHeader = this.#isHeader(name);
    const value = this.#valueAt(start + 1, kind === 'quoted' || isArgument);
    const following = [1, 2, 3].map((offset) => this.#token(offset).text).join('');
    if (/^(?:key|name)$/i.test(name) && following === ',value:') {
      const given = this.#valueAt(4, true);
      if (isHeader) this.#addHeader(`${value}: ${given}`);
    } else if (isHeader)
      this.#addHeader(/^bearer$/i.test(name) ? `Authorization: ${name} ${value}` : `${name}: ${value}`);
    else this.#addQuery(name, value);
    return true;
  }

  /** Returns the literal at an offset, or a placeholder if there is an expression, and advances to it. */
  #valueAt(offset: number, isCode: boolean): string {
    const { kind, text } = this.#token(offset);
    if (kind === 'end' || kind === 'mark') {
      this.#at += 1;
      return '<key>';
    }
    this.#at += offset;
    if (kind === 'quoted' || /^\d+$/.test(text)) return text;
    const inner = this.#token(1).text === '(' ? this.#token(2) : undefined;
    if (inner?.kind === 'quoted' && inner.text.includes(' ')) return inner.text;
    if (isCode || inner) return `<${text}>`;
    if (!/^[A-Za-z]\w{0,20}$/.test(text) || this.#token(1).kind !== 'word') return text;
    this.#at += 1;
    return `${text} ${this.#token(0).text}`;
  }

  #addHeader(text: string): void {
    const colon = text.indexOf(':');
    const [name, value] = [
      text.slice(0, colon).trim(),
      text
        .slice(colon + 1)
        .trim()
        .replace(/,$/, ''),
    ];
    if (colon < 1 || this.#block.kind === 'response') return;
    if (name.toLowerCase() === 'host' && /^[\w.:[\]-]{1,300}$/.test(value)) this.#block.host ??= value;
    if (name.toLowerCase() !== 'host') this.#block.headers.push([name, value]);
  }

  #addQuery(name: string, value: string): void {
    this.#block.isQuery = true;
    this.#block.data.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  }
}

/**
 * Returns the address in a literal (a URL, a path, or a path after an unknown variable), or undefined if there is none.
 */
function targetOf(text: string): string | undefined {
  if (ABSOLUTE.test(text) || /^\/(?![/\\])/.test(text)) return text;
  const [, path] =
    /^(?:[$#]?\{{1,2}[\w. -]{1,60}\}{1,2}|\$\w{1,60}|<[\w .-]{1,60}>)(\/\S*)$/.exec(text) ?? [];
  return (
    path ??
    (/^[\w-]{1,60}(?:\.[\w-]{1,60}){1,9}(?::\d{1,5})?\/\S*$/.test(text) ? `https://${text}` : undefined)
  );
}

/** Splits combined curl options, such as `-sG`, into separate ones. */
function separate(word: string): string[] {
  return /^-[sSgLkfivGN]{1,8}[HXd]?$/.test(word) ? [...word.slice(1)].map((option) => `-${option}`) : [word];
}
