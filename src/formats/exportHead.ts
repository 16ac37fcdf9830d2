/** The facts about a file of exported logs, as stated in the file. */

import type { LogFilter } from '../service/model.ts';

/** The format version of these facts. */
const VERSION = 1;

/** The member of the first NDJSON object that contains these facts. */
export const NDJSON_HEAD = '_export';
/** The member of a HAR that contains these facts. */
export const HAR_HEAD = '_partnerLogs';

/** Facts about an export. Facts that the file does not state are undefined, except `filter`, which is then empty. */
export interface ExportHead {
  readonly level?: 'redacted' | 'exact' | undefined;
  readonly content?: 'full' | 'rows' | undefined;
  /** Host and port of the service, or `SAMPLE_BASE`. */
  readonly service?: string | undefined;
  /** The `timezone` of the service's responses. */
  readonly timeZone?: string | undefined;
  readonly filter?: LogFilter | undefined;
}

/** Maximum length, in UTF-16 units, of a string in the facts. */
const LONGEST = 1000;

/** Returns the facts as JSON on one line, with null for unknown ones. */
export function headJson({ level, content, service, timeZone, filter = {} }: ExportHead): string {
  return JSON.stringify({
    version: VERSION,
    level: level ?? null,
    content: content ?? null,
    service: service ?? null,
    timeZone: timeZone ?? null,
    filter,
  });
}

const FILTER_FIELDS: readonly (keyof LogFilter)[] = [
  'from',
  'to',
  'detectedType',
  'action',
  'rule',
  'address',
  'countryCode',
  'uri',
  'keyword',
  'contains',
];

/** Reads the facts from a file; ignores any of the wrong type. */
export function parseHead(value: unknown): ExportHead {
  const head = membersOf(value);
  const filter = membersOf(head['filter']);
  const sent = Object.keys(filter).filter((name) => FILTER_FIELDS.includes(name as keyof LogFilter));
  return {
    level: oneOf(head['level'], ['redacted', 'exact']),
    content: oneOf(head['content'], ['full', 'rows']),
    service: textOf(head['service']),
    timeZone: textOf(head['timeZone']),
    filter: Object.fromEntries(
      sent.flatMap((name) => (textOf(filter[name]) === undefined ? [] : [[name, filter[name]]])),
    ),
  };
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function oneOf<T extends string>(value: unknown, known: readonly T[]): T | undefined {
  return known.find((each) => each === value);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.length <= LONGEST ? value : undefined;
}
