/** The label of a log's row. */
import type { LogRow } from '../../service/model.ts';
import { t } from '../../text/l10n.ts';
import { asPlainLine } from '../../text/label.ts';
import { cutToCodePoints } from '../../text/strings.ts';

/**
 * Maximum number of code points to show from the end of a path: a side bar of 300 px then has room for the time and the
 * start of the rule.
 */
const PATH_LENGTH = 20;

/** Returns the end of a log's path; without a path, its rule; without a rule, its number. */
export function logLabel({ uri, rule, idx }: LogRow): string {
  const text = (uri && pathEnd(uri)) || rule;
  return text ? cutToCodePoints(asPlainLine(text), PATH_LENGTH) : t('Log {0}', String(idx));
}

/** Returns the last segment of a path, with its parent if it contains no word, as in `orders/1380`. */
function pathEnd(uri: string): string {
  const [path = ''] = uri.split(/[?#]/, 1);
  const parts = path.split('/').filter(Boolean);
  const last = parts.at(-1) ?? uri;
  return /\p{L}{3}/u.test(last) ? last : parts.slice(-2).join('/') || last;
}
