/** The Partner Log Service over the network: docs/partner-log-service.md and, where that is silent, the conventions. */

import type { AnswerReading, Result } from './answers/reading.ts';
import type { DiagnosedService, PageRequest, RequestOptions, ServiceOptions } from './api.ts';
import { formatDay } from './calendar.ts';
import type { Paging } from './conventions.ts';
import { isServiceError } from './errors.ts';
import { defaultLimits } from './limits.ts';
import type { LogRow, Page } from './model.ts';
import { parseBaseUrl } from './network/baseUrl.ts';
import { pagingQuery, type Query, requestUrl } from './network/url.ts';
import { Reader, type Surroundings } from './reader.ts';

/** `message.key` of a 404 for data that does not exist (section 7). */
const NOT_FOUND = 'RES000018';

/** The service of one connection. Sends nothing and reads no key until a call; never throws itself. */
export function createLogService(
  options: ServiceOptions,
  surroundings: Partial<Surroundings> = {},
): DiagnosedService {
  const { conventions } = options;
  const reader = new Reader(options, {
    limits: options.tries === undefined ? defaultLimits : { ...defaultLimits, tries: options.tries },
    fetch: (url, init) => globalThis.fetch(url, init),
    random: Math.random,
    now: Date.now,
    ...surroundings,
  });

  async function read<R extends AnswerReading>(
    path: string,
    domain: number | undefined,
    query: Query,
    reading: R,
    request?: RequestOptions,
  ): Promise<Result<R>> {
    return reader.read(requestUrl(parseBaseUrl(options.baseUrl), path, domain, query), reading, request);
  }

  async function list<R extends Extract<AnswerReading, { page: PageRequest }>>(
    endpoint: { readonly path: string; readonly paging: Paging },
    domain: number | undefined,
    page: PageRequest,
    query: Query,
    reading: R,
    request?: RequestOptions,
  ): Promise<Result<R> | Page<never>> {
    try {
      const allOfQuery = [...pagingQuery(endpoint.paging, page), ...query];
      return await read(endpoint.path, domain, allOfQuery, reading, request);
    } catch (error) {
      if (page.page > 1 && isServiceError(error, 'not-found') && error.facts.messageKey === NOT_FOUND) {
        return { items: [], total: (page.page - 1) * page.perPage, ...page };
      }
      throw error;
    }
  }

  return {
    domains(page, request) {
      const { indexFields, nameFields } = conventions.domains;
      const reading = { of: 'domains', page, fields: { indexFields, nameFields } } as const;
      return list(conventions.domains, undefined, page, [], reading, request);
    },
    async firstDomain(request) {
      const { path, paging } = conventions.domains;
      const page = { page: 1, perPage: 10 };
      return read(path, undefined, pagingQuery(paging, page), { of: 'firstItem', page }, request);
    },
    async logs(domain, page, filter, request) {
      const { parameters: names, dateFormat } = conventions.logs;
      const { detectedType: usual } = conventions.detail;
      const day = (date: string | undefined) => (date === undefined ? date : formatDay(date, dateFormat));
      const query: Query = [
        [names.from, day(filter.from)],
        [names.to, day(filter.to)],
        [names.detectedType, filter.detectedType],
        [names.action, filter.action],
        [names.rule, filter.rule],
        [names.address, filter.address],
        [names.countryCode, filter.countryCode],
        [names.uri, filter.uri],
        [names.keyword, filter.keyword],
      ];
      const { items, ...listed } = await list(
        conventions.logs,
        domain,
        page,
        query,
        { of: 'logs', page } as const,
        request,
      );
      const keyOf = ({ idx, detectedType = usual }: LogRow) => ({ domain, idx, detectedType });
      return { ...listed, items: items.map((row) => ({ key: keyOf(row), row })) };
    },
    async log(key, request) {
      const { path, parameters: names, detectedType } = conventions.detail;
      const query: Query = [
        [names.idx, key.idx],
        [names.detectedType, key.detectedType || detectedType],
      ];
      return read(path, key.domain, query, { of: 'log' }, request);
    },
    async counts(domain, range, request) {
      const { path, parameters: names, dateFormat } = conventions.counts;
      const query: Query = [
        [names.from, formatDay(range.from, dateFormat)],
        [names.to, formatDay(range.to, dateFormat)],
      ];
      return read(path, domain, query, { of: 'counts' }, request);
    },
    dispose() {
      reader.dispose();
    },
  };
}
