import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type SampleService, startSampleService } from '../../src/sample/server.ts';
import { models, until } from './models.ts';

describe('Links', () => {
  let sample: SampleService;
  const id = 'linked';

  before(async () => {
    sample = await startSampleService();
    const { connections, keys } = await models();
    const connection = { id, name: 'Linked', baseUrl: sample.baseUrl };
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

  it('open the log they were made from, whatever the scheme of the editor', async () => {
    const links = await (await models()).links();
    const link = links.toLink(target());
    assert.ok(link.startsWith(`${vscode.env.uriScheme}://partner-logs.partner-logs/log?`));
    await links.handleUri(vscode.Uri.parse(link.replace(/^[^:]+/, 'vscodium')));
    await until(() => labels().some((label) => label.includes('1234')));
  });

  it('lead to a connection whatever the case of the host in them', async () => {
    const { connections, ...parts } = await models();
    const links = await parts.links();
    await connections.save({ id: 'case', name: 'Case', baseUrl: 'https://api.example.com/v1' });
    const link =
      'vscode://partner-logs.partner-logs/log?base=HTTPS%3A%2F%2FAPI.Example.com%3A443%2Fv1%2F&domain=1&idx=2&type=WAF';
    assert.equal((await links.fromLink(link))?.connectionId, 'case');
    await connections.remove('case');
  });

  it('hold neither the key nor the name of the connection', async () => {
    const links = await (await models()).links();
    const link = links.toLink(target());
    assert.ok(!link.includes(sample.key) && !link.includes('Linked'));
  });

  it('keep a detection type with reserved characters, or open nothing: never another log', async () => {
    const links = await (await models()).links();
    for (const detectedType of ['A B', 'A+B', 'Ä', 'a%41', 'A=B']) {
      const uri = vscode.Uri.parse(links.toLink(target(detectedType)));
      const resolved = await links.fromUri(uri);
      assert.equal(resolved?.key.detectedType, detectedType);
    }
    const ampersand = await links.fromUri(vscode.Uri.parse(links.toLink(target('A&B'))));
    assert.equal(ampersand, undefined);
  });
});
