import { type LogTarget, targetId } from '../../connections/logTarget.ts';
import type { LogRow } from '../../service/model.ts';
import type { LogNode } from '../../targets/nodes.ts';

/** Logs of the same rule and path that are offered. */
const MOST = 20;

/** The loaded logs that a log is likely to be compared with, the log itself not among them. */
export interface Comparable {
  /** The one above it in its list, and the one below it. */
  readonly beside: readonly LogNode[];
  /** Others with its rule and path, whatever the query of the path. */
  readonly alike: readonly LogNode[];
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
  const others = new Set([id, ...beside.map(targetId)]);
  const alike = row?.rule
    ? loaded.filter(
        (node) =>
          node.connectionId === target.connectionId &&
          node.row.rule === row.rule &&
          pathOf(node.row) === pathOf(row) &&
          !others.has(targetId(node)),
      )
    : [];
  return { beside, alike: alike.slice(0, MOST) };
}

function pathOf({ uri = '' }: LogRow): string {
  return uri.split(/[?#]/, 1)[0] ?? '';
}
