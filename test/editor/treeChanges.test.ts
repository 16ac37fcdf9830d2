import assert from 'node:assert/strict';
import { setImmediate, setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { DomainNode, TreeNode } from '../../src/targets/nodes.ts';
import { rowTime } from '../../src/text/zonedTime.ts';
import { FakeService } from '../fakeService.ts';
import { until } from '../until.ts';
import { type Models, models } from './models.ts';

/** Returns a time zone in which the date currently differs from the date in UTC. */
const elsewhere = () => (new Date().getUTCHours() >= 11 ? 'Pacific/Kiritimati' : 'Etc/GMT+12');

/** Selects the first log of the first domain. */
async function selectFirst(tree: Models['tree']) {
  await vscode.commands.executeCommand('partnerLogs.domains.focus');
  const [domain] = await tree.getChildren();
  assert.ok(domain?.kind === 'domain');
  const [log] = await tree.getChildren(domain);
  assert.ok(log?.kind === 'log');
  await until('the selected row', async () => {
    // The view might be drawn again after the connection was added, which discards the selection.
    await tree.reveal(log);
    return tree.selection.length === 1;
  });
  return { domain, log };
}

describe('DomainsTree: changes', () => {
  let service: FakeService;

  beforeEach(async () => {
    service = await FakeService.start();
    const { connections, keys } = await models();
    const connection = { id: 'a', name: 'a', baseUrl: service.baseUrl };
    await keys.store(connection, 'any-key');
    await connections.save(connection);
  });

  afterEach(async () => {
    const { connections, filters, pinned } = await models();
    for (const connection of connections.list()) {
      await filters.forgetConnection(connection.id);
      await pinned.forgetConnection(connection.id);
      await connections.remove(connection.id);
    }
    await service.close();
  });

  const unlisted = (index: number): DomainNode => ({
    kind: 'domain',
    connectionId: 'a',
    ...{ index, name: undefined, other: {} },
  });

  const daysOf = (rows: readonly TreeNode[]) =>
    rows.map((node) => (node.kind === 'log' ? node.row.time?.slice(0, 10) : node.kind));

  it('reads a list of today again when the answer of the counts tells which day that is', async () => {
    const { tree, filters, counts, todays, pinned } = await models();
    const [domain] = await tree.getChildren();
    assert.ok(domain?.kind === 'domain');
    await filters.set(domain, { days: 'today' });
    const before = todays.days.ofConnection('a');
    assert.deepEqual(daysOf(await tree.getChildren(domain)), [before]);
    await pinned.pin({ connectionId: 'a', index: 1, name: 'shop.example' });
    service.timeZone = elsewhere();
    const after = await until(
      'another day',
      async () => {
        await counts.refresh();
        return todays.days.ofConnection('a');
      },
      (day) => day !== before,
    );
    assert.deepEqual(daysOf(await tree.getChildren(domain)), [after]);
  });

  it('draws a domain again when the answer of the counts changes its facts, and not when it does not', async () => {
    const { tree, counts, pinned } = await models();
    const [domain] = await tree.getChildren();
    assert.ok(domain);
    tree.getTreeItem(domain);
    const drawn: unknown[] = [];
    const listening = tree.onDidChangeTreeData(
      (node) => node && drawn.push(tree.getTreeItem(node).description),
    );
    await pinned.pin({ connectionId: 'a', index: 1, name: 'shop.example' });
    await until(
      "today's attackers",
      () => drawn,
      (all) => all.some((description) => /attacker/.test(String(description))),
    );
    const before = drawn.length;
    let isToldAgain = false;
    counts.onDidChange(() => {
      isToldAgain = true;
    });
    // A read in progress is not requested again.
    await until('the counts to be read again', async () => {
      await counts.refresh();
      return isToldAgain;
    });
    listening.dispose();
    assert.deepEqual(drawn.slice(before), []);
  });

  it('draws the domains again when one is pinned, which is then first', async () => {
    const { connections, tree, pinned } = await models();
    const removed = { id: 'removed', name: 'removed', baseUrl: service.baseUrl };
    await connections.save(removed);
    await pinned.pin({ connectionId: 'removed', index: 1, name: 'shop.example' });
    await tree.getChildren({ kind: 'connection', connection: removed });
    await connections.remove('removed');
    await pinned.forgetConnection('removed');
    service.domains = ['shop.example', 'store.example'];
    await tree.getChildren();
    const drawn: unknown[] = [];
    const listening = tree.onDidChangeTreeData((node) => node === undefined && drawn.push(node));
    await pinned.pin({ connectionId: 'a', index: 2, name: 'store.example' });
    const [first] = await tree.getChildren();
    await pinned.pin({ connectionId: 'b', index: 1, name: 'elsewhere.example' });
    listening.dispose();
    await pinned.forgetConnection('b');
    assert.deepEqual(drawn, [undefined]);
    assert.equal(first && tree.getTreeItem(first).label, 'store.example');
  });

  it("shows the reader's time first where the setting says so", async () => {
    const { tree, counts, timeStyle, pinned } = await models();
    const settings = vscode.workspace.getConfiguration('partnerLogs');
    service.timeZone = elsewhere();
    const [domain] = await tree.getChildren();
    assert.ok(domain?.kind === 'domain');
    await pinned.pin({ connectionId: 'a', index: 1, name: 'shop.example' });
    await until('the zone', async () => {
      await counts.refresh();
      return timeStyle(domain).zone === service.timeZone;
    });
    const [log] = await tree.getChildren(domain);
    assert.ok(log?.kind === 'log');
    const zone = service.timeZone;
    const drawn = () => String(tree.getTreeItem(log).description);
    const time = log.row.time ?? '';
    assert.equal(drawn(), rowTime(time, { zone, first: 'service' }));
    await settings.update('timeZone', 'local', vscode.ConfigurationTarget.Global);
    try {
      assert.equal(drawn(), rowTime(time, { zone, first: 'local' }));
      assert.match(String(tree.getTreeItem(log).tooltip), /Time: \S+ \S+ on this computer, \S+ 12:00:00 \(/);
    } finally {
      await settings.update('timeZone', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('takes the new name of a domain, in the node that the editor knows', async () => {
    const { tree, lists } = await models();
    const [before] = await tree.getChildren();
    service.domains = ['store.example'];
    await lists.refresh();
    const [after] = await tree.getChildren();
    assert.equal(after, before);
    assert.equal(after && tree.getTreeItem(after).label, 'store.example');
  });

  it('names a domain once it is listed', async () => {
    const { domains, lists, tree } = await models();
    const before = domains.domain('a', unlisted(2));
    assert.equal(tree.getTreeItem(before).label, 'Domain 2');
    service.domains = ['shop.example', 'store.example'];
    await lists.refresh();
    const [, after] = await tree.getChildren();
    assert.equal(after, before);
    assert.equal(tree.getTreeItem(before).label, 'store.example');
  });

  it('reads the domains again where their list was dropped while it loaded', async () => {
    const { tree, lists } = await models();
    const rows = tree.getChildren();
    lists.reset();
    assert.deepEqual(
      (await rows).map(({ kind }) => kind),
      ['domain'],
    );
  });

  it('says above all rows that a refresh failed, until one works', async () => {
    const { tree, lists } = await models();
    await tree.getChildren();
    await service.close();
    await lists.refresh();
    const rows = await tree.getChildren();
    assert.match(tree.message, /^Not refreshed\. .*refused/);
    assert.deepEqual(
      rows.map(({ kind }) => kind),
      ['message', 'action', 'domain'],
    );
    await service.listen();
    await lists.refresh();
    await tree.getChildren();
    assert.equal(tree.message, '');
  });

  it('leaves the domains open that were, when a second connection makes a level above them', async () => {
    const { tree, connections, keys } = await models();
    await vscode.commands.executeCommand('partnerLogs.domains.focus');
    const [before] = await tree.getChildren();
    assert.ok(before?.kind === 'domain');
    assert.equal(tree.getTreeItem(before).collapsibleState, vscode.TreeItemCollapsibleState.Collapsed);
    await tree.reveal(before, { expand: true });
    const isOpen = async () => {
      const [root] = await tree.getChildren();
      const [domain] = root?.kind === 'connection' ? await tree.getChildren(root) : [root];
      return domain && tree.getTreeItem(domain).collapsibleState === vscode.TreeItemCollapsibleState.Expanded;
    };
    await until('the open domain', isOpen);
    const second = { id: 'b', name: 'b', baseUrl: service.baseUrl };
    await keys.store(second, 'any-key');
    await connections.save(second);
    assert.equal((await tree.getChildren())[0]?.kind, 'connection');
    assert.equal(await isOpen(), true);
  });

  it('takes a domain for open whose rows are read, as of one that was opened while everything is drawn again', async () => {
    const { tree } = await models();
    const [domain] = await tree.getChildren();
    assert.ok(domain?.kind === 'domain');
    assert.equal(tree.getTreeItem(domain).collapsibleState, vscode.TreeItemCollapsibleState.Collapsed);
    await tree.getChildren(domain);
    assert.equal(tree.getTreeItem(domain).collapsibleState, vscode.TreeItemCollapsibleState.Expanded);
  });

  it('opens the row that is selected, also while it is drawn again', async () => {
    const { tree, panels } = await models();
    const { domain, log } = await selectFirst(tree);
    tree.redraw(domain);
    await vscode.commands.executeCommand('partnerLogs.openRow');
    await until('the log', () => panels.active?.key.idx === log.key.idx);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('knows the selected row also while the editor draws everything again', async () => {
    const { tree } = await models();
    await selectFirst(tree);
    let isDrawn = false;
    const { getTreeItem } = tree;
    tree.getTreeItem = (node) => {
      isDrawn ||= node.kind === 'log';
      return getTreeItem.call(tree, node);
    };
    tree.redraw();
    const seen = new Set<string>();
    await until('the row to be drawn again', async () => {
      for (let turn = 0; turn < 100 && !isDrawn; turn++) {
        seen.add(tree.selection.map(({ kind }) => kind).join());
        await setImmediate();
      }
      return isDrawn;
    });
    Reflect.deleteProperty(tree, 'getTreeItem');
    assert.deepEqual([...seen], ['log']);
  });

  it('reveals a row also while the view comes into sight', async () => {
    const { tree, connections } = await models();
    await vscode.commands.executeCommand('partnerLogs.domains.focus');
    const [connection] = connections.list();
    assert.ok(connection);
    for (let turn = 0; turn < 16; turn++) {
      await vscode.commands.executeCommand('workbench.view.explorer');
      await connections.remove('a');
      await connections.save(connection);
      await setTimeout(turn * 20);
      if (turn % 2) await vscode.commands.executeCommand('partnerLogs.domains.focus');
      const [domain] = await tree.getChildren();
      assert.ok(domain?.kind === 'domain');
      await tree.reveal(domain, { expand: true });
    }
  });

  it('loads nothing of a domain that it does not show', async () => {
    const { lists } = await models();
    await vscode.commands.executeCommand('partnerLogs.loadMore', unlisted(99));
    assert.equal(lists.logs(unlisted(99)).state.total, undefined);
  });
});
