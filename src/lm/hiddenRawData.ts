import { type RedactionOptions, redactLog } from '../redaction/redact.ts';
import type { DetectionLog, LogRow } from '../service/model.ts';

export interface HiddenRawDataRequest {
  readonly log: DetectionLog;
  readonly row: LogRow | undefined;
  readonly redaction: RedactionOptions;
}

/** Returns the raw data of a log with values hidden. */
export function hiddenRawData({ log, row, redaction }: HiddenRawDataRequest): string {
  return redactLog(log, row, redaction).log.rawData;
}
