import * as vscode from 'vscode';
import type { TodaysCounts } from '../counts/todaysCounts.ts';
import type { RegisterOptional } from '../ui/optional.ts';
import type { ToolName } from './toolInput.ts';
import type { ToolSources } from './toolInvocations.ts';

const NAMES = {
  partnerLogs_list_domains: 'list_domains',
  partnerLogs_search_detection_logs: 'search_detection_logs',
  partnerLogs_read_detection_log: 'read_detection_log',
  partnerLogs_read_counts: 'read_counts',
} as const satisfies Record<string, ToolName>;

export interface ToolParts extends Omit<ToolSources, 'today'> {
  readonly todays: TodaysCounts;
}

/**
 * Tools that language models read the service with, each time after asking the person. What they do is loaded at first use.
 *
 * @param optional registers a tool; an editor may have no language models
 */
export function languageModelTools(
  parts: () => Promise<ToolParts>,
  optional: RegisterOptional,
): vscode.Disposable[] {
  const load = () => import('./toolInvocations.ts');
  const answer = async (name: ToolName, input: unknown, token: vscode.CancellationToken) => {
    const [loaded, { todays, ...sources }] = await Promise.all([load(), parts()]);
    const today = (connectionId: string) => todays.today(connectionId);
    return loaded.answer({ ...sources, today }, name, input, token);
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
