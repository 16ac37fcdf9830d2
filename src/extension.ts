import * as vscode from 'vscode';
import { Lazy } from './base/lazy.ts';
import { CONNECTIONS_KEY } from './connections/connectionsKey.ts';
import { languageModelTools } from './lm/languageModelTools.ts';
import type { WindowParts } from './parts.ts';
import { closeRestoredTabs, restoredPanels } from './restored.ts';
import type { TreeNode } from './targets/nodes.ts';
import { optionalIn } from './ui/optional.ts';
import { runCommand } from './ui/ownCommands.ts';
import { recorded } from './ui/recordedOutput.ts';
import { lazyCommands, lazyTreeView } from './ui/standIns.ts';

/**
 * Milliseconds between activation and loading the parts of a window with connections, so that other extensions can
 * start first.
 */
const AFTER_START = 500;

/**
 * Registers everything that the editor refers to by name. The code behind it is loaded on first use: a command, a
 * visible view, a link, a panel, a tool, or a stored connection, which appears in the Command Palette and the status
 * bar. Reads no keys and sends no requests. APIs that an editor might lack are optional and never make activation fail.
 */
export function activate(context: vscode.ExtensionContext) {
  const { subscriptions, globalState } = context;
  const output = recorded(vscode.window.createOutputChannel('Partner Logs', { log: true }));
  const optional = optionalIn(output);

  const parts: Lazy<WindowParts> = new Lazy(async () => {
    const { createParts } = await import('./parts.ts');
    return createParts(context, {
      output,
      optional,
      views: { domains: domainsView, recent: recentView },
    });
  });
  const load = () => parts.get();
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
    domainsView,
    recentView,
    lazyCommands(
      commands.map(({ command }) => command),
      optional,
      async () => {
        const [window, { registerCommands }] = await Promise.all([load(), import('./commands.ts')]);
        const [panels, links] = await Promise.all([window.panels(), window.links()]);
        return () => registerCommands({ ...window, panels, links });
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

  const showConnected = () => {
    if (parts.hasBegun || globalState.get(CONNECTIONS_KEY) === undefined) return;
    load().catch((error) => output.error(error));
  };
  const starting = setTimeout(showConnected, AFTER_START);
  subscriptions.push(
    { dispose: () => clearTimeout(starting) },
    // Another window might have added the first connection.
    vscode.window.onDidChangeWindowState(showConnected),
  );
  if (process.env['PARTNER_LOGS_SAMPLE'] === '1') {
    void runCommand('partnerLogs.useSampleData', 'only connect');
  }
  return context.extensionMode === vscode.ExtensionMode.Test ? load() : undefined;
}
