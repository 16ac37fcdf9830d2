import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Connection } from '../../src/connections/connection.ts';
import { exportInThread } from '../../src/export/exportThread.ts';
import { type SampleService, startSampleService } from '../../src/sample/server.ts';
import { defaultConventions } from '../../src/service/conventions.ts';
import { isServiceError } from '../../src/service/errors.ts';
import { models } from './models.ts';

/** A host that no network knows, and a port on which nothing listens: only a proxy leads there. */
const AUTHORITY = 'service.localhost:49151';

describe('A service that only the proxy reaches', () => {
  let sample: SampleService;
  let proxy: http.Server;
  let tunnels = 0;
  const connection: Connection = { id: 'proxied', name: 'Proxied', baseUrl: `http://${AUTHORITY}` };
  const page = { page: 1, perPage: 10 };
  const setProxy = (value: string | undefined) =>
    vscode.workspace.getConfiguration('http').update('proxy', value, vscode.ConfigurationTarget.Global);

  before(async () => {
    sample = await startSampleService();
    proxy = http.createServer().on('connect', (request, socket) => {
      // The editor asks for its own services too, whenever it likes.
      if (request.url !== AUTHORITY) return socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      tunnels += 1;
      const target = net.connect(Number(new URL(sample.baseUrl).port), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        target.pipe(socket).pipe(target);
      });
      target.on('error', () => socket.destroy());
      return socket.on('error', () => target.destroy());
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const { connections, keys } = await models();
    await connections.save(connection);
    await keys.store(connection, sample.key);
  });

  after(async () => {
    await setProxy(undefined);
    const { connections, keys } = await models();
    await connections.remove(connection.id);
    await keys.remove(connection);
    proxy.close();
    proxy.closeAllConnections();
    await sample.close();
  });

  it('is not reached without the proxy', async () => {
    const { services } = await models();
    const service = await services.of(connection.id);
    await assert.rejects(
      service.domains(page),
      (error) => isServiceError(error, 'name-not-found') || isServiceError(error, 'refused'),
    );
    assert.equal(tunnels, 0);
  });

  it("is reached by the editor's route once http.proxy is set, from the first request on", async () => {
    await setProxy(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
    const { services } = await models();
    const service = await services.of(connection.id);
    const { items } = await service.domains(page);
    assert.equal(items[0]?.name, 'shop.example');
    assert.ok(tunnels > 0);
  });

  it('is exported through the proxy, from a thread of its own', async () => {
    const { services } = await models();
    const folder = await mkdtemp(path.join(tmpdir(), 'partner-logs-proxied-'));
    const target = path.join(folder, 'logs.csv');
    const before = tunnels;
    const { extensionUri } = vscode.extensions.getExtension('partner-logs.partner-logs') ?? assert.fail();
    const summary = await exportInThread({
      job: {
        logs: {
          connectionId: connection.id,
          domain: 1001,
          filter: {},
          filterNames: services.filterNames(connection.id),
          detectedType: services.detectedType(connection.id),
        },
        detail: false,
        kind: 'csv',
        redaction: undefined,
        target,
        version: '1',
      },
      access: { [connection.id]: await services.access(connection.id) },
      workerFile: vscode.Uri.joinPath(extensionUri, 'dist', 'exportWorker.cjs').fsPath,
      fetch: globalThis.fetch,
      signal: new AbortController().signal,
    });
    assert.ok(summary.logs > 0);
    assert.equal((await readFile(target)).length, summary.bytes);
    await rm(folder, { recursive: true });
    assert.ok(tunnels > before, 'it went another way');
  });

  it('is not reached by the direct route even then', async () => {
    const { services } = await models();
    const over = await services.over(connection);
    const direct = over('direct', defaultConventions);
    await assert.rejects(direct.domains(page));
    direct.dispose();
  });
});
