/** Text about list rows that were received but could not be read. This code also runs in the browser. */
import { plural, t } from './l10n.ts';

export function unreadableReason(): string {
  return t('The service sent null or another value that is not an object.');
}

export function unreadableText(rows: number): string {
  return plural(rows, { one: 'This row could not be read', other: '{0} rows could not be read' });
}
