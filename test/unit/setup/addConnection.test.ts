import assert from 'node:assert/strict';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';
import type { FakeService } from '../../fakeService.ts';
import { until } from '../../until.ts';
import { startDifferingService } from './differingService.ts';

describe('Add Connection', () => {
  let window: FakeWindow;
  let service: FakeService;
  beforeEach(async () => {
    window = await FakeWindow.open(plainProfile(), 72);
    service = await startDifferingService({ keyHeader: 'X-Api-Key', prefix: '/gw' });
  });
  afterEach(async () => {
    window.close();
    await service.close();
  });

  const openInput = () => until('a prompt', () => window.fake.inputs.findLast(({ isOpen }) => isOpen));
  const example = () =>
    `curl -H 'X-Api-Key: ${service.key}' \\  '${service.baseUrl}/gw/partner/logs/detailed_log/1001?idx=5&detected_type=WAF'`;

  const openKey = async () =>
    (await until('the key', () =>
      window.fake.inputs.findLast(({ isOpen, password }) => isOpen && password),
    )) ?? assert.fail();

  /** Enters the example, and accepts the parts of it that are used. */
  async function enterExample() {
    const done = window.run('partnerLogs.addConnection');
    const first = (await openInput()) ?? assert.fail();
    assert.match(String(first.prompt), /example call/);
    first.type(example());
    first.accept();
    const pick = await until('the parts', () => window.fake.picks.findLast(({ isOpen }) => isOpen));
    assert.ok(pick);
    assert.equal(service.requests.length, 0);
    const shown = pick.texts.join('\n');
    assert.ok(!shown.includes(service.key));
    pick.take(() => true);
    return { done, shown, key: await openKey() };
  }

  async function understand(): Promise<string> {
    const { done, shown, key } = await enterExample();
    assert.equal(key.value, service.key);
    key.accept();
    const name = await until('the name', () =>
      window.fake.inputs.findLast(
        ({ isOpen, password }) => isOpen && !password && service.requests.length > 0,
      ),
    );
    assert.ok(!JSON.stringify(setting()).includes('/gw'));
    name?.accept();
    await done;
    return shown;
  }

  const setting = () => window.fake.settings['partnerLogs.connections'] ?? [];

  it('connects at once, shows what was understood before anything is sent, and the key nowhere', async () => {
    const shown = await understand();
    assert.match(shown, /\/gw/);
    assert.match(shown, /X-Api-Key/);
    const [connection] = window.parts.connections.list();
    assert.equal(connection?.baseUrl, `${service.baseUrl}/gw`);
    const { host } = new URL(service.baseUrl);
    assert.deepEqual(setting(), [
      { name: host, baseUrl: `${service.baseUrl}/gw`, differences: { keyHeader: 'X-Api-Key' } },
    ]);
    assert.equal(service.requests[0]?.status, 200);
    assert.ok(!JSON.stringify(window.fake.lines).includes(service.key));
  });

  it('shows a refused key where it was typed, masked, and can save it with Save and Diagnose', async () => {
    const done = window.run('partnerLogs.addConnection');
    const first = await openInput();
    first?.type(`${service.baseUrl}/gw`);
    first?.accept();
    const key = await openKey();
    key.type(service.key);
    key.accept();
    await until('the fault', () => key.validationMessage);
    assert.match(String(key.validationMessage), /did not accept the API key \(401/);
    assert.ok(key.isOpen && key.password);
    assert.equal(key.value, service.key);
    assert.deepEqual(window.fake.picks, []);
    const at = key.buttons.findIndex((button) => Object(button).tooltip === 'Save and Diagnose');
    assert.ok(at >= 0);
    key.press(at);
    const name = await until('the name', () =>
      window.fake.inputs.findLast(({ isOpen, password }) => isOpen && !password),
    );
    name?.accept();
    const pick = await until('the diagnosis', () =>
      window.fake.picks.findLast(
        ({ isOpen, busy, title }) => isOpen && !busy && title?.startsWith('Diagnose'),
      ),
    );
    assert.ok(pick);
    pick.hide();
    await done;
  });

  it('reveals the connection with its domains where there are others', async () => {
    const { trees } = window.fake;
    const { view } = trees.get('partnerLogs.domains') ?? assert.fail();
    const revealed: unknown[] = [];
    Object.assign(view, {
      reveal: async (
        node: { kind: string; connection?: { baseUrl: string }; name?: string },
        options: unknown,
      ) => {
        revealed.push([node.connection?.baseUrl ?? node.name ?? node.kind, options]);
      },
    });
    await window.parts.connections.save({ id: 'a', name: 'a', baseUrl: 'http://127.0.0.1:1' });
    await understand();
    const options = { select: true, focus: true, expand: true };
    assert.deepEqual(revealed, [
      [`${service.baseUrl}/gw`, options],
      ['shop.example', options],
      ['log', { select: true, focus: false, expand: false }],
    ]);
    assert.match(window.fake.panels.at(-1)?.title ?? '', /^shop\.example \d+$/);
  });

  it('never writes the setting when it is cancelled, or when the service refuses the key', async () => {
    const { done, key } = await enterExample();
    key.type('another-key');
    key.accept();
    await until('the fault', () => key.validationMessage);
    assert.deepEqual(setting(), []);
    key.hide();
    await done;
    assert.deepEqual(setting(), []);
    assert.deepEqual(window.parts.connections.list(), []);
  });

  it('leaves the setting as it was when the connection cannot be stored', async () => {
    window.parts.connections.save = () => Promise.reject(new Error('The disk is full.'));
    await assert.rejects(understand(), /The disk is full/);
    assert.deepEqual(setting(), []);
    assert.deepEqual(window.fake.panels, []);
  });

  it('shows in the first prompt that the address of an example cannot be used', async () => {
    const done = window.run('partnerLogs.addConnection');
    const first = (await openInput()) ?? assert.fail();
    for (const [address, problem] of [
      ['http://api.example.com', /Start the address with https/],
      ['https://me:secret@api.example.com', /user name or a password/],
    ] as const) {
      first.type(`curl '${address}/partner/website/all' -H 'X-Api-Key: ${service.key}'`);
      first.accept();
      await until('the problem', () => problem.test(String(first.validationMessage)));
    }
    first.type('curl -H');
    first.accept();
    await until('the problem', () => /Enter an address/.test(String(first.validationMessage)));
    assert.deepEqual(window.fake.picks, []);
    first.hide();
    await done;
  });

  it('keeps key and header of the example for its address alone', async () => {
    const { done, key } = await enterExample();
    assert.equal(key.value, service.key);
    key.goBack();
    const again = await until('the base URL', () =>
      window.fake.inputs.findLast(({ isOpen, password }) => isOpen && !password),
    );
    again?.type('https://other.example');
    again?.accept();
    const other = await openKey();
    assert.equal(other.value, '');
    other.goBack();
    const last = await until('the base URL', () =>
      window.fake.inputs.findLast(({ isOpen, password }) => isOpen && !password),
    );
    last?.type(`${service.baseUrl}/gw`);
    last?.accept();
    const refused = await openKey();
    refused.type(service.key);
    refused.accept();
    await until('the fault', () => /401/.test(String(refused.validationMessage)));
    refused.hide();
    await done;
    assert.deepEqual(setting(), []);
  });
});
