import * as v from '../../base/schema.ts';
import { type Message, message } from '../../text/l10n.ts';
import { caseFolded } from '../../text/strings.ts';
import { answerLimits } from '../limits.ts';
import { type DetectionLog, type Header, type LogKey, type MessageHead, messageHead } from '../model.ts';
import { textStart } from '../valueStart.ts';
import { decode, headerMap, integer, mismatch, otherFields, text, tooMany } from './decode.ts';

/** Maximum length, in UTF-16 units, of a `detected_type` in a fault. */
const LONGEST_TYPE = 40;

const optionalText = v.nullish(text, '');
const infoFields = {
  virtual_host_name: optionalText,
  response_code: v.nullish(integer, 0),
  req_line_headers: v.nullish(headerMap, {}),
  res_line_headers: v.nullish(headerMap, {}),
  raw_data: optionalText,
  basestr: optionalText,
};
const infoNames: ReadonlySet<string> = new Set(Object.keys(infoFields));

const detail = v.object(
  {
    query: v.nullish(
      v.object(
        { user_domain_idx: v.nullish(integer), idx: v.nullish(integer), detected_type: v.nullish(text) },
        'object',
      ),
    ),
    detailed_info: v.object(infoFields, 'object'),
    timezone: optionalText,
  },
  'object',
);

/**
 * Decodes the `data` of a detection log (section 2.2). Only `detailed_info` is required; identifiers that are not
 * echoed default to the requested ones.
 * @param requested the requested key; its `detectedType` is empty if it was not sent
 * @throws ServiceError `bad-shape`; `mismatch` if `query` identifies a different log
 */
export function decodeDetail(data: unknown, requested: LogKey): DetectionLog {
  const { query, detailed_info: info, timezone } = decode(detail, data, 'data');
  const sent = data as { readonly detailed_info: Readonly<Record<string, unknown>> };
  return {
    key: checkedKey(requested, {
      domain: query?.user_domain_idx ?? requested.domain,
      idx: query?.idx ?? requested.idx,
      detectedType: query?.detected_type ?? requested.detectedType,
    }),
    virtualHost: info.virtual_host_name,
    responseCode: info.response_code,
    request: checkedHead(info.req_line_headers, 'req_line_headers'),
    response: checkedHead(info.res_line_headers, 'res_line_headers'),
    rawData: info.raw_data,
    description: info.basestr,
    timeZone: timezone,
    other: otherFields(sent.detailed_info, 'data.detailed_info', (name) => infoNames.has(name)),
  };
}

function checkedKey(requested: LogKey, served: LogKey): LogKey {
  const isType =
    requested.detectedType === '' || caseFolded(requested.detectedType) === caseFolded(served.detectedType);
  if (isType && requested.domain === served.domain && requested.idx === served.idx) return served;
  throw mismatch('data.query', keyText(requested), keyText(served));
}

function keyText({ domain, idx, detectedType }: LogKey): Message {
  return message(
    'log {0} ({1}) of domain {2}',
    String(idx),
    textStart(detectedType, LONGEST_TYPE),
    String(domain),
  );
}

function checkedHead(entries: readonly Header[], field: string): MessageHead {
  const { headers: most } = answerLimits;
  if (entries.length > most)
    throw tooMany(`data.detailed_info.${field}`, message('at most {0} headers', most));
  return messageHead(entries);
}
