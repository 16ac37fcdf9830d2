import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';

type Prepare = vscode.LanguageModelTool<object>['prepareInvocation'];

describe('the tools of language models', () => {
  let window: FakeWindow;
  before(async () => {
    window = await FakeWindow.open(plainProfile());
  });
  after(() => window?.close());

  it('each ask before a call, with its input', async () => {
    const tools = [...window.fake.tools];
    assert.equal(tools.length, 4);
    for (const [id, tool] of tools) {
      const prepare = (tool as { prepareInvocation?: Prepare }).prepareInvocation?.bind(tool);
      const token = { isCancellationRequested: false } as vscode.CancellationToken;
      const prepared = await prepare?.({ input: { connection: 'A connection' } }, token);
      const { title, message } = prepared?.confirmationMessages ?? assert.fail(id);
      assert.match(String(title), /\?$/);
      assert.match((message as vscode.MarkdownString).value, /connection\\: A connection/);
    }
  });
});
