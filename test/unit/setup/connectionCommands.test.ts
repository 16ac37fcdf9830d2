import assert from 'node:assert/strict';
import { sampleConnection } from '../../../src/connections/connection.ts';
import type { QuickInput, QuickPick } from '../../fakeEditor/quickInput.ts';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';
import type { FakeService } from '../../fakeService.ts';
import { until } from '../../until.ts';
import { startDifferingService } from './differingService.ts';

const KEY = 'key-of-a-fake-service';

describe('connection commands', () => {
  let profile: ReturnType<typeof plainProfile>;
  let window: FakeWindow;
  let service: FakeService;
  beforeEach(async () => {
    profile = plainProfile();
    window = await FakeWindow.open(profile, 72);
    service = await startDifferingService({ keyHeader: 'X-Api-Key', prefix: '/gw' });
  });
  afterEach(async () => {
    window.close();
    await service.close();
  });

  const setting = () => profile.settings['partnerLogs.connections'] ?? [];
  const baseUrl = () => `${service.baseUrl}/gw`;
  /** An entry of the setting, with or without the service's key header. */
  const entry = (name: string, works = false) => ({
    ...{ name, baseUrl: baseUrl() },
    ...(works && { differences: { keyHeader: 'X-Api-Key' } }),
  });
  const shownProblem = () => input(({ validationMessage }) => validationMessage !== undefined);
  const input = async (isWanted: (each: QuickInput) => boolean = () => true): Promise<QuickInput> =>
    (await until('a prompt', () => window.fake.inputs.findLast((each) => each.isOpen && isWanted(each)))) ??
    assert.fail();
  const urlInput = () => input(({ prompt }) => /^Base URL/.test(prompt ?? ''));
  const keyInput = () => input(({ password, prompt }) => password && /^API key/.test(prompt ?? ''));
  const nameInput = () => input(({ prompt }) => /^Name/.test(prompt ?? ''));
  const problemOf = (each: QuickInput) => until('a problem', () => each.validationMessage);
  const pick = async (): Promise<QuickPick> =>
    (await until('a pick', () => window.fake.picks.findLast(({ isOpen, busy }) => isOpen && !busy))) ??
    assert.fail();
  const lastMessage = () => window.fake.messages.at(-1)?.text ?? '';
  const saveButton = ({ buttons }: QuickInput) =>
    buttons.findIndex((button) => /^Save/.test(String(Object(button).tooltip)));

  function answer(to: QuickInput, text = to.value): void {
    to.type(text);
    to.accept();
  }

  /** Stores a connection to the service with the key. */
  async function stored(name: string, differences: object = { keyHeader: 'X-Api-Key' }) {
    const connection = { id: name, name, baseUrl: baseUrl(), differences };
    await window.parts.keys.store(connection, KEY);
    await window.parts.connections.save(connection);
    return connection;
  }

  describe('Add Connection', () => {
    const example = () =>
      `curl -H 'X-Api-Key: ${KEY}' \\  '${baseUrl()}/partner/logs/detailed_log/1001?idx=5&detected_type=WAF'`;

    /** Runs the command up to its last prompt, or to the problem that it shows; resolves with the end of the command. */
    async function added(address = example(), key = address === example() ? undefined : KEY) {
      const done = window.run('partnerLogs.addConnection');
      answer(await urlInput(), address);
      answer(await keyInput(), key);
      return { done };
    }

    it('reads a cURL command, shows its parts before anything is sent, and never the key', async () => {
      const done = window.run('partnerLogs.addConnection');
      const first = await urlInput();
      first.type(baseUrl());
      assert.equal(first.password, false);
      answer(first, example());
      assert.equal(first.password, true, 'The command contains the key.');
      const key = await keyInput();
      assert.equal(key.value, KEY);
      assert.match(key.prompt ?? '', /^API key for http\S+\/gw, sent in the header X-Api-Key\./);
      assert.equal(service.requests.length, 0);
      key.accept();
      const name = await nameInput();
      assert.deepEqual(setting(), []);
      name.accept();
      await done;
      assert.deepEqual(setting(), [entry(new URL(service.baseUrl).host, true)]);
      assert.match(window.fake.panels.at(-1)?.title ?? '', /^shop\.example \d+$/);
      assert.ok(!JSON.stringify(window.fake.lines).includes(KEY));
    });

    it('shows a refused key where it was typed, masked at every try, and can save it', async () => {
      const done = window.run('partnerLogs.addConnection');
      answer(await urlInput(), baseUrl());
      const key = await keyInput();
      for (const typed of ['wrong-key', KEY]) {
        answer(key, typed);
        assert.match((await problemOf(key)) ?? '', /did not accept the API key \(401/);
        assert.ok(key.isOpen && key.password);
      }
      assert.deepEqual(window.fake.picks, []);
      key.press(saveButton(key));
      answer(await nameInput(), 'Differing');
      const diagnosis = await pick();
      assert.match(diagnosis.title ?? '', /^Diagnose Connection: Differing/);
      diagnosis.hide();
      await done;
    });

    for (const [what, wrong, problem] of [
      ['host', () => 'http://127.0.0.1:1/gw', /could not be reached.*base URL/s],
      ['path', () => `${service.baseUrl}/wrong`, /no such data \(404.*base URL/s],
    ] as const) {
      it(`shows a wrong ${what} where it was typed, and keeps the key`, async () => {
        // The service refuses a key before it looks at the path.
        service.respond = async ({ url }, usual) => {
          if (!url.pathname.startsWith('/gw/'))
            return { status: 404, body: { message: { key: 'RES000018', value: 'Data not found' } } };
          return usual(new URL(url.href.replace('/gw', '')));
        };
        Object.assign(window.limits, { backoff: 1 });
        const { done } = await added(wrong());
        const again = await shownProblem();
        assert.match(again.validationMessage ?? '', problem);
        assert.equal(again.value, wrong());
        assert.ok(saveButton(again) >= 0);
        answer(again, baseUrl());
        const key = await keyInput();
        if (what === 'path') assert.equal(key.value, KEY);
        answer(key, KEY);
        answer(await nameInput(), 'Right');
        await done;
        assert.deepEqual(setting(), [entry('Right')]);
      });
    }

    it('can save a service that cannot be reached', async () => {
      Object.assign(window.limits, { backoff: 1 });
      const { done } = await added('http://127.0.0.1:1');
      const again = await shownProblem();
      again.press(saveButton(again));
      answer(await nameInput(), 'Down');
      await done;
      assert.deepEqual(setting(), [{ name: 'Down', baseUrl: 'http://127.0.0.1:1' }]);
      assert.equal(profile.secrets.values.size, 1);
    });

    it('rejects an address that cannot be used and a text that is neither a URL nor a cURL command', async () => {
      const done = window.run('partnerLogs.addConnection');
      const first = await urlInput();
      const others = [
        `fetch("https://api.waf.example/partner/logs/attack_logs/1042?page=1", { "headers": { "x-service-key": "${KEY}" }, "referrer": "https://console.waf.example/logs" });`,
        '{ "info": { "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" }, "item": [] }',
        '{ "swagger": "2.0", "host": "petstore.swagger.io", "basePath": "/v2", "paths": {} }',
        '{ "openapi": "3.0.2", "servers": [{ "url": "https://{host}:{port}/{basePath}" }], "paths": {} }',
      ];
      const onlyCurl = /^Only a URL or a cURL command can be read\. In a browser, choose “Copy as cURL”$/;
      for (const [text, problem] of [
        ['http://api.example.com', /Start the address with https/],
        ['https://me:secret@api.example.com', /user name or a password/],
        [`curl 'http://api.example.com/partner/a' -H 'X-Api-Key: ${KEY}'`, /Start the address with https/],
        ['curl -H', /cURL/],
        ...others.map((text) => [text, onlyCurl] as const),
      ] as const) {
        answer(first, text);
        assert.match((await problemOf(first)) ?? '', problem, text);
      }
      assert.deepEqual(window.fake.picks, []);
      first.hide();
      await done;
      assert.equal(service.requests.length, 0);
    });

    it('keeps the key and header of an example for its address only', async () => {
      const done = window.run('partnerLogs.addConnection');
      answer(await urlInput(), example());
      (await keyInput()).goBack();
      answer(await urlInput(), 'https://other.example');
      const other = await keyInput();
      assert.equal(other.value, '');
      other.hide();
      await done;
      assert.deepEqual([setting(), profile.secrets.values.size], [[], 0]);
    });

    it('stores no key if the setting cannot be saved', async () => {
      profile.settings['partnerLogs.connections'] = { not: 'a list' };
      const { done } = await added();
      answer(await nameInput(), 'New');
      await assert.rejects(async () => done, /partnerLogs\.connections/);
      assert.deepEqual([setting(), profile.secrets.values.size], [{ not: 'a list' }, 0]);
    });

    it('suggests no name for a second connection to one host, and rejects a used one', async () => {
      const { host } = new URL(service.baseUrl);
      await stored(host);
      const { done } = await added();
      const name = await nameInput();
      assert.equal(name.value, '');
      answer(name, host);
      assert.match((await problemOf(name)) ?? '', /Another connection has this name/);
      answer(name, 'Second');
      await done;
      const { connections, keys, services } = window.parts;
      assert.deepEqual(setting(), [entry(host, true), entry('Second', true)]);
      await keys.store(connections.get('Second') ?? assert.fail(), 'another');
      assert.equal((await (await services.of(host)).domains({ page: 1, perPage: 10 })).items.length, 7);
    });

    it('warns that a key is used for the session only if the secret storage fails', async () => {
      profile.secrets.isLocked = true;
      const { done } = await added();
      answer(await nameInput(), 'Session');
      await done;
      const { keys, connections } = window.parts;
      assert.ok(window.fake.messages.some(({ text }) => /could not be saved in the secret/.test(text)));
      assert.equal(await keys.get(connections.get('Session') ?? assert.fail()), KEY);
    });
  });

  describe('Edit Connection', () => {
    it('renames a connection with its key, pinned domains, and recent logs', async () => {
      await stored('Old');
      const domain = { connectionId: 'Old', index: 1001 };
      await window.parts.pinned.pin(domain);
      const key = { domain: 1001, idx: 5, detectedType: 'WAF' };
      await window.parts.recent.add({ connectionId: 'Old', key }, undefined);
      const done = window.run('partnerLogs.editConnection', { connectionId: 'Old' });
      answer(await urlInput());
      answer(await nameInput(), 'New');
      await done;
      assert.deepEqual(setting(), [entry('New', true)]);
      assert.deepEqual([...profile.secrets.values], [[`partnerLogs.key:["New","${service.baseUrl}"]`, KEY]]);
      assert.ok(window.parts.pinned.has({ ...domain, connectionId: 'New' }));
      assert.equal(window.parts.recent.list()[0]?.connectionId, 'New');
      assert.equal(service.requests.length, 0);
    });

    it('prompts for the key of another origin, and deletes the old one', async () => {
      await stored('Moving');
      const done = window.run('partnerLogs.editConnection', { connectionId: 'Moving' });
      answer(await urlInput(), baseUrl().replace('127.0.0.1', 'localhost'));
      const key = await keyInput();
      assert.match(
        key.prompt ?? '',
        /^API key for http:\/\/localhost:\d+\/gw, sent in the header X-Api-Key\. /,
      );
      assert.equal(key.value, '');
      answer(key, KEY);
      answer(await nameInput());
      await done;
      const origin = service.baseUrl.replace('127.0.0.1', 'localhost');
      assert.deepEqual([...profile.secrets.values.keys()], [`partnerLogs.key:["Moving","${origin}"]`]);
    });

    it('stores no key under a new name if the setting cannot be saved', async () => {
      await stored('Old');
      window.parts.connections.change = () => Promise.reject(new Error('read-only'));
      const done = window.run('partnerLogs.editConnection', { connectionId: 'Old' });
      answer(await urlInput());
      answer(await nameInput(), 'New');
      await assert.rejects(async () => done, /read-only/);
      assert.deepEqual([...profile.secrets.values.keys()], [`partnerLogs.key:["Old","${service.baseUrl}"]`]);
    });

    it('saves nothing if another window changes the connection meanwhile', async () => {
      await stored('Racing');
      const done = window.run('partnerLogs.editConnection', { connectionId: 'Racing' });
      answer(await urlInput());
      const name = await nameInput();
      await window.parts.connections.remove('Racing');
      answer(name, 'New');
      await done;
      assert.match(lastMessage(), /was removed or changed in another window\. Nothing was saved/);
      assert.deepEqual([setting(), profile.secrets.values.size], [[], 0]);
    });
  });

  it('Replace Key › names itself if only the sample data is connected', async () => {
    await window.parts.connections.save(sampleConnection());
    await window.run('partnerLogs.replaceKey');
    assert.equal(lastMessage(), "“Replace Key” isn't available for any of the connections.");
  });

  it('Replace Key › verifies the key, and keeps the old one if it is canceled', async () => {
    await stored('Replacing');
    const done = window.run('partnerLogs.replaceKey', { connectionId: 'Replacing' });
    const key = await keyInput();
    answer(key, 'wrong-key');
    await problemOf(key);
    assert.equal(saveButton(key), -1);
    key.hide();
    await done;
    assert.deepEqual([...profile.secrets.values.values()], [KEY]);
  });

  describe('Remove Connection', () => {
    it('states what is removed, and removes it', async () => {
      await stored('Gone');
      await window.parts.pinned.pin({ connectionId: 'Gone', index: 1001 });
      window.fake.takes = 'Remove';
      await window.run('partnerLogs.removeConnection', { connectionId: 'Gone' });
      const { text, detail } = window.fake.messages.at(-1) ?? assert.fail();
      assert.equal(text, 'Remove the connection “Gone”?');
      assert.match(detail, /API key, pinned domains, and recent logs/);
      assert.deepEqual([setting(), profile.secrets.values.size], [[], 0]);
      assert.deepEqual(window.parts.pinned.list(), []);
    });

    for (const wasStored of [true, false]) {
      it(`${wasStored ? 'warns' : 'does not warn'} about a key in a locked keyring that ${wasStored ? 'was' : 'was never'} stored`, async () => {
        profile.secrets.isLocked = !wasStored;
        const { connections } = window.parts;
        await stored('Locked').catch(() => connections.save({ id: 'Locked', ...entry('Locked') }));
        profile.secrets.isLocked = true;
        window.fake.takes = 'Remove';
        await window.run('partnerLogs.removeConnection', { connectionId: 'Locked' });
        assert.equal(/could not be removed from the secret/.test(lastMessage()), wasStored, lastMessage());
        assert.deepEqual(setting(), []);
      });
    }
  });

  describe('Diagnose Connection', () => {
    /** Runs the command, and returns the complete quick pick. */
    async function diagnosed(differences: object) {
      await stored('D', differences);
      const done = window.run('partnerLogs.diagnoseConnection', { connectionId: 'D' });
      const shown = await pick();
      return { shown, done };
    }
    const rowsOf = ({ items }: QuickPick) =>
      items.map(({ label, description, detail }) =>
        [label, description?.replace(/\d{4,8}/g, '#'), detail].filter(Boolean).join(' | '),
      );

    it('shows what each read sent and received, and the result first', async () => {
      const { shown, done } = await diagnosed({ keyHeader: 'X-Api-Key' });
      const expected = [
        /^\$\(pass\) The connection works \| All reads return the requested data\.$/,
        /^\$\(pass\) Domains \| GET \/gw\/partner\/website\/all\?page=1&per_page=10 \| \d+ in all$/,
        /^\$\(pass\) Detection logs \| GET \/gw\/partner\/logs\/attack_logs\/#\?page=1&per_page=10 \| \d+ in all$/,
        /^\$\(pass\) One detection log \| GET \/gw\/partner\/logs\/detailed_log\/#\?idx=#&detected_type=\w+ \| log [\d, ]+$/,
        /^\$\(pass\) Counts \| GET \/gw\/partner\/logs\/visitors_hackers\/#\?from=#&to=# \| \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d$/,
        ...['from=#&to=#', 'attack=File', 'ip=', 'uri=', 'country_code='].map(
          (sent) =>
            new RegExp(`^\\$\\(pass\\) Filter \\| GET .*/#\\?page=1&per_page=10&${sent}.* \\| \\d+ in all$`),
        ),
        /^\$\(clippy\) Copy for Support/,
      ];
      const rows = rowsOf(shown);
      assert.equal(rows.length, expected.length, rows.join('\n'));
      for (const [at, pattern] of expected.entries()) assert.match(rows[at] ?? '', pattern);
      shown.hide();
      await done;
    });

    for (const undoes of [false, true]) {
      it(`applies a verified change with Enter${undoes ? ', and undoes it' : ''}`, async () => {
        if (undoes) window.fake.takes = 'Undo';
        const { shown, done } = await diagnosed({});
        const [result = '', first = ''] = rowsOf(shown);
        assert.match(result, /Apply: keyHeader: "X-Api-Key" \| With this change, 9 of 9 reads return/);
        assert.match(first, /\$\(error\) Domains .*\(401 RES000033 “Unauthorized”\)/);
        assert.deepEqual(setting(), [entry('D')]);
        shown.take(({ label }) => label.includes('Apply'));
        await done;
        assert.match(lastMessage(), /Updated the connection “D”: keyHeader: "X-Api-Key"/);
        assert.deepEqual(setting(), [entry('D', !undoes)]);
      });
    }

    for (const [refused, result] of [
      ['website', /Replace Key…/],
      ['attack_logs', /Edit Connection…/],
    ] as const) {
      it(`offers the right next step if the service refuses the key for ${refused}`, async () => {
        const { respond } = service;
        const body = { message: { key: 'RES000033', value: `No: ${KEY}` } };
        service.respond = (request, usual) =>
          request.path.includes(refused) ? { status: 401, body } : respond(request, usual);
        const { shown, done } = await diagnosed({ keyHeader: 'X-Api-Key' });
        assert.match(rowsOf(shown)[0] ?? '', result);
        assert.ok(!rowsOf(shown).join('\n').includes(KEY));
        shown.hide();
        await done;
      });
    }

    it('copies versions, the origin, and statuses for support, and no text of the service', async () => {
      const body = { message: { key: 'RES000018', value: `Not found: ${KEY}` } };
      service.respond = () => ({ status: 404, body });
      const { shown, done } = await diagnosed({});
      shown.take(({ label }) => label.includes('Copy for Support'));
      await done;
      const lines = window.fake.clipboard.split('\n');
      assert.match(lines[0] ?? '', /^Partner Logs \d/);
      assert.deepEqual(lines.slice(2), [
        service.baseUrl,
        'domains: 404 not-found',
        ...['logs', 'detail', 'counts'].map((read) => `${read}: not tried`),
      ]);
      for (const hidden of [KEY, 'gw', 'RES', 'Not found'])
        assert.ok(!window.fake.clipboard.includes(hidden));
    });
  });
});
