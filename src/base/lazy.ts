/** A value that is loaded on first use. If loading fails, the next use tries again. */
export class Lazy<T> {
  readonly #load: () => Promise<T>;
  #loading: Promise<T> | undefined;

  constructor(load: () => Promise<T>) {
    this.#load = load;
  }

  /** True if loading has started and has not failed. */
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

  /** Calls `work` with the value if it has been loaded or is being loaded. */
  async ifLoaded<Result>(work: (value: T) => Result): Promise<Result | undefined> {
    return this.#loading && work(await this.#loading);
  }
}
