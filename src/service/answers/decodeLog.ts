import * as v from 'valibot';
import { isObject } from '../../base/values.ts';
import { type Message, message } from '../../text/l10n.ts';
import { caseFolded, truncate } from '../../text/strings.ts';
import { type DetectionLog, type LogKey, messageHead } from '../model.ts';
import { decode, headerMap, integer, mismatch, otherFields, text } from './decode.ts';
import { findLog, LOG_MEMBERS } from './records.ts';

/** Maximum length, in UTF-16 units, of a `detected_type` in a fault. */
const LONGEST_TYPE = 40;

const optionalText = v.nullish(text, '');
const log = v.object(
  {
    virtual_host_name: optionalText,
    response_code: v.nullish(integer, 0),
    req_line_headers: v.nullish(headerMap, {}),
    res_line_headers: v.nullish(headerMap, {}),
    raw_data: optionalText,
    basestr: optionalText,
  } satisfies Record<(typeof LOG_MEMBERS)[number], unknown>,
  'object',
);

const besideLog = v.object(
  {
    query: v.nullish(
      v.object(
        { user_domain_idx: v.nullish(integer), idx: v.nullish(integer), detected_type: v.nullish(text) },
        'object',
      ),
      {},
    ),
    timezone: optionalText,
  },
  'object',
);

/**
 * Decodes the response for a detection log (section 2.2). Only the log itself is required; identifiers that are not
 * echoed default to the requested ones.
 * @param requested the requested key; its `detectedType` is empty if it was not sent
 * @throws ServiceError `bad-shape`; `mismatch` if `query` identifies a different log
 */
export function decodeLog(body: Readonly<Record<string, unknown>>, requested: LogKey): DetectionLog {
  const { path, value } = findLog(body);
  const { query, timezone } = decode(besideLog, isObject(body['data']) ? body['data'] : {}, 'data');
  const decoded = decode(log, value, path);
  const known: readonly string[] = path === 'data' ? [...LOG_MEMBERS, 'query', 'timezone'] : LOG_MEMBERS;
  return {
    key: checkedKey(requested, {
      domain: query.user_domain_idx ?? requested.domain,
      idx: query.idx ?? requested.idx,
      detectedType: query.detected_type ?? requested.detectedType,
    }),
    virtualHost: decoded.virtual_host_name,
    responseCode: decoded.response_code,
    request: messageHead(decoded.req_line_headers),
    response: messageHead(decoded.res_line_headers),
    rawData: decoded.raw_data,
    description: decoded.basestr,
    timeZone: timezone,
    other: otherFields(value, path, (name) => known.includes(name)),
  };
}

function checkedKey(requested: LogKey, served: LogKey): LogKey {
  const isType =
    requested.detectedType === '' || caseFolded(requested.detectedType) === caseFolded(served.detectedType);
  if (isType && requested.domain === served.domain && requested.idx === served.idx) return served;
  throw mismatch('data.query', keyText(requested), keyText(served));
}

function keyText({ domain, idx, detectedType }: LogKey): Message {
  const type = truncate(detectedType, LONGEST_TYPE);
  return message('log {0} ({1}) of domain {2}', String(idx), type, String(domain));
}
