/** Reads example calls: cURL and PowerShell commands, URLs, and OpenAPI documents in JSON. Nothing is executed. */
import { isObject } from '../service/answers/decode.ts';

/** A GET request in an example. */
export interface ExampleCall {
  readonly url: URL;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The purpose of the call, in words. */
  readonly about?: string;
}

export interface ReadExamples {
  readonly calls: readonly ExampleCall[];
  /** Ignored options. They determine the destination or transport, which only the user's settings can do. */
  readonly ignored: readonly string[];
  /** Number of commands that are not GET requests. */
  readonly notGet: number;
  /** True if only the first `LONGEST_EXAMPLE` characters were read. */
  readonly isCut: boolean;
}

/** Maximum number of characters and of calls to read. */
export const LONGEST_EXAMPLE = 100_000;
const MOST_CALLS = 50;
/** Maximum number of security schemes or servers in an OpenAPI document, and of parameters of a call. */
const MOST_HEADERS = 20;
const MOST_PARAMETERS = 100;
/** Maximum length, in characters, of a path or server, and of the name or value of a parameter. */
const LONGEST_PATH = 1_000;
const LONGEST_NAME = 100;

const COMMAND = /^(?:curl(?:\.exe)?|iwr|irm|wget|invoke-(?:webrequest|restmethod))$/i;
const SEND = /^(?:-d|--data\S*|--json|-F|--form\S*|-T|--upload-file|-Body|-InFile|-Form)$/;
const IGNORED =
  /^(?:-u|--user|-x|--proxy\S*|--socks\S*|--resolve|--connect-to|-K|--config|-E|--cert|--key|--cacert|-k|--insecure|-b|--cookie|--netrc\S*|-Proxy\S*|-Credential)$/;
const WITH_VALUE =
  /^(?:-[AbceEKmoruwxTFdX]|--(?:user-agent|cookie|cookie-jar|referer|cert|key|cacert|config|max-time|output|range|user|write-out|proxy|proxy-user|resolve|connect-to|connect-timeout|retry)|-(?:Proxy|Credential|OutFile|TimeoutSec))$/;

/** Returns the calls in a text, each with at most its URL and headers. */
export function readExamples(text: string): ReadExamples {
  const start = text.slice(0, LONGEST_EXAMPLE);
  const isCut = start.length < text.length;
  const document = openApiOf(start);
  if (document) return { calls: document, ignored: [], notGet: 0, isCut };
  const calls: ExampleCall[] = [];
  const ignored = new Set<string>();
  let notGet = 0;
  for (const command of commandsOf(tokensOf(withVariables(start)))) {
    const call = callOf(command, ignored);
    if (call === 'not-get') notGet += 1;
    else if (call && calls.length < MOST_CALLS) calls.push(call);
  }
  return { calls, ignored: [...ignored], notGet, isCut };
}

/**
 * Returns a text in which variables of bash, cmd, and PowerShell are replaced by their values if these are literals or
 * header tables.
 */
function withVariables(text: string): string {
  const assigned = new Map<string, string>();
  const literal =
    /^[ \t]*(?:(?:export|set|\$env:)[ \t]*)?\$?([A-Za-z_]\w{0,40})[ \t]*=[ \t]*(?:"([^"\r\n$`]{1,300})"|'([^'\r\n]{1,300})'|([^\s"'@$`(]{1,300}))[ \t]*\r?$/gm;
  const table = /\$([A-Za-z_]\w{0,40})[ \t]*=[ \t]*(@\{[^{}]{1,1000}\})/g;
  for (const [, name = '', ...values] of text.matchAll(literal))
    assigned.set(name, values.find((value) => value !== undefined) ?? '');
  for (const [, name = '', value = ''] of text.matchAll(table))
    assigned.set(name, value.replace(/[\r\n]+/g, ';'));
  const used = text.replace(
    /\$\{(\w{1,41})\}|\$(?:env:)?([A-Za-z_]\w{0,40})|%(\w{1,41})%/g,
    (whole, ...names: (string | undefined)[]) =>
      assigned.get(names.slice(0, 3).find((name) => name !== undefined) ?? '') ?? whole,
  );
  return used.slice(0, 2 * LONGEST_EXAMPLE);
}

function callOf(tokens: readonly string[], ignored: Set<string>): ExampleCall | 'not-get' | undefined {
  const headers: (readonly [string, string])[] = [];
  const data: string[] = [];
  let isQuery = false;
  let method = 'GET';
  let address: string | undefined;
  for (let at = 0; at < tokens.length; at += 1) {
    const [, name = '', joined] = /^(--?[\w-]+)(?:=(.*))?$/s.exec(tokens[at] ?? '') ?? [];
    const value = () => joined ?? tokens[++at] ?? '';
    const [, joinedHeader] = /^-H(.+:.*)$/s.exec(tokens[at] ?? '') ?? [];
    if (joinedHeader !== undefined) headers.push(...headerOf(joinedHeader));
    else if (/^(?:-H|--header)$/.test(name)) headers.push(...headerOf(value()));
    else if (/^-Headers?$/i.test(name)) headers.push(...headerTable(tokens.slice(at + 1)));
    else if (/^-X[A-Z]+$/.test(name)) method = name.slice(2);
    else if (/^(?:-X|--request|-Method)$/i.test(name)) method = value().toUpperCase();
    else if (/^(?:-G|--get)$/.test(name)) isQuery = true;
    else if (/^(?:--url|-Uri)$/i.test(name)) address ??= value();
    else if (/^(?:-d|--data\S*)$/.test(name)) data.push(value());
    else if (IGNORED.test(name)) {
      ignored.add(name);
      if (WITH_VALUE.test(name)) value();
    } else if (SEND.test(name)) return 'not-get';
    else if (WITH_VALUE.test(name)) value();
    else if (name === '' && /^https?:\/\//i.test(tokens[at] ?? '')) address ??= tokens[at];
  }
  if (method !== 'GET' || (data.length > 0 && !isQuery)) return 'not-get';
  const query = data.length > 0 ? `${address?.includes('?') ? '&' : '?'}${data.join('&')}` : '';
  return address && URL.canParse(address + query) ? { url: new URL(address + query), headers } : undefined;
}

function headerOf(text: string): (readonly [string, string])[] {
  const colon = text.indexOf(':');
  return colon > 0 ? [[text.slice(0, colon).trim(), text.slice(colon + 1).trim()]] : [];
}

/** Reads a PowerShell table, `@{ "Name" = "value"; … }`, from the tokens that follow. */
function headerTable(tokens: readonly string[]): (readonly [string, string])[] {
  const end = tokens.findIndex((token) => token.endsWith('}'));
  const parts = tokens
    .slice(0, Math.max(0, end + 1))
    .map((token) => token.replace(/^@\{/, '').replace(/\}$/, ''))
    .filter((part) => part !== '');
  const headers: (readonly [string, string])[] = [];
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at] ?? '';
    const equals = part.indexOf('=');
    if (equals > 0) headers.push([part.slice(0, equals), part.slice(equals + 1) || (parts[++at] ?? '')]);
    else if (parts[at + 1] === '=') {
      headers.push([part, parts[at + 2] ?? '']);
      at += 2;
    }
  }
  return headers;
}

/** Splits tokens into commands; a URL outside a command counts as a command. */
function commandsOf(tokens: readonly string[]): string[][] {
  const commands: string[][] = [];
  let isCommand = false;
  for (const token of tokens) {
    if (COMMAND.test(token)) {
      commands.push([]);
      isCommand = true;
    } else if (/^(?:[|&;]{1,2}|\n)$/.test(token)) isCommand = false;
    else if (isCommand) commands.at(-1)?.push(...separate(token));
    else if (/^https?:\/\//i.test(token)) commands.push([token]);
  }
  return commands;
}

/** Returns the combined options of curl, such as `-sG`, as separate ones. */
function separate(token: string): string[] {
  return /^-[sSgLkfivGN]{1,8}[HXd]?$/.test(token)
    ? [...token.slice(1)].map((option) => `-${option}`)
    : [token];
}

/**
 * Splits a text into words, using the quoting rules of bash, cmd, or PowerShell depending on its line continuations and
 * escapes. Line ends might have become spaces. Variables and substitutions are left unchanged.
 */
function tokensOf(sent: string): string[] {
  const isCmd = /\^(?:["\r\n]| {1,20}-)/.test(sent);
  const isPowerShell = /`(?:[\r\n]| {1,20}-)|\bcurl\.exe\b|\bInvoke-|\birm\b|\biwr\b/i.test(sent);
  const text = isCmd ? sent.replace(/\^(\r\n|[^\r\n]|\n)/g, (_, next: string) => next.trim() || ' ') : sent;
  const quotes = isCmd ? '"' : '"\'';
  const escaping = isPowerShell ? '`' : '\\';
  const tokens: string[] = [];
  let token: string | undefined;
  /** True inside a PowerShell table, `@{ … }`. */
  let isTable = false;
  const end = () => {
    if (token !== undefined) tokens.push(token);
    token = undefined;
  };
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charAt(at);
    const next = text.charAt(at + 1);
    if (unit === '@' && next === '{') isTable = true;
    else if (unit === '}') isTable = false;
    if (unit === escaping && /^\s$/.test(next) && (token === undefined || next !== ' ')) {
      if (text.startsWith('\r\n', at + 1)) at += 1;
      at += 1;
    } else if (unit === escaping && next !== '') {
      token = (token ?? '') + next;
      at += 1;
    } else if (quotes.includes(unit)) {
      const [value, close] = quoted(text, at, escaping);
      token = (token ?? '') + value;
      at = close;
    } else if (unit === '$' && next === "'") {
      // The quotation starts at the next character.
    } else if (isTable && unit === ';') end();
    else if (unit === '\n' || /[;|]/.test(unit) || (unit === '&' && /^[&\s]?$/.test(next))) {
      end();
      tokens.push(unit);
    } else if (/\s/.test(unit)) end();
    else token = (token ?? '') + unit;
  }
  end();
  return tokens;
}

/** Returns the text in the quotes that start at `start`, and the index of the closing quote. */
function quoted(text: string, start: number, escaping: string): [value: string, end: number] {
  const quote = text.charAt(start);
  let value = '';
  for (let at = start + 1; at < text.length; at += 1) {
    const unit = text.charAt(at);
    const next = text.charAt(at + 1);
    const isDoubled = unit === quote && next === quote && escaping === '`';
    const isEscaped = unit === escaping && quote === '"' && next !== '';
    if (unit === quote && !isDoubled) return [value, at];
    if (isDoubled || isEscaped) at += 1;
    value += isEscaped ? next : unit;
  }
  return [value, text.length];
}

/** Returns the calls in an OpenAPI document in JSON, or undefined for other texts. */
function openApiOf(text: string): ExampleCall[] | undefined {
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    return openApiCalls(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/**
 * Returns the GET calls of an OpenAPI document, with placeholders for values, or undefined for anything else.
 * @param address the address that the document was read from; if undefined, servers must have a full URL. Only servers
 * with its origin are used.
 */
export function openApiCalls(document: unknown, address?: URL): ExampleCall[] | undefined {
  const { paths, components, securityDefinitions, parameters: given } = Object(document);
  if (!isObject(paths)) return undefined;
  const server = serverOf(document, address);
  if (server === undefined) return [];
  const { securitySchemes = securityDefinitions, parameters = given } = Object(components);
  const headers = Object.values(Object(securitySchemes))
    .slice(0, MOST_HEADERS)
    .flatMap((scheme): [string, string][] => {
      const { type, in: place, name, scheme: kind } = Object(scheme);
      if (type === 'apiKey' && place === 'header') return [[asText(name), '<key>']];
      return type === 'http' && /^bearer$/i.test(asText(kind)) ? [['Authorization', 'Bearer <key>']] : [];
    });
  const named = new Map(Object.entries(Object(parameters)));
  const calls: ExampleCall[] = [];
  for (const [path, item] of Object.entries(paths)) {
    if (calls.length === MOST_CALLS) break;
    const { get, parameters: shared } = Object(item);
    // Other text after a host names another host.
    if (!isObject(get) || !path.startsWith('/') || path.length > LONGEST_PATH) continue;
    const about = [get['operationId'], get['summary']].map(asText).join(' ').slice(0, 300);
    const query = new URLSearchParams(
      [shared, get['parameters']]
        .flatMap((each) => (Array.isArray(each) ? each.slice(0, MOST_PARAMETERS) : []))
        .flatMap((each): [string, string][] => {
          const [, reference = ''] = asText(Object(each).$ref).split('/parameters/');
          const parameter = Object(named.get(reference) ?? each);
          const { in: place, name: sent, example, default: usual } = parameter;
          const schema = Object(parameter.schema);
          const name = asText(sent);
          const value = asText(example ?? schema.default ?? schema.example ?? usual).slice(0, LONGEST_NAME);
          return place === 'query' && name.length <= LONGEST_NAME ? [[name, value || `{${name}}`]] : [];
        }),
    ).toString();
    calls.push({ url: new URL(server + path + (query && `?${query}`)), headers, about });
  }
  return calls;
}

/** Returns the first usable server of an OpenAPI or Swagger 2.0 document, without a trailing slash. */
function serverOf(document: unknown, address: URL | undefined): string | undefined {
  const { servers, host, basePath } = Object(document);
  const listed = Array.isArray(servers) && servers.length > 0;
  const addresses = listed
    ? servers.slice(0, MOST_HEADERS).map((server) => asText(Object(server).url))
    : [(host ? `//${asText(host)}` : '') + (asText(basePath) || '/')];
  for (const each of addresses) {
    if (each.length > LONGEST_PATH || !URL.canParse(each, address?.href)) continue;
    const { origin, pathname } = new URL(each, address?.href);
    if (!address || origin === address.origin) return origin + pathname.replace(/\/$/, '');
  }
  return undefined;
}

/** Returns a value of a document as text; empty for objects and lists. */
function asText(value: unknown): string {
  return typeof value === 'object' ? '' : String(value ?? '');
}
