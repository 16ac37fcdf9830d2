import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type ChoicePrompt, promptChoice } from '../../src/ui/prompts.ts';
import { until } from '../until.ts';

describe('promptChoice', () => {
  const prompt: ChoicePrompt<string | undefined> = {
    title: 'Test',
    placeholder: 'Which?',
    choices: [
      { label: 'First', value: 'first' },
      { label: 'Second', value: 'second' },
      { label: 'Another…', value: undefined },
    ],
  };

  it('is the first at Enter, though another stands for no value', async () => {
    assert.deepEqual(await atEnter(prompt), { value: 'first' });
  });

  it('is the one that the caller names, no value included', async () => {
    assert.deepEqual(await atEnter({ ...prompt, active: 'second' }), { value: 'second' });
    assert.deepEqual(await atEnter({ ...prompt, active: undefined }), { value: undefined });
  });
});

/** Returns the result if the user presses Enter as soon as the choices are shown. */
async function atEnter<T>(prompt: ChoicePrompt<T>) {
  let isOpen = true;
  const answer = promptChoice(prompt).finally(() => {
    isOpen = false;
  });
  await until('the answer', async () => {
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    return !isOpen;
  });
  return answer;
}
