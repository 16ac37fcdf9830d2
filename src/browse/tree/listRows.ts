import type { CommandId } from '../../commandIds.ts';
import type { ListNode, MessageNode, TreeNode } from '../../connections/nodes.ts';
import { describeFault } from '../../service/faults.ts';
import { local, t } from '../../text/l10n.ts';
import { unreadableReason, unreadableText } from '../../text/sentences.ts';
import type { Pager } from '../lists/pager.ts';

/** Maximum number of pages of logs to show, because the editor rereads every visible row on each change. */
const MOST_PAGES = 10;

/**
 * Returns the rows of a list in the tree: its items, messages, and "Load More". A failure is shown where the user
 * requested the change, above the items unless the user was loading more.
 * @param items the rows of the items
 * @param empty the rows of an empty list
 */
export function listRows<T>(
  parent: ListNode,
  pager: Pager<T>,
  items: readonly TreeNode[],
  empty: readonly MessageNode[],
): TreeNode[] {
  const { list, fault, hasFailedMore, shown, unreadable, pageSize } = pager;
  const failure = fault === undefined ? [] : faultRows(parent, fault);
  const { newer = 0, length = 0, total = 0 } = list ?? {};
  const place = [shown, Math.max(total, length)] as const;
  const isFull = parent.kind === 'domain' && shown >= MOST_PAGES * pageSize;
  const more = isFull
    ? commandRow(parent, t('Open Logs in Table ({0} of {1})', ...place), 'partnerLogs.openTable')
    : commandRow(parent, t('Load More ({0} of {1})', ...place), 'partnerLogs.loadMore', 'fold-down');
  const ignoresPaging = infoRow(
    parent,
    t('The service ignored paging and sent the same rows again'),
    t('The service returned no more rows. You can set a different paging method in partnerLogs.connections.'),
  );
  const hasChanged = infoRow(
    parent,
    t('The list changed while it was being read'),
    t('The list changed while it was being read, so logs might be missing. Refresh to read it again.'),
  );
  const news = t('{0} new. Refresh the list', newer);
  return [
    ...(hasFailedMore ? [] : failure),
    ...(newer > 0 ? [commandRow(parent, news, 'partnerLogs.refresh', 'bell-dot')] : []),
    ...items,
    ...(unreadable > 0 ? [infoRow(parent, unreadableText(unreadable), unreadableReason())] : []),
    ...(hasFailedMore ? failure : []),
    ...(items.length === 0 && failure.length === 0 ? empty : []),
    ...(list?.ignoresPaging ? [ignoresPaging] : []),
    ...(list?.hasChanged ? [hasChanged, commandRow(parent, t('Refresh'), 'partnerLogs.refresh')] : []),
    ...(shown < length ? [more] : []),
  ];
}

export function infoRow(parent: ListNode, label: string, ...detail: string[]): MessageNode {
  return { kind: 'message', parent, label, icon: 'info', ...(detail.length > 0 && { detail }) };
}

/** Returns a row that runs a command on the list. */
export function commandRow(
  parent: ListNode,
  label: string,
  command: CommandId,
  icon: MessageNode['icon'] = 'arrow-right',
): MessageNode {
  return { kind: 'message', parent, label, icon, command };
}

/** Returns a row for a failure, followed by a row that runs the suggested command. */
function faultRows(parent: ListNode, fault: unknown): MessageNode[] {
  const { headline, cause, next } = describeFault(fault, local);
  return [
    { ...infoRow(parent, headline, headline, cause), icon: 'error' },
    commandRow(parent, next?.title ?? t('Try Again'), next?.command ?? 'partnerLogs.refresh'),
  ];
}
