import type { ListedLog, LogFilter } from '../../service/model.ts';
import type { FilterNames } from '../../service/queries/filter.ts';
import type { ExportOptions } from './exportLogs.ts';

/** An export as plain data that can be posted to another thread. */
export interface ExportJob
  extends Pick<ExportOptions, 'kind' | 'redaction' | 'head' | 'target' | 'partial' | 'version'> {
  readonly logs: DomainJob | readonly PickedLog[];
  /** True if logs are exported in full. */
  readonly detail: boolean;
}

/** The logs of a domain that match a filter. */
export interface DomainJob {
  readonly connectionId: string;
  readonly domain: number;
  readonly filter: LogFilter;
  /** The parameter names of the filter. */
  readonly filterNames: FilterNames;
}

export interface PickedLog extends ListedLog {
  readonly connectionId: string;
}

/** Returns the connections that a job reads from. */
export function connectionsOf({ logs }: ExportJob): ReadonlySet<string> {
  return new Set('domain' in logs ? [logs.connectionId] : logs.map(({ connectionId }) => connectionId));
}
