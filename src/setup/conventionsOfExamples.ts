import { parseBaseUrl } from '../service/baseUrl.ts';
import { parseSentDay } from '../service/calendar.ts';
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
import type { ExampleCall } from './exampleCalls.ts';
import { isUsableName, namesOf, rangeNames, wordsOf } from './vocabulary.ts';

/** The meaning of example calls. */
export interface Understood {
  readonly baseUrl: string;
  readonly override: ConventionsOverride;
  /** The key in them; undefined when there is none, or more than one. */
  readonly key: string | undefined;
  readonly reads: readonly Read[];
  /** Calls to other origins, or of no known read. */
  readonly others: number;
}

type Part = Record<string, unknown>;

const ROOT = '/partner/';
const PLAIN_HEADERS =
  /^(?:accept|content|user-agent|host|cookie|cache|origin|referer|pragma|connection|sec-|dnt|if-|x-requested)/i;

/**
 * Returns what example calls of one service say: the base URL, the header of the key, and the path and parameters of each read.
 *
 * @throws ServiceError `bad-base-url` when a key could be read on its way
 */
export function conventionsOfExamples(calls: readonly ExampleCall[]): Understood | undefined {
  const [first] = calls;
  if (!first) return undefined;
  const { origin } = first.url;
  const own = calls.filter(({ url }) => url.origin === origin);
  const read = own.flatMap((call) => {
    const of = readOf(call.url);
    return of ? [{ of, call }] : [];
  });
  const lead = read.map(({ call }) => leadOf(call.url)).find((each) => each !== undefined);
  const override: Part = {};
  const keys = new Set<string>();
  for (const { headers } of own) {
    for (const { keyHeader, key } of headers.flatMap(keyOf)) {
      if (keyHeader !== defaultConventions.keyHeader) override['keyHeader'] = keyHeader;
      if (key !== undefined) keys.add(key);
    }
  }
  for (const { of, call } of read) override[of] ??= partOf(of, call.url, lead ?? '');
  const [key, ...more] = keys;
  return {
    baseUrl: parseBaseUrl(origin + (lead ?? '')).text,
    override: override as ConventionsOverride,
    key: more.length === 0 ? key : undefined,
    reads: [...new Set(read.map(({ of }) => of))],
    others: calls.length - read.length,
  };
}

function leadOf({ pathname }: URL): string | undefined {
  const at = pathname.indexOf(ROOT);
  return at < 0 ? undefined : pathname.slice(0, at);
}

function keyOf([name, value]: readonly [string, string]): { keyHeader: string; key: string | undefined }[] {
  if (PLAIN_HEADERS.test(name) || !/^[\w-]{1,60}$/.test(name)) return [];
  const isAuthorization = name.toLowerCase() === 'authorization';
  const [, scheme, rest] = /^([A-Za-z][\w-]{0,29}) (\S+)$/.exec(value) ?? [];
  if (!isAuthorization && !wordsOf(name).some((word) => /key|token|auth|secret/.test(word))) return [];
  if (scheme && /^(?:basic|digest|negotiate)$/i.test(scheme)) return [];
  const key = scheme ? rest : value;
  const isKey = key !== undefined && /^[\x21-\x7e]{4,4096}$/.test(key) && !isPlaceholder(key);
  return [{ keyHeader: scheme ? `${name}: ${scheme}` : name, key: isKey ? key : undefined }];
}

/** Whether a key is `<API_KEY>`, `$KEY`, `your-key` and the like. */
function isPlaceholder(key: string): boolean {
  const isWord = /^(?:x{3,100}|(?:api[-_]?)?key|token)$/i.test(key);
  return isWord || /^[{<:$[%*]/.test(key) || wordsOf(key).some((word) => word === 'your' || word === 'my');
}

/** The read that a URL is of, by the words of its path and the parameters. */
function readOf({ pathname, searchParams }: URL): Read | undefined {
  const words = percentDecoded(pathname)
    .split('/')
    .filter((segment) => !isVariable(segment))
    .flatMap(wordsOf);
  const has = (expression: RegExp) => words.some((word) => expression.test(word));
  const variables = pathname.split('/').filter((segment) => isVariable(percentDecoded(segment)));
  const idx = new Set(namesOf('idx', 'snake'));
  if (has(/^(?:visitors?|hackers?|counts?|statistics?|stats?|summary)$/)) return 'counts';
  const isOne =
    variables.length > 1 || [...searchParams.keys()].some((name) => idx.has(name) && !/domain/i.test(name));
  if (has(/^detail/) || (isOne && has(/^(?:logs?|attacks?|detect|event)/))) return 'detail';
  if (has(/^(?:logs?|attacks?|detections?|events?)$/)) return 'logs';
  return has(/^(?:websites?|domains?|sites?)$/) ? 'domains' : undefined;
}

function isVariable(segment: string): boolean {
  return /^(?:\d{1,15}|:.{1,60}|\{.{1,60}\}|<.{1,60}>|\$.{1,60}|%.{1,60}%)$/.test(segment);
}

function partOf(read: Read, url: URL, lead: string): Part {
  const standard = defaultConventions[read];
  const variables = read === 'detail' ? [DOMAIN_PLACEHOLDER, LOG_PLACEHOLDERS.idx] : [DOMAIN_PLACEHOLDER];
  let path = url.pathname
    .slice(lead.length)
    .split('/')
    .map((segment) => (isVariable(percentDecoded(segment)) ? (variables.shift() ?? segment) : segment))
    .join('/');
  const parameters: Record<string, string | null> = {};
  const part: Part = {};
  const days: [name: string, format: DateFormat | undefined][] = [];
  const isOneInPath = read === 'detail' && variables.length === 0;
  if (isOneInPath) parameters['idx'] = null;
  const fixed: string[] = [];
  for (const [name, value] of url.searchParams) {
    if (!isUsableName(name)) continue;
    const input = inputOf(read, name);
    if (input === 'day') days.push([name, formatOf(value)]);
    else if (input === 'domain' && read !== 'domains' && variables.includes(DOMAIN_PLACEHOLDER)) {
      fixed.push(`${name}=${DOMAIN_PLACEHOLDER}`);
    } else if (input) {
      parameters[input] ??= name;
      if (input === 'offset') part['paging'] = 'offset';
      if (input === 'detectedType' && read === 'detail' && /^[\w-]{1,40}$/.test(value))
        part['detectedType'] = value;
    }
  }
  if (read === 'detail' && !('detectedType' in parameters)) parameters['detectedType'] = null;
  const [from, to] = days;
  if (from && to) {
    Object.assign(parameters, { from: from[0], to: to[0] });
    if (from[1]) part['dateFormat'] = from[1];
  }
  if (fixed.length > 0) path += `?${fixed.join('&')}`;
  return {
    ...(path !== standard.path && { path }),
    ...part,
    ...(Object.keys(parameters).length > 0 && { parameters }),
  };
}

/** The input that a parameter carries, by its name. */
function inputOf(read: Read, name: string): string | undefined {
  const isOf = (input: Parameters<typeof namesOf>[0]) =>
    namesOf(input, 'camel').some((each) => each.toLowerCase() === name.toLowerCase());
  const isDay = rangeNames('camel').some((pair) =>
    pair.toLowerCase().split('/').includes(name.toLowerCase()),
  );
  const isList = read === 'domains' || read === 'logs';
  if (read === 'detail' && /domain|site/i.test(name)) return 'domain';
  if (read === 'detail') return isOf('idx') ? 'idx' : isOf('detectedType') ? 'detectedType' : undefined;
  if (isList && isOf('page')) return 'page';
  if (isList && name.toLowerCase() === 'limit') return 'limit';
  if (isList && isOf('perPage')) return 'perPage';
  if (read !== 'domains' && isDay && !(isList && name === 'start')) return 'day';
  if (isList && isOf('offset')) return 'offset';
  if (isOf('domain')) return 'domain';
  const filters: readonly (readonly [string, RegExp])[] = [
    ['address', /ip|address/],
    ['countryCode', /country/],
    ['keyword', /keyword|search|^q$|query/],
    ['uri', /uri|url|path/],
    ['action', /action/],
    ['rule', /attack|rule/],
    ['detectedType', /type|kind/],
  ];
  return read === 'logs' ? filters.find(([, words]) => words.test(name.toLowerCase()))?.[0] : undefined;
}

function formatOf(value: string): DateFormat | undefined {
  const format = DATE_FORMATS.find(
    (each) => each.toLowerCase() === value.replace(/[{}<>]/g, '').toLowerCase(),
  );
  if (format || parseSentDay(value) === undefined) return format;
  if (/^\d{10}$/.test(value)) return 'seconds';
  if (/^\d{13}$/.test(value)) return 'milliseconds';
  const shape = value.replace(/\d/g, '0');
  return DATE_FORMATS.find((each) => each.replace(/[YMDHms]/g, '0') === shape);
}
