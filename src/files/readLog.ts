/** Reads a log from a file of exported logs, given its JSON. */

import { isServiceError, ServiceError } from '../base/errors.ts';
import { isObject } from '../base/isObject.ts';
import type { ExportFailure } from '../formats/exportedLog.ts';
import { NDJSON_HEAD } from '../formats/exportedLog.ts';
import { badShape, decode, integer } from '../service/answers/decode.ts';
import { decodeDetail } from '../service/answers/decodeDetail.ts';
import { rowDecoder } from '../service/answers/decodeItems.ts';
import { parseJson } from '../service/answers/json.ts';
import { defaultConventions } from '../service/conventions.ts';
import { answerLimits } from '../service/limits.ts';
import type { DetectionLog, LogKey, LogRow } from '../service/model.ts';
import { typeMessage } from '../service/typeNames.ts';
import { type Message, message } from '../text/l10n.ts';

/** The facts that identify a log and its domain. */
interface LogFacts {
  readonly key: LogKey;
  readonly host: string | undefined;
}

/**
 * Returns the facts about a log that the index needs.
 * @throws ServiceError `bad-shape`
 */
export function logFacts(value: unknown): LogFacts {
  if (!isObject(value)) throw badShape('log', 'object', value);
  const { detail } = value;
  const { query, detailed_info: info } = isObject(detail) ? detail : {};
  const sentTypes = [value['detected_type'], isObject(query) ? query['detected_type'] : undefined];
  const host = isObject(info) ? info['virtual_host_name'] : undefined;
  return {
    key: {
      domain: decode(integer, value['user_domain_idx'], 'user_domain_idx'),
      idx: decode(integer, value['idx'], 'idx'),
      detectedType: sentTypes.find(isDetectedType) ?? defaultConventions.detail.detectedType,
    },
    host: typeof host === 'string' ? host.replace(/:(?:80|443)$/, '') || undefined : undefined,
  };
}

function isDetectedType(value: unknown): value is string {
  return typeof value === 'string' && value.length <= answerLimits.detectedType;
}

/** Members that are not fields of the row. */
const NOT_OF_ROW = new Set(['user_domain_idx', 'detail', 'error', 'other', NDJSON_HEAD]);

/** Returns the row of a log. @throws ServiceError `bad-shape` */
export function logRow(value: unknown, key: LogKey): LogRow {
  if (!isObject(value)) throw badShape('log', 'object', value);
  const fields = Object.entries(value).filter(([name]) => !NOT_OF_ROW.has(name));
  const row = rowDecoder(key.domain, defaultConventions.logs.fields)(Object.fromEntries(fields), 'log');
  const { other } = value;
  return {
    ...row,
    other: { ...row.other, ...(isObject(other) ? other : other !== undefined && { other }) },
  };
}

/** Returns the raw data of a log, which is also searched for keywords. */
export function rawDataIn(value: unknown): string | undefined {
  const detail = isObject(value) ? value['detail'] : undefined;
  const info = isObject(detail) ? detail['detailed_info'] : undefined;
  const rawData = isObject(info) ? info['raw_data'] : undefined;
  return typeof rawData === 'string' ? rawData : undefined;
}

/**
 * Returns a full log.
 * @throws ServiceError `row-only` if only its row is in the file; `bad-shape`, `mismatch`, `not-json`, `truncated`
 */
export function logInFull(json: string, key: LogKey): DetectionLog {
  const value = parseJson(json);
  if (!isObject(value)) throw badShape('log', 'object', value);
  const { detail, error } = value;
  if (detail === undefined) throw notExported(error);
  return decodeDetail(detail, key);
}

function notExported(error: unknown): ServiceError {
  const { code, message } = isObject(error) ? error : {};
  const exported: ExportFailure | undefined =
    typeof code === 'string' && typeof message === 'string' ? { code, message } : undefined;
  return new ServiceError('row-only', exported?.message ?? 'The file contains only the row of this log.', {
    ...(exported && { exported, systemCode: exported.code }),
  });
}

/** Returns the reason a log cannot be read, without including its values. */
export function problemOf(error: unknown): Message {
  if (!isServiceError(error)) throw error;
  const { field, expected, found } = error.facts;
  if (error.code === 'file-unreadable' && typeof found === 'object') return found;
  const typed = (fact: typeof field = '') => (typeof fact === 'string' ? typeMessage(fact) : fact);
  if (field !== undefined)
    return message('{0}: expected {1}, found {2}', field, typed(expected), typed(found));
  return error.code === 'truncated' ? message('incomplete JSON') : message('not JSON');
}

/**
 * Parses the JSON of a log, using a faster parser for short strings.
 * @throws ServiceError like `parseJson`
 */
export function parseLog(json: string): unknown {
  if (json.length > QUICK || MAY_BE_ROUNDED.test(json)) return parseJson(json);
  try {
    const value: unknown = JSON.parse(json);
    if (isWithin(value, answerLimits.depth)) return value;
  } catch {}
  return parseJson(json);
}

/**
 * Maximum length, in UTF-16 units, of JSON for the faster parser. A string of this length cannot contain more values
 * than `answerLimits` allows.
 */
const QUICK = 256 * 1024;

/** A number that JavaScript might round, or text that looks like one. */
const MAY_BE_ROUNDED = /[:,[]\s*-?\d[\d.]*(?:\d{15}|[eE])/;

function isWithin(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((each) => isWithin(each, depth - 1));
}
