import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Connection } from '../../src/connections/connection.ts';
import { failure } from '../../src/sample/answers.ts';
import { FakeService, type Respond } from '../fakeService.ts';
import { until } from '../until.ts';
import { models } from './models.ts';

const domain = { connectionId: 'refresh', index: 1001 };

describe('partnerLogs.refresh', () => {
  let service: FakeService;
  const countsPath = /visitors_hackers/;

  beforeEach(async () => {
    service = await FakeService.startSample();
    const { connections, keys, pinned } = await models();
    const connection: Connection = {
      id: domain.connectionId,
      name: 'Refresh',
      baseUrl: service.baseUrl,
    };
    await keys.store(connection, service.key);
    await connections.save(connection);
    await pinned.pin({ ...domain, name: 'shop.example' });
  });

  afterEach(async () => {
    const { connections, pinned } = await models();
    await pinned.forgetConnection(domain.connectionId);
    await connections.remove(domain.connectionId);
    await service.close();
  });

  /** Answers requests for counts with `answer`, and all others as usual. */
  function answerCounts(answer: Respond): void {
    service.respond = (request, usual) =>
      countsPath.test(request.url.pathname) ? answer(request, usual) : usual();
  }

  it('does not wait for counts, which are read in the background', async () => {
    const { counts: parts, todays } = await models();
    await parts.refresh();
    await until('the counts', () => todays.today(domain)?.values);
    const before = service.paths(countsPath).length;
    answerCounts(() => new Promise(() => {}));
    await vscode.commands.executeCommand('partnerLogs.refresh');
    await until(
      'a request',
      () => service.paths(countsPath).length,
      (count) => count > before,
    );
    assert.equal(todays.today(domain)?.fault, undefined, 'the counts are still being read');
  });

  it('reads counts again whose key was refused', async () => {
    const { counts: parts, todays } = await models();
    answerCounts(() => failure('unauthorized'));
    await parts.refresh();
    await until('the fault', () => todays.today(domain)?.fault);
    answerCounts((_, usual) => usual());
    await vscode.commands.executeCommand('partnerLogs.refresh');
    await until('the counts', () => {
      const { values, fault } = todays.today(domain) ?? {};
      return values !== undefined && fault === undefined;
    });
  });
});
