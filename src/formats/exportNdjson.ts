import { message } from '../text/l10n.ts';
import { type ExportFormat, exportMembers, headJson, NDJSON_HEAD } from './exportedLog.ts';
import { toJsonLine } from './jsonCopy.ts';

/**
 * NDJSON. Each line is a JSON object for one log, which contains its domain and row under the names that the service
 * uses, including unknown fields. For full logs, objects also contain `detail` (the `data` object of section 2.2) or,
 * if the details could not be read, `error`. The first object begins with the facts about the export in `_export`.
 */
export const ndjsonFormat: ExportFormat = {
  name: 'NDJSON',
  description: message('One JSON object per line, for scripts'),
  start: () => '',
  record: (log) => {
    const { detail, failure: error, head } = log;
    const json = JSON.stringify({ ...exportMembers(log), error });
    const start = head ? `{"${NDJSON_HEAD}":${headJson(head)},` : '{';
    const end = detail ? `,"detail":${toJsonLine(detail)}}` : '}';
    return { text: `${start}${json.slice(1, -1)}${end}\n`, longCells: 0 };
  },
};
