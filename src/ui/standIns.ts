import * as vscode from 'vscode';
import { Lazy } from '../base/lazy.ts';
import type { RegisterOptional } from './optional.ts';

/**
 * Registers placeholder handlers for commands. When the first of them runs, the registrations returned by `load`
 * replace all the placeholders, and the command runs again.
 * @param optional registers a placeholder; this fails if another extension has already registered the ID
 */
export function lazyCommands(
  ids: readonly string[],
  optional: RegisterOptional,
  load: () => Promise<() => vscode.Disposable[]>,
): vscode.Disposable {
  const commands = new Lazy(async () => {
    const register = await load();
    for (const standIn of standIns) standIn.dispose();
    registered = register();
  });
  const standIns = ids.map((id) =>
    optional(`the command ${id}`, () =>
      vscode.commands.registerCommand(id, async (...args: unknown[]) => {
        await commands.get();
        return vscode.commands.executeCommand(id, ...args);
      }),
    ),
  );
  let registered = standIns;

  return { dispose: () => registered.forEach((each) => void each.dispose()) };
}

/**
 * Creates a tree view. Its provider is loaded when the editor first requests rows, which happens when the view becomes
 * visible.
 */
export function lazyTreeView<Node>(
  id: string,
  options: Omit<vscode.TreeViewOptions<Node>, 'treeDataProvider'>,
  load: () => Promise<vscode.TreeDataProvider<Node>>,
): vscode.TreeView<Node> {
  const changed = new vscode.EventEmitter<Node | Node[] | undefined>();
  const provider = new Lazy(async () => {
    const loaded = await load();
    loaded.onDidChangeTreeData?.((node) => changed.fire(node ?? undefined));
    return loaded;
  });
  return vscode.window.createTreeView(id, {
    ...options,
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: async (node) => (await provider.get()).getChildren(node),
      getTreeItem: async (node) => (await provider.get()).getTreeItem(node),
      getParent: async (node) => (await provider.get()).getParent?.(node),
    },
  });
}
