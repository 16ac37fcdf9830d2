import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type SampleService, startSampleService } from '../../src/sample/server.ts';
import { until } from '../until.ts';
import { models } from './models.ts';

describe('Links', () => {
  let sample: SampleService;
  const id = 'linked';

  before(async () => {
    sample = await startSampleService();
    const { connections, keys } = await models();
    const connection = { id, name: id, baseUrl: sample.baseUrl };
    await keys.store(connection, sample.key);
    await connections.save(connection);
  });

  after(async () => {
    const { connections } = await models();
    await connections.remove(id);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await sample.close();
  });

  const target = (detectedType = 'WAF') => ({
    connectionId: id,
    key: { domain: 1001, idx: 1234, detectedType },
  });

  const labels = () => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));

  it('opens the log that a link was made from, whatever the scheme of the editor', async () => {
    const { links, lookUp } = await models();
    const link = links.toLink(target());
    assert.ok(link.startsWith(`${vscode.env.uriScheme}://partner-logs.partner-logs/log?`));
    await lookUp.handleUri(vscode.Uri.parse(link.replace(/^[^:]+/, 'vscodium')));
    await until('the tab of the log', labels, (all) => all.some((label) => label.includes('1234')));
  });

  it('keeps a detection type with reserved characters, or opens nothing: never another log', async () => {
    const { links, lookUp } = await models();
    for (const detectedType of ['A B', 'A+B', 'Ä', 'a%41', 'A=B']) {
      const uri = vscode.Uri.parse(links.toLink(target(detectedType)));
      const resolved = await lookUp.fromUri(uri);
      assert.equal(resolved?.key.detectedType, detectedType);
    }
    const ampersand = await lookUp.fromUri(vscode.Uri.parse(links.toLink(target('A&B'))));
    assert.equal(ampersand, undefined);
  });
});
