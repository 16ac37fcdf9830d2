import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ServiceError } from '../../src/base/errors.ts';
import { pickLog } from '../../src/browse/search/searchPick.ts';
import type { LogService } from '../../src/service/api.ts';
import { defaultConventions } from '../../src/service/conventions.ts';
import type { LogRow } from '../../src/service/model.ts';
import { until } from '../until.ts';
import { models } from './models.ts';
import { NotedPicks } from './notedPicks.ts';

describe('pickLog: a search that failed', () => {
  it('is done again in place, with what was typed', async () => {
    const { logNodes, recent, timeStyle } = await models();
    const picks = new NotedPicks();
    const service = failingOnce({ idx: 42, rule: 'SQL Injection', uri: '/evil', other: {} });
    const ended = pickLog(
      {
        logNodes,
        recent,
        timeStyle,
        directory: { read: () => assert.fail() },
        services: {
          of: async () => service,
          filterNames: () => defaultConventions.logs.parameters,
          detectedType: () => defaultConventions.detail.detectedType,
        },
        today: () => '2026-01-01',
        onActive: () => {},
      },
      { kind: 'domain', connectionId: 'none', index: 7, name: 'shop.example', other: {} },
    );
    const [pick] = picks.all;
    assert.ok(pick);
    const details = () => pick.items.map(({ detail }) => detail).join('\n');
    const labels = () => pick.items.map(({ label }) => label);
    pick.value = 'evil';
    await until('the error', details, (all) => all.includes('Press Enter to run “Try Again”'));
    await until('the next try', async () => {
      if (!details().includes('Press Enter to run “Try Again”')) return true;
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return false;
    });
    await until('the rows', labels, (all) => all.includes('SQL Injection'));
    assert.ok(labels().some((label) => label.includes('This row could not be read')));
    assert.equal(pick.value, 'evil');
    picks.dispose();
    assert.equal(await ended, undefined);
  });
});

/** Returns a service that has one log and fails on the first request. */
function failingOnce(row: LogRow): LogService {
  let isDown = true;
  const notAsked = () => Promise.reject(new Error('Only the list of logs is asked for.'));
  return {
    domains: notAsked,
    log: notAsked,
    counts: notAsked,
    logs: async (domain, page) => {
      if (isDown) {
        isDown = false;
        throw new ServiceError('server-error', 'down');
      }
      const items = [{ key: { domain, idx: row.idx, detectedType: 'WAF' }, row }];
      return { items, unreadable: [1], total: 2, ...page };
    },
    dispose: () => {},
  };
}
