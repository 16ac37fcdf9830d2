import { abortFault } from '../base/abort.ts';
import { isObject } from '../base/values.ts';
import { type LogKey, type LogRow, logId } from '../service/model.ts';
import { type DomainRef, domainId } from './domainRef.ts';

/** A reference to a detection log, in the form that is passed between commands, panels, and documents. */
export interface LogTarget {
  readonly connectionId: string;
  readonly key: LogKey;
  /** The row (time, address, action, rule), if the log is from a list. */
  readonly row?: LogRow;
  /**
   * Identifies the service that the displayed log or row was read from: the value of `Services.ending` at that time.
   */
  readonly ending?: AbortSignal | undefined;
}

/**
 * Checks that the connection still uses the service that a displayed log was read from. Otherwise, the log's numbers
 * might identify a different log.
 * @throws ServiceError `connection-changed`, `connection-removed`
 */
export function checkCurrent({ ending }: LogTarget): void {
  if (ending?.aborted) throw abortFault(ending);
}

export function domainOf({ connectionId, key }: LogTarget): DomainRef {
  return { connectionId, index: key.domain };
}

/** Returns an ID that is unique for each connection and log. */
export function targetId(target: LogTarget): string {
  return `${domainId(domainOf(target))}/${logId(target.key)}`;
}

/** Returns true if a command's argument is a log. */
export function isLogTarget(argument: unknown): argument is LogTarget {
  return isObject(argument) && 'connectionId' in argument && typeof argument['key'] === 'object';
}
