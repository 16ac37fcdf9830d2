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
  /** Milliseconds after which an interactive request times out. */
  readonly foreground: number;
  /** The longest `Retry-After` that background work honours, in milliseconds. */
  readonly retryAfter: number;
  /** Upper bound of the first wait before a retry, in milliseconds; it doubles with each further try. */
  readonly backoff: number;
  /** Tries of one read, the first included. */
  readonly tries: number;
  /** Bytes of a body after decompression. */
  readonly bytes: number;
  /** Bytes of the body of an answer other than 200: enough for its `message`, and never more than `bytesHere`. */
  readonly errorBytes: number;
  /** Bytes of a body that is decoded on the calling thread: a larger one would hold it for 50 ms and more. */
  readonly bytesHere: number;
  /** Milliseconds that a thread may take to decode a large body. */
  readonly decoding: number;
  /**
   * MiB of memory that the objects and texts of such a thread may take. It is twice what the largest answers need: the
   * engine ends the whole process, not the thread, when it cannot allocate one large piece of memory.
   */
  readonly threadMemory: number;
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
  errorBytes: 256 * 1024,
  bytesHere: 256 * 1024,
  decoding: 30_000,
  threadMemory: 1024,
  concurrent: 6,
};

/**
 * The limits of one answer. An answer above a limit is refused as a whole: nobody would notice that a part is missing.
 */
export const answerLimits = {
  /** Levels of nesting: deeper values would overflow the stack of whoever walks them; the interface needs six. */
  depth: 100,
  /** Objects, lists, their members and their elements, all together; a page of 100 rows has some thousands. */
  values: 250_000,
  /** Rows of a list; `per_page` asks for 100 at most (section 8). */
  items: 10_000,
  /** Elements of `total_log`, one a day. */
  days: 10_000,
  /** UTF-16 units of a comparison in the counts (`previous` and the like), and of their `timezone`; the start of a longer one is kept. */
  comparison: 1_000,
  timeZone: 100,
  /** Headers of a request or a response. */
  headers: 100_000,
  /** Fields of a log, row or domain that the interface does not name. */
  otherFields: 10_000,
  /** UTF-16 units of the `detected_type` of a row; a longer one is kept as an unknown field. */
  detectedType: 200,
  /** UTF-16 units of `message.key` and `message.value` that a fault carries. */
  message: 2_000,
} as const;
