import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type LogFilter, logId } from '../service/model.ts';
import { checkLogs, type FilterNames, rowMatcher } from '../service/queries/filter.ts';
import { TypeAhead } from '../service/queries/typeAhead.ts';
import type { ShownList } from './shownList.ts';
import type { ToTable } from './tableMessages.ts';

export interface TableSearchOptions {
  readonly list: ShownList;
  /** Returns the domain's filter combined with typed words. */
  readonly filterOf: (typed: string) => LogFilter;
  readonly filterNames: () => FilterNames;
  /** Reads the list that is filtered by typed words. */
  readonly read: (typed: string) => void;
  readonly send: (found: Extract<ToTable, { type: 'found' }>) => void;
  readonly onFault: (fault: unknown) => void;
}

/** Milliseconds without a keystroke after which the service is searched for the typed words. */
const PAUSE = 300;

/** Searches for the words typed into a table, first in the loaded rows and then through the service. */
export class TableSearch {
  readonly #options: TableSearchOptions;
  readonly #asking: TypeAhead<string, string>;
  #typed = '';

  constructor(options: TableSearchOptions) {
    this.#options = options;
    this.#asking = new TypeAhead<string, string>({
      pause: (signal) => setTimeout(PAUSE, undefined, { signal }),
      ask: async (text) => text,
      onAnswer: options.read,
      onFault: options.onFault,
    });
  }

  get typed(): string {
    return this.#typed;
  }

  type(text: string): void {
    this.cancel();
    this.#typed = text.trim();
    const { list, filterOf, read } = this.#options;
    const filter = filterOf(this.#typed);
    if (list.latest && isDeepStrictEqual(list.latest.filter, filter)) {
      this.sendFound(false);
      return;
    }
    const isAsked = this.#typed === '' || this.#canAsk(filter);
    this.sendFound(isAsked);
    if (this.#typed === '') read('');
    else if (isAsked) this.#asking.ask(this.#typed);
  }

  /** Clears the typed words after they have become part of the filter. */
  clear(): void {
    this.cancel();
    this.#typed = '';
  }

  /** Cancels the request for the last typed words. */
  cancel(): void {
    this.#asking.cancel();
  }

  /**
   * Sends the loaded rows that contain the typed words, unless the list is already the service's response to these
   * words.
   */
  sendFound(isAsking: boolean): void {
    const list = this.#options.list.current;
    const filter = this.#options.filterOf(this.#typed);
    const isSearch = this.#typed !== '' && list && !isDeepStrictEqual(list.filter, filter);
    const matches = isSearch && rowMatcher(filter);
    const found = matches && list.places.entries().filter(([, { row }]) => matches(row));
    const ids = found ? found.map(([, { key }]) => logId(key)) : undefined;
    this.#options.send({ type: 'found', text: this.#typed, ...(ids && { ids }), isAsking });
  }

  #canAsk(filter: LogFilter): boolean {
    const { unasked } = checkLogs([], filter, this.#options.filterNames());
    return unasked.length < Object.keys(filter).length;
  }
}
