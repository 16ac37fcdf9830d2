/**
 * The time of a log row in few characters, for a narrow list: `11-21 07:03`. The year stays where it is another than
 * `year`; a text that is not `YYYY-MM-DD HH:MM:SS` is left as it was sent.
 */
export function shortTime(time: string, year = new Date().getFullYear()): string {
  const parts = /^(\d{4})-(\d{2}-\d{2} \d{2}:\d{2}):\d{2}$/.exec(time);
  if (!parts?.[2]) return time;
  return Number(parts[1]) === year ? parts[2] : `${parts[1]}-${parts[2]}`;
}
