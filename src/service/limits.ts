/** Times and sizes that every request keeps to; tests use shorter ones. */
export interface Limits {
  /** Milliseconds to connect, on the direct route. */
  readonly connect: number;
  /** Milliseconds from sending a request to its response headers, connecting included. */
  readonly headers: number;
  /** Milliseconds for the body, from the headers on. */
  readonly body: number;
  /** Milliseconds for the body of an answer other than 200, which only adds its `message` to the status. */
  readonly errorBody: number;
  /** Milliseconds after which what a person waits for ends, whatever happens. */
  readonly foreground: number;
  /** The longest `Retry-After` that background work honours, in milliseconds. */
  readonly retryAfter: number;
  /** Upper bound of the first wait before a retry, in milliseconds; it doubles with each further try. */
  readonly backoff: number;
  /** Tries of one read, the first included. */
  readonly tries: number;
  /** Bytes of a body after decompression. */
  readonly bytes: number;
  /** Bytes of the body of an answer other than 200: enough for its `message`. */
  readonly errorBytes: number;
  /** Requests at once for an origin. */
  readonly concurrent: number;
}

export const defaultLimits: Limits = {
  connect: 10_000,
  headers: 30_000,
  body: 60_000,
  errorBody: 2_000,
  foreground: 30_000,
  retryAfter: 60_000,
  backoff: 500,
  tries: 3,
  bytes: 64 * 1024 * 1024,
  errorBytes: 1024 * 1024,
  concurrent: 6,
};
