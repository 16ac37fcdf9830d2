import * as vscode from 'vscode';
import type { ToolName } from '../lm/toolInput.ts';
import type { ToolSources } from '../lm/tools.ts';
import { asLabel } from '../report/label.ts';
import { redactionSetting } from './redactionSetting.ts';

const NAMES = {
  partnerLogs_list_domains: 'list_domains',
  partnerLogs_search_detection_logs: 'search_detection_logs',
  partnerLogs_read_detection_log: 'read_detection_log',
  partnerLogs_read_counts: 'read_counts',
} as const satisfies Record<string, ToolName>;

/** What the person is asked to allow. */
const QUESTIONS: Readonly<Record<ToolName, { readonly title: string; readonly doing: string }>> = {
  list_domains: { title: 'List your domains?', doing: 'Listing domains' },
  search_detection_logs: { title: 'Search detection logs?', doing: 'Searching detection logs' },
  read_detection_log: { title: 'Read a detection log?', doing: 'Reading a detection log' },
  read_counts: { title: 'Read visitor and attacker counts?', doing: 'Reading counts' },
};

/** Tools that language models read the service with, each time after asking the person. What they do is loaded at first use. */
export function languageModelTools(parts: Omit<ToolSources, 'redaction'>): vscode.Disposable[] {
  const sources = { ...parts, redaction: redactionSetting };
  return Object.entries(NAMES).map(([id, name]) =>
    vscode.lm.registerTool<unknown>(id, {
      prepareInvocation: ({ input }) => question(name, input),
      invoke: ({ input }, token) => answer(sources, name, input, token),
    }),
  );
}

/** The notice of what it is first, then the answer itself. */
async function answer(
  sources: ToolSources,
  name: ToolName,
  input: unknown,
  token: vscode.CancellationToken,
): Promise<vscode.LanguageModelToolResult> {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  const cancelling = token.onCancellationRequested(() => controller.abort());
  try {
    const { toolAnswer } = await import('../lm/tools.ts');
    const texts = await toolAnswer(sources, name, input, controller.signal);
    return new vscode.LanguageModelToolResult(texts.map((text) => new vscode.LanguageModelTextPart(text)));
  } finally {
    cancelling.dispose();
  }
}

/** The question with what the model asks for, which may come from an attacker's text, too. */
function question(name: ToolName, input: unknown): vscode.PreparedToolInvocation {
  const { title, doing } = QUESTIONS[name];
  const asked = Object.entries(Object(input)).map(
    ([field, value]) => `${asLabel(field)}: ${asLabel(String(value))}`,
  );
  const message = [
    'The language model is given what the service answers, with secrets redacted.',
    ...(asked.length > 0 ? [`It asks for ${asked.join(', ')}.`] : []),
  ].join(' ');
  return {
    invocationMessage: doing,
    confirmationMessages: { title, message: new vscode.MarkdownString().appendText(message) },
  };
}
