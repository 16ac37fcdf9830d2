/** A value that is loaded at first use. A load that fails is forgotten: the next use loads again. */
export class Lazy<T> {
  readonly #load: () => Promise<T>;
  #loading: Promise<T> | undefined;

  constructor(load: () => Promise<T>) {
    this.#load = load;
  }

  /** True when a load has begun and not failed. */
  get hasBegun(): boolean {
    return this.#loading !== undefined;
  }

  readonly get = (): Promise<T> => {
    this.#loading ??= this.#load().catch((error) => {
      this.#loading = undefined;
      throw error;
    });
    return this.#loading;
  };

  /** Calls `work` with the value if it was used. */
  async ifLoaded<Result>(work: (value: T) => Result): Promise<Result | undefined> {
    return this.#loading && work(await this.#loading);
  }
}
