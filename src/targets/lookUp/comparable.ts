import { type LogTarget, targetId } from '../../connections/logTarget.ts';
import type { LogRow } from '../../service/model.ts';
import type { LogNode } from '../nodes.ts';

/** Maximum number of logs to suggest with the same rule and path, and also maximum number of other logs to suggest. */
const MOST = 20;

/** The loaded logs that a log is likely to be compared with, excluding the log itself. */
export interface Comparable {
  /** The logs directly above and below it in its list. */
  readonly beside: readonly LogNode[];
  /** Other logs with the same rule and path, ignoring the query. */
  readonly alike: readonly LogNode[];
  /** Other logs in its list. */
  readonly others: readonly LogNode[];
}

/**
 * @param shown the displayed logs in the target's domain, in list order
 * @param loaded the loaded logs in all domains
 */
export function comparable(
  target: LogTarget,
  shown: readonly LogNode[],
  loaded: readonly LogNode[],
): Comparable {
  const id = targetId(target);
  const at = shown.findIndex((node) => targetId(node) === id);
  const beside = at < 0 ? [] : [shown[at - 1], shown[at + 1]].filter((node) => node !== undefined);
  const row = target.row ?? shown[at]?.row;
  const taken = new Set([id, ...beside.map(targetId)]);
  const isFree = (node: LogNode) => !taken.has(targetId(node));
  const alike = loaded.filter(
    (node) =>
      row?.rule &&
      node.connectionId === target.connectionId &&
      node.row.rule === row.rule &&
      pathOf(node.row) === pathOf(row) &&
      isFree(node),
  );
  for (const node of alike.slice(0, MOST)) taken.add(targetId(node));
  return { beside, alike: alike.slice(0, MOST), others: shown.filter(isFree).slice(0, MOST) };
}

function pathOf({ uri = '' }: LogRow): string {
  return uri.split(/[?#]/, 1)[0] ?? '';
}
