import * as vscode from 'vscode';
import { local, type Message, message, t } from '../text/l10n.ts';
import { inputLines, type ToolName } from './toolInput.ts';
import { type ToolSources, toolAnswer } from './tools.ts';

/** The titles and texts of the confirmations that are shown to the user. */
const QUESTIONS: Readonly<Record<ToolName, { readonly title: Message; readonly doing: Message }>> = {
  list_domains: { title: message('List your domains?'), doing: message('Listing domains') },
  search_detection_logs: {
    title: message('Search detection logs?'),
    doing: message('Searching detection logs'),
  },
  read_detection_log: { title: message('Read a detection log?'), doing: message('Reading a detection log') },
  read_counts: { title: message('Read visitor and attacker counts?'), doing: message('Reading counts') },
};

/** Returns a tool's answer, preceded by the notice that it is untrusted. */
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
    const texts = await toolAnswer(sources, name, input, controller.signal);
    return new vscode.LanguageModelToolResult(texts.map((text) => new vscode.LanguageModelTextPart(text)));
  } finally {
    cancelling.dispose();
  }
}

/** Tools whose answers contain text from requests, which they show at the essential level of detail. */
const ESSENTIAL: ReadonlySet<ToolName> = new Set(['search_detection_logs', 'read_detection_log']);

/**
 * Returns the confirmation, which shows the input from the model. The input might be influenced by an attacker's text.
 */
export function question(name: ToolName, input: unknown): vscode.PreparedToolInvocation {
  const { title, doing } = QUESTIONS[name];
  const asked = inputLines(input);
  const text = [
    ESSENTIAL.has(name)
      ? t('The language model receives names, ordinary values, and the match. Other values are hidden.')
      : t('The language model receives the response from the service, with known secrets redacted.'),
    ...(asked.length > 0 ? [t('Requested data:'), ...asked] : []),
  ].join('\n');
  return {
    invocationMessage: local(doing),
    confirmationMessages: { title: local(title), message: new vscode.MarkdownString(text) },
  };
}
