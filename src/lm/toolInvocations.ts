import * as vscode from 'vscode';
import { redactionSetting } from '../connections/redactionSetting.ts';
import { local, type Message, message, t } from '../text/l10n.ts';
import { asMarkdown } from '../text/label.ts';
import type { ToolName } from './toolInput.ts';
import { type ToolSources as Sources, toolAnswer } from './tools.ts';

export type ToolSources = Omit<Sources, 'redaction'>;

/** The confirmations that the user is asked for. */
const QUESTIONS: Readonly<Record<ToolName, { readonly title: Message; readonly doing: Message }>> = {
  list_domains: { title: message('List your domains?'), doing: message('Listing domains') },
  search_detection_logs: {
    title: message('Search detection logs?'),
    doing: message('Searching detection logs'),
  },
  read_detection_log: { title: message('Read a detection log?'), doing: message('Reading a detection log') },
  read_counts: { title: message('Read visitor and attacker counts?'), doing: message('Reading counts') },
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
  const text = [
    t('The language model receives the response of the service, with known secrets redacted.'),
    ...(asked.length > 0 ? [t('It asks for'), ...asked.map((each) => `- ${each}`)] : []),
  ].join('\n');
  return {
    invocationMessage: local(doing),
    confirmationMessages: { title: local(title), message: new vscode.MarkdownString(text) },
  };
}
