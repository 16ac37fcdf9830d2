import { abortFault } from '../base/abort.ts';
import { type LogKey, type LogRow, logId } from '../service/model.ts';
import { type DomainRef, domainId } from './domainRef.ts';

/** A detection log of a connection: what commands, panels and documents pass to each other. */
export interface LogTarget {
  readonly connectionId: string;
  readonly key: LogKey;
  /** The row (time, address, action, rule), when the log came from a list. */
  readonly row?: LogRow;
  /** The service that the displayed log or row was read from: `Services.ending` at that time. */
  readonly ending?: AbortSignal | undefined;
}

/**
 * Checks that the service that a displayed log was read from is still behind its connection: otherwise its numbers may
 * identify a different log.
 *
 * @throws ServiceError `connection-changed`, `connection-removed`
 */
export function checkCurrent({ ending }: LogTarget): void {
  if (ending?.aborted) throw abortFault(ending);
}

/** The domain that a log is of. */
export function domainOf({ connectionId, key }: LogTarget): DomainRef {
  return { connectionId, index: key.domain };
}

/** Returns an id that is equal for the same log of the same connection and different for any other. */
export function targetId(target: LogTarget): string {
  return `${domainId(domainOf(target))}/${logId(target.key)}`;
}

/** Whether a command's argument is a log. */
export function isLogTarget(argument: unknown): argument is LogTarget {
  return (
    typeof argument === 'object' &&
    argument !== null &&
    'connectionId' in argument &&
    'key' in argument &&
    typeof argument.key === 'object'
  );
}
