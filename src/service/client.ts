/**
 * Implements the Partner Log Service over the network, following docs/partner-log-service.md and, for anything it
 * leaves open, the conventions.
 */

import { isServiceError, type ServiceError } from '../base/errors.ts';
import type { LogService, PageRequest, RequestOptions, ServiceOptions } from './api.ts';
import { type BaseUrl, parseBaseUrl } from './baseUrl.ts';
import { defaultLimits } from './limits.ts';
import type { LogFilter, LogPage, LogRow } from './model.ts';
import { Reader, type Surroundings } from './reader.ts';
import { type Question, requestUrl } from './requests.ts';

/** The `message.key` of a 404 response for data that does not exist (section 7). */
const NOT_FOUND = 'RES000018';

/** Returns true if a fault means that the page is past the last one. */
function isPastEnd({ code, facts }: ServiceError, page: number): boolean {
  return facts.status === 204 || (code === 'not-found' && page > 1 && facts.messageKey === NOT_FOUND);
}

/**
 * Creates the service for one connection. Does not send anything or read the key until a method is called; never
 * throws.
 */
export function createLogService(
  options: ServiceOptions,
  surroundings: Partial<Surroundings> = {},
): LogService {
  const { conventions } = options;
  const {
    limits = options.tries === undefined ? defaultLimits : { ...defaultLimits, tries: options.tries },
  } = surroundings;
  let lastKey = '';
  const key = async () => {
    lastKey = await options.key();
    return lastKey;
  };
  const reader = new Reader(
    { ...options, key },
    {
      fetch: (url, init) => globalThis.fetch(url, init),
      random: Math.random,
      now: Date.now,
      ...surroundings,
      limits,
    },
  );

  let base: BaseUrl | undefined;

  async function read<Q extends Question>(question: Q, request?: RequestOptions) {
    base ??= parseBaseUrl(options.baseUrl);
    return reader.read(requestUrl(base, question, conventions), question, request);
  }

  async function list<Q extends Question & { readonly read: 'domains' | 'logs' }>(
    question: Q,
    request?: RequestOptions,
  ) {
    const { page, perPage } = question.page;
    try {
      return await read(question, request);
    } catch (error) {
      if (!isServiceError(error) || !isPastEnd(error, page)) throw error;
      return { items: [], total: (page - 1) * perPage, page, perPage };
    }
  }

  async function readLogs(
    domain: number,
    page: PageRequest,
    filter: LogFilter,
    request?: RequestOptions,
  ): Promise<LogPage> {
    const { detectedType: usual } = conventions;
    const question = { read: 'logs', domain, page, filter } as const;
    const { items, ...listed } = await list(question, request);
    const keyOf = ({ idx, detectedType = usual }: LogRow) => {
      return { domain, idx, detectedType: echoesKey(detectedType) ? usual : detectedType };
    };
    return { ...listed, items: items.map((row) => ({ key: keyOf(row), row })) };
  }

  async function readDomains(page: PageRequest, request?: RequestOptions) {
    const { items, ...listed } = await list({ read: 'domains', page }, request);
    return {
      ...listed,
      items: items.map((domain) => (echoesKey(domain.name) ? { ...domain, name: undefined } : domain)),
    };
  }

  /** Returns true for a name or type that contains the key. Unlike other text, they are stored and part of links. */
  function echoesKey(text = ''): boolean {
    const base64 = Buffer.from(lastKey).toString('base64').replace(/=+$/, '');
    const forms = [lastKey, encodeURIComponent(lastKey), base64];
    return lastKey !== '' && forms.some((form) => text.includes(form));
  }

  return {
    domains: readDomains,
    logs: readLogs,
    log: (key, request) => read({ read: 'detail', key }, request),
    counts: (domain, range, request) => read({ read: 'counts', domain, range }, request),
    dispose() {
      reader.dispose();
    },
  };
}
