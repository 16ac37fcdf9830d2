import * as vscode from 'vscode';
import type { RegisterOptional } from '../ui/optional.ts';
import type { ToolName } from './toolInput.ts';
import type { ToolSources } from './tools.ts';

const NAMES = {
  partnerLogs_list_domains: 'list_domains',
  partnerLogs_search_detection_logs: 'search_detection_logs',
  partnerLogs_read_detection_log: 'read_detection_log',
  partnerLogs_read_counts: 'read_counts',
} as const satisfies Record<string, ToolName>;

/**
 * Registers the tools that let language models read the service. The user must confirm each call.
 * @param load returns the code that implements them, which is loaded on first use
 * @param optional registers a tool if the editor supports language models
 */
export function languageModelTools(
  sources: () => Promise<ToolSources>,
  load: () => Promise<typeof import('./toolInvocations.ts')>,
  optional: RegisterOptional,
): vscode.Disposable[] {
  const answer = async (name: ToolName, input: unknown, token: vscode.CancellationToken) => {
    const [loaded, given] = await Promise.all([load(), sources()]);
    return loaded.answer(given, name, input, token);
  };
  return Object.entries(NAMES).map(([id, name]) =>
    optional(`the language-model tool ${id}`, () =>
      vscode.lm.registerTool<unknown>(id, {
        prepareInvocation: async ({ input }) => (await load()).question(name, input),
        invoke: ({ input }, token) => answer(name, input, token),
      }),
    ),
  );
}
