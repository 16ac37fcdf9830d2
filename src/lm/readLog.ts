import { checkCurrent, targetId } from '../connections/logTarget.ts';
import { loggedTime } from '../formats/loggedTime.ts';
import { parseRawRequest } from '../http/rawHttp.ts';
import { doJob } from '../jobs.ts';
import { similarNumbers } from '../lists/similarRequests.ts';
import { joined } from '../redaction/segments.ts';
import type { LogService } from '../service/api.ts';
import { unlessCancelled } from '../service/faults.ts';
import { type DetectionLog, logId } from '../service/model.ts';
import { cutText, truncate } from '../text/strings.ts';
import { clockIn } from '../text/zonedTime.ts';
import { currentTime, type ToolCall } from './findDomain.ts';
import { type ToolInput, ToolInputError } from './toolInput.ts';
import { answerText } from './toolText.ts';

/** Maximum length, in UTF-16 units, of the report or the raw data in an answer. */
const LONGEST_PART = 12_000;
/** The page to search for a log's row. */
const FIRST_PAGE = { page: 1, perPage: 100 };
const HIDDEN_VALUES =
  'Values shown as ‹kind and length› are hidden; if one matters, ask the user to open the log.';

/** Returns the answer about one log: its report, or its raw data. */
export async function readLog(
  { app, domain, signal }: ToolCall,
  { number, type, raw = false, offset }: ToolInput<'read_log'>,
): Promise<string> {
  if (offset !== undefined && !raw)
    throw new ToolInputError('“offset” needs “raw”: it is a place in the raw data.');
  const { connectionId, index } = domain;
  const detectedType = type ?? app.services.conventions(connectionId).detectedType;
  const target = app.logs.bound({ connectionId, key: { domain: index, idx: number, detectedType } });
  const log = await app.logs.get(target, signal);
  const time = await currentTime(app, domain, signal);
  const row =
    app.rows.get(targetId(target)) ??
    app.logNodes.rowOf(target) ??
    (await listedRow(await app.services.of(connectionId), log, signal).catch(unlessCancelled));
  const facts = { ...time, domain: index, number, status: log.responseCode };
  const redaction = await app.services.redaction();
  if (raw) {
    const text = await doJob(app.threads, 'hiddenRawData', { log, row, redaction }, signal);
    const part = cutText(text.slice(offset), LONGEST_PART);
    const next = (offset ?? 0) + part.length;
    const rest = next < text.length && { next_offset: next };
    return answerText({ ...facts, raw_data_length: text.length, ...rest, notes: [HIDDEN_VALUES] }, part);
  }
  const similar = row && (await app.similar.of({ ...target, row }, signal).catch(unlessCancelled));
  checkCurrent(target);
  const request = {
    rows: [{ row: row ?? { idx: number, other: {} }, domain: index, status: log.responseCode }],
    samples: [{ log, row, link: '' }],
    redaction,
    version: app.version,
  };
  const { segments } = await doJob(app.threads, 'summaryReport', request, signal);
  const notes = [
    'The scope of an exclusion is under “Scope”. Only the operators of the firewall can tell whether it is safe.',
    HIDDEN_VALUES,
    ...(row ? [] : ['The list entry of this log was not found, so its rule, address, and time are unknown.']),
  ];
  const byDay = similar?.days?.filter(({ count }) => count > 0).map(({ day, count }) => [day, count]);
  const similarFacts = similar && { ...similarNumbers(similar), by_day: byDay };
  return answerText(
    { ...facts, similar_requests_with_this_rule_and_path: similarFacts, notes },
    truncate(joined(segments), LONGEST_PART),
  );
}

/**
 * Returns the row of a log from the first page of the logs with its path and the date of its response. Returns undefined
 * if it is not on that page.
 */
async function listedRow(service: LogService, log: DetectionLog, signal: AbortSignal) {
  const { instant, source } = loggedTime(log, undefined);
  const day = source === 'response' ? clockIn(log.timeZone, instant.getTime())?.slice(0, 10) : undefined;
  const { target = '' } = parseRawRequest(log.request.firstLine ?? '');
  const uri = target.split(/[?#]/, 1)[0];
  const filter = { ...(day && { from: day, to: day }), ...(uri && { uri }) };
  const { items } = await service.logs(log.key.domain, FIRST_PAGE, filter, { signal });
  return items.find(({ key }) => logId(key) === logId(log.key))?.row;
}
