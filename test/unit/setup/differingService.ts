/** The sample service with deviations from the interface. */

import { failure } from '../../../src/sample/answers.ts';
import { byOffset, FakeService } from '../../fakeService.ts';
import { withLogs } from '../../hostileLogs.ts';

export interface Differences {
  /** The header that contains the key. */
  readonly keyHeader?: string;
  /** The prefix of the interface's paths. */
  readonly prefix?: string;
  /** Other paths, by their start: `/partner/logs/attack_logs` → another path. */
  readonly paths?: Readonly<Record<string, string>>;
  /** Parameters that result in status 400, by part of the path. */
  readonly refused?: Readonly<Record<string, readonly string[]>>;
  /** Changes an item of the domain list. */
  readonly domain?: (item: Record<string, unknown>) => Record<string, unknown>;
  readonly paging?: 'page' | 'offset';
  /** The number of requests out of three that result in status 503. */
  readonly failing?: number;
  /** True if every response is a 404 whose message contains the key. */
  readonly echo?: true;
}

const busy = { status: 503, body: { message: { key: 'RES000029', value: 'Busy' } } };

/** Starts the service on loopback. */
export async function startDifferingService(differences: Differences): Promise<FakeService> {
  const { keyHeader = 'X-Service-Key', prefix = '', refused = {}, paging = 'page', domain } = differences;
  const service = await FakeService.startSample({ domains: withLogs(30) });
  service.respond = async ({ url, headers }, usual) => {
    if ((service.requests.length - 1) % 3 < (differences.failing ?? 0)) return busy;
    if (differences.echo) {
      const value = `Not found: ${headers['x-service-key']}`;
      return { status: 404, body: { message: { key: 'RES000018', value } } };
    }
    if (headers[keyHeader.toLowerCase()] !== service.key) return failure('unauthorized');
    if (!url.pathname.startsWith(`${prefix}/`)) return failure('not found');
    const inner = new URL(url);
    let path = url.pathname.slice(prefix.length);
    for (const [existing, own] of Object.entries(differences.paths ?? {})) {
      if (path.startsWith(existing)) return failure('not found');
      if (path.startsWith(own)) path = existing + path.slice(own.length);
    }
    inner.pathname = path;
    for (const [part, names] of Object.entries(refused)) {
      if (path.includes(part) && names.some((name) => inner.searchParams.has(name)))
        return failure('bad request');
    }
    const answer = await (paging === 'offset' ? byOffset(inner, usual) : usual(inner));
    const list = (answer.body?.data as { items?: Record<string, unknown>[] } | undefined)?.items;
    if (list && domain && path.includes('website')) list.splice(0, list.length, ...list.map(domain));
    return answer;
  };
  return service;
}
