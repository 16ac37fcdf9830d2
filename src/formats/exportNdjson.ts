import {
  type ExportContent,
  type ExportFormat,
  exportMembers,
  headJson,
  NDJSON_HEAD,
} from './exportedLog.ts';
import { toJsonLine } from './jsonCopy.ts';

/**
 * Returns the NDJSON format. Each line is a JSON object for one log, which contains its domain and row under the names
 * that the service uses, including unknown fields. For full logs, objects also contain `detail` (the `data` object of
 * section 2.2) or, if the details could not be read, `error`. The first object begins with the facts about the export
 * in `_export`.
 */
export function ndjsonExport({ head }: ExportContent): ExportFormat {
  let isFirst = true;
  /** @param json an object with at least one member */
  const line = (json: string): string => {
    const start = isFirst && head ? `{"${NDJSON_HEAD}":${headJson(head)},` : '{';
    isFirst = false;
    return `${start}${json.slice(1)}\n`;
  };
  return {
    start: '',
    log: (log) => {
      const json = JSON.stringify(exportMembers(log));
      return log.detail ? line(`${json.slice(0, -1)},"detail":${toJsonLine(log.detail)}}`) : line(json);
    },
    failedLog: (log, error) => JSON.stringify({ ...exportMembers(log), error }),
    end: (failedLogs) => failedLogs.map(line).join(''),
  };
}
