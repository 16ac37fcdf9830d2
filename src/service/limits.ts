/** Time and size limits for all requests; tests use smaller ones. */
export interface Limits {
  /** Timeout, in milliseconds, for establishing a connection over the direct route. */
  readonly connect: number;
  /**
   * Maximum time, in milliseconds, from sending a request to receiving its response headers, including the time to
   * connect.
   */
  readonly headers: number;
  /** Maximum time, in milliseconds, from receiving the headers to receiving the end of the body. */
  readonly body: number;
  /** Timeout, in milliseconds, for the body of a response with a status other than 200. Only its `message` is used. */
  readonly errorBody: number;
  /** Milliseconds after which an interactive request times out. */
  readonly foreground: number;
  /** The maximum `Retry-After` that background work honors, in milliseconds. */
  readonly retryAfter: number;
  /** Maximum wait before the first retry, in milliseconds; doubled for each subsequent retry. */
  readonly backoff: number;
  /** Number of attempts per read, including the first. */
  readonly tries: number;
  /** Maximum size, in bytes, of a body after decompression. */
  readonly bytes: number;
  /**
   * Maximum size, in bytes, of the body of a response with a status other than 200. Sufficient for its `message`, and
   * never more than `bytesHere`.
   */
  readonly errorBytes: number;
  /**
   * Maximum size, in bytes, of a body to decode on the calling thread; a larger one would block it for 50 ms or more.
   */
  readonly bytesHere: number;
  /** Maximum number of concurrent requests to an origin. */
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
  bytes: 16 * 1024 * 1024,
  errorBytes: 256 * 1024,
  bytesHere: 512 * 1024,
  concurrent: 6,
};

/**
 * Limits for a single response. A response that exceeds a limit is rejected as a whole, because missing data would go
 * unnoticed.
 */
export const answerLimits = {
  /** Maximum nesting depth. Deeper values would overflow the stack of recursive code; the API uses only six levels. */
  depth: 100,
  /** Maximum total number of objects, lists, members, and elements; a page of 100 rows has several thousand. */
  values: 100_000,
  /** Maximum number of rows in a list; `per_page` requests at most 100 (section 8). */
  items: 10_000,
  /** Maximum number of elements in `total_log`, one per day. */
  days: 10_000,
  /**
   * Maximum lengths, in UTF-16 units, of a comparison in the counts (such as `previous`) and of their `timezone`;
   * longer ones are truncated.
   */
  comparison: 100,
  timeZone: 100,
  /** Maximum number of fields that the API does not define in a log, row, or domain. */
  otherFields: 10_000,
  /** Maximum length, in UTF-16 units, of the `detected_type` of a row; a longer one is kept as an unknown field. */
  detectedType: 200,
  /** Maximum length, in UTF-16 units, of `message.key` and `message.value` in a fault. */
  message: 2_000,
} as const;
