/**
 * Tests the panel of a log: facts from the list are shown immediately, and are looked up if the log is opened by its
 * number.
 */

import assert from 'node:assert/strict';
import { Threads } from '../../../src/base/thread.ts';
import type { ToPanel } from '../../../src/detection/detectionMessages.ts';
import type { LogView } from '../../../src/detection/logView.ts';
import type { ToTable } from '../../../src/table/tableMessages.ts';
import { english } from '../../../src/text/l10n.ts';
import { WebviewPanel } from '../../fakeEditor/webviewPanel.ts';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';
import { FakeService } from '../../fakeService.ts';
import { withLogs } from '../../hostileLogs.ts';
import { until } from '../../until.ts';
import { childrenOf } from './readingPlaces.ts';

describe('log panel', function () {
  this.timeout(60_000);
  let service: FakeService;
  /** Releases the response with the details of a log, which is being read until then. */
  let answerDetails = () => {};
  let window: FakeWindow;

  before(async () => {
    service = await FakeService.startSample({ domains: withLogs(120) });
  });

  after(() => service?.close());

  beforeEach(async () => {
    const details = new Promise<void>((resolve) => {
      answerDetails = resolve;
    });
    service.respond = async ({ url }, usual) => {
      if (url.pathname.includes('detailed_log')) await details;
      return usual();
    };
    window = await FakeWindow.open(plainProfile(), 1);
    await window.connect(service.baseUrl, service.key);
  });

  afterEach(() => window?.close());

  const shown = (panel: WebviewPanel) =>
    (panel.posted as ToPanel[]).flatMap((message) => (message.type === 'show' ? message.view : []));
  const factsOf = ({ chips, head }: LogView) => [...chips, ...head];
  const fact = (panel: WebviewPanel, name: string) => {
    const view = shown(panel).findLast(({ content }) => content);
    return view && factsOf(view).find((each) => each.name === name);
  };
  /** Returns the loaded logs of the first domain. */
  const listed = async () => {
    const [domain] = (await childrenOf(window)).filter(({ kind }) => kind === 'domain');
    return (await childrenOf(window, domain)).filter((node) => node.kind === 'log');
  };
  /** Returns a log that is in none of the loaded pages. */
  const unlisted = async () => {
    const { key } = (await listed()).at(-1) ?? assert.fail();
    return { connectionId: 'c', key: { ...key, idx: key.idx - 90 } };
  };
  /** Opens a log, and returns its panel, which has loaded. */
  const open = async (log: object | undefined) => {
    answerDetails();
    await window.run('partnerLogs.openDetectionLog', log);
    const panel = window.fake.panels.at(-1) ?? assert.fail();
    panel.say({ type: 'ready' });
    return panel;
  };

  it('shows what the list says of a log while the log is read', async () => {
    const [log] = await listed();
    assert.ok(log);
    const opened = window.run('partnerLogs.openDetectionLog', log);
    const panel = (await until('the panel', () => window.fake.panels.at(-1))) ?? assert.fail();
    panel.say({ type: 'ready' });
    const [first] = shown(panel);
    answerDetails();
    assert.ok(first && !first.content && window.parts.recent.list().length === 0);
    const texts = factsOf(first).map(({ text, value = text }) => value);
    for (const value of [log.row.rule, log.row.action, log.row.address, log.row.time])
      assert.ok(value !== undefined && texts.includes(value), value);
    await opened;
    assert.deepEqual([fact(panel, 'Rule')?.text, window.parts.recent.list().length], [log.row.rule, 1]);
    panel.say({ type: 'copyValue', value: 'a' });
    await until('the copy', () => window.fake.clipboard === 'a');
  });

  it('shows an open log again when the time zone setting changes', async () => {
    const panel = await open((await listed())[0]);
    const before = shown(panel).length;
    window.fake.configuration.fire({ affectsConfiguration: (name) => name === 'partnerLogs.timeZone' });
    assert.equal(shown(panel).length, before + 1);
    assert.ok(shown(panel).at(-1)?.content);
  });

  it('adds the row of a log that was opened by its number, once it is found by its time', async () => {
    const panel = await open(await unlisted());
    await until('the row', () => fact(panel, 'Rule'));
    assert.ok(fact(panel, 'Action') && fact(panel, 'Time') && fact(panel, 'Address'));
  });

  it('searches for the address of a log whose row is not known, by a header of the service', async () => {
    const log = await unlisted();
    answerDetails();
    const { headers } = (await window.parts.logs.get(log)).request;
    const address = headers.find(([name]) => name === 'X-Forwarded-For')?.[1] ?? assert.fail();
    service.requests.length = 0;
    const done = window.run('partnerLogs.showTrail', log);
    const pick = await until('the search', () => window.fake.picks.find(({ value }) => value === address));
    await until('the answers', () => pick?.busy === false);
    pick?.hide();
    await done;
    const asked = service.requests.map(({ url }) => url.searchParams.get('ip'));
    assert.deepEqual([...new Set(asked.filter((each) => each !== null))], [address]);
  });

  it('shows the log of a removed connection again once the connection was added again', async () => {
    const panel = await open((await listed())[0]);
    const connection = window.parts.connections.get('c') ?? assert.fail();
    await window.parts.connections.remove('c');
    const last = () => (panel.posted as ToPanel[]).at(-1);
    await until('the fault', () => last()?.type === 'failed');
    const again = { ...connection, id: 'again', name: 'again' };
    await window.parts.keys.store(again, service.key);
    await window.parts.connections.save(again);
    panel.say({ type: 'tryAgain' });
    await until('the log', () => {
      const message = last();
      return message?.type === 'show' && message.view.content;
    });
    assert.equal(window.parts.panels.active?.connectionId, 'again');
  });

  describe('tabs', () => {
    const target = (idx: number, domain = 1001) => ({
      connectionId: 'c',
      key: { domain, idx, detectedType: 'WAF' },
    });
    const restored = async (state: unknown) => {
      const panel = new WebviewPanel('partnerLogs.detection', 'x');
      await window.parts.panels.panels.deserializeWebviewPanel(panel as never, state);
      return panel;
    };
    const titled = (panel: WebviewPanel, title: string) => until(title, () => panel.title === title);

    it('turn to another log where they are when told so, and name its domain', async () => {
      answerDetails();
      const { panels, recent } = window.parts;
      const titles = () => window.fake.panels.map(({ title }) => title.replace(/^.* /, '')).join();
      await panels.open(target(11));
      await panels.open(target(12), { newTab: true });
      await panels.open(target(13), { from: target(12) });
      assert.equal(titles(), '11,13');
      await panels.open(target(14));
      assert.equal(titles(), '14,13');
      await recent.add(target(15, 987), 'the\u202eshop');
      await panels.open(target(15, 987));
      assert.equal(window.fake.panels[0]?.title, 'the‹U+202E›shop 15');
    });

    it('are restored at once from a link, whatever the service does, and from nothing else', async () => {
      const { connections, links, panels } = window.parts;
      const link = links.toLink(target(16, 987));
      const panel = await restored({ link, preview: true });
      await titled(panel, 'Log 16');
      const opened = panels.open(target(17, 987));
      await titled(panel, 'Log 17');
      for (const state of [undefined, null, 'x', {}, { link: 7 }, { link: '' }, [], { preview: true }])
        await titled(await restored(state), 'Detection Log');
      await connections.remove('c');
      await titled(await restored({ link }), 'Detection Log');
      assert.deepEqual(window.fake.messages, []);
      await opened;
    });
  });

  it('shows a large log that cannot be decoded, with a note, in its panel and as documents', async () => {
    answerDetails();
    const { documents, logs } = window.parts;
    const [log = assert.fail()] = await listed();
    const rawData = `POST /a HTTP/1.1\r\n\r\n[${'"a",'.repeat(20_000)}"b"]`;
    const read = await logs.get(log);
    logs.get = async () => ({ ...read, rawData });
    Object.assign(window.parts, { threads: new Threads('missing.cjs') });
    const { noMatch, raw } = shown(await open(log)).at(-1)?.content ?? assert.fail();
    assert.equal(
      noMatch && english(noMatch),
      "Unknown, because the search didn't finish. An error occurred. To try again, reopen the log.",
    );
    assert.equal(raw.text, rawData);
    const textOf = async (kind: 'raw' | 'decoded') =>
      documents.provideTextDocumentContent(documents.uri(log, kind), window.fake.token() as never);
    assert.equal(await textOf('raw'), rawData);
    assert.match(
      await textOf('decoded'),
      /^Note: This log could not be decoded\. .* The raw data is complete\./,
    );
  });

  it('compares the raw data of two selected logs', async () => {
    const compared: unknown[][] = [];
    window.fake.commands.set('vscode.diff', (...args) => compared.push(args));
    answerDetails();
    const [one, other, third] = await listed();
    await window.run('partnerLogs.compareLogs', one, [one, other, third]);
    assert.match(window.fake.messages.at(-1)?.text ?? '', /^You can compare two different logs\./);
    await window.run('partnerLogs.compareLogs', one, [one, other]);
    window.fake.commands.delete('vscode.diff');
    const numbers = [one?.key.idx, other?.key.idx];
    const [[left, right, title] = []] = compared;
    assert.equal(title, `Log ${numbers.join(' ↔ Log ')}`);
    assert.deepEqual(
      [left, right].map((uri) => /(\d+)\.partnerlog$/.exec(String(Object(uri).path))?.[1]),
      numbers.map(String),
    );
  });

  describe('similar requests', () => {
    /** The response to reads of similar requests, if a test replaces it. */
    let answer: FakeService['respond'] | undefined;
    const isSimilar = ({ pathname, searchParams }: URL) =>
      pathname.includes('attack_logs') && searchParams.has('attack');
    const reads = () => service.requests.filter(({ url }) => isSimilar(url));

    beforeEach(() => {
      answer = undefined;
      answerDetails();
      service.requests.splice(0);
      const { respond } = service;
      service.respond = (request, usual) =>
        answer && isSimilar(request.url) ? answer(request, usual) : respond(request, usual);
    });

    /** Opens logs in immediate succession. */
    async function openLogs(count: number) {
      const logs = (await listed()).slice(0, count);
      for (const log of logs) await open(log);
      return { logs, panel: window.fake.panels.at(-1) ?? assert.fail() };
    }
    const similarIn = (panel: WebviewPanel) =>
      until('the similar requests', () =>
        (panel.posted as ToPanel[])
          .flatMap((message) => (message.type === 'similar' ? [message.similar] : []))
          .at(-1),
      );

    it('are read by one list for the last of several logs, kept, and opened in the table', async () => {
      const { logs, panel } = await openLogs(3);
      assert.match((await similarIn(panel))?.summary ?? '', /^\d+ in \d+ days$/);
      assert.equal(reads().length, 1);
      panel.dispose();
      const again = await openLogs(3);
      await similarIn(again.panel);
      assert.equal(reads().length, 1);
      for (const row of ['a', 'b'].map((ruleRaw) => ({ ...logs[0]?.row, rule: '', ruleRaw })))
        await window.parts.similar.of({ ...logs[0], row } as never, window.parts.closing);
      assert.equal(reads().length, 3);
      again.panel.say({ type: 'openSimilar' });
      const table = await until('the table', () =>
        window.fake.panels.find(({ viewType }) => viewType === 'partnerLogs.table'),
      );
      table?.say({ type: 'ready' });
      const { rule } = logs.at(-1)?.row ?? {};
      const posted = () => (table?.posted ?? []) as ToTable[];
      const chips = () => posted().flatMap((message) => (message.type === 'show' ? message.state.chips : []));
      await until('the filter', () => chips().some(({ field, text }) => field === 'rule' && text === rule));
    });

    it('are not read for a hidden panel', async () => {
      const { panel } = await openLogs(1);
      panel.setVisible(false);
      const opened = Date.now();
      await until('more than a second', () => Date.now() - opened > 1_500);
      assert.equal(reads().length, 0);
      panel.setVisible(true);
      panel.say({ type: 'ready' });
      await similarIn(panel);
    });

    it('are no longer read when another log is shown, and those of another service are not shown', async () => {
      answer = () => new Promise(() => {});
      const { logs, panel } = await openLogs(1);
      const request = await until('a read', () => reads()[0]);
      answer = undefined;
      const other = { ...logs[0], key: { ...logs[0]?.key, idx: 999_999 } };
      await window.run('partnerLogs.openDetectionLog', other);
      await until('the end of the read', () => request?.isOpen === false);
      assert.equal(
        (panel.posted as ToPanel[]).some(({ type }) => type === 'similar'),
        false,
      );
    });

    it('are not opened in the table, without a message, when another log is shown in the meantime', async () => {
      const { panel } = await openLogs(1);
      panel.say({ type: 'openSimilar' });
      await open((await listed())[1]);
      await similarIn(panel);
      assert.deepEqual([window.fake.messages, window.fake.panels.length], [[], 1]);
    });

    it('state the fault of a service that fails, after one read', async () => {
      answer = () => ({ status: 500, body: { message: { key: 'RES000029', value: 'failed' } } });
      const { panel } = await openLogs(1);
      assert.match((await similarIn(panel))?.summary ?? '', /500/);
      assert.equal(reads().length, 1);
    });

    it('are left out after the connection moved to another service', async () => {
      const { panel } = await openLogs(1);
      await similarIn(panel);
      const other = await FakeService.startSample({ domains: withLogs(120) });
      try {
        const connection = window.parts.connections.get('c') ?? assert.fail();
        await window.parts.connections.change(connection, { ...connection, baseUrl: other.baseUrl });
        const latest = () => (panel.posted as ToPanel[]).findLast((message) => message.type === 'show');
        await until('the panel', () => latest()?.view.content === undefined);
        panel.posted.splice(0);
        panel.say({ type: 'ready' });
        assert.equal(panel.posted.length, 1);
      } finally {
        await other.close();
      }
    });
  });
});
