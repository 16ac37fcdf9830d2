/** What a table's page shows except its rows. */
import type { App } from '../app.ts';
import { FIELD_NAMES, fieldText } from '../formats/queryText.ts';
import type { LogQuery } from '../service/queries/logQuery.ts';
import { local } from '../text/l10n.ts';
import { domainGone, panelFailure } from '../ui/panelMessages.ts';
import type { TableState } from './tableMessages.ts';
import type { TablePanel } from './tablePanel.ts';

export function tableState(table: TablePanel, app: App): TableState {
  const { domain, filter, shown, fault, isChanging, isReadingBeside } = table;
  const isGone = app.connections.get(domain.connectionId) === undefined;
  const problem = fault === undefined ? undefined : panelFailure(fault);
  const failure = isGone ? domainGone() : shown || isChanging ? undefined : problem;
  return {
    title: app.ask.labelOf(domain),
    connectionId: domain.connectionId,
    domain: domain.index,
    chips: Object.entries(FIELD_NAMES).flatMap(([name, title]) => {
      const field = name as keyof LogQuery;
      const text = fieldText(filter, field, local);
      return text === undefined ? [] : [{ field, name: local(title), text }];
    }),
    isReadingBeside,
    times: app.timeStyle(domain),
    list: shown?.number ?? 0,
    length: shown?.list.length ?? 0,
    ...(shown?.list.total !== undefined && { total: shown.list.total }),
    isChanging,
    isLoading: shown?.reader.isLoading ?? false,
    ...(problem && { problem }),
    notices: shown?.notices ?? [],
    ...(failure && { failure }),
  };
}
