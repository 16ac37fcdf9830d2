/**
 * The alternatives that Diagnose Connection tries, by what might differ, most likely first. The first ones are those of
 * the published related interface.
 */
import type { Differences } from '../service/differences.ts';

export type Aspect =
  | 'key'
  | 'domainsPath'
  | 'logsPath'
  | 'detailPath'
  | 'countsPath'
  | 'domainsPaging'
  | 'logsPaging'
  | 'domainNumber'
  | 'logNumber'
  | 'logSelection'
  | 'range';

const pageNames: readonly Differences[] = [
  { firstPage: 0 },
  ...(
    [
      ['page', 'size'],
      ['page', 'limit'],
      ['page', 'page_size'],
      ['pageNo', 'pageSize'],
      ['page_no', 'page_size'],
      ['pageNumber', 'pageSize'],
    ] as const
  ).map(([pageParameter, perPageParameter]) => ({ pageParameter, perPageParameter })),
];
const offsetNames = [
  {},
  { offsetParameter: 'start' },
  { offsetParameter: 'start', limitParameter: 'count' },
  { offsetParameter: 'skip', limitParameter: 'take' },
];

export const alternatives: Readonly<Record<Aspect, readonly Differences[]>> = {
  key: ['X-Cloudbric-Key', 'X-Api-Key', 'Authorization: Bearer'].map((keyHeader) => ({ keyHeader })),
  domainsPath: ['/partner/website/list', '/partner/websites', '/partner/domains'].map((domainsPath) => ({
    domainsPath,
  })),
  logsPath: ['detection_logs', 'detected_logs', 'waf_logs', 'logs'].map((name) => ({
    logsPath: `/partner/logs/${name}/:user_domain_idx`,
  })),
  detailPath: [
    { detailPath: '/partner/logs/detailed_log/:user_domain_idx/:idx' },
    { detailPath: '/partner/logs/attack_logs/:user_domain_idx/:idx' },
  ],
  countsPath: ['visitors_attackers', 'visitors', 'counts'].map((name) => ({
    countsPath: `/partner/logs/${name}/:user_domain_idx`,
  })),
  domainsPaging: [
    ...offsetNames.map((names) => ({ domainsPaging: 'offset' as const, ...names })),
    ...pageNames,
  ],
  logsPaging: [...offsetNames.map((names) => ({ logsPaging: 'offset' as const, ...names })), ...pageNames],
  domainNumber: ['website_idx', 'domain_id', 'website_id', 'site_id'].map((name) => ({
    domainIndexFields: [name],
  })),
  logNumber: ['log_idx', 'log_id', 'id', 'seq'].map((idxField) => ({ idxField })),
  logSelection: [
    { detectedTypeParameter: null },
    { idxParameter: 'log_idx' },
    { idxParameter: 'log_id' },
    { idxParameter: 'id' },
    { detectedTypeParameter: 'type' },
  ],
  range: [
    { countsDateFormat: 'YYYY-MM-DD' },
    { countsDateFormat: 'YYYY-MM-DD HH:mm:ss' },
    { countsDateFormat: 'YYYY-MM-DDTHH:mm:ssZ' },
    ...(
      [
        ['start_date', 'end_date'],
        ['startDate', 'endDate'],
        ['start', 'end'],
        ['from_date', 'to_date'],
      ] as const
    ).map(([fromParameter, toParameter]) => ({ fromParameter, toParameter })),
  ],
};

/** The names that other services use for the fields of a row, by the field in a row. */
export const rowFieldNames = {
  time: ['time', 'timestamp', 'datetime', 'date', 'created_at', 'detected_at', 'logTime', 'event_time'],
  rule: ['rule', 'rule_name', 'attack_name', 'attack_type', 'ruleName'],
  action: ['action_type', 'result', 'act', 'actionType'],
  address: ['client_ip', 'src_ip', 'source_ip', 'remote_addr', 'clientIp', 'address'],
  countryCode: ['countryCode', 'country_cd', 'nation_code'],
  uri: ['url', 'path', 'request_uri', 'requestUri'],
} as const;

/** The names that other services use for the name of a domain. */
export const domainNames = [
  'domain_name',
  'host',
  'hostname',
  'website',
  'site',
  'domainName',
  'title',
] as const;
