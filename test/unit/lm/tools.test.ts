import assert from 'node:assert/strict';
import { isServiceError, ServiceError } from '../../../src/base/errors.ts';
import { FoundRows } from '../../../src/lm/foundRows.ts';
import type { ToolName } from '../../../src/lm/toolInput.ts';
import { type ToolSources, toolAnswer } from '../../../src/lm/tools.ts';
import { TOOL_NOTICE } from '../../../src/lm/toolText.ts';
import { type SampleService, startSampleService } from '../../../src/sample/server.ts';
import type { LogService } from '../../../src/service/api.ts';
import { createLogService } from '../../../src/service/client.ts';
import { defaultConventions } from '../../../src/service/differences.ts';
import { essential } from '../formats/logs.ts';
import { readAnswer } from './readAnswer.ts';

const SHOP = 1001;
const now = new Date('2026-05-20T12:00:00Z');

describe('toolAnswer', function () {
  this.timeout(60_000);
  let sample: SampleService;
  let service: LogService;
  const connections = [{ id: 'a', name: 'My Service' }];
  let rows = new FoundRows();
  let listed: readonly { id: string; name: string }[] = connections;

  before(async () => {
    sample = await startSampleService({ now: () => now });
    service = serviceWith(sample.key);
  });

  after(async () => {
    service?.dispose();
    await sample?.close();
  });

  beforeEach(() => {
    rows = new FoundRows();
    listed = connections;
  });

  function serviceWith(key: string): LogService {
    return createLogService({
      baseUrl: sample.baseUrl,
      key: async () => key,
      conventions: defaultConventions,
    });
  }

  const sources = (used: LogService = service, ending?: AbortSignal): ToolSources => ({
    connections: { list: () => listed },
    services: {
      of: async () => used,
      filterNames: () => defaultConventions,
      detectedType: () => defaultConventions.detectedType,
      redaction: async () => essential,
    },
    logs: { bound: (target) => ({ ...target, ending }), get: ({ key }, signal) => used.log(key, { signal }) },
    rows,
    toolWorkerFile: new URL('../../../src/lm/toolWorker.ts', import.meta.url),
    today: () => '2026-05-20',
    zone: () => 'UTC',
  });

  async function ask(name: ToolName, input: unknown, used?: LogService) {
    const answer = await toolAnswer(sources(used), name, input, new AbortController().signal);
    assert.equal(answer[0], TOOL_NOTICE);
    return readAnswer(answer);
  }

  it('list domains, page by page', async () => {
    const first = await ask('list_domains', {});
    assert.equal(first.domains.length, Math.min(20, first.total));
    assert.ok(first.domains.some((each: { domain: number }) => each.domain === SHOP));
    const beyond = await ask('list_domains', { page: 99, connection: 'My Service' });
    assert.deepEqual([beyond.domains, beyond.next_page], [[], undefined]);
  });

  it('search logs by what is given', async () => {
    const first = await ask('search_detection_logs', { domain: SHOP });
    assert.equal(first.logs.length, 20);
    assert.equal(first.next_page, 2);
    assert.equal('rawdata' in first.logs[0], false);
    const next = await ask('search_detection_logs', { domain: SHOP, page: 2 });
    assert.notEqual(next.logs[0].idx, first.logs[0].idx);
    const blocked = await ask('search_detection_logs', {
      domain: SHOP,
      action: 'Blocked',
      rule: 'SQL Injection',
    });
    assert.ok(blocked.logs.length > 0);
    for (const log of blocked.logs) assert.match(`${log.action} ${log.attack}`, /^Blocked .*SQL/);
  });

  it('name the time zone in every answer that has days or times', async () => {
    const { logs, timezone } = await ask('search_detection_logs', { domain: SHOP });
    const { idx } = logs[0];
    const log = await ask('read_detection_log', { domain: SHOP, idx });
    const page = await ask('read_detection_log', { domain: SHOP, idx, offset: 1 });
    const counts = await ask('read_counts', { domain: SHOP });
    const domains = await ask('list_domains', {});
    assert.deepEqual(
      [timezone, ...[log, page, counts, domains].map((each) => each.timezone)],
      Array(5).fill('UTC'),
    );
  });

  it('refuse a log whose service is another one by the time that its row is found', async () => {
    const ending = new AbortController();
    const used: LogService = {
      ...service,
      logs: async (...request) => {
        ending.abort(new ServiceError('connection-changed', 'changed'));
        return service.logs(...request);
      },
    };
    const { signal } = new AbortController();
    const [{ idx }] = (await ask('search_detection_logs', { domain: SHOP })).logs;
    rows = new FoundRows();
    await assert.rejects(
      toolAnswer(sources(used, ending.signal), 'read_detection_log', { domain: SHOP, idx }, signal),
      /The connection, its key, or its conventions changed\./,
    );
  });

  it('show what is needed, and refuse to show more', async () => {
    const input = { domain: SHOP, idx: 1234 };
    const answer = await ask('read_detection_log', input);
    assert.match(answer.raw_data.text, /‹\d+ characters›/);
    assert.ok(answer.values_hidden > 0);
    assert.match(answer.notes.join(), /ask the user to open the log/);
    for (const [name, asked] of [
      ['read_detection_log', input],
      ['search_detection_logs', { domain: SHOP }],
    ] as const)
      await assert.rejects(ask(name, { ...asked, detail: 'exact' }), /can contain only/);
  });

  it('name the zone of times', async () => {
    for (const [name, input] of [
      ['list_domains', {}],
      ['search_detection_logs', { domain: SHOP }],
      ['read_detection_log', { domain: SHOP, idx: 1234 }],
      ['read_detection_log', { domain: SHOP, idx: 1234, offset: 10 }],
      ['read_counts', { domain: SHOP }],
    ] as const)
      assert.equal((await ask(name, input)).timezone, 'UTC', name);
  });

  it('keep texts of the request out of the facts', async () => {
    const { signal } = new AbortController();
    const [, facts = ''] = await toolAnswer(
      sources(),
      'read_detection_log',
      { domain: SHOP, idx: 1234 },
      signal,
    );
    assert.deepEqual(Object.keys(JSON.parse(facts).listed_as).sort(), [
      'action',
      'attack',
      'attack_raw',
      'basetype',
      'country',
      'country_code',
      'ip',
      'log_time',
    ]);
    assert.doesNotMatch(facts, /raw_data|headers|basestr|detected_value/);
  });

  it('say how many rows could not be read', async () => {
    const page = { items: [], total: 250, page: 1, perPage: 100, unreadable: [0, 1] };
    const domains: LogService['domains'] = async (request) => ({ ...page, ...request });
    const used: LogService = { ...service, logs: async () => page, domains };
    const found = await ask('search_detection_logs', { domain: SHOP }, used);
    assert.deepEqual([found.logs, found.sent_but_not_readable, found.next_page], [[], 2, 2]);
    assert.equal((await ask('list_domains', {}, used)).sent_but_not_readable, 2);
    assert.equal((await ask('list_domains', { name: 'shop' }, used)).sent_but_not_readable, 6);
    assert.equal('sent_but_not_readable' in (await ask('search_detection_logs', { domain: SHOP })), false);
  });

  it('reads a log', async () => {
    const answer = await ask('read_detection_log', { domain: SHOP, idx: 1234 });
    assert.deepEqual([answer.user_domain_idx, answer.idx, answer.detected_type], [SHOP, 1234, 'WAF']);
    assert.ok(answer.raw_data.text.length > 0 && answer.request.headers.length > 0);
    const rest = await ask('read_detection_log', { domain: SHOP, idx: 1234, offset: 10 });
    assert.equal(rest.raw_data.text, answer.raw_data.text.slice(10));
  });

  it('redact a log with the row that a search found: the attack in a password stays', async () => {
    const attack = "Xy7' oR sleeep(5)!!";
    const password = encodeURIComponent(`hunter${attack}`);
    const key = { domain: SHOP, idx: 5, detectedType: 'WAF' };
    const rawData = `POST /login HTTP/1.1\r\nHost: shop.example\r\n\r\nuser=anna&password=${password}`;
    const log = {
      ...(await service.log({ ...key, idx: 1234 }, { signal: new AbortController().signal })),
      ...{ key, rawData },
      request: { firstLine: 'POST /login HTTP/1.1', headers: [] },
    };
    const found = [{ key, row: { idx: 5, detectedValue: attack, rawData, other: {} } }];
    let items: typeof found = [];
    const logs = async () => ({ items, total: items.length, page: 1, perPage: 20 });
    const used = { ...service, log: async () => log, logs } as unknown as LogService;
    const alone = await ask('read_detection_log', { domain: SHOP, idx: 5 }, used);
    assert.ok(!alone.raw_data.text.includes(password) && !('listed_as' in alone));
    assert.match(alone.notes[0], /list entry of this log was not found/);
    items = found;
    await ask('search_detection_logs', { domain: SHOP }, used);
    items = [];
    const answer = await ask('read_detection_log', { domain: SHOP, idx: 5 }, used);
    assert.ok(answer.raw_data.text.includes(encodeURIComponent("' oR sleeep(5)!!")), answer.raw_data.text);
    assert.ok(!answer.raw_data.text.includes('hunterXy7'));
    assert.ok('listed_as' in answer);
  });

  it('ask once for the row of a log that no search found, by its day and path', async () => {
    const asked = sample.requests.length;
    const { listed_as: row } = await ask('read_detection_log', { domain: SHOP, idx: 1234 });
    assert.ok(row.attack !== '' && row.detected_value !== '', JSON.stringify(row));
    assert.match(row.ip, /^[\d.]+$/);
    const added = sample.requests.slice(asked);
    assert.equal(added.length, 2);
    assert.match(added[1]?.path ?? '', /per_page=100\b/);
    await ask('read_detection_log', { domain: SHOP, idx: 1234 });
    assert.equal(sample.requests.length, asked + 3);
  });

  it('answer without the row where the list cannot be read', async () => {
    const logs = () => Promise.reject(new ServiceError('server-error', 'no list', {}));
    const answer = await ask('read_detection_log', { domain: SHOP, idx: 1234 }, {
      ...service,
      logs,
    } as unknown as LogService);
    assert.ok(!('listed_as' in answer) && answer.raw_data.length > 0);
    assert.match(answer.notes[0], /was not found/);
  });

  it('say what is so of every row once', async () => {
    const { notes, logs } = await ask('search_detection_logs', { domain: SHOP });
    assert.match(notes.join(), /Every other value is replaced/);
    assert.equal(logs.length, 20);
    assert.doesNotMatch(JSON.stringify(logs), /Every other value is replaced/);
  });

  it('reads counts of the days given, else of the last seven', async () => {
    const week = await ask('read_counts', { domain: SHOP });
    assert.deepEqual([week.from, week.to, week.timezone], ['2026-05-14', '2026-05-20', 'UTC']);
    assert.equal(typeof week.totals.attackers.total, 'number');
    const day = await ask('read_counts', { domain: SHOP, from: '2026-05-01', to: '2026-05-01' });
    assert.deepEqual([day.from, day.to, day.days.length], ['2026-05-01', '2026-05-01', 1]);
  });

  const wrong: readonly (readonly [ToolName, unknown, RegExp])[] = [
    ['list_domains', { page: 0 }, /^“page” must be 1 or more\.$/],
    [
      'list_domains',
      undefined,
      /^The input of list_domains can contain only connection, name, page, offset\.$/,
    ],
    ['search_detection_logs', {}, /^“domain” is missing\.$/],
    ['search_detection_logs', { domain: '1001; DROP TABLE' }, /^“domain” must be a number\.$/],
    ['search_detection_logs', { domain: 1.5 }, /^“domain” must be a whole number\.$/],
    ['search_detection_logs', { domain: SHOP, from: '2026-02-30' }, /^“from” must be a day/],
    ['search_detection_logs', { domain: SHOP, keyword: 'x'.repeat(1001) }, /^“keyword” is too long\.$/],
    [
      'search_detection_logs',
      { domain: SHOP, '[x](command:y)': 1 },
      /^The input of search_detection_logs can contain only/,
    ],
    ['read_detection_log', { domain: SHOP }, /^“idx” is missing\.$/],
    ['read_detection_log', { domain: SHOP, idx: -1 }, /^“idx” must be 0 or more\.$/],
    ['read_detection_log', { domain: SHOP, idx: 2 ** 53 }, /^“idx” must be a whole number\.$/],
    [
      'read_detection_log',
      { domain: SHOP, idx: 99_999_999 },
      /^The service has no such data \(404 RES000018/,
    ],
    [
      'search_detection_logs',
      { domain: SHOP, from: '2026-05-02', to: '2026-05-01' },
      /^“from” is after “to”\.$/,
    ],
    ['read_counts', { domain: SHOP, from: '2026-05-02', to: '2026-05-01' }, /^“from” is after “to”\.$/],
    ['read_counts', { domain: SHOP, from: '2020-01-01' }, /^The service has counts from 2026-02-01 on/],
    [
      'read_counts',
      { domain: SHOP, connection: 'nobody' },
      /^Specify one of these connections .*“My Service”\.$/,
    ],
  ];
  for (const [name, input, message] of wrong) {
    it(`refuse ${name} of ${JSON.stringify(input)?.slice(0, 60)}`, async () => {
      const asked = sample.requests.length;
      const { message: told } = await ask(name, input).then(assert.fail, (error: Error) => error);
      const [notice, text] = told.split('\n\n');
      assert.equal(notice, TOOL_NOTICE);
      assert.match(text ?? '', message);
      if (!/no such data/.test(message.source)) assert.equal(sample.requests.length, asked);
    });
  }

  it('asks for a connection where there are several or none', async () => {
    listed = [...connections, { id: 'b', name: 'Other [x](command:y)' }];
    await assert.rejects(ask('list_domains', {}), /“My Service”, “Other \[x\] \(command:y\)”/);
    assert.ok((await ask('list_domains', { connection: 'My Service' })).total > 0);
    listed = [];
    await assert.rejects(ask('list_domains', {}), /Add Connection/);
  });

  it('says what is wrong with a key, without naming it', async () => {
    const refused = serviceWith('wrong-key-canary');
    const error = await ask('list_domains', {}, refused).catch(String);
    assert.match(String(error), /did not accept the API key/);
    assert.equal(String(error).includes('canary'), false);
    refused.dispose();
  });

  it('stop when they are cancelled', async () => {
    const cancelled = AbortSignal.abort();
    await assert.rejects(toolAnswer(sources(), 'list_domains', {}, cancelled), (error) =>
      isServiceError(error, 'cancelled'),
    );
  });
});
