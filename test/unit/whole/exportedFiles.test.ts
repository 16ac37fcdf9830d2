/** Tests files of exported logs in a window, which support the same commands as the logs of a service. */
import assert from 'node:assert/strict';
import { fileConnection } from '../../../src/connections/connection.ts';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';
import { FakeService } from '../../fakeService.ts';
import { until } from '../../until.ts';
import { FilesFolder } from '../files/openedFile.ts';

const ADDRESS = '203.0.113.9';
const SECRET = 'c2Vzc2lvbi1zZWNyZXQtMTIz';

const rowOf = (domain: number, idx: number, more: object = {}) =>
  JSON.stringify({
    user_domain_idx: domain,
    idx,
    detected_type: 'WAF',
    log_time: `2026-11-23 10:0${domain}:00`,
    ip: ADDRESS,
    ...more,
  });
const keyOf = (domain: number, idx: number) => ({ domain, idx, detectedType: 'WAF' });

const REQUEST = `GET /?q=x HTTP/1.1\r\nCookie: session=${SECRET}; theme=<script>\r\n\r\n`;
const logOf = (level: 'essential' | 'redacted' | 'exact' | undefined) =>
  rowOf(7, 1, {
    ...(level && { _export: { level } }),
    detected_value: '<script>',
    detail: {
      query: { user_domain_idx: 7, idx: 1, detected_type: 'WAF' },
      detailed_info: { raw_data: REQUEST, virtual_host_name: 'a.example:443', response_code: 403 },
      timezone: 'UTC',
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

  async function open(...lines: readonly string[]): Promise<string> {
    const { connections, services } = window.parts;
    const connection = fileConnection(`file://${files.write(lines.join('\n'))}`);
    const { id } = connection;
    await connections.save(connection);
    await services.of(id);
    return id;
  }

  /** Returns the log of a file. */
  async function targetIn(file: string) {
    const connectionId = await open(file);
    const { items } = await (await window.parts.services.of(connectionId)).logs(
      7,
      { page: 1, perPage: 1 },
      {},
    );
    return { connectionId, key: keyOf(7, 1), row: items[0]?.row };
  }

  /** Copies the bug report; returns the report and the message. */
  async function report(target: unknown) {
    window.fake.messages.splice(0);
    await window.run('partnerLogs.copyBugReport', target);
    return { text: window.fake.clipboard, told: window.fake.messages.map(({ text }) => text).join() };
  }

  it('search for an address › lists the logs in all domains of the file, and sends no request', async () => {
    const connectionId = await open(
      rowOf(7, 1),
      rowOf(7, 2, { ip: '198.51.100.1' }),
      rowOf(8, 1),
      rowOf(9, 3),
      rowOf(9, 4, { ip: '198.51.100.1' }),
    );
    const row = { idx: 1, address: ADDRESS, other: {} };
    const done = window.run('partnerLogs.showTrail', { connectionId, key: keyOf(8, 1), row });
    const pick = await until('the search', () => window.fake.picks.find(({ value }) => value === ADDRESS));
    await until('the answers', () => pick?.busy === false);
    assert.deepEqual(
      pick?.items.flatMap(({ kind, label }) => (kind === -1 ? [] : [label])),
      ['Log 3', 'Log 1', 'Log 1'],
    );
    assert.deepEqual(service.requests, []);
    pick?.hide();
    await done;
  });

  it('redaction › is that of any log, whatever the file says of its level', async () => {
    for (const level of ['essential', 'redacted', 'exact', undefined] as const) {
      const { text, told } = await report(await targetIn(logOf(level)));
      assert.ok(text.includes('session=‹') && !text.includes(SECRET), text);
      assert.match(told, /^Copied as bug report\. 2 values are hidden\.$/);
    }
    assert.equal(service.requests.length, 0);
  });
});
