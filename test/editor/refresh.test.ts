import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as vscode from 'vscode';
import type { Connection } from '../../src/connections/connection.ts';
import { type SampleService, startSampleService } from '../../src/sample/server.ts';
import { until } from '../until.ts';
import { models } from './models.ts';

const domain = { connectionId: 'refresh', index: 1001 };

describe('partnerLogs.refresh', () => {
  let sample: SampleService;
  let server: Server;
  /** The service's response to requests for counts. */
  let counts: 'answered' | 'refused' | 'unanswered';
  let asked: number;

  /** The sample service behind a server that does otherwise with the counts. */
  beforeEach(async () => {
    counts = 'answered';
    asked = 0;
    sample = await startSampleService();
    server = createServer(async (request, response) => {
      const path = request.url ?? '';
      if (path.includes('visitors_hackers')) {
        asked++;
        if (counts === 'unanswered') return;
        if (counts === 'refused') {
          response.writeHead(401);
          response.end(JSON.stringify({ message: { key: 'RES000017', value: 'Unauthorized' } }));
          return;
        }
      }
      const answer = await fetch(sample.baseUrl + path, { headers: { 'X-Service-Key': sample.key } });
      response.writeHead(answer.status);
      response.end(await answer.text());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { connections, keys, watched } = await models();
    const { port } = server.address() as AddressInfo;
    const connection: Connection = {
      id: domain.connectionId,
      name: 'Refresh',
      baseUrl: `http://127.0.0.1:${port}`,
    };
    await keys.store(connection, sample.key);
    await connections.save(connection);
    await watched.watch({ ...domain, name: 'shop.example' });
  });

  afterEach(async () => {
    const { connections, watched } = await models();
    await watched.forgetConnection(domain.connectionId);
    await connections.remove(domain.connectionId);
    server.closeAllConnections();
    server.close();
    await sample.close();
  });

  it('does not wait for counts, which are read in the background', async () => {
    const { counts: parts, todays } = await models();
    await parts.refresh();
    await until('the counts', () => todays.get(domain)?.values);
    const before = asked;
    counts = 'unanswered';
    await vscode.commands.executeCommand('partnerLogs.refresh');
    await until(
      'a request',
      () => asked,
      (count) => count > before,
    );
    assert.equal(todays.get(domain)?.fault, undefined, 'the counts are still being read');
  });

  it('reads counts again whose key was refused', async () => {
    const { counts: parts, todays } = await models();
    counts = 'refused';
    await parts.refresh();
    await until('the fault', () => todays.get(domain)?.fault);
    counts = 'answered';
    await vscode.commands.executeCommand('partnerLogs.refresh');
    await until('the counts', () => {
      const { values, fault } = todays.get(domain) ?? {};
      return values !== undefined && fault === undefined;
    });
  });
});
