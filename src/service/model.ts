/**
 * The Partner Log Service's data after decoding, under the extension's own names. Doc comments specify the names on the
 * wire and refer to sections of docs/partner-log-service.md. All strings are untrusted text.
 */

/** Fields that the API does not define, kept as sent. */
export type OtherFields = Readonly<Record<string, unknown>>;

/** A protected web domain: an item of the domain list (section 4.3), with the field names from the conventions. */
export interface Domain {
  /** `user_domain_idx`, or a different field if the conventions specify one. */
  readonly index: number;
  readonly name: string | undefined;
  readonly other: OtherFields;
}

/**
 * The kind of text in a field, which determines how it is searched for secrets: a `value` is searched only for secrets
 * that were found elsewhere.
 */
export type RowTextKind = 'value' | 'text' | 'query' | 'request' | 'address' | 'detected value' | 'message';

interface RowTextField {
  readonly wireName: string;
  readonly kind: RowTextKind;
}

/** A row's text fields by the extension's own names, in export order. */
const rowTexts = {
  /** `YYYY-MM-DD HH:MM:SS` without a time zone; shown as sent. */
  time: { wireName: 'log_time', kind: 'value' },
  /** The rule's name. */
  rule: { wireName: 'attack', kind: 'text' },
  ruleRaw: { wireName: 'attack_raw', kind: 'text' },
  /** For example `Detected` or `Blocked`. */
  action: { wireName: 'action', kind: 'value' },
  /** The client's address. */
  address: { wireName: 'ip', kind: 'address' },
  country: { wireName: 'country', kind: 'value' },
  countryCode: { wireName: 'country_code', kind: 'value' },
  uri: { wireName: 'uri', kind: 'query' },
  /** The text that the rule matched; can be empty. */
  detectedValue: { wireName: 'detected_value', kind: 'detected value' },
  /** Descriptive text about the detection. */
  description: { wireName: 'basestr', kind: 'message' },
  rawData: { wireName: 'rawdata', kind: 'request' },
  /** A digit, as a string. */
  baseType: { wireName: 'basetype', kind: 'value' },
  baseMessage: { wireName: 'basemessage', kind: 'message' },
  /** The log's type, if the service includes it in rows. */
  detectedType: { wireName: 'detected_type', kind: 'value' },
} as const satisfies Record<string, RowTextField>;

export type RowText = keyof typeof rowTexts;

export const rowTextEntries = Object.entries(rowTexts) as readonly (readonly [RowText, RowTextField])[];

/** The names on the wire, in export order. */
export const ROW_FIELD_NAMES: readonly string[] = [
  'idx',
  ...rowTextEntries.map(([, { wireName }]) => wireName),
];

export type Outcome = 'blocked' | 'detected';

/** Returns what an action did with the request, in any case; undefined if it is another one. */
export function outcomeOf(action = ''): Outcome | undefined {
  const outcome = action.toLowerCase();
  return outcome === 'blocked' || outcome === 'detected' ? outcome : undefined;
}

/** A row in a list of detection logs. Only `idx` is guaranteed; texts are absent if the service does not send them. */
export interface LogRow extends RowTexts {
  readonly idx: number;
  readonly other: OtherFields;
}

type RowTexts = { readonly [Name in RowText]?: string };

/**
 * Returns a row's fields by their names on the wire, in the order of `ROW_FIELD_NAMES`; absent fields are undefined.
 */
export function rowFields(row: LogRow): (readonly [name: string, value: string | number | undefined])[] {
  return [['idx', row.idx], ...rowTextEntries.map(([name, { wireName }]) => [wireName, row[name]] as const)];
}

/** The key of a detection log within its domain (section 2.2, `query`). */
export interface LogKey {
  /** `user_domain_idx`. */
  readonly domain: number;
  readonly idx: number;
  /** `detected_type`; `WAF` if the caller does not know it. */
  readonly detectedType: string;
}

/** Returns an ID for a log that is unique within its domain; `idx` alone is not unique across types. */
export function logId({ idx, detectedType }: LogKey): string {
  return `${idx}/${detectedType}`;
}

export interface ListedLog {
  /** The log's key. If the row has no `detected_type`, the one from the conventions is used. */
  readonly key: LogKey;
  readonly row: LogRow;
}

/** The name of the entry in `req_line_headers` and `res_line_headers` that contains the first line (section 2.2). */
export const FIRST_LINE = 'Request-Line';

/** One header as sent: [name, value]. */
export type Header = readonly [name: string, value: string];

/** One side of a logged exchange: its first line and its headers, in the order sent. */
export interface MessageHead {
  /** The `Request-Line` entry: the request line, or the status line of the response. Undefined if not sent. */
  readonly firstLine: string | undefined;
  readonly headers: readonly Header[];
}

/** Returns one side of a logged exchange, given its entries. */
export function messageHead(entries: readonly Header[]): MessageHead {
  return {
    firstLine: entries.find(([name]) => name === FIRST_LINE)?.[1],
    headers: entries.filter(([name]) => name !== FIRST_LINE),
  };
}

/** The full record of one detection log (section 2.2). */
export interface DetectionLog {
  /** `query`: the identifiers as the service echoes them. */
  readonly key: LogKey;
  /** `virtual_host_name`, `<host>:<port>`. */
  readonly virtualHost: string;
  /** `response_code`: the HTTP status of the response to the logged request; 0 if not sent. */
  readonly responseCode: number;
  /** `req_line_headers`. */
  readonly request: MessageHead;
  /** `res_line_headers`. */
  readonly response: MessageHead;
  /** `raw_data`: the raw text of the logged request, character for character. */
  readonly rawData: string;
  /** `basestr`: descriptive text about the detection. */
  readonly description: string;
  /** `timezone`, for example `UTC`. */
  readonly timeZone: string;
  /** Unknown fields of `detailed_info`. */
  readonly other: OtherFields;
}

/** The four metrics in the counts (section 2.3), in display order. */
export const METRICS = ['visitors', 'attackers', 'maliciousIps', 'bots'] as const;
export type Metric = (typeof METRICS)[number];
/** A count for each metric; null if the service does not know it. */
export type MetricValues = Readonly<Record<Metric, number | null>>;

/** The comparison beside a metric's total, as text because it can have any type; empty where the service sent none. */
export interface Comparison {
  readonly previous: string;
  /** `change_rate`. */
  readonly changeRate: string;
  /** `period_label`. */
  readonly periodLabel: string;
}

/** One element of `total_log`. */
export type DayCounts = MetricValues & {
  /** `YYYY-MM-DD` in the service's time zone. */
  readonly date: string;
};

/** The days from `from` to `to`, inclusive, as `YYYY-MM-DD` in the service's time zone. */
export interface DateRange {
  readonly from: string;
  readonly to: string;
}

/** A domain's counts over a range (section 2.3). */
export interface Counts {
  /** `search_term`: the range that the service used. */
  readonly range: DateRange;
  /** `total_count`, as sent; never computed as the sum of the days. */
  readonly totals: MetricValues;
  readonly comparisons: Readonly<Record<Metric, Comparison>>;
  /** `total_log`, in the order sent. Days can be missing; null and missing are treated as empty. */
  readonly days: readonly DayCounts[];
  /** `timezone`: the time zone of the dates. */
  readonly timeZone: string;
}

/** A page of a list (section 2.4), decoded from either of the two known response formats. */
export interface Page<T> {
  readonly items: readonly T[];
  /**
   * The zero-based positions, on the page, of items that are not objects, which `items` omits. Absent if there are
   * none.
   */
  readonly unreadable?: readonly number[];
  /** `total_count`: the number of items on all pages. */
  readonly total: number;
  /** False if the service sent null, in which case `total` is a minimum. */
  readonly isTotalKnown?: false;
  /** The requested page, 1-based. */
  readonly page: number;
  /** The number of items per page that the service used. */
  readonly perPage: number;
}

/**
 * A filter for a list of detection logs. Only fields that are set are sent; the conventions specify their names on the
 * wire.
 */
export interface LogFilter {
  /** `YYYY-MM-DD` in the service's time zone. */
  readonly from?: string;
  readonly to?: string;
  readonly detectedType?: string;
  readonly action?: string;
  readonly rule?: string;
  readonly address?: string;
  readonly countryCode?: string;
  readonly uri?: string;
  readonly keyword?: string;
}

/** The filters that are sent as text, in the order sent. */
export const TEXT_FILTERS = [
  'detectedType',
  'action',
  'rule',
  'address',
  'countryCode',
  'uri',
  'keyword',
] as const;

/** The parts of a filter that can be set to the value of a single field in a row. */
export type RowFilterField = Exclude<keyof LogFilter, 'from' | 'to' | 'keyword'>;
