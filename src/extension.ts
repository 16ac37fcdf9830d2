import * as vscode from 'vscode';
import type { App } from './app.ts';
import type { TreeNode } from './connections/nodes.ts';
import { areConnectionsStored } from './connections/stored.ts';
import { SCHEME } from './detection/documents/logDocument.ts';
import { languageModelTools } from './lm/languageModelTools.ts';
import { lazy, lazyTreeView, optionalIn } from './ui/activation.ts';
import { runCommand } from './ui/ownCommands.ts';

/**
 * Milliseconds to wait after activation before loading the rest of the code if connections are stored, so that other
 * extensions can start first.
 */
const AFTER_START = 500;

/**
 * Registers all commands, views, and other parts that the editor refers to by name. Their code is loaded when a
 * command, link, panel, or tool is first used or when a view becomes visible. If connections are stored, it is loaded
 * shortly after startup, because connections appear in the Command Palette and the status bar. Reads no keys and sends
 * no requests. APIs that an editor might not support are optional, so activation succeeds without them.
 */
export function activate(context: vscode.ExtensionContext) {
  const { subscriptions, globalState } = context;
  const output = vscode.window.createOutputChannel('Partner Logs', { log: true });
  const optional = optionalIn(output);

  const load: () => Promise<App> = lazy(async () => {
    const { App } = await import('./app.ts');
    return new App(context, { output, optional, views: { domains: domainsView, recent: recentView } });
  });
  const domainsView = lazyTreeView<TreeNode>('partnerLogs.domains', async () => (await load()).tree, true);
  const recentView = lazyTreeView('partnerLogs.recent', async () => (await load()).recentTree);
  const commands: { command: string }[] = context.extension.packageJSON.contributes?.commands ?? [];
  subscriptions.push(
    output,
    domainsView,
    recentView,
    ...commands.map(({ command }) =>
      optional(`the command ${command}`, () =>
        vscode.commands.registerCommand(command, async (...args) =>
          (await load()).handlers.get(command)?.(...args),
        ),
      ),
    ),
    optional('links', () =>
      vscode.window.registerUriHandler({
        handleUri: async (uri) => (await load()).lookUp.handleUri(uri),
      }),
    ),
    ...Object.entries(SERIALIZERS).map(([viewType, serializerOf]) =>
      optional(`restored panels ${viewType}`, () =>
        vscode.window.registerWebviewPanelSerializer(viewType, {
          deserializeWebviewPanel: async (panel, state) =>
            serializerOf(await load()).deserializeWebviewPanel(panel, state),
        }),
      ),
    ),
    ...languageModelTools(load, optional),
  );
  closeRestoredTabs().catch((error) => output.warn(`Restored tabs stay open (${error})`));

  const showConnected = () => {
    if (areConnectionsStored(globalState)) load().catch((error) => output.error(error));
  };
  const starting = setTimeout(showConnected, AFTER_START);
  subscriptions.push(
    { dispose: () => clearTimeout(starting) },
    // The user or another window might have added the first connection.
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('partnerLogs.connections')) showConnected();
    }),
  );
  if (process.env['PARTNER_LOGS_SAMPLE'] === '1') {
    void runCommand('partnerLogs.useSampleData');
  }
  return context.extensionMode === vscode.ExtensionMode.Test ? load() : undefined;
}

/** The serializers of panels that were open when the window was reloaded, by view type. */
const SERIALIZERS: Readonly<Record<string, (app: App) => vscode.WebviewPanelSerializer>> = {
  'partnerLogs.detection': ({ panels }) => panels.panels,
  'partnerLogs.counts': ({ countsDisplay }) => countsDisplay.panels,
  'partnerLogs.report': ({ previews }) => previews,
  'partnerLogs.table': ({ tables }) => tables,
};

/** Closes restored tabs that show log documents, because the documents no longer exist after a reload. */
async function closeRestoredTabs(): Promise<void> {
  const restored = vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => {
      if (input instanceof vscode.TabInputText) return input.uri.scheme === SCHEME;
      return input instanceof vscode.TabInputTextDiff && input.modified.scheme === SCHEME;
    });
  await vscode.window.tabGroups.close(restored);
}
