/** The language model tools. They only read, and their answers are at the essential level of detail. */
import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { isServiceError } from '../base/errors.ts';
import { targetId } from '../connections/logTarget.ts';
import { addDays, firstAllowedDay } from '../service/calendar.ts';
import { describeFault, withoutFacts } from '../service/faults.ts';
import { type LogFilter, type LogRow, METRICS } from '../service/model.ts';
import { FilterCheck } from '../service/queries/filter.ts';
import { english, local, type Message, message, t } from '../text/l10n.ts';
import { currentTime, findDomains, redacted, suggestions, type ToolCall } from './findDomain.ts';
import type { ToolName } from './languageModelTools.ts';
import { readLog } from './readLog.ts';
import { inputLines, readInput, type ToolInput, ToolInputError } from './toolInput.ts';
import { answerText, table } from './toolText.ts';

/** Number of logs in an answer, the smallest page that a service must support (section 8). */
const PAGE = 10;
/** Number of days of counts, including today, if the input specifies no range. */
const USUAL_DAYS = 7;
/** Maximum number of days in an answer; the service has at most 123 (section 8). */
const MOST_DAYS = 123;

/** The fields of a filter that have another name in the input. */
const FIELDS: Readonly<Record<string, keyof LogFilter>> = {
  country: 'countryCode',
  path: 'uri',
  type: 'detectedType',
  text: 'keyword',
};

/** The titles of the confirmations that are shown to the user. */
const TITLES: Readonly<Record<ToolName, Message>> = {
  find_logs: message('Search detection logs?'),
  read_log: message('Read a detection log?'),
  count_visitors: message('Read visitor and attacker counts?'),
};

/**
 * Returns the confirmation, which shows the input from the model. The input might be influenced by an attacker's text.
 */
export function question(name: ToolName, input: unknown): vscode.PreparedToolInvocation {
  const requested = inputLines(input);
  const text = [
    name === 'count_visitors'
      ? t('The language model receives counts by day, or names of domains and connections to choose from.')
      : t('The language model receives names, ordinary values, and the match. Other values are hidden.'),
    ...(requested.length > 0 ? [t('Requested data:'), ...requested] : []),
  ].join('\n');
  return {
    confirmationMessages: { title: local(TITLES[name]), message: new vscode.MarkdownString(text) },
  };
}

/**
 * Returns a tool's answer.
 * @throws Error with a message that explains how to correct the input or why the service cannot be read; ServiceError
 * `cancelled`
 */
export async function answer(
  app: App,
  name: ToolName,
  input: unknown,
  token: vscode.CancellationToken,
): Promise<vscode.LanguageModelToolResult> {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  const cancelling = token.onCancellationRequested(() => controller.abort());
  try {
    const text = await answerOf(app, name, input, controller.signal);
    return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
  } catch (fault) {
    if (isServiceError(fault, 'cancelled') || fault instanceof ToolInputError) throw fault;
    // Other texts of a failure can be from the service.
    const { headline, cause } = describeFault(isServiceError(fault) ? withoutFacts(fault) : '', english);
    throw new Error(`${headline} ${cause}`);
  } finally {
    cancelling.dispose();
  }
}

/** Returns the answer of each tool about a domain. */
const ANSWERS: {
  readonly [Name in ToolName]: (call: ToolCall, input: ToolInput<Name>) => Promise<string>;
} = { find_logs: findLogs, read_log: readLog, count_visitors: countVisitors };

async function answerOf<Name extends ToolName>(
  app: App,
  name: Name,
  input: unknown,
  signal: AbortSignal,
): Promise<string> {
  const read = readInput(name, input);
  const found = await findDomains(app, read.domain ?? '', read.connection, signal);
  const [domain, ...others] = found.domains;
  if (!found.isFound || !domain || others.length > 0) return suggestions(app, found, signal);
  return ANSWERS[name]({ app, domain, signal }, read);
}

/** Returns the field of a filter, given its name in the input. */
function fieldOf(name: string): keyof LogFilter {
  return FIELDS[name] ?? (name as keyof LogFilter);
}

async function findLogs(
  { app, domain, signal }: ToolCall,
  { domain: _, connection, page = 1, ...asked }: ToolInput<'find_logs'>,
): Promise<string> {
  const time = await currentTime(app, domain, signal);
  checkDays(asked, time.today);
  const set = Object.entries(asked).filter(([, value]) => value !== undefined);
  const filter: LogFilter = Object.fromEntries(set.map(([name, value]) => [fieldOf(name), value]));
  const { connectionId, index } = domain;
  const service = await app.services.of(connectionId);
  const listed = await service.logs(index, { page, perPage: PAGE }, filter, { signal });
  const check = new FilterCheck(filter, app.services.conventions(connectionId));
  const logs = check.matching(listed.items);
  const notApplied = set
    .map(([name]) => name)
    .filter((name) => check.ignored.has(fieldOf(name)) || check.unasked.has(fieldOf(name)));
  const total = `${listed.isTotalKnown === false ? 'total_at_least' : 'total'}${notApplied.length === 0 ? '' : '_without_filters'}`;
  const rows = logs.slice(0, PAGE).map(({ key, row }) => {
    app.rows.set(targetId({ connectionId, key }), row);
    return { ...row, detectedType: key.detectedType, other: {} };
  });
  const title: LogRow = { idx: index, rule: domain.name ?? '', other: {} };
  const [named, ...shown] = await redacted(app, [title, ...rows], signal);
  const facts = {
    ...time,
    domain: index,
    // A total is that of the search only if the service applied each filter, and might be a minimum.
    [total]: listed.total,
    page,
    ...(page * listed.perPage < listed.total && listed.items.length > 0 && { next_page: page + 1 }),
    ...(notApplied.length > 0 && { filters_that_the_service_did_not_apply: notApplied }),
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

async function countVisitors(
  { app, domain, signal }: ToolCall,
  input: ToolInput<'count_visitors'>,
): Promise<string> {
  const time = await currentTime(app, domain, signal);
  checkDays(input, time.today);
  const { to = time.today, from = addDays(to, 1 - USUAL_DAYS) } = input;
  const first = firstAllowedDay(time.today);
  if (from < first) throw new ToolInputError(`The service has counts from ${first} onward. Set “from”.`);
  const wanted = { domain, span: { from, to } };
  const { counts } = await app.counts.request(wanted, { priority: 'foreground', signal });
  const { range, totals, days } = counts;
  return answerText({
    ...time,
    domain: domain.index,
    ...range,
    columns: ['day', 'visitors', 'attackers', 'malicious_ips', 'bots'],
    days: days.slice(-MOST_DAYS).map((day) => [day.date, ...METRICS.map((metric) => day[metric])]),
    ...(days.length > MOST_DAYS && { days_left_out: days.length - MOST_DAYS }),
    total: METRICS.map((metric) => totals[metric]),
    notes: [
      'A total counts each visitor or attacker once, so it can be less than the sum of the days.',
      'null is unknown, and a missing day is not reported; neither is 0.',
      ...(range.from === from && range.to === to ? [] : [`The service was asked for ${from} to ${to}.`]),
    ],
  });
}

/** @throws ToolInputError if the days of an input are in the future or in the wrong order */
function checkDays({ from, to }: Pick<ToolInput<'find_logs'>, 'from' | 'to'>, today: string): void {
  if (from !== undefined && to !== undefined && from > to) throw new ToolInputError('“from” is after “to”.');
  for (const [name, day] of Object.entries({ from, to }))
    if (day !== undefined && day > today)
      throw new ToolInputError(`“${name}” is after today, which is ${today} for the service.`);
}
