/** Tests the counts of similar logs with services that ignore part of a filter. */
import assert from 'node:assert/strict';
import { defaultConventions } from '../../../../src/service/conventions.ts';
import type { LogFilter, LogPage, LogRow } from '../../../../src/service/model.ts';
import { checkLogs, type FilterField, type FilterNames } from '../../../../src/service/queries/filter.ts';
import { COUNTED, howCommon } from '../../../../src/service/queries/howCommon.ts';

const names = defaultConventions.logs.parameters;
const days = { from: '2026-11-17', to: '2026-11-23' };

const log = (idx: number, more: Partial<LogRow> = {}): LogRow => ({
  idx,
  time: '2026-11-23 10:00:00',
  rule: 'SQL Injection',
  uri: '/cart?id=1',
  address: '203.0.113.9',
  action: 'Blocked',
  other: {},
  ...more,
});

const many = (count: number, from: number, more: Partial<LogRow> = {}) =>
  Array.from({ length: count }, (_, at) => log(from + at, more));

/** The newest ten are alike, so that only the totals show which parts a service ignores. */
const LOGS: readonly LogRow[] = [
  ...many(20, 1_000),
  ...many(4, 2_000, { action: 'Detected' }),
  ...many(30, 3_000, { uri: '/login' }),
  ...many(12, 4_000, { rule: 'Cross Site Scripting' }),
  ...many(15, 5_000, { address: '198.51.100.7', time: '2026-11-20 10:00:00' }),
  ...many(40, 6_000, { time: '2026-10-01 10:00:00' }),
];
const RIGHT = { route: 39, address: 66, rule: 69, blocked: 35, detected: 4 };

interface Service {
  readonly ignored?: readonly FilterField[];
  readonly logs?: readonly LogRow[];
  readonly change?: (page: LogPage, filter: LogFilter) => LogPage;
}

/** Counts using a service, and returns the requests. */
async function counted(
  { ignored = [], logs = LOGS, change = (page) => page }: Service = {},
  row = log(1_000),
  {
    ofAllDays,
    proven = new Set(),
    parameters = names,
  }: { ofAllDays?: number; proven?: Set<FilterField>; parameters?: FilterNames } = {},
) {
  const asked: LogFilter[] = [];
  const { counts } = await howCommon(row, {
    days,
    names: parameters,
    ofAllDays,
    proven,
    read: async (filter) => {
      asked.push(filter);
      const applied = Object.fromEntries(
        Object.entries(filter).filter(([field]) => !ignored.includes(field as FilterField)),
      );
      const listed = logs.map((each) => ({
        key: { domain: 1, idx: each.idx, detectedType: 'WAF' },
        row: each,
      }));
      const left = checkLogs(listed, applied, names).logs;
      return change({ items: left.slice(0, 10), total: left.length, page: 1, perPage: 10 }, filter);
    },
  });
  const totals = Object.fromEntries(COUNTED.map((name) => [name, counts[name].total]));
  const why = (name: (typeof COUNTED)[number]) => {
    const count = counts[name];
    return 'unsupported' in count ? count.unsupported : undefined;
  };
  return { totals, why, asked, counts };
}

describe('howCommon', () => {
  it('counts by five reads of the same days, and keeps the filter of each number', async () => {
    const { totals, asked, counts } = await counted({}, undefined, { ofAllDays: LOGS.length });
    assert.deepEqual(totals, RIGHT);
    assert.equal(asked.length, 5);
    assert.ok(asked.every(({ from, to }) => from === days.from && to === days.to));
    const { blocked } = counts;
    const filter = { ...days, rule: 'SQL Injection', uri: '/cart', action: 'Blocked' };
    assert.deepEqual('filter' in blocked && blocked.filter, filter);
  });

  it('knows no number that is lower than the logs it has seen', async () => {
    const few =
      (shown: number, unreadable: readonly number[], total: number) =>
      (page: LogPage, { rule }: LogFilter): LogPage =>
        rule ? { ...page, items: page.items.slice(0, shown), unreadable, total } : page;
    const why = async (change: ReturnType<typeof few>, row: LogRow) =>
      (await counted({ change }, row, { ofAllDays: LOGS.length })).why('rule');
    const contradicts = { why: 'contradicts', fields: [] };
    // The ten newest logs have the rule of the first one, and none that of the other.
    assert.deepEqual(await why(few(4, [], 4), log(1_000)), contradicts);
    const other = log(4_000, { rule: 'Cross Site Scripting' });
    assert.deepEqual(await why(few(4, [4, 5], 5), other), contradicts);
    assert.equal(await why(few(4, [4, 5], 6), other), undefined);
  });

  it('knows no number that is higher than that of all logs on the days', async () => {
    const onDays = LOGS.length - 40;
    for (const [total, why] of [
      [onDays, undefined],
      [onDays + 1, 'contradicts'],
    ] as const) {
      const { why: reason } = await counted(
        { change: (page, { rule }) => (rule ? { ...page, total } : page) },
        undefined,
        { ofAllDays: LOGS.length, proven: new Set(['rule']) },
      );
      assert.equal(reason('rule')?.why, why);
    }
  });

  it('counts outcomes that the service spells in another way', async () => {
    const logs = LOGS.map((each) => ({ ...each, action: each.action?.toUpperCase() ?? '' }));
    const { totals, asked, counts } = await counted({ logs }, undefined, { ofAllDays: logs.length });
    assert.deepEqual(totals, RIGHT);
    assert.equal(asked.at(-1)?.action, 'Detected');
    const { blocked } = counts;
    assert.equal('filter' in blocked && blocked.filter.action, 'BLOCKED');
  });

  it('knows the number of no outcome where a row has none', async () => {
    const { action: _, ...silent } = log(999);
    const { why, totals } = await counted({ logs: [silent, ...LOGS] }, undefined, { ofAllDays: 200 });
    assert.equal(totals['route'], RIGHT.route + 1);
    assert.deepEqual(why('blocked'), { why: 'not-shown', fields: ['action'] });
  });

  it('says which part of a filter did not shorten the list', async () => {
    const same = many(30, 1);
    const { why } = await counted(
      { logs: [...same, ...many(5, 100, { time: '2026-10-01 10:00:00' })] },
      log(1),
      {
        ofAllDays: 35,
      },
    );
    assert.deepEqual(why('rule'), { why: 'as-many', fields: ['rule'] });
    assert.deepEqual(why('address'), { why: 'as-many', fields: ['address'] });
  });

  it('reads the list of the rarer outcome', async () => {
    const last = async (logs: readonly LogRow[]) => {
      const { asked, totals } = await counted({ logs }, undefined, { ofAllDays: LOGS.length });
      return [asked.at(-1)?.action, totals['blocked'], totals['detected']];
    };
    assert.deepEqual(await last(LOGS), ['Detected', 35, 4]);
    const swapped = LOGS.map((each) => ({
      ...each,
      action: each.action === 'Blocked' ? 'Detected' : 'Blocked',
    }));
    assert.deepEqual(await last(swapped), ['Blocked', 4, 35]);
    // Five of the ten newest logs are detected, as many as are blocked.
    const equal = LOGS.map((each, at) => (at % 2 === 1 && at < 10 ? { ...each, action: 'Detected' } : each));
    assert.deepEqual(await last(equal), ['Detected', 30, 9]);
  });

  it('knows the number of no outcome where there is a third one', async () => {
    const logs = [log(999, { action: 'Logged' }), ...LOGS];
    const { why, totals } = await counted({ logs }, undefined, { ofAllDays: logs.length });
    assert.equal(totals['route'], RIGHT.route + 1);
    for (const name of ['blocked', 'detected'] as const) {
      assert.deepEqual(why(name), { why: 'not-shown', fields: ['action'] });
    }
  });

  it('counts no logs of a rule on days without the log itself', async () => {
    for (const time of ['2026-10-01 10:00:00', '2026-11-24 10:00:00']) {
      const row = log(1, { rule: 'Path Traversal', time });
      const { totals } = await counted({}, row, { ofAllDays: LOGS.length });
      assert.equal(totals['rule'], 0, time);
    }
  });

  it('tells rules apart by what follows a # or ?', async () => {
    const logs = [...many(3, 1, { rule: 'Rule #1' }), ...many(2, 10, { rule: 'Rule #2' })];
    assert.equal((await counted({ logs }, log(1, { rule: 'Rule #1' }))).totals['rule'], 3);
  });

  it('counts no values of more than 1,000 characters', async () => {
    for (const length of [1_000, 1_001]) {
      const rule = 'x'.repeat(length);
      const logs = [...many(3, 1, { rule }), ...LOGS];
      const { totals } = await counted({ logs }, log(1, { rule }), { ofAllDays: logs.length });
      assert.equal(totals['rule'], length === 1_000 ? 3 : undefined);
    }
  });

  it('knows no number of a part that the service cannot be asked for', async () => {
    const { why } = await counted({}, undefined, {
      ofAllDays: LOGS.length,
      parameters: { ...names, rule: null },
    });
    assert.deepEqual(why('rule'), { why: 'unasked', fields: ['rule'] });
  });

  it('knows no number of a whole list with a row that does not show its value', async () => {
    const { rule: _, ...unnamed } = log(50);
    const { why, totals } = await counted({ logs: [...many(3, 1), unnamed] }, log(1));
    assert.deepEqual(why('rule'), { why: 'not-shown', fields: ['rule'] });
    assert.equal(totals['address'], 4);
  });

  it('counts a rule of a log without a path or time', async () => {
    const { uri: _, time: __, ...bare } = log(1_000);
    const { why, totals } = await counted({}, bare, { ofAllDays: LOGS.length });
    assert.equal(totals['rule'], RIGHT.rule);
    assert.deepEqual(why('route'), { why: 'missing', fields: ['uri'] });
  });

  it('reads nothing more within a list that is not known', async () => {
    const { why, asked } = await counted({ ignored: ['rule'] }, undefined, { ofAllDays: LOGS.length });
    for (const name of ['route', 'blocked', 'detected'] as const) assert.deepEqual(why(name), why('rule'));
    assert.ok(asked.every(({ uri }) => uri === undefined));
  });

  it('reads today where it is not known how many logs there are on all days, and then four lists', async () => {
    const proven = new Set<FilterField>();
    const first = await counted({}, undefined, { proven });
    assert.deepEqual(first.asked[1], { from: days.to, to: days.to });
    assert.equal(first.asked.length, 5);
    assert.deepEqual(first.totals, { ...RIGHT, blocked: undefined, detected: undefined });
    assert.deepEqual(first.why('blocked'), { why: 'unread', fields: [] });
    assert.deepEqual((await counted({}, undefined, { proven })).totals, RIGHT);
  });

  for (const field of ['from', 'rule', 'uri', 'address', 'action'] as const) {
    it(`shows no wrong number of a service that ignores ${field}`, async () => {
      for (const ofAllDays of [LOGS.length, undefined]) {
        const { totals, why, asked } = await counted({ ignored: [field] }, undefined, {
          ...(ofAllDays !== undefined && { ofAllDays }),
        });
        for (const name of COUNTED) {
          const total = totals[name];
          assert.ok(total === undefined || total === RIGHT[name], `${name}: ${total}`);
        }
        const affected = {
          from: 'route',
          rule: 'rule',
          uri: 'route',
          address: 'address',
          action: 'blocked',
        } as const;
        assert.match(String(why(affected[field])?.why), /^(as-many|ignored|unread)$/);
        assert.ok(asked.length <= 5);
      }
    });
  }

  it('shows no wrong number of a service that ignores a part of the filter and lists other rows first', async () => {
    const mixed = LOGS.toReversed();
    const { totals, why } = await counted({ ignored: ['from'], logs: mixed });
    assert.ok(COUNTED.every((name) => totals[name] === undefined));
    assert.deepEqual(why('rule'), { why: 'ignored', fields: ['from'] });
  });

  it('counts the rows of a list that is read as a whole, by one read', async () => {
    const logs = [...many(3, 1), ...many(2, 10, { uri: '/login' }), ...many(2, 20, { rule: 'Other' })];
    const { totals, asked } = await counted({ logs }, log(1));
    assert.deepEqual(totals, { route: 3, address: 7, rule: 5, blocked: 3, detected: 0 });
    assert.equal(asked.length, 1);
  });

  it('knows no number that the service does not say, or that contradicts its rows', async () => {
    const unknown = async (change: NonNullable<Service['change']>) => {
      const { why, fields } = (await counted({ change })).why('rule') ?? {};
      return [why, ...(fields ?? [])];
    };
    assert.deepEqual(await unknown((page) => ({ ...page, total: 10 })), ['page-size']);
    assert.deepEqual((await counted({ ignored: ['from'] })).why('rule'), {
      why: 'as-many',
      fields: ['from'],
    });
    assert.deepEqual(await unknown((page) => ({ ...page, isTotalKnown: false })), ['no-total']);
    assert.deepEqual(await unknown((page) => ({ ...page, total: 3 })), ['contradicts']);
    assert.deepEqual(await unknown((page) => ({ ...page, items: [], total: 0 })), ['contradicts']);
    assert.deepEqual(await unknown((page) => ({ ...page, items: [] })), ['contradicts']);
    const bare = (page: LogPage): LogPage => ({
      ...page,
      items: page.items.map(({ key }) => ({ key, row: { idx: key.idx, other: {} } })),
    });
    assert.deepEqual(await unknown(bare), ['not-shown', 'from', 'to']);
  });

  it('does not take a path for another that contains it', async () => {
    const logs = [...LOGS, ...many(20, 8_000, { uri: '/cart/items' })];
    const { why, totals } = await counted({ logs: logs.toReversed() }, log(1_000), {
      ofAllDays: logs.length,
    });
    for (const name of ['route', 'blocked', 'detected'] as const) {
      assert.deepEqual(why(name), { why: 'wider', fields: ['uri'] });
    }
    assert.equal(totals['rule'], RIGHT.rule + 20);
  });

  it('says which field the row lacks, and reads nothing where there is none', async () => {
    const { rule: _, uri: __, ...bare } = log(1_000);
    const noRule = await counted({}, bare, { ofAllDays: LOGS.length });
    assert.deepEqual(noRule.totals, {
      ...RIGHT,
      route: undefined,
      rule: undefined,
      blocked: undefined,
      detected: undefined,
    });
    assert.deepEqual(noRule.why('route'), { why: 'missing', fields: ['rule', 'uri'] });
    assert.deepEqual(noRule.why('rule'), { why: 'missing', fields: ['rule'] });
    assert.equal(noRule.asked.length, 2);
    const none = await counted({}, { idx: 1, other: {} });
    assert.equal(none.asked.length, 0);
    assert.deepEqual(none.why('address'), { why: 'missing', fields: ['address'] });
    const noAddress = await counted({}, log(1_000, { address: '' }), { ofAllDays: LOGS.length });
    assert.deepEqual(noAddress.why('address'), { why: 'missing', fields: ['address'] });
    assert.ok(noAddress.asked.every(({ address }) => address === undefined));
  });

  it('rejects as the reads do', async () => {
    const read = () => Promise.reject(new Error('no answer'));
    await assert.rejects(
      howCommon(log(1), { days, names, ofAllDays: 1, proven: new Set(), read }),
      /no answer/,
    );
  });
});
