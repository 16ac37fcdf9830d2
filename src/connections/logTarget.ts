import { abortFault } from '../base/abort.ts';
import { type LogKey, type LogRow, logId } from '../service/model.ts';
import { type DomainRef, domainId } from './domainRef.ts';

/** A detection log of a connection, as passed between commands, panels and documents. */
export interface LogTarget {
  readonly connectionId: string;
  readonly key: LogKey;
  /** The row (time, address, action, rule), when the log is from a list. */
  readonly row?: LogRow;
  /** The service that the displayed log or row was read from: `Services.ending` at that time. */
  readonly ending?: AbortSignal | undefined;
}

/**
 * Checks that a connection still has the service from which a displayed log was read: otherwise, its numbers may
 * identify a different log.
 * @throws ServiceError `connection-changed`, `connection-removed`
 */
export function checkCurrent({ ending }: LogTarget): void {
  if (ending?.aborted) throw abortFault(ending);
}

/** Returns the domain of a log. */
export function domainOf({ connectionId, key }: LogTarget): DomainRef {
  return { connectionId, index: key.domain };
}

/** Returns an id that is equal for the same log of the same connection and different for any other. */
export function targetId(target: LogTarget): string {
  return `${domainId(domainOf(target))}/${logId(target.key)}`;
}

/** True when a command's argument is a log. */
export function isLogTarget(argument: unknown): argument is LogTarget {
  return (
    typeof argument === 'object' &&
    argument !== null &&
    'connectionId' in argument &&
    'key' in argument &&
    typeof argument.key === 'object'
  );
}
