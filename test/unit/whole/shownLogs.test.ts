/**
 * Tests that the log a user copies, opens, or exports is the one displayed, even if another service has a log with the
 * same number.
 */
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { LogNode } from '../../../src/connections/nodes.ts';
import type { ToPanel } from '../../../src/detection/detectionMessages.ts';
import type { ToTable } from '../../../src/table/tableMessages.ts';
import type { WebviewPanel } from '../../fakeEditor/webviewPanel.ts';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';
import { FakeService } from '../../fakeService.ts';
import { until } from '../../until.ts';
import { childrenOf } from './readingPlaces.ts';

const DOMAIN = { connectionId: 'c', index: 1, name: undefined };
const LOG = { connectionId: 'c', key: { domain: 1, idx: 250, detectedType: 'WAF' } };
const REFUSED = /^Nothing was copied\. The connection, its key, or its differences changed/;

const rowsOf = (name: string) => [
  { idx: 251, log_time: '2026-05-30 12:00:01', attack: `Rule of ${name}`, uri: '/needle' },
  { idx: 250, log_time: '2026-05-30 12:00:00', attack: `Rule of ${name}`, uri: '/other' },
];
const detailsOf = (name: string) =>
  new Map([250, 251].map((idx) => [idx, { raw_data: `log ${idx} of ${name}` }]));

describe('displayed logs', function () {
  this.timeout(60_000);
  let one: FakeService;
  let two: FakeService;
  let window: FakeWindow;
  const connection = () => ({ id: 'c', name: 'c', baseUrl: one.baseUrl });
  const file = path.join(tmpdir(), `partner-logs-shown-${process.pid}.ndjson`);

  beforeEach(async () => {
    [one, two] = (await Promise.all(
      ['one', 'two'].map((name) => FakeService.start({ logs: rowsOf(name), details: detailsOf(name) })),
    )) as [FakeService, FakeService];
    window = await FakeWindow.open(plainProfile());
    await window.connect(one.baseUrl, 'key');
  });

  afterEach(async () => {
    window.close();
    await Promise.all([one.close(), two.close()]);
    rmSync(file, { force: true });
  });

  /** The ways in which the same numbers can refer to a different log. */
  const changes: Readonly<Record<string, () => Promise<void> | void>> = {
    'the base URL is edited': () => window.connect(two.baseUrl, 'key'),
    'its differences change': async () => {
      one.details = detailsOf('two');
      await window.differ('c', { countsPath: '/other/:user_domain_idx' });
    },
    'the key is replaced': async () => {
      one.details = detailsOf('two');
      await window.parts.keys.store(connection(), 'another-key');
    },
  };

  const panelOf = (type: string) =>
    until('the panel', () =>
      window.fake.panels.findLast(({ isOpen, viewType }) => isOpen && viewType === type),
    );
  const shownIn = (panel: WebviewPanel) => {
    const last = panel.posted.findLast((message) => (message as ToPanel).type === 'show') as
      | ToPanel
      | undefined;
    return last?.type === 'show' ? last.view.content?.raw.text : undefined;
  };
  const offered = () => window.fake.messages.at(-1)?.actions;
  const toldNow = () => window.fake.messages.map(({ text }) => text).join('\n');

  async function openPanel(): Promise<WebviewPanel> {
    const opened = window.run('partnerLogs.openDetectionLog', LOG);
    const panel = (await panelOf('partnerLogs.detection')) as WebviewPanel;
    panel.say({ type: 'ready' });
    await opened;
    assert.equal(shownIn(panel), 'log 250 of one');
    return panel;
  }

  async function rowOfTree(): Promise<LogNode> {
    const [domain] = await childrenOf(window);
    const rows = await childrenOf(window, domain);
    return rows.find((row) => row.kind === 'log' && row.key.idx === 250) as LogNode;
  }

  it('redaction › has the key of each connection', async () => {
    const { keys, services } = window.parts;
    assert.deepEqual((await services.redaction()).keys, ['key']);
    await keys.store(connection(), 'another-key');
    assert.deepEqual((await services.redaction()).keys, ['another-key']);
  });

  for (const [how, change] of Object.entries(changes)) {
    it(`panel › shows the other log before it copies it, when ${how}`, async () => {
      const panel = await openPanel();
      await change();
      panel.say({ type: 'run', action: 'copyRawData' });
      await until(
        'the other log',
        () => shownIn(panel),
        (text) => text === 'log 250 of two',
      );
      panel.say({ type: 'run', action: 'copyRawData' });
      await until('the copy', () => window.fake.clipboard);
      assert.equal(window.fake.clipboard, shownIn(panel));
    });

    it(`hidden panel › requests nothing until it is in sight, when ${how}`, async () => {
      const panel = await openPanel();
      panel.setVisible(false);
      const before = [...one.requests, ...two.requests].length;
      await change();
      const details = () => [...one.paths(/detailed_log/), ...two.paths(/detailed_log/)].length;
      await new Promise(setImmediate);
      assert.equal(details(), 1);
      assert.ok(before > 0);
      panel.setVisible(true);
      panel.say({ type: 'ready' });
      await until(
        'the other log',
        () => shownIn(panel),
        (text) => text === 'log 250 of two',
      );
    });

    it(`row of the tree › is refused when ${how}`, async () => {
      const row = await rowOfTree();
      await change();
      for (const command of ['copyRawData', 'copyBugReport', 'copyLink']) {
        window.fake.messages.splice(0);
        await window.run(`partnerLogs.${command}`, row);
        assert.match(toldNow(), REFUSED, command);
        assert.deepEqual(offered(), [], command);
        assert.equal(window.fake.clipboard, '', command);
      }
    });

    it(`document › is refused, and the log opened again is another document, when ${how}`, async () => {
      const { documents } = window.parts;
      const row = await rowOfTree();
      const uri = documents.uri(row, 'raw');
      const textOf = async (of: typeof uri) =>
        documents.provideTextDocumentContent(of, window.fake.token() as never);
      assert.equal(await textOf(uri), 'log 250 of one');
      await change();
      await window.run('partnerLogs.copyRawData', documents.logOf(uri));
      assert.match(toldNow(), REFUSED);
      await assert.rejects(textOf(uri), /The connection, its key, or its differences changed/);
      const again = documents.uri(LOG, 'raw');
      assert.notEqual(again.path, uri.path);
      assert.equal(await textOf(again), 'log 250 of two');
    });

    it(`button of a message › is refused when ${how}`, async () => {
      let press = (_: string) => {};
      window.fake.takes = new Promise((resolve) => {
        press = resolve;
      });
      await window.run('partnerLogs.copyBugReport', LOG);
      await change();
      const { length } = window.fake.messages;
      press('Preview');
      const told = await until('the refusal', () => window.fake.messages[length]?.text);
      assert.match(told ?? '', /The connection, its key, or its differences changed/);
      assert.ok(window.fake.panels.every(({ viewType }) => viewType !== 'partnerLogs.report'));
    });

    it(`export of rows › is refused when ${how}`, async () => {
      const row = await rowOfTree();
      await change();
      const exported = window.run('partnerLogs.exportLogs', row);
      await takeExport();
      await exported;
      assert.match(toldNow(), /^Nothing was exported.*The connection, its key, or its differences changed/);
      assert.deepEqual(offered(), [], 'Trying again would fail for the same reason');
    });
  }

  async function takeExport(): Promise<void> {
    window.fake.saveTo = file;
    for (const label of ['NDJSON', 'Rows only', 'Exact'])
      await until(`the row ${label}`, () =>
        window.fake.picks.findLast(({ isOpen }) => isOpen)?.take((row) => row.label.includes(label)),
      );
  }

  it('export › ends when the conventions change', async () => {
    one.logs = Array.from({ length: 3_000 }, (_, index) => 3_000 - index);
    const [domain] = await childrenOf(window);
    const exported = window.run('partnerLogs.exportLogs', domain);
    let change: Promise<void> | void | undefined;
    one.respond = async (request, usual) => {
      const page = Number(request.url.searchParams.get('page'));
      if (request.url.pathname.includes('attack_logs') && page === 5)
        change ??= changes['its differences change']?.();
      return usual();
    };
    await takeExport();
    await exported;
    await change;
    assert.match(toldNow(), /^Nothing was exported.*The connection, its key, or its differences changed/);
    const pages = one.paths(/attack_logs.*per_page=100/);
    assert.ok(pages.length < 20, `${pages.length} pages of 30 were requested`);
  });

  it('table › exports the rows that typed words leave', async () => {
    one.respond = async ({ url }, usual) => {
      const wanted = url.searchParams.get('keyword');
      one.logs = rowsOf('one').filter(({ uri }) => wanted === null || uri.includes(wanted));
      return usual();
    };
    await window.run('partnerLogs.openTable', DOMAIN);
    const panel = (await panelOf('partnerLogs.table')) as WebviewPanel;
    panel.say({ type: 'ready' });
    const total = () => {
      const list = (panel.posted as ToTable[]).findLast((message) => message.type === 'show')?.state;
      return list && !list.isChanging && list.list > 0 ? list.length : undefined;
    };
    await until('both rows', total, (seen) => seen === 2);
    panel.say({ type: 'search', text: 'needle', isEntered: false });
    panel.say({ type: 'run', action: 'exportLogs' });
    await takeExport();
    await until('the export', () => window.fake.messages.find(({ text }) => /exported/.test(text)));
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    assert.deepEqual(
      lines.map((line) => /"idx":(\d+)/.exec(line)?.[1]),
      ['251'],
    );
  });
});
