/**
 * The view model of the detection panel, from the log and its row. Values that are missing or empty are left out, never
 * invented. Every text is an attacker's and exactly as sent.
 */
import type { LogTarget } from '../connections/logTarget.ts';
import type { TextRange } from '../http/decode/offsetMap.ts';
import { addedHeaders } from '../http/rawHttp.ts';
import { isFound, type Matching } from '../http/ruleMatch.ts';
import type { DetectionLog, OtherFields, RowFilterField } from '../service/model.ts';
import { facts, type KnownOfLog } from './facts.ts';
import type { Row } from './tableRow.ts';

/** The tables of the panel: facts, `req_line_headers`, `res_line_headers`, and fields that the interface does not name. */
export const TABLES = ['facts', 'request', 'response', 'other'] as const;
export type TableName = (typeof TABLES)[number];

export interface DetectionView {
  /** `Request-Line` of either side (section 2.2). */
  readonly requestLine?: string;
  readonly statusLine?: string;
  /** `basestr`. */
  readonly description?: string;
  readonly tables: Readonly<Record<TableName, readonly Row[]>>;
  readonly rawData: string;
  /** The ranges of the raw data that the rule matched. */
  readonly matched?: readonly TextRange[];
}

/** The view of `log`, which `target` led to. */
export function detectionView(
  target: LogTarget,
  log: DetectionLog,
  matches?: Matching,
  known?: KnownOfLog,
): DetectionView {
  return {
    ...(log.request.firstLine && { requestLine: log.request.firstLine }),
    ...(log.response.firstLine && { statusLine: log.response.firstLine }),
    ...(log.description && { description: log.description }),
    tables: {
      facts: facts(target, log, matches, known),
      request: requestRows(log),
      response: log.response.headers.map(([name, value]) => ({ name, value })),
      other: [...otherRows(log.other), ...otherRows(target.row?.other ?? {})],
    },
    rawData: log.rawData,
    ...(isFound(matches) && { matched: matches.matches }),
  };
}

function requestRows(log: DetectionLog): Row[] {
  const added = new Set(addedHeaders(log));
  return log.request.headers.map(([name, value]) => {
    if (!added.has(name)) return { name, value };
    const filter = filterOf(name, value);
    return { name, value, added: true, ...(filter && { filter }) };
  });
}

const ADDRESS = /^(\d{1,3}(\.\d{1,3}){3}|[\da-f]{0,4}(:[\da-f]{0,4}){2,7})$/i;

/** Returns the filter for the value of a header that the service added: by the client's address or country. */
function filterOf(name: string, value: string): RowFilterField | undefined {
  if (ADDRESS.test(value)) return 'address';
  if (/country/i.test(name) && /^[A-Z]{2}$/.test(value)) return 'countryCode';
  return undefined;
}

function otherRows(other: OtherFields): Row[] {
  return Object.entries(other).map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
  }));
}
