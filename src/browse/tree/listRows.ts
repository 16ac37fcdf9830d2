import { describeFault } from '../../service/faults.ts';
import type { LogRow } from '../../service/model.ts';
import type { ListNode, MessageNode, TreeNode } from '../../targets/nodes.ts';
import { local, t } from '../../text/l10n.ts';
import { asPlainLine } from '../../text/label.ts';
import { cutToCodePoints } from '../../text/strings.ts';
import { unreadableReason, unreadableText } from '../../text/unreadable.ts';
import type { PagerState } from '../lists/pager.ts';

/** Maximum number of pages of logs to show, because the editor rereads every visible row on each change. */
const MOST_PAGES = 10;

/**
 * Returns the rows of a list in the tree: its items, messages, and "Load More". A failure is
 * shown where the user requested the change, above the items unless the user was loading more.
 */
export function listRows<T>(
  parent: ListNode,
  state: PagerState<T>,
  itemRow: (item: T) => TreeNode,
  empty: Pick<MessageNode, 'label' | 'next'>,
): TreeNode[] {
  const rows: TreeNode[] = [];
  const faultRows = state.fault === undefined ? [] : messageRows(faultMessage(parent, state.fault));
  const isAbove = state.failed !== 'more';
  if (isAbove) rows.push(...faultRows);
  const { items, total = 0, shown, newItems } = state;
  if (newItems > 0) rows.push({ kind: 'new', parent, label: t('{0} new. Show from the start', newItems) });
  rows.push(...items.map(itemRow));
  if (state.unreadable > 0) {
    const label = unreadableText(state.unreadable);
    rows.push({ kind: 'message', parent, label, detail: unreadableReason(), severity: 'info' });
  }
  if (!isAbove) rows.push(...faultRows);
  if (items.length === 0 && faultRows.length === 0)
    rows.push(...messageRows({ kind: 'message', parent, ...empty, severity: 'info' }));
  if (state.ignoresPaging) {
    rows.push({
      kind: 'message',
      parent,
      label: t('The service ignored paging and sent the same rows again'),
      detail: t(
        'The service returned no more rows. You can set a different paging method in partnerLogs.connections.',
      ),
      severity: 'info',
    });
  }
  if (state.hasChanged)
    rows.push(
      ...messageRows({
        kind: 'message',
        parent,
        label: t('The list changed while it was read'),
        detail: t('The list changed while it was read, so logs might be missing. Refresh to read it again.'),
        severity: 'info',
        next: { title: t('Refresh'), command: 'partnerLogs.refresh' },
      }),
    );
  if (state.hasMore && parent.kind === 'domain' && shown >= MOST_PAGES * state.pageSize)
    rows.push({
      kind: 'action',
      parent,
      title: t('Open Logs in Table ({0} of {1})', shown, total),
      command: 'partnerLogs.openTable',
    });
  else if (state.hasMore)
    rows.push({ kind: 'more', parent, label: t('Load More ({0} of {1})', shown, total) });
  return rows;
}

/** Returns a row for a message, followed by a row that runs the action suggested by the message, if any. */
export function messageRows(message: MessageNode): TreeNode[] {
  const { parent, next } = message;
  return next ? [message, { kind: 'action', parent, ...next }] : [message];
}

function faultMessage(parent: ListNode, fault: unknown): MessageNode {
  const { headline, cause, next } = describeFault(fault, local);
  return {
    kind: 'message',
    parent,
    label: headline,
    detail: `${headline}\n${cause}`,
    severity: 'error',
    next: next ?? { title: t('Try Again'), command: 'partnerLogs.refresh' },
  };
}

/**
 * Maximum number of code points to show from the end of a path: a side bar that is 300 px wide still has room for the
 * time and the start of the rule.
 */
const PATH_LENGTH = 20;

/** Returns the end of a log's path; without a path, its rule; without a rule, its number. */
export function logLabel({ uri, rule, idx }: LogRow): string {
  const text = (uri && pathEnd(uri)) || rule;
  return text ? cutToCodePoints(asPlainLine(text), PATH_LENGTH) : t('Log {0}', String(idx));
}

/** Returns the last segment of a path, or the last two if the last one contains no word, as in `orders/1380`. */
function pathEnd(uri: string): string {
  const [path = ''] = uri.split(/[?#]/, 1);
  const parts = path.split('/').filter(Boolean);
  const last = parts.at(-1) ?? uri;
  return /\p{L}{3}/u.test(last) ? last : parts.slice(-2).join('/') || last;
}
