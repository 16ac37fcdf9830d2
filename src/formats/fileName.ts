import type { DateRange, LogKey } from '../service/model.ts';

/** Name of a file for one log, made of its numbers alone: `detection-log-7-12.har`. The extension is ours. */
export function logFileName(key: LogKey, extension: string): string {
  return `detection-log-${key.domain}-${key.idx}.${extension}`;
}

/** Name of a file for the logs of a domain: `detection-logs-7-20260101-20260131.csv`, or without days. */
export function rowsFileName(domain: number, range: Partial<DateRange>, extension: string): string {
  const days = [range.from, range.to].map((day) => day?.replace(/\D/g, '') ?? '').filter((day) => day !== '');
  return `${['detection-logs', domain, ...days].join('-')}.${extension}`;
}
