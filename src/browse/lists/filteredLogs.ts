import { notAppliedTexts } from '../../formats/queryText.ts';
import type { ParameterNames } from '../../service/conventions.ts';
import type { ListedLog, LogFilter } from '../../service/model.ts';
import { checkLogs, type FilterField } from '../../service/queries/filter.ts';
import type { DomainNode, MessageNode } from '../../targets/nodes.ts';
import { local, t } from '../../text/l10n.ts';
import { sentences } from '../../text/sentences.ts';

export interface FilteredLogs {
  readonly logs: readonly ListedLog[];
  /** How much of the filter was left to this side, if any was. */
  readonly message: MessageNode | undefined;
}

/** The loaded logs of a domain as its filter leaves them, whatever the service made of the filter. */
export function filteredLogs(
  parent: DomainNode,
  loaded: readonly ListedLog[],
  filter: LogFilter,
  names: ParameterNames<FilterField>,
): FilteredLogs {
  const { logs, ignored, unasked } = checkLogs(loaded, filter, names);
  if (loaded.length === 0 || (ignored.length === 0 && unasked.length === 0)) {
    return { logs, message: undefined };
  }
  const reasons = notAppliedTexts({ ignored, unasked }, local);
  const label = t('{0} of the {1} loaded match', logs.length, loaded.length);
  const here = t('The loaded rows were filtered here; Load More loads the next ones.');
  const detail = sentences(label, ...reasons, here);
  return {
    logs,
    message: { kind: 'message', parent, label, detail, severity: 'info' },
  };
}
