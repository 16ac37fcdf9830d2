/**
 * Tests the path from a log to a finding with services that ignore filters, count wrong, repeat pages, or lose their
 * connection, and counts the requests.
 */
import assert from 'node:assert/strict';
import type { LogTarget } from '../../../src/connections/logTarget.ts';
import type { ShownCount, ToPanel } from '../../../src/detection/detectionMessages.ts';
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

/** The newest ten are alike: only the totals show which parts a service ignores. */
const ROWS = [
  ...many(20, 1_000),
  ...many(4, 2_000, { action: 'Detected' }),
  ...many(30, 3_000, { uri: '/login' }),
  ...many(12, 4_000, { attack: 'Cross Site Scripting' }),
  ...many(15, 5_000, { ip: '198.51.100.7' }),
  ...many(40, 6_000, { log_time: '2020-10-01 10:00:00' }),
];
const RIGHT: Readonly<Record<string, number>> = {
  route: 39,
  address: 66,
  rule: 69,
  blocked: 35,
  detected: 4,
};
const [FIRST] = ROWS;
const dayOf = ({ log_time }: Row) => log_time.slice(0, 10).replaceAll('-', '');

describe('from a log to a finding', function () {
  this.timeout(60_000);
  let service: FakeService;
  let window: FakeWindow;
  /** Parameters that the service ignores. */
  let ignored: readonly string[];
  /** Changes the data of log lists. */
  let change: (data: Record<string, unknown>) => object;
  const log = (idx: number): LogTarget => ({
    connectionId: 'c',
    key: { domain: 1, idx, detectedType: 'WAF' },
  });

  beforeEach(async () => {
    ignored = [];
    change = (data) => data;
    service = await FakeService.start({ logs: ROWS });
    service.respond = async ({ url }, usual) => {
      if (!url.pathname.includes('attack_logs')) return usual();
      const asked = (name: string) => (ignored.includes(name) ? null : url.searchParams.get(name));
      const rows = service.logs as readonly Row[];
      const left = rows.filter(
        (row) =>
          (['attack', 'uri', 'ip'] as const).every((name) => [null, row[name]].includes(asked(name))) &&
          [null, row.action].includes(asked('action_type')) &&
          dayOf(row) >= (asked('from') ?? '') &&
          dayOf(row) <= (asked('to') ?? '9'),
      );
      const [page, size] = [Number(asked('page') ?? 1), Number(url.searchParams.get('per_page'))];
      const items = left.slice((page - 1) * size, page * size);
      const data = { items, total_count: left.length, page: url.searchParams.get('page'), per_page: size };
      return { status: 200, body: { message: { key: 'RES000000', value: 'success' }, data: change(data) } };
    };
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
  /** Opens the first log with its row; returns the numbers shown in the line. */
  async function counts(): Promise<readonly ShownCount[]> {
    const [{ idx, log_time: time, attack: rule, ...row } = assert.fail()] = service.logs as readonly Row[];
    const { uri, ip: address, action } = row;
    const known = Object.entries({ idx, time, rule, uri, address, action }).filter(([, value]) => value);
    service.requests.splice(0);
    const target = { ...log(idx), row: { ...Object.fromEntries(known), other: {} } };
    void window.run('partnerLogs.openDetectionLog', target);
    const panel = await ready('detection');
    const shown = await until('the numbers', () =>
      (panel.posted as ToPanel[]).flatMap((each) => (each.type === 'common' ? [each.counts] : [])).at(-1),
    );
    panel.dispose();
    return shown ?? assert.fail();
  }
  const lists = () => service.paths(/attack_logs.*per_page=10(?:&|$)/);

  /** Asserts that each number is right or has a reason. Returns the reasons. */
  function assertRight(shown: readonly ShownCount[], right = RIGHT): string[] {
    assert.ok(lists().length <= 5, lists().join('\n'));
    for (const { name, text, reason } of shown) {
      if (reason === undefined)
        assert.equal(/\d+(?= in 7| blocked| detected|$)/.exec(text)?.[0], String(right[name]), text);
      else assert.match(text, /: not known$/);
    }
    return shown.flatMap(({ reason = [] }) => reason);
  }

  it('numbers › are right of a service that applies each filter, by at most five lists, none of which is read again', async () => {
    await counts();
    const shown = await counts();
    assert.deepEqual(assertRight(shown), []);
    assert.equal(shown.length, 5);
    assert.ok(lists().length <= 2, lists().join('\n'));
  });

  for (const name of ['from', 'attack', 'uri', 'ip', 'action_type', 'page'])
    it(`numbers › are right or not known of a service that ignores ${name}`, async () => {
      ignored = name === 'from' ? ['from', 'to'] : [name];
      const reasons = [...assertRight(await counts()), ...assertRight(await counts())];
      assert.equal(
        reasons.some((reason) => /ignored|did not apply|can't/.test(reason)),
        name !== 'page',
        reasons.join('\n'),
      );
    });

  for (const [what, total] of [
    ['text', 'many'],
    ['null', null],
    ['smaller than the rows', 3],
    ['that of the page', 10],
    ['negative', -1],
  ] as const)
    it(`numbers › are not known of a service whose total is ${what}`, async () => {
      change = (data) => ({ ...data, total_count: total });
      const [first] = await counts();
      assert.match(String(first?.text), /^same rule and path: not known$/);
      assert.ok(first?.reason);
      assertRight(await counts());
    });

  it('numbers › are right of a domain with one log or 1,000,000', async () => {
    service.logs = [FIRST as Row];
    assert.deepEqual(
      assertRight(await counts(), { route: 1, address: 1, rule: 1, blocked: 1, detected: 0 }),
      [],
    );
    service.logs = ROWS;
    change = (data) => ({ ...data, ...(Number(data['total_count']) > 80 && { total_count: 1_000_000 }) });
    await window.parts.keys.store({ id: 'c', name: 'C', baseUrl: service.baseUrl }, 'another-key');
    await counts();
    assert.deepEqual(assertRight(await counts()), []);
  });

  it('numbers › are not known of a row without rule, path, and address, which is not counted', async () => {
    service.logs = [{ idx: 1, log_time: `${YESTERDAY} 10:00:00` }];
    const reasons = assertRight(await counts());
    assert.equal(reasons.length, 3);
    assert.deepEqual(lists(), []);
  });

  it('statuses › are read of 200 logs of 5,000, and a log that was read opens without a request', async () => {
    service.logs = many(5_000, 1);
    const logs = Array.from({ length: 5_000 }, (_, at) => log(at + 1));
    select(logs);
    await window.run('partnerLogs.readStatuses', GROUP);
    const details = () => service.paths(/detailed_log/).length;
    assert.equal(details(), 200);
    assert.match(
      window.fake.statuses.at(-1) ?? '',
      /200 statuses read\. 4,800 more are selected\. At most 200 can be read at once\.$/,
    );
    await window.run('partnerLogs.openDetectionLog', log(7));
    await ready('detection');
    assert.equal(details(), 200);
  });

  it('statuses › keep what was read when the user cancels', async () => {
    service.logs = many(50, 1);
    const { respond } = service;
    let left = 10;
    service.respond = (request, usual) =>
      --left < 0 ? new Promise(() => {}) : Promise.resolve(respond(request, usual));
    select(Array.from({ length: 50 }, (_, at) => log(at + 1)));
    const work = window.run('partnerLogs.readStatuses', GROUP);
    (await until('the progress', () => window.fake.progress.at(-1)))?.cancel();
    await work;
    assert.ok(service.paths(/detailed_log/).length < 20);
    assert.deepEqual(window.fake.messages, []);
  });

  it('numbers, statuses, and search for an address › end when their connection is removed, and show nothing of it', async () => {
    const { respond } = service;
    let isHanging = false;
    service.respond = (request, usual) =>
      isHanging && !request.url.pathname.includes('/website/')
        ? new Promise(() => {})
        : Promise.resolve(respond(request, usual));
    await counts();
    isHanging = true;
    select([log(2_000)]);
    const work = [
      window.run('partnerLogs.readStatuses', GROUP),
      window.run('partnerLogs.searchAddress', { ...log(1), row: { idx: 1, address: ADDRESS, other: {} } }),
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

  describe('search for an address', () => {
    const target = { ...log(1), row: { idx: 1, address: ADDRESS, other: {} } };
    const DOWN = { status: 503, body: { message: { key: '', value: 'down' } } };
    const isList = ({ url }: { readonly url: URL }) => url.pathname.includes('attack_logs');
    const search = async () => {
      service.requests.splice(0);
      window.fake.picks.splice(0);
      const done = window.run('partnerLogs.searchAddress', target);
      const pick = await until('the search', () => window.fake.picks[0]);
      await until('the answers', () => pick?.busy === false);
      const rows = pick?.items ?? assert.fail();
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
      assert.equal(rows.length, 1);
      assert.match(rows[0]?.label ?? '', /^\$\(error\) /);
      assert.match(rows[0]?.detail ?? '', /“Try Again”/);
    });
  });
});
