/** A GET request in an example. */
export interface ExampleCall {
  readonly url: URL;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The purpose of the call, in words. */
  readonly about?: string;
}

/** Maximum number of calls to read. */
export const MOST_CALLS = 50;
