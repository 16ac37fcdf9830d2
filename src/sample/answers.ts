/** Creates the response bodies that the interface defines (docs/partner-log-service.md). */
import { FIRST_LINE, type Header } from '../service/model.ts';
import type { SampleDomain } from './sampleDomains.ts';
import type { SampleLog } from './sampleLogs.ts';
import { logTime } from './timeline.ts';

export interface SampleAnswer {
  readonly status: number;
  readonly body: {
    readonly message: { readonly key: string; readonly value: string };
    readonly data?: object;
  };
}

/** The error table in section 7. */
const faults = {
  'bad request': [400, 'RES000002', 'Bad Request'],
  unauthorized: [401, 'RES000033', 'Unauthorized'],
  'not found': [404, 'RES000018', 'Data not found'],
  'server error': [500, 'RES000029', 'An internal server error has occurred.'],
} as const;

type SampleFault = keyof typeof faults;

/** Thrown if the service must respond to a request with an error. */
export class Refusal extends Error {
  readonly fault: SampleFault;

  constructor(fault: SampleFault) {
    super(fault);
    this.fault = fault;
  }
}

/** Returns a success response (section 2.1). */
export function success(data: object): SampleAnswer {
  return { status: 200, body: { message: { key: 'RES000000', value: 'success' }, data } };
}

/** Returns an error response, which has a `message` but no `data` (section 7). */
export function failure(fault: SampleFault): SampleAnswer {
  const [status, key, value] = faults[fault];
  return { status, body: { message: { key, value } } };
}

/** Returns the body of a paginated list (section 2.4), in which the page and the counts are strings. */
export function pageData(items: readonly object[], total: number, page: number, perPage: number): object {
  return { items, total_count: String(total), page: String(page), per_page: String(perPage) };
}

/** Returns an item in the domain list. */
export function answerDomain({ index, name }: SampleDomain): object {
  return { user_domain_idx: index, domain: name, status: 'on', ssl: true };
}

/** Maximum length of `rawdata` in a row. The details contain the complete text. */
const ROW_RAW_LIMIT = 2048;

/** Returns a row in a list of logs. */
export function answerRow(log: SampleLog) {
  const row = {
    idx: log.idx,
    log_time: logTime(log.time),
    attack: log.rule.name,
    attack_raw: log.rule.code,
    country: log.country,
    country_code: log.countryCode,
    ip: log.address,
    detected_value: log.detected,
    uri: log.uri,
    action: log.action,
    basestr: log.description,
    basetype: log.rule.baseType,
    basemessage: log.place,
  };
  return log.rawData.length > ROW_RAW_LIMIT ? row : { ...row, rawdata: log.rawData };
}

/** Returns the full record of one log (section 2.2). */
export function detailData(domain: number, detectedType: string, log: SampleLog): object {
  return {
    query: { user_domain_idx: domain, idx: log.idx, detected_type: detectedType },
    detailed_info: {
      virtual_host_name: log.virtualHost,
      response_code: log.response.code,
      req_line_headers: headerMap(log.requestLine, log.requestHeaders),
      res_line_headers: headerMap(log.response.statusLine, log.response.headers),
      raw_data: log.rawData,
      basestr: log.description,
    },
    timezone: 'UTC',
  };
}

function headerMap(firstLine: string, headers: readonly Header[]): object {
  return Object.fromEntries([...(firstLine === '' ? [] : [[FIRST_LINE, firstLine]]), ...headers]);
}
