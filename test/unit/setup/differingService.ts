/** A service that differs from the interface: the sample service behind a server that asks and answers otherwise. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startSampleService } from '../../../src/sample/server.ts';

export interface Differences {
  /** The header that carries the key, and the scheme before it. */
  readonly keyHeader?: string;
  readonly scheme?: string;
  /** Before the paths of the interface. */
  readonly prefix?: string;
  /** Other paths, by their start: `/partner/logs/attack_logs` → another. */
  readonly paths?: Readonly<Record<string, string>>;
  /** Parameters that answer 400, by a part of the path. */
  readonly refused?: Readonly<Record<string, readonly string[]>>;
  /** Whether dates are `YYYY-MM-DD`, by a part of the path. */
  readonly dashes?: readonly string[];
  /** The value of `detected_type`. */
  readonly detectedType?: string;
  /** Changes an item of the list of domains, or a row. */
  readonly domain?: (item: Record<string, unknown>) => Record<string, unknown>;
  readonly row?: (item: Record<string, unknown>) => Record<string, unknown>;
  readonly paging?: 'page' | 'offset';
}

interface Body {
  readonly data?: {
    readonly items?: Record<string, unknown>[];
    readonly result_info?: { readonly attack_logs: Record<string, unknown>[] };
  };
}

export interface DifferingService {
  readonly baseUrl: string;
  readonly key: string;
  readonly statuses: readonly number[];
  close(): Promise<void>;
}

/** Starts the service on loopback. */
export async function startDifferingService(differences: Differences): Promise<DifferingService> {
  const { keyHeader = 'X-Service-Key', scheme, prefix = '', refused = {}, dashes = [] } = differences;
  const sample = await startSampleService({ paging: differences.paging ?? 'page', logsPerDomain: 30 });
  const statuses: number[] = [];

  const answer = async (url: URL, sentKey: string | string[] | undefined): Promise<[number, object]> => {
    const wanted = scheme ? `${scheme} ${sample.key}` : sample.key;
    if (sentKey !== wanted) return refusal(401, 'RES000033', 'Unauthorized');
    if (!url.pathname.startsWith(`${prefix}/`)) return refusal(404, 'RES000018', 'Data not found');
    let path = url.pathname.slice(prefix.length);
    for (const [standing, own] of Object.entries(differences.paths ?? {})) {
      if (path.startsWith(standing)) return refusal(404, 'RES000018', 'Data not found');
      if (path.startsWith(own)) path = standing + path.slice(own.length);
    }
    const parameters = url.searchParams;
    for (const [part, names] of Object.entries(refused)) {
      if (path.includes(part) && names.some((name) => parameters.has(name)))
        return refusal(400, 'RES000002', 'Bad Request');
    }
    if (dashes.some((part) => path.includes(part))) {
      for (const name of ['from', 'to']) {
        const day = parameters.get(name);
        if (day !== null && !/^\d{4}-\d{2}-\d{2}$/.test(day)) return refusal(400, 'RES000002', 'Bad Request');
        if (day !== null) parameters.set(name, day.replaceAll('-', ''));
      }
    }
    if (differences.detectedType && path.includes('detailed_log')) {
      const sent = parameters.get('detected_type');
      if (sent !== differences.detectedType) return refusal(404, 'RES000018', 'Data not found');
      parameters.set('detected_type', 'WAF');
    }
    const response = await fetch(`${sample.baseUrl}${path}?${parameters}`, {
      headers: { 'X-Service-Key': sample.key },
    });
    const body = (await response.json()) as Body;
    const list = body.data?.items ?? body.data?.result_info?.attack_logs;
    const change = path.includes('website') ? differences.domain : differences.row;
    if (list && change) list.splice(0, list.length, ...list.map(change));
    return [response.status, body];
  };

  const answers = new Set<Promise<void>>();
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const [status, body] = await answer(
      new URL(request.url ?? '', 'http://localhost'),
      request.headers[keyHeader.toLowerCase()],
    );
    statuses.push(status);
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  };
  const server = createServer((request, response) => {
    const answered = respond(request, response);
    answers.add(answered);
    void answered.finally(() => answers.delete(answered));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: sample.key,
    statuses,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await Promise.all(answers);
      await sample.close();
    },
  };
}

function refusal(status: number, key: string, value: string): [number, object] {
  return [status, { message: { key, value } }];
}
