/**
 * Shortens the time of a log row for a narrow list. The year stays when it is not `year`; a text that is not
 * `YYYY-MM-DD HH:MM:SS` is returned as it was sent.
 * @example shortTime('2026-11-21 07:03:12', 2026) // '11-21 07:03'
 */
export function shortTime(time: string, year = new Date().getFullYear()): string {
  const parts = /^(\d{4})-(\d{2}-\d{2} \d{2}:\d{2}):\d{2}$/.exec(time);
  if (!parts?.[2]) return time;
  return Number(parts[1]) === year ? parts[2] : `${parts[1]}-${parts[2]}`;
}
