/**
 * Services that deviate from the interface, each a plain function, and the results of Diagnose Connection with them:
 * blindServices.md.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLogService } from '../../../src/service/client.ts';
import { type Conventions, resolveConventions } from '../../../src/service/conventions.ts';
import { createProbe } from '../../../src/service/probe.ts';
import { differences, overrideOf } from '../../../src/setup/conventionsDifference.ts';
import { type Found, findConventions, verdictOf } from '../../../src/setup/findConventions.ts';
import { Prober, type Try } from '../../../src/setup/prober.ts';

export interface ServiceRequest {
  readonly method: string;
  /** The path without its query, as sent. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** By lowercase name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
}

export interface ServiceAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent as is; any other value is sent as JSON. */
  readonly body?: unknown;
}

/** The values that the extension must read; all specified values are compared. */
export interface ExpectedValues {
  readonly domains: readonly { readonly index: number; readonly name?: string }[];
  /** The domain whose logs are compared, and its first rows in order. */
  readonly domain: number;
  readonly rows: readonly Readonly<Record<string, string | number>>[];
  /** The numbers of all logs of the domain, in order. Pages of 20 and of 100 are compared with them. */
  readonly idx: readonly number[];
  /** The raw data of some logs, by number. */
  readonly rawData: Readonly<Record<number, string>>;
  /** The number of attackers on each day (`YYYY-MM-DD`). */
  readonly attackers: (from: string, to: string) => number;
}

export interface DifferingService {
  readonly name: string;
  readonly key: string;
  /** The path of the base URL that the user types. */
  readonly base?: string;
  /** True if a setting in partnerLogs.conventions, or another base URL on the origin, can express the difference. */
  readonly isExpressible: boolean;
  /** True if no setting needs to be changed. */
  readonly isRight?: boolean;
  readonly answer: (request: ServiceRequest) => ServiceAnswer;
  readonly expected: ExpectedValues;
}

export interface Measured {
  readonly name: string;
  readonly outcome: 'right' | 'asks' | 'partly' | 'worse' | 'untrue';
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly requests: number;
  readonly refusals: number;
  readonly verdict: string;
  readonly tries: readonly Try[];
  readonly found: Found;
}

/** Starts a service on loopback. */
export async function serve(service: Pick<DifferingService, 'answer'>, onAnswer = (_: Answered) => {}) {
  const server = createServer((incoming, response) => {
    const url = new URL(incoming.url ?? '/', 'http://127.0.0.1');
    const headers = Object.fromEntries(
      Object.entries(incoming.headers).map(([name, value]) => [name, value?.toString()]),
    );
    const { method = 'GET' } = incoming;
    const answer = service.answer({ method, path: url.pathname, query: url.searchParams, headers });
    onAnswer({ headers, status: answer.status });
    const isText = typeof answer.body === 'string';
    response.writeHead(answer.status, {
      'Content-Type': isText ? 'text/html' : 'application/json',
      ...answer.headers,
    });
    response.end(answer.body === undefined ? '' : isText ? answer.body : JSON.stringify(answer.body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

interface Answered {
  readonly headers: ServiceRequest['headers'];
  readonly status: number;
}

/** Starts the service, runs one diagnosis, applies its result, and compares all values before and after. */
export async function measure(service: DifferingService): Promise<Measured> {
  let requests = 0;
  let refusals = 0;
  const { origin, close } = await serve(service, ({ headers, status }) => {
    requests += 1;
    const hasKey = Object.values(headers).some((value) => value?.includes(service.key));
    if (hasKey && [401, 403].includes(status)) refusals += 1;
  });
  const baseUrl = origin + (service.base ?? '');
  const usual = resolveConventions(undefined, baseUrl);
  const probe = createProbe({ key: async () => service.key });
  try {
    const before = await problems(service, baseUrl, usual);
    requests = 0;
    refusals = 0;
    const tries: Try[] = [];
    const prober = new Prober(probe, baseUrl, {
      key: service.key,
      signal: new AbortController().signal,
      onTry: (tried) => tries.push(tried),
    });
    const found = await findConventions({ baseUrl, conventions: usual }, prober, today());
    const diagnosis = { requests, refusals };
    const { place } = found;
    const setting = { [place.baseUrl]: overrideOf(differences(usual, place.conventions)) };
    const after = await problems(service, place.baseUrl, resolveConventions(setting, place.baseUrl));
    const isChanged =
      place.baseUrl !== baseUrl || JSON.stringify(place.conventions) !== JSON.stringify(usual);
    const verdict = verdictOf(found, isChanged);
    const outcome = after.some((problem) => !before.includes(problem) && before.length < 4)
      ? 'worse'
      : verdict === 'works' && (isChanged ? after : before).length > 0
        ? 'untrue'
        : after.length === 0
          ? 'right'
          : found.questions.length > 0
            ? 'asks'
            : 'partly';
    return { name: service.name, outcome, before, after, ...diagnosis, verdict, tries, found };
  } finally {
    probe.close();
    close();
  }
}

const today = () => new Date().toISOString().slice(0, 10);

/** Returns the reads whose values differ from the expected ones. */
async function problems(
  { expected, key }: DifferingService,
  baseUrl: string,
  conventions: Conventions,
): Promise<string[]> {
  const service = createLogService({ baseUrl, conventions, key: async () => key });
  const failed: string[] = [];
  const check = async (name: string, compare: () => Promise<void>) => {
    try {
      await compare();
    } catch {
      failed.push(name);
    }
  };
  const { domain, idx, rows } = expected;
  await check('domains', async () => {
    const { items } = await service.domains({ page: 1, perPage: 100 }, {});
    assert.deepEqual(
      items.map(({ index, name }) => ({ index, name })),
      expected.domains.map((each) => ({ name: undefined, ...each })),
    );
  });
  for (const perPage of [20, 100]) {
    await check(`pages of ${perPage}`, async () => {
      const read: number[] = [];
      for (let page = 1; page <= 40; page += 1) {
        const listed = await service.logs(domain, { page, perPage }, {});
        read.push(...listed.items.map(({ key }) => key.idx));
        const isEnd = listed.items.length === 0 || read.length >= listed.total;
        if (isEnd && (listed.isTotalKnown !== false || listed.items.length < listed.perPage)) break;
      }
      assert.deepEqual(read, idx);
    });
  }
  await check('rows', async () => {
    const { items } = await service.logs(domain, { page: 1, perPage: 20 }, {});
    for (const [at, row] of rows.entries()) {
      for (const [name, value] of Object.entries(row)) {
        assert.equal(Object(items[at]?.row)[name], value, name);
      }
    }
  });
  await check('detail', async () => {
    const { items } = await service.logs(domain, { page: 1, perPage: 20 }, {});
    for (const [number, raw] of Object.entries(expected.rawData)) {
      const listed = items.find(({ key: { idx: each } }) => each === Number(number));
      assert.ok(listed);
      assert.equal((await service.log(listed.key)).rawData, raw);
    }
  });
  await check('counts', async () => {
    const day = today();
    const dayBefore = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    for (const [from, to] of [
      [day, day],
      [dayBefore, day],
    ] as const) {
      const counts = await service.counts(domain, { from, to });
      assert.deepEqual(counts.range, { from, to });
      assert.equal(counts.totals.attackers.total, expected.attackers(from, to));
    }
  });
  service.dispose();
  return failed;
}
