import { parseBaseUrl } from '../service/baseUrl.ts';
import {
  type ConventionsOverride,
  DATE_FORMATS,
  type DateFormat,
  DOMAIN_PLACEHOLDER,
  defaultConventions,
  LOG_PLACEHOLDERS,
} from '../service/conventions.ts';
import type { Read } from '../service/wireRequest.ts';
import { percentDecoded } from '../text/strings.ts';
import type { ExampleCall } from './openApi.ts';
import { formatOf as formatOfDate } from './prober.ts';
import { isUsableName, type NamedInputs, inputOf as namedInput, nameInput, wordsOf } from './vocabulary.ts';

/** The conventions that example calls use. */
export interface Understood {
  readonly baseUrl: string;
  readonly override: ConventionsOverride;
  /** The key in the calls; undefined if there is none or more than one. */
  readonly key: string | undefined;
  readonly reads: readonly Read[];
  /** Number of calls to other origins or of an unknown kind. */
  readonly others: number;
}

type Part = Record<string, unknown>;

const LONGEST_PATH = 300;
const ROOT = '/partner/';
const PLAIN_HEADERS =
  /^(?:accept|content|user-agent|host|cookie|cache|origin|referer|pragma|connection|sec-|dnt|if-|x-requested)/i;

/**
 * Returns the conventions used in example calls to one service: the base URL, the header that contains the key, and the
 * path and parameters of each read.
 * @param known the base URL to keep if all paths are below it
 * @throws ServiceError `bad-base-url` if the key would be sent unencrypted
 */
export function conventionsOfExamples(calls: readonly ExampleCall[], known?: string): Understood | undefined {
  const usable = calls.flatMap(withoutSecrets);
  const origin = originOf(usable);
  if (origin === undefined) return undefined;
  const own = usable.filter(({ url }) => url.origin === origin);
  const read = own.flatMap((call) => {
    const of = readOf(call);
    return of ? [{ of, call }] : [];
  });
  const constants = constantsOf(own);
  const isBelow = known !== undefined && read.every(({ call }) => call.url.href.startsWith(`${known}/`));
  const lead =
    read.map(({ call }) => leadOf(call.url)).find((each) => each !== undefined) ??
    (isBelow ? known.slice(origin.length) : '');
  const override: Part = {};
  const keys = new Set<string>();
  for (const { headers } of own) {
    for (const { keyHeader, key } of headers.flatMap(keyOf)) {
      if (keyHeader !== defaultConventions.keyHeader) override['keyHeader'] = keyHeader;
      if (key !== undefined) keys.add(key);
    }
  }
  for (const { of, call } of read) override[of] ??= partOf(of, call.url, lead, constants);
  const [key, ...more] = keys;
  return {
    baseUrl: parseBaseUrl(origin + lead).text,
    override: override as ConventionsOverride,
    key: more.length === 0 ? key : undefined,
    reads: [...new Set(read.map(({ of }) => of))],
    others: calls.length - read.length,
  };
}

/**
 * Returns a list that contains the call without the parameters that contain a secret. The list is empty if the call's
 * path contains a secret or any characters that are not allowed in the setting's paths.
 */
function withoutSecrets(call: ExampleCall): ExampleCall[] {
  const path = percentDecoded(call.url.pathname);
  const isUnsafe = /%(?:2e|2f|5c)/i.test(call.url.pathname) || /[\p{Cc}\p{Cf}\\]/u.test(path);
  if (isUnsafe || path.length > LONGEST_PATH || path.includes('://') || path.split('/').some(isSecret))
    return [];
  const url = new URL(call.url);
  for (const [name, value] of call.url.searchParams) {
    const isOfKey = wordsOf(name).some((word) =>
      /^(?:apikey|auth|password|secret|signature|token)$/.test(word),
    );
    if (isOfKey || /^(?:api|access|service)[_-]?key$/i.test(name) || isSecret(value))
      url.searchParams.delete(name);
  }
  return [{ ...call, url }];
}

/** Returns true for a string that is probably a key: long, with letters and several digits. */
function isSecret(text: string): boolean {
  const digits = text.match(/\d/g)?.length ?? 0;
  return text.length >= 20 && digits > 3 && digits < text.length && /^[\w.~+=-]+$/.test(text);
}

/** Returns the origin to which the most reads are sent. */
function originOf(calls: readonly ExampleCall[]): string | undefined {
  const count = (origin: string) => calls.filter((call) => call.url.origin === origin && readOf(call)).length;
  const origins = [...new Set(calls.map(({ url }) => url.origin))];
  return origins.toSorted((one, other) => count(other) - count(one))[0];
}

function leadOf({ pathname }: URL): string | undefined {
  const at = pathname.indexOf(ROOT);
  return at < 0 ? undefined : pathname.slice(0, at);
}

function keyOf([name, value]: readonly [string, string]): { keyHeader: string; key: string | undefined }[] {
  if (PLAIN_HEADERS.test(name) || !/^[\w-]{1,60}$/.test(name)) return [];
  const isAuthorization = name.toLowerCase() === 'authorization';
  const [, scheme, rest] = /^([A-Za-z][\w-]{0,29}) (\S.*)$/.exec(value) ?? [];
  if (!isAuthorization && !wordsOf(name).some((word) => /key|token|auth|secret/.test(word))) return [];
  if (scheme && /^(?:basic|digest|negotiate)$/i.test(scheme)) return [];
  const key = scheme ? rest : value;
  const isKey = key !== undefined && /^[\x21-\x7e]{4,4096}$/.test(key) && !isPlaceholder(key);
  const usual = [defaultConventions.keyHeader, 'Authorization'];
  const header = usual.find((each) => each.toLowerCase() === name.toLowerCase()) ?? name;
  return [{ keyHeader: scheme ? `${header}: ${scheme}` : header, key: isKey ? key : undefined }];
}

/** Returns true if a key is a placeholder, such as `<API_KEY>`, `$KEY`, `your-key`, or `process.env.KEY`. */
function isPlaceholder(key: string): boolean {
  const words = wordsOf(key);
  return (
    /^[{<:$[%*`(]|\*{3}|\.{3}|…/.test(key) ||
    words.some((word) => /^(?:your|my|x{3,100})$/.test(word)) ||
    words.every((word) => PLACEHOLDER.test(word))
  );
}

const PLACEHOLDER =
  /^(?:access|api|auth|client|config|env|example|here|issued|key|partner|process|secret|service|string|the|token|user|value|waf)$/;

/**
 * Returns the read that a call performs, based on the words in its path or, if these are inconclusive, on its page, its
 * range, or the numbers in its path.
 */
function readOf({ url: { pathname, searchParams }, about = '' }: ExampleCall): Read | undefined {
  const segments = percentDecoded(pathname).split('/');
  const words = segments.map((segment) => segment.replace(VARIABLE, '')).flatMap(wordsOf);
  const has = (expression: RegExp) => words.some((word) => expression.test(word));
  const numbers = segments.filter((segment) => VARIABLE.test(segment)).length;
  const inputs = [...searchParams].map(([name, value]) => inputOf(name, value));
  if (has(/^(?:visitors?|hackers?|counts?|statistics?|stats?|summary|traffic|daily|metrics|analytics)$/))
    return 'counts';
  const isLog = has(/^(?:logs?|attacks?|detect\w*|events?|incidents?|threats?|alerts?)$/);
  if (has(/^detail/) || (isLog && (numbers > 1 || inputs.includes('idx')))) return 'detail';
  if (isLog) return 'logs';
  const isPaged = inputs.some((input) => input === 'page' || input === 'perPage' || input === 'offset');
  if (numbers > 0 && isPaged) return 'logs';
  if (numbers > 0 && (inputs.includes('from') || /visitor|attacker/i.test(about))) return 'counts';
  if (numbers > 1) return 'detail';
  return has(/^(?:websites?|domains?|sites?|zones?|hosts?|properties)$/) ? 'domains' : undefined;
}

/**
 * Matches a number, or a placeholder for one, that is a segment of a path or in parentheses at the end of a segment.
 */
const VARIABLE =
  /^(?:\d{1,15}|:.{1,60}|\{.{1,60}\}|<.{1,60}>|\$.{1,60}|%.{1,60}%|%[dsvi])$|(?<=\()(?:\d{1,15}|\{\w{1,60}\})(?=\)$)/;

/** Returns the parameters that have the same value in all calls and are not inputs. */
function constantsOf(calls: readonly ExampleCall[]): ReadonlySet<string> {
  const [first, ...others] = calls.map(({ url }) => url.searchParams);
  const isSame = ([name, value]: readonly [string, string]) =>
    others.length > 0 &&
    inputOf(name, value) === undefined &&
    others.every((each) => each.get(name) === value);
  return new Set([...(first ?? [])].filter(isSame).map(([name]) => name));
}

function partOf(read: Read, url: URL, lead: string, constants: ReadonlySet<string>): Part {
  const standard = defaultConventions[read];
  const places = read === 'detail' ? [DOMAIN_PLACEHOLDER, LOG_PLACEHOLDERS.idx] : [DOMAIN_PLACEHOLDER];
  const segments = percentDecoded(url.pathname.slice(lead.length));
  const numbers = segments.split('/').filter((segment) => VARIABLE.test(segment)).length;
  const isNamed = [...url.searchParams].some(([name, value]) => inputOf(name, value) === 'domain');
  // If the domain's number is a parameter or is not sent, the only number in the path is the log's number.
  if (read === 'detail' && numbers === 1 && (isNamed || !/domain|site|detail/i.test(segments)))
    places.shift();
  let path = url.pathname
    .slice(lead.length)
    .split('/')
    .map((segment) => {
      const decoded = percentDecoded(segment);
      return VARIABLE.test(decoded) ? decoded.replace(VARIABLE, () => places.shift() ?? decoded) : segment;
    })
    .join('/');
  const part: NamedInputs = { parameters: {} };
  const { parameters } = part;
  const fixed: string[] = [];
  if (read === 'detail' && path.includes(LOG_PLACEHOLDERS.idx)) parameters['idx'] = null;
  for (const [name, value] of url.searchParams) {
    const input = inputOf(name, value);
    if (!isUsableName(name) && !/^[\w$]{1,40}\[\w{1,20}\]$/.test(name)) continue;
    if (constants.has(name)) fixed.push(`${name}=${encodeURIComponent(value)}`);
    else if (input === 'domain' && read !== 'domains' && places.includes(DOMAIN_PLACEHOLDER))
      fixed.push(`${name}=${DOMAIN_PLACEHOLDER}`);
    else if (nameInput(part, read, input, name)) {
      const format = input === 'from' || input === 'to' ? formatOf(value) : undefined;
      if (input === 'page' && value === '0') part['firstPage'] = 0;
      if (format) part['dateFormat'] = format;
      if (input === 'detectedType' && /^[\w-]{1,40}$/.test(value)) part['detectedType'] = value;
    } else if (read === 'detail' && input !== 'domain') parameters['idx'] ??= name;
    else if (read === 'logs') {
      const filter = FILTERS.find(([, words]) => words.test(name.toLowerCase()))?.[0];
      if (filter) parameters[filter] ??= name;
    }
  }
  if (read === 'detail') parameters['detectedType'] ??= null;
  const { paging, parameters: _, ...others } = part;
  delete parameters[paging === 'offset' ? 'perPage' : 'limit'];
  if (fixed.length > 0) path += `?${fixed.join('&')}`;
  return {
    ...(path !== standard.path && { path }),
    ...(paging === 'offset' && { paging }),
    ...others,
    ...(Object.keys(parameters).length > 0 && { parameters }),
  };
}

const FILTERS: readonly (readonly [string, RegExp])[] = [
  ['address', /ip|address/],
  ['countryCode', /country/],
  ['keyword', /keyword|search|^q$|query/],
  ['uri', /uri|url|path/],
  ['action', /action/],
  ['rule', /attack|rule/],
  ['detectedType', /type|kind/],
];

/** Returns the input that a parameter contains, based on its value if that is unambiguous and on its name otherwise. */
function inputOf(name: string, value: string): ReturnType<typeof namedInput> {
  const input = namedInput(name);
  const isNumber = /^\d{1,6}$/.test(value);
  if (isNumber)
    return input === 'from' || name.toLowerCase() === 'start' ? 'offset' : input === 'to' ? undefined : input;
  if (formatOf(value) === undefined) return input;
  return input === 'to' || /^(?:before|until)/i.test(name)
    ? 'to'
    : input === 'from' || /^(?:start|after|since|first)/i.test(name)
      ? 'from'
      : input;
}

/** Returns the format of a date, or the format that a placeholder for a date specifies. */
function formatOf(value: string): DateFormat | undefined {
  const named = value.replace(/[{}<>]/g, '').toLowerCase();
  return DATE_FORMATS.find((each) => each.toLowerCase() === named) ?? formatOfDate(value);
}
