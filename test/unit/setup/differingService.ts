/** The sample service with deviations from the interface. */
import { failure } from '../../../src/sample/answers.ts';
import { FakeService } from '../../fakeService.ts';

export interface Differences {
  /** The header that contains the key, including the scheme before it. */
  readonly keyHeader?: string;
  readonly scheme?: string;
  /** The prefix of the interface's paths. */
  readonly prefix?: string;
  /** Other paths, by their start: `/partner/logs/attack_logs` → another path. */
  readonly paths?: Readonly<Record<string, string>>;
  /** Parameters that result in status 400, by part of the path. */
  readonly refused?: Readonly<Record<string, readonly string[]>>;
  /** Parts of the paths for which dates are `YYYY-MM-DD`. */
  readonly dashes?: readonly string[];
  /** The value of `detected_type`. */
  readonly detectedType?: string;
  /** Changes an item of the domain list, or a row. */
  readonly domain?: (item: Record<string, unknown>) => Record<string, unknown>;
  readonly row?: (item: Record<string, unknown>) => Record<string, unknown>;
  readonly paging?: 'page' | 'offset';
  /** The name of the parameter for pages, which are counted from 0. */
  readonly pageFromZero?: string;
  /** True if unknown paths and keys are both refused with 403 but with different messages. */
  readonly isGateway?: boolean;
  /** The number of requests out of three that result in status 503. */
  readonly failing?: number;
}

/** The lists in a response, by page or offset. */
interface Lists {
  readonly items?: Record<string, unknown>[];
  readonly query?: { detected_type: string };
  readonly result_info?: { readonly attack_logs: Record<string, unknown>[] };
}

const busy = { status: 503, body: { message: { key: 'RES000029', value: 'Busy' } } };

const forbidden = (message: string) => ({
  status: 403,
  body: { message: { key: 'FORBIDDEN', value: message } },
});

/** Starts the service on loopback. */
export async function startDifferingService(differences: Differences): Promise<FakeService> {
  const { keyHeader = 'X-Service-Key', scheme, prefix = '', refused = {}, dashes = [] } = differences;
  const service = await FakeService.startSample({ paging: differences.paging ?? 'page', logsPerDomain: 30 });
  const wantedKey = scheme ? `${scheme} ${service.key}` : service.key;
  service.respond = async ({ url, headers }, usual) => {
    if ((service.requests.length - 1) % 3 < (differences.failing ?? 0)) return busy;
    const isThere = url.pathname.startsWith(`${prefix}/`);
    if (!isThere && differences.isGateway) return forbidden('Missing Authentication Token');
    if (headers[keyHeader.toLowerCase()] !== wantedKey)
      return differences.isGateway ? forbidden('Forbidden') : failure('unauthorized');
    if (!isThere) return failure('not found');
    const inner = new URL(url);
    let path = url.pathname.slice(prefix.length);
    for (const [existing, own] of Object.entries(differences.paths ?? {})) {
      if (path.startsWith(existing)) return failure('not found');
      if (path.startsWith(own)) path = existing + path.slice(own.length);
    }
    inner.pathname = path;
    const parameters = inner.searchParams;
    for (const [part, names] of Object.entries(refused)) {
      if (path.includes(part) && names.some((name) => parameters.has(name))) return failure('bad request');
    }
    const { pageFromZero } = differences;
    if (pageFromZero) parameters.set('page', String(Number(parameters.get(pageFromZero) ?? 0) + 1));
    if (dashes.some((part) => path.includes(part))) {
      for (const name of ['from', 'to']) {
        const day = parameters.get(name);
        if (day !== null && !/^\d{4}-\d{2}-\d{2}$/.test(day)) return failure('bad request');
        if (day !== null) parameters.set(name, day.replaceAll('-', ''));
      }
    }
    if (differences.detectedType && path.includes('detailed_log')) {
      if (parameters.get('detected_type') !== differences.detectedType) return failure('not found');
      parameters.set('detected_type', 'WAF');
    }
    const answer = await usual(inner);
    const data = answer.body?.data as Lists | undefined;
    const list = data?.items ?? data?.result_info?.attack_logs;
    const change = path.includes('website') ? differences.domain : differences.row;
    if (data?.query && differences.detectedType) data.query.detected_type = differences.detectedType;
    if (list && change) list.splice(0, list.length, ...list.map(change));
    return answer;
  };
  return service;
}
