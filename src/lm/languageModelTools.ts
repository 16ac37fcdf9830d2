import * as vscode from 'vscode';
import type { App } from '../app.ts';
import type { RegisterOptional } from '../ui/activation.ts';

/** The tools, named after their tasks; their IDs start with `partnerLogs_`. */
export const TOOLS = ['find_logs', 'read_log', 'count_visitors'] as const;
export type ToolName = (typeof TOOLS)[number];

/**
 * Registers the tools that let language models read the service. The user must confirm each call.
 * @param load returns the objects of the window, which are created on first use
 * @param optional registers a tool if the editor supports language models
 */
export function languageModelTools(
  load: () => Promise<App>,
  optional: RegisterOptional,
): vscode.Disposable[] {
  return TOOLS.map((name) => {
    const id = `partnerLogs_${name}`;
    return optional(`the language-model tool ${id}`, () =>
      vscode.lm.registerTool<unknown>(id, {
        prepareInvocation: async ({ input }) => (await load()).tools.question(name, input),
        invoke: async ({ input }, token) => (await load()).tools.answer(name, input, token),
      }),
    );
  });
}
