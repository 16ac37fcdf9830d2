import type { RowFilterField } from '../service/model.ts';

/** A row of a table of the detection panel. */
export interface Row {
  readonly name: string;
  readonly value: string;
  /** A request header that the service added: `raw_data` does not have it. */
  readonly added?: true;
  /** The filter of the list that this value can set. */
  readonly filter?: RowFilterField;
  /** The outcome of the request, where the action is one of the two known. */
  readonly outcome?: 'blocked' | 'detected';
  /** What stands beside the value, safe to show: another name or time for the same. */
  readonly note?: string;
  /** The instant that a time with a zone names, in milliseconds since 1970, for showing it in the person's own zone. */
  readonly instant?: number;
}
