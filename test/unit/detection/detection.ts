/** A detection log and its target, which tests can modify. */
import type { LogTarget } from '../../../src/connections/logTarget.ts';
import type { DetectionLog, LogRow } from '../../../src/service/model.ts';

const key = { domain: 7, idx: 42, detectedType: 'WAF' };

/** A log with only its identifiers. */
export const bareLog: DetectionLog = {
  key,
  virtualHost: '',
  responseCode: 403,
  request: { firstLine: undefined, headers: [] },
  response: { firstLine: undefined, headers: [] },
  rawData: '',
  description: '',
  timeZone: '',
  other: {},
};

export const bareTarget: LogTarget = { connectionId: 'one', key };

export function targetWith(row: Partial<LogRow>): LogTarget {
  return { ...bareTarget, row: { idx: key.idx, other: {}, ...row } };
}
