import type { ConnectionParts } from '../connections/connectionParts.ts';
import type { DomainRef } from '../connections/domainRef.ts';
import type { TableFocus } from '../targets/openTable.ts';
import type { TimeStyle } from '../text/zonedTime.ts';
import type { DomainNames } from './domainNames.ts';
import type { Filters } from './filter/filters.ts';
import type { Lists } from './lists/lists.ts';
import type { DomainNodes } from './tree/domainNodes.ts';
import type { DomainsTree } from './tree/domainsTree.ts';
import type { LogNodes } from './tree/logNodes.ts';
import type { RecentTree } from './tree/recentTree.ts';

/** What a window has of lists as well. */
export interface BrowseParts extends ConnectionParts {
  readonly filters: Filters;
  readonly lists: Lists;
  readonly names: DomainNames;
  readonly domains: DomainNodes;
  readonly logNodes: LogNodes;
  readonly tree: DomainsTree;
  readonly recentTree: RecentTree;
  /** Whose time is first. */
  readonly firstTime: () => TimeStyle['first'];
  /** How the times of a domain's logs are shown. */
  readonly timeStyle: (domain: DomainRef) => TimeStyle;
  readonly tableFocus: TableFocus;
}
