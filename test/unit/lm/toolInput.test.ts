import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type * as vscode from 'vscode';
import type { ToolName } from '../../../src/lm/languageModelTools.ts';
import { inputLines, readInput, ToolInputError } from '../../../src/lm/toolInput.ts';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';

const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
const tools: readonly { name: string; modelDescription: string; inputSchema: { properties: object } }[] =
  manifest.contributes.languageModelTools;
const find = (text: string) => ({ domain: 1001, text });

/** Returns the text that a line of Markdown is rendered as. */
const drawn = (line: string) => line.replaceAll('&nbsp;', ' ').replaceAll(/\\(.)/g, '$1');

describe('tools in the manifest', () => {
  it('have only fields that are accepted and shown', () => {
    const values: Readonly<Record<string, unknown>> = { from: '2026-11-01', to: '2026-11-01', raw: true };
    const numbers = ['page', 'number', 'offset'];
    for (const { name, inputSchema } of tools) {
      const fields = Object.keys(inputSchema.properties);
      const input = Object.fromEntries(
        fields.map((field) => [field, values[field] ?? (numbers.includes(field) ? 1 : 'a')]),
      );
      assert.deepEqual(readInput(name.replace('partnerLogs_', '') as ToolName, input), input);
      assert.equal(inputLines(input).length, fields.length);
    }
  });

  it('take at most about 900 tokens of four characters', () => {
    const sent = tools.map(({ name, modelDescription: text, inputSchema }) => [name, text, inputSchema]);
    assert.ok(JSON.stringify(sent).length < 900 * 4);
  });

  it('each ask the user before a call, with the input as plain text', async () => {
    const window = await FakeWindow.open(plainProfile());
    assert.deepEqual(
      [...window.fake.tools.keys()],
      tools.map(({ name }) => name),
    );
    const text = '[run](command:workbench.action.quit) $(bug)\n# big\u202e www.evil.example';
    for (const [id, tool] of window.fake.tools) {
      const { prepareInvocation } = tool as unknown as vscode.LanguageModelTool<object>;
      const token = { isCancellationRequested: false } as vscode.CancellationToken;
      const prepared = await prepareInvocation?.call(tool as never, { input: { text } }, token);
      const { title, message } = prepared?.confirmationMessages ?? assert.fail(id);
      assert.match(String(title), /\?$/);
      const { value } = message as vscode.MarkdownString;
      assert.doesNotMatch(value, /(?<!\\)\[|(?<!\\)\]\(|\$\(|\u202e|^#|www\./m);
    }
    window.close();
  });
});

describe('inputLines', () => {
  for (const [name, text, shown] of [
    ['punctuation', '*'.repeat(1_000), '*'.repeat(1_000)],
    ['invisible characters', '\u202e'.repeat(1_000), '‹U+202E›'.repeat(1_000)],
    ['marks', `e${'\u0301'.repeat(8)}`, `e${'\u0301'.repeat(8)}`],
  ] as const) {
    it(`shows the longest text of ${name} in full`, () => {
      assert.ok(readInput('find_logs', find(text)));
      assert.equal(drawn(inputLines(find(text)).join()), `- domain: 1001,- text: ${shown}`);
    });
  }
});

describe('readInput', () => {
  for (const [name, input, message] of [
    ['find_logs', find('a'.repeat(1_001)), '“text” is too long.'],
    ['find_logs', find(`e${'\u0301'.repeat(9)}`), /^“text” has more combining marks/],
    ['find_logs', { domain: 1, from: 'yesterday' }, '“from” must be a day such as 2026-01-31.'],
    ['find_logs', { domain: 1, page: 0 }, '“page” must be 1 or more.'],
    ['find_logs', { domain: { a: 1 } }, '“domain” must be the number or the name of a domain.'],
    ['find_logs', { 'a ‹b›': 1 }, /can contain only domain, connection, from/],
    ['read_log', { domain: 1 }, '“number” is missing.'],
    ['read_log', { domain: 1, number: 1e300 }, '“number” must be a whole number.'],
    ['read_log', { domain: 1, number: 1, raw: 'yes' }, '“raw” must be true or false.'],
    ['count_visitors', { domain: 1, path: '/' }, /can contain only domain, connection, from, to/],
  ] as const) {
    it(`refuses ${name} of ${JSON.stringify(input)?.slice(0, 40)}`, () => {
      assert.throws(
        () => readInput(name, input),
        (error: Error) =>
          error instanceof ToolInputError &&
          (typeof message === 'string' ? error.message === message : message.test(error.message)),
      );
    });
  }
});
