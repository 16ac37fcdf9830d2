/**
 * Seconds from `now` (milliseconds since the epoch) that a `Retry-After` header asks to wait, in either of its forms: a
 * number of seconds or an HTTP date. `undefined` when absent or neither; 0 for a date that has passed.
 */
export function retryAfterSeconds(header: string | undefined, now: number): number | undefined {
  const value = header?.trim() ?? '';
  if (/^\d+$/.test(value)) return Math.min(Number(value), Number.MAX_SAFE_INTEGER);
  if (!HTTP_DATE.test(value)) return undefined;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : Math.max(0, Math.ceil((time - now) / 1000));
}

/** The preferred form of an HTTP date; the two obsolete ones are read as absent. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
