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
    // A row from the service, read with the settings that pressing Enter applies.
    const sample = pick?.items.find(({ detail }) => detail === 'A sample row, read with these settings.');
    assert.ok(pick && sample && pick.items.indexOf(sample) < pick.items.length - 1);
    assert.match(String(sample.label), /^Log \d+$/);
    assert.match(
      String(sample.description),
      /^\d{4}-\d{2}-\d{2} [\d:]{8} · .+ · (?:Blocked|Detected) · [\d.]+ · \//,
    );
    const written = JSON.stringify(window.fake.settings['partnerLogs.conventions']);
    assert.ok(written.includes('keyHeader') && !written.includes('items'));
    pick?.hide();
  });

  it('offers rows after a refused key: back to the key as typed, or the diagnosis', async () => {
    const done = window.run('partnerLogs.addConnection');
    const first = await openInput();
    first?.type(`${service.baseUrl}/gw`);
    first?.accept();
    const enterKey = async () => {
      const key = await until('the key', () =>
        window.fake.inputs.findLast(({ isOpen, password }) => isOpen && password),
      );
      if (key?.value === '') key.type(service.key);
      assert.equal(key?.value, service.key);
      key?.accept();
      return (
        (await until('the rows', () => window.fake.picks.findLast(({ isOpen }) => isOpen))) ?? assert.fail()
      );
    };
    const rows = await enterKey();
    assert.match(String(rows.placeholder), /did not accept the API key \(401/);
    assert.deepEqual(
      rows.items.map(({ label }) => label),
      ['Replace the key…', 'Save and Diagnose'],
    );
    rows.take(({ label }) => label.includes('Replace'));
    (await enterKey()).take(({ label }) => label.includes('Diagnose'));
    const name = await until('the name', () =>
      window.fake.inputs.findLast(({ isOpen, password }) => isOpen && !password),
    );
    name?.accept();
    const pick = await until('the diagnosis', () =>
      window.fake.picks.findLast(
        ({ isOpen, busy, title }) => isOpen && !busy && title?.startsWith('Diagnose'),
      ),
    );
    assert.match(pick?.texts.join('\n') ?? '', /keyHeader/);
    pick?.hide();
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

  describe('the OpenAPI document of the service', () => {
    let document: object;
    let isRefused: boolean;
    beforeEach(() => {
      isRefused = false;
      document = {
        openapi: '3.0.0',
        servers: [{ url: 'https://evil.example/gw' }, { url: '/gw' }],
        paths: { '/partner/website/all': { get: {} } },
        components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } } },
      };
      const { respond } = service;
      service.respond = (request, usual) => {
        if (request.url.pathname !== '/swagger.json' || isRefused) return respond(request, usual);
        return { status: 200, body: document as never };
      };
    });

    const openPick = (what: string) =>
      until(what, () => window.fake.picks.findLast(({ isOpen }) => isOpen)).then(
        (pick) => pick ?? assert.fail(),
      );

    /** Types a base URL and selects the row that looks for the document. */
    async function look() {
      const first = await openInput();
      first?.type(service.baseUrl);
      first?.press(0);
      const sources = await openPick('the sources');
      assert.equal(service.requests.length, 0);
      const isRow = ({ label }: { label: string }) =>
        label.includes(`Look for an OpenAPI Document at ${service.baseUrl}…`);
      assert.match(sources.items.find(isRow)?.detail ?? '', /up to 5 requests without the API key/);
      sources.take(isRow);
    }

    it('is read without a key when the user chooses so, and shown before a key is sent', async () => {
      const done = window.run('partnerLogs.addConnection');
      await look();
      const shown = await until('what was understood', () =>
        window.fake.picks.findLast(({ isOpen, texts }) => isOpen && texts.includes('Base URL')),
      );
      assert.match(shown?.texts.join('\n') ?? '', /keyHeader\nX-Api-Key/);
      assert.ok(!shown?.texts.join('\n').includes('evil'));
      assert.equal(shown?.placeholder, 'Press Enter to use these settings');
      assert.deepEqual(
        service.requests.map(({ url }) => url.pathname),
        ['/openapi.json', '/swagger.json'],
      );
      assert.ok(service.requests.every(({ headers }) => !headers['x-service-key'] && !headers['x-api-key']));
      shown?.take(() => true);
      const key = await until('the key', () =>
        window.fake.inputs.findLast(({ isOpen, password }) => isOpen && password),
      );
      key?.type(service.key);
      key?.accept();
      const name = await until('the name', () =>
        window.fake.inputs.findLast(
          ({ isOpen, password }) => isOpen && !password && service.requests.length > 2,
        ),
      );
      name?.accept();
      await done;
      assert.equal(window.parts.connections.list()[0]?.baseUrl, `${service.baseUrl}/gw`);
    });

    it('is missed with a message, and the typed base URL stays', async () => {
      isRefused = true;
      void window.run('partnerLogs.addConnection');
      await look();
      const again = await until('the base URL', () =>
        window.fake.inputs.findLast(({ isOpen }) => isOpen && service.requests.length === 5),
      );
      assert.equal(again?.value, service.baseUrl);
      assert.match(JSON.stringify(window.fake.messages), /No OpenAPI document in JSON/);
      again?.hide();
    });

    it('is offered by a diagnosis that finds no setting, which then uses it', async () => {
      const { respond } = service;
      const own = '/gw/abc/partner';
      document = {
        openapi: '3.0.0',
        paths: { [`${own}/website/all`]: { get: {} } },
        components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Odd-Token' } } },
      };
      service.respond = (request, usual) => {
        const { url, headers } = request;
        if (url.pathname === '/swagger.json') return { status: 200, body: document as never };
        if (!url.pathname.startsWith(own)) return { status: 404, body: {} as never };
        const inner = new URL(url);
        inner.pathname = url.pathname.replace('/abc', '');
        const keyed = { ...headers, 'x-api-key': headers['x-odd-token'] };
        return respond({ ...request, url: inner, headers: keyed }, usual);
      };
      const connection = { id: 'd', name: 'Documented', baseUrl: service.baseUrl };
      await window.parts.keys.store(connection, service.key);
      await window.parts.connections.save(connection);
      const done = window.run('partnerLogs.diagnoseConnection', { connectionId: 'd' });
      const idle = () =>
        until('the diagnosis', () =>
          window.fake.picks.findLast(
            ({ isOpen, busy, title }) => isOpen && !busy && title?.startsWith('Diagnose'),
          ),
        );
      const failed = await idle();
      const before = service.requests.length;
      failed?.take(({ label }) => label.includes('Look for an OpenAPI Document'));
      const shown = await until('what was understood', () =>
        window.fake.picks.findLast(({ isOpen, texts }) => isOpen && texts.includes('Base URL')),
      );
      assert.deepEqual(
        service.requests.slice(before).map(({ url, headers }) => [url.pathname, headers['x-service-key']]),
        [
          ['/openapi.json', undefined],
          ['/swagger.json', undefined],
        ],
      );
      shown?.take(() => true);
      const works = await idle();
      assert.equal(works?.placeholder, 'No problems found');
      works?.hide();
      await done;
      assert.equal(window.parts.connections.get('d')?.baseUrl, `${service.baseUrl}/gw/abc`);
    });
  });
});
