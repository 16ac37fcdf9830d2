import type * as vscode from 'vscode';

/**
 * The row of a quick pick that Enter means. Pressed right after the rows came, it is told before any is selected or active: then
 * the first, which is what the person saw, unless words were typed.
 */
export function acceptedItem<Item extends vscode.QuickPickItem>({
  selectedItems,
  activeItems,
  items,
  value,
}: Pick<vscode.QuickPick<Item>, 'selectedItems' | 'activeItems' | 'items' | 'value'>): Item | undefined {
  return selectedItems[0] ?? (value === '' ? (activeItems[0] ?? items[0]) : undefined);
}
