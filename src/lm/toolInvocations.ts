import * as vscode from 'vscode';
import { redactionSetting } from '../connections/redactionSetting.ts';
import { asMarkdown } from '../text/label.ts';
import type { ToolName } from './toolInput.ts';
import { type ToolSources as Sources, toolAnswer } from './tools.ts';

export type ToolSources = Omit<Sources, 'redaction'>;

/** The confirmations that the user is asked for. */
const QUESTIONS: Readonly<Record<ToolName, { readonly title: string; readonly doing: string }>> = {
  list_domains: { title: 'List your domains?', doing: 'Listing domains' },
  search_detection_logs: { title: 'Search detection logs?', doing: 'Searching detection logs' },
  read_detection_log: { title: 'Read a detection log?', doing: 'Reading a detection log' },
  read_counts: { title: 'Read visitor and attacker counts?', doing: 'Reading counts' },
};

/** Fields of the input that are shown: more than any tool takes. */
const MOST_FIELDS = 16;

/** Returns the answer of a tool: first the notice that it is untrusted, then the answer itself. */
export async function answer(
  sources: ToolSources,
  name: ToolName,
  input: unknown,
  token: vscode.CancellationToken,
): Promise<vscode.LanguageModelToolResult> {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  const cancelling = token.onCancellationRequested(() => controller.abort());
  try {
    const all = { ...sources, redaction: redactionSetting };
    const texts = await toolAnswer(all, name, input, controller.signal);
    return new vscode.LanguageModelToolResult(texts.map((text) => new vscode.LanguageModelTextPart(text)));
  } finally {
    cancelling.dispose();
  }
}

/** The question with the model's input, which may come from an attacker's text, too. */
export function question(name: ToolName, input: unknown): vscode.PreparedToolInvocation {
  const { title, doing } = QUESTIONS[name];
  const fields = Object.entries(Object(input));
  const asked = fields.slice(0, MOST_FIELDS).map(([field, value]) => asMarkdown(`${field}: ${value}`));
  const message = [
    'The language model receives the response of the service, with known secrets redacted.',
    ...(asked.length > 0 ? ['It asks for', ...asked.map((each) => `- ${each}`)] : []),
  ].join('\n');
  return {
    invocationMessage: doing,
    confirmationMessages: { title, message: new vscode.MarkdownString(message) },
  };
}
