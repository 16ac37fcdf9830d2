import { type ExportContent, type ExportFormat, exportMembers } from './exportedLog.ts';
import { harEntry, harHead } from './har.ts';

/**
 * HAR 1.2 with an entry per log; its `_detectionLog` is the row without raw data. Logs whose detail could not be read
 * have no entry: they are under `_failedLogs`, and the file's comment counts them.
 */
export function harExport({ redacted }: ExportContent, version: string): ExportFormat {
  let separator = '\n';
  const next = (): string => {
    const before = separator;
    separator = ',\n';
    return before;
  };
  return {
    start: `{"log":{${JSON.stringify(harHead(version)).slice(1, -1)},"entries":[`,
    log: (log) => {
      const { detail, row } = log;
      if (detail === undefined) throw new Error('A HAR needs logs in full.');
      const entry = {
        ...harEntry(detail, row),
        _detectionLog: { ...exportMembers(log), rawdata: undefined },
      };
      const json = JSON.stringify(entry);
      return next() + json;
    },
    failedLog: (log, error) => JSON.stringify({ ...exportMembers(log), error }),
    end: (failedLogs) => {
      const comment = [
        redacted ? 'Secrets are redacted.' : 'Nothing is redacted: this may contain secrets.',
        ...(failedLogs.length > 0
          ? [`Logs that could not be read: ${failedLogs.length}. They are listed under _failedLogs.`]
          : []),
      ].join(' ');
      return `\n],"comment":${JSON.stringify(comment)},"_failedLogs":[${failedLogs.join(',\n')}]}}\n`;
    },
  };
}
