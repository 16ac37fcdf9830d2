import { retryLimits } from './network/retry.ts';

/** Time and size limits for all requests; tests use smaller ones. */
export const defaultLimits = {
  ...retryLimits,
  /** Timeout, in milliseconds, for establishing a connection over the direct route. */
  connect: 10_000,
  /**
   * Maximum time, in milliseconds, from sending a request to receiving its response headers, including the time to
   * connect.
   */
  headers: 30_000,
  /** Maximum time, in milliseconds, from receiving the headers to receiving the end of the body. */
  body: 60_000,
  /** Timeout, in milliseconds, for the body of a response with a status other than 200. Only its `message` is used. */
  errorBody: 2_000,
  /** Milliseconds after which an interactive request times out. */
  foreground: 30_000,
  /** Maximum size, in bytes, of a body after decompression. */
  bytes: 16 * 1024 * 1024,
  /**
   * Maximum size, in bytes, of the body of a response with a status other than 200. Sufficient for its `message`, and
   * never more than `bytesHere`.
   */
  errorBytes: 256 * 1024,
  /**
   * Maximum size, in bytes, of a body to decode on the calling thread; a larger one would block it for 50 ms or more.
   */
  bytesHere: 512 * 1024,
  /** Maximum number of concurrent requests to an origin. */
  concurrent: 6,
};

export type Limits = Readonly<typeof defaultLimits>;

/**
 * Limits for a single response. A response that exceeds a limit is rejected as a whole, because missing data would go
 * unnoticed.
 */
export const answerLimits = {
  /** Maximum nesting depth. Deeper values would overflow the stack of recursive code; the API uses only six levels. */
  depth: 100,
  /** Maximum total number of objects, lists, members, and elements; a page of 100 rows has several thousand. */
  values: 100_000,
  /**
   * Maximum number of rows in a list (`per_page` requests at most 100, section 8), of days of counts, and of unknown
   * fields in one object.
   */
  items: 10_000,
  /**
   * Maximum lengths, in UTF-16 units, of a comparison in the counts (such as `previous`) and of a `timezone`; longer
   * ones are truncated.
   */
  comparison: 100,
  timeZone: 100,
  /** Maximum length, in UTF-16 units, of the `detected_type` of a row; a longer one is kept as an unknown field. */
  detectedType: 200,
  /** Maximum length, in UTF-16 units, of `message.key` and `message.value` in a fault. */
  message: 2_000,
} as const;
