import * as vscode from 'vscode';
import type { App } from '../app.ts';
import type { RegisterOptional } from '../ui/activation.ts';
import { TOOLS, type ToolName } from './toolNames.ts';

/**
 * Registers the tools that let language models read the service. The user must confirm each call.
 * @param load returns the code that implements them, which is loaded on first use
 * @param optional registers a tool if the editor supports language models
 */
export function languageModelTools(
  app: () => Promise<App>,
  load: () => Promise<typeof import('./toolInvocations.ts')>,
  optional: RegisterOptional,
): vscode.Disposable[] {
  const answer = async (name: ToolName, input: unknown, token: vscode.CancellationToken) =>
    (await load()).answer(await app(), name, input, token);
  return TOOLS.map((name) => {
    const id = `partnerLogs_${name}`;
    return optional(`the language-model tool ${id}`, () =>
      vscode.lm.registerTool<unknown>(id, {
        prepareInvocation: async ({ input }) => (await load()).question(name, input),
        invoke: ({ input }, token) => answer(name, input, token),
      }),
    );
  });
}
