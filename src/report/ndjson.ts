import type { LogRow } from '../service/model.ts';
import { rowFields } from './rowFields.ts';

/** A row as one line of NDJSON under the names of the wire, the unknown fields among them. Exact: nothing is redacted. */
export function ndjsonLine(row: LogRow): string {
  return `${JSON.stringify({ ...row.other, ...Object.fromEntries(rowFields(row)) })}\n`;
}
