import { type ExportFormat, exportMembers } from './exportedLog.ts';
import { toJsonLine } from './jsonCopy.ts';

/**
 * One JSON object per line and log: its domain and row under the names of the wire, unknown fields among them; in full,
 * also `detail`, the `data` of section 2.2. If that could not be read, `error` takes its place.
 */
export function ndjsonExport(): ExportFormat {
  return {
    start: '',
    log: (log) => {
      const json = JSON.stringify(exportMembers(log));
      return log.detail ? `${json.slice(0, -1)},"detail":${toJsonLine(log.detail)}}\n` : `${json}\n`;
    },
    failedLog: (log, error) => `${JSON.stringify({ ...exportMembers(log), error })}\n`,
    end: (failedLogs) => failedLogs.join(''),
  };
}
