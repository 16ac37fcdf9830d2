/** The language model tools. They only read, and their answers are at the essential level of detail. */
import type { App } from '../app.ts';
import { isServiceError } from '../base/errors.ts';
import { isFile } from '../connections/connection.ts';
import type { DomainRef } from '../connections/domainRef.ts';
import { checkCurrent, type LogTarget, targetId } from '../connections/logTarget.ts';
import { doJob } from '../jobs.ts';
import { readSimilarRequests, type SimilarRequests, similarNumbers } from '../lists/similarRequests.ts';
import { addDays, firstAllowedDay } from '../service/calendar.ts';
import { describeFault } from '../service/faults.ts';
import { type DetectionLog, type LogFilter, type LogRow, METRICS } from '../service/model.ts';
import { checkLogs } from '../service/queries/filter.ts';
import { english } from '../text/l10n.ts';
import { asLabel } from '../text/label.ts';
import { cutText, truncate } from '../text/strings.ts';
import { type FoundDomain, findDomain } from './findDomain.ts';
import { listedRow } from './listedRow.ts';
import { readInput, type ToolInput, ToolInputError } from './toolInput.ts';
import type { ToolName } from './toolNames.ts';
import { answerText, fact, table, withoutInvisible } from './toolText.ts';

/** Number of logs in an answer, the smallest page that a service must support (section 8). */
const PAGE = 10;
/** Maximum length, in UTF-16 units, of the report and of the raw data in an answer. */
const LONGEST_REPORT = 12_000;
const LONGEST_RAW_DATA = 12_000;
/** Number of days of counts, including today, if the input specifies no range. */
const USUAL_DAYS = 7;
const HIDDEN_VALUES =
  'Values shown as ‹kind and length› are hidden; if one matters, ask the user to open the log.';

/**
 * Returns a tool's answer.
 * @throws Error with a message that explains how to correct the input or why the service cannot be read; ServiceError
 * `cancelled`
 */
export async function toolAnswer(
  app: App,
  name: ToolName,
  input: unknown,
  signal: AbortSignal,
): Promise<string> {
  try {
    switch (name) {
      case 'find_logs':
        return await findLogs(app, readInput(name, input), signal);
      case 'read_log':
        return await readLog(app, readInput(name, input), signal);
      case 'count_visitors':
        return await countVisitors(app, readInput(name, input), signal);
    }
  } catch (fault) {
    if (isServiceError(fault, 'cancelled')) throw fault;
    if (fault instanceof ToolInputError) throw fault;
    throw new Error(await failureText(app, fault, signal));
  }
}

async function findLogs(app: App, input: ToolInput<'find_logs'>, signal: AbortSignal): Promise<string> {
  const { domain: wanted, connection, page = 1, ...asked } = input;
  const found = await findDomain(app, wanted, connection, signal);
  if (!('domain' in found)) return suggestions(app, found, signal);
  const { domain } = found;
  const time = await currentTime(app, domain, signal);
  checkDays(input, time.today);
  const filter = withoutUndefined({
    ...{ from: asked.from, to: asked.to, action: asked.action, rule: asked.rule, address: asked.address },
    ...{ countryCode: asked.country, uri: asked.path, detectedType: asked.type, keyword: asked.text },
  });
  const service = await app.services.of(domain.connectionId);
  const listed = await service.logs(domain.index, { page, perPage: PAGE }, filter, { signal });
  const { logs, ignored, unasked } = checkLogs(
    listed.items,
    filter,
    app.services.conventions(domain.connectionId),
  );
  const notApplied = [...ignored, ...unasked];
  const rows = logs.slice(0, PAGE).map(({ key, row }) => {
    app.rows.set(targetId({ connectionId: domain.connectionId, key }), row);
    return { ...row, detectedType: key.detectedType, other: {} };
  });
  const title: LogRow = { idx: domain.index, rule: domain.name ?? '', other: {} };
  const [named, ...shown] = await redacted(app, [title, ...rows], signal);
  const facts = {
    ...time,
    domain: domain.index,
    [totalName(listed.isTotalKnown !== false, notApplied.length === 0)]: listed.total,
    page,
    ...(page * listed.perPage < listed.total && listed.items.length > 0 && { next_page: page + 1 }),
    ...(notApplied.length > 0 && { filters_that_the_service_did_not_apply: notApplied.map(nameOf) }),
    ...(logs.length > PAGE && { logs_of_this_page_left_out: logs.length - PAGE }),
    ...(listed.unreadable && { unreadable_logs: listed.unreadable.length }),
  };
  const lines = shown.map((row) => ({
    ...{ number: row.idx, type: row.detectedType, time: row.time, action: row.action },
    ...{ rule: row.rule || row.ruleRaw, address: row.address, country: row.countryCode || row.country },
    ...{ path: row.uri, match: row.detectedValue },
  }));
  return answerText(facts, `${named?.rule}\n${rows.length === 0 ? 'No logs.' : table(lines)}`);
}

/** A total is that of the search only if the service applied each filter, and might be a minimum. */
function totalName(isKnown: boolean, isFiltered: boolean): string {
  return `${isKnown ? 'total' : 'total_at_least'}${isFiltered ? '' : '_without_filters'}`;
}

async function readLog(app: App, input: ToolInput<'read_log'>, signal: AbortSignal): Promise<string> {
  const { domain: wanted, connection, number, type, raw = false, offset } = input;
  if (offset !== undefined && !raw)
    throw new ToolInputError('“offset” needs “raw”: it is a place in the raw data.');
  const found = await findDomain(app, wanted, connection, signal);
  if (!('domain' in found)) return suggestions(app, found, signal);
  const { connectionId, index } = found.domain;
  const detectedType = type ?? app.services.conventions(connectionId).detectedType;
  const target = app.logs.bound({ connectionId, key: { domain: index, idx: number, detectedType } });
  const log = await app.logs.get(target, signal);
  const row = await rowOf(app, target, log, signal);
  const time = await currentTime(app, found.domain, signal);
  const facts = { ...time, domain: index, number, status: log.responseCode };
  if (raw) return rawData(app, { log, row, offset: offset ?? 0, facts }, signal);
  const similar = row && (await similarRequests(app, target, row, signal));
  checkCurrent(target);
  const redaction = await app.services.redaction();
  const request = {
    rows: [{ row: row ?? { idx: number, other: {} }, domain: index, status: log.responseCode }],
    samples: [{ log, row, link: '' }],
    reason: undefined,
    redaction,
    version: app.version,
  };
  const { text } = await doJob('summaryReport', request, { workerFile: app.workerFile, signal });
  const notes = [
    'The scope of an exclusion is under “Scope”. Only the operators of the firewall can tell whether it is safe.',
    HIDDEN_VALUES,
    ...(row ? [] : ['The list entry of this log was not found, so its rule, address, and time are unknown.']),
  ];
  return answerText(
    { ...facts, ...(similar && { similar_requests_with_this_rule_and_path: similar }), notes },
    truncate(text, LONGEST_REPORT),
  );
}

async function rawData(
  app: App,
  { log, row, offset, facts }: { log: DetectionLog; row: LogRow | undefined; offset: number; facts: object },
  signal: AbortSignal,
): Promise<string> {
  const redaction = await app.services.redaction();
  const text = await doJob('hiddenRawData', { log, row, redaction }, { workerFile: app.workerFile, signal });
  const part = cutText(text.slice(offset), LONGEST_RAW_DATA);
  const next = offset + part.length;
  const rest = next < text.length && { next_offset: next };
  return answerText(
    { ...facts, raw_data: { offset, length: text.length }, ...rest, notes: [HIDDEN_VALUES] },
    part,
  );
}

async function countVisitors(
  app: App,
  input: ToolInput<'count_visitors'>,
  signal: AbortSignal,
): Promise<string> {
  const found = await findDomain(app, input.domain, input.connection, signal);
  if (!('domain' in found)) return suggestions(app, found, signal);
  const { domain } = found;
  const time = await currentTime(app, domain, signal);
  checkDays(input, time.today);
  const to = input.to ?? time.today;
  const from = input.from ?? addDays(to, 1 - USUAL_DAYS);
  const first = firstAllowedDay(time.today);
  if (from < first) throw new ToolInputError(`The service has counts from ${first} onward. Set “from”.`);
  const wanted = { domain, span: { from, to } };
  const { counts } = await app.todays.request(wanted, { priority: 'foreground', signal });
  const { range, totals, days } = counts;
  return answerText({
    ...time,
    domain: domain.index,
    ...range,
    columns: ['day', 'visitors', 'attackers', 'malicious_ips', 'bots'],
    days: days.map((day) => [day.date, ...METRICS.map((metric) => day[metric])]),
    total: METRICS.map((metric) => totals[metric].total),
    notes: [
      'A total counts each visitor or attacker once, so it can be less than the sum of the days.',
      'null is unknown, and a missing day is not reported; neither is 0.',
      ...(range.from === from && range.to === to ? [] : [`The service was asked for ${from} to ${to}.`]),
    ],
  });
}

/**
 * Returns the service's current day and time zone. If no answer has named the zone yet, reads today's counts, which
 * name it.
 */
async function currentTime(app: App, domain: DomainRef, signal: AbortSignal) {
  const connection = app.connections.get(domain.connectionId);
  if (app.days.zoneOf(domain) === undefined && connection && !isFile(connection))
    await app.todays.read({ domain, span: 'today' }, signal);
  const timezone = fact(app.days.zoneOf(domain), 'zone') ?? 'unknown, so “today” is in UTC';
  return { today: app.days.today(domain), timezone };
}

function checkDays(
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  today: string,
) {
  if (from !== undefined && to !== undefined && from > to) throw new ToolInputError('“from” is after “to”.');
  for (const [name, day] of Object.entries({ from, to }))
    if (day !== undefined && day > today)
      throw new ToolInputError(`“${name}” is after today, which is ${today} for the service.`);
}

/** Returns the domains to choose from. Their names are text from the service. */
async function suggestions(
  app: App,
  found: Exclude<FoundDomain, { domain: DomainRef }>,
  signal: AbortSignal,
) {
  const { isFound, suggestions: domains } = found;
  const rows = domains.map(({ index, name, connectionId }) => {
    const connection = app.connections.get(connectionId)?.name;
    return { idx: index, rule: name ?? '', description: connection ?? '', other: {} };
  });
  const shown = await redacted(app, rows, signal);
  const note = isFound
    ? 'Repeat the call with one of these domains.'
    : 'There is no such domain. These are the most similar ones.';
  const list = shown.map(({ idx, rule, description }) => ({
    domain: idx,
    name: rule,
    connection: description,
  }));
  return answerText({ notes: [note] }, list.length > 0 ? table(list) : 'The key has no domains.');
}

/** Returns the row of a log, which can require a read of the list. */
async function rowOf(app: App, target: LogTarget, log: DetectionLog, signal: AbortSignal) {
  const known = app.rows.get(targetId(target)) ?? app.logNodes.rowOf(target);
  if (known) return known;
  return listedRow(await app.services.of(target.connectionId), log, signal);
}

/** Returns numbers about the requests with the same rule and path, or undefined if they cannot be read. */
async function similarRequests(app: App, { connectionId, key }: LogTarget, row: LogRow, signal: AbortSignal) {
  try {
    const service = await app.services.of(connectionId);
    const similar = await readSimilarRequests(service, key.domain, row, app.today(connectionId), signal);
    return similar && similarFacts(similar);
  } catch (fault) {
    if (isServiceError(fault, 'cancelled')) throw fault;
    return undefined;
  }
}

function similarFacts(similar: SimilarRequests) {
  const { days, first, last } = similar;
  return {
    ...similarNumbers(similar),
    first: fact(first?.slice(0, 19), 'time'),
    last: fact(last?.slice(0, 19), 'time'),
    by_day: days?.filter(({ count }) => count > 0).map(({ day, count }) => [day, count]),
  };
}

async function redacted(app: App, rows: readonly LogRow[], signal: AbortSignal): Promise<readonly LogRow[]> {
  const redaction = await app.services.redaction();
  return doJob('redactRows', { rows, redaction }, { workerFile: app.workerFile, signal });
}

/** Returns the text of a failure. What the service says about it is untrusted, and is redacted like any text. */
async function failureText(app: App, fault: unknown, signal: AbortSignal): Promise<string> {
  const { headline, cause } = describeFault(fault, english);
  const text = truncate(`${asLabel(headline)} ${asLabel(cause)}`, 1_000);
  const [row] = await redacted(app, [{ idx: 0, rule: text, other: {} }], signal);
  return withoutInvisible(
    answerText({ error: isServiceError(fault) ? fault.code : 'failed' }, row?.rule ?? ''),
  );
}

/** The names of filters in the input of the tools, where they differ from the extension's own. */
const NAMES: Readonly<Record<string, string>> = {
  countryCode: 'country',
  uri: 'path',
  detectedType: 'type',
  keyword: 'text',
};

function nameOf(field: string): string {
  return NAMES[field] ?? field;
}

/** Returns the parts of a filter that are set. */
function withoutUndefined(filter: { readonly [Field in keyof LogFilter]?: string | undefined }): LogFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}
