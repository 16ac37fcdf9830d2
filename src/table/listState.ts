/** The state of a table's list, for its page. */
import { notAppliedTexts } from '../formats/queryText.ts';
import { local, t } from '../text/l10n.ts';
import { panelFailure } from '../ui/panelMessages.ts';
import type { TableList } from './tableList.ts';
import type { ListState } from './tableMessages.ts';

/** Returns the failure to show in a table whose domain has no connection. */
export const gone = () => ({
  headline: t('This domain is no longer available.'),
  cause: t(
    'Its connection was removed, or several connections use its service. Open it again from the Domains view.',
  ),
  canTryAgain: false,
});

export interface ListCircumstances {
  /** True if the list is filtered, either by a filter or by typed words. */
  readonly isFiltered: boolean;
  /** True while another list is being read. */
  readonly isChanging: boolean;
  /** Why another list could not be read. */
  readonly problem: unknown;
}

export function listState(
  list: TableList | undefined,
  { isFiltered, isChanging, problem }: ListCircumstances,
): ListState {
  if (!list?.places.hasAnswered) return { ...NOTHING_READ, isChanging };
  const { places, reader } = list;
  const { total, length, newer } = places;
  return {
    list: list.number,
    length,
    ...(total !== undefined && { total }),
    newer,
    isFirst: false,
    isChanging,
    isLoading: reader.isLoading,
    failed: reader.failed.map(({ first, end, fault }) => ({ first, end, ...panelFailure(fault) })),
    notices: noticesOf(list, isFiltered),
    ...(list.notApplied.doubtful.includes('keyword') && { canFilterRows: true }),
    ...(problem !== undefined && { problem: panelFailure(problem) }),
  };
}

const NOTHING_READ: ListState = {
  list: 0,
  length: 0,
  newer: 0,
  isFirst: true,
  isChanging: false,
  isLoading: false,
  failed: [],
  notices: [],
};

/** Returns sentences about how the service handled paging and the filter. */
function noticesOf({ places, notApplied }: TableList, isFiltered: boolean): string[] {
  const { total, length, ignoresPaging, isEndKnown } = places;
  const isWrong = total !== undefined && (isEndKnown ? total !== length : length > total);
  return [
    ...notAppliedTexts({ ...notApplied, unasked: isFiltered ? notApplied.unasked : [] }, local),
    ...(ignoresPaging ? [t('{0}.', t('The service ignored paging and sent the same rows again'))] : []),
    ...(total === undefined ? [t("The service doesn't return the number of logs.")] : []),
    ...(isWrong && !ignoresPaging
      ? [
          isEndKnown
            ? t('The service reports {0} logs, but its pages contain {1}.', total, length)
            : t('The service reports {0} logs, but its pages contain more.', total),
        ]
      : []),
  ];
}
