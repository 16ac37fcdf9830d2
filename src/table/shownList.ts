import type { App } from '../app.ts';
import type { LogList } from '../browse/lists/lists.ts';
import { notAppliedTexts } from '../formats/queryText.ts';
import { ListReader } from '../lists/listReader.ts';
import type { ListChange } from '../lists/pagedList.ts';
import type { ListedLog } from '../service/model.ts';
import { FilterCheck } from '../service/queries/filter.ts';
import { local, t } from '../text/l10n.ts';
import { rowView } from './columns.ts';
import type { PlacedRow } from './lines.ts';

let count = 0;

/** The list that a table shows, and what its rows reveal about the service. */
export class ShownList {
  /** Unique for each displayed list. */
  readonly number = ++count;
  readonly list: LogList;
  readonly reader: ListReader<ListedLog>;
  readonly #check: FilterCheck;
  readonly #statusOf: (log: ListedLog) => string | undefined;

  constructor(list: LogList, { services, tables }: App, onChange: (change?: ListChange) => void) {
    const { connectionId } = list.domain;
    this.list = list;
    this.#check = new FilterCheck(list.filter, services.conventions(connectionId));
    this.#statusOf = (log) => tables.statuses.of({ connectionId, ...log });
    this.reader = new ListReader(list, onChange);
  }

  /** Returns the rows at changed places in the form sent to the page. */
  rows(change: ListChange): readonly PlacedRow[] {
    const placed = this.list.entries(change);
    const matching = new Set(this.#check.matching(placed.map(([, log]) => log)));
    return [
      ...change.dropped.map((place) => [place, 'unread'] as const),
      ...this.list.unreadable(change).map((place) => [place, 'unreadable'] as const),
      ...placed.map(
        ([place, log]) => [place, rowView(log, !matching.has(log), this.#statusOf(log))] as const,
      ),
    ];
  }

  /** The part of the table's state that is about the list. */
  get facts() {
    const { total, length, isEndKnown } = this.list;
    return {
      list: this.number,
      length,
      isMore: !isEndKnown && total !== length,
      isLoading: this.reader.isLoading,
      notices: this.#notices,
    };
  }

  /** Messages about problems with how the service handled paging and the filter. */
  get #notices(): string[] {
    const { total, length, ignoresPaging, isEndKnown, hasChanged } = this.list;
    const isWrong = total !== undefined && !ignoresPaging && isEndKnown && total !== length;
    return [
      ...notAppliedTexts(this.#check, local),
      ignoresPaging && t('{0}.', t('The service ignored paging and sent the same rows again')),
      hasChanged &&
        t('The list changed while it was being read, so logs might be missing. Refresh to read it again.'),
      total === undefined && t("The service doesn't return the number of logs."),
      isWrong && t('The service reports {0} logs, but its pages contain {1}.', total, length),
    ].filter((notice) => notice !== false);
  }
}
