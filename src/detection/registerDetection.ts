import type * as vscode from 'vscode';
import type { ConnectionParts } from '../connections/connectionParts.ts';
import type { DomainRef } from '../connections/domainRef.ts';
import type { Links } from '../targets/links.ts';
import type { DetectionPanelOptions } from './detectionPanel.ts';
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

export interface DetectionOptions extends Pick<DetectionPanelOptions, 'nameOf' | 'firstTime' | 'workerFile'> {
  /** Called with the `timezone` of each answer. */
  readonly onZone: (domain: DomainRef, zone: string) => void;
}

/** Makes what shows a log: panels, documents and links. */
export function registerDetection(
  { extensionUri, subscriptions }: vscode.ExtensionContext,
  { connections, serviceOf }: ConnectionParts,
  { onZone, ...options }: DetectionOptions,
): LogViews {
  const { workerFile } = options;
  const logs = new Logs(serviceOf, onZone);
  const documents = new LogDocuments(logs, workerFile);
  let loadingLinks: Promise<Links> | undefined;
  const links = () => {
    loadingLinks ??= import('../targets/links.ts').then((module) => new module.Links(connections));
    return loadingLinks;
  };
  let loadingPanels: Promise<DetectionPanels> | undefined;
  async function loadPanels(): Promise<DetectionPanels> {
    const [{ DetectionPanels }, loadedLinks] = await Promise.all([import('./detectionPanels.ts'), links()]);
    const loaded = new DetectionPanels({ ...options, extensionUri, logs, links: loadedLinks });
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
