/** What the table says about its list. */
import { notAppliedTexts } from '../formats/queryText.ts';
import { local, t } from '../text/l10n.ts';
import { panelFailure } from '../ui/panelMessages.ts';
import type { TableList } from './tableList.ts';
import type { ListState } from './tableMessages.ts';

/** The failure of a table whose domain no connection leads to. */
export const gone = () => ({
  headline: t('This domain is no longer available.'),
  cause: t(
    'Its connection was removed, or several connections use its service. Open it again from the Domains view.',
  ),
  canTryAgain: false,
});

export interface ListCircumstances {
  /** Whether the list is narrowed by a filter or typed words. */
  readonly isFiltered: boolean;
  /** Whether another list is being read. */
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

/** Sentences about what the service made of paging and filter. */
function noticesOf({ places, notApplied }: TableList, isFiltered: boolean): string[] {
  const { total, length, ignoresPaging, isEndKnown } = places;
  const isWrong = total !== undefined && (isEndKnown ? total !== length : length > total);
  return [
    ...notAppliedTexts({ ...notApplied, unasked: isFiltered ? notApplied.unasked : [] }, local),
    ...(ignoresPaging ? [t('{0}.', t('The service ignored paging: it sent the same rows again'))] : []),
    ...(total === undefined ? [t('The service does not say how many logs there are.')] : []),
    ...(isWrong && !ignoresPaging
      ? [
          isEndKnown
            ? t('The service says that there are {0} logs; its pages hold {1}.', total, length)
            : t('The service says that there are {0} logs; its pages hold more.', total),
        ]
      : []),
  ];
}
