/** Finds the row of a log that no search by a tool has returned. */

import { isServiceError } from '../base/errors.ts';
import { loggedTime } from '../formats/loggedTime.ts';
import { parseRawRequest } from '../http/rawHttp.ts';
import type { LogService } from '../service/api.ts';
import { type DetectionLog, type LogFilter, type LogRow, logId } from '../service/model.ts';
import { clockIn } from '../text/zonedTime.ts';

const MOST_ROWS = 100;

/**
 * Requests the first page of the logs with the same day and path. Returns this log's row, or undefined if it is not on
 * that page or the page cannot be read.
 * @throws ServiceError `cancelled`
 */
export async function listedRow(
  service: LogService,
  log: DetectionLog,
  signal: AbortSignal,
): Promise<LogRow | undefined> {
  try {
    const page = { page: 1, perPage: MOST_ROWS };
    const { items } = await service.logs(log.key.domain, page, filterFor(log), { signal });
    return items.find(({ key }) => logId(key) === logId(log.key))?.row;
  } catch (error) {
    if (isServiceError(error, 'cancelled')) throw error;
    return undefined;
  }
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
