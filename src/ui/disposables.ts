interface Disposable {
  dispose(): unknown;
}

/** Disposes of what it registered when it is itself disposed of, in the reverse order. */
export class Disposables {
  readonly #registered: Disposable[] = [];

  dispose(): void {
    for (const each of this.#registered.splice(0).reverse()) each.dispose();
  }

  /** @returns what it was given */
  protected register<T extends Disposable>(disposable: T): T {
    this.#registered.push(disposable);
    return disposable;
  }
}
