import type { App } from '../../app.ts';
import { isServiceError } from '../../base/errors.ts';
import { domainOf, type LogTarget } from '../../connections/logTarget.ts';
import type { DetectionLog } from '../../service/model.ts';
import { type Evidence, pathOf } from './readText.ts';
import { isTimeOf } from './textTimes.ts';

/** A log that exists, or might exist if `fault` is set. */
export interface CheckedLog {
  readonly target: LogTarget;
  readonly path: string | undefined;
  readonly address: string | undefined;
  readonly fault?: unknown;
  /** True if the text contains the log's time, or its client's address and its path. */
  readonly isCertain: boolean;
}

/** Maximum number of logs to read for a text. */
const MOST_READ = 5;

/** Reads the logs that a text might refer to. Returns those that exist, the ones with the most evidence first. */
export async function checkCandidates(
  app: Pick<App, 'logs' | 'logNodes' | 'clientOf' | 'zone'>,
  targets: readonly LogTarget[],
  evidence: Evidence,
  signal: AbortSignal,
): Promise<readonly CheckedLog[]> {
  const check = async (
    given: LogTarget,
  ): Promise<{ readonly log: CheckedLog; readonly score: number } | undefined> => {
    const row = app.logNodes.rowOf(given);
    const target = row ? { ...given, row } : given;
    let log: DetectionLog;
    try {
      log = await app.logs.get(app.logs.bound(target), signal);
    } catch (fault) {
      if (signal.aborted) throw fault;
      if (isServiceError(fault, 'not-found') || isServiceError(fault, 'not-in-file')) return undefined;
      return { log: { target, path: row?.uri, address: row?.address, fault, isCertain: false }, score: -1 };
    }
    const path = row?.uri ?? log.request.firstLine?.split(' ')[1];
    const address = row?.address ?? app.clientOf(log);
    const date = log.response.headers.find(([name]) => name.toLowerCase() === 'date')?.[1] ?? '';
    const answered = Date.parse(date);
    const time = {
      clock: row?.time,
      zone: app.zone(domainOf(target)) ?? log.timeZone,
      answered: Number.isNaN(answered) ? undefined : answered,
    };
    const isTime = isTimeOf(time, evidence.times);
    const isAddress = address !== undefined && evidence.addresses.has(address.toLowerCase());
    const isPath = path !== undefined && evidence.paths.has(pathOf(path));
    const isCertain = isTime || (isAddress && isPath);
    return {
      log: { target, path, address, isCertain },
      score: 4 * Number(isTime) + 2 * Number(isAddress) + 2 * Number(isPath),
    };
  };
  const checked = await Promise.all(targets.slice(0, MOST_READ).map(check));
  return checked
    .filter((each) => each !== undefined)
    .sort((one, other) => other.score - one.score)
    .map(({ log }) => log);
}
