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
    const links = (await models()).links;
    const link = links.toLink(target());
    assert.ok(link.startsWith(`${vscode.env.uriScheme}://partner-logs.partner-logs/log?`));
    await links.handleUri(vscode.Uri.parse(link.replace(/^[^:]+/, 'vscodium')));
    await until('the tab of the log', labels, (all) => all.some((label) => label.includes('1234')));
  });

  it('finds a connection whatever the case of the host', async () => {
    const { connections, ...parts } = await models();
    const links = parts.links;
    await connections.save({ id: 'case', name: 'case', baseUrl: 'https://api.example.com/v1' });
    const link =
      'vscode://partner-logs.partner-logs/log?base=HTTPS%3A%2F%2FAPI.Example.com%3A443%2Fv1%2F&domain=1&idx=2&type=WAF';
    assert.equal((await links.fromUri(vscode.Uri.parse(link)))?.connectionId, 'case');
    await connections.remove('case');
  });

  it('asks which connection to use when several have the same service', async () => {
    const { connections, ...parts } = await models();
    const links = parts.links;
    await connections.save({ id: 'second', name: 'second', baseUrl: sample.baseUrl });
    const resolving = links.fromUri(vscode.Uri.parse(links.toLink(target())));
    let resolved: string | undefined;
    void resolving.then((log) => {
      resolved = log?.connectionId;
    });
    await until('the connection that was chosen', async () => {
      await vscode.commands.executeCommand('workbench.action.quickOpenSelectNext');
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return resolved;
    });
    await connections.remove('second');
    assert.ok(['linked', 'second'].includes(resolved ?? ''));
  });

  it('says what is wrong with malformed and hostile links, and opens nothing', async () => {
    const links = (await models()).links;
    const base = encodeURIComponent(sample.baseUrl);
    for (const query of [
      '',
      `base=${base}&domain=1001`,
      `base=${base}&domain=1001&idx=1e9&type=WAF`,
      `base=${base}&domain=1001&idx=9007199254740993&type=WAF`,
      `base=${base}&domain=1001&idx=1&idx=2&type=WAF`,
      `base=javascript%3Aalert(1)&domain=1001&idx=1&type=WAF`,
      `base=https%3A%2F%2Fuser%3Apassword%40api.example&domain=1&idx=1&type=WAF`,
      `base=${base}&domain=1001&idx=1&type=%E2%80%AE`,
    ]) {
      const uri = vscode.Uri.parse(`vscode://partner-logs.partner-logs/log?${query}`);
      assert.equal(await links.fromUri(uri), undefined, query);
    }
  });

  it('puts neither the key nor the name of the connection into a link', async () => {
    const links = (await models()).links;
    const link = links.toLink(target());
    assert.ok(!link.includes(sample.key));
  });

  it('keeps a detection type with reserved characters, or opens nothing: never another log', async () => {
    const links = (await models()).links;
    for (const detectedType of ['A B', 'A+B', 'Ä', 'a%41', 'A=B']) {
      const uri = vscode.Uri.parse(links.toLink(target(detectedType)));
      const resolved = await links.fromUri(uri);
      assert.equal(resolved?.key.detectedType, detectedType);
    }
    const ampersand = await links.fromUri(vscode.Uri.parse(links.toLink(target('A&B'))));
    assert.equal(ampersand, undefined);
  });
});
