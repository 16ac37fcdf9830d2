import { type LogKey, type LogRow, logId } from '../service/model.ts';
import { type DomainRef, domainId } from './domainRef.ts';

/** A detection log of a connection: what commands, panels and documents pass to each other. */
export interface LogTarget {
  readonly connectionId: string;
  readonly key: LogKey;
  /** The row (time, address, action, rule), when the log came from a list. */
  readonly row?: LogRow;
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
