/**
 * Creates the answers to a language model. They are redacted and limited in size, with a note on how to request omitted
 * content.
 */

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
  'The list entry of this log was not found, so its address, rule, time, and detected value are unknown. Search for them.';

interface AnswerRequest {
  readonly redaction: RedactionOptions;
}

const HIDDEN_VALUES =
  'Names, ordinary values, and the match are shown. Every other value is replaced with ‹its kind and length›. Request “detail”: "redacted" with a “reason” only if the answer depends on hidden values.';

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
    return { ...keyFields(request.log.key, 1), error: NOT_PROCESSED };
  }
}

function processedLogAnswer({ log: exact, row: exactRow, redaction, offset }: LogAnswerRequest): unknown {
  const { timeZone, key } = exact;
  const row = boundedValue({ idx: key.idx, ...exactRow, other: {} });
  const left = Object.entries(leftTexts(exactRow));
  const names = [headerNames(exact.request), headerNames(exact.response)];
  const further = [timeZone, key.detectedType, ...left.map(([, text]) => String(text)), ...names.flat()];
  const redacted = redactLog(exact, row, redaction, {
    further: further.map((text) => ({ text: boundedValue(text), place: 'text' as const })),
  });
  const { log, row: redactedRow, count, hidden, summary, notes } = redacted;
  const texts = redacted.further.map(({ text }) => text);
  const [zone = '', type = ''] = texts.splice(0, 2);
  const rowTexts = Object.fromEntries(left.map(([name]) => [name, texts.shift()]));
  const [requestNames, responseNames] = names.map(({ length }) => texts.splice(0, length));
  return withinLimit((share) => {
    const part = cutText(log.rawData.slice(offset), Math.ceil(RAW_DATA_PAGE * share));
    const next = offset + part.length;
    const listed = exactRow && rowAnswer({ ...redactedRow, ...rowTexts }, share);
    return {
      ...keyFields({ ...key, detectedType: type }, share),
      timezone: shortened(zone, share),
      ...(offset === 0 && {
        virtual_host_name: shortened(log.virtualHost, share),
        response_code: log.responseCode,
        ...(listed && { listed_as: listed.facts }),
        ...(redaction.detail === 'essential' && { detail: 'essential', values_hidden: hidden }),
        secrets_redacted: count,
        notes: [
          ...(exactRow ? [] : [NOT_LISTED]),
          ...(hidden > 0 ? [HIDDEN_VALUES] : []),
          summary,
          ...notes.map(english),
        ],
      }),
      ...(next < log.rawData.length && {
        next_offset: next,
        left_out: 'For more raw data, call the tool again with “offset” set to next_offset.',
      }),
      text: {
        ...(offset === 0 && {
          basestr: shortened(log.description, share),
          ...(listed && { listed_as: listed.text }),
          request: headAnswer(log.request, requestNames, share),
          response: headAnswer(log.response, responseNames, share),
        }),
        raw_data: { offset, text: part, length: log.rawData.length },
      },
    };
  });
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

/** A note about all rows, so it is included only once. */
const PLACEHOLDERS_OF_ROWS =
  'A log without notes contains no known secrets. Placeholders are numbered separately in each log, so equal numbers in two logs are unrelated.';

/** Returns a list's rows, without their raw data. Notes that apply to all rows are included only once. */
export function rowsAnswer({ redaction, ...request }: ListAnswerRequest<KeyedRow>): object {
  const rows = request.items.map((item) => redactedItem(item, redaction));
  const hint = 'or narrow the search by from, to, rule, action, address, uri, or keyword';
  const isEssential = redaction.detail === 'essential';
  const notes = [PLACEHOLDERS_OF_ROWS, ...(isEssential ? [HIDDEN_VALUES] : []), redactionLimits(redaction)];
  return withinLimit((share) => {
    const shown = rows.map(({ row }) => row && rowAnswer(row, share));
    const answer = listAnswer(
      'logs',
      rows,
      { ...request, hint, notes, share },
      ({ key, notes: own }, index) => ({
        ...keyFields(key, share),
        ...(shown[index]?.facts ?? { error: NOT_PROCESSED }),
        ...(own.length > 0 && { notes: own }),
      }),
    );
    const texts = shown
      .slice(0, answer.count)
      .map((row, index) => ({ idx: rows[index]?.key.idx, ...row?.text }))
      .filter((row) => Object.keys(row).length > 1);
    return { ...answer.list, ...(texts.length > 0 && { text: { texts } }) };
  });
}

/** Redacts a row. `row` is undefined if the row cannot be redacted. */
function redactedItem({ key, row: exact }: KeyedRow, redaction: RedactionOptions) {
  const left = Object.entries(leftTexts(exact));
  const texts = [key.detectedType, ...left.map(([, text]) => String(text))];
  try {
    const { row, further, count, redacted, notes } = redactRow(
      boundedValue({ ...exact, other: {} }),
      redaction,
      texts.map((text) => ({ text: boundedValue(text), place: 'text' })),
    );
    const [type = '', ...values] = further.map(({ text }) => text);
    return {
      key: { ...key, detectedType: type },
      row: { ...row, ...Object.fromEntries(left.map(([name], index) => [name, values[index]])) },
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

/** Returns the domains in a list, with the name of the connection. */
export function domainsAnswer({ redaction, connection, ...request }: DomainsAnswerRequest): object {
  const shownName = redactedValue({ connection: asLabel(connection) }, redaction);
  const domains = request.items.map(({ index, name }) => redactedValue({ domain: index, name }, redaction));
  return withinLimit((share) => {
    const { list } = listAnswer('domains', domains, { ...request, hint: '', share }, (domain) =>
      shortenedAll(domain, share),
    );
    return { ...shownName, ...list };
  });
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
  /** Details about the failure, which can include text from the service. */
  readonly facts: Readonly<Record<string, unknown>>;
}

/** Returns a failure's details, redacted and shortened, for use in its description. */
export function failureFacts({ facts, redaction }: FailureRequest): Readonly<Record<string, unknown>> {
  return shortenedAll(redactedValue(facts, redaction)) as FailureRequest['facts'];
}

interface ListOptions {
  /** The fraction of the full answer that the list can take up. */
  readonly share: number;
  readonly offset: number;
  readonly further: number;
  /** Text that describes another way to request less data. */
  readonly hint: string;
  /** Notes that apply to all items. */
  readonly notes?: readonly string[];
}

/** Returns as many items as fit into an answer, and a note on how to request the rest of the page. */
function listAnswer<Item>(
  name: string,
  items: readonly Item[],
  { offset, further, hint, notes, share }: ListOptions,
  answerOf: (item: Item, index: number) => unknown,
) {
  const shown = items.slice(0, Math.ceil(items.length * share));
  const left = items.length - shown.length + further;
  const list = {
    ...(notes && { notes }),
    [name]: shown.map(answerOf),
    ...(left > 0 && {
      next_offset: offset + shown.length,
      left_out: `${left} of this page: ask again for the same page with “offset” as next_offset says${hint && `, ${hint}`}.`,
    }),
  };
  return { list, count: shown.length };
}

/** Returns a value from the service with the secrets in its strings redacted. */
function redactedValue<Value>(value: Value, redaction: RedactionOptions): Value {
  return redactRow({ idx: 0, other: { value: boundedValue(value) } }, redaction).row.other['value'] as Value;
}

/**
 * Returns the strings in a row that are left unredacted in reports. They could also contain secrets if the service is
 * malicious.
 */
function leftTexts(row: Partial<LogRow> = {}): Partial<LogRow> {
  const values = rowTextEntries.flatMap(([name, { kind }]) => (kind === 'value' ? [[name, row[name]]] : []));
  return Object.fromEntries(values.filter(([, text]) => text !== undefined));
}

function keyFields({ domain, idx, detectedType }: LogKey, share: number) {
  return { user_domain_idx: domain, idx, detected_type: shortened(detectedType, share) };
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
function rowAnswer(row: LogRow, share: number) {
  const fields = rowFields({ ...row, rawData: '' })
    .filter(([name, value]) => value !== undefined && value !== '' && name !== 'idx')
    .map(([name, value]) => [name, shortenedAll(value, share)] as const);
  return {
    facts: Object.fromEntries(fields.filter(([name]) => !QUOTING.has(name))),
    text: Object.fromEntries(fields.filter(([name]) => QUOTING.has(name))),
  };
}

/** Returns as many of the header names as fit into an answer. */
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
