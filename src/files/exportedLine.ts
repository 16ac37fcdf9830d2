/** Reads a line of a file of exported logs: the JSON of one log. */

import { ServiceError } from '../base/errors.ts';
import { isObject } from '../base/values.ts';
import { type ExportFailure, type ExportHead, NDJSON_HEAD, parseHead } from '../formats/exportedLog.ts';
import { Field } from '../service/answers/decode.ts';
import { decodeLog } from '../service/answers/decodeLog.ts';
import { rowDecoder } from '../service/answers/decodePage.ts';
import { parseJson } from '../service/answers/json.ts';
import { defaultConventions } from '../service/differences.ts';
import { answerLimits } from '../service/limits.ts';
import type { DetectionLog, LogKey, LogRow } from '../service/model.ts';
import { type Message, message } from '../text/l10n.ts';

/** Maximum length, in UTF-16 units, of a host that names a domain. */
const LONGEST_HOST = 300;
/** Members that are not fields of the row. */
const NOT_OF_ROW = new Set(['user_domain_idx', 'detail', 'error', 'other', NDJSON_HEAD]);

export interface LineRow {
  readonly key: LogKey;
  readonly row: LogRow;
  /** The host in the log's details. */
  readonly host: string | undefined;
  /** The raw data in the log's details. */
  readonly rawData: string | undefined;
  /** The facts about the export, which its first line contains. */
  readonly head: ExportHead | undefined;
}

/** Returns the row of a log. @throws ServiceError `bad-shape`, `not-json`, `truncated` */
function lineRow(json: string): LineRow {
  const value = parseLine(json);
  const { detail, other, [NDJSON_HEAD]: head } = value;
  const { query, detailed_info } = isObject(detail) ? detail : {};
  const info = isObject(detailed_info) ? detailed_info : {};
  const types = [value['detected_type'], isObject(query) ? query['detected_type'] : undefined].map(textOf);
  const type = types.find((each) => each !== undefined && each.length <= answerLimits.detectedType);
  const line = new Field(value);
  const domain = line.member('user_domain_idx').integer();
  const idx = line.member('idx').integer();
  const fields = Object.fromEntries(Object.entries(value).filter(([name]) => !NOT_OF_ROW.has(name)));
  const row = rowDecoder(domain, defaultConventions)(new Field(fields, 'log'));
  const others = isObject(other) ? other : other !== undefined && { other };
  const host = textOf(info['virtual_host_name'])?.replace(/:(?:80|443)$/, '');
  return {
    key: { domain, idx, detectedType: type ?? defaultConventions.detectedType },
    row: { ...row, other: { ...row.other, ...others } },
    host: host?.slice(0, LONGEST_HOST) || undefined,
    rawData: textOf(info['raw_data']),
    head: head === undefined ? undefined : parseHead(head),
  };
}

/**
 * Returns a full log.
 * @throws ServiceError `not-in-file` if only its row is in the file; `bad-shape`, `mismatch`, `not-json`, `truncated`
 */
function lineLog(json: string, key: LogKey): DetectionLog {
  const { detail, error } = parseLine(json);
  if (detail !== undefined) return decodeLog({ data: detail }, key);
  const { code, message: text } = isObject(error) ? error : {};
  const exported: ExportFailure | undefined =
    typeof code === 'string' && typeof text === 'string' ? { code, message: text } : undefined;
  throw new ServiceError('not-in-file', exported?.message ?? 'The file contains only the row of this log.', {
    ...(exported && { exported, systemCode: exported.code }),
  });
}

/** Reads a line: its log if `key` is known, or else its row. */
export function readLine({ json, key }: { readonly json: string; readonly key?: LogKey }) {
  return key ? lineLog(json, key) : lineRow(json);
}

/** Returns the reason a line cannot be read, without including its values. */
export function problemOf({ code, facts }: ServiceError): Message {
  const { field, expected, found } = facts;
  if (field !== undefined) return message('{0}: expected {1}, found {2}', field, expected ?? '', found ?? '');
  if (code === 'file-unreadable' && typeof found === 'object') return found;
  return code === 'truncated' ? message('incomplete JSON') : message('not JSON');
}

function parseLine(json: string): Readonly<Record<string, unknown>> {
  const value = parseJson(json);
  if (!isObject(value)) throw new Field(value, 'log').bad('object');
  return value;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
