import { fieldList } from '../../formats/queryText.ts';
import type { ParameterNames } from '../../service/conventions.ts';
import type { LogFilter, LogRow } from '../../service/model.ts';
import { checkRows, type FilterField } from '../../service/queries/filter.ts';
import type { DomainNode, MessageNode } from '../../targets/nodes.ts';
import { formatNumber } from '../../text/numbers.ts';

export interface FilteredRows {
  readonly rows: readonly LogRow[];
  /** How much of the filter was left to this side, if any was. */
  readonly message: MessageNode | undefined;
}

/** The loaded rows of a domain as its filter leaves them, whatever the service made of the filter. */
export function filteredRows(
  parent: DomainNode,
  loaded: readonly LogRow[],
  filter: LogFilter,
  names: ParameterNames<FilterField>,
): FilteredRows {
  const { rows, ignored, unasked } = checkRows(loaded, filter, names);
  if (loaded.length === 0 || (ignored.length === 0 && unasked.length === 0)) {
    return { rows, message: undefined };
  }
  const reasons = [
    ...(ignored.length > 0 ? [`The service did not apply all of the filter: ${fieldList(ignored)}.`] : []),
    ...(unasked.length > 0
      ? [`The setting partnerLogs.conventions names no parameter for ${fieldList(unasked)}.`]
      : []),
  ];
  const label = `${formatNumber(rows.length)} of the ${formatNumber(loaded.length)} loaded match`;
  const detail = [label, ...reasons, 'The loaded rows were filtered here; Load More reads further ones.'];
  return {
    rows,
    message: { kind: 'message', parent, label, detail: detail.join(' '), severity: 'info' },
  };
}
