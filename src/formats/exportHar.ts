import { type ExportContent, type ExportFormat, exportMembers, HAR_HEAD, headJson } from './exportedLog.ts';
import { harEntry, harHead } from './har.ts';
import { toJsonLine } from './jsonCopy.ts';

/**
 * Returns the HAR 1.2 format, with an entry for each log. In an entry, `_detectionLog` is the row without raw data,
 * `_rawData` is the raw data, and `_detail` is the rest of the `data` object of section 2.2. Logs whose details could
 * not be read are listed in `_failedLogs` instead and counted in the file's comment. `_partnerLogs` contains the facts
 * about the export.
 */
export function harExport({ head, redacted }: ExportContent, version: string): ExportFormat {
  let separator = '\n';
  const next = (): string => {
    const before = separator;
    separator = ',\n';
    return before;
  };
  const ownHead = head ? `"${HAR_HEAD}":${headJson(head)},` : '';
  return {
    start: `{"log":{${JSON.stringify(harHead(version)).slice(1, -1)},${ownHead}"entries":[`,
    log: (log) => {
      const { detail, row } = log;
      if (detail === undefined) throw new Error('A HAR needs logs in full.');
      const entry = {
        ...harEntry(detail, row),
        _detectionLog: { ...exportMembers(log), rawdata: undefined },
        _rawData: detail.rawData,
      };
      const rest = toJsonLine({ ...detail, rawData: '' });
      const json = `${JSON.stringify(entry).slice(0, -1)},"_detail":${rest}}`;
      return next() + json;
    },
    failedLog: (log, error) => JSON.stringify({ ...exportMembers(log), error }),
    end: (failedLogs) => {
      const comment = [
        redacted ? 'Secrets are redacted.' : 'Nothing is redacted. This might contain secrets.',
        ...(failedLogs.length > 0
          ? [`Logs that could not be read: ${failedLogs.length}. They are listed under _failedLogs.`]
          : []),
      ].join(' ');
      return `\n],"comment":${JSON.stringify(comment)},"_failedLogs":[${failedLogs.join(',\n')}]}}\n`;
    },
  };
}
