/**
 * The alternatives that Diagnose Connection tries for what the interface leaves open, most likely first. The first ones
 * are those of the published related interface.
 */
import { DATE_FORMATS, type Differences, defaultConventions } from '../service/differences.ts';
import type { LogFilter, LogRow } from '../service/model.ts';
import { dayOf } from '../service/queries/filter.ts';
import type { Read } from '../service/requests.ts';

export const keyHeaders = ['X-Cloudbric-Key', 'X-Api-Key', 'Authorization: Bearer'] as const;

/** The alternatives for the pages of a list. */
const pages = (paging: 'domainsPaging' | 'logsPaging'): readonly Differences[] => [
  { [paging]: 'offset' },
  { [paging]: 'offset', offsetParameter: 'start' },
  { [paging]: 'page-from-0' },
  ...['size', 'limit', 'page_size', 'pageSize'].map((perPageParameter) => ({ perPageParameter })),
  ...['pageNo', 'page_no', 'p'].map((pageParameter) => ({ pageParameter })),
  { pageParameter: 'pageNo', perPageParameter: 'pageSize' },
];

/** The names of the parameters for a range of days: the last one, by the first one. */
const RANGES = {
  from: 'to',
  start_date: 'end_date',
  startDate: 'endDate',
  start: 'end',
  from_date: 'to_date',
};

/** The alternatives for a range of days, given the names of its settings: each format under each name. */
const range = (from: string, to: string, format: string): readonly Differences[] =>
  DATE_FORMATS.flatMap((each) =>
    Object.entries(RANGES).map(([first, last]) => ({ [from]: first, [to]: last, [format]: each })),
  );

const ofDomain = (name: string) => `/partner/logs/${name}/:user_domain_idx`;

const PATHS = ['domainsPath', 'logsPath', 'detailPath', 'countsPath'] as const;

/** The interface's paths, if the path of the base URL is missing. */
const below = (root: string): Differences =>
  Object.fromEntries(PATHS.map((name) => [name, root + defaultConventions[name]]));

/** The names that other services use for the fields of a row and for the filters by them, by the field in a row. */
export const rowFieldNames = {
  time: ['time', 'timestamp', 'datetime', 'date', 'created_at', 'detected_at', 'logTime', 'event_time'],
  rule: ['rule', 'rule_name', 'attack_name', 'attack_type', 'ruleName'],
  ruleRaw: ['rule_code', 'attack_code', 'rule_id', 'ruleCode'],
  action: ['action_type', 'policy_action', 'result', 'act', 'actionType'],
  address: ['client_ip', 'src_ip', 'source_ip', 'remote_addr', 'clientIp', 'address'],
  country: ['country_name', 'countryName', 'nation'],
  countryCode: ['country', 'countryCode', 'country_iso', 'country_cd', 'nation_code'],
  uri: ['url', 'path', 'request_uri', 'requestUri'],
  detectedValue: ['matched_value', 'match', 'payload', 'detectedValue'],
  description: ['description', 'detail', 'details'],
} as const;

/** The filters of the list of logs that can be checked. */
export const FILTERS = ['days', 'rule', 'address', 'action', 'uri', 'countryCode'] as const;
export type Filter = (typeof FILTERS)[number];

/** Returns a filter that a row matches. */
export function filterOf(filter: Filter, row: LogRow): LogFilter | undefined {
  const value = filter === 'days' ? dayOf(row) : row[filter];
  if (!value) return undefined;
  return filter === 'days' ? { from: value, to: value } : { [filter]: value };
}

/** A filter might have the name of its field. One that the service does not have is not sent. */
const byField = (field: Exclude<Filter, 'days'>): readonly Differences[] =>
  [defaultConventions[`${field}Field`], ...rowFieldNames[field], null].map((name) => ({
    [`${field}Filter`]: name,
  }));

export const alternatives: Readonly<Record<Read | Filter, readonly Differences[]>> = {
  domains: [
    ...pages('domainsPaging'),
    ...['/api', '/api/v1', '/v1', '/openapi', '/openapi/v1'].map(below),
    ...['domain/all', 'website/list', 'websites'].map((name) => ({ domainsPath: `/partner/${name}` })),
  ],
  logs: [
    ...pages('logsPaging'),
    ...[
      ...['detection_logs', 'detected_logs', 'detection_log', 'waf_logs', 'logs'].map(ofDomain),
      '/partner/logs/attack_logs?user_domain_idx=:user_domain_idx',
    ].map((logsPath) => ({ logsPath })),
  ],
  detail: [
    { detectedTypeParameter: null },
    { detectedTypeParameter: 'type' },
    ...['log_idx', 'log_id', 'id'].map((idxParameter) => ({ idxParameter })),
    ...['detailed_log', 'attack_logs'].map((name) => ({ detailPath: `${ofDomain(name)}/:idx` })),
  ],
  counts: [
    ...range('fromParameter', 'toParameter', 'countsDateFormat'),
    ...['visitors_attackers', 'visitors', 'counts'].map((name) => ({ countsPath: ofDomain(name) })),
  ],
  days: [
    ...range('fromFilter', 'toFilter', 'logsDateFormat').slice(0, 8),
    { fromFilter: null, toFilter: null },
  ],
  rule: byField('rule'),
  address: byField('address'),
  action: byField('action'),
  uri: byField('uri'),
  countryCode: byField('countryCode'),
};
