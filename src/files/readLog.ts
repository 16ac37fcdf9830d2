/** Reads a log from a file of exported logs, or a request from another program's HAR file, given its parsed JSON. */

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
import {
  type DetectionLog,
  type Header,
  type LogKey,
  type LogRow,
  type MessageHead,
  messageHead,
} from '../service/model.ts';
import { typeMessage } from '../service/typeNames.ts';
import { type Message, message } from '../text/l10n.ts';
import { writtenMembers, writtenValue } from './jsonMembers.ts';

type Members = Readonly<Record<string, unknown>>;

/** The parts of a log in a file. */
interface Parts {
  /** The log's domain and row, using the field names of the service's interface. */
  readonly members: Members;
  /** The `data` described in section 2.2. */
  readonly detail: unknown;
  /** The name of the member that contains `detail`. */
  readonly detailName: string;
}

/** A request in a HAR file from another program. */
interface HarRequest {
  readonly request: Members;
  readonly response: Members;
  readonly host: string;
  /** Path and query as recorded. Parsing them as a URL would remove parts of an attack, such as `/../`. */
  readonly target: string;
  /** In UTC, like the times of rows. */
  readonly time: string | undefined;
}

/** The facts that identify a log and its domain. */
interface LogFacts {
  /** Has no domain for a HAR file from another program, whose hosts serve as the domains. */
  readonly key: Omit<LogKey, 'domain' | 'idx'> & Partial<Pick<LogKey, 'domain' | 'idx'>>;
  readonly host: string | undefined;
}

/** The `detected_type` of requests in a HAR file from another program. */
const REQUEST_TYPE = 'HAR';

/** Returns true if another program wrote this member of a HAR file's `entries`. */
function isOthers(value: Members): boolean {
  return isObject(value['request']) && !isObject(value['_detectionLog']) && !('idx' in value);
}

/**
 * Returns the facts about a log that the index needs.
 * @throws ServiceError `bad-shape`
 */
export function logFacts(value: unknown): LogFacts {
  if (!isObject(value)) throw badShape('log', 'object', value);
  if (isOthers(value)) {
    return { key: { detectedType: REQUEST_TYPE }, host: harRequest(value).host || undefined };
  }
  const { members, detail } = partsOf(value);
  const { query, detailed_info: info } = isObject(detail) ? detail : {};
  const sentTypes = [members['detected_type'], isObject(query) ? query['detected_type'] : undefined];
  const host = isObject(info) ? info['virtual_host_name'] : undefined;
  return {
    key: {
      domain: decode(integer, members['user_domain_idx'], 'user_domain_idx'),
      idx: decode(integer, members['idx'], 'idx'),
      detectedType: sentTypes.find(isDetectedType) ?? defaultConventions.detail.detectedType,
    },
    host: typeof host === 'string' ? host.replace(/:(?:80|443)$/, '') || undefined : undefined,
  };
}

function isDetectedType(value: unknown): value is string {
  return typeof value === 'string' && value.length <= answerLimits.detectedType;
}

/** Members that are not fields of the row. */
const NOT_OF_ROW = new Set(['user_domain_idx', 'redaction_notes', 'detail', 'error', 'other', NDJSON_HEAD]);

/** Returns the row of a log. @throws ServiceError `bad-shape` */
export function logRow(value: unknown, key: LogKey): LogRow {
  if (!isObject(value)) throw badShape('log', 'object', value);
  if (isOthers(value)) {
    const { target, time } = harRequest(value);
    return { idx: key.idx, ...(time && { time }), uri: target, other: {} };
  }
  const { members } = partsOf(value);
  const fields = Object.entries(members).filter(([name]) => !NOT_OF_ROW.has(name));
  const row = rowDecoder(key.domain, defaultConventions.logs.fields)(Object.fromEntries(fields), 'log');
  const { other, redaction_notes: notes } = members;
  return {
    ...row,
    other: { ...row.other, ...(isObject(other) ? other : other !== undefined && { other }) },
    ...(isTexts(notes) && { notes }),
  };
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

/** Returns the raw data of a log, which is also searched for keywords. */
export function rawDataIn(value: unknown): string | undefined {
  const detail = isObject(value) ? partsOf(value).detail : undefined;
  const info = isObject(detail) ? detail['detailed_info'] : undefined;
  const rawData = isObject(info) ? info['raw_data'] : undefined;
  return typeof rawData === 'string' ? rawData : undefined;
}

/**
 * Returns a full log, with its headers in the order written.
 * @throws ServiceError `row-only` if only its row is in the file; `bad-shape`, `mismatch`, `not-json`, `truncated`
 */
export function logInFull(json: string, key: LogKey): DetectionLog {
  const value = parseJson(json);
  if (!isObject(value)) throw badShape('log', 'object', value);
  if (isOthers(value)) return requestInFull(harRequest(value), key, 'UTC');
  const { detail, detailName, members } = partsOf(value);
  // Earlier versions wrote only the request to a HAR file.
  if (detail === undefined && isObject(value['request'])) return requestInFull(harRequest(value), key, '');
  if (detail === undefined) throw notExported(members['error']);
  const log = decodeDetail(detail, key);
  const written = (name: string) => headOf(writtenValue(json, [detailName, 'detailed_info', name]));
  return { ...log, request: written('req_line_headers'), response: written('res_line_headers') };
}

function notExported(error: unknown): ServiceError {
  const { code, message } = isObject(error) ? error : {};
  const exported: ExportFailure | undefined =
    typeof code === 'string' && typeof message === 'string' ? { code, message } : undefined;
  return new ServiceError('row-only', exported?.message ?? 'The file contains only the row of this log.', {
    ...(exported && { exported, systemCode: exported.code }),
  });
}

function headOf(json = '{}'): MessageHead {
  const all = writtenMembers(json).flatMap(([name, value]) =>
    [parseJson(value)]
      .flat()
      .filter((each) => each !== null && typeof each !== 'object')
      .map((each): Header => [name, String(each)]),
  );
  return messageHead(all);
}

function partsOf(value: Members): Parts {
  const { _detectionLog: row, _detail: rest, _rawData: rawData } = value;
  if (!isObject(row)) return { members: value, detail: value['detail'], detailName: 'detail' };
  const info = isObject(rest) ? rest['detailed_info'] : undefined;
  const detail = isObject(info)
    ? { ...(rest as Members), detailed_info: { ...info, raw_data: rawData } }
    : rest;
  return { members: row, detail, detailName: '_detail' };
}

function harRequest(value: Members): HarRequest {
  const { request, response, startedDateTime: started } = value;
  if (!isObject(request)) throw badShape('request', 'object', request);
  const { url } = request;
  if (typeof url !== 'string' || !URL.canParse(url)) throw badShape('request.url', 'string', undefined);
  const rest = /^[^/?#]*:\/\/[^/?#\\]*([^#]*)/.exec(url)?.[1] ?? url;
  return {
    request,
    response: isObject(response) ? response : {},
    host: new URL(url).host,
    target: rest.startsWith('/') ? rest : `/${rest}`,
    time: typeof started === 'string' ? timeOf(started) : undefined,
  };
}

/** Returns a time in UTC, or undefined if it has no time zone or a row cannot represent its year. */
function timeOf(started: string): string | undefined {
  const instant = new Date(/(?:Z|[+-]\d\d:?\d\d)$/.test(started) ? started : Number.NaN);
  const iso = Number.isNaN(instant.getTime()) ? '' : instant.toISOString();
  return /^\d{4}-/.test(iso) ? iso.slice(0, 19).replace('T', ' ') : undefined;
}

/** Returns the request that another program recorded, as HTTP. */
function requestInFull(
  { request, response, host, target }: HarRequest,
  key: LogKey,
  timeZone: string,
): DetectionLog {
  const text = (value: unknown, otherwise = '') => (typeof value === 'string' ? value : otherwise);
  const pairsOf = (sent: unknown): [name: string, value: string][] =>
    (Array.isArray(sent) ? sent : []).flatMap((each) =>
      isObject(each) && typeof each['name'] === 'string' ? [[each['name'], text(each['value'])]] : [],
    );
  const headersOf = (sent: unknown): Header[] => pairsOf(sent).filter(([name]) => !name.startsWith(':'));
  const firstLine = `${text(request['method'], 'GET')} ${target} ${text(request['httpVersion'], 'HTTP/1.1')}`;
  const headers = headersOf(request['headers']);
  const { text: sentText, params } = isObject(request['postData']) ? request['postData'] : {};
  // HAR 1.2 contains either the decoded parameters of a form or its text.
  const body = text(sentText) || new URLSearchParams(pairsOf(params)).toString();
  const { status } = response;
  const responseCode = Number.isSafeInteger(status) ? (status as number) : 0;
  const lines = [firstLine, ...headers.map(([name, value]) => `${name}: ${value}`)];
  return {
    key,
    virtualHost: host,
    responseCode,
    request: { firstLine, headers },
    response: {
      firstLine:
        responseCode > 0 ? `HTTP/1.1 ${responseCode} ${text(response['statusText'])}`.trimEnd() : undefined,
      headers: headersOf(response['headers']),
    },
    rawData: `${lines.join('\r\n')}\r\n\r\n${body}`,
    description: '',
    timeZone,
    other: {},
  };
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
