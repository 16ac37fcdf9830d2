/** The answers to a language model: redacted, limited in size, with a note on how to request omitted content. */

import { isEngineLimit } from '../base/errors.ts';
import { type RedactionOptions, redactLog, redactRow } from '../redaction/redact.ts';
import { redactionLimits } from '../redaction/redactionSummary.ts';
import type { Counts, DetectionLog, Domain, LogKey, LogRow, MessageHead } from '../service/model.ts';
import { rowFields, rowTextEntries } from '../service/rowFields.ts';
import { english } from '../text/l10n.ts';
import { asLabel } from '../text/label.ts';
import { cutText } from '../text/strings.ts';
import {
  boundedValue,
  MOST_HEADERS,
  RAW_DATA_PAGE,
  shortened,
  shortenedAll,
  withinLimit,
} from './answerLimits.ts';

const NOT_LISTED =
  'The list entry of this log was not found: its address, rule, time and detected value are not known. Search for them.';

interface AnswerRequest {
  readonly redaction: RedactionOptions;
}

const NOT_PROCESSED = 'This log is too large or too unusual to be redacted. Ask the user to open it.';

export interface LogAnswerRequest extends AnswerRequest {
  readonly log: DetectionLog;
  readonly row: LogRow | undefined;
  /** UTF-16 units of redacted raw data in earlier answers; above 0, the answer contains only raw data. */
  readonly offset: number;
}

/** Returns one log, with its raw data from `offset` on. */
export function logAnswer(request: LogAnswerRequest): unknown {
  try {
    return processedLogAnswer(request);
  } catch (error) {
    if (!isEngineLimit(error)) throw error;
    return { ...keyFields(request.log.key, 1), error: NOT_PROCESSED };
  }
}

function processedLogAnswer({ log: exact, row: exactRow, redaction, offset }: LogAnswerRequest): unknown {
  const { timeZone, key } = exact;
  const left = { timeZone, type: key.detectedType, row: leftTexts(exactRow) };
  const names = [headerNames(exact.request), headerNames(exact.response)];
  const row = boundedValue({ idx: key.idx, ...exactRow, other: { left, names } });
  const { log, row: redactedRow, count, summary, notes } = redactLog(exact, row, redaction);
  const [requestNames, responseNames] = redactedRow.other['names'] as typeof names;
  const texts = redactedRow.other['left'] as typeof left;
  return withinLimit((share) => {
    const part = cutText(log.rawData.slice(offset), Math.ceil(RAW_DATA_PAGE * share));
    const next = offset + part.length;
    return {
      ...keyFields({ ...key, detectedType: texts.type }, share),
      ...(offset === 0 && {
        virtual_host_name: shortened(log.virtualHost, share),
        response_code: log.responseCode,
        timezone: shortened(texts.timeZone, share),
        basestr: shortened(log.description, share),
        ...(exactRow && { listed_as: rowAnswer({ ...redactedRow, ...texts.row }, share) }),
        request: headAnswer(log.request, requestNames, share),
        response: headAnswer(log.response, responseNames, share),
        secrets_redacted: count,
        notes: [...(exactRow ? [] : [NOT_LISTED]), summary, ...notes.map(english)],
      }),
      raw_data: { offset, text: part, length: log.rawData.length },
      ...(next < log.rawData.length && {
        next_offset: next,
        left_out: 'Ask again with “offset” as next_offset says for more raw data.',
      }),
    };
  });
}

export interface ListAnswerRequest<Item> extends AnswerRequest {
  /** A page of the service, without the items of earlier answers. */
  readonly items: readonly Item[];
  /** Items of the page in earlier answers. */
  readonly offset: number;
  /** Items of the page that are not in `items`, because they exceed the limit of an answer. */
  readonly further: number;
}

export interface KeyedRow {
  readonly key: LogKey;
  readonly row: LogRow;
}

/** Facts common to all rows, which appear once. */
const PLACEHOLDERS_OF_ROWS =
  'A log without notes holds no known secret. Each log numbers its placeholders by itself: equal numbers in two logs mean nothing.';

/** Returns the rows of a list, without their raw data. Facts common to all rows appear once. */
export function rowsAnswer({ redaction, ...request }: ListAnswerRequest<KeyedRow>): object {
  const rows = request.items.map((item) => redactedItem(item, redaction));
  const hint = 'or narrow the search by from, to, rule, action, address, uri or keyword';
  const notes = [PLACEHOLDERS_OF_ROWS, redactionLimits(redaction)];
  return listAnswer('logs', rows, { ...request, hint, notes }, ({ key, row, notes: own }, share) => ({
    ...keyFields(key, share),
    ...(row ? rowAnswer(row, share) : { error: NOT_PROCESSED }),
    ...(own.length > 0 && { notes: own }),
  }));
}

/** Redacts a row. `row` is undefined when it cannot be processed. */
function redactedItem({ key, row: exact }: KeyedRow, redaction: RedactionOptions) {
  const other = { type: key.detectedType, left: leftTexts(exact) };
  try {
    const { row, count, redacted, notes } = redactRow(boundedValue({ ...exact, other }), redaction);
    const { type, left } = row.other;
    return {
      key: { ...key, detectedType: String(type) },
      row: { ...row, ...(left as object) },
      notes: count > 0 ? [redacted, ...notes.map(english)] : notes.map(english),
    };
  } catch (error) {
    if (!isEngineLimit(error)) throw error;
    return { key, row: undefined, notes: [] };
  }
}

export interface DomainsAnswerRequest extends ListAnswerRequest<Domain> {
  readonly connection: string;
}

/** Returns the domains of a list, with the name of the connection. */
export function domainsAnswer({ redaction, connection, ...request }: DomainsAnswerRequest): object {
  const shownName = redactedValue({ connection: asLabel(connection) }, redaction);
  const domains = request.items.map(({ index, name }) => redactedValue({ domain: index, name }, redaction));
  return { ...shownName, ...listAnswer('domains', domains, { ...request, hint: '' }, shortenedAll) };
}

export interface CountsAnswerRequest extends AnswerRequest {
  readonly domain: number;
  readonly counts: Counts;
  /** Days that are not in `counts`, because they exceed the limit of an answer. */
  readonly further: number;
}

/** Returns the counts of a domain. */
export function countsAnswer({ domain, counts, further, redaction }: CountsAnswerRequest): unknown {
  const { range, days, timeZone } = counts;
  const { zone, totals } = redactedValue({ zone: timeZone, totals: counts.totals }, redaction);
  return withinLimit((share) => ({
    ...{ domain, from: range.from, to: range.to, timezone: shortened(zone, share) },
    totals: shortenedAll(totals, share),
    days,
    ...(further > 0 && {
      left_out: `${further} days that the service sent beyond these: ask for a narrower range with “from” and “to”.`,
    }),
  }));
}

export interface FailureRequest extends AnswerRequest {
  /** The facts of the failure; the service may have written some of them. */
  readonly facts: Readonly<Record<string, unknown>>;
}

/** Returns the facts of a failure, for its description. */
export function failureFacts({ facts, redaction }: FailureRequest): Readonly<Record<string, unknown>> {
  return shortenedAll(redactedValue(facts, redaction)) as FailureRequest['facts'];
}

interface ListOptions {
  readonly offset: number;
  readonly further: number;
  /** Another way to request less. */
  readonly hint: string;
  /** Facts common to all items. */
  readonly notes?: readonly string[];
}

/** Returns as many items as fit in an answer, and a note on how to request the rest of the page. */
function listAnswer<Item>(
  name: string,
  items: readonly Item[],
  { offset, further, hint, notes }: ListOptions,
  answerOf: (item: Item, share: number) => unknown,
): object {
  return withinLimit((share) => {
    const shown = items.slice(0, Math.ceil(items.length * share));
    const left = items.length - shown.length + further;
    return {
      ...(notes && { notes }),
      [name]: shown.map((item) => answerOf(item, share)),
      ...(left > 0 && {
        next_offset: offset + shown.length,
        left_out: `${left} of this page: ask again for the same page with “offset” as next_offset says${hint && `, ${hint}`}.`,
      }),
    };
  });
}

/** Returns a value of the service without the secrets in its texts. */
function redactedValue<Value>(value: Value, redaction: RedactionOptions): Value {
  return redactRow({ idx: 0, other: { value: boundedValue(value) } }, redaction).row.other['value'] as Value;
}

/**
 * Returns the texts of a row that a report does not redact, because a malicious service may hide a secret in them, too.
 */
function leftTexts(row: Partial<LogRow> = {}): Partial<LogRow> {
  const values = rowTextEntries.flatMap(([name, { kind }]) => (kind === 'value' ? [[name, row[name]]] : []));
  return Object.fromEntries(values.filter(([, text]) => text !== undefined));
}

function keyFields({ domain, idx, detectedType }: LogKey, share: number) {
  return { user_domain_idx: domain, idx, detected_type: shortened(detectedType, share) };
}

function rowAnswer(row: LogRow, share: number): Record<string, unknown> {
  const fields = rowFields({ ...row, rawData: '' }).filter(
    ([name, value]) => value !== undefined && value !== '' && name !== 'idx',
  );
  return Object.fromEntries(fields.map(([name, value]) => [name, shortenedAll(value, share)]));
}

/** Returns the names of the headers that fit in an answer. */
function headerNames({ headers }: MessageHead): readonly string[] {
  return headers.slice(0, MOST_HEADERS).map(([name]) => name);
}

function headAnswer({ firstLine, headers }: MessageHead, names: readonly string[] = [], share: number) {
  const shown = headers.slice(0, Math.ceil(MOST_HEADERS * share));
  const left = headers.length - shown.length;
  return {
    ...(firstLine !== undefined && { first_line: shortened(firstLine, share) }),
    headers: shown.map(([, value], at) => [shortened(names[at] ?? '', share), shortened(value, share)]),
    ...(left > 0 && { headers_left_out: left }),
  };
}
