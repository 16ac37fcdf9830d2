/** Tests the path from a log to a finding with services that fail or lose their connection, and counts the requests. */
import assert from 'node:assert/strict';
import type { LogTarget } from '../../../src/connections/logTarget.ts';
import type { WebviewPanel } from '../../fakeEditor/webviewPanel.ts';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';
import { FakeService } from '../../fakeService.ts';
import { until } from '../../until.ts';

const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
const ADDRESS = '203.0.113.9';

interface Row {
  readonly idx: number;
  readonly log_time: string;
  readonly attack?: string;
  readonly uri?: string;
  readonly ip?: string;
  readonly action?: string;
}

const many = (count: number, from: number, more: Partial<Row> = {}): Row[] =>
  Array.from({ length: count }, (_, at) => ({
    ...{ idx: from + at, attack: 'SQL Injection', uri: '/cart', ip: ADDRESS, action: 'Blocked' },
    log_time: `${YESTERDAY} 10:00:00`,
    ...more,
  }));

const ROWS = many(3, 1_000);

describe('from a log to a finding', function () {
  this.timeout(60_000);
  let service: FakeService;
  let window: FakeWindow;
  const log = (idx: number): LogTarget => ({
    connectionId: 'c',
    key: { domain: 1, idx, detectedType: 'WAF' },
  });

  beforeEach(async () => {
    service = await FakeService.start({ logs: ROWS });
    window = await FakeWindow.open(plainProfile(), 1);
    await window.connect(service.baseUrl, service.key);
    window.fake.messages.splice(0);
    window.fake.statuses.splice(0);
  });

  afterEach(async () => {
    window?.close();
    await service?.close();
  });

  const GROUP = { webviewSection: 'group' };
  /** Selects logs as a table would. */
  const select = (logs: readonly LogTarget[]) => {
    const focus = window.parts.tableFocus;
    focus.last = { selection: logs } as unknown as typeof focus.last;
  };
  const ready = async (type: string): Promise<WebviewPanel> => {
    const panel = await until('the panel', () =>
      window.fake.panels.findLast(({ isOpen, viewType }) => isOpen && viewType === `partnerLogs.${type}`),
    );
    panel?.say({ type: 'ready' });
    return panel ?? assert.fail();
  };
  it('statuses › are read of 200 logs of 5,000, and a log that was read opens without a request', async () => {
    service.logs = many(5_000, 1);
    const logs = Array.from({ length: 5_000 }, (_, at) => log(at + 1));
    select(logs);
    await window.run('partnerLogs.readStatuses', GROUP);
    const details = () => service.paths(/detailed_log/).length;
    assert.equal(details(), 200);
    assert.match(
      window.fake.statuses.at(-1) ?? '',
      /200 of 5,000 statuses read\. At most 200 can be read at once\.$/,
    );
    await window.run('partnerLogs.openDetectionLog', log(7));
    await ready('detection');
    assert.equal(details(), 200);
  });

  it('statuses and search for an address › end when their connection is removed, and show nothing of it', async () => {
    const { respond } = service;
    let isHanging = false;
    service.respond = (request, usual) =>
      isHanging && !request.url.pathname.includes('/website/')
        ? new Promise(() => {})
        : Promise.resolve(respond(request, usual));
    isHanging = true;
    select([log(2_000)]);
    const work = [
      window.run('partnerLogs.readStatuses', GROUP),
      window.run('partnerLogs.showTrail', { ...log(1), row: { idx: 1, address: ADDRESS, other: {} } }),
    ];
    await until('the reads', () => service.requests.filter(({ isOpen }) => isOpen).length >= 2);
    await window.parts.connections.remove('c');
    const texts = () => window.fake.picks.at(-1)?.texts.join('\n') ?? '';
    await until('the fault', texts, (shown) => shown.includes('The connection was removed.'));
    window.fake.picks.at(-1)?.hide();
    await Promise.all(work);
    await until('the end of the reads', () => !service.requests.some(({ isOpen }) => isOpen));
    const messages = window.fake.messages.map(({ text }) => text);
    assert.equal(messages.length, 1, messages.join('\n'));
    assert.match(messages[0] ?? '', / The connection was removed\. /);
  });

  it('the route of a log › is searched for in the code, if its path has a name', async () => {
    const searched: unknown[] = [];
    window.fake.commands.set('workbench.action.findInFiles', (search) => searched.push(search));
    const find = (uri: string) =>
      window.run('partnerLogs.findRoute', { ...log(1), row: { idx: 1, uri, other: {} } });
    await find('/orders/42');
    window.fake.folders = [{}];
    await find('/42');
    await find('/orders/42');
    window.fake.commands.delete('workbench.action.findInFiles');
    window.fake.folders = undefined;
    const [closed, nameless] = window.fake.messages.map(({ text }) => text);
    assert.match(closed ?? '', /^No folder is open\./);
    assert.match(nameless ?? '', /has no segment that could be part of a route/);
    assert.deepEqual(
      searched.map((search) => Object(search).isRegex),
      [true],
    );
  });

  describe('search for an address', () => {
    const target = { ...log(1), row: { idx: 1, address: ADDRESS, other: {} } };
    const DOWN = { status: 503, body: { message: { key: '', value: 'down' } } };
    const isList = ({ url }: { readonly url: URL }) => url.pathname.includes('attack_logs');
    const search = async () => {
      service.requests.splice(0);
      window.fake.picks.splice(0);
      const done = window.run('partnerLogs.showTrail', target);
      const pick = await until('the search', () => window.fake.picks[0]);
      await until('the answers', () => pick?.busy === false);
      const rows = pick?.items.filter(({ kind }) => kind !== -1) ?? assert.fail();
      pick?.hide();
      await done;
      return rows;
    };

    it('reads at most 50 domains and 100 rows of each, and says so', async () => {
      service.domains = Array.from({ length: 70 }, (_, at) => `${at}.example`);
      const rows = await search();
      const lists = service.requests.filter(isList).map(({ url }) => url);
      assert.equal(lists.length, 50);
      assert.equal(new Set(lists.map(({ pathname }) => pathname)).size, 50);
      for (const { searchParams } of lists)
        assert.deepEqual([searchParams.get('ip'), searchParams.get('per_page')], [ADDRESS, '100']);
      assert.equal(rows.filter(({ iconPath }) => iconPath).length, 100);
      assert.deepEqual(
        rows.flatMap(({ label }) => (label.startsWith('$(info)') ? [label] : [])),
        [
          '$(info) Only the first 50 domains were searched.',
          '$(info) There are more logs. Only the newest 100 are listed.',
        ],
      );
    });

    it('lists the logs of the domains that could be read, newest first', async () => {
      service.domains = ['a.example', 'b.example', 'c.example'];
      const { respond } = service;
      service.logs = [
        { idx: 1, attack: 'Older', ip: ADDRESS, log_time: `${YESTERDAY} 09:00:00` },
        { idx: 2, attack: 'Newer', ip: ADDRESS, log_time: `${YESTERDAY} 11:00:00` },
      ];
      service.respond = (request, usual) =>
        isList(request) && request.url.pathname.endsWith('/1') ? DOWN : respond(request, usual);
      const labels = (await search()).map(({ label }) => label);
      assert.deepEqual(labels, ['Newer', 'Newer', 'Older', 'Older', '$(info) 1 domain could not be read.']);
    });

    it('shows the fault if no domain could be read', async () => {
      const { respond } = service;
      service.respond = (request, usual) => (isList(request) ? DOWN : respond(request, usual));
      const rows = await search();
      assert.match(rows[0]?.label ?? '', /^\$\(error\) /);
      assert.match(rows[1]?.label ?? '', /Try Again$/);
    });
  });
});
