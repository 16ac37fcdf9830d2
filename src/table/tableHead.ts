import type { DomainNames } from '../browse/domainNames.ts';
import type { Filters } from '../browse/filter/filters.ts';
import type { ConnectionStore } from '../connections/connectionStore.ts';
import type { DomainRef } from '../connections/domainRef.ts';
import { FIELD_NAMES, fieldText } from '../formats/queryText.ts';
import type { LogQuery } from '../service/queries/logQuery.ts';
import { local } from '../text/l10n.ts';
import type { TimeStyle } from '../text/zonedTime.ts';
import type { ColumnLayouts } from './columnLayouts.ts';
import type { TableHead } from './tableMessages.ts';

export interface TableHeadOptions {
  readonly connections: ConnectionStore;
  readonly filters: Filters;
  readonly names: DomainNames;
  readonly layouts: ColumnLayouts;
  /** Returns true if the focused log is shown next to the table. */
  readonly isReadingBeside: () => boolean;
  readonly timeStyle: (domain: DomainRef) => TimeStyle;
}

/** Returns the content above the rows of a domain's table, and the columns. */
export function tableHead(
  domain: DomainRef,
  otherColumns: ReadonlySet<string>,
  { names, connections, filters, layouts, isReadingBeside, timeStyle }: TableHeadOptions,
): TableHead {
  const { connectionId, index } = domain;
  const connection = connections.list().length > 1 ? connections.get(connectionId)?.name : undefined;
  const query = filters.query(domain);
  const { from } = filters.on(domain, query);
  const { from: today } = filters.on(domain, { days: 'today' });
  const { not = [] } = query;
  const excluded = not.map(({ field, value }, at) => ({
    field: 'not',
    name: local(FIELD_NAMES[field]),
    text: value,
    excluded: at,
  }));
  const chips = Object.entries(FIELD_NAMES).flatMap(([field, name]) => {
    if (field === 'not') return excluded;
    const text = fieldText(query, field as keyof LogQuery, local);
    return text === undefined ? [] : [{ field, name: local(name), text }];
  });
  return {
    title: names.shown(domain),
    connectionId,
    ...(connection !== undefined && { connection }),
    domain: index,
    chips,
    columns: layouts.of(connectionId),
    otherColumns: [...otherColumns],
    isReadingBeside: isReadingBeside(),
    ...(today !== undefined && { today }),
    ...(from !== undefined && { from }),
    times: timeStyle(domain),
  };
}
