import assert from 'node:assert/strict';
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { isServiceError } from '../../src/base/errors.ts';
import { fileConnection } from '../../src/connections/connection.ts';
import { FakeService } from '../fakeService.ts';
import { AnsweredMessages } from './answeredMessages.ts';
import { MemoryFiles } from './memoryFiles.ts';
import { models } from './models.ts';

const MOST = 64 * 1024 * 1024;
const LOG = Buffer.from('{"user_domain_idx":7,"idx":1}\n{"user_domain_idx":7,"idx":2}\n');

describe('Open Exported Logs…', function () {
  this.timeout(60_000);
  after(async () => {
    const { connections } = await models();
    for (const { id, file } of connections.list()) if (file !== undefined) await connections.remove(id);
  });

  it('reads 64 MiB of a file of another file system, and no more', async () => {
    const { connections, services } = await models();
    const memory = new MemoryFiles();
    const registered = vscode.workspace.registerFileSystemProvider('other-files', memory);
    for (const size of [MOST, MOST + 1]) {
      const file = `other-files:/${size}`;
      const content = Buffer.alloc(size, ' ');
      LOG.copy(content);
      memory.files.set(`/${size}`, content);
      await connections.save(fileConnection(file));
      const { id } = fileConnection(file);
      const opened = services.of(id).then(
        () => services.fileFacts(id)?.count,
        (error) => isServiceError(error, 'file-unreadable'),
      );
      assert.equal(await opened, size === MOST ? 2 : true);
    }
    registered.dispose();
  });

  it('reads a file again that has changed, from the row that says so', async () => {
    const { connections, services } = await models();
    const folder = await mkdtemp(path.join(tmpdir(), 'partner-logs-changed-'));
    const uri = vscode.Uri.file(path.join(folder, 'logs.ndjson'));
    try {
      await writeFile(uri.fsPath, LOG);
      await vscode.commands.executeCommand('partnerLogs.openExport', uri);
      const connection = connections.list().find(({ file }) => file === uri.toString()) ?? assert.fail();
      const { id } = connection;
      assert.equal(services.fileFacts(id)?.count, 2);
      await appendFile(uri.fsPath, '{"user_domain_idx":7,"idx":3}\n');
      const read = async () => (await services.of(id)).logs(7, { page: 1, perPage: 20 }, {});
      await assert.rejects(read, (error) => isServiceError(error, 'file-unreadable'));
      for (const argument of [{ connectionId: id }, { kind: 'connection', connection }]) {
        await vscode.commands.executeCommand('partnerLogs.openExport', argument);
        assert.equal((await read()).total, 3);
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('starts no request, whatever its texts, and its links lead to it alone', async () => {
    const { connections, services, keys, ...parts } = await models();
    const links = parts.links;
    const service = await FakeService.start();
    const messages = new AnsweredMessages();
    const folder = await mkdtemp(path.join(tmpdir(), 'partner-logs-links-'));
    const own = { id: 'own', name: 'own', baseUrl: service.baseUrl };
    try {
      await keys.store(own, 'any-key');
      await connections.save(own);
      service.requests.length = 0;
      const url = `${service.baseUrl}/from-a-file`;
      const log = {
        _export: { service: new URL(url).host },
        user_domain_idx: 7,
        idx: 1,
        uri: url,
        rawdata: url,
      };
      const uri = vscode.Uri.file(path.join(folder, 'logs.ndjson'));
      await writeFile(uri.fsPath, JSON.stringify({ ...log, detail: { detailed_info: { raw_data: url } } }));
      await vscode.commands.executeCommand('partnerLogs.openExport', uri);
      const { id } = connections.list().find(({ file }) => file === uri.toString()) ?? assert.fail();
      const target = { connectionId: id, key: { domain: 7, idx: 1, detectedType: 'WAF' } };
      await vscode.commands.executeCommand('partnerLogs.openDetectionLog', target);
      await (await services.of(id)).logs(7, { page: 1, perPage: 20 }, { keyword: 'http' });
      const link = links.toLink(target);
      assert.ok(!link.includes(new URL(url).host));
      assert.equal((await links.fromUri(vscode.Uri.parse(link)))?.connectionId, id);
      await connections.remove(id);
      assert.equal(await links.fromUri(vscode.Uri.parse(link)), undefined);
      assert.match(messages.all.at(-1)?.text ?? '', /from a file of exported logs that is not open/);
      assert.deepEqual(service.paths(/attack_logs|from-a-file/), []);
    } finally {
      messages.dispose();
      await connections.remove('own');
      await service.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
