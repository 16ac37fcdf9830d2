/** Produces each fault in docs/faults.md for the whole extension, and ends it. */
import type net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FaultCode } from '../../../src/base/errors.ts';
import type { Limits } from '../../../src/service/limits.ts';
import type { Secrets } from '../../fakeEditor/secrets.ts';
import type { FakeWindow } from '../../fakeEditor/window.ts';
import { detailData, failure, response, success } from '../service/loopback.ts';
import type { FaultyService } from './faultyService.ts';

/** A window with one connection to the service. */
export interface World {
  readonly window: FakeWindow;
  readonly service: FaultyService;
  readonly connection: { readonly id: string; readonly name: string; readonly baseUrl: string };
  readonly secrets: Secrets;
  /** The error that the editor's `fetch` throws; if undefined, it reaches the service. */
  fetchError: Error | undefined;
}

export interface ProducedFault {
  readonly code: FaultCode;
  /** True if the service is at `https:`, so that the editor's route is used. */
  readonly https?: boolean;
  readonly limits?: Partial<Limits>;
  /** The places that it cannot affect or that another test covers. */
  readonly elsewhere?: readonly string[];
  readonly begin: (world: World) => unknown;
  /** Called while a request is in progress. */
  readonly midway?: (world: World) => unknown;
  readonly end: (world: World) => unknown;
}

const notOfOneLog = [
  ...['tree', 'more', 'search', 'look-up', 'filter', 'counts panel', 'status bar', 'export', 'diagnosis'],
  ...['tool', 'domain picker', 'table', 'table again', 'wait'],
];
const JSON_TYPE = 'Content-Type: application/json';
const HANGING: Partial<Limits> = { headers: 200, body: 200, errorBody: 200, tries: 2 };

const answered = (
  code: FaultCode,
  answer: (socket: net.Socket) => void,
  limits?: Partial<Limits>,
): ProducedFault => ({
  code,
  ...(limits && { limits }),
  begin: ({ service }) => {
    service.misbehave = answer;
  },
  end: ({ service }) => {
    service.misbehave = undefined;
    return dropAll(service);
  },
});

const status = (code: FaultCode, line: string, body = '', ...headers: string[]) =>
  answered(code, (socket) => void socket.write(response(line, body, ...headers)));

/** Returns a fault below HTTP, identified by the code with which the editor's `fetch` fails. */
const network = (code: FaultCode, systemCode: string): ProducedFault => ({
  code,
  https: true,
  begin: (world) => {
    const cause = Object.assign(new Error('below HTTP'), { code: systemCode });
    world.fetchError = new TypeError('fetch failed', { cause });
  },
  end: (world) => {
    world.fetchError = undefined;
  },
});

const hanging = (
  code: FaultCode,
  midway: (world: World) => unknown,
  end: (world: World) => unknown,
): ProducedFault => ({
  ...answered(code, () => {}),
  midway: async (world) => {
    await midway(world);
    world.service.misbehave = undefined;
  },
  end: async (world) => {
    world.service.misbehave = undefined;
    await end(world);
    world.service.drop();
  },
});

const endless = (socket: net.Socket) => {
  const piece = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, ' '), Buffer.from('\r\n')]);
  socket.write(`HTTP/1.1 200 OK\r\n${JSON_TYPE}\r\nTransfer-Encoding: chunked\r\n\r\n`);
  const more = () => {
    if (!socket.destroyed) socket.write(piece, () => setImmediate(more));
  };
  more();
};

const keyIs = (value: (world: World) => string) => async (world: World) => {
  const { keys } = world.window.parts;
  await keys.store(world.connection, value(world));
};

const keyringIs =
  (isLocked: boolean) =>
  async ({ secrets, connection }: World) => {
    secrets.isLocked = isLocked;
    // A key is read only once, unless it changes.
    secrets.tell(`partnerLogs.key:${JSON.stringify([connection.name, connection.baseUrl])}`);
  };

const addressIs = (value: (world: World) => string) => async (world: World) => {
  const { connections, keys } = world.window.parts;
  const moved = { ...world.connection, baseUrl: value(world) };
  await keys.store(moved, world.service.key);
  await connections.save(moved);
};

export const producedFaults: readonly ProducedFault[] = [
  status('unauthorized', '401 X', failure('RES000033', 'Unauthorized'), JSON_TYPE),
  status('forbidden', '403 X'),
  status('bad-request', '400 X', failure('RES000002', 'Bad Request'), JSON_TYPE),
  status('not-found', '404 X'),
  status('server-error', '500 X', failure('RES000029', 'An internal server error has occurred.'), JSON_TYPE),
  status('rate-limited', '429 X'),
  status('unexpected-status', '418 X'),
  status('not-success', '200 OK', failure('RES000029', 'no'), JSON_TYPE),
  status('not-json', '200 OK', '<html></html>', 'Content-Type: text/html'),
  status('bad-shape', '200 OK', '[]', JSON_TYPE),
  {
    ...answered('mismatch', (socket) => socket.write(response('200 OK', success(detailData), JSON_TYPE))),
    // Only reads of one full log receive a log.
    elsewhere: notOfOneLog,
  },
  status('redirected', '302 X', '', 'Location: https://attacker.example/'),
  answered('too-large', endless, { bytes: 1024 * 1024 }),
  answered('truncated', (socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"mess')),
  {
    code: 'unreachable',
    begin: ({ service }) => service.refuse(),
    end: ({ service }) => service.listen(),
  },
  network('name-not-found', 'ENOTFOUND'),
  network('tls', 'ERR_SSL_WRONG_VERSION_NUMBER'),
  network('proxy', 'ERR_PROXY_CONNECTION_FAILED'),
  answered('timeout', () => {}, HANGING),
  {
    code: 'key-needed',
    begin: keyIs(() => ' '),
    end: keyIs(({ service }) => service.key),
  },
  hanging(
    'connection-removed',
    ({ window, connection }) => window.parts.connections.remove(connection.id),
    addressIs(({ connection }) => connection.baseUrl),
  ),
  hanging(
    'connection-changed',
    keyIs(({ service }) => service.key),
    () => pause(0),
  ),
  { code: 'key-unreadable', begin: keyringIs(true), end: keyringIs(false) },
  {
    code: 'bad-setting',
    begin: ({ window }) => window.differ('c', { keyHeader: 7 }),
    end: addressIs(({ connection }) => connection.baseUrl),
  },
];

/** Drops all connections and waits until the window has noticed. */
export async function dropAll(service: FaultyService): Promise<void> {
  service.drop();
  await pause(20);
}

/**
 * Sets the limits of a fault for the window and for the threads that it starts; returns a function that restores them.
 */
export function limited({ limits }: FakeWindow, wanted: Partial<Limits> = {}): () => void {
  const before = { ...limits };
  const changed = { backoff: 1, ...wanted };
  Object.assign(limits, changed);
  return () => {
    Object.assign(limits, before);
  };
}
