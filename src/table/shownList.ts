import type { LogList } from '../browse/lists/lists.ts';
import { notAppliedTexts } from '../formats/queryText.ts';
import { ListReader } from '../lists/listReader.ts';
import type { ListChange } from '../lists/pagedList.ts';
import type { ListedLog } from '../service/model.ts';
import { FilterCheck, type FilterNames } from '../service/queries/filter.ts';
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
  #check: FilterCheck | undefined;

  constructor(list: LogList, onPlaced: (change: ListChange<ListedLog>) => void, onChange: () => void) {
    this.list = list;
    this.reader = new ListReader(list, onPlaced, onChange);
  }

  /**
   * Returns a change to the list in the form sent to the page.
   * @param names the names of the parameters that contained the filter
   */
  rows(
    { placed, dropped, unreadable }: ListChange<ListedLog>,
    names: FilterNames,
    statusOf: (log: ListedLog) => string | undefined,
  ): (readonly [place: number, row: PlacedRow])[] {
    this.#check ??= new FilterCheck(this.list.filter, names);
    const matching = new Set(this.#check.matching(placed.map(([, log]) => log)));
    return [
      ...dropped.map((place) => [place, 'dropped'] as const),
      ...unreadable.map((place) => [place, 'unreadable'] as const),
      ...placed.map(([place, log]) => [place, rowView(log, !matching.has(log), statusOf(log))] as const),
    ];
  }

  /** Messages about problems with how the service handled paging and the filter. */
  get notices(): string[] {
    const { total, length, ignoresPaging, isEndKnown, hasChanged } = this.list;
    const isWrong = total !== undefined && !ignoresPaging && (isEndKnown ? total !== length : length > total);
    const pages = isEndKnown
      ? t('The service reports {0} logs, but its pages contain {1}.', total ?? 0, length)
      : t('The service reports {0} logs, but its pages contain more.', total ?? 0);
    return [
      ...(this.#check ? notAppliedTexts(this.#check, local) : []),
      ...(ignoresPaging ? [t('{0}.', t('The service ignored paging and sent the same rows again'))] : []),
      ...(hasChanged
        ? [t('The list changed while it was read, so logs might be missing. Refresh to read it again.')]
        : []),
      ...(total === undefined ? [t("The service doesn't return the number of logs.")] : []),
      ...(isWrong ? [pages] : []),
    ];
  }
}
