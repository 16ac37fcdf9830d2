import * as vscode from 'vscode';

/** Creates a tree view whose provider is loaded when the editor first asks for rows: when the view is in sight. */
export function lazyTreeView<Node>(
  id: string,
  options: Omit<vscode.TreeViewOptions<Node>, 'treeDataProvider'>,
  load: () => Promise<vscode.TreeDataProvider<Node>>,
): vscode.TreeView<Node> {
  const changed = new vscode.EventEmitter<Node | Node[] | undefined>();
  let loading: Promise<vscode.TreeDataProvider<Node>> | undefined;
  const provider = () => {
    loading ??= load().then((loaded) => {
      loaded.onDidChangeTreeData?.((node) => changed.fire(node ?? undefined));
      return loaded;
    });
    return loading;
  };
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
