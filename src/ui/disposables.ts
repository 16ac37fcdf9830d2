import type * as vscode from 'vscode';

/** A base class whose `dispose` method disposes of the registered disposables in reverse order. */
export class Disposables {
  readonly #registered: vscode.Disposable[] = [];

  dispose(): void {
    for (const each of this.#registered.splice(0).reverse()) each.dispose();
  }

  /** Registers a disposable, and returns it. */
  protected register<T extends vscode.Disposable>(disposable: T): T {
    this.#registered.push(disposable);
    return disposable;
  }
}
