import * as vscode from 'vscode';

/** Notes the quick picks that the extension opens. */
export class NotedPicks implements vscode.Disposable {
  readonly all: vscode.QuickPick<vscode.QuickPickItem>[] = [];
  readonly #original = vscode.window.createQuickPick;

  constructor() {
    Object.assign(vscode.window, {
      createQuickPick: () => {
        const pick = this.#original();
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
