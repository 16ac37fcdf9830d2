import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { local, type Message, message, t } from '../text/l10n.ts';
import { inputLines } from './toolInput.ts';
import type { ToolName } from './toolNames.ts';
import { toolAnswer } from './tools.ts';

/** The titles and texts of the confirmations that are shown to the user. */
const QUESTIONS: Readonly<Record<ToolName, { readonly title: Message; readonly doing: Message }>> = {
  find_logs: { title: message('Search detection logs?'), doing: message('Searching detection logs') },
  read_log: { title: message('Read a detection log?'), doing: message('Reading a detection log') },
  count_visitors: {
    title: message('Read visitor and attacker counts?'),
    doing: message('Reading counts'),
  },
};

/** Returns a tool's answer. */
export async function answer(
  app: App,
  name: ToolName,
  input: unknown,
  token: vscode.CancellationToken,
): Promise<vscode.LanguageModelToolResult> {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  const cancelling = token.onCancellationRequested(() => controller.abort());
  try {
    const text = await toolAnswer(app, name, input, controller.signal);
    return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
  } finally {
    cancelling.dispose();
  }
}

/**
 * Returns the confirmation, which shows the input from the model. The input might be influenced by an attacker's text.
 */
export function question(name: ToolName, input: unknown): vscode.PreparedToolInvocation {
  const { title, doing } = QUESTIONS[name];
  const requested = inputLines(input);
  const text = [
    name === 'count_visitors'
      ? t('The language model receives only numbers.')
      : t('The language model receives names, ordinary values, and the match. Other values are hidden.'),
    ...(requested.length > 0 ? [t('Requested data:'), ...requested] : []),
  ].join('\n');
  return {
    invocationMessage: local(doing),
    confirmationMessages: { title: local(title), message: new vscode.MarkdownString(text) },
  };
}
