/**
 * Estimates how long a piece of work still takes at the pace so far, in words; undefined while it is too early to tell.
 *
 * @param elapsed milliseconds
 */
export function timeLeft(done: number, total: number, elapsed: number): string | undefined {
  if (elapsed < 1000 || done <= 0 || done >= total) return undefined;
  const seconds = ((elapsed / done) * (total - done)) / 1000;
  if (seconds < 5) return 'a few seconds left';
  if (seconds < 55) return `about ${Math.ceil(seconds / 5) * 5} s left`;
  if (seconds < 55 * 60) return `about ${Math.ceil(seconds / 60)} min left`;
  return `about ${Math.ceil(seconds / 3600)} h left`;
}
