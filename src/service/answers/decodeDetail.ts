import * as v from 'valibot';
import { message } from '../../text/l10n.ts';
import { answerLimits } from '../limits.ts';
import { type DetectionLog, FIRST_LINE, type Header, type MessageHead } from '../model.ts';
import { decode, headerMap, integer, otherFields, text } from './decode.ts';
import { tooMany } from './tooMany.ts';

const infoFields = {
  virtual_host_name: text,
  response_code: integer,
  req_line_headers: headerMap,
  res_line_headers: headerMap,
  raw_data: text,
  basestr: text,
};
const infoNames: ReadonlySet<string> = new Set(Object.keys(infoFields));

const detail = v.object(
  {
    query: v.object({ user_domain_idx: integer, idx: integer, detected_type: text }, 'object'),
    detailed_info: v.object(infoFields, 'object'),
    timezone: text,
  },
  'object',
);

/**
 * Decodes the `data` of a detection log (section 2.2).
 *
 * @throws ServiceError `bad-shape`
 */
export function decodeDetail(data: unknown): DetectionLog {
  const { query, detailed_info: info, timezone } = decode(detail, data, 'data');
  const sent = data as { readonly detailed_info: Readonly<Record<string, unknown>> };
  return {
    key: { domain: query.user_domain_idx, idx: query.idx, detectedType: query.detected_type },
    virtualHost: info.virtual_host_name,
    responseCode: info.response_code,
    request: messageHead(info.req_line_headers, 'req_line_headers'),
    response: messageHead(info.res_line_headers, 'res_line_headers'),
    rawData: info.raw_data,
    description: info.basestr,
    timeZone: timezone,
    other: otherFields(sent.detailed_info, 'data.detailed_info', (name) => infoNames.has(name)),
  };
}

function messageHead(entries: readonly Header[], field: string): MessageHead {
  const { headers: most } = answerLimits;
  if (entries.length > most)
    throw tooMany(`data.detailed_info.${field}`, message('at most {0} headers', most));
  return {
    firstLine: entries.find(([name]) => name === FIRST_LINE)?.[1],
    headers: entries.filter(([name]) => name !== FIRST_LINE),
  };
}
