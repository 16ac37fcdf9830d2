import { type DetectionLog, FIRST_LINE, type MessageHead, rowFields } from '../service/model.ts';
import { message } from '../text/l10n.ts';
import { type ExportFormat, NDJSON_HEAD } from './exportedLog.ts';

/**
 * Returns a detection log as JSON with the names that the service uses: the `data` object of section 2.2, indented by
 * two spaces. Nothing is redacted. The values of a repeated header are a list.
 */
export function toJson(log: DetectionLog): string {
  return `${JSON.stringify(recordOf(log), undefined, 2)}\n`;
}

function recordOf(log: DetectionLog) {
  const { key, other } = log;
  return {
    query: { user_domain_idx: key.domain, idx: key.idx, detected_type: key.detectedType },
    detailed_info: {
      virtual_host_name: log.virtualHost,
      response_code: log.responseCode,
      req_line_headers: headOf(log.request),
      res_line_headers: headOf(log.response),
      raw_data: log.rawData,
      basestr: log.description,
      ...other,
    },
    timezone: log.timeZone,
  };
}

/** Returns the head of a logged request or response as the service sends it. */
export function headOf({
  firstLine,
  headers,
}: MessageHead): Readonly<Record<string, string | readonly string[] | undefined>> {
  const values = new Map<string, string | readonly string[] | undefined>([[FIRST_LINE, firstLine]]);
  for (const [name, value] of headers) {
    const before = values.get(name);
    values.set(name, before === undefined ? value : [...[before].flat(), value]);
  }
  return Object.fromEntries(values);
}

/**
 * NDJSON. Each line is a JSON object for one log, which contains its domain and row under the names that the service
 * uses; unknown fields are in `other`. For full logs, objects also contain `detail` (the `data` object of section 2.2) or,
 * if the details could not be read, `error`. The first object begins with the facts about the export in `_export`.
 */
export const ndjsonFormat: ExportFormat = {
  name: 'NDJSON',
  description: message('One JSON object per line, for scripts'),
  start: () => '',
  record: ({ key, row, detail, failure: error, head }) => {
    const { level, content, service, timeZone, filter } = head ?? {};
    const facts = { level, content, service, timeZone, filter };
    const { other } = row;
    const record = {
      ...(head && { [NDJSON_HEAD]: facts }),
      user_domain_idx: key.domain,
      ...Object.fromEntries(rowFields(row)),
      detected_type: row.detectedType ?? detail?.key.detectedType,
      ...(Object.keys(other).length > 0 && { other }),
      error,
      ...(detail && { detail: recordOf(detail) }),
    };
    return `${JSON.stringify(record)}\n`;
  },
};
