import * as vscode from 'vscode';
import type { CommandId } from '../../commandIds.ts';
import type { ConnectionStore } from '../../connections/connectionStore.ts';
import { targetId } from '../../connections/logTarget.ts';
import type { RecentLog, RecentLogs } from '../../connections/recentLogs.ts';
import { asPlainLine } from '../../text/label.ts';
import { Disposables } from '../../ui/disposables.ts';

/** The last opened logs: references only, so that nothing of a log stays on disk. */
export class RecentTree extends Disposables implements vscode.TreeDataProvider<RecentLog> {
  readonly #recent: RecentLogs;
  readonly #connections: ConnectionStore;
  readonly #changed = this.register(new vscode.EventEmitter<undefined>());
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(recent: RecentLogs, connections: ConnectionStore) {
    super();
    this.#recent = recent;
    this.#connections = connections;
    const redraw = () => this.#changed.fire(undefined);
    this.register(recent.onDidChange(redraw));
    this.register(connections.onDidChange(redraw));
  }

  getChildren(node?: RecentLog): RecentLog[] {
    return node ? [] : [...this.#recent.list()];
  }

  getTreeItem(log: RecentLog): vscode.TreeItem {
    const { domain, idx, detectedType } = log.key;
    const connection = this.#connections.get(log.connectionId);
    const several = this.#connections.list().length > 1;
    const item = new vscode.TreeItem(asPlainLine(`${log.domainName ?? domain}/${idx}`));
    item.id = targetId(log);
    item.description = connection ? (several ? asPlainLine(connection.name) : '') : 'connection removed';
    item.tooltip = asPlainLine(`Log ${idx} (${detectedType}) of ${log.domainName ?? `domain ${domain}`}`);
    item.iconPath = new vscode.ThemeIcon(log.pinned ? 'pinned' : 'history');
    item.contextValue = log.pinned ? 'recent pinned' : 'recent';
    item.accessibilityInformation = {
      label: asPlainLine(
        `${log.domainName ?? `domain ${domain}`}, log ${idx}${log.pinned ? ', pinned' : ''}`,
      ),
    };
    item.command = {
      command: 'partnerLogs.openDetectionLog' satisfies CommandId,
      title: 'Open Detection Log',
      arguments: [log],
    };
    return item;
  }
}
