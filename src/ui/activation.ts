/** Registrations at activation: optional ones, and a view whose code is loaded on first use. */
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
      output.warn(`Not available in this editor: ${what} (${error})`);
      return { dispose: () => {} };
    }
  };
}

/**
 * Creates a tree view in which several rows can be selected. Its provider is loaded when the view first becomes visible.
 */
export function lazyTreeView<Node>(
  id: string,
  load: () => Promise<vscode.TreeDataProvider<Node>>,
  showCollapseAll = false,
): vscode.TreeView<Node> {
  const changed = new vscode.EventEmitter<Node | Node[] | undefined>();
  const provider = lazy(async () => {
    const loaded = await load();
    loaded.onDidChangeTreeData?.((node) => changed.fire(node ?? undefined));
    return loaded;
  });
  return vscode.window.createTreeView(id, {
    canSelectMany: true,
    showCollapseAll,
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: async (node) => (await provider()).getChildren(node),
      getTreeItem: async (node) => (await provider()).getTreeItem(node),
      getParent: async (node) => (await provider()).getParent?.(node),
    },
  });
}
