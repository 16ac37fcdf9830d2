import { type LogTarget, targetId } from '../../connections/logTarget.ts';
import type { LogRow } from '../../service/model.ts';
import type { LogNode } from '../nodes.ts';

/** Logs of the same rule and path that are offered, and others of the list. */
const MOST = 20;

/** The loaded logs that a log is likely to be compared with, the log itself not among them. */
export interface Comparable {
  /** The one above it in its list, and the one below it. */
  readonly beside: readonly LogNode[];
  /** Others with its rule and path, whatever the query of the path. */
  readonly alike: readonly LogNode[];
  /** Others of its list. */
  readonly others: readonly LogNode[];
}

/**
 * @param shown the rows of its domain, in the order of the list
 * @param loaded the loaded rows of all domains
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
