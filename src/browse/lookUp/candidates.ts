import type { App } from '../../app.ts';
import { isServiceError } from '../../base/errors.ts';
import { domainOf, type LogTarget } from '../../connections/logTarget.ts';
import { listedValue } from '../../http/rawHttp.ts';
import type { DetectionLog } from '../../service/model.ts';
import { canonicalAddress } from '../../service/queries/filter.ts';
import { percentDecoded } from '../../text/strings.ts';
import { instantsOf } from '../../text/zonedTime.ts';
import { type Evidence, pathOf, type TextTime } from './readText.ts';

/** A log that exists, or might exist if `fault` is set. */
export interface CheckedLog {
  readonly target: LogTarget;
  readonly path: string | undefined;
  readonly address: string | undefined;
  readonly fault?: unknown;
  /** True if the text names the log and contains its time, or contains its client's address and its path. */
  readonly isCertain: boolean;
  /** Higher for more evidence. */
  readonly score: number;
}

/** The time of a log, as far as it is known. */
export interface LogTime {
  /** The time in the row, `YYYY-MM-DD HH:MM:SS` in the service's time zone. */
  readonly clock: string | undefined;
  readonly zone: string | undefined;
  /** The response's `Date` header, in milliseconds since 1970, or `NaN`. */
  readonly answered: number;
}

/** Maximum difference between a time in a text and the time of its log, in milliseconds. */
const NEAR = 2 * 60_000;
/** Maximum number of logs to read for a text. */
export const MOST_READ = 5;

/** Reads the logs that a text might refer to. Returns those that exist, the ones with the most evidence first. */
export async function checkCandidates(
  app: Pick<App, 'logs' | 'logNodes' | 'clientOf' | 'zone'>,
  targets: readonly LogTarget[],
  evidence: Evidence,
  signal: AbortSignal,
): Promise<readonly CheckedLog[]> {
  const check = async (given: LogTarget): Promise<CheckedLog | undefined> => {
    const row = app.logNodes.rowOf(given);
    const target = row ? { ...given, row } : given;
    let log: DetectionLog;
    try {
      log = await app.logs.get(app.logs.bound(target), signal);
    } catch (fault) {
      if (signal.aborted) throw fault;
      if (isServiceError(fault, 'not-found') || isServiceError(fault, 'not-in-file')) return undefined;
      return { target, path: row?.uri, address: row?.address, fault, isCertain: false, score: -1 };
    }
    const path = row?.uri ?? log.request.firstLine?.split(' ')[1];
    const address = row?.address ?? app.clientOf(log);
    const zone = app.zone(domainOf(target)) ?? log.timeZone;
    const answered = Date.parse(listedValue(log.response.headers, 'date'));
    const isTime = isTimeOf({ clock: row?.time, zone, answered }, evidence.times);
    const isAddress = address !== undefined && evidence.addresses.has(canonicalAddress(address));
    const isPath = path !== undefined && evidence.paths.has(percentDecoded(pathOf(path)));
    const isCertain = (isTime && evidence.named.has(given.key.idx)) || (isAddress && isPath);
    const score = 2 * Number(isTime) + Number(isAddress) + Number(isPath);
    return { target, path, address, isCertain, score };
  };
  const checked = await Promise.all(targets.slice(0, MOST_READ).map(check));
  return checked.filter((each) => each !== undefined).sort((one, other) => other.score - one.score);
}

/**
 * Returns true if one of the times is the log's. A time without a zone is in the service's zone, the computer's, or UTC.
 * If the service's zone is unknown, the row's time is read as UTC, so it equals the same time in a text.
 */
export function isTimeOf({ clock = '', zone, answered }: LogTime, times: readonly TextTime[]): boolean {
  const zones = [zone || 'UTC', Intl.DateTimeFormat().resolvedOptions().timeZone, 'UTC'];
  const logged = [answered, ...(instantsOf(clock, zone || 'UTC') ?? [])];
  return times.some((time) => {
    const instants = [time.instant ?? zones.flatMap((each) => instantsOf(time.clock, each) ?? [])].flat();
    return instants.some((one) => logged.some((other) => Math.abs(one - other) <= NEAR));
  });
}
