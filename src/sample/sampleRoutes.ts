import { firstAllowedDay, isoDay, parseDay } from '../service/calendar.ts';
import {
  answerDomain,
  answerRow,
  detailData,
  pageData,
  Refusal,
  type SampleAnswer,
  success,
} from './answers.ts';
import { countsData } from './sampleCounts.ts';
import type { SampleDomain } from './sampleDomains.ts';
import { DETECTED_TYPE, selectLogs } from './sampleFilters.ts';
import { SampleDomainLogs } from './sampleLogs.ts';

export interface World {
  /** The same domains and clock always result in the same data. */
  readonly now: () => Date;
  readonly domains: readonly SampleDomain[];
}

/** Answers the four read requests that the interface defines. */
export class SampleRoutes {
  readonly #world: World;
  /** The logs by the domain's index. */
  readonly #logsOf: ReadonlyMap<string, SampleDomainLogs>;

  constructor(world: World) {
    this.#world = world;
    const now = world.now();
    this.#logsOf = new Map(
      world.domains.map((domain) => [String(domain.index), new SampleDomainLogs(domain, now)]),
    );
  }

  /**
   * Answers a GET request for `path`, which must still be percent-encoded.
   * @throws {Refusal} if the interface defines an error for the request
   */
  async answer(path: string, parameters: URLSearchParams): Promise<SampleAnswer> {
    const [, read, index = ''] = /^\/partner\/(website\/all|logs\/\w+)(?:\/([^/]+))?$/.exec(path) ?? [];
    if (read === 'website/all' && index === '') return this.#domains(parameters);
    if (read === 'logs/attack_logs') return this.#logs(parameters, index);
    if (read === 'logs/detailed_log') return this.#detail(parameters, index);
    if (read === 'logs/visitors_hackers') return this.#counts(parameters, index);
    throw new Refusal('not found');
  }

  #domains(parameters: URLSearchParams): SampleAnswer {
    const { domains } = this.#world;
    const { page, perPage } = pageOf(parameters);
    const items = domains.slice((page - 1) * perPage, page * perPage).map(answerDomain);
    return success(pageData(items, domains.length, page, perPage));
  }

  async #logs(parameters: URLSearchParams, index: string): Promise<SampleAnswer> {
    const logs = this.#find(index);
    const range = this.#range(parameters.get('from') ?? '', parameters.get('to') ?? '');
    const { page, perPage } = pageOf(parameters);
    const days = logs.timeline.between(range.from, range.to);
    const { total, ordinals } = await selectLogs(logs, parameters, days, { page, perPage });
    const rows = ordinals.map((ordinal) => answerRow(logs.log(ordinal)));
    return success(pageData(rows, total, page, perPage));
  }

  #detail(parameters: URLSearchParams, index: string): SampleAnswer {
    const logs = this.#find(index);
    const detectedType = parameters.get('detected_type') ?? DETECTED_TYPE;
    const ordinal = logs.ordinalOf(integer(parameters.get('idx')));
    if (ordinal === undefined || detectedType !== DETECTED_TYPE) throw new Refusal('not found');
    return success(detailData(logs.domain.index, detectedType, logs.log(ordinal)));
  }

  #counts(parameters: URLSearchParams, index: string): SampleAnswer {
    const logs = this.#find(index);
    const [from, to] = [parameters.get('from'), parameters.get('to')];
    if (!from || !to) throw new Refusal('bad request');
    const range = this.#range(from, to);
    return success(countsData(logs, range.from, range.to, isoDay(this.#world.now())));
  }

  #find(index: string): SampleDomainLogs {
    const logs = this.#logsOf.get(index);
    if (logs === undefined) throw new Refusal('not found');
    logs.timeline.advance(this.#world.now());
    return logs;
  }

  /** Returns the range of days that a request specifies. An empty string leaves that end of the range open. */
  #range(fromText: string, toText: string): { readonly from: string; readonly to: string } {
    const earliest = firstAllowedDay(isoDay(this.#world.now()));
    const from = fromText === '' ? earliest : compactDay(fromText);
    const to = toText === '' ? '9999-12-31' : compactDay(toText);
    if (from < earliest || from > to) throw new Refusal('bad request');
    return { from, to };
  }
}

/** Parses `YYYYMMDD`. */
function compactDay(text: string): string {
  const day = /^\d{8}$/.test(text) ? parseDay(text) : undefined;
  if (day === undefined) throw new Refusal('bad request');
  return day;
}

/** Parses `page` and `per_page` (section 8). Both are required. */
function pageOf(parameters: URLSearchParams) {
  const page = integer(parameters.get('page'));
  const perPage = integer(parameters.get('per_page'));
  if (page < 1 || perPage < 10 || perPage > 100) throw new Refusal('bad request');
  return { page, perPage };
}

function integer(text: string | null): number {
  if (text === null || !/^\d{1,15}$/.test(text)) throw new Refusal('bad request');
  return Number(text);
}
