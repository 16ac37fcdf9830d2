/**
 * The view model of the detection panel, from the log and its row. Values that are missing or empty are left out, never
 * invented. Every text is an attacker's and exactly as sent.
 */
import type { LogTarget } from '../connections/logTarget.ts';
import type { TextRange } from '../http/decode/offsetMap.ts';
import { addedHeaders } from '../http/rawHttp.ts';
import { describeMatch, type Matching, mainMatch } from '../http/ruleMatch.ts';
import type { DetectionLog, Header, OtherFields, RowFilterField } from '../service/model.ts';

/** The tables of the panel: facts, `req_line_headers`, `res_line_headers`, and fields that the interface does not name. */
export const TABLES = ['facts', 'request', 'response', 'other'] as const;
export type TableName = (typeof TABLES)[number];

export interface Row {
  readonly name: string;
  readonly value: string;
  /** A request header that the service added: `raw_data` does not have it. */
  readonly added?: true;
  /** The filter of the list that this value can set. */
  readonly filter?: RowFilterField;
  /** The outcome of the request, where the action is one of the two known. */
  readonly outcome?: 'blocked' | 'detected';
  /** The instant that a time with a zone names, in milliseconds since 1970, for showing it in the person's own zone. */
  readonly instant?: number;
}

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
export function detectionView(target: LogTarget, log: DetectionLog, matches?: Matching): DetectionView {
  return {
    ...(log.request.firstLine && { requestLine: log.request.firstLine }),
    ...(log.response.firstLine && { statusLine: log.response.firstLine }),
    ...(log.description && { description: log.description }),
    tables: {
      facts: facts(target, log, matches),
      request: requestRows(log),
      response: log.response.headers.map(([name, value]) => ({ name, value })),
      other: [...otherRows(log.other), ...otherRows(target.row?.other ?? {})],
    },
    rawData: log.rawData,
    ...(typeof matches === 'object' && { matched: matches.matches }),
  };
}

function facts({ row }: LogTarget, log: DetectionLog, matches: Matching): Row[] {
  const rows: Row[] = [];
  const add = (name: string, value: string | undefined, more?: Partial<Row>) => {
    if (value) rows.push({ name, value, ...more });
  };
  add('Status', String(log.responseCode));
  add('Action', row?.action, { filter: 'action', ...outcomeOf(row?.action) });
  add('Rule', row?.rule, { filter: 'rule' });
  add('Detection type', log.key.detectedType, { filter: 'detectedType' });
  add('Time', row?.time);
  add('Time zone', log.timeZone);
  add('Address', row?.address, { filter: 'address' });
  add('Country', row?.country);
  add('Country code', row?.countryCode, { filter: 'countryCode' });
  add('Host', log.virtualHost);
  add('Path', row?.uri, { filter: 'uri' });
  add('Domain', String(log.key.domain));
  add('Log', String(log.key.idx));
  addResponseDate(add, log.response.headers);
  add('Detected value', row?.detectedValue);
  add('Rule match', ruleMatch(matches));
  add('Rule as sent', row?.ruleRaw);
  add('Base type', row?.baseType);
  add('Base message', row?.baseMessage);
  if (row?.description !== log.description) add('Description in the list', row?.description);
  return rows;
}

function ruleMatch(matches: Matching): string | undefined {
  if (typeof matches !== 'object') return matches;
  const match = mainMatch(matches);
  return match && `${match.place}: ${describeMatch(match)}`;
}

function outcomeOf(action: string | undefined): Pick<Row, 'outcome'> {
  const outcome = action?.toLowerCase();
  return outcome === 'blocked' || outcome === 'detected' ? { outcome } : {};
}

const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

function addResponseDate(
  add: (name: string, value: string, more: Partial<Row>) => void,
  headers: readonly Header[],
) {
  const date = headers.find(([name]) => name.toLowerCase() === 'date')?.[1];
  if (date === undefined || !HTTP_DATE.test(date)) return;
  const instant = Date.parse(date);
  if (!Number.isNaN(instant)) add('Response date', date, { instant });
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
