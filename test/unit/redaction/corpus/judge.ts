/** Judges the cases of the corpus in their redacted form. */
import { parseRawRequest } from '../../../../src/http/rawHttp.ts';
import type { DetectionLog, LogRow } from '../../../../src/service/model.ts';
import { aLog, aRow } from '../../formats/logs.ts';
import type { SecretCase } from './case.ts';

/** Returns the log and the row of a case. */
export function logOf({ raw, row = {} }: Pick<SecretCase, 'raw' | 'row'>): {
  readonly log: DetectionLog;
  readonly row: LogRow;
} {
  const { headers, bodyOffset } = parseRawRequest(raw);
  const firstLine = raw === '' ? undefined : (/^[^\r\n]*/.exec(raw.slice(0, bodyOffset))?.[0] ?? '');
  const log = aLog({
    rawData: raw,
    request: { firstLine, headers: headers.map(({ name, value }) => [name, value]) },
    description: row.description ?? '',
  });
  return { log, row: aRow(row) };
}

/** Returns the strings in a value, including the names of its members. */
export function strings(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, member]) => `${name}\n${strings(member)}`)
    .join('\n');
}

/** Returns true if the text contains a spelling of the secret. */
export function isReadable({ secret, also = [] }: SecretCase, text: string): boolean {
  return [secret, ...also].some((spelling) => text.includes(spelling));
}
