import { fieldList, notAppliedTexts } from '../../formats/queryText.ts';
import type { ListedLog, LogFilter } from '../../service/model.ts';
import { FilterCheck, type FilterNames } from '../../service/queries/filter.ts';
import { local, t } from '../../text/l10n.ts';

export interface MatchingLogs {
  readonly logs: readonly ListedLog[];
  /** Sentences about the parts of the filter that the service did not apply or might not have applied. */
  readonly notices: readonly string[];
  /** True if the service applied the whole filter. */
  readonly isApplied: boolean;
}

/** Returns the logs of a filtered list that match its filter, and messages about the others. */
export function matchingLogs(
  read: readonly ListedLog[],
  filter: LogFilter,
  names: FilterNames,
): MatchingLogs {
  const check = new FilterCheck(filter, names);
  const logs = check.matching(read);
  const { ignored, unasked } = check;
  const isNarrowedHere = ignored.size > 0 || unasked.size > 0;
  const fields = fieldList([...ignored, ...unasked], local);
  const notices = [
    ...(isNarrowedHere && read.length > 0
      ? [t('The service ignored {0}: {1} of {2} loaded rows match.', fields, logs.length, read.length)]
      : []),
    ...notAppliedTexts({ ignored: [], unasked }, local),
  ];
  return { logs, notices, isApplied: !isNarrowedHere };
}
