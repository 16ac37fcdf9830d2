import type { CommandId } from '../../commandIds.ts';
import type { ListNode, MessageNode, TreeNode } from '../../connections/nodes.ts';
import { describeFault } from '../../service/faults.ts';
import { local, t } from '../../text/l10n.ts';
import { unreadableReason, unreadableText } from '../../text/unreadable.ts';
import type { PagerState } from '../lists/pager.ts';

/** Maximum number of pages of logs to show, because the editor rereads every visible row on each change. */
const MOST_PAGES = 10;

/**
 * Returns the rows of a list in the tree: its items, messages, and "Load More". A failure is shown where the user
 * requested the change, above the items unless the user was loading more.
 * @param empty the row of an empty list, and a command for it
 */
export function listRows<T>(
  parent: ListNode,
  state: PagerState<T>,
  itemRow: (item: T) => TreeNode,
  empty: readonly MessageNode[],
): TreeNode[] {
  const { items, total = 0, shown, newItems } = state;
  const faultRows = state.fault === undefined ? [] : faultMessage(parent, state.fault);
  const isAbove = state.failed !== 'more';
  const place = [shown, total] as const;
  const isFull = parent.kind === 'domain' && shown >= MOST_PAGES * state.pageSize;
  const more = isFull
    ? commandRow(parent, t('Open Logs in Table ({0} of {1})', ...place), 'partnerLogs.openTable')
    : {
        ...commandRow(parent, t('Load More ({0} of {1})', ...place), 'partnerLogs.loadMore'),
        icon: 'fold-down' as const,
      };
  return [
    ...(isAbove ? faultRows : []),
    ...(newItems > 0 ? [newRow(parent, newItems)] : []),
    ...items.map(itemRow),
    ...(state.unreadable > 0 ? [infoRow(parent, unreadableText(state.unreadable), unreadableReason())] : []),
    ...(isAbove ? [] : faultRows),
    ...(items.length === 0 && faultRows.length === 0 ? empty : []),
    ...(state.ignoresPaging
      ? [
          infoRow(
            parent,
            t('The service ignored paging and sent the same rows again'),
            t(
              'The service returned no more rows. You can set a different paging method in partnerLogs.connections.',
            ),
          ),
        ]
      : []),
    ...(state.hasChanged
      ? [
          infoRow(
            parent,
            t('The list changed while it was read'),
            t('The list changed while it was read, so logs might be missing. Refresh to read it again.'),
          ),
          commandRow(parent, t('Refresh'), 'partnerLogs.refresh'),
        ]
      : []),
    ...(state.hasMore ? [more] : []),
  ];
}

export function infoRow(parent: ListNode, label: string, detail?: string): MessageNode {
  return { kind: 'message', parent, label, icon: 'info', ...(detail !== undefined && { detail }) };
}

export function commandRow(parent: ListNode, label: string, command: CommandId): MessageNode {
  return { kind: 'message', parent, label, icon: 'arrow-right', command };
}

function newRow(parent: ListNode, count: number): MessageNode {
  const label = t('{0} new. Show from the start', count);
  return { ...commandRow(parent, label, 'partnerLogs.loadMore'), icon: 'bell-dot', isRestart: true };
}

/** Returns a row for a failure, followed by a row that runs the suggested command. */
function faultMessage(parent: ListNode, fault: unknown): MessageNode[] {
  const { headline, cause, next } = describeFault(fault, local);
  return [
    { ...infoRow(parent, headline, `${headline}\n${cause}`), icon: 'error' },
    commandRow(parent, next?.title ?? t('Try Again'), next?.command ?? 'partnerLogs.refresh'),
  ];
}
