import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type { LogNode } from '../../../src/connections/nodes.ts';
import { TableFocus } from '../../../src/connections/openTable.ts';
import { readFromTable, type TableState, type ToTable } from '../../../src/table/tableMessages.ts';
import { WebviewPanel } from '../../fakeEditor/webviewPanel.ts';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';
import { FakeService } from '../../fakeService.ts';
import { until } from '../../until.ts';

const DOMAIN = { connectionId: 'c', index: 1, name: undefined };
const fromMenu = (idx: number, more = {}) => ({
  webviewSection: 'log',
  connectionId: 'c',
  key: { domain: 1, idx, detectedType: 'WAF' },
  ...more,
});

describe('a table', function () {
  this.timeout(60_000);
  let service: FakeService;
  let window: FakeWindow;
  let panel: WebviewPanel;

  before(async () => {
    service = await FakeService.start({
      logs: Array.from({ length: 250 }, (_, at) => ({
        idx: 250 - at,
        log_time: `2026-05-30 12:00:${at % 60}`,
        attack: at % 2 === 0 ? 'SQL Injection' : 'XSS',
        uri: `/path/${at}`,
      })),
    });
  });

  beforeEach(async () => {
    service.respond = (_, usual) => usual();
    window = await FakeWindow.open(plainProfile());
    await window.connect(service.baseUrl, service.key);
    await window.run('partnerLogs.openTable', DOMAIN);
    panel = await shownPanel();
  });

  afterEach(() => window.close());
  after(() => service.close());

  async function shownPanel(): Promise<WebviewPanel> {
    const shown = window.fake.panels.findLast(({ viewType }) => viewType === 'partnerLogs.table');
    assert.ok(shown);
    shown.say({ type: 'ready' });
    await until(
      'the list',
      () => state(shown),
      (now) => now !== undefined && now.list > 0 && !now.isChanging,
    );
    return shown;
  }

  const shows = (of = panel) => (of.posted as ToTable[]).filter((message) => message.type === 'show');
  const state = (of = panel): TableState | undefined => shows(of).at(-1)?.state;
  const chips = () => state()?.chips.map(({ name, text }) => `${name}: ${text}`);
  const requests = () => service.requests.length;
  const run = (action: string, argument?: string) =>
    panel.say({ type: 'run', action, ...(argument !== undefined && { argument }) });
  const isSettled = () => until('the list', state, (now) => now?.isChanging === false);
  const treeFilter = () => window.parts.filters.query(DOMAIN);

  it('sends its first rows before its page has loaded', async () => {
    panel.dispose();
    await window.run('partnerLogs.openTable', DOMAIN, { rule: 'XSS' });
    const table = window.fake.panels.at(-1);
    await until('the rows', () => shows(table).some(({ rows }) => rows.length > 0));
  });

  it('has a filter of its own, which starts as that of the tree and never changes it', async () => {
    panel.dispose();
    await window.parts.filters.set(DOMAIN, { rule: 'XSS' });
    await window.run('partnerLogs.openTable', DOMAIN);
    panel = await shownPanel();
    assert.deepEqual(chips(), ['Rule: XSS']);
    panel.say({ type: 'select', ids: ['249/WAF'], focus: '249/WAF', column: 'uri' });
    await window.run('partnerLogs.filterByValue', fromMenu(249, { column: 'uri', field: 'uri' }));
    assert.deepEqual(chips(), ['Rule: XSS', 'Path: /path/1']);
    run('removeFilter', 'rule');
    await isSettled();
    assert.deepEqual([chips(), treeFilter()], [['Path: /path/1'], { rule: 'XSS' }]);
    await window.run('partnerLogs.clearFilter');
    assert.deepEqual([chips(), treeFilter()], [[], { rule: 'XSS' }]);
    await window.run('partnerLogs.openTable', DOMAIN, { rule: 'SQL Injection' });
    assert.deepEqual([chips(), treeFilter()], [['Rule: SQL Injection'], { rule: 'XSS' }]);
  });

  it('takes a value of the log that is read beside it as its filter', async () => {
    await window.run('partnerLogs.openDetectionLog', fromMenu(249));
    panel.active = false;
    panel.setVisible(true);
    panel.active = false;
    const value = { field: 'rule', value: 'XSS' };
    await window.run('partnerLogs.filterByValue', fromMenu(249, { webviewSection: undefined }), value);
    assert.deepEqual([chips(), treeFilter()], [['Rule: XSS'], {}]);
  });

  it('takes a value of its focused row, and of a log in a panel that is also one of its rows, as its filter', async () => {
    panel.say({ type: 'select', ids: ['249/WAF'], focus: '249/WAF', column: 'rule' });
    const row = window.parts.tableFocus.current?.focused;
    assert.ok(row);
    const done = window.run('partnerLogs.filterByValue');
    const pick = await until('the prompt', () => window.fake.picks.findLast(({ isOpen }) => isOpen));
    assert.ok(pick?.take(({ description }) => description === 'Rule'));
    await done;
    assert.deepEqual([chips(), treeFilter()], [['Rule: XSS'], {}]);
    await window.run('partnerLogs.filterByValue', row, { field: 'uri', value: '/path/1' });
    assert.deepEqual([chips(), treeFilter()], [['Rule: XSS', 'Path: /path/1'], {}]);
  });

  it('copies the status of a row once it has been read', async () => {
    panel.say({ type: 'select', ids: ['249/WAF'], focus: '249/WAF', column: 'status' });
    await window.run('partnerLogs.readStatuses', fromMenu(249));
    await window.run('partnerLogs.copyValue', fromMenu(249, { column: 'status' }));
    assert.equal(window.fake.clipboard, '403');
  });

  it('searches the loaded rows without a request, and all logs by Enter', async () => {
    const before = requests();
    panel.say({ type: 'search', text: '/path/42', isEntered: false });
    assert.deepEqual(state()?.found, ['208/WAF']);
    panel.say({ type: 'search', text: '', isEntered: false });
    assert.deepEqual([state()?.found, requests()], [undefined, before]);
    panel.say({ type: 'search', text: '/path/142', isEntered: true });
    assert.deepEqual(chips(), ['Keyword: “/path/142”']);
    await isSettled();
    assert.ok(requests() > before);
  });

  it('searches rows that are loaded after one typed, also with another filter', async () => {
    panel.say({ type: 'search', text: 'xss', isEntered: false });
    run('load');
    await until('all matching rows', state, (now) => now?.isLoading === false && now.found?.length === 125);
    window.parts.tableFocus.last?.setFilter({ rule: 'XSS' });
    assert.deepEqual([chips(), state()?.found?.length], [['Rule: XSS'], 125]);
  });

  it('keeps its rows, and says why, if another list cannot be read', async () => {
    service.respond = () => ({ status: 500 });
    run('refresh');
    await until('the problem', state, (now) => now?.problem !== undefined, 30);
    assert.deepEqual([state()?.length, state()?.failure], [250, undefined]);
    service.respond = (_, usual) => usual();
    panel.say({ type: 'tryAgain' });
    await until('the list', state, (now) => now?.problem === undefined && now?.isChanging === false);
  });

  it('shows only the log beside it that stays focused, and none once that is turned off', async () => {
    const idOf = (path: string) => /idx=(\d+)/.exec(path)?.[1] ?? [];
    const before = requests();
    const read = () => service.paths().slice(before).flatMap(idOf);
    const focus = (idx: number) => panel.say({ type: 'select', ids: [`${idx}/WAF`], focus: `${idx}/WAF` });
    for (const idx of [250, 249, 248, 247]) focus(idx);
    await until('the last log', read, ({ length }) => length > 0);
    run('readBeside');
    for (const idx of [246, 245]) focus(idx);
    run('open');
    const opened = () => [...read(), ...window.parts.recent.list().map(({ key }) => key.idx)];
    await until('the opened log', opened, ({ length }) => length > 2);
    assert.deepEqual(opened(), ['247', '245', 245]);
  });

  it('stores its domain and its connection, and none of its filter', async () => {
    await window.run('partnerLogs.openTable', DOMAIN, {
      rule: 'XSS',
      uri: '/reset/secret',
      keyword: 'secret',
    });
    assert.deepEqual(state()?.stored, { base: service.baseUrl, connectionId: 'c', domain: 1 });
  });

  it('is restored for the connection that it showed, also if another has the same address', async () => {
    const stored = state()?.stored;
    const other = { id: 'd', name: 'd', baseUrl: service.baseUrl };
    await window.parts.keys.store(other, service.key);
    await window.parts.connections.save(other);
    const restore = async (value: unknown) => {
      const restored = new WebviewPanel('partnerLogs.table', '');
      await window.parts.tables.deserializeWebviewPanel(restored as never, value);
      await setImmediate();
      restored.say({ type: 'ready' });
      return { ...state(restored), tab: restored.title };
    };
    assert.deepEqual(
      [await restore(stored), await restore({ ...stored, connectionId: 'd' })].map((now) => [
        now.stored?.connectionId,
        now.title,
        now.tab,
      ]),
      [
        ['c', 'Domain 1 (c)', 'Logs: Domain 1 (c)'],
        ['d', 'Domain 1 (d)', 'Logs: Domain 1 (d)'],
      ],
    );
    for (const value of [{ ...stored, connectionId: 'e' }, { base: 'https://gone.example', domain: 1 }, 'x'])
      assert.equal((await restore(value)).failure?.headline, 'This domain is no longer available.');
  });
});

describe('tableMessages', () => {
  it('reads what the page sends', () => {
    const select = {
      type: 'select',
      ids: Array.from({ length: 5_000 }, String),
      focus: '1/WAF',
      column: 'uri',
    };
    assert.deepEqual(readFromTable(select), select);
  });

  for (const [name, message] of Object.entries({
    'no object': 'ready',
    'another type': { type: 'eval' },
    'another field': { type: 'ready', more: 1 },
    'a negative place': { type: 'look', list: 1, first: -1, end: 5 },
    'too many rows': { type: 'select', ids: Array.from({ length: 5_001 }, String) },
    'another command': { type: 'run', action: 'removeConnection' },
    'a long text': { type: 'search', text: 'a'.repeat(1_001), isEntered: false },
  }))
    it(`does not read ${name}`, () => assert.equal(readFromTable(message), undefined));
});

describe('TableFocus', () => {
  const parent = { kind: 'domain', ...DOMAIN } as const;
  const node = (idx: number): LogNode => ({
    kind: 'log',
    connectionId: 'c',
    key: { domain: 1, idx, detectedType: 'WAF' },
    row: { idx, other: {} },
    parent,
  });
  const selection = [node(1), node(2)];
  const table = { domain: parent, isActive: true, selection, focused: selection[1] } as never;

  it('gives the selection to a command without an argument, and to one of its menu on a selected row or group', () => {
    const focus = new TableFocus();
    assert.equal(focus.logsFor(undefined), undefined);
    focus.last = table;
    for (const argument of [undefined, fromMenu(2), { webviewSection: 'group' }])
      assert.equal(focus.logsFor(argument), selection);
    for (const other of [fromMenu(3), node(1)]) assert.equal(focus.logsFor(other), undefined);
    const target = { connectionId: 'c', key: { domain: 1, idx: 3, detectedType: 'WAF' } };
    assert.deepEqual([focus.rowOf(fromMenu(2)), focus.rowOf(fromMenu(3))], [selection[1], target]);
  });
});
