import assert from 'node:assert/strict';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';
import type { FakeService } from '../../fakeService.ts';
import { until } from '../../until.ts';
import { startDifferingService } from './differingService.ts';

describe('Add Connection: From an Example Call', () => {
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

  async function understand(): Promise<string> {
    const done = window.run('partnerLogs.addConnection');
    const first = await openInput();
    assert.ok(first);
    assert.match(String(first.prompt), /example call/);
    first.type(example());
    first.accept();
    const pick = await until('what was understood', () => window.fake.picks.findLast(({ isOpen }) => isOpen));
    assert.ok(pick);
    assert.equal(service.requests.length, 0);
    const shown = pick.texts.join('\n');
    assert.ok(!shown.includes(service.key));
    pick.take(() => true);
    const key = await until('the key', () =>
      window.fake.inputs.findLast(({ isOpen, password }) => isOpen && password),
    );
    assert.equal(key?.value, service.key);
    key?.accept();
    const name = await until('the name', () =>
      window.fake.inputs.findLast(
        ({ isOpen, password }) => isOpen && !password && service.requests.length > 0,
      ),
    );
    name?.accept();
    await done;
    return shown;
  }

  it('connects at once, shows what was understood before anything is sent, and the key nowhere', async () => {
    const shown = await understand();
    assert.match(shown, /\/gw/);
    assert.match(shown, /X-Api-Key/);
    const [connection] = window.parts.connections.list();
    assert.equal(connection?.baseUrl, `${service.baseUrl}/gw`);
    assert.deepEqual(window.fake.settings['partnerLogs.conventions'], {
      [`${service.baseUrl}/gw`]: { keyHeader: 'X-Api-Key' },
    });
    assert.equal(service.requests[0]?.status, 200);
    assert.ok(!JSON.stringify(window.fake.lines).includes(service.key));
  });

  it('diagnoses at once where answers are of another shape, without a question about the key', async () => {
    const { respond } = service;
    service.respond = async (request, usual) => {
      const answer = await respond(request, usual);
      const { items, total_count: all } = Object(answer.body?.data);
      return answer.body && Array.isArray(items)
        ? { ...answer, body: { ...answer.body, data: { rows: items, all } } }
        : answer;
    };
    const picks = () => window.fake.picks.filter(({ isOpen }) => isOpen);
    void understand();
    const pick = await until('the diagnosis', () =>
      picks().find(({ busy, title }) => !busy && title?.startsWith('Diagnose')),
    );
    assert.equal(pick?.placeholder, 'Press Enter to fix it');
    assert.match(pick?.texts.join('\n') ?? '', /domains\.items/);
    pick?.hide();
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
    await window.parts.connections.save({ id: 'a', name: 'A', baseUrl: 'http://127.0.0.1:1' });
    await understand();
    const options = { select: true, focus: true, expand: true };
    assert.deepEqual(revealed, [
      [`${service.baseUrl}/gw`, options],
      ['shop.example', options],
      ['log', { select: true, focus: false, expand: false }],
    ]);
    assert.match(window.fake.panels.at(-1)?.title ?? '', /^shop\.example \d+$/);
  });

  it('leaves the setting as it was when it is cancelled', async () => {
    const done = window.run('partnerLogs.addConnection');
    const first = await openInput();
    first?.type(example());
    first?.accept();
    const pick = await until('what was understood', () => window.fake.picks.findLast(({ isOpen }) => isOpen));
    pick?.take(() => true);
    const key = await until('the key', () =>
      window.fake.inputs.findLast(({ isOpen, password }) => isOpen && password),
    );
    key?.hide();
    await done;
    assert.deepEqual(window.fake.settings['partnerLogs.conventions'] ?? {}, {});
    assert.deepEqual(window.parts.connections.list(), []);
  });

  it('leaves the setting as it was when the connection cannot be stored', async () => {
    window.parts.connections.save = () => Promise.reject(new Error('The disk is full.'));
    await assert.rejects(understand(), /The disk is full/);
    assert.deepEqual(window.fake.settings['partnerLogs.conventions'] ?? {}, {});
    assert.deepEqual(window.fake.panels, []);
  });

  it('says that the rest of a long example was not read', async () => {
    void window.run('partnerLogs.addConnection');
    const first = await openInput();
    first?.type(`${example()}\n${' '.repeat(100_000)}`);
    first?.accept();
    const pick = await until('what was understood', () => window.fake.picks.findLast(({ isOpen }) => isOpen));
    assert.match(pick?.texts.join('\n') ?? '', /Only its first 100,000 characters were read\./);
  });

  it('keeps the key of the example for its origin alone', async () => {
    const done = window.run('partnerLogs.addConnection');
    const first = await openInput();
    first?.type(example());
    first?.accept();
    const pick = await until('what was understood', () => window.fake.picks.findLast(({ isOpen }) => isOpen));
    pick?.take(() => true);
    const keyPrompt = () =>
      until('the key', () => window.fake.inputs.findLast(({ isOpen, password }) => isOpen && password));
    const key = await keyPrompt();
    assert.equal(key?.value, service.key);
    key?.goBack();
    const again = await until('the base URL', () =>
      window.fake.inputs.findLast(({ isOpen, password }) => isOpen && !password),
    );
    again?.type('https://other.example');
    again?.accept();
    const other = await keyPrompt();
    assert.equal(other?.value, '');
    other?.hide();
    await done;
  });
});
