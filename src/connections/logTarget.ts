import type { LogKey, LogRow } from '../service/model.ts';

/** A detection log of a connection: what commands, panels and documents pass to each other. */
export interface LogTarget {
  readonly connectionId: string;
  readonly key: LogKey;
  /** What the list said of it (time, address, action, rule), when it came from a list. */
  readonly row?: LogRow;
}

/** Equal for the same log of the same connection, different for any other. */
export function targetId({ connectionId, key }: LogTarget): string {
  return `${connectionId}/${key.domain}/${key.idx}/${key.detectedType}`;
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
