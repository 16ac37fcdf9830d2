import { type Conventions, DOMAIN_PLACEHOLDER } from '../service/differences.ts';
import { TEXT_FILTERS } from '../service/model.ts';
import {
  answerDomain,
  answerRow,
  detailData,
  offsetData,
  pageData,
  Refusal,
  type SampleAnswer,
  success,
} from './answers.ts';
import { countsData } from './sampleCounts.ts';
import { dayOf, firstAllowedDay, parseCompactDate } from './sampleDays.ts';
import { makeDomains, type SampleDomain } from './sampleDomains.ts';
import { DETECTED_TYPE, type Filter, LogFilterer } from './sampleFilters.ts';
import { SampleDomainLogs } from './sampleLogs.ts';

export interface World {
  readonly seed: number;
  readonly now: () => Date;
  /** The number of logs for each domain that has logs; if undefined, each domain's own number is used. */
  readonly logsPerDomain: number | undefined;
  /** The way in which the list of logs is paginated. */
  readonly paging: 'page' | 'offset';
  readonly conventions: Conventions;
}

type Parameters = URLSearchParams;

/** The state of a domain while the service runs. */
interface Served {
  readonly domain: SampleDomain;
  readonly logs: SampleDomainLogs;
  readonly filterer: LogFilterer;
}

/** Answers the four read requests that the interface defines. */
export class SampleRoutes {
  readonly #world: World;
  readonly #domains: readonly SampleDomain[] = makeDomains();
  readonly #served: ReadonlyMap<string, Served>;
  readonly #reads: readonly (readonly [
    path: RegExp,
    read: (parameters: Parameters, index: string) => Promise<SampleAnswer> | SampleAnswer,
  ])[];

  constructor(world: World) {
    this.#world = world;
    const { seed, now, logsPerDomain, conventions } = world;
    this.#served = new Map(
      this.#domains.map((domain) => {
        const count = domain.logs === 0 ? 0 : (logsPerDomain ?? domain.logs);
        const logs = new SampleDomainLogs(seed, domain, count, now());
        return [String(domain.index), { domain, logs, filterer: new LogFilterer(logs) }];
      }),
    );
    this.#reads = [
      [pathPattern(conventions.domainsPath), (parameters) => this.#listDomains(parameters)],
      [pathPattern(conventions.logsPath), (parameters, index) => this.#listLogs(parameters, index)],
      [pathPattern(conventions.detailPath), (parameters, index) => this.#detail(parameters, index)],
      [pathPattern(conventions.countsPath), (parameters, index) => this.#counts(parameters, index)],
    ];
  }

  /**
   * Answers a GET request for `path`, which must still be percent-encoded.
   * @throws {Refusal} if the interface defines an error for the request
   */
  async answer(path: string, parameters: URLSearchParams): Promise<SampleAnswer> {
    for (const [pattern, read] of this.#reads) {
      const match = pattern.exec(path);
      if (match !== null) return read(parameters, match[1] ?? '');
    }
    throw new Refusal('not found');
  }

  #listDomains(parameters: Parameters): SampleAnswer {
    const { page, perPage } = pageOf(parameters);
    const items = this.#domains.slice((page - 1) * perPage, page * perPage).map(answerDomain);
    return success(pageData(items, this.#domains.length, page, perPage));
  }

  async #listLogs(parameters: Parameters, index: string): Promise<SampleAnswer> {
    const { logs, filterer } = this.#find(index);
    const { paging, conventions } = this.#world;
    const text = (name: string | null) => (name === null ? '' : (parameters.get(name) ?? ''));
    const range = this.#range(text(conventions.fromFilter), text(conventions.toFilter));
    const window = paging === 'page' ? pageOf(parameters) : offsetOf(parameters);
    const texts = Object.fromEntries(TEXT_FILTERS.map((name) => [name, text(conventions[`${name}Filter`])]));
    const selection = await filterer.select({ ...range, ...texts } as Filter);
    const rows = selection
      .slice(window.offset, window.perPage)
      .map((ordinal) => answerRow(logs.log(ordinal)));
    return success(
      paging === 'page'
        ? pageData(rows, selection.total, window.page, window.perPage)
        : offsetData(rows, selection.total, window.offset, window.perPage),
    );
  }

  #detail(parameters: Parameters, index: string): SampleAnswer {
    const { domain, logs } = this.#find(index);
    const { idxParameter, detectedTypeParameter } = this.#world.conventions;
    const detectedType = parameters.get(detectedTypeParameter ?? '') ?? DETECTED_TYPE;
    const ordinal = logs.ordinalOf(integer(parameters.get(idxParameter ?? '')));
    if (ordinal === undefined || detectedType !== DETECTED_TYPE) throw new Refusal('not found');
    return success(detailData(domain.index, detectedType, logs.log(ordinal)));
  }

  #counts(parameters: Parameters, index: string): SampleAnswer {
    const { domain } = this.#find(index);
    const { seed, now, conventions } = this.#world;
    const from = parameters.get(conventions.fromParameter ?? '');
    const to = parameters.get(conventions.toParameter ?? '');
    if (!from || !to) throw new Refusal('bad request');
    const range = this.#range(from, to);
    return success(countsData(seed, domain, range.from, range.to, dayOf(now())));
  }

  #find(index: string): Served {
    const served = this.#served.get(index);
    if (served === undefined) throw new Refusal('not found');
    served.logs.timeline.advance(this.#world.now());
    return served;
  }

  /** Returns the range of days that a request specifies. An empty string leaves that end of the range open. */
  #range(from: string, to: string): { readonly from: number; readonly to: number } {
    const earliest = firstAllowedDay(dayOf(this.#world.now()));
    const range = {
      from: from === '' ? earliest : parseCompactDate(from),
      to: to === '' ? Number.MAX_SAFE_INTEGER - 1 : parseCompactDate(to),
    };
    if (
      range.from === undefined ||
      range.to === undefined ||
      range.from < earliest ||
      range.from > range.to
    ) {
      throw new Refusal('bad request');
    }
    return { from: range.from, to: range.to };
  }
}

/** Returns a regular expression for a path in the conventions. Group 1 captures the domain's index. */
function pathPattern(path: string): RegExp {
  const escaped = path.split(DOMAIN_PLACEHOLDER).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${escaped.join('([^/]+)')}$`);
}

/** Parses `page` and `per_page` (section 8). Both are required. */
function pageOf(parameters: Parameters) {
  const page = integer(parameters.get('page'));
  const perPage = integer(parameters.get('per_page'));
  if (page < 1 || perPage < 10 || perPage > 100) throw new Refusal('bad request');
  return { page, perPage, offset: (page - 1) * perPage };
}

/**
 * Parses `offset` and `limit` for services that paginate by offset. Both are required, and section 8 defines the
 * maximum limit.
 */
function offsetOf(parameters: Parameters) {
  const offset = integer(parameters.get('offset'));
  const perPage = integer(parameters.get('limit'));
  if (perPage < 10 || perPage > 100) throw new Refusal('bad request');
  return { page: 1, perPage, offset };
}

function integer(text: string | null): number {
  if (text === null || !/^\d{1,15}$/.test(text)) throw new Refusal('bad request');
  return Number(text);
}
