/** The content to send to a table's page: the header above the rows, and the state of the list. */

import type { Browse } from '../browse/registerBrowse.ts';
import type { ConnectionStore } from '../connections/connectionStore.ts';
import type { DomainRef } from '../connections/domainRef.ts';
import { FIELD_NAMES, fieldText, notAppliedTexts } from '../formats/queryText.ts';
import type { LogQuery } from '../service/queries/logQuery.ts';
import { local, t } from '../text/l10n.ts';
import { panelFailure } from '../ui/panelMessages.ts';
import type { ColumnLayout } from './columns.ts';
import type { TableList } from './tableList.ts';
import type { ListState, TableHead } from './tableMessages.ts';

export interface ListCircumstances {
  /** True if the list is filtered, either by a filter or by typed words. */
  readonly isFiltered: boolean;
  /** True while a different list is being read to replace this one. */
  readonly isChanging: boolean;
  /** The error from reading a different list, if it failed. */
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

/** Returns messages about problems with how the service handled paging and the filter. */
function noticesOf({ places, notApplied }: TableList, isFiltered: boolean): string[] {
  const { total, length, ignoresPaging, isEndKnown, hasChanged } = places;
  const isWrong = total !== undefined && (isEndKnown ? total !== length : length > total);
  return [
    ...notAppliedTexts({ ...notApplied, unasked: isFiltered ? notApplied.unasked : [] }, local),
    ...(ignoresPaging ? [t('{0}.', t('The service ignored paging and sent the same rows again'))] : []),
    ...(hasChanged
      ? [t('The list changed while it was read, so logs might be missing. Refresh to read it again.')]
      : []),
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

export interface TableHeadOptions extends Browse {
  readonly connections: ConnectionStore;
  /** Returns true if the focused log is shown next to the table. */
  readonly isReadingBeside: () => boolean;
}

/** Returns the content above the rows in a domain's table, and the columns. */
export function tableHead(
  domain: DomainRef,
  columns: ColumnLayout,
  otherColumns: ReadonlySet<string>,
  { names, connections, filters, isReadingBeside, timeStyle }: TableHeadOptions,
): TableHead {
  const { connectionId, index } = domain;
  const connection = connections.list().length > 1 ? connections.get(connectionId)?.name : undefined;
  const query = filters.query(domain);
  const chips = Object.entries(FIELD_NAMES).flatMap(([field, name]) => {
    const text = fieldText(query, field as keyof LogQuery, local);
    return text === undefined ? [] : [{ field, name: local(name), text }];
  });
  return {
    title: names.shown(domain),
    connectionId,
    ...(connection !== undefined && { connection }),
    domain: index,
    chips,
    columns,
    otherColumns: [...otherColumns],
    isReadingBeside: isReadingBeside(),
    times: timeStyle(domain),
  };
}
