import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { FakeService } from '../fakeService.ts';
import { until } from '../until.ts';
import { AnsweredMessages } from './answeredMessages.ts';
import { models } from './models.ts';

describe('partnerLogs.waitForNext', function () {
  this.timeout(60_000);
  let service: FakeService;
  let messages: AnsweredMessages;
  const domain = { connectionId: 'wait', index: 1 };
  const listed = () => service.paths(/attack_logs/).length;

  beforeEach(async () => {
    service = await FakeService.start();
    messages = new AnsweredMessages();
    const { connections, keys } = await models();
    const connection = { id: domain.connectionId, name: 'Wait', baseUrl: service.baseUrl };
    await keys.store(connection, 'any-key');
    await connections.save(connection);
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('partnerLogs.stopWaiting');
    messages.dispose();
    const { connections, filters } = await models();
    await filters.set(domain, {});
    await connections.remove(domain.connectionId);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await service.close();
  });

  it('opens the first new log and counts the others', async () => {
    const { panels } = await models();
    const waited = vscode.commands.executeCommand('partnerLogs.waitForNext', domain);
    await until('the first request', () => listed() > 0);
    service.logs = [3, 2, 1];
    await waited;
    assert.equal(panels.size, 1);
    // Not the active one, because a newly opened window shows its welcome page late.
    await until(
      'the tab of log 2',
      () => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label)),
      (labels) => labels.some((label) => label.endsWith(' 2')),
    );
    assert.match(
      messages.all.map(({ text }) => text).join(),
      /New detection log 2 for .*SQL Injection\. 1 more new log\./,
    );
  });

  it('says of what it found that the service might have ignored the filter', async () => {
    const { filters } = await models();
    await filters.set(domain, { keyword: 'no-row-has-this' });
    const waited = vscode.commands.executeCommand('partnerLogs.waitForNext', domain);
    await until('the first request', () => listed() > 0);
    service.logs = [2, 1];
    await waited;
    const said = messages.all.map(({ text }) => text).join();
    assert.match(
      said,
      /New detection log 2 for .*The service might have ignored part of the filter: keyword\./,
    );
  });

  it('shows the logs in the table that it began in, read anew', async () => {
    const { tableFocus } = await models();
    await vscode.commands.executeCommand('partnerLogs.openTable', domain);
    await until('the focused table', () => tableFocus.current?.total);
    const before = listed();
    const waited = vscode.commands.executeCommand('partnerLogs.waitForNext');
    await until('the first request', () => listed() > before);
    await vscode.commands.executeCommand('workbench.action.files.newUntitledFile');
    await until('the focus to be elsewhere', () => tableFocus.current === undefined);
    messages.take('Show Logs');
    service.logs = [2, 1];
    await waited;
    await until(
      'the table with both logs',
      () => tableFocus.current?.total,
      (total) => total === 2,
    );
  });

  it('asks nothing after it was stopped', async () => {
    const waited = vscode.commands.executeCommand('partnerLogs.waitForNext', domain);
    await until('the first request', () => listed() > 0);
    await vscode.commands.executeCommand('partnerLogs.stopWaiting');
    await waited;
    assert.equal(listed(), 1);
    assert.deepEqual(messages.all, []);
  });

  it('ends when the connection is removed', async () => {
    const waited = vscode.commands.executeCommand('partnerLogs.waitForNext', domain);
    await until('the first request', () => listed() > 0);
    await (await models()).connections.remove(domain.connectionId);
    await waited;
    assert.match(messages.all.map(({ text }) => text).join(), /^Stopped waiting for .*\./);
  });
});
