import { fieldList, notAppliedTexts } from '../../formats/queryText.ts';
import type { ListedLog } from '../../service/model.ts';
import { checkLogs, type FilterNames } from '../../service/queries/filter.ts';
import type { DomainNode, MessageNode } from '../../targets/nodes.ts';
import { local, t } from '../../text/l10n.ts';
import { sentences } from '../../text/sentences.ts';
import type { LogPager } from './lists.ts';

export interface FilteredLogs {
  readonly logs: readonly ListedLog[];
  /** Names the part of the filter that the extension applied, if any. */
  readonly message: MessageNode | undefined;
}

/** Returns the loaded logs of a domain that match its filter, regardless of how much of it the service applied. */
export function filteredLogs(
  parent: DomainNode,
  loaded: readonly ListedLog[],
  { filter, doubtful }: Pick<LogPager, 'filter' | 'doubtful'>,
  names: FilterNames,
): FilteredLogs {
  const { logs, ignored, unasked } = checkLogs(loaded, filter, names);
  const isNarrowedHere = ignored.length > 0 || unasked.length > 0;
  if (loaded.length === 0 || (!isNarrowedHere && doubtful.length === 0)) return { logs, message: undefined };
  const label = isNarrowedHere
    ? t('{0} of the {1} loaded match', logs.length, loaded.length)
    : t('The service might have ignored {0}', fieldList(doubtful, local));
  const detail = sentences(
    label,
    ...notAppliedTexts({ ignored, unasked, doubtful }, local),
    ...(isNarrowedHere ? [t('The extension filtered the loaded rows. To get more, select Load More.')] : []),
  );
  const { keyword } = filter;
  const next = {
    title: t('Filter the Loaded Rows'),
    command: 'partnerLogs.filterByValue',
    value: { field: 'contains', value: keyword },
  } as const;
  const isOffered = keyword !== undefined && doubtful.includes('keyword');
  const message = { kind: 'message', parent, label, detail, severity: 'info' } as const;
  return { logs, message: isOffered ? { ...message, next } : message };
}
