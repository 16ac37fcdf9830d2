/** Tests files of exported logs in a window, which support the same commands as the logs of a service. */
import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import { fileConnection } from '../../../src/connections/connection.ts';
import { parseLink } from '../../../src/formats/link.ts';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';
import { FakeService } from '../../fakeService.ts';
import { INSTRUCTION_ZONE } from '../../hostileLogs.ts';
import { FilesFolder } from '../files/openedFile.ts';

const SECRET = 'c2Vzc2lvbi1zZWNyZXQtMTIz';
const KEY = { domain: 7, idx: 1, detectedType: 'WAF' };
const REQUEST = `GET /?q=x HTTP/1.1\r\nCookie: session=${SECRET}; theme=<script>\r\n\r\n`;
const logOf = (head: object, rawData: string) =>
  JSON.stringify({
    _export: head,
    ...{ user_domain_idx: 7, idx: 1, detected_type: 'WAF', detected_value: '<script>' },
    detail: {
      query: { user_domain_idx: 7, idx: 1, detected_type: 'WAF' },
      detailed_info: { raw_data: rawData, virtual_host_name: 'a.example:443', response_code: 403 },
    },
  });

describe('files of exported logs', function () {
  this.timeout(60_000);
  const files = new FilesFolder();
  let service: FakeService;
  let window: FakeWindow;

  before(async () => {
    service = await FakeService.start();
    window = await FakeWindow.open(plainProfile());
    const own = { id: 'own', name: 'own', baseUrl: service.baseUrl };
    await window.parts.keys.store(own, 'key');
    await window.parts.connections.save(own);
    service.requests.length = 0;
  });
  after(async () => {
    window.close();
    await service.close();
    files.remove();
  });

  async function open(content: string) {
    const file = files.write(content);
    const connection = fileConnection(`file://${file}`);
    const { id } = connection;
    await window.parts.connections.save(connection);
    await window.parts.services.of(id);
    const logs = async (filter = {}) =>
      (await window.parts.services.of(id)).logs(7, { page: 1, perPage: 20 }, filter);
    return { id, file, logs };
  }

  it('redaction › is that of any log, whatever the file says of its level', async () => {
    for (const level of ['essential', 'redacted', 'exact', undefined] as const) {
      const { id: connectionId, logs } = await open(logOf({ level }, REQUEST));
      window.fake.messages.splice(0);
      const [listed] = (await logs()).items;
      await window.run('partnerLogs.copyBugReport', { connectionId, ...listed });
      const text = window.fake.clipboard;
      assert.ok(text.includes('session=‹') && !text.includes(SECRET), text);
      const told = window.fake.messages.map(({ text }) => text).join();
      assert.equal(told, 'Copied as bug report. 2 values are hidden.');
    }
    assert.deepEqual(service.requests, []);
  });

  it('give a language model no time zone that this computer does not know', async () => {
    const { id } = await open(logOf({ timeZone: INSTRUCTION_ZONE }, REQUEST));
    const tool = window.fake.tools.get('partnerLogs_find_logs') ?? assert.fail();
    const input = { domain: 7, connection: window.parts.connections.get(id)?.name };
    const { content } = await tool.invoke({ input }, window.fake.token());
    assert.match(
      content.map(({ value }) => value).join(),
      /"timezone":"unknown, so “today” is in UTC","domain":7/,
    );
  });

  it('start no request, whatever their texts, and their links lead to them alone', async () => {
    const url = `${service.baseUrl}/from-a-file`;
    const { id: connectionId, logs } = await open(logOf({ service: new URL(url).host }, url));
    const target = { connectionId, key: KEY };
    await window.run('partnerLogs.openDetectionLog', target);
    assert.equal((await logs({ keyword: 'from-a-file' })).total, 1);
    const { links, connections } = window.parts;
    const link = links.toLink(target);
    assert.ok(!link.includes(new URL(url).host));
    const { baseUrl = '' } = parseLink(link) ?? {};
    assert.deepEqual(
      links.connectionsOf(baseUrl).map(({ id }) => id),
      [connectionId],
    );
    await connections.remove(connectionId);
    assert.deepEqual(links.connectionsOf(baseUrl), []);
    assert.deepEqual(service.paths(/attack_logs|from-a-file/), []);
  });

  it('are read again from their row after they have changed', async () => {
    const { id, file, logs } = await open(logOf({}, REQUEST));
    appendFileSync(file, '\n{"user_domain_idx":7,"idx":3}\n');
    await assert.rejects(logs, { code: 'file-unreadable' });
    await window.run('partnerLogs.openExport', { connectionId: id });
    assert.equal((await logs()).total, 2);
  });
});
