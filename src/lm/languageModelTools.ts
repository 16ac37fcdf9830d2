import * as vscode from 'vscode';
import type { TodaysCounts } from '../counts/todaysCounts.ts';
import type { ToolName } from './toolInput.ts';
import type { ToolSources } from './toolInvocations.ts';

const NAMES = {
  partnerLogs_list_domains: 'list_domains',
  partnerLogs_search_detection_logs: 'search_detection_logs',
  partnerLogs_read_detection_log: 'read_detection_log',
  partnerLogs_read_counts: 'read_counts',
} as const satisfies Record<string, ToolName>;

export interface LanguageModelToolsOptions extends Omit<ToolSources, 'today'> {
  readonly todays: TodaysCounts;
}

/** Tools that language models read the service with, each time after asking the person. What they do is loaded at first use. */
export function languageModelTools(options: LanguageModelToolsOptions): vscode.Disposable[] {
  const { todays } = options;
  const sources: ToolSources = { ...options, today: (connectionId) => todays.today(connectionId) };
  const load = () => import('./toolInvocations.ts');
  return Object.entries(NAMES).map(([id, name]) =>
    vscode.lm.registerTool<unknown>(id, {
      prepareInvocation: async ({ input }) => (await load()).question(name, input),
      invoke: async ({ input }, token) => (await load()).answer(sources, name, input, token),
    }),
  );
}
