import type * as vscode from 'vscode';
import type { ConnectionParts } from '../connections/connectionParts.ts';
import type { Links } from '../targets/links.ts';
import type { DetectionPanels } from './detectionPanels.ts';
import { LogDocuments } from './documents/logDocuments.ts';
import { Logs } from './logs.ts';

/** What shows logs; what can wait is loaded at first use. */
export interface LogViews {
  readonly logs: Logs;
  readonly documents: LogDocuments;
  readonly links: () => Promise<Links>;
  readonly panels: () => Promise<DetectionPanels>;
  /** Reads the logs of open panels again. */
  readonly refreshPanels: () => void;
}

/**
 * Makes what shows a log: panels, documents and links.
 *
 * @param workerFile the built `logThread.ts`
 */
export function registerDetection(
  { extensionUri, subscriptions }: vscode.ExtensionContext,
  { connections, serviceOf }: ConnectionParts,
  workerFile: string,
): LogViews {
  const logs = new Logs(serviceOf);
  const documents = new LogDocuments(logs, workerFile);
  let loadingLinks: Promise<Links> | undefined;
  const links = () => {
    loadingLinks ??= import('../targets/links.ts').then((module) => new module.Links(connections));
    return loadingLinks;
  };
  let loadingPanels: Promise<DetectionPanels> | undefined;
  async function loadPanels(): Promise<DetectionPanels> {
    const [{ DetectionPanels }, loadedLinks] = await Promise.all([import('./detectionPanels.ts'), links()]);
    const loaded = new DetectionPanels({ extensionUri, logs, links: loadedLinks, workerFile });
    subscriptions.push(loaded);
    return loaded;
  }
  const panels = () => {
    loadingPanels ??= loadPanels();
    return loadingPanels;
  };
  subscriptions.push(documents);
  const refreshPanels = () => void loadingPanels?.then((loaded) => loaded.refresh());
  return { logs, documents, links, panels, refreshPanels };
}
