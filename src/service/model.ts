/**
 * The decoded data of the Partner Log Service: the names are ours, each doc comment gives the wire name. Every string
 * is untrusted text. Sections are those of docs/partner-log-service.md. The fields of a row are in rowFields.ts.
 */
import type { RowFields } from './rowFields.ts';

/** Fields that the interface does not name, kept as sent. */
export type OtherFields = Readonly<Record<string, unknown>>;

/** A protected web domain (an item of the domain list; section 4.3, fields by the conventions). */
export interface Domain {
  /** `user_domain_idx` and its synonyms. */
  readonly index: number;
  readonly name: string | undefined;
  readonly other: OtherFields;
}

/** One row of a list of detection logs. */
export interface LogRow extends RowFields {
  readonly other: OtherFields;
  /** Notes on its redaction, for a row from a file of exported logs. */
  readonly notes?: readonly string[];
}

/** The key of a detection log within its domain (section 2.2, `query`). */
export interface LogKey {
  /** `user_domain_idx`. */
  readonly domain: number;
  readonly idx: number;
  /** `detected_type`; `WAF` when the caller does not know it. */
  readonly detectedType: string;
}

/**
 * Returns an id that is equal for the same log of a domain and different for any other: `idx` alone is not unique
 * across types.
 */
export function logId({ idx, detectedType }: LogKey): string {
  return `${idx}/${detectedType}`;
}

/** A log in a list. */
export interface ListedLog {
  /** The key of the log; if the row has no `detected_type`, with that of the conventions. */
  readonly key: LogKey;
  readonly row: LogRow;
}

/** The key of the entry of `req_line_headers` and `res_line_headers` that contains the first line (section 2.2). */
export const FIRST_LINE = 'Request-Line';

/** One header as sent: [name, value]. */
export type Header = readonly [name: string, value: string];

/** One side of a logged exchange: its first line and its headers, in the order sent. */
export interface MessageHead {
  /** The `Request-Line` entry: the request line, or the response's status line. Absent when not sent. */
  readonly firstLine: string | undefined;
  readonly headers: readonly Header[];
}

/** The full record of one detection log (section 2.2). */
export interface DetectionLog {
  /** `query`: the identifiers as the service echoes them. */
  readonly key: LogKey;
  /** `virtual_host_name`, `<host>:<port>`. */
  readonly virtualHost: string;
  /** `response_code`: the HTTP status returned for the logged request; 0 when not sent. */
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
  /** True of a log of a file that may be redacted: its texts may contain placeholders. */
  readonly mayHavePlaceholders?: boolean;
}

/** The four metrics of the counts (section 2.3), in the order shown. */
export const METRICS = ['visitors', 'attackers', 'maliciousIps', 'bots'] as const;
export type Metric = (typeof METRICS)[number];

/** A metric over a range (section 2.3, metric object). The comparison fields are as sent, with any type. */
export interface MetricTotal {
  readonly total: number;
  readonly previous: unknown;
  /** `change_rate`. */
  readonly changeRate: unknown;
  /** `period_label`. */
  readonly periodLabel: unknown;
}

/** One element of `total_log`. */
export type DayCounts = Readonly<Record<Metric, number>> & {
  /** `YYYY-MM-DD` in the service's zone. */
  readonly date: string;
};

/** Days from `from` to `to`, both included, as `YYYY-MM-DD` in the service's zone. */
export interface DateRange {
  readonly from: string;
  readonly to: string;
}

/** Counts of a domain over a range (section 2.3). */
export interface Counts {
  /** `search_term`: the range that the service applied. */
  readonly range: DateRange;
  /** `total_count`, as sent: never the sum of the days. */
  readonly totals: Readonly<Record<Metric, MetricTotal>>;
  /** `total_log`, in the order sent; days may be missing; null and missing read as empty. */
  readonly days: readonly DayCounts[];
  /** `timezone` of the dates. */
  readonly timeZone: string;
}

/** A page of a list (section 2.4), from either of the two known response bodies. */
export interface Page<T> {
  readonly items: readonly T[];
  /** The places on the page, from 0, of items that were not objects; they are not in `items`. Absent when there are none. */
  readonly unreadable?: readonly number[];
  /** `total_count`: items over all pages. */
  readonly total: number;
  /** False when the service sent null: `total` is then the minimum number. */
  readonly isTotalKnown?: false;
  /** The requested page, from 1. */
  readonly page: number;
  /** Items per page that the service applied. */
  readonly perPage: number;
}

/** A page of a list of detection logs. */
export interface LogPage extends Page<ListedLog> {
  /** The parts of the filter that the service may have ignored. Absent when there are none. */
  readonly doubtful?: readonly (keyof LogFilter)[];
}

/**
 * A filter of a list of detection logs. Only the fields that are set are sent; the conventions contain their wire
 * names.
 */
export interface LogFilter {
  /** `YYYY-MM-DD` in the service's zone. */
  readonly from?: string;
  readonly to?: string;
  readonly detectedType?: string;
  readonly action?: string;
  readonly rule?: string;
  readonly address?: string;
  readonly countryCode?: string;
  readonly uri?: string;
  readonly keyword?: string;
  /** Text in the row itself. It has no wire name: the extension filters the rows. */
  readonly contains?: string;
  /** Values to exclude. The service cannot exclude: the extension filters the rows. */
  readonly not?: readonly ExcludedValue[];
}

/** A value of a field. */
export interface ExcludedValue {
  readonly field: RowFilterField;
  readonly value: string;
}

/** The parts of a filter that one value of a row can set. */
export type RowFilterField = Exclude<keyof LogFilter, 'from' | 'to' | 'keyword' | 'contains' | 'not'>;
