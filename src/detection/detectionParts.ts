import type { BrowseParts } from '../browse/browseParts.ts';
import type { DetectionPanels } from './detectionPanels.ts';
import type { LogDocuments } from './documents/logDocuments.ts';
import type { Logs } from './logs.ts';

/** What a window has of logs in full as well. */
export interface DetectionParts extends BrowseParts {
  readonly logs: Logs;
  readonly documents: LogDocuments;
  readonly panels: DetectionPanels;
}
