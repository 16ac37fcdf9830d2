import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import tls from 'node:tls';
import * as vscode from 'vscode';
import { isServiceError } from '../../src/base/errors.ts';
import { sampleDomains } from '../../src/sample/sampleDomains.ts';
import { FakeService } from '../fakeService.ts';
import { models } from './models.ts';
import { type RecordingProxy, startRecordingProxy } from './recordingProxy.ts';

const page = { page: 1, perPage: 10 };
const { extensionUri } = vscode.extensions.getExtension('partner-logs.partner-logs') ?? assert.fail();
/** The certificate is for this name, which no name service resolves, so it can only be reached through a proxy. */
const AUTHORITY = 'service.invalid:443';

const setting = (name: string, value: unknown) =>
  vscode.workspace.getConfiguration('http').update(name, value, vscode.ConfigurationTarget.Global);

async function add(id: string, baseUrl: string, key: string): Promise<void> {
  const { connections, keys } = await models();
  const connection = { id, name: id, baseUrl };
  await keys.store(connection, key);
  await connections.save(connection);
}

async function removeAll(): Promise<void> {
  const { connections } = await models();
  for (const connection of connections.list()) {
    await connections.remove(connection.id);
  }
}

describe('Services: an https:// service that only the proxy reaches', function () {
  let sample: FakeService;
  let front: tls.Server;
  let proxy: RecordingProxy;
  const trusted = tls as unknown as {
    getCACertificates?(): string[];
    setDefaultCACertificates(certificates: readonly string[]): void;
  };
  let before: readonly string[] | undefined;

  this.beforeAll(async function () {
    // From here on, this call sets the additional certificates that the editor trusts. Only Node 22.19 and later
    // support it.
    before = trusted.getCACertificates?.();
    if (before === undefined) return this.skip();
    const fixture = (name: string) =>
      readFile(path.join(extensionUri.fsPath, 'test/unit/service/fixtures', name), 'utf8');
    const [key, cert] = [await fixture('selfSigned.key.pem'), await fixture('selfSigned.cert.pem')];
    trusted.setDefaultCACertificates([...before, cert]);
    await setting('systemCertificates', false);
    sample = await FakeService.startSample({ domains: sampleDomains });
    front = tls.createServer({ key, cert }, (socket) => {
      const target = net.connect(Number(new URL(sample.baseUrl).port), '127.0.0.1');
      target.on('error', () => socket.destroy()).pipe(socket);
      socket.on('error', () => target.destroy()).pipe(target);
    });
    await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
    proxy = await startRecordingProxy((front.address() as AddressInfo).port);
    await add('proxied', `https://${AUTHORITY.replace(':443', '')}`, sample.key);
  });

  this.afterAll(async () => {
    if (before === undefined) return;
    trusted.setDefaultCACertificates(before);
    await setting('proxy', undefined);
    await setting('systemCertificates', undefined);
    await removeAll();
    proxy.close();
    front.close();
    await sample.close();
  });

  it('is not reached without the proxy', async () => {
    const { services } = await models();
    const service = await services.of('proxied');
    await assert.rejects(service.domains(page), (error) => isServiceError(error, 'unreachable'));
    assert.deepEqual(proxy.asked, []);
  });

  it("is reached by the editor's route once http.proxy is set, and the proxy does not see the key", async () => {
    await setting('proxy', proxy.url);
    const { services } = await models();
    const service = await services.of('proxied');
    const { items } = await service.domains(page);
    assert.equal(items[0]?.name, 'shop.example');
    assert.ok(proxy.asked.includes(AUTHORITY));
    assert.ok(proxy.saw('service.invalid'), 'it is recorded what goes through');
    assert.equal(proxy.saw(sample.key), false);
  });
});

describe('Services: an http:// service, beside a proxy that the editor uses for it', () => {
  let sample: FakeService;
  let proxy: RecordingProxy;
  let port: string;

  beforeEach(async () => {
    sample = await FakeService.startSample({ domains: sampleDomains });
    ({ port } = new URL(sample.baseUrl));
    proxy = await startRecordingProxy(Number(port));
    await setting('proxy', proxy.url);
  });

  afterEach(async () => {
    await setting('proxy', undefined);
    await removeAll();
    proxy.close();
    await sample.close();
  });

  /** Returns the requests to the proxy, except for those of the editor's own services. */
  const asked = () => proxy.asked.filter((each) => each.includes(port));

  for (const host of ['localhost', '127.0.0.1']) {
    it(`is asked directly at ${host}, in the window and for a diagnosis`, async () => {
      await add('local', `http://${host}:${port}`, sample.key);
      const { connections, services } = await models();
      assert.equal((await (await services.of('local')).domains(page)).items.length, 6);
      const candidate = await services.candidate(connections.get('local') ?? assert.fail());
      assert.equal((await candidate.domains(page)).items.length, 6);
      candidate.dispose();
      // If the tree is visible, it requests larger pages.
      const ofTest = sample.requests.filter(({ path }) => path.includes('per_page=10'));
      assert.equal(ofTest.length, 2);
      assert.deepEqual(asked(), []);
      assert.equal(proxy.saw(sample.key), false);
    });
  }

  for (const host of ['127.0.0.2', 'logs.localhost', '[::ffff:127.0.0.1]']) {
    it(`that was stored as ${host} is not asked at all, and the tree leads to its address`, async () => {
      await add('local', `http://${host}:${port}`, sample.key);
      const { tree } = await models();
      const [message, action] = await tree.getChildren();
      assert.match(
        message?.kind === 'message' ? `${message.label} ${message.detail}` : '',
        /connections\[0\]\.baseUrl: .*http:\/\/ is allowed for localhost, 127\.0\.0\.1, and \[::1\] only/s,
      );
      assert.equal(action?.kind === 'message' && action.label, 'Open Settings');
      assert.equal(action?.kind === 'message' && action.command, 'partnerLogs.editConnection');
      assert.equal(sample.requests.length, 0);
      assert.deepEqual(asked(), []);
      assert.equal(proxy.saw(sample.key), false);
    });
  }
});
