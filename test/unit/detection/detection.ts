/** A detection log that tests can modify. */
import type { DetectionLog } from '../../../src/service/model.ts';

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
