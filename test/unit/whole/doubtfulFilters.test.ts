/** Tests a service that ignores every filter: no list, prompt, or answer may present its count as a finding. */
import assert from 'node:assert/strict';
import type * as tools from '../../../src/lm/tools.ts';
import type * as summaryText from '../../../src/share/export/summaryText.ts';
import type { DomainNode } from '../../../src/targets/nodes.ts';
import type { QuickPick } from '../../fakeEditor/quickInput.ts';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';
import { FakeService } from '../../fakeService.ts';
import { until } from '../../until.ts';
import { essential } from '../formats/logs.ts';

const TOTAL = 340;
const DOUBT = 'The service might have ignored keyword';

describe('a filter that the service ignores', function () {
  this.timeout(60_000);
  let service: FakeService;
  let window: FakeWindow;
  const domain: DomainNode = { kind: 'domain', connectionId: 'c', index: 1, name: 'shop.example', other: {} };

  beforeEach(async () => {
    const logs = Array.from({ length: TOTAL }, (_, at) => TOTAL - at);
    service = await FakeService.start({ logs });
    window = await FakeWindow.open(plainProfile(), 1);
    await connect('c');
  });

  afterEach(async () => {
    window?.close();
    await service?.close();
  });

  async function connect(id: string): Promise<void> {
    const connection = { id, name: id, baseUrl: service.baseUrl };
    await window.parts.keys.store(connection, service.key);
    await window.parts.connections.save(connection);
  }

  /** Returns the open prompt, identified by the start of its title. */
  async function prompt(title: string): Promise<QuickPick> {
    return (
      (await until('the prompt', () =>
        window.fake.picks.findLast((pick) => pick.isOpen && pick.title?.startsWith(title)),
      )) ?? assert.fail()
    );
  }

  /** Opens the domain's table and returns its panel and the last state of its list. */
  async function table() {
    await window.run('partnerLogs.openTable', domain);
    const panel =
      window.fake.panels.findLast(({ viewType }) => viewType === 'partnerLogs.table') ?? assert.fail();
    panel.say({ type: 'ready' });
    const states = () =>
      (panel.posted as { type: string; state?: { isFirst: boolean } }[]).filter(
        ({ type, state }) => type === 'list' && !state?.isFirst,
      );
    const last = await until('the list', () => states().at(-1));
    return {
      panel,
      state: (last?.state ?? assert.fail()) as {
        notices?: string[];
        isFirst: boolean;
      },
    };
  }

  it('is said in the tree', async () => {
    const { filters, tree } = window.parts;
    await filters.set(domain, { keyword: 'reviews' });
    const [message] = await tree.getChildren(domain);
    assert.deepEqual(
      [message?.kind, 'label' in Object(message) && Object(message).label],
      ['message', DOUBT],
    );
  });

  it('is said in the search, which counts nothing', async () => {
    const done = window.run('partnerLogs.searchLogs', domain);
    const pick = await prompt('Search');
    pick.type('reviews');
    const labels = await until(
      'the answer',
      () => pick.items.map(({ label }) => label),
      (all) => all.some((label) => label.includes(DOUBT)),
    );
    assert.ok(!labels.some((label) => label.includes(String(TOTAL))), labels.join());
    pick.hide();
    await done;
  });

  it('is said in the table', async () => {
    const { filters } = window.parts;
    await filters.set(domain, { keyword: 'reviews' });
    const { state } = await table();
    assert.match(state.notices?.join() ?? '', /might have ignored part of the filter: keyword/);
  });

  it('is said in the answer of a tool', async () => {
    const { toolAnswer } = await window.load<typeof tools>('lm/tools.ts');
    const { parts } = window;
    const sources = {
      ...parts,
      today: () => '2026-05-30',
      zone: () => 'UTC',
      redaction: () => essential,
    } as unknown as tools.ToolSources;
    const input = { domain: 1, keyword: 'reviews' };
    const { signal } = new AbortController();
    const [, json] = await toolAnswer(sources, 'search_detection_logs', input, signal);
    const answer = JSON.parse(json);
    assert.deepEqual(answer.may_be_ignored_by_the_service, ['keyword']);
    assert.deepEqual([answer.total, answer.listed], [undefined, TOTAL]);
  });

  it('is said at the end of an export', async () => {
    const { summaryText: summary } = await window.load<typeof summaryText>('share/export/summaryText.ts');
    const none = { logs: 1, bytes: 1, failed: 0, longCells: 0, leftOut: 0 };
    const flags = { mayMissRows: false, hasUnreadable: false, ignoresPaging: false, notApplied: [] };
    const text = summary({ ...none, ...flags, doubtful: ['keyword'] }, { kind: 'csv', level: 'exact' });
    assert.match(text, /might have ignored part of the filter: keyword/);
  });

  it('offers the values of the rows that a table has loaded, though the tree has loaded none', async () => {
    await table();
    void window.run('partnerLogs.filterLogs', domain);
    const menu = await prompt('Filter');
    menu.take(({ label }) => label === 'Rule');
    const values = await until('the values', () =>
      window.fake.picks.findLast((pick) => pick.isOpen && pick !== menu),
    );
    assert.deepEqual(
      values?.items.map(({ label, description }) => [label, description]),
      [['SQL Injection', '100 loaded']],
    );
  });

  it('compares a log that its time does not lead to with the loaded ones', async () => {
    await window.parts.tree.getChildren(domain);
    const key = { domain: 1, idx: 9_000, detectedType: 'WAF' };
    void window.run('partnerLogs.compareLogs', { connectionId: 'c', key });
    const pick = await prompt('Compare');
    assert.equal(pick.items.filter(({ label }) => /^Domain 1\/\d+$/.test(label)).length, 20);
  });

  it('says what can be typed where nothing can be suggested', async () => {
    void window.run('partnerLogs.openDetectionLog');
    const pick = await prompt('Open');
    assert.match(
      pick.items[0]?.label ?? '',
      /^\$\(info\) Enter a log number, .*, or text that identifies one log\.$/,
    );
    pick.type('Access was blocked.');
    assert.match(
      pick.items[0]?.label ?? '',
      /^\$\(info\) Enter a log number, .*, or text that identifies one log\.$/,
    );
    assert.equal(pick.items[0]?.detail, undefined);
  });

  it('keeps the times of a connection as they are when another one is removed', async () => {
    const { connections, counts, timeStyle, services } = window.parts;
    service.timeZone = 'Asia/Seoul';
    await connect('d');
    await services.of('d');
    services.ending('d');
    await window.parts.pinned.pin(domain);
    await counts.refresh();
    assert.equal(timeStyle(domain).zone, 'Asia/Seoul');
    await connections.remove('d');
    assert.equal(timeStyle(domain).zone, 'Asia/Seoul');
  });
});
