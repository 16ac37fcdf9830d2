import type { App } from '../app.ts';
import { isServiceError } from '../base/errors.ts';
import { checkCurrent, type LogTarget, targetId } from '../connections/logTarget.ts';
import { loggedTime } from '../formats/loggedTime.ts';
import { parseRawRequest } from '../http/rawHttp.ts';
import { doJob } from '../jobs.ts';
import { readSimilarRequests, type SimilarRequests, similarNumbers } from '../lists/similarRequests.ts';
import { joined } from '../redaction/segments.ts';
import { type DetectionLog, type LogFilter, type LogRow, logId } from '../service/model.ts';
import { cutText, truncate } from '../text/strings.ts';
import { clockIn } from '../text/zonedTime.ts';
import { currentTime, type ToolCall } from './findDomain.ts';
import { type ToolInput, ToolInputError } from './toolInput.ts';
import { answerText, fact } from './toolText.ts';

/** Maximum length, in UTF-16 units, of the report or the raw data in an answer. */
const LONGEST_PART = 12_000;
/** Maximum number of rows to search for a log's row. */
const MOST_ROWS = 100;
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
  const row = await rowOf(app, target, log, signal);
  const time = await currentTime(app, domain, signal);
  const facts = { ...time, domain: index, number, status: log.responseCode };
  if (raw) return rawData(app, { log, row, offset: offset ?? 0, facts }, signal);
  const similar = row && (await similarRequests(app, target, row, signal));
  checkCurrent(target);
  const redaction = await app.services.redaction();
  const request = {
    rows: [{ row: row ?? { idx: number, other: {} }, domain: index, status: log.responseCode }],
    samples: [{ log, row, link: '' }],
    reason: undefined,
    redaction,
    version: app.version,
  };
  const { segments } = await doJob(app.threads, 'summaryReport', request, signal);
  const notes = [
    'The scope of an exclusion is under “Scope”. Only the operators of the firewall can tell whether it is safe.',
    HIDDEN_VALUES,
    ...(row ? [] : ['The list entry of this log was not found, so its rule, address, and time are unknown.']),
  ];
  return answerText(
    { ...facts, ...(similar && { similar_requests_with_this_rule_and_path: similar }), notes },
    truncate(joined(segments), LONGEST_PART),
  );
}

async function rawData(
  app: App,
  { log, row, offset, facts }: { log: DetectionLog; row: LogRow | undefined; offset: number; facts: object },
  signal: AbortSignal,
): Promise<string> {
  const redaction = await app.services.redaction();
  const text = await doJob(app.threads, 'hiddenRawData', { log, row, redaction }, signal);
  const part = cutText(text.slice(offset), LONGEST_PART);
  const next = offset + part.length;
  const rest = next < text.length && { next_offset: next };
  return answerText(
    { ...facts, raw_data: { offset, length: text.length }, ...rest, notes: [HIDDEN_VALUES] },
    part,
  );
}

/**
 * Returns the row of a log. If no tool or view has read it, requests the first page of the logs with the same day and
 * path. Returns undefined if it is not on that page or the page cannot be read.
 */
async function rowOf(app: App, target: LogTarget, log: DetectionLog, signal: AbortSignal) {
  const known = app.rows.get(targetId(target)) ?? app.logNodes.rowOf(target);
  if (known) return known;
  return orNothing(async () => {
    const service = await app.services.of(target.connectionId);
    const page = { page: 1, perPage: MOST_ROWS };
    const { items } = await service.logs(log.key.domain, page, filterFor(log), { signal });
    return items.find(({ key }) => logId(key) === logId(log.key))?.row;
  });
}

/**
 * Returns a filter for the date of the response, in the log's time zone, and for the path of the request, if the log
 * contains them.
 */
function filterFor(log: DetectionLog): LogFilter {
  const { instant, source } = loggedTime(log, undefined);
  const day = source === 'response' ? clockIn(log.timeZone, instant.getTime())?.slice(0, 10) : undefined;
  const { target = '' } = parseRawRequest(log.request.firstLine ?? '');
  const uri = target.split(/[?#]/, 1)[0];
  return { ...(day && { from: day, to: day }), ...(uri && { uri }) };
}

/** Returns numbers about the requests with the same rule and path, or undefined if they cannot be read. */
function similarRequests(app: App, { connectionId, key }: LogTarget, row: LogRow, signal: AbortSignal) {
  return orNothing(async () => {
    const service = await app.services.of(connectionId);
    const similar = await readSimilarRequests(service, key.domain, row, app.today(connectionId), signal);
    return similar && similarFacts(similar);
  });
}

/** Returns the result of an optional read, or undefined if it fails. @throws ServiceError `cancelled` */
async function orNothing<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (fault) {
    if (isServiceError(fault, 'cancelled')) throw fault;
    return undefined;
  }
}

function similarFacts(similar: SimilarRequests) {
  const { days, first, last } = similar;
  return {
    ...similarNumbers(similar),
    first: fact(first?.slice(0, 19), 'time'),
    last: fact(last?.slice(0, 19), 'time'),
    by_day: days?.filter(({ count }) => count > 0).map(({ day, count }) => [day, count]),
  };
}
