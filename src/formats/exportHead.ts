/** The facts about a file of exported logs, which the file itself states. */

import type { LogFilter } from '../service/model.ts';

/** The version of what a file says about itself. */
const VERSION = 1;

/** The member of the first object of NDJSON that has these facts. */
export const NDJSON_HEAD = '_export';
/** The member of a HAR that has them. */
export const HAR_HEAD = '_partnerLogs';

/** Facts about an export. Undefined, or an empty filter, where the file does not say. */
export interface ExportHead {
  readonly level?: 'redacted' | 'exact' | undefined;
  readonly content?: 'full' | 'rows' | undefined;
  /** Host and port of the service, or `SAMPLE_BASE`. */
  readonly service?: string | undefined;
  /** `timezone` of the service's answers. */
  readonly timeZone?: string | undefined;
  readonly filter?: LogFilter | undefined;
}

/** UTF-16 units of a text of the head that are read. */
const LONGEST = 1000;

/** Returns the facts as JSON on one line, with null where they are not known. */
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

/** Reads the facts of a file; of those that are not of their type, none. */
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
