import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Connection } from '../../src/connections/connection.ts';
import { type SampleService, startSampleService } from '../../src/sample/server.ts';
import type { DomainNode, TreeNode } from '../../src/targets/nodes.ts';
import { until } from '../until.ts';
import { models } from './models.ts';

const LOGS = 1_000_000;
const PER_PAGE = 20;
const MAX_PAGES = 10;

describe(`DomainsTree: a domain with ${LOGS.toLocaleString('en')} logs`, function () {
  this.timeout(600_000);
  let connection: Connection;
  let sample: SampleService;
  let domain: DomainNode;
  /** Nodes that the editor has rendered since this was last cleared. */
  let drawn: TreeNode[] = [];

  const refreshEvery = (minutes: number | undefined) =>
    vscode.workspace
      .getConfiguration('partnerLogs')
      .update('refreshInterval', minutes, vscode.ConfigurationTarget.Global);

  before(async () => {
    const { connections, keys, tree, lists } = await models();
    // The refresh five minutes after startup requests new logs, which would be counted here.
    await refreshEvery(0);
    sample = await startSampleService({ logsPerDomain: LOGS });
    connection = { id: 'scale', name: 'Scale', baseUrl: sample.baseUrl };
    await keys.store(connection, sample.key);
    await connections.save(connection);
    const draw = tree.getTreeItem;
    tree.getTreeItem = (node) => {
      drawn.push(node);
      return draw.call(tree, node);
    };
    await vscode.commands.executeCommand('partnerLogs.domains.focus');
    const found = (await tree.getChildren()).find((node) => node.kind === 'domain');
    assert.ok(found?.kind === 'domain');
    domain = found;
    await until(
      'the first page',
      async () => {
        await tree.reveal(domain, { expand: true });
        return lists.logs(domain).state.items.length;
      },
      (count) => count === PER_PAGE,
    );
  });

  after(async () => {
    const { connections, keys, tree } = await models();
    Reflect.deleteProperty(tree, 'getTreeItem');
    await keys.remove(connection);
    await connections.remove(connection.id);
    await sample.close();
    await refreshEvery(undefined);
  });

  const listRequests = () => sample.requests.filter(({ path }) => path.includes('attack_logs')).length;
  const isDrawn = (idx: number) => drawn.some((node) => node.kind === 'log' && node.row.idx === idx);

  for (const page of [1, 5_000, LOGS / PER_PAGE]) {
    const requests = page === 1 ? 0 : 1;
    it(`shows page ${page.toLocaleString('en')} after ${requests} requests, drawing that page alone`, async () => {
      const { tree, lists } = await models();
      const pager = lists.logs(domain);
      const before = listRequests();
      drawn = [];
      await tree.change(domain, () => pager.goTo(page));
      const last = pager.state.items.at(-1);
      assert.ok(last);
      assert.equal(pager.state.firstPage, page);
      await until('the last row to be drawn', () => isDrawn(last.key.idx));
      assert.equal(listRequests() - before, requests);
      assert.ok(drawn.length <= 2 * (PER_PAGE + 3), `${drawn.length} rows drawn`);
    });
  }

  it('draws no more at the hundredth Load More than the pages that are kept', async () => {
    const { tree, lists } = await models();
    const pager = lists.logs(domain);
    await tree.change(domain, () => pager.goTo(1));
    // Twice the number of kept pages, because new counts of the domain might render it again in the meantime.
    const most = 2 * MAX_PAGES * PER_PAGE;
    const counts: number[] = [];
    for (let load = 1; load <= 100; load++) {
      const before = listRequests();
      drawn = [];
      await vscode.commands.executeCommand('partnerLogs.loadMore', {
        kind: 'more',
        parent: domain,
        label: '',
      });
      const last = pager.state.items.at(-1);
      assert.ok(last);
      await until('the last row to be drawn', () => isDrawn(last.key.idx));
      assert.equal(listRequests() - before, 1);
      counts.push(drawn.filter(({ kind }) => kind === 'log').length);
    }
    assert.equal(pager.state.lastPage, 101);
    assert.ok(Math.max(...counts) <= most, `at most ${most} logs a load, not ${Math.max(...counts)}`);
  });
});
