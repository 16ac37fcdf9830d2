/**
 * The alternatives that Diagnose Connection tries for what the interface leaves open, most likely first. The first ones
 * are those of the published related interface.
 */
import { type Differences, defaultConventions } from '../service/differences.ts';
import type { Read } from '../service/requests.ts';

/** What might differ: the parameters of the request, the fields of the response, or the path. */
export type Aspect = 'request' | 'response' | 'path';

export const keyHeaders: readonly Differences[] = [
  'X-Cloudbric-Key',
  'X-Api-Key',
  'Authorization: Bearer',
].map((keyHeader) => ({ keyHeader }));

/** The alternatives for the pages of a list. */
const pages = (paging: 'domainsPaging' | 'logsPaging'): readonly Differences[] => [
  { [paging]: 'offset' },
  { [paging]: 'offset', offsetParameter: 'start' },
  { [paging]: 'page-from-0' },
  { perPageParameter: 'size' },
  { perPageParameter: 'limit' },
  { perPageParameter: 'page_size' },
  { pageParameter: 'pageNo', perPageParameter: 'pageSize' },
  { pageParameter: 'page_no', perPageParameter: 'page_size' },
];

const logSelection: readonly Differences[] = [
  { detectedTypeParameter: null },
  { idxParameter: 'log_idx' },
  { idxParameter: 'log_id' },
  { idxParameter: 'id' },
  { detectedTypeParameter: 'type' },
];

const range: readonly Differences[] = [
  { countsDateFormat: 'YYYY-MM-DD' },
  { countsDateFormat: 'YYYY-MM-DD HH:mm:ss' },
  { countsDateFormat: 'YYYY-MM-DDTHH:mm:ssZ' },
  { fromParameter: 'start_date', toParameter: 'end_date' },
  { fromParameter: 'startDate', toParameter: 'endDate' },
  { fromParameter: 'start', toParameter: 'end' },
  { fromParameter: 'from_date', toParameter: 'to_date' },
];

const ofDomain = (name: string) => `/partner/logs/${name}/:user_domain_idx`;

/** The interface's paths, if the path of the base URL is missing. */
const below = (root: string): Differences => ({
  domainsPath: root + defaultConventions.domainsPath,
  logsPath: root + defaultConventions.logsPath,
  detailPath: root + defaultConventions.detailPath,
  countsPath: root + defaultConventions.countsPath,
});

export const alternatives: Readonly<Record<Read, Readonly<Record<Aspect, readonly Differences[]>>>> = {
  domains: {
    request: pages('domainsPaging'),
    response: ['website', 'domain', 'site'].flatMap((item) =>
      ['idx', 'id', 'no'].map((number) => ({ domainIndexFields: [`${item}_${number}`] })),
    ),
    path: [
      ...['/api', '/api/v1', '/v1', '/openapi', '/openapi/v1'].map(below),
      ...['website/list', 'websites', 'domains'].map((name) => ({ domainsPath: `/partner/${name}` })),
    ],
  },
  logs: {
    request: pages('logsPaging'),
    response: ['log_idx', 'log_id', 'id', 'seq'].map((idxField) => ({ idxField })),
    path: [
      ...['detection_logs', 'detected_logs', 'waf_logs', 'logs'].map(ofDomain),
      '/partner/logs/attack_logs?user_domain_idx=:user_domain_idx',
    ].map((logsPath) => ({ logsPath })),
  },
  detail: {
    request: logSelection,
    response: logSelection,
    // A service might also report that it has no such log if a parameter differs.
    path: [
      ...logSelection,
      ...['detailed_log', 'attack_logs'].map((name) => ({ detailPath: `${ofDomain(name)}/:idx` })),
    ],
  },
  counts: {
    request: range,
    response: range,
    path: ['visitors_attackers', 'visitors', 'counts'].map((name) => ({ countsPath: ofDomain(name) })),
  },
};

/** The names that other services use for the fields of a row, by the field in a row. */
export const rowFieldNames = {
  time: ['time', 'timestamp', 'datetime', 'date', 'created_at', 'detected_at', 'logTime', 'event_time'],
  rule: ['rule', 'rule_name', 'attack_name', 'attack_type', 'ruleName'],
  ruleRaw: ['rule_code', 'attack_code', 'rule_id', 'ruleCode'],
  action: ['action_type', 'policy_action', 'result', 'act', 'actionType'],
  address: ['client_ip', 'src_ip', 'source_ip', 'remote_addr', 'clientIp', 'address'],
  country: ['country_name', 'countryName', 'nation'],
  countryCode: ['countryCode', 'country_iso', 'country_cd', 'nation_code'],
  uri: ['url', 'path', 'request_uri', 'requestUri'],
  detectedValue: ['matched_value', 'match', 'payload', 'detectedValue'],
  description: ['description', 'detail', 'details'],
  rawData: ['raw_data', 'raw_request', 'raw', 'rawData'],
  baseType: ['rule_type', 'baseType'],
  baseMessage: ['rule_message', 'message', 'msg', 'baseMessage'],
} as const;

/** The names that other services use for the name of a domain. */
export const domainNames = ['domain_name', 'host', 'hostname', 'website', 'site'] as const;
