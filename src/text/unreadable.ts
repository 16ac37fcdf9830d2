/** Rows of a list that the service sent and that could not be read. Runs in the browser too. */
import { formatNumber } from './numbers.ts';

export const UNREADABLE_REASON = 'The service sent null or another value that is not an object.';

export function unreadableText(rows: number): string {
  return rows === 1 ? 'This row could not be read' : `${formatNumber(rows)} rows could not be read`;
}
