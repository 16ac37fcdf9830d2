/** Limits of time and size for every request; tests use shorter ones. */
export interface Limits {
  /** Milliseconds to connect, on the direct route. */
  readonly connect: number;
  /** Milliseconds from sending a request to its response headers, including connecting. */
  readonly headers: number;
  /** Milliseconds for the body, from the headers on. */
  readonly body: number;
  /** Milliseconds for the body of a response other than 200, which only adds its `message` to the status. */
  readonly errorBody: number;
  /** Milliseconds after which an interactive request times out. */
  readonly foreground: number;
  /** The maximum `Retry-After` that background work honors, in milliseconds. */
  readonly retryAfter: number;
  /** Upper bound of the first wait before a retry, in milliseconds; it doubles with each retry. */
  readonly backoff: number;
  /** Tries of one read, including the first. */
  readonly tries: number;
  /** Maximum bytes of a body after decompression. */
  readonly bytes: number;
  /**
   * Maximum bytes of the body of a response other than 200: enough for its `message`, and never more than `bytesHere`.
   */
  readonly errorBytes: number;
  /** Maximum bytes of a body that is decoded on the calling thread: a larger one would block it for 50 ms or more. */
  readonly bytesHere: number;
  /** Milliseconds that a thread may take to decode a large body. */
  readonly decoding: number;
  /**
   * MiB of memory for the objects and strings of such a thread. It is twice the need of the largest responses, because
   * the engine ends the whole process, not the thread, when it cannot allocate one large block of memory.
   */
  readonly threadMemory: number;
  /** Maximum concurrent requests for an origin. */
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
  errorBytes: 256 * 1024,
  bytesHere: 256 * 1024,
  decoding: 30_000,
  threadMemory: 1024,
  concurrent: 6,
};

/**
 * The limits of one response. A response above a limit is rejected as a whole, because a missing part would go
 * unnoticed.
 */
export const answerLimits = {
  /** Maximum nesting levels: deeper values would overflow the stack of recursive code; the interface needs six. */
  depth: 100,
  /** Maximum objects, lists, members and elements in total; a page of 100 rows has several thousand. */
  values: 250_000,
  /** Maximum rows of a list; `per_page` requests 100 at most (section 8). */
  items: 10_000,
  /** Maximum elements of `total_log`, one per day. */
  days: 10_000,
  /**
   * Maximum UTF-16 units of a comparison in the counts (`previous` and similar), and of their `timezone`; only the
   * start of a longer one is kept.
   */
  comparison: 1_000,
  timeZone: 100,
  /** Maximum headers of a request or a response. */
  headers: 100_000,
  /** Maximum fields of a log, row or domain that the interface does not name. */
  otherFields: 10_000,
  /** Maximum UTF-16 units of the `detected_type` of a row; a longer one is kept as an unknown field. */
  detectedType: 200,
  /** Maximum UTF-16 units of `message.key` and `message.value` in a fault. */
  message: 2_000,
} as const;
