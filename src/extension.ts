import * as vscode from 'vscode';
import { WATCHED_KEY } from './connections/watchedKey.ts';
import { closeRestoredTabs } from './detection/documents/restoredTabs.ts';
import { languageModelTools } from './lm/languageModelTools.ts';
import type { WindowParts } from './parts.ts';
import { restoredPanels } from './restoredPanels.ts';
import { ReportPreviews } from './share/reportPreviews.ts';
import type { TreeNode } from './targets/nodes.ts';
import { lazyCommands } from './ui/lazyCommands.ts';
import { lazyTreeView } from './ui/lazyTreeView.ts';
import { optionalIn } from './ui/optional.ts';
import { runCommand } from './ui/ownCommands.ts';
import { recorded } from './ui/recordedOutput.ts';

/** Milliseconds from activation until the counts of watched domains are loaded: other extensions start meanwhile. */
const AFTER_START = 500;

/**
 * Registers what the editor knows by name, and loads the parts behind it at first use: a command, a view in sight, a link, a
 * panel, a tool, or a watched domain, which the status bar shows. Reads no key and asks no network. What an editor may lack is
 * optional; nothing of it makes activation fail.
 */
export function activate(context: vscode.ExtensionContext) {
  const { subscriptions, globalState } = context;
  const output = recorded(vscode.window.createOutputChannel('Partner Logs', { log: true }));
  const optional = optionalIn(output);
  const previews = new ReportPreviews(async () => (await load()).reportGone());

  let loading: Promise<WindowParts> | undefined;
  const load = (): Promise<WindowParts> => {
    loading ??= import('./parts.ts').then(({ createParts }) =>
      createParts(context, {
        output,
        optional,
        previews,
        views: { domains: domainsView, recent: recentView },
      }),
    );
    return loading;
  };
  const domainsView = lazyTreeView<TreeNode>(
    'partnerLogs.domains',
    { showCollapseAll: true, canSelectMany: true },
    async () => (await load()).tree,
  );
  const recentView = lazyTreeView(
    'partnerLogs.recent',
    { canSelectMany: true },
    async () => (await load()).recentTree,
  );
  const commands: { command: string }[] = context.extension.packageJSON.contributes?.commands ?? [];
  subscriptions.push(
    output,
    previews,
    domainsView,
    recentView,
    lazyCommands(
      commands.map(({ command }) => command),
      optional,
      async () => {
        const [parts, { registerCommands }] = await Promise.all([load(), import('./commands.ts')]);
        const [panels, links] = await Promise.all([parts.panels(), parts.links()]);
        return () => registerCommands({ ...parts, panels, links });
      },
    ),
    optional('links', () =>
      vscode.window.registerUriHandler({
        handleUri: async (uri) => (await (await load()).links()).handleUri(uri),
      }),
    ),
    ...restoredPanels(load, optional),
    ...languageModelTools(load, optional),
  );
  closeRestoredTabs().catch((error) => output.warn(`Restored tabs stay open (${error})`));

  const showWatched = () => {
    if (loading || globalState.get(WATCHED_KEY) === undefined) return;
    load().catch((error) => output.error(error));
  };
  const starting = setTimeout(showWatched, AFTER_START);
  subscriptions.push(
    { dispose: () => clearTimeout(starting) },
    // Another window may have added the first connection.
    vscode.window.onDidChangeWindowState(showWatched),
  );
  if (process.env['PARTNER_LOGS_SAMPLE'] === '1') {
    void runCommand('partnerLogs.useSampleData', 'only connect');
  }
  return context.extensionMode === vscode.ExtensionMode.Test ? load() : undefined;
}
