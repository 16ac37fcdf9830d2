import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { FaultyService } from './faultyService.ts';

describe('FaultyService', () => {
  it('is closed while it answers, and nothing fails later', async () => {
    const failed: unknown[] = [];
    const onFailure = (reason: unknown) => failed.push(reason);
    process.on('unhandledRejection', onFailure);
    const service = await FaultyService.start();
    const { hostname, port } = new URL(`http://${service.host}`);
    const socket = net.connect(Number(port), hostname);
    socket.on('error', () => {});
    await once(socket, 'connect');
    const isThere = new Promise<void>((resolve) => {
      service.onRequest = resolve;
    });
    socket.write('GET /partner/v1/website HTTP/1.1\r\n\r\n');
    await isThere;
    await service.close();
    await setTimeout(50);
    process.off('unhandledRejection', onFailure);
    assert.deepEqual(failed, []);
  });
});
