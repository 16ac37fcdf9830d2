import * as vscode from 'vscode';
import type { RegisterOptional } from '../ui/optional.ts';
import { ConnectionStore } from './connectionStore.ts';
import { DomainDirectory } from './domainDirectory.ts';
import { KeyStore } from './keyStore.ts';
import { PinnedDomains } from './pinnedDomains.ts';
import { RecentLogs } from './recentLogs.ts';
import { Services } from './services.ts';

/**
 * Opens the stored data of connections and their domains; reads no keys. Changes from another window are read when this
 * window gets focus.
 * @param workerFiles the compiled `answerWorker.ts` and `fileWorker.ts`
 */
export function registerConnections(
  { secrets, subscriptions }: vscode.ExtensionContext,
  globalState: vscode.Memento,
  { output, optional }: { readonly output: vscode.LogOutputChannel; readonly optional: RegisterOptional },
  workerFiles: { readonly answers: string; readonly files: string },
) {
  const connections = new ConnectionStore(globalState);
  const keys = new KeyStore(secrets, optional);
  const services = new Services(connections, keys, output, workerFiles.answers, workerFiles.files);
  const pinned = new PinnedDomains(globalState);
  const recent = new RecentLogs(
    globalState,
    (id) => connections.isKept(id) || connections.get(id) === undefined,
  );
  const reread = vscode.window.onDidChangeWindowState(({ focused }) => {
    if (focused) for (const shared of [connections, pinned, recent]) shared.reread();
  });
  subscriptions.push(connections, keys, services, pinned, recent, reread);
  const serviceOf = (connectionId: string) => services.of(connectionId);
  const directory = new DomainDirectory(serviceOf);
  return { connections, keys, services, serviceOf, directory, pinned, recent };
}
