/**
 * Provides the four read operations as language model tools. Their answers and error messages are redacted, limited in
 * size, and marked as untrusted.
 */

import { isServiceError, ServiceError } from '../base/errors.ts';
import { type JobRequest, jobsOf } from '../base/jobs.ts';
import type { DomainRef } from '../connections/domainRef.ts';
import { checkCurrent, type LogTarget } from '../connections/logTarget.ts';
import type { Services } from '../connections/services.ts';
import { addDays, firstAllowedDay } from '../service/calendar.ts';
import { describeFault } from '../service/faults.ts';
import type { DetectionLog, Domain, LogFilter, LogRow, Page } from '../service/model.ts';
import { checkLogs, type FilterField } from '../service/queries/filter.ts';
import { english } from '../text/l10n.ts';
import { asLabel } from '../text/label.ts';
import { boundedValue, MOST_DAYS, MOST_ITEMS } from './answerLimits.ts';
import type { FoundRows } from './foundRows.ts';
import { listedRow } from './listedRow.ts';
import { readPages } from './readPages.ts';
import { readInput, type ToolInput, ToolInputError, type ToolName } from './toolInput.ts';
import { betweenBoundaries, TOOL_NOTICE, toolJson, withoutInvisible } from './toolText.ts';

type Jobs = typeof import('./toolAnswers.ts');
const doJob = jobsOf<Jobs>(() => import('./toolAnswers.ts'));

export interface ToolSources {
  readonly connections: { list(): readonly { readonly id: string; readonly name: string }[] };
  readonly services: Pick<Services, 'of' | 'filterNames' | 'detectedType' | 'redaction'>;
  readonly rows: FoundRows;
  readonly logs: {
    bound(target: LogTarget): LogTarget;
    get(target: LogTarget, signal: AbortSignal): Promise<DetectionLog>;
  };
  /** The compiled `toolWorker.ts`. */
  readonly toolWorkerFile: string | URL;
  /** Returns today's date in the service's time zone, `YYYY-MM-DD`. */
  readonly today: (connectionId: string) => string;
  /**
   * Returns the time zone that the service specified, as sent. Returns undefined if no response has specified one yet.
   */
  readonly zone: (domain: DomainRef) => string | undefined;
}

/** Number of days of counts, including today, if the input specifies no range. */
const USUAL_DAYS = 7;

/**
 * Returns a tool's answer: the notice that it is untrusted, followed by JSON.
 * @throws Error with a message that is also marked as untrusted and explains how to correct the input or why the
 * service cannot be read; ServiceError `cancelled`
 */
export async function toolAnswer(
  sources: ToolSources,
  name: ToolName,
  input: unknown,
  signal: AbortSignal,
): Promise<readonly [notice: string, json: string, ...text: string[]]> {
  try {
    const { text, ...facts } = Object(await new Tools(sources).read(name, input, signal));
    const block = text === undefined ? [] : [betweenBoundaries(toolJson(text))];
    return [TOOL_NOTICE, toolJson(facts), ...block];
  } catch (fault) {
    if (isServiceError(fault, 'cancelled')) throw fault;
    throw new Error(`${TOOL_NOTICE}\n\n${withoutInvisible(await failureText(sources, fault, signal))}`);
  }
}

/** Returns the text of a failure. It is redacted before it is truncated, so that no part of a secret remains. */
async function failureText(sources: ToolSources, fault: unknown, signal: AbortSignal): Promise<string> {
  const { services, toolWorkerFile: workerFile } = sources;
  const told = isServiceError(fault)
    ? { ...fault.facts }
    : { message: fault instanceof Error ? fault.message : String(fault) };
  const facts = await doJob(
    'failureFacts',
    { facts: boundedValue(told), redaction: await services.redaction() },
    { workerFile, signal },
  );
  if (fault instanceof ToolInputError) return String(facts['message']);
  const { headline, cause } = describeFault(
    isServiceError(fault) ? new ServiceError(fault.code, fault.message, facts) : facts['message'],
    english,
  );
  return `${asLabel(headline)} ${asLabel(cause)}`;
}

class Tools {
  readonly #sources: ToolSources;

  constructor(sources: ToolSources) {
    this.#sources = sources;
  }

  async read(name: ToolName, input: unknown, signal: AbortSignal): Promise<unknown> {
    switch (name) {
      case 'list_domains':
        return this.#listDomains(readInput(name, input), signal);
      case 'search_detection_logs':
        return this.#searchLogs(readInput(name, input), signal);
      case 'read_detection_log':
        return this.#readLog(readInput(name, input), signal);
      case 'read_counts':
        return this.#readCounts(readInput(name, input), signal);
    }
  }

  async #listDomains(
    { connection, name: wanted, page, offset }: ToolInput<'list_domains'>,
    signal: AbortSignal,
  ) {
    const { id, name } = this.#connection(connection);
    const service = await this.#sources.services.of(id);
    const answer = async (items: readonly Domain[]) => ({
      today: this.#sources.today(id),
      timezone: this.#zone(id, 0),
      ...(await this.#job('domainsAnswer', { connection: name, ...part(items, offset) }, signal)),
    });
    if (wanted !== undefined) {
      const named: Domain[] = [];
      const {
        read: searched,
        unreadable,
        total,
      } = await readPages(
        (at) => service.domains(at, { signal }),
        ({ index }) => index,
        (domains) => {
          const isNamed = (domain: Domain) => domain.name?.toLowerCase().includes(wanted.toLowerCase());
          for (const { index, name: found } of domains.filter(isNamed))
            named.push({ index, name: found, other: {} });
        },
        signal,
      );
      const missing = searched + unreadable < total && {
        searched,
        not_searched: total - searched - unreadable,
      };
      return { total: named.length, ...missing, ...notReadable(unreadable), ...(await answer(named)) };
    }
    const { items, ...listed } = await service.domains({ page, perPage: MOST_ITEMS }, { signal });
    return { ...paging(listed, items.length), ...(await answer(items)) };
  }

  async #searchLogs(
    { connection, domain, page, offset, ...asked }: ToolInput<'search_detection_logs'>,
    signal: AbortSignal,
  ) {
    const { id } = this.#connection(connection);
    const timezone = this.#zone(id, domain);
    if (asked.from !== undefined && asked.to !== undefined && asked.from > asked.to)
      throw new ToolInputError('“from” is after “to”.');
    const filter = known(asked);
    const service = await this.#sources.services.of(id);
    const { items, doubtful, ...listed } = await service.logs(domain, { page, perPage: MOST_ITEMS }, filter, {
      signal,
    });
    const { logs, ignored, unasked } = checkLogs(items, filter, this.#sources.services.filterNames(id));
    const { items: shown, ...rest } = part(logs, offset);
    const keyed = shown.map(({ key, row }) => ({ key, row: { ...row, other: {} } }));
    for (const { key, row } of keyed) this.#sources.rows.add({ connectionId: id, key }, row);
    const trusted = trust([...ignored, ...unasked], doubtful);
    const { total, ...place } = paging(listed, items.length);
    return {
      timezone,
      ...(Object.keys(trusted).length === 0 ? { total } : { listed: total }),
      ...place,
      ...trusted,
      ...(await this.#job('rowsAnswer', { items: keyed, ...rest }, signal)),
    };
  }

  async #readLog(
    { connection, domain, idx, detectedType, offset }: ToolInput<'read_detection_log'>,
    signal: AbortSignal,
  ) {
    const { id } = this.#connection(connection);
    const key = { domain, idx, detectedType: detectedType ?? this.#sources.services.detectedType(id) };
    const target = this.#sources.logs.bound({ connectionId: id, key });
    const log = await this.#sources.logs.get(target, signal);
    const row =
      this.#sources.rows.get(target) ?? (offset === 0 ? await this.#findRow(target, log, signal) : undefined);
    checkCurrent(target);
    return this.#job('logAnswer', { log: { ...log, other: {} }, row, offset }, signal);
  }

  /** Requests the list once to find a log's row. */
  async #findRow(target: LogTarget, log: DetectionLog, signal: AbortSignal): Promise<LogRow | undefined> {
    const row = await listedRow(await this.#sources.services.of(target.connectionId), log, signal);
    if (row !== undefined) this.#sources.rows.add(target, { ...row, other: {} });
    return this.#sources.rows.get(target);
  }

  async #readCounts({ connection, domain, ...asked }: ToolInput<'read_counts'>, signal: AbortSignal) {
    const { id } = this.#connection(connection);
    const today = this.#sources.today(id);
    const earliest = firstAllowedDay(today);
    const to = asked.to ?? today;
    const from = asked.from ?? addDays(to, 1 - USUAL_DAYS);
    if (from > to) throw new ToolInputError('“from” is after “to”.');
    if (from < earliest)
      throw new ToolInputError(`The service has counts from ${earliest} onward. Set “from”.`);
    const service = await this.#sources.services.of(id);
    const { days, ...counts } = await service.counts(domain, { from, to }, { signal });
    const shown = { ...boundedValue(counts), days: days.slice(0, MOST_DAYS) };
    const request = { domain, counts: shown, further: days.length - shown.days.length };
    return this.#job('countsAnswer', request, signal);
  }

  async #job<Name extends AnswerJob>(
    name: Name,
    request: Omit<JobRequest<Jobs, Name>, 'redaction'>,
    signal: AbortSignal,
  ) {
    const { services, toolWorkerFile: workerFile } = this.#sources;
    const redaction = await services.redaction();
    return doJob(name, { ...request, redaction } as JobRequest<Jobs, Name>, { workerFile, signal });
  }

  /** Returns the time zone of the times from the service, or a note that it is not known yet. */
  #zone(connectionId: string, index: number): string {
    const zone = this.#sources.zone({ connectionId, index }) ?? '';
    return /^[\w+/-]{1,60}$/.test(zone) ? zone : 'not known yet';
  }

  #connection(wanted: string | undefined) {
    const all = this.#sources.connections.list();
    const named = wanted === undefined ? all : all.filter(({ name }) => name === wanted);
    const [only] = named;
    if (only && named.length === 1) return only;
    if (all.length === 0) {
      throw new ToolInputError(
        'There is no connection. Ask the user to run “Partner Logs: Add Connection…”.',
      );
    }
    const names = all
      .slice(0, MOST_ITEMS)
      .map(({ name }) => `“${asLabel(name)}”`)
      .join(', ');
    throw new ToolInputError(`Specify one of these connections in “connection”: ${names}.`);
  }
}

type AnswerJob = 'domainsAnswer' | 'rowsAnswer' | 'logAnswer' | 'countsAnswer';

/**
 * Returns the items on a page that fit into an answer, starting at `offset`. A service might send more than requested.
 */
function part<Item>(items: readonly Item[], offset: number) {
  const shown = items.slice(offset, offset + MOST_ITEMS);
  return { items: shown, offset, further: Math.max(0, items.length - offset - shown.length) };
}

/** Returns a page's position in the list; `nextPage` is absent for the last page. */
function paging({ total, page, perPage, unreadable = [] }: Omit<Page<unknown>, 'items'>, count: number) {
  const isFurther = count + unreadable.length > 0 && page * perPage < total;
  return { total, page, ...(isFurther && { next_page: page + 1 }), ...notReadable(unreadable.length) };
}

/** Returns the parts of a filter that the service did not apply, and those that it might have ignored. */
function trust(notApplied: readonly FilterField[], doubtful: readonly FilterField[] = []) {
  return {
    ...(notApplied.length > 0 && { not_applied_by_the_service: notApplied }),
    ...(doubtful.length > 0 && { may_be_ignored_by_the_service: doubtful }),
  };
}

/** Returns the number of unreadable items, which the service sent as null or as another value that is not an object. */
function notReadable(count = 0) {
  return count > 0 && { sent_but_not_readable: count };
}

/** Returns the parts of a filter that are set. */
function known(filter: { readonly [Field in FilterField]?: string | undefined }): LogFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}
