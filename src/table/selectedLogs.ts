import { type ListedLog, logId } from '../service/model.ts';
import type { LogNode } from '../targets/nodes.ts';
import type { TableList } from './tableList.ts';

export interface SelectedLogsOptions {
  /** Returns the list being shown. */
  readonly list: () => TableList | undefined;
  readonly nodeOf: (log: ListedLog) => LogNode;
}

/** The selected logs of a table. They stay selected when their rows are dropped. */
export class SelectedLogs {
  readonly #options: SelectedLogsOptions;
  #all: readonly LogNode[] = [];
  #focused: LogNode | undefined;

  constructor(options: SelectedLogsOptions) {
    this.#options = options;
  }

  /** The selected logs in display order. */
  get all(): readonly LogNode[] {
    return this.#all;
  }

  /** The log in the focused row. */
  get focused(): LogNode | undefined {
    return this.#focused;
  }

  /** @param ids the IDs of the logs, in display order */
  select(ids: readonly string[], focus: string | undefined): void {
    const before = new Map(this.#all.map((node) => [logId(node.key), node]));
    const nodeOf = (id: string) => before.get(id) ?? this.#find(id);
    this.#all = ids.flatMap((id) => nodeOf(id) ?? []);
    this.#focused = focus === undefined ? undefined : nodeOf(focus);
  }

  #find(id: string): LogNode | undefined {
    const { list, nodeOf } = this.#options;
    const places = list()?.places;
    const place = places?.placeOf(id);
    const log = place === undefined ? undefined : places?.at(place);
    return log && nodeOf(log);
  }
}
