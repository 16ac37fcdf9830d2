/** Tests files of exported logs in a window, which support the same commands as the logs of a service. */
import assert from 'node:assert/strict';
import { fileConnection } from '../../../src/connections/connection.ts';
import type { ToPanel } from '../../../src/detection/detectionMessages.ts';
import type * as Lines from '../../../src/table/lines.ts';
import type { ToTable } from '../../../src/table/tableMessages.ts';
import type { WebviewPanel } from '../../fakeEditor/webviewPanel.ts';
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

const REQUEST = `GET /?q=x HTTP/1.1\r\nCookie: session=‹17 characters›; theme=<script>\r\n\r\n`;
const logOf = (
  level: 'essential' | 'redacted' | 'exact' | undefined,
  detectedValue: string,
  rawData = REQUEST,
) =>
  rowOf(7, 1, {
    ...(level && { _export: { level } }),
    detected_value: detectedValue,
    detail: {
      query: { user_domain_idx: 7, idx: 1, detected_type: 'WAF' },
      detailed_info: { raw_data: rawData, virtual_host_name: 'a.example:443', response_code: 403 },
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

  const shownPanel = (type: string) =>
    until('the panel', () =>
      window.fake.panels.findLast(({ isOpen, viewType }) => isOpen && viewType === type),
    ) as Promise<WebviewPanel>;
  const sent = <Type extends ToTable['type']>(panel: WebviewPanel, type: Type) =>
    (panel.posted as ToTable[]).filter(
      (each): each is Extract<ToTable, { type: Type }> => each.type === type,
    );

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

  /** Returns the first match that the panel shows, and the raw data. */
  async function shownMatch(target: Awaited<ReturnType<typeof targetIn>>) {
    const opening = window.run('partnerLogs.openDetectionLog', target);
    const panel = await shownPanel('partnerLogs.detection');
    panel.say({ type: 'ready' });
    await opening;
    const log = await until('the match', () => {
      const last = (panel.posted as ToPanel[]).findLast(({ type }) => type === 'show');
      return last?.type === 'show' ? last.view.content : undefined;
    });
    panel.dispose();
    const rawData = log?.raw.text ?? '';
    const { start, end } = log?.raw.matched[0] ?? { start: 0, end: 0 };
    return { rawData, match: rawData.slice(start, end) };
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

  it('search for an address › of a log without details whose row is not loaded says why, with the next step', async () => {
    const connectionId = await open(rowOf(7, 1));
    window.fake.messages.splice(0);
    await window.run('partnerLogs.showTrail', { connectionId, key: keyOf(7, 1) });
    assert.deepEqual(
      window.fake.messages.map(({ text }) => text),
      [
        'The log could not be read. The file of exported logs does not contain this data. Files contain only what was exported. To see anything else, use a connection to the service.',
      ],
    );
  });

  it('placeholders › are shown as they are', async () => {
    const target = await targetIn(logOf('essential', '<script>'));
    assert.deepEqual(await shownMatch(target), { rawData: REQUEST, match: '<script>' });
    const { text } = await report(target);
    assert.ok(text.includes('Cookie: session=‹15 characters›; theme='), text);
  });

  const secret = REQUEST.replace('‹17 characters›', SECRET);

  it('redaction › is that of any log, whatever the file says of its level', async () => {
    for (const level of ['essential', 'redacted', 'exact', undefined] as const) {
      const { text, told } = await report(await targetIn(logOf(level, '<script>', secret)));
      assert.ok(text.includes('session=‹') && !text.includes(SECRET), text);
      assert.match(told, /^Copied as bug report\. 2 values are hidden\.$/);
    }
    assert.equal(service.requests.length, 0);
  });

  it('table › loads, sorts, and groups at most 5,000 of 6,000 logs', async () => {
    const lines = Array.from({ length: 6_000 }, (_, idx) => rowOf(7, idx, { attack: `Rule ${idx % 10}` }));
    const connectionId = await open(...lines);
    await window.run('partnerLogs.openTable', { connectionId, index: 7 });
    const panel = await shownPanel('partnerLogs.table');
    panel.say({ type: 'ready' });
    const state = () => sent(panel, 'show').at(-1)?.state;
    await until('the list', state, (now) => now !== undefined && now.list > 0);
    const { LoadedRows, arrangedLines } = await window.load<typeof Lines>('table/lines.ts');
    const loaded = () => {
      const rows = new LoadedRows();
      for (const message of sent(panel, 'rows'))
        for (const [place, row] of message.rows) rows.set(place, row);
      return rows;
    };
    panel.say({ type: 'run', action: 'load' });
    await until(
      'the rows',
      () => (state()?.isLoading ? undefined : loaded()),
      (rows) => rows?.size === 5_000,
    );
    assert.deepEqual([state()?.length, state()?.total], [6_000, 6_000]);
    const sort = { column: 'rule', descending: true } as const;
    const arranged = arrangedLines(loaded(), { sort, grouping: 'rule', open: new Set() });
    assert.deepEqual([arranged.logs, arranged.groups, arranged.count], [5_000, 10, 10]);
    panel.dispose();
  });
});
