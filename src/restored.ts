/** The panels and tabs that the editor restores after a reload: panels are filled, and tabs of documents closed. */
import * as vscode from 'vscode';
import { SCHEME } from './detection/documents/logDocument.ts';
import type { WindowParts } from './parts.ts';
import type { RegisterOptional } from './ui/optional.ts';

type Restore = (parts: WindowParts, panel: vscode.WebviewPanel, state: unknown) => Promise<void>;

/** Fills a panel that the editor restores after a reload; one entry per view type. */
const RESTORE: Readonly<Record<string, Restore>> = {
  'partnerLogs.detection': async (parts, panel, state) =>
    (await parts.panels()).deserializeWebviewPanel(panel, state),
  'partnerLogs.counts': async (parts, panel, state) => (await parts.counts.panels()).restore(panel, state),
  'partnerLogs.report': async (parts, panel, state) =>
    (await parts.previews()).deserializeWebviewPanel(panel, state),
  'partnerLogs.table': async (parts, panel, state) =>
    (await parts.tables()).deserializeWebviewPanel(panel, state),
};

/** Registers the panels that were open when the window was reloaded. */
export function restoredPanels(
  load: () => Promise<WindowParts>,
  optional: RegisterOptional,
): vscode.Disposable[] {
  return Object.entries(RESTORE).map(([viewType, restore]) =>
    optional(`restored panels ${viewType}`, () =>
      vscode.window.registerWebviewPanelSerializer(viewType, {
        deserializeWebviewPanel: async (panel, state: unknown) => restore(await load(), panel, state),
      }),
    ),
  );
}

/** Closes the tabs of log documents that the editor restored, because documents exist only as long as their window. */
export async function closeRestoredTabs(): Promise<void> {
  const restored = vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => {
      if (input instanceof vscode.TabInputText) return input.uri.scheme === SCHEME;
      return input instanceof vscode.TabInputTextDiff && input.modified.scheme === SCHEME;
    });
  await vscode.window.tabGroups.close(restored);
}
