import { type Message, message } from '../../text/l10n.ts';
import { caseFolded, truncate } from '../../text/strings.ts';
import { answerLimits } from '../limits.ts';
import { type DetectionLog, type LogKey, messageHead } from '../model.ts';
import { Field, headersOf, otherFields, textOf } from './decode.ts';
import { findLog, LOG_MEMBERS } from './records.ts';

/** Maximum length, in UTF-16 units, of a `detected_type` in a fault. */
const LONGEST_TYPE = 40;

/**
 * Decodes the response for a detection log (section 2.2). Only the log itself is required; identifiers that are not
 * echoed default to the requested ones.
 * @param requested the requested key; its `detectedType` is empty if it was not sent
 * @throws ServiceError `bad-shape`; `mismatch` if `query` identifies a different log
 */
export function decodeLog(body: Readonly<Record<string, unknown>>, requested: LogKey): DetectionLog {
  const response = new Field(body);
  const data = response.member('data');
  const log = findLog(response);
  const known: readonly string[] =
    log.path === data.path ? [...LOG_MEMBERS, 'query', 'timezone'] : LOG_MEMBERS;
  const headOf = (name: (typeof LOG_MEMBERS)[number]) =>
    messageHead(log.member(name).optional((map) => headersOf(map.object())) ?? []);
  return {
    key: checkedKey(data.member('query'), requested),
    virtualHost: textOf(log.member('virtual_host_name')),
    responseCode: log.member('response_code').optional((code) => code.integer()) ?? 0,
    request: headOf('req_line_headers'),
    response: headOf('res_line_headers'),
    rawData: textOf(log.member('raw_data')),
    description: textOf(log.member('basestr')),
    timeZone: truncate(textOf(data.member('timezone')), answerLimits.timeZone),
    other: otherFields(log, (name) => known.includes(name)),
  };
}

/** Returns the key that the service echoes. */
function checkedKey(query: Field, requested: LogKey): LogKey {
  query.optional((sent) => sent.object());
  const served = {
    domain: query.member('user_domain_idx').optional((sent) => sent.integer()) ?? requested.domain,
    idx: query.member('idx').optional((sent) => sent.integer()) ?? requested.idx,
    detectedType: query.member('detected_type').optional((sent) => sent.text()) ?? requested.detectedType,
  };
  const isType =
    requested.detectedType === '' || caseFolded(requested.detectedType) === caseFolded(served.detectedType);
  if (isType && requested.domain === served.domain && requested.idx === served.idx) return served;
  throw query.mismatch(keyText(requested), keyText(served));
}

function keyText({ domain, idx, detectedType }: LogKey): Message {
  const type = truncate(detectedType, LONGEST_TYPE);
  return message('log {0} ({1}) of domain {2}', String(idx), type, String(domain));
}
