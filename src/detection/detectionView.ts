/**
 * Creates the view model of the detection panel from a log and its row. Values that are missing or empty are omitted,
 * never invented. All text is untrusted and exactly as sent.
 */
import type { LogTarget } from '../connections/logTarget.ts';
import type { TextRange } from '../http/decode/mappedText.ts';
import { isFound, type RuleMatch } from '../http/match.ts';
import { addedHeaders, parseRawRequest } from '../http/rawHttp.ts';
import type { DetectionLog, Header, LogRow, OtherFields } from '../service/model.ts';
import { message } from '../text/l10n.ts';
import { type Attack, type AttackMatch, noMatch } from './attack.ts';
import { facts, filterOf, type KnownOfLog, type Row } from './facts.ts';
import { payloadRows } from './payloadRows.ts';

/**
 * The tables of the panel: facts, the payload, `req_line_headers`, `res_line_headers`, and fields that are not part of
 * the interface.
 */
export const TABLES = ['facts', 'payload', 'request', 'response', 'other'] as const;
export type TableName = (typeof TABLES)[number];

/** A match and the table rows that contain it. */
export interface ViewedMatch extends AttackMatch {
  readonly rows: readonly MatchedRow[];
}

/**
 * A row, identified by its table and its index in the table, with the range of its value that the rule matched, if
 * known.
 */
export interface MatchedRow {
  readonly table: TableName;
  readonly index: number;
  readonly range?: TextRange;
}

export interface DetectionView {
  /** The method and path of the request. */
  readonly heading?: string;
  /** The request's `Request-Line` if the raw data does not begin with it, and the response's (section 2.2). */
  readonly requestLine?: string;
  readonly statusLine?: string;
  /** `basestr`. */
  readonly description?: string;
  readonly tables: Readonly<Record<TableName, readonly Row[]>>;
  readonly rawData: string;
  /** The matches to show in context, and the index of the one to show first. */
  readonly matches: readonly ViewedMatch[];
  readonly main: number;
  /** The ranges of the raw data that the rule matched. */
  readonly matched?: readonly RuleMatch[];
  /** True if the request has more fields than the payload shows. */
  readonly isPayloadCut?: true;
}

/** Returns the view model for `log`, the log that `target` refers to. */
export function detectionView(
  target: LogTarget,
  log: DetectionLog,
  attack: Attack = noMatch(undefined),
  known?: KnownOfLog,
): DetectionView {
  const { matching, matches, main, payload, isPayloadCut } = attack;
  const { rows, rowOf } = payloadRows(payload, matches[main]?.field?.index ?? attack.named);
  const { firstLine } = log.request;
  const heading = headingOf(firstLine, target.row);
  const header = matches.length > 0 ? headerAt(log.rawData, log.request.headers) : undefined;
  return {
    ...(heading && { heading }),
    ...(firstLine && !log.rawData.startsWith(firstLine) && { requestLine: firstLine }),
    ...(log.response.firstLine && { statusLine: log.response.firstLine }),
    ...(log.description && { description: log.description }),
    tables: {
      facts: facts(target.row, log, matching, known),
      payload: rows,
      request: requestRows(log),
      response: log.response.headers.map(([name, value]) => ({ name, value })),
      other: [...otherRows(log.other), ...otherRows(target.row?.other ?? {})],
    },
    rawData: log.rawData,
    matches: matches.map((match) => {
      const { index, range } = match.field ?? {};
      const field = index === undefined ? undefined : rowOf[index];
      const inHeader = header?.(match);
      return {
        ...match,
        rows: [
          ...(field === undefined
            ? []
            : [{ table: 'payload' as const, index: field, ...(range && { range }) }]),
          ...(inHeader ? [{ table: 'request' as const, ...inHeader }] : []),
        ],
      };
    }),
    main,
    ...(isFound(matching) && { matched: matching.matches }),
    ...(isPayloadCut && { isPayloadCut }),
  };
}

/**
 * Returns the method and path of a request line, or the row's path if there is no request line. Returns a request line
 * in any other form unchanged.
 */
export function headingOf(firstLine: string | undefined, row: LogRow | undefined): string {
  const text = firstLine || (row?.uri ?? '');
  const [, method, path, query] = /^(\S{1,40} )?([^\s?]+)(\?\S*)?(?: HTTP\/\d(?:\.\d)?)?$/.exec(text) ?? [];
  return path === undefined ? text : `${method ?? ''}${path}${query === undefined ? '' : '?…'}`;
}

function otherRows(other: OtherFields): Row[] {
  return Object.entries(other).map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
  }));
}

/** Returns the request headers; marks those that the service added. */
export function requestRows(log: Pick<DetectionLog, 'rawData' | 'request'>): Row[] {
  const added = new Set(addedHeaders(log));
  return log.request.headers.map(([name, value]) => {
    if (!added.has(name)) return { name, value };
    const filter = filterOf(name, value);
    return { name, value, added: true, ...(filter && { filter }) };
  });
}

/**
 * Returns a function that finds the header at a range of the raw data: its index, and the corresponding range of its
 * value.
 */
export function headerAt(
  rawData: string,
  headers: readonly Header[],
): (range: TextRange) => { readonly index: number; readonly range?: TextRange } | undefined {
  const raw = parseRawRequest(rawData).headers;
  return ({ start, end }) => {
    const at = raw.find((each) => each.start <= start && end <= each.end);
    if (at === undefined) return undefined;
    const index = headers.findIndex(([name, value]) => name === at.name.trim() && value.trim() === at.value);
    if (index < 0) {
      const byName = headers.findIndex(([name]) => name.toLowerCase() === at.name.trim().toLowerCase());
      return byName < 0 ? undefined : { index: byName };
    }
    const value = headers[index]?.[1] ?? '';
    const offset = at.valueStart - (value.length - value.trimStart().length);
    const isThere =
      start >= at.valueStart && rawData.slice(start, end) === value.slice(start - offset, end - offset);
    return { index, ...(isThere && { range: { start: start - offset, end: end - offset } }) };
  };
}

/** The value to use for a log's attack until the search for it is finished. */
export const LOOKING: Attack = noMatch(message('Searching…'));
