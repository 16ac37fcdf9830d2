/**
 * Tests the path from a log to a finding with services that ignore filters, count wrong, repeat pages, or lose their
 * connection, and counts the requests.
 */
import assert from 'node:assert/strict';
import type { LogTarget } from '../../../src/connections/logTarget.ts';
import type { ShownCount, ToPanel } from '../../../src/detection/detectionMessages.ts';
import type { ToTable } from '../../../src/table/tableMessages.ts';
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
  const last = <Type extends ToTable['type']>(panel: WebviewPanel, type: Type) =>
    (panel.posted as ToTable[]).findLast(
      (each): each is Extract<ToTable, { type: Type }> => each.type === type,
    );

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

  it('statuses and trail › keep what was read when the user cancels', async () => {
    service.logs = many(50, 1);
    service.domains = Array.from({ length: 30 }, (_, at) => `${at}.example`);
    const { respond } = service;
    let left = 10;
    service.respond = (request, usual) =>
      --left < 0 ? new Promise(() => {}) : Promise.resolve(respond(request, usual));
    const cancel = async (work: Promise<unknown>) => {
      const progress = await until('the progress', () => window.fake.progress.at(-1));
      progress?.cancel();
      await work;
    };
    select(Array.from({ length: 50 }, (_, at) => log(at + 1)));
    await cancel(window.run('partnerLogs.readStatuses', GROUP));
    assert.ok(service.paths(/detailed_log/).length < 20);
    left = 10;
    await cancel(
      window.run('partnerLogs.showTrail', { ...log(1), row: { idx: 1, address: ADDRESS, other: {} } }),
    );
    const panel = await ready('table');
    const state = await until('the trail', () => last(panel, 'list')?.state);
    panel.dispose();
    assert.match(state?.notices.join() ?? '', /^Canceled\. \d+ of 30 domains were read\.$/);
    assert.deepEqual(window.fake.messages, []);
  });

  it('numbers, statuses, and trail › end when their connection is removed, and show nothing of it', async () => {
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
      window.run('partnerLogs.showTrail', { ...log(1), row: { idx: 1, address: ADDRESS, other: {} } }),
    ];
    await until('the reads', () => service.requests.filter(({ isOpen }) => isOpen).length >= 2);
    await window.parts.connections.remove('c');
    await Promise.all(work);
    await until('the end of the reads', () => !service.requests.some(({ isOpen }) => isOpen));
    const texts = window.fake.messages.map(({ text }) => text);
    assert.equal(texts.length, 2, texts.join('\n'));
    for (const text of texts) assert.match(text, / The connection was removed\. /);
    assert.ok(!window.fake.panels.some(({ isOpen, title }) => isOpen && title.startsWith('Trail')));
  });
});
