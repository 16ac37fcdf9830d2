import type { ListedLog, LogFilter } from '../../service/model.ts';
import type { FilterNames } from '../../service/queries/filter.ts';
import type { ExportOptions } from './exportLogs.ts';

/** An export, as plain data that can be posted to another thread. */
export interface ExportJob extends Pick<ExportOptions, 'kind' | 'redaction' | 'head' | 'target' | 'partial'> {
  readonly logs: DomainJob | readonly PickedLog[];
  /** True if the complete logs are exported, not just their rows. */
  readonly detail: boolean;
}

/** A domain's logs that match a filter. */
export interface DomainJob {
  readonly connectionId: string;
  readonly domain: number;
  readonly filter: LogFilter;
  /** The names of the parameters that specify the filter. */
  readonly filterNames: FilterNames;
}

export interface PickedLog extends ListedLog {
  readonly connectionId: string;
}

/** Returns the connections that a job reads from. */
export function connectionsOf({ logs }: ExportJob): ReadonlySet<string> {
  return new Set('domain' in logs ? [logs.connectionId] : logs.map(({ connectionId }) => connectionId));
}
