/**
 * Requests with known secrets and attacks, one case a line, by authors who had not read the code. Runs of letters are
 * interrupted by `‖`, so that no repository scanner mistakes a fictitious token for a real one.
 */
import { readFileSync } from 'node:fs';
import { writeReport } from '../../../../src/formats/bugReport.ts';
import { exportFormats } from '../../../../src/formats/exportFormats.ts';
import { parseRawRequest } from '../../../../src/http/rawHttp.ts';
import { hiddenRawData } from '../../../../src/lm/toolText.ts';
import { type RedactionOptions, redactLog, redactRow } from '../../../../src/redaction/redact.ts';
import { joined } from '../../../../src/redaction/segments.ts';
import type { DetectionLog, LogRow } from '../../../../src/service/model.ts';
import { aLog, aRow, essential, LINK } from '../../formats/logs.ts';

/** A logged request with one known secret. */
export interface SecretCase {
  readonly class: string;
  readonly name: string;
  /** The decoded secret. */
  readonly secret: string;
  /** Other spellings of the secret that must not appear either, such as its encoded form in `raw`. */
  readonly also?: readonly string[];
  /** The raw HTTP request with CRLF; empty if the log has none. */
  readonly raw: string;
  readonly row?: Partial<LogRow>;
}

/** A request in which an author planted secrets. */
export interface Planted {
  readonly id: string;
  readonly raw: string;
  readonly row: Partial<LogRow>;
  readonly secrets: readonly { readonly text: string; readonly decoded?: string }[];
  readonly truth?: { readonly rule: string; readonly parameter: string | null; readonly match: string };
}

function lines<Case>(file: string): readonly Case[] {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8').replaceAll('‖', '');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

export const secretCases = ['own', 'outsider1', 'outsider2', 'outsider3', 'outsider4'].flatMap((name) =>
  lines<SecretCase>(`${name}.jsonl`),
);

/** Cases whose secret is a token with a known shape. */
export const tokenCases = secretCases.filter((each) => each.class === 'tokens by their shape');

export const planted = (name: 'first' | 'second' | 'third' | 'attacks') =>
  lines<Planted>(`planted-${name}.jsonl`);

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

export type Form = 'report' | 'raw data of a tool' | 'row of a tool' | 'CSV' | 'NDJSON';

/** The forms in which an essential log leaves the editor. */
export const forms: Readonly<
  Record<Form, (log: DetectionLog, row: LogRow, redaction?: RedactionOptions) => string>
> = {
  report: (log, row, redaction = essential) => {
    const report = writeReport({ log, row, link: LINK, detail: 'essential', redaction, version: '1' });
    return `${report.title}\n${joined(report.segments)}`;
  },
  'raw data of a tool': (log, row, redaction = essential) => hiddenRawData({ log, row, redaction }),
  'row of a tool': (_, row, redaction = essential) => strings([redactRow(row, redaction)]),
  CSV: (log, row, redaction = essential) => exported('csv', log, row, redaction).replaceAll('""', '"'),
  NDJSON: (log, row, redaction = essential) => strings(JSON.parse(exported('ndjson', log, row, redaction))),
};

function exported(kind: 'csv' | 'ndjson', log: DetectionLog, row: LogRow, redaction: RedactionOptions) {
  const redacted = redactLog(log, row, redaction);
  const each = { key: log.key, row: redacted.row, detail: redacted.log };
  return exportFormats[kind].record(each, true);
}
