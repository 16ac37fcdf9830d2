import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { treeItem } from '../../src/browse/tree/treeRows.ts';
import type { Connection } from '../../src/connections/connection.ts';
import { failure } from '../../src/sample/answers.ts';
import { type SampleService, startSampleService } from '../../src/sample/server.ts';
import { type DomainNode, nodeId, type TreeNode } from '../../src/targets/nodes.ts';
import { FakeService } from '../fakeService.ts';
import { until } from '../until.ts';
import { models } from './models.ts';

const title = (node: TreeNode) =>
  node.kind === 'message' ? node.label : node.kind === 'action' ? node.title : node.kind;

describe('DomainsTree', () => {
  let sample: SampleService;

  let now: Date;

  beforeEach(async () => {
    now = new Date('2026-05-30T12:00:00Z');
    sample = await startSampleService({ now: () => now });
  });

  afterEach(async () => {
    const { connections } = await models();
    for (const connection of connections.list()) {
      await connections.remove(connection.id);
    }
    await sample.close();
  });

  async function add(
    id: string,
    baseUrl = sample.baseUrl,
    key: string | null = sample.key,
  ): Promise<Connection> {
    const { connections, keys } = await models();
    const connection = { id, name: `Connection ${id}`, baseUrl };
    if (key !== null) await keys.store(connection, key);
    await connections.save(connection);
    return connection;
  }

  async function domainNamed(parent: TreeNode | undefined, name: string): Promise<DomainNode> {
    const { tree } = await models();
    const found = (await tree.getChildren(parent)).find(
      (node) => node.kind === 'domain' && node.name === name,
    );
    assert.ok(found?.kind === 'domain');
    return found;
  }

  it('is empty without a connection, so that the welcome shows', async () => {
    const { tree } = await models();
    assert.deepEqual(await tree.getChildren(), []);
  });

  it('says that a key is needed when the keyring has none, and offers Replace Key', async () => {
    const { tree, keys } = await models();
    const connection = await add('a', sample.baseUrl, null);
    const rows = await tree.getChildren();
    assert.deepEqual(
      rows.map(({ kind }) => kind),
      ['message', 'action'],
    );
    assert.match(String(rows[0] && title(rows[0])), /key/i);
    assert.equal(rows[1]?.kind === 'action' && rows[1].command, 'partnerLogs.replaceKey');
    await keys.store(connection, sample.key);
    assert.equal((await tree.getChildren())[0]?.kind, 'domain', 'mended');
  });

  it('says that the key was refused', async () => {
    const { tree } = await models();
    await add('a', sample.baseUrl, 'another-key');
    const [message, action] = await tree.getChildren();
    assert.match(message ? title(message) : '', /did not accept the API key/);
    assert.equal(action?.kind === 'action' && action.command, 'partnerLogs.replaceKey');
  });

  it('says that a domain has no logs', async () => {
    const { tree } = await models();
    await add('a');
    const rows = await tree.getChildren(await domainNamed(undefined, 'archive.example'));
    assert.deepEqual(rows.map(title), ['No detection logs']);
  });

  it('leads from a log list that is not there to the diagnosis', async () => {
    const withoutList = await FakeService.start();
    withoutList.respond = ({ url }, usual) =>
      url.pathname.includes('/attack_logs/') ? failure('not found') : usual();
    try {
      const { tree } = await models();
      await add('a', withoutList.baseUrl);
      const [message, action] = await tree.getChildren(await domainNamed(undefined, 'shop.example'));
      assert.match(message ? title(message) : '', /404 RES000018 “Data not found”/);
      assert.equal(action?.kind === 'action' && action.command, 'partnerLogs.diagnoseConnection');
    } finally {
      await withoutList.close();
    }
  });

  it('has a connection level only while there are several, and ids that are unique over all of them', async () => {
    const { tree, lists } = await models();
    await add('a');
    assert.equal((await tree.getChildren())[0]?.kind, 'domain');
    await add('b');
    const roots = await tree.getChildren();
    assert.deepEqual(
      roots.map(({ kind }) => kind),
      ['connection', 'connection'],
    );
    const all: TreeNode[] = [...roots];
    for (const root of roots) {
      const domains = await tree.getChildren(root);
      all.push(...domains);
      for (const domain of domains) all.push(...(await tree.getChildren(domain)));
    }
    const ids = all.map(nodeId);
    assert.equal(new Set(ids).size, ids.length);
    assert.ok(ids.length > 2 * 12 * 10, `${ids.length} nodes`);
    assert.equal(lists.domains('a').state.items.length, 12);
  });

  it('shows at most ten pages, then offers the table', async () => {
    const { tree } = await models();
    await add('a');
    const domain = await domainNamed(undefined, 'shop.example');
    await tree.getChildren(domain);
    const pager = tree.pagerOf(domain);
    for (let page = 2; page <= 10; page++) await pager.more();
    const rows = await tree.getChildren(domain);
    assert.equal(rows.filter(({ kind }) => kind === 'log').length, 200);
    assert.equal(rows.at(-1)?.kind, 'action');
  });

  it('tells of new logs without moving rows, and shows them when asked', async () => {
    const { tree } = await models();
    await add('a');
    await vscode.commands.executeCommand('partnerLogs.domains.focus');
    const domain = await domainNamed(undefined, 'shop.example');
    const before = await tree.getChildren(domain);
    now = new Date('2026-05-31T12:00:00Z');
    await until('the row of new logs', async () => {
      if ((await tree.getChildren(domain))[0]?.kind === 'new') return true;
      assert.equal(await tree.checkNew(() => true, new AbortController().signal), true);
      return false;
    });
    const [news, ...rows] = await tree.getChildren(domain);
    assert.match(news?.kind === 'new' ? news.label : '', /^\d+ new\. Show from the start$/);
    assert.deepEqual(rows.map(nodeId), before.map(nodeId));
    await vscode.commands.executeCommand('partnerLogs.loadMore', news);
    const [first] = await tree.getChildren(domain);
    assert.match(first?.kind === 'log' ? String(first.row.time) : '', /^2026-05-31/);
  });

  it('paints no answer to an old key', async () => {
    const { tree, keys } = await models();
    const connection = await add('a');
    await tree.getChildren();
    const loading = tree.getChildren(await domainNamed(undefined, 'shop.example'));
    await keys.store(connection, 'another-key');
    await loading;
    const [row] = await tree.getChildren();
    assert.match(row ? title(row) : '', /did not accept the API key/);
  });

  it('reveals nodes by their parents', async () => {
    const { tree } = await models();
    await add('a');
    await add('b');
    const [root] = await tree.getChildren();
    const domain = await domainNamed(root, 'shop.example');
    const [log] = await tree.getChildren(domain);
    assert.ok(log);
    assert.equal(tree.getParent(log), domain);
    assert.equal(tree.getParent(domain), root);
  });

  it('draws short rows and tooltips, however much a service sends', () => {
    let deep: unknown = 'x';
    for (let depth = 0; depth < 50_000; depth++) deep = [deep];
    const long = 'long\n'.repeat(100_000);
    const others = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`field ${at}`, long]));
    const facts = { attackers: 1, pinned: true, filter: long };
    const domain: DomainNode = {
      ...{ kind: 'domain', connectionId: 'a' },
      ...{ index: 1, name: long, other: { deep, ...others } },
    };
    const row = { idx: 1, rule: long, time: long, address: long, uri: long, description: long, other: {} };
    const key = { domain: 1, idx: 1, detectedType: long };
    const log: TreeNode = { kind: 'log', connectionId: 'a', key, row, parent: domain };
    const message: TreeNode = {
      kind: 'message',
      parent: domain,
      label: long,
      detail: long,
      severity: 'error',
    };
    for (const node of [domain, log, message]) {
      const { label, description, tooltip, accessibilityInformation } = treeItem(node, () => facts);
      for (const text of [label, description, accessibilityInformation?.label]) {
        const length = typeof text === 'string' ? text.length : 0;
        assert.ok(length <= 1_500, `${node.kind}: ${length}`);
      }
      assert.ok(String(tooltip).length < 8_000);
    }
  });
});
