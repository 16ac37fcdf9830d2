/** The four reads as tools of a language model. Everything they answer is redacted and limited in size. */
import type { LogTarget } from '../connections/logTarget.ts';
import { asLabel } from '../report/label.ts';
import { doJob } from '../report/logWork.ts';
import type { RedactionOptions } from '../report/redact.ts';
import { shortened, TOOL_NOTICE, toolJson } from '../report/toolText.ts';
import type { LogService } from '../service/api.ts';
import { addDays, firstAllowedDay } from '../service/calendar.ts';
import type { ParameterNames } from '../service/conventions.ts';
import { isServiceError } from '../service/errors.ts';
import { describeFault } from '../service/faults.ts';
import { checkRows, type FilterField } from '../service/filter.ts';
import type { DetectionLog, LogFilter } from '../service/model.ts';
import { readInput, type ToolInput, type ToolName } from './toolInput.ts';

export interface ToolSources {
  readonly connections: { list(): readonly { readonly id: string; readonly name: string }[] };
  readonly serviceOf: (connectionId: string) => Promise<LogService>;
  readonly logs: { get(target: LogTarget, signal: AbortSignal): Promise<DetectionLog> };
  /** The built `worker.ts`. */
  readonly workerFile: string | URL;
  /** The `detected_type` of a log of which none is known. */
  readonly detectedType: (connectionId: string) => string;
  readonly filterNames: (connectionId: string) => ParameterNames<FilterField>;
  /** Today in the zone of the service, `YYYY-MM-DD`. */
  readonly today: (connectionId: string) => string;
  readonly redaction: () => RedactionOptions;
}

/** Rows and domains a page. */
const PER_PAGE = 20;
/** Days of counts when no range is asked for, today included. */
const USUAL_DAYS = 7;

/**
 * The answer of a tool: the notice of what it is, then JSON.
 *
 * @throws Error whose message says what to correct, or why the service cannot be read; a cancelled `ServiceError`
 */
export async function toolAnswer(
  sources: ToolSources,
  name: ToolName,
  input: unknown,
  signal: AbortSignal,
): Promise<readonly [notice: string, json: string]> {
  try {
    return [TOOL_NOTICE, toolJson(await new Tools(sources).read(name, input, signal))];
  } catch (fault) {
    if (!isServiceError(fault) || fault.code === 'cancelled') throw fault;
    const { headline, cause } = describeFault(fault);
    throw new Error(`${asLabel(headline)} ${asLabel(cause)}`);
  }
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

  async #listDomains({ connection, page }: ToolInput<'list_domains'>, signal: AbortSignal) {
    const { id, name } = this.#connection(connection);
    const service = await this.#sources.serviceOf(id);
    const { items, ...listed } = await service.domains({ page, perPage: PER_PAGE }, { signal });
    return {
      connection: asLabel(name),
      ...paging(listed, items.length),
      domains: items.map(({ index, name }) => ({ domain: index, name: name && shortened(name) })),
    };
  }

  async #searchLogs(
    { connection, domain, page, ...asked }: ToolInput<'search_detection_logs'>,
    signal: AbortSignal,
  ) {
    const { id } = this.#connection(connection);
    const filter = known(asked);
    const service = await this.#sources.serviceOf(id);
    const { items, ...listed } = await service.logs(domain, { page, perPage: PER_PAGE }, filter, { signal });
    const { rows, ignored, unasked } = checkRows(items, filter, this.#sources.filterNames(id));
    const { redaction, workerFile, detectedType } = this.#sources;
    const keyed = rows.map((row) => ({
      key: { domain, idx: row.idx, detectedType: row.detectedType ?? detectedType(id) },
      row,
    }));
    return {
      ...paging(listed, items.length),
      ...(ignored.length + unasked.length > 0 && { not_applied_by_the_service: [...ignored, ...unasked] }),
      logs: await doJob('rowsAnswer', { rows: keyed, redaction: redaction() }, { workerFile, signal }),
    };
  }

  async #readLog(
    { connection, domain, idx, detectedType, offset }: ToolInput<'read_detection_log'>,
    signal: AbortSignal,
  ) {
    const { id } = this.#connection(connection);
    const key = { domain, idx, detectedType: detectedType ?? this.#sources.detectedType(id) };
    const { logs, redaction, workerFile } = this.#sources;
    const log = await logs.get({ connectionId: id, key }, signal);
    const request = { log, row: undefined, redaction: redaction(), offset };
    return doJob('logAnswer', request, { workerFile, signal });
  }

  async #readCounts({ connection, domain, ...asked }: ToolInput<'read_counts'>, signal: AbortSignal) {
    const { id } = this.#connection(connection);
    const today = this.#sources.today(id);
    const earliest = firstAllowedDay(today);
    const to = asked.to ?? today;
    const from = asked.from ?? addDays(to, 1 - USUAL_DAYS);
    if (from > to) throw new Error('“from” is after “to”.');
    if (from < earliest) throw new Error(`The service has counts from ${earliest} on: give “from”.`);
    const service = await this.#sources.serviceOf(id);
    const { range, totals, days, timeZone } = await service.counts(domain, { from, to }, { signal });
    return { domain, from: range.from, to: range.to, timezone: shortened(timeZone), totals, days };
  }

  #connection(wanted: string | undefined) {
    const all = this.#sources.connections.list();
    const named = wanted === undefined ? all : all.filter(({ name }) => name === wanted);
    const [only] = named;
    if (only && named.length === 1) return only;
    if (all.length === 0) {
      throw new Error('There is no connection. Ask the user to run “Partner Logs: Add Connection…”.');
    }
    const names = all.map(({ name }) => `“${asLabel(name)}”`).join(', ');
    throw new Error(`Name one connection in “connection”: ${names}.`);
  }
}

/** Where a page is among all; `nextPage` is absent on the last. */
function paging(
  { total, page, perPage }: { readonly total: number; readonly page: number; readonly perPage: number },
  count: number,
) {
  return { total, page, ...(count > 0 && page * perPage < total && { next_page: page + 1 }) };
}

/** The parts of a filter that are set. */
function known(filter: { readonly [Field in FilterField]?: string | undefined }): LogFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}
