/**
 * Creates the answers to a language model. They are redacted and limited in size, with a note on how to request omitted
 * content.
 */

import { isEngineLimit } from '../base/errors.ts';
import { type RedactionOptions, redactLog, redactRow } from '../redaction/redact.ts';
import type { Counts, DetectionLog, Domain, LogKey, LogRow, MessageHead } from '../service/model.ts';
import { rowFields, rowTextEntries } from '../service/rowFields.ts';
import { asLabel } from '../text/label.ts';
import {
  boundedValue,
  fitting,
  LONGEST_ANSWER,
  MOST_HEADERS,
  rawDataPage,
  shortened,
  shortenedAll,
} from './answerLimits.ts';
import { toolJson } from './toolText.ts';

const NOT_LISTED =
  'The list entry of this log was not found, so its address, rule, time, and detected value are unknown. Search for them.';

interface AnswerRequest {
  readonly redaction: RedactionOptions;
}

const HIDDEN_VALUES =
  'Names, ordinary values, and the match are shown. Every other value is replaced with ‹its kind and length›. If the answer depends on a hidden value, ask the user to open the log.';

const NOT_PROCESSED = 'This log is too large or too unusual to redact. Ask the user to open it.';

export interface LogAnswerRequest extends AnswerRequest {
  readonly log: DetectionLog;
  readonly row: LogRow | undefined;
  /**
   * The number of UTF-16 units of redacted raw data in earlier answers. If greater than 0, the answer contains only raw
   * data.
   */
  readonly offset: number;
}

/** Returns one log, with its raw data starting at `offset`. */
export function logAnswer(request: LogAnswerRequest): unknown {
  try {
    return processedLogAnswer(request);
  } catch (error) {
    if (!isEngineLimit(error)) throw error;
    return { ...keyFields(request.log.key), error: NOT_PROCESSED };
  }
}

function processedLogAnswer({ log: exact, row: exactRow, redaction, offset }: LogAnswerRequest): unknown {
  const { key } = exact;
  const bounded = boundedValue({ idx: key.idx, ...exactRow, other: {} });
  const { log, row, hidden } = redactLog(exact, bounded, redaction);
  const part = rawDataPage(log.rawData, offset);
  const next = offset + part.length;
  const facts = { ...keyFields(log.key), timezone: shortened(log.timeZone) };
  const more = next < log.rawData.length && {
    next_offset: next,
    left_out: 'For more raw data, call the tool again with “offset” set to next_offset.',
  };
  const rawData = { raw_data: { offset, text: part, length: log.rawData.length } };
  if (offset > 0) return { ...facts, ...more, text: rawData };
  const listed = exactRow && rowAnswer(row);
  const answer = {
    ...facts,
    virtual_host_name: shortened(log.virtualHost),
    response_code: log.responseCode,
    ...(listed && { listed_as: listed.facts }),
    values_hidden: hidden,
    notes: [...(exactRow ? [] : [NOT_LISTED]), ...(hidden > 0 ? [HIDDEN_VALUES] : [])],
    ...more,
  };
  const text = { basestr: shortened(log.description), ...(listed && { listed_as: listed.text }) };
  const room = LONGEST_ANSWER - toolJson([answer, text, rawData]).length;
  const request = headAnswer(log.request, room);
  const response = headAnswer(log.response, room - toolJson(request).length);
  return { ...answer, text: { ...text, request, response, ...rawData } };
}

export interface ListAnswerRequest<Item> extends AnswerRequest {
  /** The items on a page from the service, except those in earlier answers. */
  readonly items: readonly Item[];
  /** The number of the page's items that were in earlier answers. */
  readonly offset: number;
  /** The number of the page's items that are not in `items` because the answer would be too long. */
  readonly further: number;
}

export interface KeyedRow {
  readonly key: LogKey;
  readonly row: LogRow;
}

/** Returns a list's rows, without their raw data. Notes that apply to all rows are included only once. */
export function rowsAnswer({ redaction, ...request }: ListAnswerRequest<KeyedRow>): object {
  const rows = request.items.map((item) => redactedItem(item, redaction));
  const hint = ', or narrow the search by from, to, rule, action, address, uri, or keyword';
  const shown = fitting(rows, LONGEST_ANSWER);
  const texts = shown.flatMap(({ facts: { idx }, text }) =>
    Object.keys(text).length > 0 ? [{ idx, ...text }] : [],
  );
  return {
    notes: [HIDDEN_VALUES],
    logs: shown.map(({ facts }) => facts),
    ...leftOut(request, shown.length, hint),
    ...(texts.length > 0 && { text: { texts } }),
  };
}

/** Returns a redacted row as facts and as text from the request. */
function redactedItem({ key: listedKey, row: exact }: KeyedRow, redaction: RedactionOptions) {
  try {
    const row = redactRow(
      boundedValue({ ...exact, detectedType: listedKey.detectedType, other: {} }),
      redaction,
    );
    const { facts, text } = rowAnswer(row);
    const key = keyFields({ ...listedKey, detectedType: row.detectedType ?? '' });
    return { facts: { ...key, ...facts }, text };
  } catch (error) {
    if (!isEngineLimit(error)) throw error;
    return { facts: { ...keyFields(listedKey), error: NOT_PROCESSED }, text: {} };
  }
}

export interface DomainsAnswerRequest extends ListAnswerRequest<Domain> {
  readonly connection: string;
}

/** Returns the domains in a list, with the name of the connection. */
export function domainsAnswer({ redaction, connection, ...request }: DomainsAnswerRequest): object {
  const shownName = redactedValue({ connection: asLabel(connection) }, redaction);
  const domains = request.items.map(({ index, name }) => redactedValue({ domain: index, name }, redaction));
  const shown = fitting(domains.map(shortenedAll), LONGEST_ANSWER);
  return { ...shownName, domains: shown, ...leftOut(request, shown.length) };
}

export interface CountsAnswerRequest extends AnswerRequest {
  readonly domain: number;
  readonly counts: Counts;
  /** The number of days that are not in `counts` because the answer would be too long. */
  readonly further: number;
}

/** Returns a domain's counts. */
export function countsAnswer({ domain, counts, further, redaction }: CountsAnswerRequest): unknown {
  const { range, days, timeZone } = counts;
  const { zone, totals } = redactedValue({ zone: timeZone, totals: counts.totals }, redaction);
  return {
    ...{ domain, from: range.from, to: range.to, timezone: shortened(zone) },
    totals: shortenedAll(totals),
    days,
    ...(further > 0 && {
      left_out: `${further} days that the service sent beyond these: ask for a narrower range with “from” and “to”.`,
    }),
  };
}

export interface FailureRequest extends AnswerRequest {
  /** Details about the failure, which can include text from the service. */
  readonly facts: Readonly<Record<string, unknown>>;
}

/** Returns a failure's details, redacted and shortened, for use in its description. */
export function failureFacts({ facts, redaction }: FailureRequest): Readonly<Record<string, unknown>> {
  return shortenedAll(redactedValue(facts, redaction)) as FailureRequest['facts'];
}

/** Returns a note on how to request the rest of a page after the `shown` items. */
function leftOut(
  { items, offset, further }: Omit<ListAnswerRequest<unknown>, 'redaction'>,
  shown: number,
  hint = '',
): object {
  const left = items.length - shown + further;
  if (left === 0) return {};
  return {
    next_offset: offset + shown,
    left_out: `${left} of this page: ask again for the same page with “offset” as next_offset says${hint}.`,
  };
}

/** Returns a value from the service with the secrets in its texts, numbers, and names redacted. */
function redactedValue<Value>(value: Value, redaction: RedactionOptions): Value {
  const redacted = (text: string) => redactRow({ idx: 0, rule: text, other: {} }, redaction).rule ?? '';
  const clean = (each: unknown): unknown => {
    if (typeof each === 'string') return redacted(each);
    if (typeof each === 'number')
      return redacted(String(each)) === String(each) ? each : redacted(String(each));
    if (Array.isArray(each)) return each.map(clean);
    if (typeof each !== 'object' || each === null) return each;
    return Object.fromEntries(Object.entries(each).map(([name, member]) => [redacted(name), clean(member)]));
  };
  return clean(boundedValue(value)) as Value;
}

function keyFields({ domain, idx, detectedType }: LogKey) {
  return { user_domain_idx: domain, idx, detected_type: shortened(detectedType) };
}

/** The names of the row fields that contain text from the request. */
const QUOTING: ReadonlySet<string> = new Set(
  rowTextEntries.flatMap(([, { kind, wireName }]) =>
    kind === 'query' || kind === 'message' || kind === 'detected value' ? [wireName] : [],
  ),
);

/**
 * Returns the row's fields in two groups: those that the service reports, and those that contain text from the request.
 */
function rowAnswer(row: LogRow) {
  const fields = rowFields({ ...row, rawData: '' })
    .filter(([name, value]) => value !== undefined && value !== '' && name !== 'idx')
    .map(([name, value]) => [name, shortenedAll(value)] as const);
  return {
    facts: Object.fromEntries(fields.filter(([name]) => !QUOTING.has(name))),
    text: Object.fromEntries(fields.filter(([name]) => QUOTING.has(name))),
  };
}

/** Returns a request or a response with as many headers as fit into `room` UTF-16 units of JSON. */
function headAnswer({ firstLine, headers }: MessageHead, room: number) {
  const first = firstLine !== undefined && { first_line: shortened(firstLine) };
  const shown = headers
    .slice(0, MOST_HEADERS)
    .map(([name, value]) => [shortened(name), shortened(value)] as const);
  const kept = fitting(shown, room - toolJson(first).length, 0);
  const left = headers.length - kept.length;
  return { ...first, headers: kept, ...(left > 0 && { headers_left_out: left }) };
}
