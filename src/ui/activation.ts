/** Registrations at activation: optional ones, and placeholders for code that is loaded on first use. */
import * as vscode from 'vscode';

/** Returns a function that loads a value once. If loading fails, the next call tries again. */
export function lazy<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= load().catch((error) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

/**
 * Registers a feature that an editor might not support. `what` is the feature's name, as a plural noun, for messages in
 * the output channel.
 */
export type RegisterOptional = (what: string, register: () => vscode.Disposable) => vscode.Disposable;

/**
 * Returns a function for optional registrations. If one throws, the error is written to the output, and the others are
 * not affected.
 */
export function optionalIn(output: vscode.LogOutputChannel): RegisterOptional {
  return (what, register) => {
    try {
      return register();
    } catch (error) {
      const why = error instanceof Error ? error.message : error;
      output.warn(`Not available in this editor: ${what} (${why})`);
      return { dispose: () => {} };
    }
  };
}

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
  const replace = lazy(async () => {
    const register = await load();
    for (const standIn of standIns) standIn.dispose();
    registered = register();
  });
  const standIns = ids.map((id) =>
    optional(`the command ${id}`, () =>
      vscode.commands.registerCommand(id, async (...args: unknown[]) => {
        await replace();
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
  const provider = lazy(async () => {
    const loaded = await load();
    loaded.onDidChangeTreeData?.((node) => changed.fire(node ?? undefined));
    return loaded;
  });
  return vscode.window.createTreeView(id, {
    ...options,
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: async (node) => (await provider()).getChildren(node),
      getTreeItem: async (node) => (await provider()).getTreeItem(node),
      getParent: async (node) => (await provider()).getParent?.(node),
    },
  });
}
