/** The words of which services make names: the names to try for an input, and the names that say nothing of their own. */

/** The inputs of the reads whose names differ from service to service. */
export type Input = 'idx' | 'detectedType' | 'page' | 'perPage' | 'offset' | 'domain';

/** Names of each input, likeliest first, as words with `_` between them. */
const NAMES: Readonly<Record<Input, string>> = {
  idx: `idx log_idx id log_id no log_no seq log_seq index log_index detection_idx detection_id detect_idx detect_id detected_idx
    detected_id detected_log_idx detected_log_id event_idx event_id attack_idx attack_id attack_log_idx attack_log_id
    entry_id entry_idx record_id detail_idx detail_id log_number log_num num key log_key uid event_no attack_no waf_idx`,
  detectedType: `detected_type type log_type detect_type detection_type kind category event_type attack_type detected_kind log_kind
    detectedtype source module`,
  page: `page page_no page_num page_number p pg current_page cur_page page_index page_idx pageno pagenum page_id`,
  perPage: `per_page page_size size limit rows count page_limit page_rows pagesize perpage list_size row_count num take max
    max_results page_count items_per_page rows_per_page length`,
  offset: `offset start skip start_index row_offset first from_row begin start_row`,
  domain: `user_domain_idx domain_idx domain_id user_domain_id site_id site_idx website_id domain website_idx idx id site`,
};

const RANGES = `from/to start/end start_date/end_date from_date/to_date begin/end begin_date/end_date date_from/date_to since/until
  start_day/end_day sdate/edate s_date/e_date start_time/end_time start_dt/end_dt from_day/to_day date_start/date_end from_time/to_time
  start_at/end_at stdate/eddate after/before fr/to first_day/last_day first/last startdate/enddate fromdate/todate from_ymd/to_ymd
  start_ymd/end_ymd gte/lte min_date/max_date period_start/period_end`;

/** Headers that may carry a key, likeliest first. */
export const KEY_HEADERS: readonly string[] = [
  'X-Api-Key',
  'Authorization: Bearer',
  'X-Auth-Token',
  'X-Cloudbric-Key',
  'X-Access-Token',
  'Api-Key',
  'X-Partner-Key',
  'X-Auth-Key',
  'X-Token',
  'ApiKey',
  'Service-Key',
  'X-Access-Key',
  'X-Partner-Token',
  'X-Service-Token',
];

/** Those that cannot be sent together with the bearer token. */
export const OTHER_AUTHORIZATIONS = ['Authorization', 'Authorization: Token'];

export const PREFIXES =
  ' /api /api/v1 /v1 /api/v2 /v2 /openapi/v1 /api/v3 /v3 /openapi /open-api/v1 /partner-api /rest /gateway /external/v1 /service'.split(
    ' ',
  );

/** Paths of the reads, likeliest first: below `/partner/`, below the list of domains that was found, and of their own. */
export const PATHS = {
  domains: {
    below: 'website/list domain/all domains websites domain/list website sites site/all',
    own: `/domains /v2/domains /v1/domains /api/v1/domains /api/domains /api/v2/domains /websites /v1/websites /v1/sites /sites
      /v2/websites /api/v1/sites /v2/sites /api/sites /api/websites`,
  },
  logs: {
    below: `logs/detection_logs logs/detected_logs logs/detected_log logs/attack_log logs/list logs logs/waf_logs logs/detection_log
      logs/log_list logs/all logs/attacks logs/detections logs/events logs/event_logs logs/security_logs logs/detection logs/detected
      logs/search`,
    ofDomain:
      'logs detections attack_logs attacks events detection_logs attack-logs detection-logs security-events threats',
    own: '/logs /detections /events /attacks',
  },
  detail: {
    below: 'logs/detail logs/detail_log logs/log_detail logs/detailed_logs logs/detection_log logs/log',
    ofDomain: '',
    own: '/logs/:idx /detections/:idx /events/:idx',
  },
  counts: {
    below:
      'logs/visitors_attackers logs/visitor_counts logs/counts logs/statistics logs/visitors logs/summary logs/stats',
    ofDomain: 'counts visitors statistics stats visitors_hackers traffic summary metrics',
    own: '/counts /statistics /stats /traffic',
  },
} as const;

export type Style = 'snake' | 'camel' | 'kebab' | 'pascal' | 'upper';

/** Returns the names of an input to try: in the style that was seen first, then in the others. */
export function namesOf(input: Input, style: Style): string[] {
  return inStyles(NAMES[input].split(/\s+/), style);
}

/** Returns the pairs of names of a range to try, as `start_date/end_date`. */
export function rangeNames(style: Style): string[] {
  return inStyles(RANGES.split(/\s+/), style);
}

/** Returns the style of most names that have several words; names in kebab case are too rare to be by chance. */
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

function inStyles(names: readonly string[], style: Style): string[] {
  const pascal = (name: string) =>
    name.replace(/(?:^|_|(?<=\/))([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const styled: Readonly<Record<Style, (name: string) => string>> = {
    snake: (name) => name,
    camel: (name) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    kebab: (name) => name.replaceAll('_', '-'),
    pascal,
    upper: (name) => name.toUpperCase(),
  };
  const others = (['snake', 'camel'] as const).filter((each) => each !== style);
  return [...new Set([style, ...others].flatMap((each) => names.map(styled[each])))];
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
  ...[...Object.values(NAMES), RANGES].flatMap((names) => wordsOf(names)),
  ...KEY_HEADERS.flatMap(wordsOf),
]);

/** Returns the words of a name, in lower case. @example wordsOf('userDomainIdx') // ['user', 'domain', 'idx'] */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z\d]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

/** Whether a name is short and made of known words, so that it says nothing of its own. */
export function isKnownName(name: string): boolean {
  if (name.length > 60 || !/^[\w-]+$/.test(name)) return false;
  return wordsOf(name).every((word) => WORDS.has(word));
}

/** Whether a name that a service sent may become a part of the conventions. */
export function isUsableName(name: string): boolean {
  return /^[A-Za-z_][\w-]{0,59}$/.test(name) && !/^(?:__proto__|constructor|prototype)$/.test(name);
}
