interface Disposable {
  dispose(): unknown;
}

/** Disposes its registered disposables, in reverse order, when it is disposed. */
export class Disposables {
  readonly #registered: Disposable[] = [];

  dispose(): void {
    for (const each of this.#registered.splice(0).reverse()) each.dispose();
  }

  /** @returns the given disposable */
  protected register<T extends Disposable>(disposable: T): T {
    this.#registered.push(disposable);
    return disposable;
  }
}
