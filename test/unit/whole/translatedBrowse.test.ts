/**
 * Tests lists, search, filters, lookup, waiting, and tables in the pseudo-language: all text shown must be translated,
 * except for data.
 */
import assert from 'node:assert/strict';
import { success } from '../../../src/sample/answers.ts';
import type { TreeNode } from '../../../src/targets/nodes.ts';
import type { QuickPick } from '../../fakeEditor/quickInput.ts';
import type { TreeItem } from '../../fakeEditor/vscode.ts';
import type { FakeWindow } from '../../fakeEditor/window.ts';
import { FakeService } from '../../fakeService.ts';
import { until } from '../../until.ts';
import { untranslated } from '../../untranslated.ts';
import { messageTexts, openPseudo, promptTexts } from './pseudoWindow.ts';
import { childrenOf } from './readingPlaces.ts';

/** Names from the service and the user. */
const DATA = [
  /\b(?:Blocked|Detected|WAF|KR|UTC|South Korea)\b/,
  /\bpartnerLogs\.conventions\b/,
  /shop\.example\/1234|example\.com\/12|2001:db8::9/,
  'http://',
  'RES000000 “success”',
  // The parameter of a link.
  / domain(?=\.\]$)/,
];

const ROWS = 45;

/** Starts a service whose data contains digits in place of letters and whose responses a test can change. */
async function startDigitService() {
  const other = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`_${at}`, at]));
  const domains = [1, 2, 3].map((index) => ({ user_domain_idx: index, domain: `${index}.0`, ...other }));
  const ways = { status: 200, rows: ROWS, hasNull: false, ignoresPaging: false };
  const service = Object.assign(await FakeService.start({ domains }), ways);
  service.respond = async ({ url }, usual) => {
    const isLogs = url.pathname.includes('/attack_logs/');
    if (service.status !== 200) return { ...success({}), status: service.status };
    if (!isLogs && !url.pathname.includes('/website/')) return success({});
    service.logs = Array.from({ length: service.rows }, (_, at) => ({
      idx: service.rows - at,
      attack: `${at % 3}-1`,
      action: at % 2 ? 'Blocked' : 'Detected',
      ip: '203.0.113.9',
      country_code: 'KR',
      uri: `/${at}`,
      detected_value: '1=1',
      basestr: '1',
      log_time: `${new Date().toISOString().slice(0, 10)} 00:03:12`,
      rawdata: '7'.repeat(600),
    }));
    const read = new URL(url);
    if (service.ignoresPaging) read.searchParams.set('page', '1');
    const { body = assert.fail() } = await usual(read);
    const { items, ...counts } = body.data as { readonly items: readonly unknown[] };
    if (!isLogs) return success({ items, ...counts, total_count: '30' });
    const { searchParams } = new URL(url);
    return success({
      ...counts,
      items: service.hasNull ? [null, ...items.slice(1)] : items,
      page: searchParams.get('page'),
    });
  };
  return service;
}

const opened = ({ fake }: FakeWindow) => [...fake.inputs, ...fake.picks].findLast(({ isOpen }) => isOpen);

describe('texts of lists and tables in the pseudo-language', function () {
  this.timeout(60_000);
  let service: Awaited<ReturnType<typeof startDigitService>>;
  let window: FakeWindow;
  /** The number of texts checked. */
  let seen = 0;
  let domains: (TreeNode & { readonly kind: 'domain' })[];

  before(async () => {
    service = await startDigitService();
    window = await openPseudo(3);
    const connection = { id: '1', name: '1', baseUrl: service.baseUrl };
    await window.parts.keys.store(connection, '1');
    await window.parts.connections.save(connection);
    domains = (await childrenOf(window)).filter((row) => row.kind === 'domain');
  });

  after(async () => {
    window?.close();
    await service?.close();
    console.log(`${seen} texts of lists and tables in the pseudo-language`);
  });

  afterEach(async () => {
    for (const each of [...window.fake.inputs, ...window.fake.picks]) each.hide();
    Object.assign(service, { status: 200, rows: ROWS, hasNull: false, ignoresPaging: false });
    window.fake.messages.splice(0);
    window.fake.statuses.splice(0);
    for (const { connectionId, index } of domains) {
      await window.parts.filters.set({ connectionId, index }, {});
      window.parts.lists.logs({ connectionId, index }).reset();
    }
  });

  function check(texts: readonly (string | undefined)[], least = 1): void {
    const shown = texts.filter(Boolean);
    seen += shown.length;
    assert.ok(shown.length >= least, `${shown.length} texts`);
    assert.deepEqual(untranslated(texts, DATA), []);
  }

  const domain = (at = 0) => domains[at] ?? assert.fail();
  const logs = async (at = 0) => (await childrenOf(window, domain(at))).filter((row) => row.kind === 'log');

  function itemTexts(item: TreeItem): (string | undefined)[] {
    const { label, description, tooltip, accessibilityInformation } = item;
    const { command } = item as { command?: { readonly title: string } };
    return [label, description, tooltip, accessibilityInformation?.label, command?.title];
  }

  /** Checks the rows below a node, and the message above them. Returns the kinds of the rows. */
  async function rows(node?: TreeNode): Promise<string[]> {
    const tree = window.fake.trees.get('partnerLogs.domains') ?? assert.fail();
    const nodes = await childrenOf(window, node);
    for (const each of nodes) check(itemTexts(await tree.provider.getTreeItem(each)));
    return nodes.map(({ kind }) => kind);
  }

  const buttons = ({ items }: QuickPick) =>
    items.flatMap((row) =>
      ((row as { buttons?: readonly { tooltip?: string }[] }).buttons ?? []).map(({ tooltip }) => tooltip),
    );

  /** Waits until a prompt is filled, and checks it. */
  async function look(): Promise<QuickPick> {
    const shown = (await until('a prompt', () => opened(window))) as QuickPick;
    await until('the prompt to be filled', () => !shown.busy || !shown.isOpen);
    check([...promptTexts(shown), ...('items' in shown ? buttons(shown) : [])]);
    return shown;
  }

  async function type(text: string): Promise<QuickPick> {
    (opened(window) ?? assert.fail()).type(text);
    return look();
  }

  const leave = () => opened(window)?.hide();

  it('of domains and logs', async () => {
    const [first, second] = [domain(0), domain(1)];
    await window.run('partnerLogs.pinDomain', first);
    await window.parts.filters.set(second, { days: 'last7Days', action: 'Blocked', keyword: '1' });
    await window.parts.filters.set(domain(2), { days: { from: '2026-11-20', to: '2026-11-21' } });
    assert.deepEqual(new Set(await rows()), new Set(['domain', 'more']));
    assert.ok((await rows(first)).includes('more'));
    await window.parts.lists.logs(first).goTo(2);
    service.rows += 3;
    assert.ok((await rows(first)).includes('previous'));
    await window.parts.lists.logs(first).goTo(1);
    service.rows += 3;
    await window.parts.lists.logs(first).checkNew(new AbortController().signal);
    assert.ok((await rows(first)).includes('new'));
    assert.ok((await rows(second)).includes('message'));
  });

  it('of lists that are empty, wrong or not read', async () => {
    service.hasNull = true;
    assert.ok((await rows(domain())).includes('message'));
    const pager = window.parts.lists.logs(domain());
    pager.reset();
    service.ignoresPaging = true;
    await pager.load();
    await pager.more();
    assert.ok((await rows(domain())).includes('message'));
    service.status = 503;
    await pager.refresh();
    assert.ok((await rows(domain())).includes('action'));
    check([window.parts.tree.message]);
    pager.reset();
    Object.assign(service, { status: 200, rows: 0, hasNull: false });
    assert.ok((await rows(domain())).includes('message'));
    await window.parts.filters.set(domain(), { action: 'Blocked' });
    assert.ok((await rows(domain())).includes('action'));
  });

  it('of recent logs', async () => {
    const key = { domain: 1, idx: 7, detectedType: 'WAF' };
    await window.parts.recent.add((await logs())[0] ?? assert.fail(), undefined);
    await window.parts.recent.add({ connectionId: '1', key: { ...key, idx: 8 } }, '1.0');
    const { provider } = window.fake.trees.get('partnerLogs.recent') ?? assert.fail();
    const nodes = await provider.getChildren();
    assert.equal(nodes.length, 2);
    for (const each of nodes) check(itemTexts(await provider.getTreeItem(each)));
    const load = <Module>(file: string) => window.load<Module>(file);
    const { recentItem } =
      await load<typeof import('../../../src/browse/tree/recentTree.ts')>('browse/tree/recentTree.ts');
    const log = { connectionId: '1', key, domainName: undefined, rule: '1', time: '2026-11-21 00:03:12' };
    const times = { zone: '+09:00', first: 'local' } as const;
    check(itemTexts(recentItem(log as never, undefined, times) as never));
    const { wholeTime, rowTimes } =
      await load<typeof import('../../../src/text/zonedTime.ts')>('text/zonedTime.ts');
    check(
      ['-09:00', '+08:00', '_'].flatMap((zone) => {
        const style = { zone, first: 'service' } as const;
        return [wholeTime(log.time, style), rowTimes(log.time, style)];
      }),
    );
  });

  it('of filters', async () => {
    await logs();
    await window.run('partnerLogs.clearFilter');
    check(window.fake.statuses);
    const { filters } = window.parts;
    await filters.set(domain(), { days: 'today', address: '203.0.113.9' });
    await filters.set(domain(1), { days: 'yesterday' });
    let done = window.run('partnerLogs.clearFilter');
    await look();
    leave();
    await done;
    done = window.run('partnerLogs.filterLogs', domain());
    const menu = await look();
    for (const text of ['203.0.113.9', '2026-11-21 7']) await type(text);
    menu.type('');
    const fields = menu.items.filter((row) => 'field' in row).map(({ label }) => label);
    assert.equal(fields.length, 8);
    leave();
    await done;
    for (const label of fields) {
      done = window.run('partnerLogs.filterLogs', domain());
      const fresh = await look();
      fresh.take((row) => row.label === label);
      await until('the next prompt', () => opened(window) !== fresh && opened(window));
      const shown = await look();
      if ('items' in shown) {
        if ('onDidTriggerItemButton' in shown && label === fields[1]) await type('7');
        const [last] = shown.items.slice(-1);
        if (label === fields[0]) {
          shown.take((row) => row === last);
          await until('the days', () => opened(window) !== shown && opened(window));
          await look();
        }
      }
      leave();
      await until('the end', () => opened(window) === undefined || opened(window));
      leave();
      await done;
    }
    await filters.set(domain(), {});
    const [log] = await logs();
    done = window.run('partnerLogs.filterByValue', log);
    await look();
    leave();
    await done;
  });

  it('of searches', async () => {
    await logs();
    let done = window.run('partnerLogs.searchLogs', domain());
    await look();
    for (const text of ['1', '7', '9999', '203.0.113.9']) await type(text);
    service.hasNull = true;
    await type('8');
    Object.assign(service, { hasNull: false, rows: 0 });
    await type('77777');
    service.status = 503;
    await type('6');
    const pick = opened(window) as QuickPick;
    pick.type('');
    pick.take((row) => 'end' in row && JSON.stringify(row).includes('all loaded'));
    await until('the other search', () => opened(window) !== pick && opened(window));
    await look();
    await type('1');
    leave();
    await done;
    const parameters = { keyword: null };
    window.fake.settings['partnerLogs.conventions'] = { '*': { logs: { parameters } } };
    window.fake.configuration.fire({ affectsConfiguration: () => true });
    service.status = 200;
    service.rows = ROWS;
    done = window.run('partnerLogs.searchLogs', domain());
    await look();
    await type('1');
    await type('0x1');
    leave();
    await done;
    await window.parts.filters.set(domain(), { keyword: '0-1', address: '203.0.113.7' });
    await rows(domain());
    delete window.fake.settings['partnerLogs.conventions'];
    window.fake.configuration.fire({ affectsConfiguration: () => true });
  });

  it('of look-ups', async () => {
    const [first] = await logs();
    window.fake.clipboard = '1.0/7';
    let done = window.run('partnerLogs.openDetectionLog');
    await look();
    const wrong = [
      '/',
      '1/',
      '0/9007199254740993',
      'http://',
      'http://7',
      'http://7/7',
      '?',
      '7'.repeat(5_000),
    ];
    const links = ['', '?', '?base=7', `?base=${service.baseUrl}&domain=_`, '?domain=1&domain=2'];
    for (const text of wrong) await type(text);
    for (const link of links) await type(`vscode://partner-logs.partner-logs/log${link}`);
    for (const text of ['7', '1.0/7', '7?detected_type=']) await type(text);
    const pick = await type('7.7/7');
    pick.take((row) => 'reference' in row);
    await until('the problem', () => !pick.busy);
    await look();
    leave();
    await done;
    window.fake.clipboard = '7';
    done = window.run('partnerLogs.compareLogs', first);
    const compared = (await until('the prompt', () => opened(window))) as QuickPick;
    check(compared.texts.slice(1));
    leave();
    await done;
  });

  it('of waiting', async () => {
    const reads = () => service.paths(/attack_logs/).length;
    const before = reads();
    const done = window.run('partnerLogs.waitForNext', domain());
    const item = await until('the item', () => window.fake.statusItems.get('partnerLogs.wait'));
    check([item?.text, item?.name, item?.tooltip as never, item?.accessibilityInformation?.label], 4);
    await until('the first read', () => reads() > before);
    service.rows += 2;
    await until('the message', () => window.fake.messages.length > 0, Boolean, 20);
    check(messageTexts(window), 2);
    await done;
    service.status = 403;
    await window.run('partnerLogs.waitForNext', domain());
    check(messageTexts(window), 2);
    for (const panel of [...window.fake.panels]) panel.dispose();
  });

  it('of tables, as their pages get them', async () => {
    await window.parts.filters.set(domain(), { days: 'thisMonth', action: 'Blocked' });
    await window.run('partnerLogs.openTable', domain());
    const panel = window.fake.panels.at(-1) ?? assert.fail();
    const posted = () => JSON.stringify(panel.posted);
    const settled = (what: string) => until(what, posted, (text) => text.includes(what));
    panel.say({ type: 'ready' });
    await settled('"isFirst":false');
    const ids = (panel.posted as { rows?: [number, { id: string }][] }[]).flatMap(({ rows = [] }) =>
      rows.map(([, { id }]) => id),
    );
    for (const chosen of [ids.slice(0, 1), ids]) {
      panel.say({ type: 'select', ids: chosen, focus: ids[0] });
      panel.say({ type: 'copy' });
      await until('the copy', () => window.fake.statuses.length > 0);
      check(window.fake.statuses.splice(0));
    }
    await window.run('partnerLogs.copyValue', undefined);
    check(window.fake.statuses.splice(0));
    panel.say({ type: 'select', ids: [] });
    await window.run('partnerLogs.copyValue', undefined);
    check(window.fake.statuses.splice(0));
    service.status = 503;
    panel.say({ type: 'run', action: 'refresh' });
    await settled('"problem"');
    service.status = 200;
    service.ignoresPaging = true;
    panel.say({ type: 'tryAgain' });
    const tables = window.parts.tables;
    const { WebviewPanel } = await import('../../fakeEditor/webviewPanel.ts');
    const gone = new WebviewPanel('partnerLogs.table', '');
    await tables.panels.deserializeWebviewPanel(gone as never, { base: '7', domain: 1 });
    gone.say({ type: 'ready' });
    const texts = [panel, gone].flatMap((each) => [each.title, ...postedTexts(each.posted)]);
    check(texts, 20);
    panel.dispose();
    gone.dispose();
  });
});

/** Returns the texts in a page's messages that are shown to the user; cells are data. */
function postedTexts(posted: readonly unknown[]): string[] {
  const read = ['title', 'name', 'text', 'headline', 'cause', 'next', 'notices'];
  const texts: string[] = [];
  const walk = (value: unknown, name: string): void => {
    if (typeof value === 'string') {
      if (read.includes(name)) texts.push(value);
    } else if (Array.isArray(value)) for (const each of value) walk(each, name);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, each] of Object.entries(value)) walk(each, key);
    }
  };
  for (const message of posted) walk(message, '');
  return texts;
}
