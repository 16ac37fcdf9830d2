/**
 * The words that services use in names. They provide the names to try for an input, and determine which names are safe
 * to share.
 */
import type { Read } from '../service/wireRequest.ts';

/** The inputs whose names differ between services. */
export type Input = 'idx' | 'detectedType' | 'page' | 'perPage' | 'offset' | 'domain';
type Edge = 'from' | 'to';

const split = (text: string) => text.trim().split(/\s+/);
/** Combines each word in one list with each word in another, with the most likely combinations first. */
const joined = (some: readonly string[], others: readonly string[]) =>
  some
    .flatMap((one, at) => others.map((other, rank) => ({ name: `${one}_${other}`, rank: at + rank })))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ name }) => name);

const NUMBERS = split('idx id no seq sn num number index key');

/** Names for each input, most likely first, as words separated by `_`. */
const NAMES: Readonly<Record<Input, readonly string[]>> = {
  idx: [
    ...split('idx log_idx id log_id no log_no seq log_seq sn num key uid'),
    ...joined(
      split(`log event detection detect detected attack detected_log detection_log attack_log entry record detail waf security_event
        incident threat alert dtct`),
      NUMBERS,
    ),
  ],
  detectedType:
    split(`detected_type type log_type detect_type detection_type kind category event_type attack_type detected_kind log_kind
    source module`),
  page: split(`page page_no page_num page_number p pg page_index current_page cur_page page_idx current_page_no now_page page_id
    start_page index page[number] _page`),
  perPage:
    split(`per_page page_size size limit rows count num_of_rows record_count_per_page page_unit page_limit page_rows list_size
    row_count num take max max_results page_count items_per_page rows_per_page length list_count record_count n ps $top page[size] _limit`),
  offset: split(
    `offset start skip start_index row_offset first from_row begin start_row first_index $skip page[offset] _start`,
  ),
  domain: [
    ...split('user_domain_idx domain_idx domain_id site_id domain site website idx id zone host'),
    ...joined(split('domain site website zone user_domain host property web service target'), NUMBERS),
  ],
};

/** Pairs of names, for a page or an offset and for the page size, most likely first. */
const PAGE_PAIRS =
  split(`offset/limit page/size page/limit page_no/page_size page/page_size skip/take start/count page_number/page_size
  page_index/page_size from/size start/limit $skip/$top page[number]/page[size] page[offset]/page[limit] page/rows page/count
  page_no/num_of_rows page_index/record_count_per_page p/size first/max`);
export const OFFSETS: ReadonlySet<string> = new Set(
  split('offset skip start from first $skip page[offset] Offset Skip Start'),
);

const EDGES = split(
  'from/to start/end begin/end since/until bgn/end strt/end fr/to start/stop begin/finish start/finish after/before first/last min/max gte/lte',
);
const DAYS = split('date day time dt de at ymd datetime ts');
const paired = (pair: string, form: (edge: string) => string) => pair.split('/').map(form).join('/');

/** Pairs of names for a range, most likely first. */
const RANGES: readonly string[] = [
  ...split(`from/to start_date/end_date from_date/to_date start/end begin/end since/until date_from/date_to start_time/end_time start/stop
    gte/lte s/e sdate/edate s_date/e_date search_start_date/search_end_date search_bgn_de/search_end_de`),
  ...joined(EDGES.slice(0, 7), DAYS)
    .slice(0, 44)
    .map((name) => {
      const [, pair = '', word = ''] = /^(.*)_([a-z]+)$/.exec(name) ?? [];
      return paired(pair, (edge) => `${edge}_${word}`);
    }),
  ...split('date time range period').flatMap((word) =>
    EDGES.slice(0, 3).map((pair) => paired(pair, (edge) => `${word}_${edge}`)),
  ),
  ...split('st_date/ed_date st_dt/ed_dt sday/eday search_from/search_to'),
  ...EDGES.slice(4),
];
const MOST_NAMES = 150;
const MOST_PAIRS = 130;

/** Regular expressions for parameter names without separators, with the meaning of each name, most certain first. */
const MEANINGS: readonly (readonly [input: Input | Edge, name: RegExp])[] = [
  [
    'from',
    /^(?!(?:date|time|day)s$)(?:search|filter|log|query)?(?:date|time|period|range|day)?(?:from|start|begin|bgn|since|strt|after|st|fr|s|gte|min|first)(?:date|day|time|dt|de|ymd|at|datetime|ts|timestamp)?$/,
  ],
  [
    'to',
    /^(?:search|filter|log|query)?(?:date|time|period|range|day)?(?:to|end|until|before|ed|e|lte|max|finish|stop|last)(?:date|day|time|dt|de|ymd|at|datetime|ts|timestamp)?$/,
  ],
  ['perPage', /^(?!total)[a-z\d]{0,30}(?:size|limit|perpage|rows|count(?!r)|cnt|take|pageunit|length|top$)/],
  ['page', /page|^pg|^p$/],
  ['offset', /offset|skip|startindex|firstindex/],
  ['detectedType', /type|kind|category/],
  ['domain', /domain|site|zone|property|host/],
  ['idx', /(?:idx|id|no|seq|sn|num|number|index|key)$/],
];

/** Returns the meaning of a parameter, based on its name, or undefined if the name is ambiguous. */
export function inputOf(name: string): Input | Edge | undefined {
  if (/^page\[|^\$/.test(name))
    return OFFSETS.has(name) ? 'offset' : /number/.test(name) ? 'page' : 'perPage';
  const flat = wordsOf(name).join('');
  return MEANINGS.find(([, expression]) => expression.test(flat))?.[0];
}

/** The part of a read's conventions that contains the names of its inputs. */
export interface NamedInputs {
  paging?: 'page' | 'offset';
  readonly parameters: Record<string, string | null>;
  [other: string]: unknown;
}

/** Sets the name for an input unless it already has one. Returns false if the read does not have that input. */
export function nameInput(part: NamedInputs, read: Read, input: Input | Edge | undefined, name: string) {
  const { parameters } = part;
  const isOfPages = read === 'domains' || read === 'logs';
  if (isOfPages && input === 'perPage') Object.assign(parameters, { perPage: name, limit: name });
  else if (isOfPages && (input === 'page' || input === 'offset')) {
    part.paging = input;
    parameters[input] ??= name;
  } else if (
    ((read === 'logs' || read === 'counts') && (input === 'from' || input === 'to')) ||
    (read === 'detail' && (input === 'idx' || input === 'detectedType'))
  )
    parameters[input] ??= name;
  else return false;
  return true;
}

/**
 * Returns the name of the parameter for a range's end, given the name of the parameter for its start.
 * @example endOf('searchBgnDe') // 'searchEndDe'
 */
export function endOf(start: string): string | undefined {
  const pairs = [...EDGES, 'st/ed', 's/e'].map((pair) => pair.split('/'));
  for (const [edge = '', end = ''] of pairs) {
    const place = edge.length > 2 ? edge : `^${edge}(?=_|$|date|day|dt|time)`;
    const [found = ''] = new RegExp(place, 'i').exec(start) ?? [];
    if (found === '') continue;
    const isCapital = /^[A-Z]/.test(found);
    const titled = isCapital ? end.charAt(0).toUpperCase() + end.slice(1) : end;
    return start.replace(found, isCapital && found === found.toUpperCase() ? end.toUpperCase() : titled);
  }
  return undefined;
}

/** Headers that might contain a key, most likely first. */
export const KEY_HEADERS: readonly string[] = [
  ...split('X-Api-Key X-Auth-Token X-Cloudbric-Key X-Access-Token Api-Key X-Token ApiKey'),
  ...joined(
    split(
      'X-Partner X-Auth X-Access X-Api X-Service X-Client X-App X-User X-Account X-Customer X-Security X-Tenant X-Consumer',
    ),
    split('Key Token'),
  ),
  ...split(`Service-Key X-Auth X-Key Token X-Secret-Key Ocp-Apim-Subscription-Key X-Partner-Api-Key X-Authorization Access-Token
    Private-Token AppKey Access-Key Auth-Token X-Waf-Key X-Waf-Token X-Secret Partner-Key X-Api-Secret X-Functions-Key X-Partner-Auth
    X-Subscription-Key X-Private-Token X-ApiKey X-Credential X-Auth-Apikey X-License-Key ServiceKey AccessKey X-Partner-Secret X-Client-Secret`),
].map((name) => name.replaceAll('_', '-'));

/** Variants of the same header, so only one of them can be sent. */
export const AUTHORIZATIONS = ['Authorization: Bearer', 'Authorization', 'Authorization: Token'];

/** Prefixes of the API's paths, most likely first. */
export const PREFIXES = [
  '',
  ...split(`/api/v1 /v1 /api /api/v2 /v2 /openapi/v1 /openapi /api/v3 /v3 /open-api/v1 /openapi/v2 /api/v4 /openapi/v3 /partner-api
    /rest /gateway /external/v1 /service`),
];
/** Prefixes of gateways that reject unknown paths, most likely first. */
export const STAGES = split('/prod /v1 /api /default /api/v1 /live /dev /stage');
/** Prefixes of resources at paths that the API does not define. */
export const VERSIONS = ['/v1', '', '/api/v1', '/api', '/v2', '/api/v2'];

/** Names of the resources, most likely first. */
export const RESOURCES = {
  lists: split('domains websites sites'),
  domains: split(
    'partner/domains partner/websites partner/website/list partner/sites partner/website partner/domain/all',
  ),
  logs: split(`logs events attacks detections attack-logs detection-logs security-events threats waf-logs incidents alerts detected-logs
    log-list`),
  /** Names of resources below the resource for the counts. */
  tails: split('daily visitors'),
  /** Names of resources below a log. */
  detail: split('detail raw details full'),
  counts: split(
    'stats statistics counts traffic visitors summary metrics visitors-attackers visitor-counts analytics',
  ),
} as const;

export type Style = 'snake' | 'camel' | 'kebab' | 'pascal' | 'upper';

/**
 * Returns the names to try for an input: all of them in the observed style, followed by the most likely ones in other
 * styles.
 */
export function namesOf(input: Input, style: Style): string[] {
  return inStyles(NAMES[input], style).slice(0, MOST_NAMES);
}

/** Returns the pairs of names to try for a page and its size, in the form `offset/limit`. */
export function pagePairs(style: Style): string[] {
  return [...new Set([...PAGE_PAIRS.map(styled[style]), ...PAGE_PAIRS.map(styled.camel), ...PAGE_PAIRS])];
}

/** Returns the pairs of names to try for a range, in the form `start_date/end_date`. */
export function rangeNames(style: Style): string[] {
  return inStyles([...new Set(RANGES)], style, 22).slice(0, MOST_PAIRS);
}

/**
 * Returns the style of most of the multiword names. If any name is in kebab case, returns that style, because names are
 * never in kebab case by chance.
 */
export function styleOf(names: Iterable<string>): Style {
  const counts = { snake: 0, camel: 0, kebab: 0, pascal: 0, upper: 0 };
  for (const name of names) {
    if (/^[A-Z\d]{2,60}(?:_[A-Z\d]+){0,9}$/.test(name)) counts.upper += 1;
    else if (/^[A-Z][a-z]/.test(name) && !name.includes('-')) counts.pascal += 1;
    else if (/[a-z\d]_[a-z\d]/i.test(name)) counts.snake += 1;
    else if (/^[a-z\d]+-[a-z\d-]+$/.test(name)) counts.kebab += 1;
    else if (/[a-z\d][A-Z]/.test(name)) counts.camel += 1;
  }
  if (counts.kebab > 0) return 'kebab';
  const [most] = (['snake', 'camel', 'pascal', 'upper'] as const).toSorted(
    (one, other) => counts[other] - counts[one],
  );
  return most ?? 'snake';
}

const styled: Readonly<Record<Style | 'flat', (name: string) => string>> = {
  snake: (name) => name,
  camel: (name) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  flat: (name) => name.replaceAll('_', ''),
  kebab: (name) => name.replaceAll('_', '-'),
  pascal: (name) => name.replace(/(?:^|_|(?<=\/))([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  upper: (name) => name.toUpperCase(),
};

/** Converts a name to a style. @example inStyle('pageSize', 'snake') // 'page_size' */
export function inStyle(name: string, style: Style): string {
  return styled[style](wordsOf(name).join('_'));
}

function inStyles(names: readonly string[], style: Style, others = 24): string[] {
  const likely = (['snake', 'camel', 'flat', 'pascal'] as const).filter((each) => each !== style);
  const own = names.map(styled[style]);
  const room = likely.flatMap((each) => names.slice(0, others).map(styled[each]));
  const likeliest = likely.flatMap((each) => names.slice(0, 4).map(styled[each]));
  return [...new Set([...own.slice(0, 6), ...likeliest, ...own.slice(6, 60), ...room, ...own])];
}

const WORDS: ReadonlySet<string> = new Set([
  ...`access action address agent all api application at attack attacks auth authorization base basestr basetype basemessage bearer
  begin blocked body bots category change city client cloudbric code content count counts country cursor data date datetime day
  days detail details detailed detect detected detection detections domain domains dot end event events exclude field fields
  filter first format from group header headers hackers host hostname http https id idx index info insight ip item items key
  keyword kind last level limit line list local log logs malicious max message method min minutes month ms name network next no
  number offset order origin page pages paging parameter parameters partner path per period previous property query range rate
  raw rawdata records region req request res response result results row rows rule score search secret security seq service
  services severity site sites size skip sort source start status statuses success take term time timestamp timezone title to
  today token total traffic true type until uri url user value values virtual visitors waf web webserver website websites x year
  yyyy yyyymmdd zone false mm dd hh ss seconds milliseconds enabled warn above notify names emails long tokens card numbers
  addresses override on off`.split(/\s+/),
  ...[...Object.values(NAMES), RANGES].flat().flatMap(wordsOf),
  ...KEY_HEADERS.flatMap(wordsOf),
]);

/** Splits a name into words, in lowercase. @example wordsOf('userDomainIdx') // ['user', 'domain', 'idx'] */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z\d]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

/** Returns true if a name is short and consists of known words, and therefore reveals nothing. */
export function isKnownName(name: string): boolean {
  if (name.length > 60 || !/^[\w-]+$/.test(name)) return false;
  return wordsOf(name).every((word) => WORDS.has(word));
}

/** Returns true if a name from a service can become part of the conventions. */
export function isUsableName(name: string): boolean {
  return /^[A-Za-z_@$][\w@$-]{0,59}$/.test(name) && !/^(?:__proto__|constructor|prototype)$/.test(name);
}
