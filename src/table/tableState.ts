/** Everything that a table's page shows except its rows. */
import type { App } from '../app.ts';
import type { DomainRef } from '../connections/domainRef.ts';
import { FIELD_NAMES, fieldText, notAppliedTexts } from '../formats/queryText.ts';
import type { LogQuery } from '../service/queries/logQuery.ts';
import { local, t } from '../text/l10n.ts';
import { asLabel } from '../text/label.ts';
import { domainGone, panelFailure } from '../ui/panelMessages.ts';
import type { ShownList, ShownLists } from './shownLists.ts';
import type { TableState } from './tableMessages.ts';

export interface TableFacts extends Pick<TableState, 'columns' | 'areChosen' | 'isReadingBeside'> {
  readonly domain: DomainRef;
  readonly filter: LogQuery;
  readonly lists: ShownLists;
}

export function tableState({ domain, filter, lists, ...rest }: TableFacts, app: App): TableState {
  const { shown, fault, isChanging } = lists;
  const { connectionId, index } = domain;
  const connection = connectionName(domain, app);
  const list = shown?.list.hasAnswered ? shown.list : undefined;
  const chips = Object.entries(FIELD_NAMES).flatMap(([name, title]) => {
    const field = name as keyof LogQuery;
    const text = fieldText(filter, field, local);
    return text === undefined ? [] : [{ field, name: local(title), text }];
  });
  const isGone = app.connections.get(connectionId) === undefined;
  const hasNothing = !list && fault !== undefined && !isChanging;
  const problem = fault === undefined ? undefined : panelFailure(fault);
  const failure = isGone ? domainGone() : hasNothing ? problem : undefined;
  return {
    ...rest,
    title: app.nameOf(domain),
    connectionId,
    ...(connection !== undefined && { connection }),
    domain: index,
    chips,
    times: app.timeStyle(domain),
    list: (list && shown?.number) ?? 0,
    length: list?.length ?? 0,
    ...(list?.total !== undefined && { total: list.total }),
    newer: list?.newer ?? 0,
    isChanging,
    isLoading: shown?.reader.isLoading ?? false,
    failed: shown?.reader.failed.map(({ first, end }) => ({ first, end })) ?? [],
    ...(problem && { problem }),
    notices: list && shown ? noticesOf(shown) : [],
    ...(failure && { failure }),
  };
}

/** Returns the title of a domain's table, with the connection's name if there are several connections. */
export function tabTitle(domain: DomainRef, app: App): string {
  const names = [app.nameOf(domain), connectionName(domain, app) ?? []].flat();
  return t('Logs: {0}', names.map((name) => asLabel(name)).join(' · '));
}

function connectionName({ connectionId }: DomainRef, { connections }: App): string | undefined {
  return connections.list().length > 1 ? connections.get(connectionId)?.name : undefined;
}

/** Returns messages about problems with how the service handled paging and the filter. */
function noticesOf({ list, ignored, unasked }: ShownList): string[] {
  const { total, length, ignoresPaging, isEndKnown, hasChanged } = list;
  const isWrong = total !== undefined && !ignoresPaging && (isEndKnown ? total !== length : length > total);
  const pages = isEndKnown
    ? t('The service reports {0} logs, but its pages contain {1}.', total ?? 0, length)
    : t('The service reports {0} logs, but its pages contain more.', total ?? 0);
  return [
    ...notAppliedTexts({ ignored: [...ignored], unasked: [...unasked] }, local),
    ...(ignoresPaging ? [t('{0}.', t('The service ignored paging and sent the same rows again'))] : []),
    ...(hasChanged
      ? [t('The list changed while it was read, so logs might be missing. Refresh to read it again.')]
      : []),
    ...(total === undefined ? [t("The service doesn't return the number of logs.")] : []),
    ...(isWrong ? [pages] : []),
  ];
}
