import type { LogService } from '../service/api.ts';
import type { ConnectionStore } from './connectionStore.ts';
import type { DomainDirectory } from './domainDirectory.ts';
import type { DomainMarks } from './domainMarks.ts';
import type { KeyStore } from './keyStore.ts';
import type { RecentLogs } from './recentLogs.ts';
import type { Services } from './services.ts';
import type { WatchedDomains } from './watchedDomains.ts';

/** What a window has of connections, one of each; a command names those that it works on. */
export interface ConnectionParts {
  readonly connections: ConnectionStore;
  readonly keys: KeyStore;
  readonly services: Services;
  /** Rejects as `Services.of` does. */
  readonly serviceOf: (connectionId: string) => Promise<LogService>;
  readonly directory: DomainDirectory;
  readonly watched: WatchedDomains;
  readonly marks: DomainMarks;
  readonly recent: RecentLogs;
}
