import assert from 'node:assert/strict';
import { type DomainNode, nodeId, type TreeNode } from '../../../../src/connections/nodes.ts';
import { FakeWindow, plainProfile } from '../../../fakeEditor/window.ts';
import { FakeService } from '../../../fakeService.ts';
import { childrenOf } from '../../whole/readingPlaces.ts';

const rows = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    idx: count - at,
    attack: at % 2 ? 'SQL Injection' : 'File Upload',
    action: 'Blocked',
    log_time: '2026-05-30 12:00:00',
  }));

describe('DomainsTree', function () {
  this.timeout(60_000);
  let service: FakeService;
  let window: FakeWindow;

  beforeEach(async () => {
    service = await FakeService.start({ domains: ['shop.example', 'store.example'], logs: rows(45) });
    window = await FakeWindow.open(plainProfile(), 1);
  });

  afterEach(async () => {
    window.close();
    await service.close();
  });

  async function add(id = 'a', key: string | null = service.key): Promise<void> {
    const connection = { id, name: id, baseUrl: service.baseUrl };
    if (key !== null) await window.parts.keys.store(connection, key);
    await window.parts.connections.save(connection);
  }

  const children = (node?: TreeNode) => childrenOf(window, node);
  const labels = (nodes: readonly TreeNode[]) =>
    nodes.map((node) => ('label' in node ? node.label : node.kind === 'log' ? node.key.idx : node.kind));

  async function firstDomain(parent?: TreeNode): Promise<DomainNode> {
    const [domain] = await children(parent);
    return domain?.kind === 'domain' ? domain : assert.fail();
  }

  it('has a connection level only while there are several, and IDs that are unique over all of them', async () => {
    await add('a');
    const open = await firstDomain();
    await children(open);
    await add(`a/${open.index}`);
    const roots = await children();
    assert.ok(roots.length === 2 && roots.every(({ kind }) => kind === 'connection'));
    const all = [...roots];
    for (const root of roots)
      for (const domain of await children(root)) all.push(domain, ...(await children(domain)));
    assert.equal(new Set(all.map(nodeId)).size, all.length);
    assert.equal(window.parts.tree.getParent(open), roots[0]);
  });

  it('loads more, counts new logs without moving rows, and shows them if requested', async () => {
    await add();
    const domain = await firstDomain();
    const before = await children(domain);
    assert.deepEqual(labels(before).slice(-2), [26, 'Load More (20 of 45)']);
    await window.run('partnerLogs.loadMore', domain);
    assert.equal(labels(await children(domain)).at(-1), 'Load More (40 of 45)');
    service.logs = rows(47);
    await window.parts.tree.checkNew(() => true, new AbortController().signal);
    assert.deepEqual(labels(await children(domain)).slice(0, 2), ['2 new. Refresh the list', 45]);
    await window.run('partnerLogs.refresh', domain);
    assert.deepEqual(labels(await children(domain)).slice(0, 2), [47, 46]);
  });

  it('counts and leaves out rows that a service that ignores a filter should not have sent, and offers to clear it', async () => {
    await add();
    const domain = await firstDomain();
    window.parts.filters.set(domain, { rule: 'SQL Injection' });
    const [notice, ...shown] = labels(await children(domain));
    assert.equal(notice, 'The service ignored rule: 10 of 20 loaded rows match.');
    assert.deepEqual(shown.slice(0, 3), [44, 42, 40]);
    assert.equal(window.parts.tree.getTreeItem(domain).description, 'filtered: SQL Injection');
    window.parts.filters.set(domain, { rule: 'None' });
    assert.deepEqual(labels(await children(domain)).slice(0, 3), [
      'The service ignored rule: 0 of 20 loaded rows match.',
      'No detection logs match the filter',
      'Clear Filter',
    ]);
  });

  it('shows pinned domains first, and renders a domain again when its filter changes', async () => {
    await add();
    const drawn: unknown[] = [];
    const [shop, store] = await children();
    window.parts.tree.onDidChangeTreeData((node) => drawn.push(node?.kind));
    await window.run('partnerLogs.unpinDomain', shop);
    await window.run('partnerLogs.pinDomain', store);
    const domain = await firstDomain();
    assert.equal(domain.name, 'store.example');
    window.parts.tree.getTreeItem(domain);
    drawn.length = 0;
    window.parts.filters.set(domain, { action: 'Blocked' });
    assert.deepEqual(drawn, ['domain']);
  });

  it('reveals a row again until the editor has selected it', async () => {
    await add();
    const domain = await firstDomain();
    const { view } = window.fake.trees.get('partnerLogs.domains') ?? assert.fail();
    const { reveal } = view;
    const answers = [async () => {}, () => Promise.reject(new Error('Canceled')), reveal];
    view.reveal = (element) => (answers.shift() ?? assert.fail())(element);
    await window.parts.tree.reveal(domain);
    assert.deepEqual([window.parts.tree.selection, answers], [[domain], []]);
  });

  it('keeps its rows and says above them that a refresh failed, until one works', async () => {
    await add();
    const domain = await firstDomain();
    await service.close();
    await window.parts.lists.refresh();
    assert.deepEqual((await children()).at(-1)?.kind, 'domain');
    const { tooltip } = window.parts.tree.getTreeItem((await children())[0] ?? domain);
    assert.match(String(tooltip), /^[^\n]*could not be reached[^\n]*\n[^\n]+$/);
    await service.listen();
    service.domains = ['renamed.example'];
    await window.parts.lists.refresh();
    assert.deepEqual([(await children())[0] === domain, domain.name], [true, 'renamed.example']);
  });

  it('shows no response to an old key', async () => {
    service.refusesOtherKeys = true;
    await add();
    const loading = children(await firstDomain());
    await add('a', 'another');
    await loading;
    assert.match(labels(await children()).join(), /did not accept the API key.*domain/);
  });
});
