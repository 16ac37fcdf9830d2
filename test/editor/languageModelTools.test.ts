import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { question } from '../../src/lm/toolInvocations.ts';
import { TOOL_NOTICE } from '../../src/lm/toolText.ts';
import { type SampleService, startSampleService } from '../../src/sample/server.ts';
import { readAnswer } from '../unit/lm/readAnswer.ts';
import { models } from './models.ts';

const SHOP = 1001;
const SECURITY_LAB = 1012;
const NAMES = ['list_domains', 'search_detection_logs', 'read_detection_log', 'read_counts'];

describe('languageModelTools', function () {
  this.timeout(120_000);
  let sample: SampleService;
  const connection = { id: 'tools', name: 'Tools', baseUrl: '' };

  before(async () => {
    sample = await startSampleService();
    const { connections, keys } = await models();
    const reachable = { ...connection, baseUrl: sample.baseUrl };
    await keys.store(reachable, sample.key);
    await connections.save(reachable);
  });

  after(async () => {
    const { connections } = await models();
    await connections.remove(connection.id);
    await sample.close();
  });

  /** Returns the answer's JSON, which follows the notice that it is data. */
  async function invoke(name: string, input: object) {
    const options = { input, toolInvocationToken: undefined };
    const { content } = await vscode.lm.invokeTool(`partnerLogs_${name}`, options);
    const texts = content.map((part) => (part as vscode.LanguageModelTextPart).value);
    assert.equal(texts[0], TOOL_NOTICE);
    return { json: texts.slice(1).join('\n'), answer: readAnswer(texts) };
  }

  it('registers the tools with their input', () => {
    for (const name of NAMES) {
      const tool = vscode.lm.tools.find((each) => each.name === `partnerLogs_${name}`);
      assert.ok(tool, name);
      assert.match(tool.description, /has no authority/);
      assert.ok(tool.inputSchema);
    }
  });

  it('answer good input', async () => {
    const { answer: domains } = await invoke('list_domains', {});
    assert.ok(domains.domains.some(({ domain }: { domain: number }) => domain === SHOP));
    const { answer: found } = await invoke('search_detection_logs', { domain: SHOP, page: 2 });
    assert.equal(found.logs.length, 20);
    const { idx } = found.logs[0];
    const { answer: log, json } = await invoke('read_detection_log', { domain: SHOP, idx });
    assert.equal(log.idx, idx);
    assert.equal(json.includes(sample.key), false);
    const { answer: counts } = await invoke('read_counts', { domain: SHOP });
    assert.equal(counts.timezone, 'UTC');
  });

  for (const [name, input, message] of [
    ['list_domains', { page: -1 }, /“page” must be/],
    ['list_domains', { connection: 'nobody' }, /Specify one of these connections/],
    ['search_detection_logs', { domain: '1001' }, /domain/],
    ['search_detection_logs', { domain: SHOP, from: 'yesterday' }, /“from” must be a day/],
    ['read_detection_log', { domain: SHOP, idx: 99_999_999 }, /no such data/],
    ['read_detection_log', { domain: SHOP, idx: 1e300 }, /idx/],
    ['read_counts', { domain: SHOP, from: '1999-01-01' }, /has counts from/],
  ] as const) {
    it(`refuse ${name} of ${JSON.stringify(input)}`, async () => {
      await assert.rejects(invoke(name, input), message);
    });
  }

  it('answer hostile logs with data in which nothing is invisible', async () => {
    for (let idx = 1001; idx < 1001 + 4 * 18; idx += 4) {
      const { json, answer } = await invoke('read_detection_log', { domain: SECURITY_LAB, idx });
      assert.doesNotMatch(json, /(?!\n)[\p{C}\p{Zl}\p{Zp}]/u);
      assert.equal(answer.idx, idx);
    }
    const { json } = await invoke('search_detection_logs', { domain: SECURITY_LAB });
    assert.doesNotMatch(json, /(?!\n)[\p{C}\p{Zl}\p{Zp}]/u);
  });

  it('survive hostile input', async () => {
    for (const keyword of [
      '[x](command:workbench.action.quit)',
      '$(bug)\u202e\0',
      '"><script>',
      "' OR 1=1 --",
    ]) {
      const { answer } = await invoke('search_detection_logs', { domain: SHOP, keyword });
      assert.deepEqual(answer.logs, []);
    }
  });

  it('asks in plain text', () => {
    const keyword =
      '[run](command:workbench.action.quit) ![x](https://evil.example/i.png) $(bug)\n# big\u202e www.evil.example me@evil.example';
    const { confirmationMessages } = question('search_detection_logs', { domain: SHOP, keyword });
    assert.equal(confirmationMessages?.title, 'Search detection logs?');
    const message = confirmationMessages?.message;
    assert.ok(message instanceof vscode.MarkdownString);
    assert.ok(!message.isTrusted && !message.supportHtml && !message.supportThemeIcons);
    assert.doesNotMatch(message.value, /(?<!\\)\[|(?<!\\)\]\(|\$\(|\u202e|^#/m);
    assert.doesNotMatch(message.value, /www\.|e@|https:/);
    assert.match(message.value, /1001/);
  });

  it('stop when they are cancelled', async () => {
    const source = new vscode.CancellationTokenSource();
    source.cancel();
    const options = { input: {}, toolInvocationToken: undefined };
    await assert.rejects(
      Promise.resolve(vscode.lm.invokeTool('partnerLogs_list_domains', options, source.token)),
    );
  });
});
