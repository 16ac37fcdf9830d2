import type { DateRange, LogKey } from '../service/model.ts';

/**
 * Returns the file name for one log, which contains only its numbers and the given extension.
 * @example logFileName(key, 'har') // 'detection-log-7-12.har'
 */
export function logFileName(key: LogKey, extension: string): string {
  return `detection-log-${key.domain}-${key.idx}.${extension}`;
}

/**
 * Returns the file name for the logs of a domain.
 * @example rowsFileName(7, range, 'csv') // 'detection-logs-7-20260101-20260131.csv', or without dates
 */
export function rowsFileName(domain: number, range: Partial<DateRange>, extension: string): string {
  const days = [range.from, range.to].map((day) => day?.replace(/\D/g, '') ?? '').filter((day) => day !== '');
  return `${['detection-logs', domain, ...days].join('-')}.${extension}`;
}
