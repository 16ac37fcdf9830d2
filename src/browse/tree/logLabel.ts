/** The label of a log's row. */
import type { LogRow } from '../../service/model.ts';
import { t } from '../../text/l10n.ts';
import { asPlainLine } from '../../text/label.ts';
import { cutToCodePoints } from '../../text/strings.ts';

/**
 * Code points of the end of a path in a row: a side bar of 300 px then also shows the time and the start of the rule.
 */
const PATH_LENGTH = 20;

/** Returns the end of a log's path, its rule, or its number: the first one that the service sent. */
export function logLabel({ uri, rule, idx }: LogRow): string {
  const text = (uri && pathEnd(uri)) || rule;
  return text ? cutToCodePoints(asPlainLine(text), PATH_LENGTH) : t('Log {0}', String(idx));
}

/** Returns the last part of a path, preceded by its parent if it contains no word, as in `orders/1380`. */
function pathEnd(uri: string): string {
  const [path = ''] = uri.split(/[?#]/, 1);
  const parts = path.split('/').filter(Boolean);
  const last = parts.at(-1) ?? uri;
  return /\p{L}{3}/u.test(last) ? last : parts.slice(-2).join('/') || last;
}
