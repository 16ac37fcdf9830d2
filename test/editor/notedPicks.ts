import * as vscode from 'vscode';
import { overridden } from './overridden.ts';

/** Records the quick picks that the extension opens, and selects the item with a label in place of the user. */
export class NotedPicks implements vscode.Disposable {
  readonly all: vscode.QuickPick<vscode.QuickPickItem>[] = [];
  readonly #original = vscode.window.createQuickPick;

  /** @param label if undefined, the test handles the quick picks itself */
  constructor(label?: string) {
    Object.assign(vscode.window, {
      createQuickPick: () => {
        const pick = label === undefined ? this.#original() : taking(this.#original(), label);
        this.all.push(pick);
        return pick;
      },
    });
  }

  dispose(): void {
    Object.assign(vscode.window, { createQuickPick: this.#original });
    for (const pick of this.all) pick.hide();
  }
}

/** Returns a quick pick that selects the item with this label when it is shown. */
function taking(whole: vscode.QuickPick<vscode.QuickPickItem>, label: string) {
  const accepted = new vscode.EventEmitter<void>();
  const selected: vscode.QuickPickItem[] = [];
  return overridden(whole, {
    onDidAccept: accepted.event,
    selectedItems: selected,
    show: () => {
      selected.push(...whole.items.filter((item) => item.label === label));
      accepted.fire();
    },
  });
}
