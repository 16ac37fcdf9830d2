import type * as vscode from 'vscode';
import { Lazy } from '../base/lazy.ts';
import type { ConnectionStore } from '../connections/connectionStore.ts';
import type { DomainRef } from '../connections/domainRef.ts';
import type { Services } from '../connections/services.ts';
import type { DetectionPanelOptions } from './detectionPanel.ts';
import { LogDocuments } from './documents/logDocuments.ts';
import { Logs } from './logs.ts';

export interface DetectionOptions
  extends Pick<DetectionPanelOptions, 'nameOf' | 'timeStyle' | 'findRow' | 'howCommon' | 'workerFile'> {
  /** Called with the `timezone` of each response. */
  readonly onZone: (domain: DomainRef, zone: string) => void;
}

/** Creates the log views: panels, documents, and links. */
export function registerDetection(
  { extensionUri, subscriptions }: vscode.ExtensionContext,
  { connections, services }: { readonly connections: ConnectionStore; readonly services: Services },
  { onZone, ...options }: DetectionOptions,
) {
  const { workerFile } = options;
  const logs = new Logs(services, onZone);
  const documents = new LogDocuments(logs, workerFile);
  const links = new Lazy(async () => new (await import('../targets/links.ts')).Links(connections));
  const panels = new Lazy(async () => {
    const [{ DetectionPanels }, loadedLinks] = await Promise.all([
      import('./detectionPanels.ts'),
      links.get(),
    ]);
    const loaded = new DetectionPanels({ ...options, extensionUri, logs, links: loadedLinks });
    subscriptions.push(loaded);
    return loaded;
  });
  subscriptions.push(documents);
  const refreshPanels = () => void panels.ifLoaded((loaded) => loaded.refresh());
  return { logs, documents, links: links.get, panels: panels.get, refreshPanels };
}
