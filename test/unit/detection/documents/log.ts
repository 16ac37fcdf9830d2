import type { DetectionLog, Header } from '../../../../src/service/model.ts';

/** Returns a log in which only the raw data and the headers in `req_line_headers` matter. */
export function logOf(rawData: string, headers: readonly Header[] = []): DetectionLog {
  return {
    key: { domain: 1, idx: 2, detectedType: 'WAF' },
    virtualHost: 'a.example:443',
    responseCode: 403,
    request: { firstLine: '', headers },
    response: { firstLine: '', headers: [] },
    rawData,
    description: '',
    timeZone: 'UTC',
    other: {},
  };
}
