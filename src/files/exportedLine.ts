/** Reads a line of a file of exported logs: the JSON of one log. */
import type { ServiceError } from '../base/errors.ts';
import { isObject } from '../base/values.ts';
import { type ExportFailure, type ExportHead, NDJSON_HEAD, parseHead } from '../formats/exportedLog.ts';
import { Field } from '../service/answers/decode.ts';
import { decodeLog } from '../service/answers/decodeLog.ts';
import { rowDecoder } from '../service/answers/decodePage.ts';
import { parseJson } from '../service/answers/json.ts';
import { defaultConventions } from '../service/differences.ts';
import { type DetectionLog, type ListedLog, ROW_FIELD_NAMES } from '../service/model.ts';
import { type Message, message } from '../text/l10n.ts';

export interface LineLog extends ListedLog {
  /** The full log; undefined if only its row was exported. */
  readonly log: DetectionLog | undefined;
  /** The reason why the full log could not be exported. */
  readonly failure: ExportFailure | undefined;
  /** The facts about the export, which its first line contains. */
  readonly head: ExportHead | undefined;
}

/** Reads a line. @throws ServiceError `bad-shape`, `mismatch`, `not-json`, `truncated` */
export function readLine(json: string): LineLog {
  const line = new Field(parseJson(json), 'log').object();
  const [detail, error, other, head] = ['detail', 'error', 'other', NDJSON_HEAD].map((name) =>
    line.get(name),
  );
  const domain = line.member('user_domain_idx').integer();
  const fields = ROW_FIELD_NAMES.filter((name) => line.names.includes(name));
  const sent = Object.fromEntries(fields.map((name) => [name, line.get(name)]));
  const row = rowDecoder(domain, defaultConventions)(new Field(sent, 'log'));
  const key = { domain, idx: row.idx, detectedType: row.detectedType ?? defaultConventions.detectedType };
  const { code, message: text } = isObject(error) ? error : {};
  return {
    key,
    row: { ...row, other: { ...row.other, ...(isObject(other) && other) } },
    log: detail === undefined ? undefined : decodeLog({ data: detail }, key),
    failure: typeof code === 'string' && typeof text === 'string' ? { code, message: text } : undefined,
    head: head === undefined ? undefined : parseHead(head),
  };
}

/** Returns the reason a line cannot be read, without including its values. */
export function problemOf({ facts: { field, expected = '', found } }: ServiceError): Message {
  if (field !== undefined) return message('{0}: expected {1}, found {2}', field, expected, found ?? '');
  return typeof found === 'object' ? found : message('incomplete JSON');
}
