/** Reads what a text that a user typed, pasted, or selected says about detection logs. */
import { isIP } from 'node:net';
import { isObject } from '../../base/values.ts';
import { isDetectedType, parseIdentifier, parseLink } from '../../formats/link.ts';
import { decoded } from '../../http/decode/codes.ts';
import { type Conventions, DOMAIN_PLACEHOLDER, LOG_PLACEHOLDERS } from '../../service/differences.ts';
import { canonicalAddress } from '../../service/queries/filter.ts';
import { cutText, escapedForRegExp, percentDecoded } from '../../text/strings.ts';

/** A log that a text refers to. */
export interface Reference {
  /** The domain's number or name; undefined if the text contains only the log's number. */
  readonly domain?: number | string | undefined;
  readonly idx: number;
  readonly detectedType?: string | undefined;
  /** The base URL; set only for a link or a service URL. */
  readonly baseUrl?: string;
}

/** A time in a text. */
export interface TextTime {
  /** `YYYY-MM-DD HH:MM:SS`. */
  readonly clock: string;
  /** Milliseconds since 1970, if the text specifies the time zone. */
  readonly instant: number | undefined;
}

/** What a text contains that can identify a log. */
export interface Evidence {
  /** The logs that the text might refer to, most likely first. */
  readonly candidates: readonly Reference[];
  /** The numbers that the text calls the number of a log or of something similar; any other might be a status or a size. */
  readonly named: ReadonlySet<number>;
  /** A number that is too large to be the number of a log. */
  readonly tooLarge: string | undefined;
  readonly times: readonly TextTime[];
  readonly addresses: ReadonlySet<string>;
  /** Decoded paths, without queries. */
  readonly paths: ReadonlySet<string>;
  readonly hosts: ReadonlySet<string>;
  /** The part of the text that is worth searching for; empty if there is none. */
  readonly searchText: string;
}

/** The logs that a text stands for: one, or several if it is a report about several. Otherwise, the evidence in it. */
export type TextReading = { readonly logs: readonly Reference[] } | Evidence;

/** Maximum number of UTF-16 units of a text to read. */
const LONGEST_TEXT = 32 * 1024;
const LONGEST_REFERENCE = 4096;
const MOST_CANDIDATES = 5;
/** Maximum number of numbers in a text to consider. */
const MOST_NUMBERS = 1000;
/** Maximum length of a search, in UTF-16 units. */
const LONGEST_SEARCH = 200;
/** Maximum length of a line that is worth searching for as a whole. */
const LONGEST_LINE = 80;

/** @param conventions those of each connection, to recognize URLs of its service */
export function readText(whole: string, conventions: readonly Conventions[]): TextReading {
  const start = whole.slice(0, LONGEST_TEXT);
  // A number or an address that is cut off would be a different one.
  const end =
    whole.length > start.length ? Math.max(start.lastIndexOf(' '), start.lastIndexOf('\n'), 0) : undefined;
  const text = start.slice(0, end).trim();
  const exact = referenceIn(bare(text), conventions) ?? referenceInJson(text);
  if (exact) return { logs: [exact] };
  const reported = linksInReport(text);
  return reported.length > 0 ? { logs: reported } : evidenceIn(visible(text));
}

/**
 * Returns the text without the invisible characters that copied text often contains, and with full-width digits as
 * ASCII. A report is read with them, because an attack in it could otherwise contain the end of a block.
 */
function visible(text: string): string {
  return text.replace(/\p{Cf}/gu, '').replace(/[^\P{Nd}0-9]/gu, (digit) => digit.normalize('NFKC'));
}

/** Returns the text without the punctuation around it, which a selection often includes. */
function bare(text: string): string {
  return visible(text)
    .trim()
    .replace(/^["'`<([“「]{1,9}/u, '')
    .replace(/(?<!["'`>)\]”」.,:;!。、])["'`>)\]”」.,:;!。、]{1,9}$/u, '');
}

function referenceIn(text: string, conventions: readonly Conventions[]): Reference | undefined {
  if (text.length > LONGEST_REFERENCE || /\s/.test(text.replace(/ ?\/ ?/, '/'))) return undefined;
  const link = linkReference(text);
  if (link) return link;
  if (/^https?:\/\//i.test(text))
    return conventions.map((each) => serviceUrlReference(text, each)).find(Boolean);
  const [, domain, digits = '', query = ''] =
    /^(?:([^/?#]{1,253}) ?\/ ?)?#?(\d{1,16})(\?\S*)?$/.exec(text) ?? [];
  const idx = parseIdentifier(digits);
  if (idx === undefined) return undefined;
  const type = new URLSearchParams(query).get('detected_type');
  if (type !== null && !isDetectedType(type)) return undefined;
  const name = domain?.trim();
  // A network, such as `203.0.113.0/24`.
  if (isIP(name ?? '') > 0 && idx <= 128) return undefined;
  return { domain: parseIdentifier(name ?? '') ?? name, idx, detectedType: type ?? undefined };
}

function linkReference(text: string): Reference | undefined {
  const link = parseLink(text);
  return link && { ...link.key, baseUrl: link.baseUrl };
}

function serviceUrlReference(
  text: string,
  { detailPath, idxParameter, detectedTypeParameter }: Conventions,
): Reference | undefined {
  if (!URL.canParse(text)) return undefined;
  const { origin, pathname, searchParams } = new URL(text);
  const pattern = escapedForRegExp(detailPath.split('?', 1)[0] ?? '')
    .replace(DOMAIN_PLACEHOLDER, '(?<domain>\\d{1,16})')
    .replace(LOG_PLACEHOLDERS.detectedType, '(?<type>[^/]{1,300})')
    .replace(LOG_PLACEHOLDERS.idx, '(?<idx>\\d{1,16})');
  const found = new RegExp(`^(?<base>.*)${pattern}$`).exec(pathname)?.groups;
  if (!found) return undefined;
  const parameter = (name: string | null) =>
    name === null ? undefined : (searchParams.get(name) ?? undefined);
  const domain = parseIdentifier(found['domain'] ?? '');
  const idx = parseIdentifier(found['idx'] ?? parameter(idxParameter) ?? '');
  const detectedType = found['type'] ?? parameter(detectedTypeParameter);
  if (domain === undefined || idx === undefined) return undefined;
  if (detectedType !== undefined && !isDetectedType(detectedType)) return undefined;
  return { domain, idx, detectedType, baseUrl: origin + found['base'] };
}

/** Returns the log of a row or a response that the service sent as JSON (sections 2.2 and 2.4). */
function referenceInJson(text: string): Reference | undefined {
  if (!text.startsWith('{')) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const data = isObject(value) && isObject(value['data']) ? value['data'] : value;
  const row = isObject(data) && isObject(data['query']) ? data['query'] : data;
  if (!isObject(row)) return undefined;
  const idx = parseIdentifier(String(row['idx']));
  const domain = parseIdentifier(String(row['user_domain_idx'] ?? row['domain_idx']));
  const type = row['detected_type'];
  if (idx === undefined || domain === undefined) return undefined;
  const detectedType = typeof type === 'string' && isDetectedType(type) ? type : undefined;
  return { domain, idx, detectedType };
}

const LINK_LINE = /^Link `?([^\s`]+)/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/**
 * Returns the logs of the “Link” lines of this extension's reports, unquoted. The untrusted text in a report is inside
 * fenced blocks or follows other text on its line.
 */
function linksInReport(text: string): readonly Reference[] {
  const found = new Map<string, Reference>();
  let fence = '';
  for (const line of text.split('\n')) {
    const mark = FENCE.exec(line)?.[1] ?? '';
    if (fence === '') fence = mark;
    else if (mark.startsWith(fence) && line.trim() === mark) fence = '';
    const link = fence === '' ? LINK_LINE.exec(line)?.[1] : undefined;
    const reference = link === undefined ? undefined : linkReference(link);
    if (link !== undefined && reference) found.set(link, reference);
  }
  return [...found.values()];
}

const LINK = /[a-z][a-z0-9+.-]{0,30}:\/\/partner-logs\.partner-logs\/log[^\s`"'<>()[\]|]{0,4000}/gi;
/** An address, and a port. It does not follow a letter and a slash, as a version does. */
const ADDRESS =
  /(?<![\w.:]|[a-z]\/)((?:::ffff:)?\d{1,3}(?:\.\d{1,3}){3}(?![\w.]*\d)|[\da-f]{1,4}(?::[\da-f]{0,4}){2,7}(?![\w:]))(?:\]?:\d{1,5})?/gi;
/** An address with the port of a server. */
const SERVER = /^[\d.]+:443$|\]:443$/;
/** An address of a private network or of the computer itself. */
const PRIVATE = /^(?:10|127|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./;
/** A path does not follow `<`, as a closing tag's name does. */
const PATH =
  /(?<![\w.~%<-])(?:https?:\/\/[^\s/"'<>]{1,255}|(?:[\w-]{1,63}\.){1,8}[a-z][\w-]{1,62}(?::\d{1,5})?)?(\/[^\s"'<>`?#;,)\]}]*)/gi;
/** The end of a path that is probably that of a file in a stack trace, with the line. */
const FILE = /\.\w{1,5}(?:[:(]\w{1,9}){0,3}$/;
const DOCTYPE = /<!doctype[^<>]{0,500}>/gi;
const QUERY = /\?[^\s"'<>]*/g;
const HOST =
  /(?<![\p{L}\p{N}_.@-])((?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}[\p{L}\p{N}-]{1,62})(?::\d{1,5})?(?![\p{L}\p{N}_@-])/gu;
/** A host and a number, as in `shop.example/1234`. */
const HOST_AND_NUMBER =
  /(?<![\p{L}\p{N}_.@/-])((?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}[\p{L}\p{N}-]{1,62}(?::\d{1,5})?)\/(?=\d{1,16}(?![\p{L}\p{N}_/.-]))/gu;
/** A letter of a script without cases, such as Hangul, does not join a number. */
const NUMBER =
  /(?<![\p{Lu}\p{Ll}\p{N}_.@*%&+/#-]|\d[:,])#?(\d{1,40})(?![\p{Lu}\p{Ll}\p{N}_]|[.:,/#@][\p{L}\p{N}_]|-\p{N})/gu;
/** Words before a number that is not the number of a log. */
const OTHER_WORD =
  /(?:status(?: ?code)?|codes?|https?|http\/\d(?:\.\d)?|errors?|port|pid|process|thread|line|col(?:umn)?|version|phase|exit|severity|level|score|attempt|page)\b["']?\s?[:=(]?\s?["']?$/i;
/** Words before the number of a log. */
const ID_WORD = /(?:#|\b(?:ids?|idx|index|log|event|incident|ref(?:erence)?|number|no|ticket)\b\W{0,5})$/i;
/** The name of a JSON member, without a group, or quoted text. */
const QUOTED =
  /"[^"\n]{0,200}"\s?:|"([^"\n]{3,200})"|[“„«「『]([^”“»」』\n]{3,200})[”“»」』]|`([^`\n]{3,200})`|(?<!\w)'([^'\n]{3,200})'(?!\w)/g;
const LONG_ID = /(?<![\w-])(?=[\w-]*\d)[\w-]{12,100}(?![\w-])/;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = `(?<month>${MONTHS.join('|')})[a-z]{0,6}`;
const CLOCK = String.raw`(?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,]\d{1,9})?)?`;
const ZONE = String.raw`(?:\s?(?<zone>Z|UTC|GMT)?(?<offset>[+-]\d{2}:?\d{2})?(?![\w:]))?`;
/** ISO 8601 and nginx, `09/Jan/2019:12:33:01 +0000`, `09 Jan 2019 12:33:01 GMT`, and `Jan 09 2019 12:33:01 GMT+0000`. */
const FORMATS = [
  String.raw`\b(?<year>\d{4})[-/.](?<monthNumber>\d{2})[-/.](?<day>\d{2})[T ]${CLOCK}${ZONE}`,
  String.raw`\b(?<day>\d{1,2})[/ -]${MONTH}[/ -](?<year>\d{4})[: ]{1,2}${CLOCK}${ZONE}`,
  String.raw`\b${MONTH} (?<day>\d{1,2}),? (?<year>\d{4}),? (?:at )?${CLOCK}${ZONE}`,
].map((format) => new RegExp(format, 'gi'));
/** Times, and dates and times of day on their own, whose numbers are not those of logs. */
const TIMES = [
  ...FORMATS,
  /\b\d{4}[-/.] ?\d{1,2}[-/.] ?\d{1,2}\b/g,
  /\d{1,4} ?[年月日時时分秒년월일시초]/g,
  /\b\d{1,2}[/. -]\d{1,2}[/. -]\d{4}\b/g,
  new RegExp(
    String.raw`\b(?:\d{1,2}(?:st|nd|rd|th)? )?(?:${MONTHS.join('|')})[a-z]{0,6}\.? (?:\d{1,2}(?:st|nd|rd|th)?,? )?(?:\d{4}\b)?`,
    'gi',
  ),
  /\b\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?\b/g,
];

function evidenceIn(whole: string): Evidence {
  // The text can be the source of a page, or a string in JSON.
  const text = decoded('json', decoded('entities', whole));
  const matches = (pattern: RegExp, part = text) => Array.from(part.matchAll(pattern));
  const found = matches(ADDRESS).filter(([, address = '']) => isIP(address));
  const addresses = new Set(found.map(([, address = '']) => canonicalAddress(address)));
  const [, client] = found.find(([all]) => !PRIVATE.test(all) && !SERVER.test(all)) ?? [];
  const paths = matches(PATH, text.replace(DOCTYPE, ' ')).map(([, path = '']) => pathOf(path));
  const links = matches(LINK).flatMap(([link]) => linkReference(link) ?? []);
  const rest = without(text, [...TIMES, LINK]).replace(HOST_AND_NUMBER, '$1 ');
  const isNamed = ({ before }: { before: string }) => ID_WORD.test(before);
  const numbers = matches(NUMBER, without(rest, [ADDRESS, HOST, PATH, QUERY]))
    .slice(0, MOST_NUMBERS)
    .map(({ 0: all, 1: digits = '', index, input }) => ({
      idx: parseIdentifier(digits),
      digits,
      before: input.slice(Math.max(0, index - 30), index + all.length - digits.length),
    }))
    .filter(({ before }) => !OTHER_WORD.test(before))
    .sort((one, other) => Number(isNamed(other)) - Number(isNamed(one)));
  const numbered = numbers.flatMap(({ idx }): Reference[] => (idx === undefined ? [] : [{ idx }]));
  const candidates = new Map(
    [...links, ...numbered].map((each) => [`${each.domain ?? ''}/${each.idx}`, each]),
  );
  return {
    candidates: [...candidates.values()].slice(0, MOST_CANDIDATES),
    named: new Set([...links, ...numbers.filter(isNamed)].map(({ idx = -1 }) => idx)),
    tooLarge: numbers.find(({ idx }) => idx === undefined)?.digits,
    times: textTimes(text),
    addresses,
    paths: new Set(paths.map(percentDecoded)),
    hosts: new Set(matches(HOST).map(([, host = '']) => host.toLowerCase())),
    searchText: client ? canonicalAddress(client) : searchTextOf(whole, addresses, paths),
  };
}

/** Returns a normalized path without its query, without punctuation that follows it in a sentence. */
export function pathOf(uri: string): string {
  return (visible(uri).split(/[?#]/, 1)[0] ?? '').replace(/(?<![.:!])[.:!]+$/, '');
}

/** Returns what to search for in a text without a client's address. */
function searchTextOf(text: string, addresses: ReadonlySet<string>, paths: readonly string[]): string {
  const [line = '', ...others] = text.split(/[\r\n]+/);
  const isShort = others.length === 0 && line.length <= LONGEST_LINE;
  const long = paths.filter((each) => each.length > 2);
  const path = long.find((each) => !FILE.test(each)) ?? long[0];
  const quoted = Array.from(text.matchAll(QUOTED), (parts) => parts.slice(1).find(Boolean) ?? '');
  const longest = quoted.toSorted((one, other) => other.length - one.length)[0];
  const id = LONG_ID.exec(without(text, TIMES))?.[0];
  const found = path ?? [...addresses][0] ?? (isShort ? line : (longest ?? id ?? ''));
  return cutText(found, LONGEST_SEARCH).trim();
}

function textTimes(text: string): readonly TextTime[] {
  return FORMATS.flatMap((format) =>
    Array.from(text.matchAll(format), ({ groups = {} }): TextTime | undefined => {
      const { year, day = '', hour, minute, second = '00', zone, offset } = groups;
      const month = groups['monthNumber'] ?? MONTHS.indexOf((groups['month'] ?? '').toLowerCase()) + 1;
      const clock = `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')} ${hour}:${minute}:${second}`;
      const ahead = offset?.replace(/^(.\d\d):?(\d\d)$/, '$1:$2') ?? 'Z';
      const instant = Date.parse(`${clock.replace(' ', 'T')}${ahead}`);
      return Number.isNaN(instant) ? undefined : { clock, instant: (zone ?? offset) ? instant : undefined };
    }).filter((time) => time !== undefined),
  );
}

/** Replaces the matches of each pattern by spaces. */
function without(text: string, patterns: readonly RegExp[]): string {
  return patterns.reduce((rest, pattern) => rest.replace(pattern, ' '), text);
}
