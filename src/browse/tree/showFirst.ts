import type { LogNode } from '../../targets/nodes.ts';
import type { BrowseParts } from '../browseParts.ts';

/** Opens the first domain of a connection in the tree, and its first log with `openLog`: something to see at once. */
export async function showFirst(
  { domains, logNodes, tree }: Pick<BrowseParts, 'domains' | 'logNodes' | 'tree'>,
  connectionId: string,
  openLog: (log: LogNode) => Promise<void>,
): Promise<void> {
  const { items } = await domains.loaded(connectionId);
  const [first] = items;
  if (!first) return;
  const domain = domains.listed(connectionId, first);
  await tree.reveal(domain, { expand: true });
  const [log] = (await logNodes.shownOf(domain)).logs;
  if (log) await openLog(logNodes.node(domain, log));
}
