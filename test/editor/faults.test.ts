/** Some cases of the fault matrix (`unit/whole/faultMatrix.test.ts`) in the real editor. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { FaultCode } from '../../src/base/errors.ts';
import { faults } from '../../src/service/faults.ts';
import { english } from '../../src/text/l10n.ts';
import { FakeService } from '../fakeService.ts';
import { until } from '../until.ts';
import { AnsweredMessages } from './answeredMessages.ts';
import { models } from './models.ts';

const ID = 'faults';
const SHOP = { connectionId: ID, index: 1001 };
const KEY = { domain: 1001, idx: 1234, detectedType: 'WAF' };

/** The status that causes each fault. */
const STATUSES: Readonly<Partial<Record<FaultCode, number>>> = {
  'bad-request': 400,
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  redirected: 302,
  'unexpected-status': 418,
  'server-error': 500,
  'rate-limited': 429,
};

describe('faults in the real editor', function () {
  this.timeout(120_000);
  let service: FakeService;
  let messages: AnsweredMessages;
  const connection = () => ({ id: ID, name: 'Faults', baseUrl: service.baseUrl });

  beforeEach(async () => {
    service = await FakeService.startSample({ logsPerDomain: 2_000 });
    messages = new AnsweredMessages();
    const { connections, keys } = await models();
    await keys.store(connection(), service.key);
    await connections.save(connection());
  });

  afterEach(async () => {
    messages.dispose();
    const { connections, keys } = await models();
    await connections.remove(ID);
    await keys.remove(connection());
    await service.close();
  });

  for (const [code, status] of Object.entries(STATUSES) as [FaultCode, number][]) {
    const sentence = english(faults[code].sentence);
    it(`${code} is said by a list, a tool and a copy, and the next request works`, async () => {
      const { lists, logs } = await models();
      service.respond = () => ({ status });
      const pager = lists.logs(SHOP);
      await pager.load();
      assert.equal((pager.state.fault as { code?: string }).code, code);
      const tool = () =>
        vscode.lm.invokeTool('partnerLogs_list_domains', { input: {}, toolInvocationToken: undefined });
      await assert.rejects(
        async () => tool(),
        (error) => String(error).includes(sentence),
      );
      const copy = () =>
        vscode.commands.executeCommand('partnerLogs.copyRawData', { connectionId: ID, key: KEY });
      void copy();
      await until('the message', () => messages.last?.text.includes(sentence));

      service.respond = (_, usual) => usual();
      await pager.refresh();
      assert.equal(pager.state.fault, undefined);
      assert.ok((await tool()).content.length > 0);
      assert.equal(await copy(), true);
      assert.ok((await logs.get({ connectionId: ID, key: KEY })).rawData.length > 0);
    });
  }
});
